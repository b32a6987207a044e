// SPDX-License-Identifier: Apache-2.0
// TLS for the page's server: the certificate and key that it shows, and one connection's bytes over
// it. The one door of console/web to OpenSSL. A stream lives on its connection's thread; no
// operation outlasts its deadline, whatever the other end does (or does not).
#ifndef GUARD_CONSOLE_WEB_TLS_STREAM_H_
#define GUARD_CONSOLE_WEB_TLS_STREAM_H_

#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "console/session/client_socket.h"

struct ssl_ctx_st;
struct ssl_st;

namespace guard::console {

// Any thread.
class TlsKeys {
 public:
  // PEM files; CERTIFICATE with the chain after it. kRefused: others can read KEY; kInvalid: not
  // what they should be, or not of each other.
  [[nodiscard]] static Result<std::shared_ptr<const TlsKeys>> load(const std::string& certificate,
                                                                   const std::string& key);

 private:
  friend class TlsStream;
  explicit TlsKeys(std::shared_ptr<ssl_ctx_st> context) : context_(std::move(context)) {}
  std::shared_ptr<ssl_ctx_st> context_;
};

class TlsStream {
 public:
  using Deadline = ClientSocket::Deadline;

  // The handshake, over FD, which does not block and outlives this. kGone: it did not come about.
  [[nodiscard]] static Result<std::unique_ptr<TlsStream>> accept(const TlsKeys& keys, int fd,
                                                                 Deadline deadline);
  // As those of ClientSocket.
  [[nodiscard]] Result<bool> send(std::string_view text, Deadline deadline);
  [[nodiscard]] Result<std::string> receive(Deadline deadline);
  // Tells the other end that nothing was cut off; does not wait for it.
  void finish();

 private:
  TlsStream(std::shared_ptr<ssl_st> stream, int fd) : stream_(std::move(stream)), fd_(fd) {}
  // Waits for what RESULT of the last operation wants. False: nothing more comes of it.
  [[nodiscard]] Result<bool> wait_for(int result, Deadline deadline);

  std::shared_ptr<ssl_st> stream_;
  int fd_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WEB_TLS_STREAM_H_
