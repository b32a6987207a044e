// SPDX-License-Identifier: Apache-2.0
// The sinks that the policy here names, planned as `guard run` would plan them from this folder,
// and what the state folder keeps of each.
#ifndef GUARD_CONSOLE_AUDIT_SINKS_HERE_H_
#define GUARD_CONSOLE_AUDIT_SINKS_HERE_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "supervisor/sinks/sink_plan.h"
#include "supervisor/sinks/sink_state.h"

namespace guard::console {

// POLICY_FILE: in place of the user's; empty: the usual files.
[[nodiscard]] Result<std::vector<supervisor::SinkPlan>> sinks_here(const std::string& policy_file);

struct SinkStanding {
  std::string name;
  std::string type;  // empty: no policy here names it
  std::string destination;
  std::string problem;  // why nothing can be sent as the policy says it
  supervisor::SinkState state;
  std::int64_t behind = 0;  // records that it has not got, at most
};

// Those of PLANS, then those that only the state folder knows.
[[nodiscard]] Result<std::vector<SinkStanding>> sink_standings(
    const std::vector<supervisor::SinkPlan>& plans, const std::string& state_dir);

// The sinks as guard doctor tells them. An error is a line of its own.
struct SinkSurvey {
  std::vector<SinkStanding> standings;
  std::string problem;  // why they cannot be told
};
[[nodiscard]] SinkSurvey survey_sinks(const std::string& policy_file);
// "2; siem fails: cannot connect: Connection refused (12 records wait)"
[[nodiscard]] std::string text_of(const SinkSurvey& survey);
[[nodiscard]] nlohmann::ordered_json json_of(const SinkStanding& standing);

// Why records wait; empty: nothing is wrong.
[[nodiscard]] std::string trouble_of(const SinkStanding& standing);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_AUDIT_SINKS_HERE_H_
