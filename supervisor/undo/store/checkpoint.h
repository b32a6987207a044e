// SPDX-License-Identifier: Apache-2.0
// Checkpoint: a point in a session's undo journal to which guard undo --to goes back. A line of the
// journal for each: {"checkpoint": 3, ...} (docs/undo.md, "The journal"). Values; any thread.
#ifndef GUARD_SUPERVISOR_UNDO_STORE_CHECKPOINT_H_
#define GUARD_SUPERVISOR_UNDO_STORE_CHECKPOINT_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/error.h"

namespace guard::supervisor {

struct Checkpoint {
  std::uint64_t number = 0;      // 1, 2, ...
  std::string name;              // as somebody called it; empty: of a command
  std::string command;           // the agent's command that comes next, redacted; empty: not known
  std::string time;              // ISO 8601
  std::uint64_t next_entry = 0;  // entries of the journal from this number on came later
  std::uint64_t made = 0;        // so many rows of the list of what was made came before
};

// kInvalid: a name that a person could not type, or that means a number. Empty is none, and fits.
[[nodiscard]] Result<void> check_checkpoint_name(const std::string& name);
[[nodiscard]] nlohmann::ordered_json to_json(const Checkpoint& checkpoint);
// Nothing: the line tells of something else, or cannot be read.
[[nodiscard]] std::optional<Checkpoint> checkpoint_from_json(const nlohmann::json& line);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_STORE_CHECKPOINT_H_
