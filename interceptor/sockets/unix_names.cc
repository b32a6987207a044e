// SPDX-License-Identifier: Apache-2.0
#include "interceptor/sockets/unix_names.h"

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <string_view>

#include "base/files/unique_fd.h"
#include "base/limits.h"

namespace guard::interceptor {
namespace {

constexpr int kListening = 10;  // TCP_LISTEN, net/tcp_states.h
constexpr std::size_t kBufferBytes = size_limit("netlink.buffer");

struct Request {
  nlmsghdr header;
  unix_diag_req body;
};

bool ask(int fd) {
  Request request{};
  request.header.nlmsg_len = sizeof(request);
  request.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
  request.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
  request.body.sdiag_family = AF_UNIX;
  request.body.udiag_states = ~0U;
  request.body.udiag_show = UDIAG_SHOW_NAME;
  return ::send(fd, &request, sizeof(request), 0) == static_cast<ssize_t>(sizeof(request));
}

std::string_view name_in(const unix_diag_msg* message, std::size_t length) {
  const auto* attribute = reinterpret_cast<const rtattr*>(message + 1);
  auto left = static_cast<int>(length - sizeof(*message));
  for (; RTA_OK(attribute, left); attribute = RTA_NEXT(attribute, left)) {
    if (attribute->rta_type == UNIX_DIAG_NAME)
      return {static_cast<const char*>(RTA_DATA(attribute)),
              static_cast<std::size_t>(RTA_PAYLOAD(attribute))};
  }
  return {};
}

// A socket that a listener has accepted bears its name too, and is not what the name leads to.
bool can_be_reached(const unix_diag_msg* message) {
  return message->udiag_type == SOCK_DGRAM || message->udiag_state == kListening;
}

enum class Found { kMore, kDone, kFailed };

struct Answer {
  std::string_view name;
  std::uint64_t owner = 0;
};

Found take(const nlmsghdr* header, Answer& answer) {
  if (header->nlmsg_type == NLMSG_DONE) return Found::kDone;
  if (header->nlmsg_type == NLMSG_ERROR) return Found::kFailed;
  const std::size_t length = header->nlmsg_len - NLMSG_LENGTH(0);
  if (length < sizeof(unix_diag_msg)) return Found::kMore;
  const auto* message = static_cast<const unix_diag_msg*>(NLMSG_DATA(header));
  if (can_be_reached(message) && name_in(message, length) == answer.name)
    answer.owner =
        static_cast<std::uint64_t>(message->udiag_cookie[1]) << 32 | message->udiag_cookie[0];
  return Found::kMore;
}

Found receive(int fd, Answer& answer) {
  alignas(nlmsghdr) std::array<char, kBufferBytes> buffer{};
  const ssize_t n = ::recv(fd, buffer.data(), buffer.size(), 0);
  if (n < 0) return errno == EINTR ? Found::kMore : Found::kFailed;
  auto left = static_cast<unsigned>(n);
  for (const auto* header = reinterpret_cast<const nlmsghdr*>(buffer.data());
       NLMSG_OK(header, left); header = NLMSG_NEXT(header, left)) {
    if (const Found found = take(header, answer); found != Found::kMore) return found;
  }
  return n == 0 ? Found::kFailed : Found::kMore;
}

}  // namespace

std::optional<std::uint64_t> owner_of_abstract_name(const std::vector<char>& address) {
  constexpr std::size_t kPrefix = offsetof(sockaddr_un, sun_path);
  if (address.size() <= kPrefix || address[kPrefix] != '\0') return std::nullopt;
  const UniqueFd fd(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG));
  if (!fd.valid() || !ask(fd.get())) return std::nullopt;
  Answer answer{{address.data() + kPrefix, address.size() - kPrefix}};
  Found found = Found::kMore;
  while (found == Found::kMore) found = receive(fd.get(), answer);
  if (found != Found::kDone) return std::nullopt;
  return answer.owner;
}

}  // namespace guard::interceptor
