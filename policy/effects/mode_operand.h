// SPDX-License-Identifier: Apache-2.0
// The first operand of chmod(1): "0755", "u+x,go-w", "a=rX". Pure, any thread.
#ifndef GUARD_POLICY_EFFECTS_MODE_OPERAND_H_
#define GUARD_POLICY_EFFECTS_MODE_OPERAND_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace guard::policy {

enum class ModeOf { kFile, kFolder };  // whatever is no folder counts as a file

// The mode that an object with `mode` would get; none when the text is no mode. Without u, g, o or
// a the usual umask 022 is taken to hold.
[[nodiscard]] std::optional<std::uint32_t> changed_mode(std::string_view text, std::uint32_t mode,
                                                        ModeOf object);

}  // namespace guard::policy

#endif  // GUARD_POLICY_EFFECTS_MODE_OPERAND_H_
