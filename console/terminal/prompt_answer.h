// SPDX-License-Identifier: Apache-2.0
// PromptAnswer: what a person at a terminal said to one question. A value.
#ifndef GUARD_CONSOLE_TERMINAL_PROMPT_ANSWER_H_
#define GUARD_CONSOLE_TERMINAL_PROMPT_ANSWER_H_

#include <string>

namespace guard::console {

struct PromptAnswer {
  bool approve = false;
  std::string scope = "once";
  std::string pattern;  // "": the question's own
  std::string confirm;
  std::string reason;
  bool early = false;  // refused by a key from before the question was open: nobody's answer
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_PROMPT_ANSWER_H_
