// SPDX-License-Identifier: Apache-2.0
// FurtherNames: the further names (hard links) that a session gave to files. What it changes under
// one of them is the file's, by whichever name people know that. HISTORY outlives it. Pure; any
// thread.
#ifndef GUARD_SUPERVISOR_UNDO_HISTORY_FURTHER_NAMES_H_
#define GUARD_SUPERVISOR_UNDO_HISTORY_FURTHER_NAMES_H_

#include <string>
#include <unordered_map>
#include <vector>

#include "supervisor/undo/history/history.h"

namespace guard::supervisor {

class FurtherNames {
 public:
  explicit FurtherNames(const History& history);
  // The name that the object of ENTRY had before the session linked it to the name that ENTRY has
  // for it; without such a link the name that ENTRY has.
  [[nodiscard]] std::string first_name(const UndoEntry& entry) const;

 private:
  std::unordered_map<std::string, std::vector<const UndoEntry*>> links_;  // by the further name
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_HISTORY_FURTHER_NAMES_H_
