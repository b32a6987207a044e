// SPDX-License-Identifier: Apache-2.0
// What an undo would do, before it does anything: each step, what it changes, and what somebody
// else has changed since. Prints; one thread.
#ifndef GUARD_CONSOLE_UNDO_PREVIEW_H_
#define GUARD_CONSOLE_UNDO_PREVIEW_H_

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "console/undo_selection.h"

namespace guard::console {

using Conflicts = std::map<std::uint64_t, std::string>;  // by the number of the entry

struct PreviewOrder {
  std::string state;
  bool json = false;
};
void show_plan(const PreviewOrder& order, const UndoSelection& selection,
               const Conflicts& conflicts);

// Nothing but ASCII: marks that steer a terminal stand as \\uNNNN.
void print_json(const nlohmann::ordered_json& value);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_UNDO_PREVIEW_H_
