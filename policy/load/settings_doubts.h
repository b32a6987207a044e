// SPDX-License-Identifier: Apache-2.0
// Settings outside of `rules` that open everything, or that can never do anything: patterns of
// free places without a name in them, pre-confirmed lines that nothing ever fits, specs of commands
// that say nothing. Each text says what to write instead. Pure, any thread.
#ifndef GUARD_POLICY_LOAD_SETTINGS_DOUBTS_H_
#define GUARD_POLICY_LOAD_SETTINGS_DOUBTS_H_

#include <string>
#include <string_view>
#include <vector>

#include "policy/model/policy.h"

namespace guard::policy {

// Why PATTERN may not stand in a list of what is free (`tmp`, `cache`, `own_state`): it takes in
// every file of the machine. Empty: it may.
[[nodiscard]] std::string why_too_wide(PathClass path_class, std::string_view pattern);
// A whole workspace or a whole home that is called free.
[[nodiscard]] std::vector<std::string> doubts_about_free_places(const Policy& policy);
// Built-in modes that the policy makes others of.
[[nodiscard]] std::vector<std::string> doubts_about_modes(const Policy& policy);
// About acts that take two people, where nobody may answer.
[[nodiscard]] std::vector<std::string> doubts_about_people(const Policy& policy);
// A line for `pre_confirmed` that loads, and should not stand there as it is.
struct LineDoubt {
  std::string line;
  std::string why;      // "never holds: it is ..."
  bool absurd = false;  // refused in every mode, wherever it is confirmed
};
// Lines that never confirm anything, or everything, tried on a made-up machine.
[[nodiscard]] std::vector<LineDoubt> doubts_about_lines(const Policy& policy,
                                                        const std::vector<std::string>& lines);
[[nodiscard]] std::vector<std::string> doubts_about_pre_confirmed(const Policy& policy);
[[nodiscard]] std::vector<std::string> doubts_about_allowed_raises(const Policy& policy);
// Specs of commands without any row or trait.
[[nodiscard]] std::vector<std::string> doubts_about_commands(const Policy& policy);

}  // namespace guard::policy

#endif  // GUARD_POLICY_LOAD_SETTINGS_DOUBTS_H_
