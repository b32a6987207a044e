// SPDX-License-Identifier: Apache-2.0
// Trials: each guarantee tried on this machine, for `guard doctor`: in throw-away children, with
// the very filter, domain, verifier and acts of a run. Takes some ten milliseconds; nothing is left
// behind. Call with one thread. A trial that fails on its way has failed; one that
// lacks what it takes says so.
#ifndef GUARD_INTERCEPTOR_LAUNCH_TRIALS_H_
#define GUARD_INTERCEPTOR_LAUNCH_TRIALS_H_

#include <string>
#include <vector>

#include "interceptor/kernel/kernel_features.h"

namespace guard::interceptor {

struct Trial {
  const char* id;         // "mediation"
  const char* guarantee;  // "deletes, writes, ... are judged before they happen"
  const char* held_by;    // "seccomp listener"
  const char* without;    // what it means when it is not held
  const char* more;       // how to get it
  bool held = false;
  std::string untried = {};  // why it could not be tried; then nothing is known of it
};

// How reads of secrets are held here (docs/decisions/0016).
enum class ReadHolding { kMarks, kLeases, kEveryOpen };
[[nodiscard]] ReadHolding read_holding_here();

[[nodiscard]] std::vector<Trial> try_guarantees(const KernelFeatures& features);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_LAUNCH_TRIALS_H_
