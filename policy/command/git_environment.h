// SPDX-License-Identifier: Apache-2.0
// Settings that git takes from its environment: GIT_CONFIG_KEY_n names one, GIT_CONFIG_VALUE_n is
// its value (git-config(1), "GIT_CONFIG_COUNT"). Pure, any thread.
#ifndef GUARD_POLICY_COMMAND_GIT_ENVIRONMENT_H_
#define GUARD_POLICY_COMMAND_GIT_ENVIRONMENT_H_

#include <string>
#include <vector>

namespace guard::policy {

// Takes from CHANGES ("NAME=VALUE") what names one of the settings GIVEN ("core.hooksPath=") with
// that very value. If a number is there twice, nothing of it is taken: git alone decides which one
// it reads.
void leave_out_settings(std::vector<std::string>& changes, const std::vector<std::string>& given);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_GIT_ENVIRONMENT_H_
