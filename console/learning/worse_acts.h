// SPDX-License-Identifier: Apache-2.0
// worse_acts: what a line that is suggested for one act must not let through besides: the same
// command with words added, left out or changed, elsewhere, or at tier 3; another path, another
// act or program on the same one; another port or address. Guesses of what goes wrong, not all that
// may. Pure, any thread.
#ifndef GUARD_CONSOLE_LEARNING_WORSE_ACTS_H_
#define GUARD_CONSOLE_LEARNING_WORSE_ACTS_H_

#include <vector>

#include "console/learning/recorded_act.h"

namespace guard::console {

[[nodiscard]] std::vector<RecordedAct> worse_acts(const RecordedAct& act);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_LEARNING_WORSE_ACTS_H_
