// SPDX-License-Identifier: Apache-2.0
// guard undo --list: the sessions of the store, or the acts of one. Prints; one thread.
#ifndef GUARD_CONSOLE_UNDO_UNDO_LIST_H_
#define GUARD_CONSOLE_UNDO_UNDO_LIST_H_

#include <string>

#include "base/error.h"
#include "console/output/shown_times.h"
#include "console/undo/undo_selection.h"

namespace guard::console {

struct ListOrder {
  std::string state;
  bool json = false;
  bool all = false;  // those of which nothing is left to give back, too
  ShownTimes times{};
};
[[nodiscard]] Result<void> list_sessions(const ListOrder& order);

void list_entries(const UndoSelection& selection, bool json, const ShownTimes& times);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_UNDO_UNDO_LIST_H_
