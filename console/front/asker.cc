// SPDX-License-Identifier: Apache-2.0
#include "console/front/asker.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "base/text/both_ends.h"
#include "base/text/text.h"
#include "console/terminal/answer_keys.h"
#include "console/terminal/question_detail.h"
#include "console/terminal/settled_answers.h"
#include "console/terminal/terminal_style.h"

namespace guard::console {
namespace {

constexpr int kTick = 500;
constexpr int kSoon = 50;  // while the keys of a question wait for a pause

void print_notice(const std::string& line) {
  pollfd entry{STDERR_FILENO, POLLOUT, 0};
  if (::poll(&entry, 1, 0) != 1 || (entry.revents & POLLOUT) == 0) return;
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace

void Asker::on_source(TimePoint now) {
  for (SourceItem& item : source_.take()) {
    if (listener_) listener_(item, now);
    take(std::move(item), now);
  }
}

void Asker::take(SourceItem item, TimePoint now) {
  const bool current = prompt_ && prompt_->id() == item.id;
  switch (item.kind) {
    case SourceItem::Kind::kAsked:
      announce(item.question);
      if (list_) list_->add(item.question, now);
      waiting_.push_back(std::move(item.question));
      return;
    case SourceItem::Kind::kSettled:
      return settled(item, now);
    case SourceItem::Kind::kDetail:
      if (current && state_ == State::kAsking)
        relay_->draw(prompt_->show_detail(item.question, now));
      return;
    case SourceItem::Kind::kChecked:
      if (current && state_ == State::kAsking) relay_->draw(prompt_->checked(item.text, now));
      return;
    case SourceItem::Kind::kRefused:
      return refused(item, now);
    case SourceItem::Kind::kCounted:
      return counted(item, now);
  }
}

// An approval may be given otherwise, or by somebody else. A denial that is not taken is of a
// question that cannot be answered any more: nobody is kept before it.
void Asker::refused(const SourceItem& item, TimePoint now) {
  if (list_) return relay_->draw(list_->say("not answered: " + item.text, now));
  if (!prompt_ || prompt_->id() != item.id || !prompt_->answer()) return;
  if (!prompt_->answer()->approve)
    return finish(unanswered_text("not answered: " + item.text), now);
  relay_->draw(prompt_->refused(item.text, now));
  state_ = State::kAsking;
}

void Asker::counted(const SourceItem& item, TimePoint now) {
  if (list_) return relay_->draw(list_->say(item.text, now));
  if (!prompt_ || prompt_->id() != item.id) return;
  relay_->draw(prompt_->counted(item.text, now));
  state_ = State::kAsking;
}

void Asker::settled(const SourceItem& item, TimePoint now) {
  const auto waited = std::erase_if(waiting_, [&](const nlohmann::json& question) {
    return text_field(question, "id") == item.id;
  });
  if (list_) return list_settled(item, now);
  if (prompt_ && prompt_->id() == item.id) {
    const std::string line = left_behind_text(item.question);
    return is_typing(now) ? end_while_typing(line, now) : finish(line, now);
  }
  if (waited != 0) settled_unseen(item.question);
}

// Its box was never drawn. Below the box of another question the line comes with that one's own;
// over output of the program that guard does not hold back it would come in the middle.
// A refusal is told to the agent anyway, and without a terminal of its own that line stands here.
void Asker::settled_unseen(const nlohmann::json& question) {
  const std::string state = text_field(question, "state");
  if (relay_ == nullptr && (state == "denied" || state == "timeout")) return;
  std::string line = left_behind_text(question);
  if (relay_ == nullptr || !mode_->raw())
    print_notice(line + "\n");
  else if (prompt_)
    lines_below_.push_back(std::move(line));
  else
    kept_lines_.push_back(std::move(line));
}

// The prompt's own question is in the list, too; it may be another one's turn afterwards.
void Asker::list_settled(const SourceItem& item, TimePoint now) {
  list_->settle(item.question);
  if (prompt_ && prompt_->id() == item.id) prompt_.reset();
  const std::string line = left_behind_text(item.question);
  keep_line(line);
  const std::string last = list_->leave_behind(line, now);
  if (!list_->empty()) return relay_->draw(last);
  list_.reset();
  prompt_.reset();
  if (is_typing(now)) return rest(last, now);
  give_back(last, now);
}

// With a terminal of our own the box follows as soon as we have the foreground. Without one this
// line is all that says why the command stands still: it comes quiet or not.
void Asker::announce(const nlohmann::json& question) {
  if (relay_ != nullptr && (quiet_ || mode_->raw())) return;
  print_notice("guard: waiting for an answer: " + question_notice(question, where_) + "\n");
}

void Asker::on_turn(bool foreground, TimePoint now) {
  if (relay_ == nullptr) return;
  if (state_ == State::kRedrawing && screen_->done_redrawing(now)) state_ = State::kIdle;
  if (state_ == State::kIdle && foreground && !waiting_.empty()) begin(now);
  if (state_ == State::kPausing) draw_when_whole(now);
  if (state_ == State::kAsking) serve_keys(now);
  if (state_ == State::kListing) serve_list(now);
  if (state_ == State::kResting) serve_rest(now);
}

int Asker::patience() const {
  if (state_ == State::kPausing || state_ == State::kRedrawing) return TakenScreen::kPatience;
  if (state_ == State::kResting) return kSoon;
  const bool soon = state_ == State::kAsking    ? prompt_->is_waiting()
                    : state_ == State::kListing ? list_->is_waiting()
                                                : false;
  if (soon) return kSoon;
  return state_ == State::kAsking || state_ == State::kListing ? kTick : -1;
}

void Asker::on_resize(TimePoint now) {
  if (relay_ == nullptr || (!prompt_ && !list_)) return;
  const ViewStyle style = style_of_terminal(relay_->output());
  const std::size_t rows = size_of(relay_->output()).ws_row;
  std::string list;
  if (list_) list = list_->resized(style, rows, now);
  // Beside a list the prompt is not on the screen: it only learns of the size.
  std::string prompt;
  if (prompt_) prompt = prompt_->resized(style, rows, now);
  relay_->draw(list_ ? list : prompt);
}

void Asker::begin(TimePoint now) {
  screen_->pause(now);
  state_ = State::kPausing;
}

void Asker::draw_when_whole(TimePoint now) {
  if (waiting_.empty()) {  // settled before it was drawn
    screen_->let_go();
    state_ = State::kIdle;
    return;
  }
  if (!screen_->ready(now)) return;
  // It must answer nothing.
  const std::string meant_for_program = screen_->take();
  dumb_ = screen_->style().dumb;
  paste_ = {};
  nlohmann::json question = std::move(waiting_.front());
  waiting_.pop_front();
  ask_next(std::move(question), now);
  prompt_->typed_before(meant_for_program);
}

void Asker::ask_next(nlohmann::json question, TimePoint now) {
  if (question.value("runs_outside", false) && !sign_.empty()) question["sign"] = sign_;
  prompt_.emplace(std::move(question), style_of_terminal(relay_->output()),
                  size_of(relay_->output()).ws_row);
  prompt_->set_others(waiting_.size());
  prompt_->set_second_screen(!dumb_ && alternate_screen() == AlternateScreen::kPresent &&
                             !draws_on_second_screen(relay_->screen(), alternate_screen()));
  detail_asked_ = false;
  relay_->draw(prompt_->open(now));
  state_ = State::kAsking;
}

// A program that can set the terminal chooses which keys come through (VEOL, TCIFLUSH).
std::string Asker::take_keys(TimePoint now) {
  std::string typed = relay_->take_typed();
  if (!typed.empty()) last_key_ = now;
  if (!mode_->mend()) return typed;
  if (list_) list_->disturbed(now);
  if (prompt_) prompt_->disturbed(now);
  return "";
}

void Asker::serve_keys(TimePoint now) {
  prompt_->set_others(waiting_.size());
  const std::string typed = take_keys(now);
  if (typed.empty() && !relay_->keeps_up()) return;
  const auto pasted = paste_.pasted(typed);
  const std::string drawn = typed.empty() ? prompt_->on_tick(now)
                            : pasted      ? prompt_->on_pasted(*pasted, now)
                                          : prompt_->on_typed(typed, now);
  if (!drawn.empty()) relay_->draw(drawn);
  if (prompt_->wants_list()) return show_list(now);
  if (prompt_->leaves())
    return finish(unanswered_text(text_field(prompt_->question(), "missing")), now);
  if (prompt_->wants_detail() && !std::exchange(detail_asked_, true))
    source_.fetch_detail(prompt_->id());
  if (!prompt_->wants_detail()) detail_asked_ = false;
  if (const auto check = prompt_->take_check()) source_.check(prompt_->id(), *check);
  if (!prompt_->answer()) return;
  state_ = State::kAnswering;
  // First: a shell goes on after a command that was refused, and ends by one that was interrupted.
  // A program that reads keys takes Ctrl-C for words of its own: the person said No to one act.
  if (prompt_->interrupts()) relay_->interrupt();
  source_.answer(prompt_->id(), *prompt_->answer());
}

void Asker::show_list(TimePoint now) {
  std::vector<nlohmann::json> questions = {prompt_->question()};
  questions.insert(questions.end(), waiting_.begin(), waiting_.end());
  list_.emplace(std::move(questions), style_of_terminal(relay_->output()),
                size_of(relay_->output()).ws_row);
  relay_->draw(prompt_->step_aside() + list_->open(now));
  state_ = State::kListing;
}

void Asker::serve_list(TimePoint now) {
  const std::string typed = take_keys(now);
  if (typed.empty() && !relay_->keeps_up()) return;
  const bool pasted = paste_.pasted(typed).has_value();
  const std::string drawn = typed.empty() ? list_->on_tick(now)
                            : pasted      ? list_->on_pasted(now)
                                          : list_->on_typed(typed, now);
  if (!drawn.empty()) relay_->draw(drawn);
  for (const auto& [id, answer] : list_->take_answers()) source_.answer(id, answer);
  if (list_->leaves()) back_from_list(now);
}

// To the question under the cursor; the one from before waits again.
void Asker::back_from_list(TimePoint now) {
  const std::string chosen = list_->current();
  relay_->draw(list_->close());
  list_.reset();
  if (prompt_ && prompt_->id() != chosen) {
    waiting_.push_front(prompt_->question());
    prompt_.reset();
  }
  if (prompt_) {
    relay_->draw(prompt_->open(now));
    state_ = State::kAsking;
    return;
  }
  const auto found = std::find_if(
      waiting_.begin(), waiting_.end(),
      [&](const nlohmann::json& question) { return text_field(question, "id") == chosen; });
  if (found == waiting_.end()) return give_back("", now);
  nlohmann::json question = std::move(*found);
  waiting_.erase(found);
  ask_next(std::move(question), now);
}

// The question is gone from the screen, and nobody has answered it.
std::string Asker::unanswered_text(const std::string& why) const {
  return "guard: " + safe_text(why) + ": " +
         both_ends(safe_text(text_field(prompt_->question(), "what")), 40, 20);
}

// Where guard drew on the terminal's second screen, a line on the program's own would be in its
// way: it is said when the program has ended.
void Asker::keep_line(const std::string& line) {
  if (!dumb_ && draws_on_second_screen(relay_->screen(), alternate_screen()))
    kept_lines_.push_back(line);
}

std::string Asker::closed(std::vector<std::string> lines) {
  for (std::string& below : std::exchange(lines_below_, {})) lines.push_back(std::move(below));
  for (const std::string& each : lines) keep_line(each);
  return prompt_->close(lines);
}

void Asker::finish(const std::string& line, TimePoint now) {
  const std::string last = closed({line});
  const std::string kept = prompt_->kept();
  prompt_.reset();
  give_back(last, now);
  relay_->type(kept);
}

// Somebody else, or the time, has ended a question that the person is typing at. The rest of the
// line is no line for the shell, whose Enter would run it.
bool Asker::is_typing(TimePoint now) const {
  if (state_ != State::kAsking && state_ != State::kListing) return false;
  const bool in_line = prompt_ && state_ == State::kAsking && prompt_->is_typing();
  return in_line || now - last_key_ < AnswerKeys::kRest;
}

void Asker::end_while_typing(const std::string& line, TimePoint now) {
  const std::string last =
      closed({line, "guard: you were typing: your keys are dropped until you pause"});
  const std::string kept = prompt_->kept();
  prompt_.reset();
  rest(last, now);
  relay_->type(kept);
}

// The keyboard goes back to the program after a pause without keys.
void Asker::rest(const std::string& last, TimePoint now) {
  relay_->draw(last);
  rest_from_ = now;
  state_ = State::kResting;
}

void Asker::serve_rest(TimePoint now) {
  if (!take_keys(now).empty()) rest_from_ = now;
  if (now - rest_from_ >= AnswerKeys::kRest) give_back("", now);
}

void Asker::give_back(const std::string& last, TimePoint now) {
  state_ = screen_->give_back(last, now) ? State::kRedrawing : State::kIdle;
}

void Asker::abandon() {
  constexpr const char* kEnded = "the program has ended";
  const TimePoint now = std::chrono::system_clock::now();
  waiting_.clear();
  const std::string last = list_ ? list_->close() : "";
  if (list_ && !prompt_) give_back(last, now);
  if (list_ && prompt_) relay_->draw(last);
  list_.reset();
  if (prompt_) finish(unanswered_text(kEnded), now);
  if (state_ == State::kPausing) screen_->let_go();
  if (state_ == State::kResting) give_back("", now);
  if (state_ == State::kRedrawing) screen_->end_redrawing();
  state_ = State::kIdle;
  for (auto* lines : {&kept_lines_, &lines_below_})
    for (const std::string& line : std::exchange(*lines, {})) print_notice(line + "\r\n");
}

}  // namespace guard::console
