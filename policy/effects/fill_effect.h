// SPDX-License-Identifier: Apache-2.0
// Whether a command says that it writes more than its file system has room for: dd, fallocate,
// truncate and mkfile, by the sizes in their words. Bytes. Pure but for the Facts; any thread that
// may use them. A size that cannot be read is none here: what is written is judged by itself.
#ifndef GUARD_POLICY_EFFECTS_FILL_EFFECT_H_
#define GUARD_POLICY_EFFECTS_FILL_EFFECT_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "policy/command/command_line.h"
#include "policy/vocabulary/facts.h"
#include "policy/vocabulary/findings.h"

namespace guard::policy {

// None when it fits, or when nothing is said of a size.
[[nodiscard]] std::optional<Finding> fill_finding(const CommandLine& line, Facts& facts);

// "4K", "1GiB", "2x512", "10MB" as coreutils read them; the largest number when it is beyond that.
[[nodiscard]] std::optional<std::uint64_t> size_of_text(std::string_view text);

}  // namespace guard::policy

#endif  // GUARD_POLICY_EFFECTS_FILL_EFFECT_H_
