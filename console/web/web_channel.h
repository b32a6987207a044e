// SPDX-License-Identifier: Apache-2.0
// WebChannel: one browser's connection: reads one request, writes one answer, whole or in pieces,
// and is done; over TLS where there are keys for it. Never waits longer than kPatience for a
// browser that stopped. The only place of the page's server that knows HTTP. One thread.
#ifndef GUARD_CONSOLE_WEB_WEB_CHANNEL_H_
#define GUARD_CONSOLE_WEB_WEB_CHANNEL_H_

#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "console/session/client_socket.h"
#include "console/web/tls_stream.h"
#include "console/web/web_message.h"

namespace guard::console {

class WebChannel {
 public:
  static constexpr std::chrono::seconds kPatience{10};
  static constexpr std::size_t kLargestHead = 16 * 1024;
  static constexpr std::size_t kLargestBody = 256 * 1024;

  // KEYS: null without TLS.
  explicit WebChannel(ClientSocket socket, std::shared_ptr<const TlsKeys> keys = nullptr)
      : socket_(std::move(socket)), keys_(std::move(keys)) {}

  // kGone: it closed, or took too long; kInvalid: not HTTP, or too large.
  [[nodiscard]] Result<WebRequest> read();
  Result<void> write(const WebAnswer& answer);

  // An answer that comes in pieces: `answer` without its body, then pieces, then the end. Without
  // the end a browser knows that it has not got all.
  Result<void> begin(const WebAnswer& answer);
  Result<void> send_piece(std::string_view piece);
  Result<void> end();
  // Nothing more is written.
  void finish();

  // It has closed: what it asked for is of no use any more. A browser sends nothing behind its
  // request.
  [[nodiscard]] bool has_left() const;
  [[nodiscard]] int fd() const { return socket_.fd(); }

 private:
  using Deadline = ClientSocket::Deadline;
  Result<void> begin_tls(Deadline deadline);
  Result<std::string> receive(Deadline deadline);
  Result<void> send(std::string_view text);

  ClientSocket socket_;
  std::shared_ptr<const TlsKeys> keys_;
  std::unique_ptr<TlsStream> tls_;  // over socket_
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WEB_WEB_CHANNEL_H_
