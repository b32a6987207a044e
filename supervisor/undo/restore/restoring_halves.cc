// SPDX-License-Identifier: Apache-2.0
// One half of a move (move_halves.h): the move stays in effect, so an undo of all still moves the
// file back.
#include <fcntl.h>

#include <algorithm>
#include <utility>

#include "supervisor/undo/restore/step.h"
#include "supervisor/undo/store/lent_rights.h"

namespace guard::supervisor {

// The move itself finds the file in the store of this undo, if it is undone later.
Step Restorer::take_new_name_away(const UndoEntry& entry) {
  const std::string known = history_.place_of(entry);
  const std::string& name = known.empty() ? entry.to : known;
  auto place = find_object(entry, name);
  const bool is_itself = place.has_value();
  // A later backup has the name: the old file is kept already.
  if (!is_itself) place = hold_place(name);
  if (!place) return failed(entry, place.error());
  if (!place->is_taken()) return step_of(entry, StepEnd::kAlready);
  const auto record = record_of(place->occupant.get());
  if (!record) return failed(entry, record.error());
  if (is_itself && own_.is_final())
    return step_of(entry, StepEnd::kSkipped,
                   "it is all that is left of the session's change, and stays");
  note_folder(*place);
  const LentRights lent(place->folder.get());
  const auto content = take_into_store(*place, entry);
  if (!content) return failed(entry, content.error());
  if (is_itself) {
    UndoneMark kept{entry.number, "", {}, true, *content, false};  // no step of this undo
    kept.is_name_gone = true;
    if (auto marked = own_.mark(marks_, kept); !marked) return failed(entry, marked.error());
  }
  return step_of(entry, StepEnd::kDone);
}

UniqueFd Restorer::open_first_content(const UndoEntry& move) {
  for (const UndoEntry& other : history_.entries) {
    if (other.object.key != move.object.key || other.content.empty()) continue;
    if (UniqueFd kept = open_content(other.content); kept.valid()) return kept;
  }
  const auto place = find_object(move, history_.place_of(move));
  if (!place) return {};
  return open_in_use(place->occupant.get(), O_RDONLY | O_NOATIME | O_CLOEXEC, patience_);
}

// The moved file stays what it is: the old name gets a copy.
Step Restorer::put_back_old_content(const UndoEntry& entry) {
  const auto first = std::ranges::find_if(history_.entries, [&](const UndoEntry& other) {
    return other.object.key == entry.object.key;
  });
  auto place = reach(place_now(entry), entry);
  if (!place) return failed(entry, place.error());
  const UniqueFd content = open_first_content(entry);
  if (!content.valid()) return step_of(entry, StepEnd::kFailed, "what it was cannot be read");
  const auto was = place->is_taken() ? key_of(place->occupant.get()) : Result<ObjectKey>();
  note_folder(*place);
  const LentRights lent(place->folder.get());
  auto staged = StagedObject::copy(*place, note_staged(), content.get());
  if (!staged) return failed(entry, staged.error());
  if (auto filled = fill_place(*place, entry, std::move(*staged)); !filled)
    return failed(entry, filled.error());
  place->look_again();
  const auto key = key_of(place->occupant.get());
  if (!key) return failed(entry, key.error());
  std::vector<std::string> lost;
  give_back(place->occupant.get(), first->object, lost);
  if (auto noted = own_.note_placed(place->path, place->occupant.get(), entry.number); !noted)
    return failed(entry, noted.error());
  UndoneMark stays{entry.number, "", *key, true, "", false};  // for the session's own new file
  stays.was = was ? *was : *key;
  if (auto marked = own_.mark(marks_, stays); !marked) return failed(entry, marked.error());
  std::string note;
  for (const std::string& what : lost) note += (note.empty() ? "" : "; ") + what;
  return step_of(entry, lost.empty() ? StepEnd::kDone : StepEnd::kPartly, note);
}

}  // namespace guard::supervisor
