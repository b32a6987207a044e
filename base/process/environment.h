// SPDX-License-Identifier: Apache-2.0
// The environment of this process, "NAME=VALUE" each. Not while another thread changes it.
#ifndef GUARD_BASE_PROCESS_ENVIRONMENT_H_
#define GUARD_BASE_PROCESS_ENVIRONMENT_H_

#include <string>
#include <vector>

namespace guard {

[[nodiscard]] std::vector<std::string> own_environment();

}  // namespace guard

#endif  // GUARD_BASE_PROCESS_ENVIRONMENT_H_
