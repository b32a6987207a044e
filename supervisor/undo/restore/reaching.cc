// SPDX-License-Identifier: Apache-2.0
// The files that a session made are not on record, nor what it did with them: a folder of its own
// that it renamed took along what had been moved into it, and one that it removed is missing on the
// way to what was there. Objects are found again by what they are, and such folders stand in until
// nothing is in them any more.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/clock.h"
#include "base/text/text.h"
#include "supervisor/undo/history/made_objects.h"
#include "supervisor/undo/restore/object_search.h"
#include "supervisor/undo/restore/step.h"
#include "supervisor/undo/store/aside_place.h"
#include "supervisor/undo/store/lent_rights.h"

namespace guard::supervisor {
namespace {

bool holds(const Result<HeldPlace>& place, const ObjectKey& wanted) {
  if (!place || !place->is_taken()) return false;
  const auto key = key_of(place->occupant.get());
  return key && *key == wanted;
}

bool is_link(int held) {
  struct stat status {};
  return ::fstat(held, &status) == 0 && S_ISLNK(status.st_mode);
}

}  // namespace

Result<HeldPlace> Restorer::find_object(const UndoEntry& entry, const std::string& path,
                                        WhichName which) {
  const ObjectKey wanted = current(entry.object.key);
  auto known = hold_place(path);
  if (holds(known, wanted)) return known;
  if (const std::string aside = moved_aside_from(path, wanted); !aside.empty())
    return hold_place(aside);
  if (!searched_) search_names();
  const std::string other =
      name_meant(names_, wanted, path,
                 which == WhichName::kMeant && several_names_.contains(entry.object.key));
  if (!other.empty())
    if (auto place = hold_place(other); holds(place, wanted)) return place;
  return fail(Code::kNotFound, gone_text(names_, wanted, known && known->is_taken()));
}

bool Restorer::made_by_session(const UndoEntry& entry) const {
  const auto started = parse_iso_time(history_.session.started);
  if (!started || !history_.session.undoes.empty()) return false;
  return std::chrono::nanoseconds(entry.object.key.born_ns) > started->time_since_epoch();
}

// Then it comes back by a step that has its owner and mode. A folder that is done with does not:
// one of the session's own that it moved and then removed.
bool Restorer::comes_back_itself(const std::string& folder, const UndoEntry& entry) const {
  return std::any_of(history_.entries.begin(), history_.entries.end(), [&](const UndoEntry& other) {
    const bool goes = other.deed == UndoDeed::kDelete || other.deed == UndoDeed::kReplace ||
                      other.deed == UndoDeed::kRename || other.deed == UndoDeed::kExchange;
    const bool is_done = done_.contains(other.number) || history_.undone.contains(other.number);
    return goes && !is_done && other.number > entry.number && other.path == folder;
  });
}

// Mostly what came later is undone by then, and the name is the one of then.
std::string Restorer::place_now(const UndoEntry& entry) const {
  if (moves_left_.upper_bound(entry.number) == moves_left_.end()) return entry.path;
  return history_.place_of(origin_of(entry),
                           [&](std::uint64_t number) { return !moves_left_.contains(number); });
}

// A folder that the session had moved, and somebody else moved on: PATH below where that is now.
std::string Restorer::moved_on(const std::string& path) {
  for (auto at = history_.moves.rbegin(); at != history_.moves.rend(); ++at) {
    const UndoEntry& move = **at;
    if (path == move.to || !is_at_or_below(path, move.to) || !moves_left_.contains(move.number))
      continue;
    const auto found = find_object(move, move.to);
    if (!found || found->path == move.to) return {};
    return found->path + path.substr(move.to.size());
  }
  return {};
}

Result<HeldPlace> Restorer::reach(const std::string& path, const UndoEntry& entry) {
  auto place = hold_place(path);
  if (place) return place;
  const int error = place.error().sys_errno;
  const std::string folder = folder_of(path);
  if ((error != ENOENT && error != ENOTDIR) || folder == "/") return place;
  if (const std::string there = moved_on(path); !there.empty()) return hold_place(there);
  if (comes_back_itself(folder, entry))
    return fail(Code::kNotFound,
                "its folder is gone: give that back first: guard undo " + command_text({folder}));
  if (auto made = make_folder(folder, entry); !made) return forward(made.error());
  return hold_place(path);
}

// A folder of the session's own that stood at PATH before NUMBER, by its last move: what stands in
// for it goes the way back in its place. Null: it had been made there.
const UndoEntry* Restorer::move_that_led_to(std::string path, std::uint64_t number) const {
  for (auto at = history_.entries.rbegin(); at != history_.entries.rend(); ++at) {
    const bool moves = at->deed == UndoDeed::kRename;
    if (at->number >= number || !moves) continue;
    if (at->to == path) return made_by_session(*at) ? &*at : nullptr;
    if (at->path == path) return nullptr;  // what stood there came later
    if (is_at_or_below(path, at->to)) path = at->path + path.substr(at->to.size());
  }
  return nullptr;
}

Result<void> Restorer::make_folder(const std::string& path, const UndoEntry& entry) {
  auto place = reach(path, entry);
  if (!place) return forward(place.error());
  note_folder(*place);
  const LentRights lent(place->folder.get());
  if (place->is_taken()) {
    // Without a way back nobody's file goes for this.
    if (own_.is_final() || is_link(place->occupant.get()))
      return fail_with(ENOTDIR, safe_text(path));
    if (auto aside = put_aside(*place, entry); !aside) return forward(aside.error());
  }
  if (::mkdirat(place->folder.get(), place->name.c_str(), 0777) != 0)
    return fail_errno(safe_text(path));
  place->look_again();
  const auto key = key_of(place->occupant.get());
  if (!key) return forward(key.error());
  made_.emplace_back(*key, entry.number);
  names_[*key] = {path};
  if (const UndoEntry* moved = move_that_led_to(path, entry.number)) now_[moved->object.key] = *key;
  if (auto noted = own_.note_placed(path, place->occupant.get(), entry.number); !noted)
    return forward(noted.error());
  return note_remade(path, *key);
}

// The session had made such a folder and removed it: an undo of all takes this one away.
Result<void> Restorer::note_remade(const std::string& path, const ObjectKey& key) {
  if (!history_.session.undoes.empty()) return {};
  if (!made_folders_) made_folders_ = names_of_made_folders(root_ + "/" + history_.session.name);
  if (!made_folders_->contains(path)) return {};
  auto noted = marks_.append({{"remade", bytes_to_json(path)},
                              {"key", {key.device, key.inode, key.born_ns}},
                              {"by", own_.name()}});
  return own_.is_final() ? Result<void>() : noted;
}

// The folder that was made on the way is the very one that comes back: it stays.
bool Restorer::stood_in(const ObjectKey& key) {
  return std::erase_if(made_, [&](const auto& made) { return made.first == key; }) != 0;
}

// A folder that stood in: it goes when that is taken back, and others may still need it until then.
bool Restorer::stood_there_before(const UndoEntry& entry) const {
  return entry.object.is_folder() &&
         std::any_of(history_.entries.begin(), history_.entries.end(), [&](const UndoEntry& other) {
           return other.deed == UndoDeed::kPlaced && other.number < entry.number &&
                  other.object.key == entry.object.key;
         });
}

void Restorer::remove_made_folders() {
  for (auto at = made_.rbegin(); at != made_.rend(); ++at) {
    const auto& [key, number] = *at;
    auto place = hold_place(names_[key].front());
    if (!holds(place, key)) continue;
    const LentRights lent(place->folder.get());
    SaveOrder order;
    order.deed = UndoDeed::kDelete;
    order.held = place->occupant.get();
    order.path = place->path;
    order.reverts = number;
    const auto saved = own_.save(order);
    if (!saved) continue;
    if (::unlinkat(place->folder.get(), place->name.c_str(), AT_REMOVEDIR) != 0) {
      own_.cancel(*saved);
    } else {
      (void)own_.done(*saved, place->occupant.get());
    }
  }
}

}  // namespace guard::supervisor
