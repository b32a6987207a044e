// SPDX-License-Identifier: Apache-2.0
// Connection: one client of the session's socket, from accept to close: reads a request, has it
// answered by the request table, writes the response, again. Control thread only. The only file
// (with its source) that knows Boost.Beast here. A client that is slow, half-open, or talks
// nonsense is dropped after ApiLimits::patience.
#ifndef GUARD_SUPERVISOR_API_CONNECTION_H_
#define GUARD_SUPERVISOR_API_CONNECTION_H_

#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>

#include "supervisor/api/event_stream.h"
#include "supervisor/api/limits.h"
#include "supervisor/api/message.h"

namespace guard::supervisor {

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  using Socket = boost::asio::local::stream_protocol::socket;

  // `backend` is not touched after close().
  Connection(Socket socket, ApiPeer peer, const ApiBackend& backend, const ApiLimits& limits,
             std::function<void()> on_closed);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void start() { read_request(); }
  void close();  // calls on_closed once
  [[nodiscard]] Role role() const { return peer_.role; }

 private:
  struct Exchange;  // one request and its response, in Beast's terms

  void read_request();
  void handle_request();
  void reject(const ApiResponse& response);
  void respond(const ApiResponse& response);
  void on_written();
  void become_stream(std::uint64_t after, bool acts);
  void drain();
  void arm_deadline();
  void disarm_deadline();

  Socket socket_;
  ApiPeer peer_;
  const ApiBackend& backend_;
  const ApiLimits limits_;
  std::function<void()> on_closed_;
  boost::asio::steady_timer deadline_;
  std::unique_ptr<Exchange> exchange_;
  std::shared_ptr<EventStream> stream_;
  bool closed_ = false;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_API_CONNECTION_H_
