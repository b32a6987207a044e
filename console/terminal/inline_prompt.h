// SPDX-License-Identifier: Apache-2.0
// InlinePrompt: one question on the person's terminal: draws, reads keys, and comes to an answer.
// Knows no terminal: text to draw goes out, typed bytes and the time come in. The default is No.
// Keys in the first moments are ignored (they were meant for the agent), and so are pasted text,
// escape sequences and what the terminal itself reports. Tier 3: after `y` the word CONFIRM.
#ifndef GUARD_CONSOLE_TERMINAL_INLINE_PROMPT_H_
#define GUARD_CONSOLE_TERMINAL_INLINE_PROMPT_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "console/terminal/question_view.h"
#include "console/terminal/scope_choice.h"

namespace guard::console {

struct PromptAnswer {
  bool approve = false;
  std::string scope = "once";
  std::string confirm;
  std::string reason;
};

class InlinePrompt {
 public:
  InlinePrompt(nlohmann::json question, ViewStyle style, std::size_t rows);

  // Each returns what to draw now. `now` decides the countdown and the quiet time at the start.
  [[nodiscard]] std::string open(TimePoint now);
  [[nodiscard]] std::string on_typed(std::string_view typed, TimePoint now);
  [[nodiscard]] std::string on_tick(TimePoint now);
  [[nodiscard]] std::string show_names(std::vector<std::string> names, TimePoint now);
  // The box with its last word ("approved", "withdrawn: ...") in place of the keys.
  [[nodiscard]] std::string close(std::string_view outcome);

  [[nodiscard]] const std::optional<PromptAnswer>& answer() const { return answer_; }
  [[nodiscard]] bool wants_names() const { return state_ == State::kFetching; }
  [[nodiscard]] std::string id() const { return text_field(question_, "id"); }

 private:
  enum class State { kAsking, kConfirming, kFetching, kPaging, kDone };

  void on_key(char key);
  void on_asking(char key);
  void on_confirming(char key);
  void on_paging(char key);
  void settle(bool approve);
  [[nodiscard]] ViewFooter footer(TimePoint now) const;
  [[nodiscard]] std::string time_left(TimePoint now) const;
  std::string redraw_below(const ViewFooter& footer);
  [[nodiscard]] std::string redraw(const ViewFooter& footer);
  [[nodiscard]] std::size_t page_size() const;
  [[nodiscard]] std::string page() const;

  nlohmann::json question_;
  ViewStyle style_;
  std::size_t rows_;
  ScopeChoice scope_;
  State state_ = State::kAsking;
  TimePoint opened_;
  std::vector<std::string> shown_;  // the box above the cursor
  std::vector<std::string> keys_;   // what its footer offered
  std::string word_;
  bool wrong_word_ = false;
  std::vector<std::string> names_;
  std::size_t first_name_ = 0;
  std::optional<PromptAnswer> answer_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_INLINE_PROMPT_H_
