// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/restore/together.h"

#include <sys/stat.h>

#include "base/text/text.h"
#include "supervisor/undo/store/content.h"
#include "supervisor/undo/store/held_place.h"

namespace guard::supervisor {
namespace {

// Whoever has it open goes on with what is put aside. Also where that cannot be told.
bool is_open_elsewhere(const std::string& path) {
  const UniqueFd held = hold_object(path);
  struct stat status {};
  if (!held.valid() || ::fstat(held.get(), &status) != 0) return false;
  return S_ISREG(status.st_mode) && !nobody_has_open(held.get());
}

// MADE goes aside for OWNER, which cannot come back, or not without a choice.
void follow(Foresight& made, const Foresight& owner, bool by_others) {
  const std::string with = "it belongs to " + safe_text(owner.path) + ": ";
  if (!owner.obstacle.empty() && made.obstacle.empty()) made.obstacle = with + owner.obstacle;
  if (!owner.conflict.empty() && made.conflict.empty()) made.conflict = with + owner.conflict;
  if (made.note.empty() && !by_others)
    made.note = "the session made it beside " + safe_text(owner.path) + ": it moves aside";
}

void tie(Foresights& steps, Foresight& made, const MadeBeside& beside) {
  for (const std::uint64_t number : beside.owners)
    if (const auto owner = steps.find(number); owner != steps.end())
      follow(made, owner->second, beside.by_others);
  if (made.conflict.empty() && beside.by_others) made.conflict = "the session did not make it";
  if (made.conflict.empty() && is_open_elsewhere(made.now))
    made.conflict = "another process has it open";
  if (!made.obstacle.empty()) made.conflict.clear();
  if (!beside.both_ways || made.conflict.empty()) return;
  for (const std::uint64_t number : beside.owners) {
    const auto owner = steps.find(number);
    if (owner != steps.end() && owner->second.conflict.empty() && owner->second.obstacle.empty())
      owner->second.conflict = safe_text(made.path) + " belongs to it: " + made.conflict;
  }
}

}  // namespace

// Twice: what one of a group meets reaches the others by the files that they belong to.
void tie_together(const History& history, Foresights& steps) {
  for (int turn = 0; turn < 2; ++turn)
    for (const auto& [number, beside] : history.beside)
      if (const auto made = steps.find(number); made != steps.end())
        tie(steps, made->second, beside);
}

}  // namespace guard::supervisor
