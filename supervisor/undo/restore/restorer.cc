// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/restore/restorer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/text/text.h"
#include "supervisor/undo/history/companions.h"
#include "supervisor/undo/history/made_objects.h"
#include "supervisor/undo/history/unfinished.h"
#include "supervisor/undo/restore/git_index_path.h"
#include "supervisor/undo/restore/moved_link.h"
#include "supervisor/undo/restore/step.h"
#include "supervisor/undo/store/aside_place.h"
#include "supervisor/undo/store/lent_rights.h"

namespace guard::supervisor {
namespace {

constexpr const char* kChangedSince = "changed since";
constexpr std::array<const char*, 5> kEndNames = {"done", "already", "skipped", "failed", "partly"};

Result<void> rename_held(const HeldPlace& from, const HeldPlace& to, unsigned flags) {
  if (::syscall(SYS_renameat2, from.folder.get(), from.name.c_str(), to.folder.get(),
                to.name.c_str(), flags) != 0)
    return fail_errno("move back");
  return {};
}

bool is_missing(const Error& error) {
  return error.sys_errno == ENOENT || error.sys_errno == ENOTDIR;
}

bool is_at(const Result<HeldPlace>& place, const ObjectKey& wanted) {
  if (!place || !place->is_taken()) return false;
  const auto key = key_of(place->occupant.get());
  return key && *key == wanted;
}

}  // namespace

Step step_of(const UndoEntry& entry, StepEnd end, std::string note) {
  return {&entry, end, std::move(note)};
}
Step failed(const UndoEntry& entry, const Error& error) {
  const bool stays = error.code == Code::kRefused;
  return step_of(entry, stays ? StepEnd::kSkipped : StepEnd::kFailed, error.text());
}

SaveOrder order_of(UndoDeed deed, const HeldPlace& place, const UndoEntry& entry) {
  SaveOrder order;
  order.deed = deed;
  order.held = place.occupant.get();
  order.path = place.path;
  order.reverts = entry.number;
  return order;
}

const char* name_of(StepEnd end) {
  return kEndNames.at(static_cast<std::size_t>(end));
}

Result<Restorer> Restorer::begin(std::string root, const History& history, UndoStore* own,
                                 std::string final_name) {
  auto marks = Journal::open(root + "/" + history.session.name + "/undone");
  if (!marks) return forward(marks.error());
  auto chain = UndoneChain::open(root, history.session.undoes);
  if (!chain) return forward(chain.error());
  if (!history.session.is_running) drop_unfinished(root, history);
  Restorer restorer(std::move(root), history, WayBack(own, std::move(final_name)),
                    std::move(*marks), std::move(*chain));
  for (const UndoEntry* move : history.moves) restorer.moves_left_.insert(move->number);
  restorer.is_to_point_ = std::ranges::any_of(history.entries, &UndoEntry::is_version);
  for (const UndoEntry& entry : history.entries)
    if (entry.object.links > 1 && !entry.object.is_folder())
      restorer.several_names_.insert(entry.object.key);
  return restorer;
}

ObjectKey Restorer::current(const ObjectKey& key) const {
  const auto found = now_.find(key);
  return found == now_.end() ? history_.current(key) : found->second;
}

std::vector<Step> Restorer::restore(const std::vector<const UndoEntry*>& chosen,
                                    const std::set<std::uint64_t>& changed_since,
                                    OnConflict on_conflict,
                                    const std::function<void(const Step&)>& each) {
  on_conflict_ = on_conflict;
  if (on_conflict == OnConflict::kOverwrite) overwritten_ = changed_since;
  put_staged_away();
  std::vector<Step> steps;
  for (auto at = chosen.rbegin(); at != chosen.rend(); ++at) {
    if (stops_ && stops_()) break;
    const UndoEntry& entry = **at;
    const bool skipped = on_conflict == OnConflict::kSkip && changed_since.contains(entry.number);
    steps.push_back(skipped ? step_of(entry, StepEnd::kSkipped, kChangedSince) : take(entry));
    if (each) each(with_asides(steps.back()));
  }
  try_again(steps);
  remove_made_folders();
  give_back_folders();
  mark_the_end();
  for (Step& step : steps) step = with_asides(std::move(step));
  return steps;
}

// Tries steps again that only the order was in the way of: one that was given back later made room,
// or brought a folder. Or what was in the way, and had to stay, went by a later step. Once.
void Restorer::try_again(std::vector<Step>& steps) {
  for (Step& step : steps) {
    const bool stayed = step.end == StepEnd::kSkipped && step.note != kChangedSince;
    if ((step.end != StepEnd::kFailed && !stayed) || (stops_ && stops_())) continue;
    Step again = take(*step.entry);
    if (again.end != StepEnd::kFailed) step = std::move(again);
  }
}

Step Restorer::take(const UndoEntry& entry) {
  moved_aside_ = {};
  return give_back_one(entry);
}

// It saves anew what it changes from here: told first, or what it changes right away would be lost.
Result<void> Restorer::tell_living_session(const UndoEntry& entry) {
  return history_.session.is_running ? marks_.append({{"next", entry.number}}) : Result<void>();
}

Step Restorer::give_back_one(const UndoEntry& entry) {
  if (auto told = tell_living_session(entry); !told) return failed(entry, told.error());
  switch (entry.deed) {
    case UndoDeed::kDelete:
    case UndoDeed::kReplace:
      return bring_back(entry);
    case UndoDeed::kModify:
      return put_back_content(entry);
    case UndoDeed::kMetadata:
      return put_back_metadata(entry);
    case UndoDeed::kRename:
      return move_as_meant(entry);
    case UndoDeed::kExchange:
      return exchange_back(entry);
    case UndoDeed::kLink:
      return take_name_away(entry);
    case UndoDeed::kPlaced:
      return take_away(entry);
    case UndoDeed::kFolder:
      break;
  }
  // Never done with: giving back more of what was in it changes it again.
  folders_.push_back(&entry);
  return step_of(entry, StepEnd::kDone);
}

// The folder's times, so that undoing this undo gives them back. /tmp and kin are everybody's.
void Restorer::note_folder(int held, const std::string& path) {
  struct stat status {};
  if (::fstat(held, &status) != 0 || (status.st_mode & S_ISVTX) != 0) return;
  SaveOrder order;
  order.deed = UndoDeed::kFolder;
  order.held = held;
  order.path = path;
  (void)own_.save(order);
}

void Restorer::note_folder(const HeldPlace& place) {
  note_folder(place.folder.get(), folder_of(place.path));
}

// On record before the next step: whoever goes on after a crash begins there.
Step Restorer::done(const UndoEntry& entry, std::vector<std::string> lost,
                    std::optional<ObjectKey> key, const std::string& content) {
  if (key && *key != entry.object.key) now_[entry.object.key] = *key;
  done_.insert(entry.number);
  furthest_back_.note(entry);
  moves_left_.erase(entry.number);
  UndoneMark mark{entry.number, own_.name(), key, false, "", false};
  if (auto marked = own_.mark(marks_, mark); !marked) return failed(entry, marked.error());
  // An act that an undo had done is undone: the session's own entry can be given back again.
  if (entry.reverts != 0 && !history_.session.undoes.empty()) {
    UndoneMark again{entry.reverts, own_.name(), {}, true, content, false};
    // If the session made it, the object itself is back; if the session changed it, another one may
    // be, which may be one that the session made later.
    if (is_made_number(entry.reverts)) again.key = key;
    if (!again.key && key && *key != entry.object.key) {
      again.key = key;
      again.was = entry.object.key;
    }
    if (auto noted = chain_.note(own_, entry.reverts, again, mark); !noted)
      return failed(entry, noted.error());
  }
  std::string note;
  for (const std::string& what : lost) note += (note.empty() ? "" : "; ") + what;
  return step_of(entry, lost.empty() ? StepEnd::kDone : StepEnd::kPartly, note);
}

// --- what changed ---

Step Restorer::put_back_metadata(const UndoEntry& entry) {
  auto place = find_object(entry, entry.path, WhichName::kAny);
  if (!place && overwritten_.contains(entry.number)) place = hold_place(entry.path);
  if (!place) return failed(entry, place.error());
  if (!place->is_taken()) return step_of(entry, StepEnd::kFailed, "it is no longer there");
  const auto now = record_of(place->occupant.get());
  if (!now) return failed(entry, now.error());
  const ObjectRecord& wanted = furthest_back_.metadata(entry);
  if (same_metadata(*now, wanted)) return done(entry, {}, now->key);
  if (auto saved = own_.save(order_of(UndoDeed::kMetadata, *place, entry)); !saved)
    return failed(entry, saved.error());
  std::vector<std::string> lost;
  give_back(place->occupant.get(), wanted, lost);
  return done(entry, std::move(lost), now->key);
}

Step Restorer::move_as_meant(const UndoEntry& entry) {
  switch (history_.half_of(entry.number)) {
    case MoveHalf::kName:
      return take_new_name_away(entry);
    case MoveHalf::kContent:
      return put_back_old_content(entry);
    case MoveHalf::kWhole:
      break;
  }
  return move_back(entry);
}

Step Restorer::move_back(const UndoEntry& entry) {
  const ObjectKey wanted = current(entry.object.key);
  if (!is_at(hold_place(entry.to), wanted) && is_at(hold_place(entry.path), wanted)) {
    moves_.push_back(&entry);
    return done(entry, {}, wanted);
  }
  auto from = find_object(entry, entry.to);
  // A file that the session made and removed again is nothing to give back.
  if (!from && made_by_session(entry)) return done(entry, {});
  // An undo of its new name alone took it to the store.
  if (!from && (entry.is_name_gone || !entry.content.empty())) return bring_back(entry);
  if (!from) return failed(entry, from.error());
  auto to = reach(place_now(entry), entry);
  if (!to) return failed(entry, to.error());
  note_folder(*from);
  note_folder(*to);
  const LentRights lent_from(from->folder.get());
  const LentRights lent_to(to->folder.get());
  const LentRights lent_moved(from->occupant.get());  // a folder that gets another parent
  if (to->is_taken())
    if (auto aside = put_aside(*to, entry); !aside) return failed(entry, aside.error());
  // It may have been in what just moved aside.
  if (!moved_aside_.first.empty() && is_at_or_below(from->path, moved_aside_.first))
    from->path = moved_aside_.second + from->path.substr(moved_aside_.first.size());
  SaveOrder order = order_of(UndoDeed::kRename, *from, entry);
  order.to = to->path;
  const auto saved = own_.save(order);
  if (!saved) return failed(entry, saved.error());
  if (auto moved = rename_held(*from, *to, RENAME_NOREPLACE); !moved) {
    own_.cancel(*saved);
    return failed(entry, moved.error());
  }
  (void)own_.done(*saved, from->occupant.get());
  names_moved(from->path, to->path);
  moves_.push_back(&entry);
  return done(entry, {}, wanted);
}

Step Restorer::exchange_back(const UndoEntry& entry) {
  auto second = find_object(entry, entry.to);
  if (!second && made_by_session(entry)) return done(entry, {});
  if (!second) return failed(entry, second.error());
  auto first = reach(entry.path, entry);
  if (!first) return failed(entry, first.error());
  // The other one was the session's own, and went: then this one just moves back.
  if (!first->is_taken()) return move_back(entry);
  const ObjectKey key = current(entry.object.key);
  note_folder(*first);
  note_folder(*second);
  const LentRights lent_first(first->folder.get());
  const LentRights lent_second(second->folder.get());
  const LentRights lent_one(first->occupant.get());
  const LentRights lent_other(second->occupant.get());
  SaveOrder order = order_of(UndoDeed::kExchange, *second, entry);
  order.to = entry.path;
  const auto saved = own_.save(order);
  if (!saved) return failed(entry, saved.error());
  if (auto moved = rename_held(*second, *first, RENAME_EXCHANGE); !moved) {
    own_.cancel(*saved);
    return failed(entry, moved.error());
  }
  (void)own_.done(*saved, second->occupant.get());
  names_exchanged(first->path, second->path);
  moves_.push_back(&entry);
  return done(entry, {}, key);
}

// Its place, or the one to which this undo or an earlier one moved it out of the way.
Result<HeldPlace> Restorer::place_of_made(const UndoEntry& entry) const {
  if (!is_made(entry)) return hold_place(entry.path);
  const std::string path = after_moves_back(entry.path);
  auto place = hold_place(path);
  if (is_at(place, current(entry.object.key))) return place;
  const std::string aside = moved_aside_from(path, current(entry.object.key));
  return aside.empty() ? std::move(place) : hold_place(aside);
}

// An undo had put it there. It moves to this undo's store, from where it can be given back again.
Step Restorer::take_away(const UndoEntry& entry) {
  auto place = place_of_made(entry);
  // It went with the folder that it was in.
  if (!place && is_made(entry) && is_missing(place.error())) return done(entry, {});
  if (!place) return failed(entry, place.error());
  if (!place->is_taken()) return done(entry, {});
  const auto key = key_of(place->occupant.get());
  // It was moved back to where something of before came after it, and is in the store already.
  const ObjectKey wanted = current(entry.object.key);
  if (is_made(entry) && (!key || *key != wanted) && put_away_.contains(wanted))
    return step_of(entry, StepEnd::kAlready);
  const bool may_differ = overwritten_.contains(entry.number) ||
                          on_conflict_ == OnConflict::kOverwrite || is_git_index(entry.path);
  if ((!key || *key != wanted) && !may_differ)
    return step_of(entry, StepEnd::kFailed, "something else is there now");
  if (key && stood_there_before(entry)) return done(entry, {}, *key);
  note_folder(*place);
  const LentRights lent(place->folder.get());
  const bool may_stay = entry.object.is_folder() && !is_companion(entry);
  const auto content = may_stay ? take_into_store(*place, entry) : put_aside(*place, entry);
  if (!content && may_stay && is_not_empty(content.error())) {
    // A file that comes back at a point needs it; an undo of all takes it.
    if (is_remade(entry)) return step_of(entry, StepEnd::kAlready);
    asides_.insert({&entry, {"it is not empty, and stays", entry.path}});
    if (is_to_point_) return step_of(entry, StepEnd::kAlready);
    return done(entry, {}, key ? std::optional(*key) : std::nullopt);
  }
  if (!content) return failed(entry, content.error());
  return done(entry, {}, {}, *content);
}

// A file that the session made in a folder that it moved is elsewhere once that has moved back.
std::string Restorer::after_moves_back(std::string path) const {
  const auto follow = [&path](const std::string& from, const std::string& to) {
    if (!is_at_or_below(path, from)) return false;
    path = to + path.substr(from.size());
    return true;
  };
  for (const UndoEntry* move : moves_) {
    const bool followed = follow(move->to, move->path);
    if (!followed && move->deed == UndoDeed::kExchange) (void)follow(move->path, move->to);
  }
  return path;
}

// An entry that lost another of its names, which is to come back, and that has no content of its
// own.
const UndoEntry* Restorer::needs_content_of(const UndoEntry& link) const {
  const auto found = std::ranges::find_if(history_.entries, [&](const UndoEntry& entry) {
    const bool lost = entry.deed == UndoDeed::kDelete || entry.deed == UndoDeed::kReplace;
    const bool is_back = done_.contains(entry.number) || history_.undone.contains(entry.number);
    return lost && !is_back && entry.object.key == link.object.key;
  });
  return found == history_.entries.end() ? nullptr : &*found;
}

// The object stays under its other names. If it has none by now, the session's own entry that needs
// the object finds it in the store of this undo.
Step Restorer::take_name_away(const UndoEntry& entry) {
  // The session may have moved the name, and that may stay.
  const auto is_back = [&](std::uint64_t number) { return !moves_left_.contains(number); };
  const std::string moved = history_.place_of(entry, is_back);
  auto place = hold_place(moved.empty() ? entry.path : moved);
  if (!is_at(place, current(entry.object.key)) && !is_link_gone(history_, entry)) {
    if (!searched_) search_names();
    const std::string found = moved_link(history_, entry, names_, is_back);
    if (!found.empty() && !overwritten_.contains(entry.number))
      return step_of(entry, StepEnd::kSkipped,
                     "it was moved since, and is now " + safe_text(found));
    if (!found.empty()) place = hold_place(found);
  }
  if (!place) return failed(entry, place.error());
  if (!place->is_taken()) return done(entry, {});
  const auto record = record_of(place->occupant.get());
  if (!record) return failed(entry, record.error());
  if (record->key != current(entry.object.key)) return done(entry, {});
  const UndoEntry* const needs = needs_content_of(entry);
  if (record->links < 2 && (needs == nullptr || own_.is_final()))
    return step_of(entry, StepEnd::kSkipped, "it is the last name of the file, and stays");
  note_folder(*place);
  const LentRights lent(place->folder.get());
  const auto content = put_aside(*place, entry);
  if (!content) return failed(entry, content.error());
  if (needs != nullptr && !content->empty()) {
    const UndoneMark kept{needs->number, "", {}, true, *content, false};  // no step of this undo
    if (auto marked = own_.mark(marks_, kept); !marked) return failed(entry, marked.error());
  }
  return done(entry, {}, record->key);
}

// A change that was made and given back last of all is none by somebody else.
void Restorer::mark_the_end() {
  const UndoneMark end{0, own_.name(), {}, false, "", false};
  (void)own_.mark(marks_, end);
  chain_.note_end(own_, end);
}

// Last of all: giving back what is in a folder changes its times. Its path is the one it had before
// the moves that were taken back after it.
void Restorer::give_back_folders() {
  for (const UndoEntry* folder : folders_) {
    std::string path = folder->path;
    for (auto at = moves_.begin(); at != moves_.end(); ++at) {
      const UndoEntry& move = **at;
      if (move.number > folder->number) continue;
      if (is_at_or_below(path, move.to)) {
        path = move.path + path.substr(move.to.size());
      } else if (move.deed == UndoDeed::kExchange && is_at_or_below(path, move.path)) {
        path = move.to + path.substr(move.path.size());
      }
    }
    const UniqueFd held = hold_object(path);
    if (!held.valid()) continue;
    const auto key = key_of(held.get());
    if (!key || *key != current(folder->object.key)) continue;
    note_folder(held.get(), path);
    (void)give_back_times(held.get(), folder->object);
  }
}

}  // namespace guard::supervisor
