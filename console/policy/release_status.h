// SPDX-License-Identifier: Apache-2.0
// The state of the machine's policy source: where it is, which release holds, whether
// its signature still does, and how the last try went. Reads root's files and asks no server.
#ifndef GUARD_CONSOLE_POLICY_RELEASE_STATUS_H_
#define GUARD_CONSOLE_POLICY_RELEASE_STATUS_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "supervisor/source/held_release.h"
#include "supervisor/source/policy_source.h"

namespace guard::console {

struct ReleaseStatus {
  supervisor::SourcePlaces places;
  std::optional<supervisor::PolicySource> source;  // nothing: the machine has none
  std::optional<supervisor::HeldRelease> held;
  std::string fault;      // of what is held; empty: it can be used
  std::string signature;  // "good", or what is wrong with it by the keys of today
  std::string expired;    // empty: it has not
  int share_place = -1;   // -1: the machine has no id
  supervisor::LastTry tried;
};

[[nodiscard]] Result<ReleaseStatus> release_status(const supervisor::SourcePlaces& places,
                                                   TimePoint now);
// A release holds, and nothing is wrong with it.
[[nodiscard]] bool is_well(const ReleaseStatus& status);
[[nodiscard]] std::string status_text(const ReleaseStatus& status);
[[nodiscard]] nlohmann::ordered_json status_json(const ReleaseStatus& status);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_POLICY_RELEASE_STATUS_H_
