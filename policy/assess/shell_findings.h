// SPDX-License-Identifier: Apache-2.0
// The findings that text alone allows, and the words they are told in: shared by the two uses of a
// preview. Pure, any thread.
#ifndef GUARD_POLICY_ASSESS_SHELL_FINDINGS_H_
#define GUARD_POLICY_ASSESS_SHELL_FINDINGS_H_

#include <string>

#include "policy/shell/interpreter_feed.h"
#include "policy/shell/shell_text.h"
#include "policy/vocabulary/assessment.h"

namespace guard::policy {

[[nodiscard]] Assessment fork_bomb_finding();
[[nodiscard]] Assessment device_finding(const std::string& path);
// A limit cut the text: what it would do is not known.
[[nodiscard]] Assessment unread_finding();
[[nodiscard]] Assessment feed_finding(const InterpreterFeed& feed);

// Onto a file, not onto another descriptor.
[[nodiscard]] bool writes(const Redirection& redirection);
// Its value can be told.
// How a name that mktemp makes is spoken of; nothing has it yet.
inline constexpr auto kMadeName = "/tmp/tmp.XXXXXXXXXX";
[[nodiscard]] bool is_usable(const ShellWord& word);
// The value of a word, or its source; `as_pattern`: with what was quoted escaped.
[[nodiscard]] std::string value_of(const ShellWord& word, const std::string& cwd,
                                   const std::string& home, bool as_pattern);

}  // namespace guard::policy

#endif  // GUARD_POLICY_ASSESS_SHELL_FINDINGS_H_
