// SPDX-License-Identifier: Apache-2.0
// A stream socket with a deadline: connect, send everything, receive something. No operation
// outlasts the deadline, whatever the other end does (or does not).
#ifndef GUARD_CONSOLE_SESSION_CLIENT_SOCKET_H_
#define GUARD_CONSOLE_SESSION_CLIENT_SOCKET_H_

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/files/unique_fd.h"

namespace guard::console {

class ClientSocket {
 public:
  using Deadline = std::chrono::steady_clock::time_point;

  // "@name": an abstract one. kNotFound: no such socket; kGone: nobody listens; kRefused: no
  // permission; kBusy: too late.
  [[nodiscard]] static Result<ClientSocket> connect(const std::string& path, Deadline deadline);
  // FD: connected already, and does not block.
  [[nodiscard]] static ClientSocket adopt(UniqueFd fd) { return ClientSocket(std::move(fd)); }
  // The other end may stop reading and have answered already: then false, and receive tells.
  [[nodiscard]] Result<bool> send(std::string_view text, Deadline deadline) const;
  // Waits for bytes; "" at the end.
  [[nodiscard]] Result<std::string> receive(Deadline deadline) const;
  // Bytes that are there; nullopt: none now; "" at the end.
  [[nodiscard]] Result<std::optional<std::string>> receive_now() const;
  [[nodiscard]] int fd() const { return fd_.get(); }

 private:
  explicit ClientSocket(UniqueFd fd) : fd_(std::move(fd)) {}
  UniqueFd fd_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_SESSION_CLIENT_SOCKET_H_
