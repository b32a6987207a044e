// SPDX-License-Identifier: Apache-2.0
// Commands behind sudo that a policy lets run unasked: `sudo: {allow: ["systemctl restart web*"]}`.
// Word by word, all of them, sudo's own options (but -n and --) among them: `-u postgres psql` is
// another command than `psql`. A word may have a glob, where no word of the program is a file that
// it runs (code_words.h). No line covers a word that names a file where this user can change which
// one that is: nobody would look at it again. Tier 3 is never covered (evaluator). Pure, any
// thread.
#ifndef GUARD_POLICY_DECIDE_ALLOWED_RAISES_H_
#define GUARD_POLICY_DECIDE_ALLOWED_RAISES_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "policy/decide/subject.h"

namespace guard::policy {

// One word each, a glob. The error's context says what the line is instead of one command.
using AllowedRaise = std::vector<std::string>;
[[nodiscard]] Result<AllowedRaise> read_allowed_raise(const std::string& line);

// A wildcard lets whoever calls it choose the word: no file that the program would run, then, nor
// one that is made in the meantime. Such a line allows nothing.
[[nodiscard]] bool leaves_files_open(const AllowedRaise& allowed, const CommandLevels& chain);

// The words are those of the line, whatever they mean here.
[[nodiscard]] bool names_raise(const AllowedRaise& allowed, const Subject& subject);

[[nodiscard]] bool allows_raise(const AllowedRaise& allowed, const Subject& subject);

}  // namespace guard::policy

#endif  // GUARD_POLICY_DECIDE_ALLOWED_RAISES_H_
