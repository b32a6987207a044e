// SPDX-License-Identifier: Apache-2.0
#include "console/front/socket_source.h"

#include <poll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <string_view>
#include <utility>

#include "console/terminal/question_view.h"

namespace guard::console {
namespace {

// The server is on this machine and never waits for a person: longer means that it hangs.
constexpr std::chrono::seconds kPatience{5};
constexpr int kBeforeNextTry = 100;  // ms
constexpr const char* kProgram = "terminal";
constexpr const char* kOnlyAsks = "would_approve";
constexpr const char* kAllNames = "?limit=10000";
constexpr std::array<std::string_view, 4> kSettledEvents = {
    "approval_granted", "approval_denied", "approval_timeout", "approval_withdrawn"};

void signal_event(int fd) {
  ::eventfd_write(fd, 1);
}

void clear_event(int fd) {
  eventfd_t count = 0;
  ::eventfd_read(fd, &count);
}

SourceItem refused(const std::string& id, std::string text) {
  SourceItem item;
  item.kind = SourceItem::Kind::kRefused;
  item.id = id;
  item.text = std::move(text);
  return item;
}

nlohmann::json body_of(const PromptAnswer& answer) {
  const char* denial = answer.early ? "not_answered" : "deny";
  nlohmann::json body = {{"answer", answer.approve ? "approve" : denial}};
  if (answer.approve || !answer.early) body["scope"] = answer.scope;
  if (!answer.pattern.empty()) body["pattern"] = answer.pattern;
  if (!answer.confirm.empty()) body["confirm"] = answer.confirm;
  if (!answer.reason.empty()) body["reason"] = answer.reason;
  return body;
}

}  // namespace

Result<std::unique_ptr<SocketSource>> SocketSource::start(const std::string& socket_path) {
  UniqueFd arrived{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  UniqueFd wanted{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  if (!arrived.valid() || !wanted.valid()) return fail_errno("eventfd");
  return std::unique_ptr<SocketSource>(
      new SocketSource(socket_path, std::move(arrived), std::move(wanted)));
}

SocketSource::SocketSource(std::string socket_path, UniqueFd arrived, UniqueFd wanted)
    : client_(socket_path, kProgram, kPatience),
      socket_path_(std::move(socket_path)),
      arrived_(std::move(arrived)),
      wanted_(std::move(wanted)),
      thread_([this] { run(); }) {}

SocketSource::~SocketSource() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  signal_event(wanted_.get());
  thread_.join();
}

std::vector<SourceItem> SocketSource::take() {
  clear_event(arrived_.get());
  const std::lock_guard lock(mutex_);
  return std::exchange(items_, {});
}

void SocketSource::answer(const std::string& id, const PromptAnswer& answer) {
  hand_in({id, body_of(answer)});
}

void SocketSource::check(const std::string& id, const PromptAnswer& answer) {
  nlohmann::json body = body_of(answer);
  body["answer"] = kOnlyAsks;
  hand_in({id, std::move(body)});
}

void SocketSource::fetch_detail(const std::string& id) {
  hand_in({id, nullptr});
}

void SocketSource::hand_in(Request request) {
  {
    const std::lock_guard lock(mutex_);
    requests_.push_back(std::move(request));
  }
  signal_event(wanted_.get());
}

void SocketSource::run() {
  while (!stopping()) {
    auto reader = EventReader::open(socket_path_, kProgram, last_event_, kPatience);
    if (!reader) break;
    while (!stopping()) {
      const auto events = reader->read();
      if (!events) break;
      for (const ServerEvent& event : *events) deliver(event);
      if (!serve_requests() || !wait_for(*reader)) break;
    }
    pollfd pause{wanted_.get(), POLLIN, 0};
    ::poll(&pause, 1, kBeforeNextTry);
  }
  // Whoever waits for a reply must not wait for ever.
  while (serve_requests()) {
    pollfd entry{wanted_.get(), POLLIN, 0};
    ::poll(&entry, 1, -1);
  }
}

bool SocketSource::wait_for(const EventReader& reader) const {
  std::array<pollfd, 2> entries = {{{reader.fd(), POLLIN, 0}, {wanted_.get(), POLLIN, 0}}};
  return ::poll(entries.data(), entries.size(), -1) >= 0 || errno == EINTR;
}

void SocketSource::deliver(const ServerEvent& event) {
  last_event_ = std::max(last_event_, event.id);
  const bool asked = event.type == "approval_required";
  const bool settled =
      std::find(kSettledEvents.begin(), kSettledEvents.end(), event.type) != kSettledEvents.end();
  if (!asked && !settled) return;
  SourceItem item;
  item.kind = asked ? SourceItem::Kind::kAsked : SourceItem::Kind::kSettled;
  item.id = text_field(event.data, "id");
  item.question = event.data;
  push(std::move(item));
}

// False: stop. Looked at after the wake-up was cleared, so that none is slept through.
bool SocketSource::serve_requests() {
  clear_event(wanted_.get());
  for (;;) {
    Request request;
    {
      const std::lock_guard lock(mutex_);
      if (requests_.empty() || stopping_) return !stopping_;
      request = std::move(requests_.front());
      requests_.pop_front();
    }
    serve(request);
  }
}

// A settled question comes back as an event, so an answer that was taken needs no item.
void SocketSource::serve(const Request& request) {
  const std::string target = "/v1/approvals/" + escaped_part(request.id);
  const bool detail = request.answer.is_null();
  const auto reply =
      detail ? client_.get(target + kAllNames) : client_.post(target, request.answer);
  if (!detail && text_field(request.answer, "answer") == kOnlyAsks) {
    SourceItem checked = refused(request.id, !reply        ? reply.error().text()
                                             : reply->ok() ? ""
                                                           : reply->error_message());
    checked.kind = SourceItem::Kind::kChecked;
    return push(std::move(checked));
  }
  if (!detail) {
    if (!reply) return push(refused(request.id, reply.error().text()));
    if (!reply->ok()) return push(refused(request.id, reply->error_message()));
    if (text_field(reply->body, "state") != "pending") return;
    SourceItem counted = refused(request.id, text_field(reply->body, "missing"));
    counted.kind = SourceItem::Kind::kCounted;
    return push(std::move(counted));
  }
  SourceItem item;
  item.kind = SourceItem::Kind::kDetail;
  item.id = request.id;
  if (reply && reply->ok()) item.question = reply->body;
  push(std::move(item));
}

void SocketSource::push(SourceItem item) {
  {
    const std::lock_guard lock(mutex_);
    items_.push_back(std::move(item));
  }
  signal_event(arrived_.get());
}

bool SocketSource::stopping() {
  const std::lock_guard lock(mutex_);
  return stopping_;
}

}  // namespace guard::console
