// SPDX-License-Identifier: Apache-2.0
// QuestionList: all questions that wait, on the person's terminal, to be answered together. Like
// InlinePrompt it knows no terminal and takes no typing for an answer (AnswerKeys). An answer goes
// to the marked questions, or to the one under the cursor if none is marked. Only a question on the
// screen can be marked: one that came since, or that stands further down, is answered by nobody.
// Tier 3 is answered one by one.
#ifndef GUARD_CONSOLE_TERMINAL_QUESTION_LIST_H_
#define GUARD_CONSOLE_TERMINAL_QUESTION_LIST_H_

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "console/terminal/answer_keys.h"
#include "console/terminal/drawn_lines.h"
#include "console/terminal/prompt_answer.h"
#include "console/terminal/question_view.h"
#include "console/terminal/settled_answers.h"

namespace guard::console {

class QuestionList {
 public:
  QuestionList(std::vector<nlohmann::json> questions, ViewStyle style, std::size_t rows);

  [[nodiscard]] std::string open(TimePoint now);
  [[nodiscard]] std::string on_typed(std::string_view typed, TimePoint now);
  [[nodiscard]] std::string on_pasted(TimePoint now);
  // While nothing is typed, at least every 100 ms where is_waiting(): it may come to answers.
  [[nodiscard]] std::string on_tick(TimePoint now);
  [[nodiscard]] bool is_waiting() const { return keys_.is_waiting(); }
  // Another program changed the terminal: nothing stays marked, the wait begins anew.
  void disturbed(TimePoint now);
  [[nodiscard]] std::string resized(const ViewStyle& style, std::size_t rows, TimePoint now);
  // One more waits: at the end, not marked.
  void add(nlohmann::json question, TimePoint now);
  // One was settled, by whomever: message() says so.
  void settle(const nlohmann::json& question);
  // One line for the person, until the next key.
  [[nodiscard]] std::string say(std::string message, TimePoint now);
  // LINE stays for good, above the list.
  [[nodiscard]] std::string leave_behind(std::string_view line, TimePoint now);
  [[nodiscard]] std::string close();

  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] bool empty() const { return questions_.empty(); }
  // The person goes back to one question: the one under the cursor.
  [[nodiscard]] bool leaves() const { return leaves_; }
  [[nodiscard]] std::string current() const;
  // The answers since the last call, by id.
  [[nodiscard]] std::vector<std::pair<std::string, PromptAnswer>> take_answers();

 private:
  void on_event(KeyEvent event, TimePoint now);
  void remove(const std::string& id);
  void arm(TimePoint now);
  void choose(TimePoint now);
  void unmark_chosen();
  void on_command(char key, TimePoint now);
  void was_typing();
  [[nodiscard]] std::vector<std::string> keys() const;
  [[nodiscard]] std::size_t columns() const;
  [[nodiscard]] std::string head_text(const std::string& shown) const;
  [[nodiscard]] std::size_t to_approve() const;
  void move(std::ptrdiff_t by);
  void mark();
  void mark_shown(TimePoint now);
  void answer(bool approve);
  [[nodiscard]] std::size_t room() const;
  [[nodiscard]] std::size_t first_shown() const;
  [[nodiscard]] bool is_marked(const nlohmann::json& question) const;
  [[nodiscard]] std::string row_text(const nlohmann::json& question, bool selected,
                                     TimePoint now) const;
  [[nodiscard]] std::vector<std::string> lines(TimePoint now) const;
  [[nodiscard]] std::string redraw(TimePoint now);

  std::vector<nlohmann::json> questions_;
  ViewStyle style_;
  std::size_t rows_;
  std::size_t cursor_ = 0;
  std::set<std::string> marked_;
  std::string chosen_;                     // the only mark, and not made by a key of its own
  std::map<std::string, TimePoint> came_;  // of those that came while the list was there
  std::vector<std::pair<std::string, PromptAnswer>> answers_;
  std::string message_;
  std::set<std::string> own_;  // answered here, and not settled yet
  SettledAnswers settled_;
  AnswerKeys keys_;
  bool leaves_ = false;
  DrawnLines drawn_;
  std::vector<std::string> drawn_below_;  // on a terminal that knows no sequence
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_QUESTION_LIST_H_
