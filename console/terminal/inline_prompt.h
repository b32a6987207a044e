// SPDX-License-Identifier: Apache-2.0
// InlinePrompt: one question on the person's terminal: draws, reads keys, and comes to an answer.
// Knows no terminal: text to draw goes out, typed bytes and the time come in. The default is No.
// AnswerKeys says which keys are an answer: ordinary typing, pasted text and what the terminal
// itself reports are none. An approval is `y` and Enter; tier 3: `y` and the word CONFIRM.
#ifndef GUARD_CONSOLE_TERMINAL_INLINE_PROMPT_H_
#define GUARD_CONSOLE_TERMINAL_INLINE_PROMPT_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "console/terminal/answer_keys.h"
#include "console/terminal/drawn_lines.h"
#include "console/terminal/dropped_keys.h"
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

  // Each returns what to draw now. `now` decides the countdown, and which keys are an answer.
  [[nodiscard]] std::string open(TimePoint now);
  [[nodiscard]] std::string on_typed(std::string_view typed, TimePoint now);
  // A paste answers nothing. Into a line (a reason, a pattern; not the word CONFIRM) it is text.
  [[nodiscard]] std::string on_pasted(std::string_view text, TimePoint now);
  // While nothing is typed, at least every 100 ms where is_waiting(): it may come to an answer.
  [[nodiscard]] std::string on_tick(TimePoint now);
  [[nodiscard]] bool is_waiting() const { return keys_.is_waiting(); }
  // Takes keys that were typed to the program when the question already had the keyboard.
  void typed_before(std::string_view typed) { dropped_.drop(typed); }
  // DETAIL: all that the session tells of the question; null: nothing could be had.
  [[nodiscard]] std::string show_detail(const nlohmann::json& detail, TimePoint now);
  // Anew, below whatever a terminal of another size made of the box.
  // Another program changed the terminal: the keys are not to be trusted, the wait begins anew.
  void disturbed(TimePoint now);
  [[nodiscard]] std::string resized(const ViewStyle& style, std::size_t rows, TimePoint now);
  // How many more wait: then there is a list of them.
  void set_others(std::size_t count) { others_ = count; }
  // The answer was not taken: the question stands again, with the reason.
  [[nodiscard]] std::string refused(std::string_view why, TimePoint now);
  // Whether the pattern that was typed would be taken: WHY not, or "".
  [[nodiscard]] std::string checked(std::string_view why, TimePoint now);
  // The approval counts, and somebody else's is missing, as TEXT says. The question stays until it
  // is settled, is refused after all, or the person goes back to the program.
  [[nodiscard]] std::string counted(std::string_view text, TimePoint now);
  // The box makes room for the list of all that wait.
  [[nodiscard]] std::string step_aside();
  // Pages lie on the terminal's second screen: the box stands below them as it was.
  void set_second_screen(bool has) { second_screen_ = has; }
  // LINES, which stay for good, in place of the box: "guard: approved once: rm -rf photos (ana)".
  [[nodiscard]] std::string close(const std::vector<std::string>& lines);

  [[nodiscard]] const std::optional<PromptAnswer>& answer() const { return answer_; }
  // An approval with the pattern that was just typed: it is to be checked, and not given.
  [[nodiscard]] std::optional<PromptAnswer> take_check();
  [[nodiscard]] bool wants_detail() const { return state_ == State::kFetching; }
  // The person asked for the list of all that wait.
  [[nodiscard]] bool wants_list() const { return state_ == State::kListing; }
  // Only after counted(): the question waits for the other one alone.
  [[nodiscard]] bool leaves() const { return state_ == State::kLeaving; }
  // A line is open: the word, a reason, a pattern.
  [[nodiscard]] bool is_typing() const;
  // The keys that were typed at the question and shall reach the program now that it is over.
  [[nodiscard]] std::string kept() const { return dropped_.kept(); }
  // It was refused by Ctrl-C, which is also meant for what runs: a loop in a shell ends by it.
  [[nodiscard]] bool interrupts() const { return answer_ && !answer_->approve && interrupted_; }
  [[nodiscard]] std::string id() const { return text_field(question_, "id"); }
  [[nodiscard]] const nlohmann::json& question() const { return question_; }

 private:
  enum class State {
    kAsking,
    kConfirming,
    kReason,
    kPattern,
    kChecking,
    kFetching,
    kPaging,
    kListing,
    kLeaving,
    kDone,
  };
  [[nodiscard]] AnswerKeySet offered() const;
  void on_question(std::string_view typed, TimePoint now);
  void on_event(KeyEvent event, TimePoint now);
  void on_command(char key, TimePoint now);
  void on_page(std::string_view typed, TimePoint now);
  void on_line(std::string_view typed, TimePoint now);
  void on_line_key(char key);
  void was_typing(std::string_view typed);
  std::string ask_again(TimePoint now);
  void finish_line();
  void back_to_question();
  void begin_line(State state, std::string text);
  std::string open_pages(std::vector<std::string> lines);
  std::string leave_pages();
  void approved(TimePoint now);
  void settle(bool approve);
  [[nodiscard]] PromptAnswer chosen() const;  // an approval, with its scope
  void settle_unanswered();
  [[nodiscard]] ViewFooter footer(TimePoint now) const;
  [[nodiscard]] std::vector<std::string> keys() const;
  [[nodiscard]] std::vector<std::string> keys_of_question() const;
  [[nodiscard]] std::vector<std::string> notes() const;
  [[nodiscard]] std::string pattern() const;
  // An answer may hold for the other names of a host's domain.
  [[nodiscard]] bool offers_wider() const;
  void toggle_wider();
  [[nodiscard]] std::string time_left(TimePoint now) const;
  [[nodiscard]] std::string drawn_now(TimePoint now);
  std::string redraw_below(const ViewFooter& footer);
  [[nodiscard]] std::string redraw(const ViewFooter& footer);

  nlohmann::json question_;
  ViewStyle style_;
  std::size_t rows_;
  ScopeChoice scope_;
  std::optional<std::string> pattern_;  // where it was edited
  std::optional<PromptAnswer> to_check_;
  bool interrupted_ = false;  // the last key was Ctrl-C
  State state_ = State::kAsking;
  bool second_screen_ = false;
  bool paged_ = false;  // pages lie over the box
  Pager pager_;
  AnswerKeys keys_;
  DroppedKeys dropped_;
  std::string commands_;  // keys that do something now
  DrawnLines drawn_;
  std::vector<std::string> footer_;  // of a terminal that is only written to: what it last said
  TypedLine line_;
  bool line_began_ = false;  // no key of its text has come yet
  bool wrong_word_ = false;
  bool counted_ = false;
  std::string note_;
  std::size_t others_ = 0;
  std::optional<PromptAnswer> answer_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_INLINE_PROMPT_H_
