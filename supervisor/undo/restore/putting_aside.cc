// SPDX-License-Identifier: Apache-2.0
// What stands where something is to be given back goes aside: into the undo's own store, or, with
// all that is in it, to a free name beside its own.
#include <fcntl.h>
#include <linux/limits.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "base/text/text.h"
#include "supervisor/undo/restore/step.h"
#include "supervisor/undo/store/lent_rights.h"

namespace guard::supervisor {
namespace {

constexpr int kMostAside = 1000;

// "NAME.before-undo", "NAME.before-undo-2": as long as names may be.
std::string with_ending(const std::string& name, const std::string& ending) {
  return name.substr(0, NAME_MAX - ending.size()) + ending;
}

std::string aside_name(const std::string& name, int turn) {
  return with_ending(name, turn == 1 ? ".before-undo" : ".before-undo-" + std::to_string(turn));
}

bool is_folder(int held) {
  struct stat status {};
  return ::fstat(held, &status) == 0 && S_ISDIR(status.st_mode);
}

bool is_free(const HeldPlace& place, const std::string& name) {
  struct stat status {};
  return ::fstatat(place.folder.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 &&
         errno == ENOENT;
}

// Somebody may have taken all the plain ones.
Result<std::string> free_aside_name(const HeldPlace& place) {
  for (int turn = 1; turn < kMostAside; ++turn) {
    std::string name = aside_name(place.name, turn);
    if (is_free(place, name)) return name;
  }
  std::uint32_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != static_cast<ssize_t>(sizeof number))
    return fail_errno("getrandom");
  return with_ending(place.name,
                     ".before-undo-" + std::to_string(kMostAside + std::uint64_t{number}));
}

}  // namespace

// Where it is kept; empty when it has no content, or was moved.
Result<std::string> Restorer::put_aside(HeldPlace& place, const UndoEntry& entry) {
  const auto saved = own_.save(order_of(UndoDeed::kDelete, place, entry));
  if (!saved) return forward(saved.error());
  std::string content = own_.content_of(*saved);
  const bool folder = is_folder(place.occupant.get());
  if (::unlinkat(place.folder.get(), place.name.c_str(), folder ? AT_REMOVEDIR : 0) != 0) {
    auto error = fail_errno("put aside what is there now");
    own_.cancel(*saved);
    if (!folder || (error.value().sys_errno != ENOTEMPTY && error.value().sys_errno != EEXIST))
      return error;
    if (auto moved = move_aside(place, entry); !moved) return forward(moved.error());
    return std::string();
  }
  if (auto kept = own_.done(*saved, place.occupant.get()); !kept) return forward(kept.error());
  place.occupant.reset();
  return content;
}

// On record as a move, so that undoing this undo moves it back.
Result<void> Restorer::move_aside(HeldPlace& place, const UndoEntry& entry) {
  if (on_conflict_ == OnConflict::kSkip)
    return fail(Code::kRefused, "a folder that is not empty stands there, and stays");
  const auto name = free_aside_name(place);
  if (!name) return forward(name.error());
  SaveOrder order = order_of(UndoDeed::kRename, place, entry);
  order.to = (folder_of(place.path) == "/" ? "" : folder_of(place.path)) + "/" + *name;
  const auto saved = own_.save(order);
  if (!saved) return forward(saved.error());
  const int folder = place.folder.get();
  if (::syscall(SYS_renameat2, folder, place.name.c_str(), folder, name->c_str(),
                RENAME_NOREPLACE) != 0) {
    auto error = fail_errno("move aside the folder that is there now");
    own_.cancel(*saved);
    return error;
  }
  (void)own_.done(*saved, place.occupant.get());
  names_moved(place.path, order.to);
  moved_aside_ = {place.path, order.to};
  aside_.push_back("the folder that was in the way is now " + safe_text(*name));
  place.occupant.reset();
  return {};
}

// What an undo that was killed had not put in its place yet. It may be anybody's by now, so it goes
// to the undo's own store.
void Restorer::put_staged_away() {
  for (const std::string& path : history_.staged) {
    auto place = hold_place(path);
    if (!place || !place->is_taken()) continue;
    if (own_.is_final() || !put_away(*place)) left_over_.push_back(path);
  }
}

Result<void> Restorer::put_away(HeldPlace& place) {
  note_folder(place);
  const LentRights lent(place.folder.get());
  SaveOrder order;
  order.deed = UndoDeed::kDelete;
  order.held = place.occupant.get();
  order.path = place.path;
  const auto saved = own_.save(order);
  if (!saved) return forward(saved.error());
  const int flags = is_folder(order.held) ? AT_REMOVEDIR : 0;
  if (::unlinkat(place.folder.get(), place.name.c_str(), flags) != 0) {
    auto error = fail_errno("put away");
    own_.cancel(*saved);
    return error;
  }
  return own_.done(*saved, order.held);
}

std::string Restorer::aside_of(const std::string& path, const ObjectKey& key) const {
  for (int turn = 1; turn < kMostAside; ++turn) {
    const std::string folder = folder_of(path);
    std::string aside =
        (folder == "/" ? "" : folder) + "/" + aside_name(path.substr(path.rfind('/') + 1), turn);
    const UniqueFd held = hold_object(aside);
    if (!held.valid()) return {};
    const auto found = key_of(held.get());
    if (found && *found == key) return aside;
  }
  return {};
}

}  // namespace guard::supervisor
