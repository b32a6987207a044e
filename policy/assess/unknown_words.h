// SPDX-License-Identifier: Apache-2.0
// The words that a preview cannot tell: a program, a name to delete or to write, a text to run that
// stands in a variable or comes from another command. Each act is judged when it happens; a preview
// that said "would run" would be wrong. Pure, any thread.
#ifndef GUARD_POLICY_ASSESS_UNKNOWN_WORDS_H_
#define GUARD_POLICY_ASSESS_UNKNOWN_WORDS_H_

#include <optional>
#include <vector>

#include "policy/assess/preview.h"
#include "policy/model/spec_table.h"
#include "policy/vocabulary/assessment.h"

namespace guard::policy {

// None where nothing that could be lost hangs on an unknown word, or on FOLDER.
[[nodiscard]] std::optional<Assessment> unknown_finding(const std::vector<ShellWord>& words,
                                                        const PreviewFolder& folder,
                                                        const SpecTable& specs);
// The same for what a redirection writes.
[[nodiscard]] std::optional<Assessment> unknown_finding(const Redirection& redirection,
                                                        const PreviewFolder& folder);

// The program is known, and takes or writes over each of its operands: it does to several values of
// a variable together what it does to them one after the other.
[[nodiscard]] bool takes_each(const PreviewCommand& command, const SpecTable& specs);

// "$VENV/bin/python" -> "python": the name of a program whose folder is not known; empty when the
// name is not known either.
[[nodiscard]] std::string known_name_of(const ShellWord& program);

}  // namespace guard::policy

#endif  // GUARD_POLICY_ASSESS_UNKNOWN_WORDS_H_
