// SPDX-License-Identifier: Apache-2.0
// What a person types at a question of a command ("Give back 9 changes? [y/N]"). On a terminal an
// answer is what was typed after the question could be read: what was typed before is dropped. One
// thread.
#ifndef GUARD_CONSOLE_OUTPUT_PERSON_ANSWER_H_
#define GUARD_CONSOLE_OUTPUT_PERSON_ANSWER_H_

#include <cstdio>
#include <string>

namespace guard::console {

// Prints QUESTION; the next line of standard input, "" at its end.
[[nodiscard]] std::string person_answer(const std::string& question, std::FILE* shown_on = stdout);
// The same; whether it was `y` or `yes`, in letters of any size.
[[nodiscard]] bool person_says_yes(const std::string& question);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_OUTPUT_PERSON_ANSWER_H_
