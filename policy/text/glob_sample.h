// SPDX-License-Identifier: Apache-2.0
// A text that a pattern fits, for trying rules out before anything happens. Pure, any thread.
#ifndef GUARD_POLICY_TEXT_GLOB_SAMPLE_H_
#define GUARD_POLICY_TEXT_GLOB_SAMPLE_H_

#include <string>
#include <string_view>

namespace guard::policy {

// FILLED replaces each wildcard: "db/**" with "x" is "db/x".
[[nodiscard]] std::string glob_sample(std::string_view pattern, std::string_view filled);

}  // namespace guard::policy

#endif  // GUARD_POLICY_TEXT_GLOB_SAMPLE_H_
