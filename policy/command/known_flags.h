// SPDX-License-Identifier: Apache-2.0
// The flags that a spec speaks of: how each entry of `value_flags` is read, and every name of them.
// Views into the spec, which must outlive them. Pure, any thread; no errors.
#ifndef GUARD_POLICY_COMMAND_KNOWN_FLAGS_H_
#define GUARD_POLICY_COMMAND_KNOWN_FLAGS_H_

#include <string_view>

#include "policy/model/command_spec.h"

namespace guard::policy {

enum class Takes { kNothing, kAttached, kNext };

// One entry of value_flags: "u", "i?" (only attached), ":C" (before the subcommand), "commit:m".
struct ValueFlag {
  std::string_view scope;
  bool scoped = false;
  std::string_view name;
  Takes takes = Takes::kNext;
};
[[nodiscard]] ValueFlag read_value_flag(std::string_view entry);

// "X" of a rule's "X=P*".
[[nodiscard]] inline std::string_view flag_name(std::string_view rule_flag) {
  return rule_flag.substr(0, rule_flag.find('='));
}

// Calls VISIT for every name that the spec speaks of, some of them twice.
template <class Visit>
void each_known_flag(const CommandSpec& spec, Visit visit) {
  for (const auto& entry : spec.value_flags) visit(read_value_flag(entry).name);
  for (const auto& name : spec.recursive_flags) visit(std::string_view(name));
  for (const auto& name : spec.code_flags) visit(flag_name(name));
  for (const auto& name : spec.code_unless) visit(std::string_view(name));
  for (const auto& rule : spec.rules) {
    for (const auto* list : {&rule.flags, &rule.all_flags, &rule.not_flags}) {
      for (const auto& name : *list) visit(flag_name(name));
    }
  }
}

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_KNOWN_FLAGS_H_
