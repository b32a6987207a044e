// SPDX-License-Identifier: Apache-2.0
#include "supervisor/processes/front_link.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace guard::supervisor {
namespace {

bool known(FrontMessageKind kind) {
  return kind >= FrontMessageKind::kStarted && kind <= FrontMessageKind::kHungUp;
}

}  // namespace

Result<std::pair<FrontLink, FrontLink>> FrontLink::pair() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return fail_errno("front link: socketpair");
  return std::pair{FrontLink{UniqueFd{ends[0]}}, FrontLink{UniqueFd{ends[1]}}};
}

Result<void> FrontLink::send(FrontMessageKind kind, int value, const std::string& text) const {
  FrontMessage message{kind, value, {}};
  const std::size_t kept = std::min(text.size(), message.text.size() - 1);
  std::copy_n(text.begin(), kept, message.text.begin());
  ssize_t sent = 0;
  do {
    sent = ::send(fd_.get(), &message, sizeof message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  if (sent < 0) return fail_errno("front link: send");
  return {};
}

int FrontLink::give_up(const std::string& why) const {
  constexpr int kGuardFailed = 125;
  (void)send(FrontMessageKind::kFailed, kGuardFailed, why);
  return kGuardFailed;
}

Result<std::optional<FrontMessage>> FrontLink::receive() const {
  FrontMessage message;
  ssize_t got = 0;
  do {
    got = ::recv(fd_.get(), &message, sizeof message, 0);
  } while (got < 0 && errno == EINTR);
  // Closed with unread packets counts as closed: either way the other process is no more.
  if (got == 0 || (got < 0 && errno == ECONNRESET)) return std::nullopt;
  if (got < 0) return fail_errno("front link: receive");
  if (static_cast<std::size_t>(got) != sizeof message || !known(message.kind))
    return fail(Code::kInternal, "front link: not a message");
  message.text.back() = '\0';
  return message;
}

}  // namespace guard::supervisor
