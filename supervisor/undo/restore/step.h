// SPDX-License-Identifier: Apache-2.0
// How the steps of an undo end, and what they tell the undo's own store: shared by the files that
// Restorer is written in. Pure, any thread.
#ifndef GUARD_SUPERVISOR_UNDO_RESTORE_STEP_H_
#define GUARD_SUPERVISOR_UNDO_RESTORE_STEP_H_

#include <string>

#include "supervisor/undo/restore/restorer.h"

namespace guard::supervisor {

[[nodiscard]] Step step_of(const UndoEntry& entry, StepEnd end, std::string note = "");
// Code::kRefused: left alone because somebody wanted it so.
[[nodiscard]] Step failed(const UndoEntry& entry, const Error& error);
// The removal of a folder failed, because something is in it.
[[nodiscard]] bool is_not_empty(const Error& error);
[[nodiscard]] SaveOrder order_of(UndoDeed deed, const HeldPlace& place, const UndoEntry& entry);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_RESTORE_STEP_H_
