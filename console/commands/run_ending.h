// SPDX-License-Identifier: Apache-2.0
// guard run, once CMD has ended: discards the changes of a run that failed, writes the
// reports, shows the changes. Front's thread.
#ifndef GUARD_CONSOLE_COMMANDS_RUN_ENDING_H_
#define GUARD_CONSOLE_COMMANDS_RUN_ENDING_H_

#include <cstdint>

#include "console/ci/ci_plan.h"
#include "console/front/front.h"
#include "supervisor/run/options.h"

namespace guard::console {

// How the changes are handled once CMD has ended.
struct WithChanges {
  bool discards_on_fail = false;
  bool reviews = false;
  bool tries = false;
  bool closes_record = false;  // before the run returns
};

// CMD, or the policy, says that it failed. Where guard failed nothing is known.
[[nodiscard]] bool has_failed(const Ending& ending);
// Discards before the reports are written, so that they say it; a run that fails by a report that
// could not be written is discarded behind them.
// BEFORE: the last record of the name before this run. Returns how the run ends.
[[nodiscard]] Ending end_with(const supervisor::RunOptions& options, const CiPlan& at_the_end,
                              Ending ending, const WithChanges& changes, std::uint64_t before);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_COMMANDS_RUN_ENDING_H_
