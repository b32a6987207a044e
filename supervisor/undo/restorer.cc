// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/restorer.h"

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

#include "base/text.h"

namespace guard::supervisor {
namespace {

constexpr std::array<const char*, 4> kEndNames = {"done", "already", "skipped", "failed"};

Step step_of(const UndoEntry& entry, StepEnd end, std::string note = "") {
  return {&entry, end, std::move(note)};
}
Step failed(const UndoEntry& entry, const Error& error) {
  return step_of(entry, StepEnd::kFailed, error.text());
}

SaveOrder order_of(UndoDeed deed, const HeldPlace& place, const UndoEntry& entry) {
  SaveOrder order;
  order.deed = deed;
  order.held = place.occupant.get();
  order.path = place.path;
  order.reverts = entry.number;
  return order;
}

bool is_folder(int held) {
  struct stat status {};
  return ::fstat(held, &status) == 0 && S_ISDIR(status.st_mode);
}

bool same_content_state(const ObjectRecord& now, const ObjectRecord& then) {
  return now.size == then.size && now.changed.tv_sec == then.changed.tv_sec &&
         now.changed.tv_nsec == then.changed.tv_nsec;
}

Result<void> rename_held(const HeldPlace& from, const HeldPlace& to, unsigned flags) {
  if (::syscall(SYS_renameat2, from.folder.get(), from.name.c_str(), to.folder.get(),
                to.name.c_str(), flags) != 0)
    return fail_errno("move back");
  return {};
}

// A file that its owner made read-only: the mode is given back with the rest.
UniqueFd open_for_writing(int held) {
  const std::string path = held_path(held);
  UniqueFd file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  struct stat status {};
  if (file.valid() || errno != EACCES || ::fstat(held, &status) != 0) return file;
  if (::chmod(path.c_str(), (status.st_mode & 07777U) | S_IWUSR) != 0) return file;
  file.reset(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

bool is_at_or_below(const std::string& path, const std::string& folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

}  // namespace

const char* name_of(StepEnd end) {
  return kEndNames.at(static_cast<std::size_t>(end));
}

Result<Restorer> Restorer::begin(std::string root, const History& history, UndoStore* own) {
  auto marks = Journal::open(root + "/" + history.session.name + "/undone");
  if (!marks) return forward(marks.error());
  if (!history.session.is_running) drop_unfinished(root + "/" + history.session.name);
  Restorer restorer(std::move(root), history, own, std::move(*marks));
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
  if (on_conflict == OnConflict::kOverwrite) overwritten_ = changed_since;
  std::vector<Step> steps;
  for (auto at = chosen.rbegin(); at != chosen.rend(); ++at) {
    const UndoEntry& entry = **at;
    const bool skipped = on_conflict == OnConflict::kSkip && changed_since.contains(entry.number);
    steps.push_back(skipped ? step_of(entry, StepEnd::kSkipped, "changed since") : take(entry));
    if (each) each(steps.back());
  }
  give_back_folders();
  return steps;
}

Step Restorer::take(const UndoEntry& entry) {
  switch (entry.deed) {
    case UndoDeed::kDelete:
    case UndoDeed::kReplace:
      return bring_back(entry);
    case UndoDeed::kModify:
      return put_back_content(entry);
    case UndoDeed::kMetadata:
      return put_back_metadata(entry);
    case UndoDeed::kRename:
      return move_back(entry);
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
void Restorer::note_folder(const HeldPlace& place) {
  struct stat status {};
  if (::fstat(place.folder.get(), &status) != 0 || (status.st_mode & S_ISVTX) != 0) return;
  SaveOrder order;
  order.deed = UndoDeed::kFolder;
  order.held = place.folder.get();
  order.path = folder_of(place.path);
  (void)own_.save(order);
}

// On record before the next step: whoever goes on after a crash begins there.
Step Restorer::done(const UndoEntry& entry, std::vector<std::string> lost,
                    std::optional<ObjectKey> key, const std::string& content) {
  if (key && *key != entry.object.key) now_[entry.object.key] = *key;
  UndoneMark mark{entry.number, own_.name(), key, false, ""};
  if (auto marked = own_.mark(marks_, mark); !marked) return failed(entry, marked.error());
  // What an undo had done is undone: the session's own entry can be given back again.
  if (entry.reverts != 0 && !history_.session.undoes.empty()) {
    auto original = Journal::open(root_ + "/" + history_.session.undoes + "/undone");
    if (!original) return failed(entry, original.error());
    if (auto marked = own_.mark(*original, {entry.reverts, own_.name(), {}, true, content});
        !marked)
      return failed(entry, marked.error());
  }
  std::string note;
  for (const std::string& what : lost) note += (note.empty() ? "" : "; ") + what;
  return step_of(entry, StepEnd::kDone, note);
}

// --- what went ---

Step Restorer::bring_back(const UndoEntry& entry) {
  auto place = hold_place(entry.path);
  if (!place) return failed(entry, place.error());
  note_folder(*place);
  if (place->is_taken()) {
    const auto key = key_of(place->occupant.get());
    if (key && *key == current(entry.object.key)) {
      Step step = done(entry, {}, *key);
      if (step.end == StepEnd::kDone) step.end = StepEnd::kAlready;
      return step;
    }
    if (auto aside = put_aside(*place, entry); !aside) return failed(entry, aside.error());
  }
  return take_the_place(entry, std::move(*place));
}

Step Restorer::take_the_place(const UndoEntry& entry, HeldPlace place) {
  if (auto placed = place_object(place, entry); !placed) return failed(entry, placed.error());
  place.look_again();
  if (!place.is_taken()) return step_of(entry, StepEnd::kFailed, "it went again");
  std::vector<std::string> lost;
  give_back(place.occupant.get(), entry.object, lost);
  const auto key = key_of(place.occupant.get());
  if (!key) return failed(entry, key.error());
  if (several_names_.contains(entry.object.key))
    names_[*key] = UniqueFd(::fcntl(place.occupant.get(), F_DUPFD_CLOEXEC, 3));
  if (auto noted = own_.note_placed(place.path, place.occupant.get(), entry.number); !noted)
    return failed(entry, noted.error());
  return done(entry, std::move(lost), *key);
}

// Kept by this undo, then taken away. Where it is kept; empty when it has no content.
Result<std::string> Restorer::put_aside(HeldPlace& place, const UndoEntry& entry) {
  const auto saved = own_.save(order_of(UndoDeed::kDelete, place, entry));
  if (!saved) return forward(saved.error());
  std::string content = own_.content_of(*saved);
  const int flags = is_folder(place.occupant.get()) ? AT_REMOVEDIR : 0;
  if (::unlinkat(place.folder.get(), place.name.c_str(), flags) != 0) {
    auto error = fail_errno("put aside what is there now");
    own_.cancel(*saved);
    return error;
  }
  if (auto kept = own_.done(*saved, place.occupant.get()); !kept) return forward(kept.error());
  // By now its only name may be in the store: nothing may be linked to that.
  if (const auto key = key_of(place.occupant.get()); key && !content.empty()) names_.erase(*key);
  place.occupant.reset();
  return content;
}

Result<void> Restorer::place_object(HeldPlace& place, const UndoEntry& entry) {
  const ObjectRecord& object = entry.object;
  const int folder = place.folder.get();
  const char* const name = place.name.c_str();
  if (object.is_file()) return place_file(place, entry);
  int made = -1;
  const auto linked = place_link(place, entry);
  if (!linked) return forward(linked.error());
  if (*linked) return {};
  if (object.is_folder()) {
    made = ::mkdirat(folder, name, 0700);
  } else if (S_ISLNK(object.mode)) {
    made = ::symlinkat(object.link_text.c_str(), folder, name);
  } else {
    made = ::mknodat(folder, name, (object.mode & S_IFMT) | 0600U, object.number);
  }
  if (made != 0) return fail_errno("bring back");
  return {};
}

Result<void> Restorer::place_file(HeldPlace& place, const UndoEntry& entry) {
  const auto linked = place_link(place, entry);
  if (!linked) return forward(linked.error());
  if (*linked) return {};
  const UndoEntry* const kept = content_for(entry);
  if (kept == nullptr)
    return fail(Code::kNotFound, "its content was left under another name, which is gone");
  const std::string path = root_ + "/" + kept->content;
  // The very file that went, unless it went to another file system.
  if (kept == &entry && entry.is_original &&
      ::syscall(SYS_renameat2, AT_FDCWD, path.c_str(), place.folder.get(), place.name.c_str(),
                RENAME_NOREPLACE) == 0)
    return {};
  const UniqueFd content = open_content(kept->content);
  if (!content.valid()) return fail_errno("read what was kept");
  const UniqueFd file(::openat(place.folder.get(), ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600));
  const bool unnamed = file.valid();
  const UniqueFd named(unnamed ? -1
                               : ::openat(place.folder.get(), place.name.c_str(),
                                          O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!unnamed && !named.valid()) return fail_errno("bring back");
  if (auto copied = copy_content(content.get(), unnamed ? file.get() : named.get(), {}); !copied) {
    if (!unnamed) ::unlinkat(place.folder.get(), place.name.c_str(), 0);
    return copied;
  }
  if (unnamed && ::linkat(AT_FDCWD, held_path(file.get()).c_str(), place.folder.get(),
                          place.name.c_str(), AT_SYMLINK_FOLLOW) != 0)
    return fail_errno("bring back");
  return {};
}

UniqueFd Restorer::open_content(const std::string& content) const {
  return UniqueFd(
      ::open((root_ + "/" + content).c_str(), O_RDONLY | O_NOFOLLOW | O_NOATIME | O_CLOEXEC));
}

// A further name of an object that is there: what was one file is one again.
Result<bool> Restorer::place_link(HeldPlace& place, const UndoEntry& entry) {
  const int other = other_name(entry);
  if (other < 0) return false;
  if (::linkat(AT_FDCWD, held_path(other).c_str(), place.folder.get(), place.name.c_str(),
               AT_SYMLINK_FOLLOW) == 0)
    return true;
  if (errno != ENOENT) return fail_errno("link back");
  names_.erase(current(entry.object.key));  // its last name went
  return false;
}

int Restorer::other_name(const UndoEntry& entry) {
  if (!several_names_.contains(entry.object.key)) return -1;
  if (!searched_) search_names();
  const auto found = names_.find(current(entry.object.key));
  return found == names_.end() ? -1 : found->second.get();
}

// What was kept for this very act, else the object's first state.
const UndoEntry* Restorer::content_for(const UndoEntry& entry) const {
  const UndoEntry* found = nullptr;
  for (const UndoEntry& other : history_.entries) {
    if (other.object.key != entry.object.key || other.content.empty()) continue;
    // The very file, given back meanwhile.
    if (::access((root_ + "/" + other.content).c_str(), F_OK) != 0) continue;
    if (&other == &entry) return &entry;
    if (found == nullptr) found = &other;
  }
  return found;
}

// --- what changed ---

Step Restorer::put_back_content(const UndoEntry& entry) {
  auto place = hold_place(entry.path);
  if (!place) return failed(entry, place.error());
  const auto key = place->is_taken() ? key_of(place->occupant.get()) : fail(Code::kNotFound, "");
  if (!key || *key != current(entry.object.key)) {
    if (!overwritten_.contains(entry.number))
      return step_of(entry, StepEnd::kFailed, "it is no longer there");
    note_folder(*place);
    if (place->is_taken())
      if (auto aside = put_aside(*place, entry); !aside) return failed(entry, aside.error());
    return take_the_place(entry, std::move(*place));
  }
  const auto now = record_of(place->occupant.get());
  if (!now) return failed(entry, now.error());
  if (same_content_state(*now, entry.object)) return step_of(entry, StepEnd::kAlready);
  if (auto saved = own_.save(order_of(UndoDeed::kModify, *place, entry)); !saved)
    return failed(entry, saved.error());
  const UniqueFd content = open_content(entry.content);
  if (!content.valid()) return step_of(entry, StepEnd::kFailed, "what was kept cannot be read");
  {
    const UniqueFd file = open_for_writing(place->occupant.get());
    if (!file.valid()) return failed(entry, fail_errno("write").value());
    if (auto copied = copy_content(content.get(), file.get(), {}); !copied)
      return failed(entry, copied.error());
  }
  std::vector<std::string> lost;
  give_back(place->occupant.get(), entry.object, lost);
  return done(entry, std::move(lost), *key);
}

Step Restorer::put_back_metadata(const UndoEntry& entry) {
  auto place = hold_place(entry.path);
  if (!place) return failed(entry, place.error());
  if (!place->is_taken()) return step_of(entry, StepEnd::kFailed, "it is no longer there");
  const auto now = record_of(place->occupant.get());
  if (!now) return failed(entry, now.error());
  if (now->key != current(entry.object.key) && !overwritten_.contains(entry.number))
    return step_of(entry, StepEnd::kFailed, "something else is there now");
  if (same_metadata(*now, entry.object)) return done(entry, {}, now->key);
  if (auto saved = own_.save(order_of(UndoDeed::kMetadata, *place, entry)); !saved)
    return failed(entry, saved.error());
  std::vector<std::string> lost;
  give_back(place->occupant.get(), entry.object, lost);
  return done(entry, std::move(lost), now->key);
}

Step Restorer::move_back(const UndoEntry& entry) {
  auto from = hold_place(entry.to);
  auto to = hold_place(entry.path);
  if (!to) return failed(entry, to.error());
  const ObjectKey wanted = current(entry.object.key);
  const auto is_wanted = [&](const Result<HeldPlace>& place) {
    if (!place || !place->is_taken()) return false;
    const auto key = key_of(place->occupant.get());
    return key && *key == wanted;
  };
  if (!is_wanted(from)) {
    if (!is_wanted(to)) return step_of(entry, StepEnd::kFailed, "it is no longer there");
    moves_.push_back(&entry);
    return done(entry, {}, wanted);
  }
  note_folder(*from);
  note_folder(*to);
  if (to->is_taken())
    if (auto aside = put_aside(*to, entry); !aside) return failed(entry, aside.error());
  SaveOrder order = order_of(UndoDeed::kRename, *from, entry);
  order.to = entry.path;
  const auto saved = own_.save(order);
  if (!saved) return failed(entry, saved.error());
  if (auto moved = rename_held(*from, *to, RENAME_NOREPLACE); !moved) {
    own_.cancel(*saved);
    return failed(entry, moved.error());
  }
  (void)own_.done(*saved, from->occupant.get());
  moves_.push_back(&entry);
  return done(entry, {}, wanted);
}

Step Restorer::exchange_back(const UndoEntry& entry) {
  auto first = hold_place(entry.path);
  auto second = hold_place(entry.to);
  if (!first) return failed(entry, first.error());
  if (!second) return failed(entry, second.error());
  if (!second->is_taken()) return step_of(entry, StepEnd::kFailed, "it is no longer there");
  // The other one was the session's own, and went: then this one just moves back.
  if (!first->is_taken()) return move_back(entry);
  const auto key = key_of(second->occupant.get());
  if (!key || *key != current(entry.object.key))
    return step_of(entry, StepEnd::kFailed, "something else is there now");
  note_folder(*first);
  note_folder(*second);
  SaveOrder order = order_of(UndoDeed::kExchange, *second, entry);
  order.to = entry.path;
  const auto saved = own_.save(order);
  if (!saved) return failed(entry, saved.error());
  if (auto moved = rename_held(*second, *first, RENAME_EXCHANGE); !moved) {
    own_.cancel(*saved);
    return failed(entry, moved.error());
  }
  (void)own_.done(*saved, second->occupant.get());
  moves_.push_back(&entry);
  return done(entry, {}, *key);
}

// An undo had put it there. It moves to this undo's store, from where it can be given back again.
Step Restorer::take_away(const UndoEntry& entry) {
  auto place = hold_place(entry.path);
  if (!place) return failed(entry, place.error());
  if (!place->is_taken()) return done(entry, {});
  const auto key = key_of(place->occupant.get());
  if ((!key || *key != current(entry.object.key)) && !overwritten_.contains(entry.number))
    return step_of(entry, StepEnd::kFailed, "something else is there now");
  note_folder(*place);
  const auto content = put_aside(*place, entry);
  if (!content) return failed(entry, content.error());
  return done(entry, {}, {}, *content);
}

// The object stays under its other names.
Step Restorer::take_name_away(const UndoEntry& entry) {
  auto place = hold_place(entry.path);
  if (!place) return failed(entry, place.error());
  if (!place->is_taken()) return done(entry, {});
  const auto record = record_of(place->occupant.get());
  if (!record) return failed(entry, record.error());
  if (record->key != current(entry.object.key) || record->links < 2) return done(entry, {});
  note_folder(*place);
  if (auto aside = put_aside(*place, entry); !aside) return failed(entry, aside.error());
  return done(entry, {}, record->key);
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
    if (key && *key == current(folder->object.key))
      (void)give_back_times(held.get(), folder->object);
  }
}

}  // namespace guard::supervisor
