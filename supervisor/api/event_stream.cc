// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/event_stream.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <limits>
#include <utility>

#include "supervisor/api/event_text.h"

namespace guard::supervisor {

namespace {

// Else it begins with what comes next.
bool resumes(std::uint64_t after) {
  return after != std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

using ErrorCode = boost::system::error_code;

EventStream::EventStream(Socket socket, Broker& broker, LiveActs* acts, const ApiLimits& limits,
                         std::function<void()> on_closed)
    : socket_(std::move(socket)),
      broker_(broker),
      acts_(acts),
      limits_(limits),
      on_closed_(std::move(on_closed)),
      deadline_(socket_.get_executor()),
      heartbeat_(socket_.get_executor()),
      allowed_(std::numeric_limits<std::size_t>::max()) {}

void EventStream::start(std::uint64_t after) {
  // The number may be of a session before this one, say. It may be long until the next event would
  // tell.
  const std::uint64_t last = broker_.last_seq();
  if (resumes(after) && after > last) tell_loss(after, last + 1);
  // Before the head is sent: whoever has read it gets every event that comes then. (Events are
  // posted, so they still follow the head.)
  subscription_ = broker_.subscribe(after, [weak = weak_from_this(), after](const Event& event) {
    const auto self = weak.lock();
    if (!self) return;
    const bool is_first = !std::exchange(self->begun_, true);
    if (is_first && resumes(after) && event.seq != after + 1) self->tell_loss(after, event.seq);
    self->receive(event);
  });
  if (acts_ != nullptr)
    act_subscription_ = acts_->subscribe([weak = weak_from_this()](const nlohmann::json& act) {
      if (const auto self = weak.lock()) self->receive({0, "act", act});
    });
  // The broker bounds what is replayed by what it keeps; the limit is for what comes from now on.
  allowed_ = unsent_ + limits_.stream_bytes;
  push(stream_head());
  watch_peer();
  beat();
}

void EventStream::close() {
  if (closed_) return;
  closed_ = true;
  if (subscription_ != 0) broker_.unsubscribe(subscription_);
  if (act_subscription_ != 0) acts_->unsubscribe(act_subscription_);
  ErrorCode ignored;
  deadline_.cancel(ignored);
  heartbeat_.cancel(ignored);
  socket_.close(ignored);
  if (on_closed_) on_closed_();
}

// The event that it resumes after may be kept no more, or be of another session: a client that
// would count on having seen everything hears first that it has not.
void EventStream::tell_loss(std::uint64_t after, std::uint64_t next) {
  begun_ = true;
  receive({0, "events_lost", {{"after", after}, {"next", next}}});
}

void EventStream::receive(const Event& event) {
  std::string text = event_text(event);
  const auto self = shared_from_this();
  if (unsent_ + text.size() > allowed_) {
    if (!overflowed_.exchange(true))
      boost::asio::post(socket_.get_executor(), [self] { self->close(); });
    return;
  }
  unsent_ += text.size();
  boost::asio::post(socket_.get_executor(), [self, text = std::move(text)]() mutable {
    self->unsent_ -= text.size();
    self->push(std::move(text));
  });
}

void EventStream::push(std::string text) {
  if (closed_ || overflowed_) return;
  unsent_ += text.size();
  waiting_ += text;
  if (current_.empty()) write();
}

void EventStream::write() {
  if (waiting_.empty()) return;
  current_ = std::exchange(waiting_, {});
  arm_deadline();
  boost::asio::async_write(
      socket_, boost::asio::buffer(current_),
      [self = shared_from_this()](ErrorCode error, std::size_t) { self->on_written(!!error); });
}

void EventStream::on_written(bool failed) {
  unsent_ -= current_.size();
  current_.clear();
  if (closed_) return;
  if (failed) return close();
  ErrorCode ignored;
  deadline_.cancel(ignored);
  write();
}

// A stream takes no further request: whatever arrives, and its end too, ends it.
void EventStream::watch_peer() {
  socket_.async_read_some(boost::asio::buffer(incoming_),
                          [self = shared_from_this()](ErrorCode, std::size_t) { self->close(); });
}

void EventStream::arm_deadline() {
  deadline_.expires_after(limits_.patience);
  deadline_.async_wait([self = shared_from_this()](ErrorCode error) {
    const bool late = self->deadline_.expiry() <= std::chrono::steady_clock::now();
    if (!error && late) self->close();
  });
}

void EventStream::beat() {
  heartbeat_.expires_after(limits_.heartbeat);
  heartbeat_.async_wait([self = shared_from_this()](ErrorCode error) {
    if (error || self->closed_) return;
    if (self->current_.empty()) self->push(heartbeat_text());
    self->beat();
  });
}

}  // namespace guard::supervisor
