// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/connection.h"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "supervisor/api/request_table.h"

namespace guard::supervisor {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;
using ErrorCode = boost::system::error_code;

constexpr std::size_t kReadBuffer = 64 * 1024;

template <class View>
std::string text(const View& view) {
  return std::string(view.data(), view.size());
}

// The answer to a request that could not be read; nothing when the client has merely gone.
std::optional<ApiResponse> unreadable(const ErrorCode& error, const ApiLimits& limits) {
  if (error == http::error::body_limit)
    return problem(Problem::kBodyTooLarge,
                   "the body may have " + std::to_string(limits.body_bytes) + " bytes at most");
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return problem(Problem::kHeaderTooLarge, "the header is too large");
  const bool gone = error == http::error::end_of_stream || error == http::error::partial_message;
  if (gone || error.category() != http::make_error_code(http::error::bad_method).category())
    return std::nullopt;
  return problem(Problem::kMalformed, "this is not HTTP: " + error.message());
}

ApiRequest request_of(http::request<http::string_body>& message) {
  ApiRequest request;
  request.method = text(message.method_string());
  request.target = text(message.target());
  request.user_agent = text(message[http::field::user_agent]);
  request.last_event_id = text(message["Last-Event-ID"]);
  request.body = std::move(message.body());
  return request;
}

// A defect in answering must end neither the session nor in an allowed act.
ApiResponse answered(const ApiBackend& backend, const ApiPeer& peer, const ApiRequest& request) {
  try {
    return answer_request(backend, peer, request);
  } catch (const std::exception& defect) {
    return problem(Problem::kInternal, defect.what());
  }
}

}  // namespace

struct Connection::Exchange {
  beast::flat_buffer buffer{kReadBuffer};  // also holds what a client sent ahead
  std::optional<http::request_parser<http::string_body>> parser;
  http::response<http::string_body> response;
  std::string drained;
  bool keep_alive = false;
  bool must_drain = false;
};

Connection::Connection(Socket socket, ApiPeer peer, const ApiBackend& backend,
                       const ApiLimits& limits, std::function<void()> on_closed)
    : socket_(std::move(socket)),
      peer_(std::move(peer)),
      backend_(backend),
      limits_(limits),
      on_closed_(std::move(on_closed)),
      deadline_(socket_.get_executor()),
      exchange_(std::make_unique<Exchange>()) {}

Connection::~Connection() = default;

void Connection::close() {
  if (closed_) return;
  closed_ = true;
  ErrorCode ignored;
  deadline_.cancel(ignored);
  socket_.close(ignored);
  if (stream_) stream_->close();
  if (on_closed_) on_closed_();
}

void Connection::read_request() {
  exchange_->parser.emplace();
  exchange_->parser->header_limit(static_cast<std::uint32_t>(limits_.header_bytes));
  exchange_->parser->body_limit(limits_.body_bytes);
  arm_deadline();
  http::async_read(socket_, exchange_->buffer, *exchange_->parser,
                   [self = shared_from_this()](ErrorCode error, std::size_t) {
                     if (self->closed_) return;
                     self->disarm_deadline();
                     if (!error) return self->handle_request();
                     const auto response = unreadable(error, self->limits_);
                     response ? self->reject(*response) : self->close();
                   });
}

void Connection::handle_request() {
  auto& message = exchange_->parser->get();
  exchange_->keep_alive = message.keep_alive();
  const ApiResponse response = answered(backend_, peer_, request_of(message));
  if (closed_) return;
  if (response.stream_after) return become_stream(*response.stream_after, response.stream_acts);
  if (response.close) exchange_->keep_alive = false;
  respond(response);
}

// The rest of what the client sends is read and thrown away for a while: a socket closed over
// unread data could cost the client the response.
void Connection::reject(const ApiResponse& response) {
  exchange_->keep_alive = false;
  exchange_->must_drain = true;
  respond(response);
}

void Connection::respond(const ApiResponse& response) {
  auto& message = exchange_->response;
  message = {};
  message.version(11);
  message.result(static_cast<unsigned>(response.status));
  message.set(http::field::content_type, "application/json");
  message.set(http::field::cache_control, "no-store");
  if (!response.allow.empty()) message.set(http::field::allow, response.allow);
  message.body() = text_of(response.body) + "\n";
  message.keep_alive(exchange_->keep_alive);
  message.prepare_payload();
  arm_deadline();
  http::async_write(socket_, message, [self = shared_from_this()](ErrorCode error, std::size_t) {
    if (self->closed_) return;
    self->disarm_deadline();
    error ? self->close() : self->on_written();
  });
}

void Connection::on_written() {
  if (exchange_->keep_alive) return read_request();
  if (!exchange_->must_drain) return close();
  ErrorCode ignored;
  socket_.shutdown(Socket::shutdown_send, ignored);
  exchange_->drained.resize(kReadBuffer);
  arm_deadline();
  drain();
}

void Connection::drain() {
  socket_.async_read_some(boost::asio::buffer(exchange_->drained),
                          [self = shared_from_this()](ErrorCode error, std::size_t) {
                            if (self->closed_) return;
                            error ? self->close() : self->drain();
                          });
}

void Connection::become_stream(std::uint64_t after, bool acts) {
  stream_ = std::make_shared<EventStream>(std::move(socket_), *backend_.broker,
                                          acts ? backend_.acts : nullptr, limits_,
                                          [weak = weak_from_this()] {
                                            if (const auto self = weak.lock()) self->close();
                                          });
  stream_->start(after);
}

void Connection::arm_deadline() {
  deadline_.expires_after(limits_.patience);
  deadline_.async_wait([self = shared_from_this()](ErrorCode error) {
    // A handler that was already on its way when the deadline was moved must not fire.
    const bool late = self->deadline_.expiry() <= std::chrono::steady_clock::now();
    if (!error && late) self->close();
  });
}

void Connection::disarm_deadline() {
  deadline_.expires_at(std::chrono::steady_clock::time_point::max());
}

}  // namespace guard::supervisor
