// SPDX-License-Identifier: Apache-2.0
#include "console/front/asker.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "console/terminal/question_detail.h"
#include "console/terminal/terminal_style.h"

namespace guard::console {
namespace {

// How long a half-written escape sequence of the agent may put off a question.
constexpr std::chrono::milliseconds kGrace{200};
constexpr int kGraceStep = 20;
constexpr int kTick = 500;

// Undoes what the agent may have set to make the box unreadable or misread: attributes, character
// set, insert mode, no wrapping, a hidden cursor, scroll margins (which move the cursor: saved
// around it).
constexpr std::string_view kPlainScreen =
    "\x1b[0m\x1b(B\x0f\x1b[4l\x1b[?7h\x1b[?25h"
    "\x1b"
    "7\x1b[r\x1b"
    "8";
constexpr std::string_view kAbort = "\x18\x1b\\";  // ends an unfinished sequence or string

std::string private_mode(int mode, char letter) {
  return "\x1b[?" + std::to_string(mode) + letter;
}

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
      waiting_.push_back(std::move(item.question));
      return;
    case SourceItem::Kind::kSettled:
      return settled(item);
    case SourceItem::Kind::kNames:
      if (current && state_ == State::kAsking) relay_->draw(prompt_->show_names(item.names, now));
      return;
    case SourceItem::Kind::kRefused:
      if (current) finish("not answered: " + item.text);
      return;
    case SourceItem::Kind::kCounted:
      if (current) finish(item.text);
      return;
  }
}

void Asker::settled(const SourceItem& item) {
  std::erase_if(waiting_, [&](const nlohmann::json& question) {
    return text_field(question, "id") == item.id;
  });
  if (prompt_ && prompt_->id() == item.id) finish(outcome_text(item.question));
}

// With a terminal of our own the box follows as soon as we have the foreground.
void Asker::announce(const nlohmann::json& question) {
  if (quiet_ || (relay_ != nullptr && mode_->raw())) return;
  print_notice("guard: waiting for an answer: " + question_notice(question) + "\n");
}

void Asker::on_turn(bool foreground, TimePoint now) {
  if (relay_ == nullptr) return;
  if (state_ == State::kIdle && foreground && !waiting_.empty()) begin(now);
  if (state_ == State::kPausing) draw_when_whole(now);
  if (state_ == State::kAsking) serve_keys(now);
}

int Asker::patience() const {
  if (state_ == State::kPausing) return kGraceStep;
  return state_ == State::kAsking ? kTick : -1;
}

void Asker::begin(TimePoint now) {
  relay_->pause();
  since_ = now;
  state_ = State::kPausing;
}

void Asker::draw_when_whole(TimePoint now) {
  if (waiting_.empty()) {  // settled before it was drawn
    relay_->resume();
    state_ = State::kIdle;
    return;
  }
  const bool whole = relay_->screen().whole();
  if (!whole && now - since_ < kGrace) return;
  // What was typed so far was meant for the agent; it must answer nothing.
  mode_->drop_type_ahead();
  (void)relay_->take_typed();
  const ViewStyle style = style_of_terminal(relay_->output());
  dumb_ = style.dumb;
  std::string text(whole || dumb_ ? "" : kAbort);
  relay_->screen().interrupt();
  alternate_ = dumb_ ? 0 : relay_->screen().alternate_screen();
  if (alternate_ != 0) text += private_mode(alternate_, 'l');
  if (!dumb_) text += kPlainScreen;
  if (!relay_->screen().line_start() || alternate_ != 0) text += "\r\n";
  prompt_.emplace(std::move(waiting_.front()), style, size_of(relay_->output()).ws_row);
  waiting_.pop_front();
  names_asked_ = false;
  relay_->draw(text + prompt_->open(now));
  state_ = State::kAsking;
}

void Asker::serve_keys(TimePoint now) {
  const std::string typed = relay_->take_typed();
  const std::string drawn = typed.empty() ? prompt_->on_tick(now) : prompt_->on_typed(typed, now);
  if (!drawn.empty()) relay_->draw(drawn);
  if (prompt_->wants_names() && !std::exchange(names_asked_, true))
    source_.fetch_names(prompt_->id());
  if (!prompt_->wants_names()) names_asked_ = false;
  if (!prompt_->answer()) return;
  state_ = State::kAnswering;
  source_.answer(prompt_->id(), *prompt_->answer());
}

void Asker::finish(const std::string& outcome) {
  std::string text = prompt_->close(outcome);
  prompt_.reset();
  if (alternate_ != 0)
    text += private_mode(alternate_, 'h');
  else
    text += relay_->screen().line();
  if (relay_->screen().cursor_hidden() && !dumb_) text += private_mode(25, 'l');
  relay_->draw(text);
  (void)relay_->take_typed();
  relay_->resume();
  if (alternate_ != 0) relay_->provoke_redraw();
  state_ = State::kIdle;
}

void Asker::abandon() {
  waiting_.clear();
  if (prompt_) finish("the program has ended");
  if (state_ == State::kPausing) relay_->resume();
  state_ = State::kIdle;
}

}  // namespace guard::console
