// SPDX-License-Identifier: Apache-2.0
// Holds a rule's conditions on a command's words against what the specs of that command know. A
// spec names the words that mean something, not every word of its tool: so only what is one slip
// away from a known word is misspelt. Pure, any thread; no errors.
#ifndef GUARD_POLICY_LOAD_RULE_WORDS_H_
#define GUARD_POLICY_LOAD_RULE_WORDS_H_

#include <string>
#include <string_view>
#include <vector>

#include "policy/model/rule.h"
#include "policy/model/spec_table.h"

namespace guard::policy {

// Why WHEN could never hold for the words of a command, with the right form; empty: it can.
[[nodiscard]] std::string objection_to_words(const Condition& when, const SpecTable& specs);
// Subcommands that no spec of the rule's commands speaks of, quoted: they may be misspelt. With one
// that it is a part of: '"down", but "compose down"'.
[[nodiscard]] std::vector<std::string> doubtful_subcommands(const Condition& when,
                                                            const SpecTable& specs);
// Flags with capitals that no spec knows, where it knows them in small letters, quoted: '"FORCE",
// but "force"'.
[[nodiscard]] std::vector<std::string> flags_in_capitals(const Condition& when,
                                                         const SpecTable& specs);
// The command that TYPED may be misspelt of, one slip away; empty: a spec knows TYPED, or none is
// so near. A tool of the user's own may have that name: whether it is there must be asked too.
[[nodiscard]] std::string_view command_meant(std::string_view typed, const SpecTable& specs);
// One slip of a finger apart: TYPED is no word of its own. Not the plural of the other, and with
// its first letter, which typing errors seldom reach.
[[nodiscard]] bool is_slip_of(std::string_view typed, std::string_view known);

}  // namespace guard::policy

#endif  // GUARD_POLICY_LOAD_RULE_WORDS_H_
