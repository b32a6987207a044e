// SPDX-License-Identifier: Apache-2.0
// Asker: brings waiting questions to the person, one after another. With a terminal of its own it
// holds the agent's output back, draws the box and reads the keys; without one (or in the
// background) it prints one line that names the commands which answer. Lives on the front's thread;
// never blocks.
#ifndef GUARD_CONSOLE_FRONT_ASKER_H_
#define GUARD_CONSOLE_FRONT_ASKER_H_

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "console/front/question_source.h"
#include "console/front/taken_screen.h"
#include "console/terminal/inline_prompt.h"
#include "console/terminal/paste_brackets.h"
#include "console/terminal/pty_relay.h"
#include "console/terminal/question_list.h"
#include "console/terminal/terminal_mode.h"

namespace guard::console {

class Asker {
 public:
  // WHERE: as for question_notice.
  // `relay` and `mode` are null without a terminal of our own. All must outlive this.
  Asker(QuestionSource& source, PtyRelay* relay, TerminalMode* mode, bool quiet, std::string where)
      : source_(source), relay_(relay), mode_(mode), quiet_(quiet), where_(std::move(where)) {
    if (relay_ != nullptr) screen_.emplace(*relay_);
  }

  // Sees every item before it is taken.
  void tell_first(std::function<void(const SourceItem&, TimePoint)> listener) {
    listener_ = std::move(listener);
  }
  // Shown beside a question about what runs outside: what guard's own box for its password says.
  void set_sign(std::string sign) { sign_ = std::move(sign); }
  void on_source(TimePoint now);
  // After every turn of the loop: typed keys, the countdown, the next question.
  void on_turn(bool foreground, TimePoint now);
  // How long the loop may sleep, in ms; -1: as long as it likes.
  [[nodiscard]] int patience() const;
  // The real terminal has another size, which the relay knows already.
  void on_resize(TimePoint now);
  // Nothing of it is on the screen, or about to be.
  [[nodiscard]] bool idle() const { return state_ == State::kIdle; }
  // CMD has ended: whatever is on the screen is closed.
  void abandon();

 private:
  enum class State { kIdle, kPausing, kAsking, kListing, kAnswering, kResting, kRedrawing };
  void take(SourceItem item, TimePoint now);
  void settled(const SourceItem& item, TimePoint now);
  void settled_unseen(const nlohmann::json& question);
  void show_list(TimePoint now);
  void serve_list(TimePoint now);
  void back_from_list(TimePoint now);
  void list_settled(const SourceItem& item, TimePoint now);
  void ask_next(nlohmann::json question, TimePoint now);
  void announce(const nlohmann::json& question);
  void begin(TimePoint now);
  void draw_when_whole(TimePoint now);
  void serve_keys(TimePoint now);
  [[nodiscard]] std::string take_keys(TimePoint now);
  void refused(const SourceItem& item, TimePoint now);
  void counted(const SourceItem& item, TimePoint now);
  void finish(const std::string& line, TimePoint now);
  void end_while_typing(const std::string& line, TimePoint now);
  void rest(const std::string& last, TimePoint now);
  void serve_rest(TimePoint now);
  [[nodiscard]] bool is_typing(TimePoint now) const;
  [[nodiscard]] std::string closed(std::vector<std::string> lines);
  void keep_line(const std::string& line);
  [[nodiscard]] std::string unanswered_text(const std::string& why) const;
  void give_back(const std::string& last, TimePoint now);

  QuestionSource& source_;
  PtyRelay* relay_;
  TerminalMode* mode_;
  bool quiet_;
  std::string where_;
  std::function<void(const SourceItem&, TimePoint)> listener_;
  State state_ = State::kIdle;
  std::optional<TakenScreen> screen_;  // nullopt: no terminal of our own
  std::string sign_;
  bool dumb_ = false;  // the terminal of the question
  bool detail_asked_ = false;
  TimePoint last_key_{};
  TimePoint rest_from_{};  // kResting
  PasteBrackets paste_;
  std::deque<nlohmann::json> waiting_;
  std::vector<std::string> kept_lines_;   // for the end of the program
  std::vector<std::string> lines_below_;  // for the end of the question on the screen
  std::optional<InlinePrompt> prompt_;
  std::optional<QuestionList> list_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_FRONT_ASKER_H_
