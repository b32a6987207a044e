// SPDX-License-Identifier: Apache-2.0
// WatchModel: what `guard watch` shows and what its keys do. Knows no screen and no socket: news
// and keys come in with the time, requests to the sessions go out. One thread, pure.
//
// Nothing is answered by accident: AnswerKeys says which keys are an answer. An answer goes to what
// was under the cursor (or marked) at its first key. A question that came under the cursor by
// itself takes no answer before the keys have rested; tier 3 takes the word CONFIRM, one question
// at a time.
#ifndef GUARD_CONSOLE_WATCH_WATCH_MODEL_H_
#define GUARD_CONSOLE_WATCH_WATCH_MODEL_H_

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "console/terminal/answer_keys.h"
#include "console/terminal/scope_choice.h"
#include "console/terminal/settled_answers.h"
#include "console/terminal/typed_line.h"
#include "console/watch/watch_keys.h"
#include "console/watch/watch_news.h"
#include "console/watch/watch_rows.h"

namespace guard::console {

// The part that the keys go to.
enum class Mode : std::uint8_t {
  kList,
  kHelp,
  kDetails,
  kConfirm,  // this and those below take a line of text
  kReason,
  kPattern,
  kFilter,
  kSearch,
  kStop,
};

class WatchModel {
 public:
  void take(const WatchNews& news, TimePoint now);
  // Keys that were read at once; none: a turn without a key, at least every 100 ms where
  // is_waiting().
  [[nodiscard]] std::vector<WatchRequest> on_keys(const std::vector<WatchKey>& keys, TimePoint now);

  // Before the keys: whether the screen has room to say what is asked. Without it nothing can be
  // approved.
  void set_acts_shown(bool shown) { acts_shown_ = shown; }
  [[nodiscard]] bool is_waiting() const { return keys_.is_waiting(); }
  [[nodiscard]] const AnswerKeys& answer_keys() const { return keys_; }
  [[nodiscard]] bool done() const { return done_; }
  [[nodiscard]] Mode mode() const { return mode_; }
  [[nodiscard]] Tab tab() const { return tab_; }
  [[nodiscard]] const WatchRows& known() const { return rows_; }
  // The rows that pass the filter, in order; the selected one among them, if there is any.
  [[nodiscard]] std::vector<const WatchRow*> visible() const;
  [[nodiscard]] const WatchRow* selected() const;
  [[nodiscard]] bool marked(const WatchRow& row) const { return marked_.contains(row.key); }
  [[nodiscard]] bool answering(const WatchRow& row) const { return answering_.contains(row.key); }
  // For an answer that is half given: whether it still reaches a question, and how many that were
  // marked; 0: the one under the cursor.
  [[nodiscard]] bool answers_something() const { return !subject().empty(); }
  [[nodiscard]] std::size_t marked_to_approve() const;
  [[nodiscard]] std::size_t marked_to_deny() const;
  [[nodiscard]] std::string scope_of(const WatchRow& row) const;  // "" for once
  // All that the session tells of the question whose details are shown; null: not come yet.
  [[nodiscard]] const nlohmann::json& detail() const { return detail_; }
  [[nodiscard]] const TypedLine& typed() const { return typed_; }
  [[nodiscard]] const std::string& filter() const { return filter_; }
  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] std::size_t scrolled() const { return scrolled_; }  // lines of the details
  // Something new waits since the last call: ring once.
  [[nodiscard]] bool take_bell();

 private:
  using Requests = std::vector<WatchRequest>;
  static constexpr const char* kUnseen =
      "not approved: make the window larger to see what is asked";

  void on_line(const std::vector<WatchKey>& keys, TimePoint now, Requests& requests);
  void on_questions(const std::vector<WatchKey>& keys, TimePoint now, Requests& requests);
  void on_question_key(const std::string& typed, const WatchKey& key, TimePoint now,
                       Requests& requests);
  void on_event(KeyEvent event, TimePoint now, Requests& requests);
  void on_list(const WatchKey& key, Requests& requests);
  void on_page(const WatchKey& key);
  void close_prompt();
  void on_text(const WatchKey& key, Requests& requests);
  void run(Command command, Requests& requests);
  void move(const WatchKey& key);
  void open_text(Mode mode, std::string typed);
  void scope_of_marked(const std::string& scope);
  void finish_text(Requests& requests);
  void arm(TimePoint now);
  void refuse_unseen(TimePoint now);
  void on_paste(const std::vector<WatchKey>& pasted, TimePoint now);
  void approve(Requests& requests);
  void deny(Requests& requests);
  void ask_reason();
  void was_typing();
  void next_scope();
  void ask_pattern();
  void toggle_wider();
  void mark();
  void choose(Tab tab);
  void post(const WatchRow& row, nlohmann::json body, Requests& requests);
  void on_settled(const WatchNews& news);
  void begin_answers();
  void on_detail(const WatchNews& news);
  void on_refused(const WatchNews& news);
  [[nodiscard]] nlohmann::json approval_of(const WatchRow& row) const;
  [[nodiscard]] std::vector<const WatchRow*> to_answer() const;
  [[nodiscard]] std::vector<const WatchRow*> subject() const;
  void answer_subject(const nlohmann::json& body, Requests& requests);
  void set_subject(const std::vector<const WatchRow*>& rows);
  void search();
  void show_details(Requests& requests);
  void revoke(Requests& requests);
  void tell_braked(const WatchNews& news);
  void pause_one(Requests& requests);
  void pause_all(Requests& requests);
  void ask_stop();
  void stop(const std::string& typed, Requests& requests);
  [[nodiscard]] const WatchRow* row_with(const std::string& key) const;
  void keep_selection(TimePoint now);
  void forget_gone();
  [[nodiscard]] std::string pattern_of(const WatchRow& row) const;

  struct Edited {
    ScopeChoice scope;
    std::optional<std::string> pattern;
  };
  [[nodiscard]] Edited& edited(const WatchRow& row);

  WatchRows rows_;
  Mode mode_ = Mode::kList;
  Tab tab_ = Tab::kQuestions;
  std::array<std::string, kTabs> selected_;  // keys of rows; "": the first
  std::vector<std::string> subject_;         // keys of what a prompt or an answer is about
  std::set<std::string> marked_;
  std::set<std::string> answering_;  // an answer is on its way
  SettledAnswers settled_;
  std::map<std::string, Edited> edited_;
  nlohmann::json detail_;
  std::string detail_of_;
  TypedLine typed_;
  std::string filter_;
  std::string searched_;
  std::string message_;
  std::vector<std::string> braked_;  // sessions that the message names
  std::size_t scrolled_ = 0;
  AnswerKeys keys_;
  bool text_began_ = false;  // no key of the line has come yet
  bool acts_shown_ = true;
  bool bell_ = false;
  bool done_ = false;
};

// The text of a row that filter and search look at.
[[nodiscard]] std::string row_text(const WatchRow& row, Tab tab);
[[nodiscard]] bool row_has(const WatchRow& row, Tab tab, const std::string& text);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WATCH_WATCH_MODEL_H_
