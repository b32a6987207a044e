// SPDX-License-Identifier: Apache-2.0
#include "console/session/client_socket.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "base/text/text.h"

namespace guard::console {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kPiece = 64 * 1024;
constexpr milliseconds kRetry{20};

milliseconds left_until(ClientSocket::Deadline deadline) {
  const auto left = std::chrono::ceil<milliseconds>(deadline - std::chrono::steady_clock::now());
  return std::max(left, milliseconds(0));
}

tl::unexpected<Error> too_late() {
  return fail(Code::kBusy, "the session does not answer");
}

Result<void> wait_for(int fd, short events, ClientSocket::Deadline deadline) {
  for (;;) {
    pollfd entry{fd, events, 0};
    const int ready = ::poll(&entry, 1, static_cast<int>(left_until(deadline).count()));
    if (ready > 0) return {};
    if (ready == 0) return too_late();
    if (errno != EINTR) return fail_errno("poll");
  }
}

tl::unexpected<Error> connect_failure(int error, const std::string& path) {
  auto failure = fail_with(error, "socket " + safe_text(path));
  if (error == ENOENT || error == ENOTDIR) failure.value().code = Code::kNotFound;
  if (error == ECONNREFUSED) failure.value().code = Code::kGone;
  if (error == EACCES || error == EPERM) failure.value().code = Code::kRefused;
  return failure;
}

}  // namespace

Result<ClientSocket> ClientSocket::connect(const std::string& path, Deadline deadline) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof(address.sun_path))
    return fail(Code::kInvalid, "socket " + safe_text(path) + ": the path is too long");
  std::memcpy(address.sun_path, path.data(), path.size());
  auto length = static_cast<socklen_t>(sizeof(address));
  if (path.front() == '@') {  // abstract: a NUL instead, and every byte of the length counts
    address.sun_path[0] = '\0';
    length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
  }
  UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!fd.valid()) return fail_errno("socket");
  // EAGAIN: the backlog is full. There is nothing to poll for, only another try.
  while (::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), length) != 0) {
    const int error = errno;
    if (error != EAGAIN && error != EINTR) return connect_failure(error, path);
    if (left_until(deadline) == milliseconds(0)) return too_late();
    ::poll(nullptr, 0, static_cast<int>(kRetry.count()));
  }
  return ClientSocket(std::move(fd));
}

Result<bool> ClientSocket::send(std::string_view text, Deadline deadline) const {
  while (!text.empty()) {
    const ssize_t sent = ::send(fd_.get(), text.data(), text.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      text.remove_prefix(static_cast<std::size_t>(sent));
      continue;
    }
    if (errno == EPIPE || errno == ECONNRESET) return false;
    if (errno != EAGAIN && errno != EINTR) return fail_errno("send");
    if (auto ready = wait_for(fd_.get(), POLLOUT, deadline); !ready) return forward(ready.error());
  }
  return true;
}

Result<std::string> ClientSocket::receive(Deadline deadline) const {
  for (;;) {
    auto bytes = receive_now();
    if (!bytes) return forward(bytes.error());
    if (bytes->has_value()) return std::move(**bytes);
    if (auto ready = wait_for(fd_.get(), POLLIN, deadline); !ready) return forward(ready.error());
  }
}

Result<std::optional<std::string>> ClientSocket::receive_now() const {
  std::string bytes(kPiece, '\0');
  const ssize_t count = ::recv(fd_.get(), bytes.data(), bytes.size(), 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return std::nullopt;
  // A reset after the answer was sent is an end like any other; before it, there is no answer.
  if (count < 0 && errno != ECONNRESET) return fail_errno("recv");
  bytes.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
  return bytes;
}

}  // namespace guard::console
