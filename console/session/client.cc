// SPDX-License-Identifier: Apache-2.0
#include "console/session/client.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <charconv>
#include <utility>

#include "base/text/text.h"
#include "console/session/client_socket.h"

namespace guard::console {
namespace {

namespace http = boost::beast::http;
using ErrorCode = boost::system::error_code;
using Json = nlohmann::json;
using Deadline = ClientSocket::Deadline;

constexpr std::uint64_t kLargestReply = 256 * 1024 * 1024;
constexpr std::size_t kLargestEvent = 16 * 1024 * 1024;

Deadline deadline_in(std::chrono::milliseconds patience) {
  return std::chrono::steady_clock::now() + patience;
}

std::string request_text(const std::string& method, const std::string& target,
                         const std::string& program, const std::string& more_fields,
                         const std::string& body) {
  std::string text = method + " " + target + " HTTP/1.1\r\nHost: guard\r\nConnection: close\r\n";
  text += "User-Agent: " + safe_text(program) + "\r\n" + more_fields;
  if (!body.empty())
    text +=
        "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
  return text + "\r\n" + body;
}

}  // namespace

// Takes bytes as they come; Beast's parser wants what it did not use again.
class ReplyParser {
 public:
  ReplyParser() {
    parser_.eager(true);
    parser_.body_limit(kLargestReply);
  }
  void expect_endless_body() { parser_.body_limit(boost::none); }

  [[nodiscard]] Result<void> take(const std::string& bytes) {
    if (bytes.empty()) return take_end();
    pending_ += bytes;
    while (!pending_.empty() && !parser_.is_done()) {
      ErrorCode error;
      const std::size_t used = parser_.put(boost::asio::buffer(pending_), error);
      pending_.erase(0, used);
      if (error == http::error::need_more) break;
      if (error) return not_http(error);
      if (used == 0) break;
    }
    return {};
  }
  [[nodiscard]] bool head_done() const { return parser_.is_header_done(); }
  [[nodiscard]] bool done() const { return parser_.is_done(); }
  [[nodiscard]] int status() const { return static_cast<int>(parser_.get().result_int()); }
  [[nodiscard]] std::string take_body() { return std::exchange(parser_.get().body(), {}); }

 private:
  static tl::unexpected<Error> not_http(const ErrorCode& error) {
    return fail(Code::kInvalid, "the session's answer is not HTTP: " + error.message());
  }
  Result<void> take_end() {
    if (!parser_.got_some() || !parser_.is_header_done())
      return fail(Code::kGone, "the session closed the connection without an answer");
    ErrorCode error;
    parser_.put_eof(error);
    if (error) return not_http(error);
    return {};
  }

  http::response_parser<http::string_body> parser_;
  std::string pending_;
};

namespace {

Result<Reply> reply_from(ReplyParser& parser) {
  Reply reply;
  reply.status = parser.status();
  reply.body = Json::parse(parser.take_body(), nullptr, false);
  if (reply.body.is_discarded())
    return fail(Code::kInvalid, "the session's answer is not valid JSON");
  return reply;
}

Result<Reply> rest_of_reply(const ClientSocket& socket, ReplyParser& parser, Deadline deadline) {
  while (!parser.done()) {
    const auto bytes = socket.receive(deadline);
    if (!bytes) return forward(bytes.error());
    if (auto taken = parser.take(*bytes); !taken) return forward(taken.error());
  }
  return reply_from(parser);
}

}  // namespace

// Splits an event stream into events; keeps what is not complete yet.
class EventParser {
 public:
  [[nodiscard]] Result<std::vector<ServerEvent>> take(const std::string& text) {
    pending_ += text;
    std::vector<ServerEvent> events;
    std::size_t start = 0;
    for (std::size_t end = pending_.find('\n'); end != std::string::npos;
         end = pending_.find('\n', start)) {
      std::string_view line = std::string_view(pending_).substr(start, end - start);
      if (line.ends_with('\r')) line.remove_suffix(1);
      start = end + 1;
      if (line.empty())
        finish(events);
      else
        take_line(line);
    }
    pending_.erase(0, start);
    if (pending_.size() + data_.size() > kLargestEvent)
      return fail(Code::kInvalid, "the session sent an event without an end");
    return events;
  }

 private:
  void take_line(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == 0 || colon == std::string_view::npos) return;  // a comment, or nothing of ours
    const std::string_view name = line.substr(0, colon);
    std::string_view value = line.substr(colon + 1);
    if (value.starts_with(' ')) value.remove_prefix(1);
    if (name == "id") std::from_chars(value.data(), value.data() + value.size(), event_.id);
    if (name == "event") event_.type = value;
    if (name == "data") data_ += value;
  }
  void finish(std::vector<ServerEvent>& events) {
    event_.data = Json::parse(std::exchange(data_, {}), nullptr, false);
    ServerEvent event = std::exchange(event_, {});
    if (!event.type.empty() && !event.data.is_discarded()) events.push_back(std::move(event));
  }

  std::string pending_;
  std::string data_;
  ServerEvent event_;
};

namespace {

std::string text_at(const Json& body, const char* field) {
  const auto error = body.is_object() ? body.find("error") : body.end();
  if (error == body.end() || !error->is_object()) return "";
  const auto value = error->find(field);
  return value != error->end() && value->is_string() ? safe_text(value->get<std::string>()) : "";
}

}  // namespace

std::string Reply::error_code() const {
  return text_at(body, "code");
}

std::string Reply::error_message() const {
  const std::string message = text_at(body, "message");
  return message.empty() ? "HTTP " + std::to_string(status) : message;
}

Client::Client(std::string socket_path, std::string program, std::chrono::milliseconds patience)
    : socket_path_(std::move(socket_path)), program_(std::move(program)), patience_(patience) {}

Result<Reply> Client::get(const std::string& target) const {
  return ask("GET", target, "");
}

Result<Reply> Client::post(const std::string& target, const Json& body) const {
  return ask("POST", target, body.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Result<Reply> Client::remove(const std::string& target) const {
  return ask("DELETE", target, "");
}

Result<Reply> Client::ask(const std::string& method, const std::string& target,
                          const std::string& body) const {
  const Deadline deadline = deadline_in(patience_);
  const auto socket = ClientSocket::connect(socket_path_, deadline);
  if (!socket) return forward(socket.error());
  const auto sent = socket->send(request_text(method, target, program_, "", body), deadline);
  if (!sent) return forward(sent.error());
  ReplyParser parser;
  return rest_of_reply(*socket, parser, deadline);
}

struct EventReader::Impl {
  explicit Impl(ClientSocket connected) : socket(std::move(connected)) {}
  ClientSocket socket;
  ReplyParser head;
  EventParser events;
};

EventReader::EventReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
EventReader::EventReader(EventReader&& other) noexcept = default;
EventReader& EventReader::operator=(EventReader&& other) noexcept = default;
EventReader::~EventReader() = default;

int EventReader::fd() const {
  return impl_->socket.fd();
}

Result<EventReader> EventReader::open(const std::string& socket_path, const std::string& program,
                                      std::optional<std::uint64_t> after,
                                      std::chrono::milliseconds patience, StreamOf what) {
  const Deadline deadline = deadline_in(patience);
  auto socket = ClientSocket::connect(socket_path, deadline);
  if (!socket) return forward(socket.error());
  const std::string place = after ? "Last-Event-ID: " + std::to_string(*after) + "\r\n" : "";
  const char* target = what == StreamOf::kActsToo ? "/v1/events?acts=on" : "/v1/events";
  const auto sent = socket->send(request_text("GET", target, program, place, ""), deadline);
  if (!sent) return forward(sent.error());
  auto impl = std::make_unique<Impl>(std::move(*socket));
  impl->head.expect_endless_body();
  while (!impl->head.head_done()) {
    const auto bytes = impl->socket.receive(deadline);
    if (!bytes) return forward(bytes.error());
    if (auto taken = impl->head.take(*bytes); !taken) return forward(taken.error());
  }
  if (impl->head.status() == 200) return EventReader(std::move(impl));
  const auto reply = rest_of_reply(impl->socket, impl->head, deadline);
  if (!reply) return forward(reply.error());
  return fail(Code::kRefused, reply->error_message());
}

Result<std::vector<ServerEvent>> EventReader::read() {
  auto events = impl_->events.take(impl_->head.take_body());
  if (!events) return events;
  const auto bytes = impl_->socket.receive_now();
  if (!bytes) return forward(bytes.error());
  if (!bytes->has_value()) return events;
  // Events from before the end are handed out first; the next call meets the end again.
  if ((*bytes)->empty() && !events->empty()) return events;
  if ((*bytes)->empty()) return fail(Code::kGone, "the session's stream of events has ended");
  if (auto taken = impl_->head.take(**bytes); !taken) return forward(taken.error());
  auto more = impl_->events.take(impl_->head.take_body());
  if (!more) return more;
  for (ServerEvent& event : *more) events->push_back(std::move(event));
  return events;
}

std::string escaped_part(const std::string& text) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                       c == '-' || c == '_' || c == '.';
    const auto byte = static_cast<unsigned char>(c);
    if (plain)
      out += c;
    else
      out += {'%', kHex[byte >> 4], kHex[byte & 0x0F]};
  }
  return out;
}

}  // namespace guard::console
