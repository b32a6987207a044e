// SPDX-License-Identifier: Apache-2.0
// `guard run --raised-by PID:FD`: the guard that root runs for an approved sudo of another session
// (supervisor/rights). It takes its end of a socket from that session's process, which must be one
// that it descends from, and learns there what it is to do: the policy that holds in that session,
// its workspace, and whom to ask. Nothing of it comes from a file, a variable or a descriptor that
// the tree outside could have changed. Single-threaded, at the start.
#ifndef GUARD_CONSOLE_RUN_RAISED_RUN_H_
#define GUARD_CONSOLE_RUN_RAISED_RUN_H_

#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "console/options/run_settings.h"

namespace guard::console {

struct RaisedRun {
  UniqueFd link;  // invalid: this is no such run
  nlohmann::json plan;
};

// PLACE: "PID:FD"; empty: no such run.
[[nodiscard]] Result<RaisedRun> join_session_outside(const std::string& place);
// The plan goes before what options say.
[[nodiscard]] Result<void> take_plan(const nlohmann::json& plan, RunSettings& settings);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_RUN_RAISED_RUN_H_
