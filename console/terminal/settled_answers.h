// SPDX-License-Identifier: Apache-2.0
// SettledAnswers: what became of questions that a person answered together, as one line for that
// person. A value.
#ifndef GUARD_CONSOLE_TERMINAL_SETTLED_ANSWERS_H_
#define GUARD_CONSOLE_TERMINAL_SETTLED_ANSWERS_H_

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace guard::console {

// "guard: approved once: rm -rf a (ana)": what stays on the screen of whoever was asked.
[[nodiscard]] std::string left_behind_text(const nlohmann::json& question);
// "approved by ana (terminal): rm -rf a"
[[nodiscard]] std::string settled_text(const nlohmann::json& question);

class SettledAnswers {
 public:
  // QUESTION is settled, too. For one question: settled_text(); for several: "approved 2: rm -rf a,
  // rm -rf b", the newest first.
  std::string add(const nlohmann::json& question);

 private:
  std::string state_;  // "answered" where they are not all the same
  std::size_t count_ = 0;
  std::vector<std::string> acts_;  // the newest ones
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_SETTLED_ANSWERS_H_
