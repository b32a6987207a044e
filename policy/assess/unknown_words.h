// SPDX-License-Identifier: Apache-2.0
// What a preview cannot tell: a program, a name to delete or to write, a text to run that stands in
// a variable or comes from another command. What happens is judged when it happens; a preview that
// said "would run" would be wrong. Pure, any thread.
#ifndef GUARD_POLICY_ASSESS_UNKNOWN_WORDS_H_
#define GUARD_POLICY_ASSESS_UNKNOWN_WORDS_H_

#include <optional>

#include "policy/assess/preview.h"
#include "policy/assess/text_bindings.h"
#include "policy/model/spec_table.h"
#include "policy/vocabulary/assessment.h"

namespace guard::policy {

// None where nothing that could be lost hangs on an unknown word.
[[nodiscard]] std::optional<Assessment> unknown_finding(const PreviewCommand& command,
                                                        const TextBindings& bindings,
                                                        const SpecTable& specs);
// The same for what a redirection writes.
[[nodiscard]] std::optional<Assessment> unknown_finding(const Redirection& redirection,
                                                        const TextBindings& bindings);

// "$VENV/bin/python" -> "python": the name of a program whose folder is not known; empty when the
// name is not known either.
[[nodiscard]] std::string known_name_of(const ShellWord& program);

}  // namespace guard::policy

#endif  // GUARD_POLICY_ASSESS_UNKNOWN_WORDS_H_
