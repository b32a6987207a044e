// SPDX-License-Identifier: Apache-2.0
// ProtectionLevel: how much this run holds, in the words that people are shown
// (docs/threat_model.md).
//   verified  execs are checked, destructive acts are guard's, Landlock roots bound what is left
//   mediated  the same without the roots
//   advisory  what programs do by libc is judged as well; what passes by it is not held (preload)
// A value; decided once at start from what was tried, never guessed.
#ifndef GUARD_SUPERVISOR_RUN_PROTECTION_LEVEL_H_
#define GUARD_SUPERVISOR_RUN_PROTECTION_LEVEL_H_

#include <string>

#include "interceptor/kernel/kernel_features.h"
#include "policy/model/policy.h"

namespace guard::supervisor {

struct ProtectionLevel {
  bool roots = false;      // Landlock roots are in force: level verified, unless
  bool advisory = false;   // calls come by the preload backend
  bool expected = true;    // what a run of this user has by default, on a kernel that can
  bool chosen = false;     // `landlock: off` says it: a quiet run does not repeat it
  std::string missing;     // why it is not verified
  std::string how_to_get;  // what to do about it

  [[nodiscard]] const char* name() const {
    return advisory ? "advisory" : roots ? "verified" : "mediated";
  }
};

enum class RunBy { kUser, kRoot };

[[nodiscard]] ProtectionLevel level_of(const interceptor::KernelFeatures& features,
                                       policy::LandlockUse use, RunBy who, bool preloaded = false);

// Empty, or why the run must not start: `require` is the level asked for ("" for none).
[[nodiscard]] std::string why_too_low(const ProtectionLevel& level, policy::LandlockUse use,
                                      const std::string& require);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_PROTECTION_LEVEL_H_
