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
#include "console/terminal/drawn_lines.h"
#include "console/terminal/pager.h"
#include "console/terminal/prompt_answer.h"
#include "console/terminal/question_view.h"
#include "console/terminal/scope_choice.h"
#include "console/terminal/typed_line.h"

namespace guard::console {

class InlinePrompt {
 public:
  // `rows` of the terminal.
  InlinePrompt(nlohmann::json question, ViewStyle style, std::size_t rows);

  // Each returns what to draw now. `now` decides the countdown and the quiet time at the start.
  [[nodiscard]] std::string open(TimePoint now);
  [[nodiscard]] std::string on_typed(std::string_view typed, TimePoint now);
  [[nodiscard]] std::string on_tick(TimePoint now);
  // DETAIL: all that the session tells of the question; null: nothing could be had.
  [[nodiscard]] std::string show_detail(const nlohmann::json& detail, TimePoint now);
  // Anew, below whatever a terminal of another size made of the box.
  [[nodiscard]] std::string resized(const ViewStyle& style, std::size_t rows, TimePoint now);
  // How many more wait: then there is a list of them.
  void set_others(std::size_t count) { others_ = count; }
  // The answer was not taken: the question stands again, with the reason.
  [[nodiscard]] std::string refused(std::string_view why, TimePoint now);
  // The approval counts, and somebody else's is missing, as TEXT says. The question stays until it
  // is settled, is refused after all, or the person goes back to the program.
  [[nodiscard]] std::string counted(std::string_view text, TimePoint now);
  // The box with its last word ("approved", "withdrawn: ...") in place of the keys.
  [[nodiscard]] std::string close(std::string_view outcome);

  [[nodiscard]] const std::optional<PromptAnswer>& answer() const { return answer_; }
  [[nodiscard]] bool wants_detail() const { return state_ == State::kFetching; }
  // The person asked for the list of all that wait.
  [[nodiscard]] bool wants_list() const { return state_ == State::kListing; }
  // Only after counted(): the question waits for the other one alone.
  [[nodiscard]] bool leaves() const { return state_ == State::kLeaving; }
  [[nodiscard]] std::string id() const { return text_field(question_, "id"); }
  [[nodiscard]] const nlohmann::json& question() const { return question_; }

 private:
  enum class State {
    kAsking,
    kConfirming,
    kReason,
    kPattern,
    kFetching,
    kPaging,
    kListing,
    kLeaving,
    kDone,
  };
  enum class Page { kAll, kSteps };

  [[nodiscard]] bool is_typing() const;
  void on_key(char key);
  void on_asking(char key);
  void on_counted(char key);
  std::string ask_again(TimePoint now);
  void on_line(char key);
  void finish_line();
  void back_to_question() { state_ = State::kAsking; }
  void begin_line(State state, std::string text);
  void open_pages(Page page);
  void settle(bool approve);
  [[nodiscard]] ViewFooter footer(TimePoint now) const;
  [[nodiscard]] std::vector<std::string> keys() const;
  [[nodiscard]] std::string pattern() const;
  [[nodiscard]] std::string time_left(TimePoint now) const;
  std::string redraw_below(const ViewFooter& footer);
  [[nodiscard]] std::string redraw(const ViewFooter& footer);

  nlohmann::json question_;
  ViewStyle style_;
  std::size_t rows_;
  ScopeChoice scope_;
  std::optional<std::string> pattern_;  // where it was edited
  State state_ = State::kAsking;
  Page page_ = Page::kAll;
  Pager pager_;
  TimePoint opened_;
  DrawnLines drawn_;
  std::vector<std::string> keys_;  // what its footer offered
  TypedLine line_;
  bool wrong_word_ = false;
  bool counted_ = false;
  std::string note_;
  std::size_t others_ = 0;
  std::optional<PromptAnswer> answer_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_INLINE_PROMPT_H_
