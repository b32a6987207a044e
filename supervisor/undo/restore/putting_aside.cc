// SPDX-License-Identifier: Apache-2.0
// An object that stands where something is to be given back goes aside: into the undo's own store,
// or, with all that is in it, to a free name (aside_place.h).
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/text/text.h"
#include "supervisor/undo/restore/step.h"
#include "supervisor/undo/store/aside_place.h"
#include "supervisor/undo/store/lent_rights.h"

namespace guard::supervisor {
namespace {

bool is_folder(int held) {
  struct stat status {};
  return ::fstat(held, &status) == 0 && S_ISDIR(status.st_mode);
}

}  // namespace

bool is_not_empty(const Error& error) {
  return error.sys_errno == ENOTEMPTY || error.sys_errno == EEXIST;
}

// Where it is kept; empty when it has no content, or was moved.
Result<std::string> Restorer::put_aside(HeldPlace& place, const UndoEntry& entry) {
  if (is_on_its_way(place, entry)) {
    if (auto moved = move_aside(place, entry); !moved) return forward(moved.error());
    return std::string();
  }
  auto kept = take_into_store(place, entry);
  if (kept || !is_not_empty(kept.error())) return kept;
  if (auto moved = move_aside(place, entry); !moved) return forward(moved.error());
  return std::string();
}

bool Restorer::is_on_its_way(const HeldPlace& place, const UndoEntry& entry) const {
  const auto key = key_of(place.occupant.get());
  if (!key || *key == current(entry.object.key)) return false;
  return std::ranges::any_of(history_.moves, [&](const UndoEntry* move) {
    return moves_left_.contains(move->number) && current(move->object.key) == *key &&
           !made_by_session(*move);
  });
}

// Fails with is_not_empty() for a folder that has something in it.
Result<std::string> Restorer::take_into_store(HeldPlace& place, const UndoEntry& entry) {
  const auto saved = own_.save(order_of(UndoDeed::kDelete, place, entry));
  if (!saved) return forward(saved.error());
  std::string content = own_.content_of(*saved);
  const int flags = is_folder(place.occupant.get()) ? AT_REMOVEDIR : 0;
  const auto key = key_of(place.occupant.get());
  if (::unlinkat(place.folder.get(), place.name.c_str(), flags) != 0) {
    auto error = fail_errno("put aside what is there now");
    own_.cancel(*saved);
    return error;
  }
  if (auto kept = own_.done(*saved, place.occupant.get()); !kept) return forward(kept.error());
  if (key) put_away_.insert(*key);
  place.occupant.reset();
  return content;
}

// On record as a move, so that undoing this undo moves it back.
Result<void> Restorer::move_aside(HeldPlace& place, const UndoEntry& entry) {
  const bool of_folder = is_folder(place.occupant.get());
  const char* const what =
      of_folder ? "a folder that is not empty" : "a file that the session moved there";
  if (on_conflict_ == OnConflict::kSkip)
    return fail(Code::kRefused, std::string(what) + " stands there, and stays");
  auto to = free_aside_place(place.path);
  if (!to) return forward(to.error());
  note_folder(*to);
  const LentRights lent_to(to->folder.get());
  const LentRights lent_moved(place.occupant.get());  // it may get another parent
  SaveOrder order = order_of(UndoDeed::kRename, place, entry);
  order.to = to->path;
  const auto saved = own_.save(order);
  if (!saved) return forward(saved.error());
  if (::syscall(SYS_renameat2, place.folder.get(), place.name.c_str(), to->folder.get(),
                to->name.c_str(), RENAME_NOREPLACE) != 0) {
    auto error = fail_errno("move aside what is there now");
    own_.cancel(*saved);
    return error;
  }
  (void)own_.done(*saved, place.occupant.get());
  names_moved(place.path, to->path);
  moved_aside_ = {place.path, to->path};
  const bool is_beside = folder_of(place.path) == folder_of(to->path);
  asides_.insert({&entry,
                  {std::string(of_folder ? "the folder" : "the file") +
                       " that was in the way is now " + safe_text(is_beside ? to->name : to->path),
                   to->path}});
  place.occupant.reset();
  return {};
}

// Puts away what an undo that was killed had not put in its place yet. It may be anybody's by now,
// so it goes to the undo's own store.
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

// Another step may have taken away what this one had moved aside.
Step Restorer::with_asides(Step step) const {
  const auto [first, last] = asides_.equal_range(step.entry);
  for (auto at = first; at != last; ++at) {
    const Aside& aside = at->second;
    if (!aside.path.empty() && !hold_object(aside.path).valid()) continue;
    step.note += (step.note.empty() ? "" : "; ") + aside.text;
  }
  return step;
}

}  // namespace guard::supervisor
