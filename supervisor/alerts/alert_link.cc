// SPDX-License-Identifier: Apache-2.0
#include "supervisor/alerts/alert_link.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <string>

#include "supervisor/alerts/alert.h"

namespace guard::supervisor {
namespace {

// An event is bounded to a part of that (alert.h).
constexpr std::size_t kLongest = 128 * 1024;

}  // namespace

Result<std::pair<AlertLink, AlertLink>> AlertLink::pair() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) != 0)
    return fail_errno("socketpair");
  return std::pair(AlertLink(UniqueFd(ends[0])), AlertLink(UniqueFd(ends[1])));
}

bool AlertLink::send(const nlohmann::json& message) const {
  const std::string text = wire_text(message);
  if (text.size() > kLongest) return false;
  ssize_t sent = 0;
  do {
    sent = ::send(fd_.get(), text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(text.size());
}

Result<nlohmann::json> AlertLink::receive() const {
  std::string text(kLongest, '\0');
  const ssize_t got = ::recv(fd_.get(), text.data(), text.size(), MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return fail(Code::kBusy, "nothing yet");
  if (got <= 0) return fail(Code::kGone, "the other end has gone");
  text.resize(static_cast<std::size_t>(got));
  nlohmann::json message = nlohmann::json::parse(text, nullptr, false);
  if (!message.is_object()) return nlohmann::json::object();
  return message;
}

void AlertLink::say_no_more() const {
  ::shutdown(fd_.get(), SHUT_WR);
}

}  // namespace guard::supervisor
