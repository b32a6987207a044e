// SPDX-License-Identifier: Apache-2.0
// EventStream: one connection that has become a stream of the broker's events. Lives on the control
// thread; the broker's callback only formats and posts. A client that does not take what it is sent
// (too much unsent, or one write that does not end) is dropped: nobody waits for it.
#ifndef GUARD_SUPERVISOR_API_EVENT_STREAM_H_
#define GUARD_SUPERVISOR_API_EVENT_STREAM_H_

#include <array>
#include <atomic>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "supervisor/api/limits.h"
#include "supervisor/api/live_acts.h"
#include "supervisor/approval/broker.h"

namespace guard::supervisor {

class EventStream : public std::enable_shared_from_this<EventStream> {
 public:
  using Socket = boost::asio::local::stream_protocol::socket;

  // `acts`: of whom acts are told, too; null: none are.
  EventStream(Socket socket, Broker& broker, LiveActs* acts, const ApiLimits& limits,
              std::function<void()> on_closed);
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;

  void start(std::uint64_t after);
  void close();  // control thread; calls on_closed once

 private:
  void receive(const Event& event);  // any thread
  void tell_loss(std::uint64_t after, std::uint64_t next);
  void push(std::string text);
  void write();
  void on_written(bool failed);
  void watch_peer();
  void arm_deadline();
  void beat();

  Socket socket_;
  Broker& broker_;
  LiveActs* acts_;
  const ApiLimits limits_;
  std::function<void()> on_closed_;
  boost::asio::steady_timer deadline_;
  boost::asio::steady_timer heartbeat_;
  std::uint64_t subscription_ = 0;
  std::uint64_t act_subscription_ = 0;
  bool begun_ =
      false;  // an event of the broker has come; touched by its delivery, before it by start
  std::string waiting_;  // text that is not being written yet
  std::string current_;  // text that is being written
  std::array<char, 256> incoming_{};
  bool closed_ = false;
  std::atomic<std::size_t> unsent_{0};
  std::atomic<std::size_t> allowed_;
  std::atomic<bool> overflowed_{false};
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_API_EVENT_STREAM_H_
