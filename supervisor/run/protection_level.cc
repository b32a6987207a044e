// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/protection_level.h"

namespace guard::supervisor {

using policy::LandlockUse;

namespace {

ProtectionLevel held_level(const interceptor::KernelFeatures& features, LandlockUse use,
                           RunBy who) {
  ProtectionLevel level;
  if (use == LandlockUse::kOff) {
    level.expected = who == RunBy::kRoot;
    level.chosen = true;
    level.missing = "landlock: off leaves the Landlock roots out";
    level.how_to_get = "take `landlock: off` out of the policy or the options";
    return level;
  }
  if (use == LandlockUse::kAuto && who == RunBy::kRoot) {
    level.missing = "root runs without Landlock roots";
    level.how_to_get = "use --landlock on, or run as an ordinary user";
    return level;
  }
  level.roots = features.landlock_roots;
  if (level.roots) return level;
  level.expected = false;
  level.missing = "this kernel offers no Landlock roots (Linux 6.2 with Landlock switched on)";
  level.how_to_get = "boot with landlock in lsm=, or a newer kernel";
  return level;
}

}  // namespace

// The roots hold what the library does not see as well, where there are any: they stay.
ProtectionLevel level_of(const interceptor::KernelFeatures& features, LandlockUse use, RunBy who,
                         bool preloaded) {
  ProtectionLevel level = held_level(features, use, who);
  if (!preloaded) return level;
  level.advisory = true;
  level.expected = true;  // the backend's own notice says it (interceptor/launch/backend.h)
  level.missing = "the preload backend sees only what programs do by libc";
  level.how_to_get = "use --backend notify or ptrace, if they can be had";
  return level;
}

std::string why_too_low(const ProtectionLevel& level, LandlockUse use, const std::string& require) {
  if (level.advisory && !require.empty())
    return "--require " + require + ": this run reaches level advisory: " + level.missing + "; " +
           level.how_to_get;
  if (level.roots) return {};
  const std::string reached = std::string("this run reaches level ") + level.name() + ": " +
                              level.missing + "; " + level.how_to_get;
  if (require == "verified") return "--require verified: " + reached;
  if (use == LandlockUse::kOn) return "landlock: on: " + reached;
  return {};
}

}  // namespace guard::supervisor
