// SPDX-License-Identifier: Apache-2.0
// The environment that CMD gets: everything, but for what a policy drops. A variable is known by
// its name; of several patterns that fit the last one counts, so a later layer wins. Pure, any
// thread.
#ifndef GUARD_POLICY_MODEL_ENVIRONMENT_H_
#define GUARD_POLICY_MODEL_ENVIRONMENT_H_

#include <string>
#include <string_view>
#include <vector>

namespace guard::policy {

struct EnvironmentRule {
  std::string pattern;  // a glob over a name: "*_TOKEN"
  bool keep = false;    // else it is dropped
  bool operator==(const EnvironmentRule&) const = default;
};

[[nodiscard]] bool is_dropped(const std::vector<EnvironmentRule>& rules, std::string_view name);
// ENTRIES: "NAME=VALUE". Their order stays.
[[nodiscard]] std::vector<std::string> kept_environment(const std::vector<EnvironmentRule>& rules,
                                                        std::vector<std::string> entries);
// The names, for people: never a value.
[[nodiscard]] std::vector<std::string> dropped_names(const std::vector<EnvironmentRule>& rules,
                                                     const std::vector<std::string>& entries);

}  // namespace guard::policy

#endif  // GUARD_POLICY_MODEL_ENVIRONMENT_H_
