// SPDX-License-Identifier: Apache-2.0
#include "console/web/web_channel.h"

#include <poll.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/status.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstdio>
#include <string>

namespace guard::console {
namespace {

namespace http = boost::beast::http;
using Parser = http::request_parser<http::string_body>;

template <class View>
std::string text(const View& view) {
  return std::string(view.data(), view.size());
}

WebRequest request_of(http::request<http::string_body>& message) {
  WebRequest request;
  request.method = text(message.method_string());
  request.target = text(message.target());
  request.host = text(message[http::field::host]);
  request.origin = text(message[http::field::origin]);
  request.fetch_site = text(message["Sec-Fetch-Site"]);
  request.content_type = text(message[http::field::content_type]);
  request.cookie = text(message[http::field::cookie]);
  request.key = text(message["X-Guard-Key"]);
  request.body = std::move(message.body());
  return request;
}

std::string head_of(const WebAnswer& answer, const std::string& extent) {
  std::string head =
      "HTTP/1.1 " + std::to_string(answer.status) + " " +
      text(http::obsolete_reason(http::int_to_status(static_cast<unsigned>(answer.status)))) +
      "\r\nContent-Type: " + answer.type + "\r\n" + extent + "\r\nConnection: close\r\n";
  for (const auto& [name, value] : safe_headers()) head += name + ": " + value + "\r\n";
  for (const auto& [name, value] : answer.headers) head += name + ": " + value + "\r\n";
  return head + "\r\n";
}

}  // namespace

Result<WebRequest> WebChannel::read() {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  if (auto begun = begin_tls(deadline); !begun) return forward(begun.error());
  Parser parser;
  parser.eager(true);
  parser.header_limit(static_cast<std::uint32_t>(kLargestHead));
  parser.body_limit(kLargestBody);
  std::string pending;
  while (!parser.is_done()) {
    const auto bytes = receive(deadline);
    if (!bytes) return forward(bytes.error());
    if (bytes->empty()) return fail(Code::kGone, "the browser closed the connection");
    pending += *bytes;
    boost::system::error_code error;
    const std::size_t used = parser.put(boost::asio::buffer(pending), error);
    pending.erase(0, used);
    if (error && error != http::error::need_more)
      return fail(Code::kInvalid, "not a request that is taken here: " + error.message());
  }
  return request_of(parser.get());
}

Result<void> WebChannel::write(const WebAnswer& answer) {
  const std::string extent = "Content-Length: " + std::to_string(answer.body.size());
  return send(head_of(answer, extent) + answer.body);
}

Result<void> WebChannel::begin(const WebAnswer& answer) {
  return send(head_of(answer, "Transfer-Encoding: chunked"));
}

Result<void> WebChannel::send_piece(std::string_view piece) {
  if (piece.empty()) return {};  // an empty one would be the end
  std::array<char, 24> size{};
  std::snprintf(size.data(), size.size(), "%zx\r\n", piece.size());
  return send(std::string(size.data()).append(piece).append("\r\n"));
}

Result<void> WebChannel::end() {
  return send("0\r\n\r\n");
}

void WebChannel::finish() {
  if (tls_) tls_->finish();
}

bool WebChannel::has_left() const {
  pollfd entry{socket_.fd(), POLLIN | POLLRDHUP, 0};
  return ::poll(&entry, 1, 0) > 0;
}

Result<void> WebChannel::begin_tls(Deadline deadline) {
  if (!keys_) return {};
  auto stream = TlsStream::accept(*keys_, socket_.fd(), deadline);
  if (!stream) return forward(stream.error());
  tls_ = std::move(*stream);
  return {};
}

Result<std::string> WebChannel::receive(Deadline deadline) {
  return tls_ ? tls_->receive(deadline) : socket_.receive(deadline);
}

Result<void> WebChannel::send(std::string_view text) {
  // A peer that asked for nothing over TLS hears nothing without it.
  if (keys_ && !tls_) return fail(Code::kGone, "there is no TLS yet");
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  const auto sent = tls_ ? tls_->send(text, deadline) : socket_.send(text, deadline);
  if (!sent) return forward(sent.error());
  if (!*sent) return fail(Code::kGone, "the browser closed the connection");
  return {};
}

}  // namespace guard::console
