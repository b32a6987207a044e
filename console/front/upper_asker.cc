// SPDX-License-Identifier: Apache-2.0
#include "console/front/upper_asker.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <array>

#include "console/terminal/question_view.h"
#include "supervisor/rights/raised_link.h"

namespace guard::console {
namespace {

constexpr int kUntilEnded = 2000;  // ms, of what heeds SIGTERM
constexpr const char* kGone = "the session that this guard runs for has gone";
constexpr const char* kNotTaken = "root's guard did not take the answer that came";

}  // namespace

void UpperAsker::on_source() {
  for (const SourceItem& item : source_->take()) take(item);
}

void UpperAsker::take(const SourceItem& item) {
  const bool asked = item.kind == SourceItem::Kind::kAsked;
  const bool settled = item.kind == SourceItem::Kind::kSettled;
  if (settled) open_.erase(item.id);
  if (asked && !open_.insert(item.id).second) return;
  // An answer that was not taken: it waits on, and nobody would answer it.
  if (item.kind == SourceItem::Kind::kRefused && open_.contains(item.id))
    return deny(item.id, kNotTaken);
  if (asked && !link_.valid()) return deny(item.id, kGone);
  if (!asked && !settled) return;
  const nlohmann::json word =
      asked ? nlohmann::json{{"asked", item.question}} : nlohmann::json{{"settled", item.id}};
  if (link_.valid() && !supervisor::say_json(link_.get(), word)) lose();
}

void UpperAsker::on_link() {
  const auto word = supervisor::hear_json(link_.get());
  if (!word) return lose();
  const std::string id = text_field(*word, "answer");
  if (!open_.contains(id)) return;
  PromptAnswer answer;
  answer.approve = word->value("approve", false);
  answer.scope = text_field(*word, "scope");
  answer.pattern = text_field(*word, "pattern");
  answer.confirm = text_field(*word, "confirm");
  answer.reason = text_field(*word, "reason");
  source_->answer(id, answer);
}

void ask_for_what_is_left(const supervisor::FrontLink& link, QuestionSource& source,
                          UpperAsker& upper) {
  ::setsid();
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int stream = 0; stream <= STDERR_FILENO; ++stream) ::dup2(nothing, stream);
  while (!upper.is_lost()) {
    std::array<pollfd, 3> polled = {
        {{link.fd(), POLLIN, 0}, {source.fd(), POLLIN, 0}, {upper.fd(), POLLIN, 0}}};
    if (::poll(polled.data(), polled.size(), -1) < 0) continue;
    if (polled[1].revents != 0) upper.on_source();
    if (polled[2].revents != 0) upper.on_link();
    if (polled[0].revents == 0) continue;
    const auto message = link.receive();
    if (!message || !*message) ::_exit(0);
  }
  (void)link.send(supervisor::FrontMessageKind::kSignal, SIGTERM);
  ::poll(nullptr, 0, kUntilEnded);
  ::_exit(0);
}

void UpperAsker::lose() {
  link_.reset();
  for (const std::string& id : open_) deny(id, kGone);
}

void UpperAsker::deny(const std::string& id, const char* why) {
  PromptAnswer answer;
  answer.reason = why;
  source_->answer(id, answer);
}

}  // namespace guard::console
