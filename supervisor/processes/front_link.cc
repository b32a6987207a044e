// SPDX-License-Identifier: Apache-2.0
#include "supervisor/processes/front_link.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace guard::supervisor {
namespace {

bool known(FrontMessageKind kind) {
  return kind >= FrontMessageKind::kStarted && kind <= FrontMessageKind::kReadsSecrets;
}

// A message and room for a file beside it.
struct Packet {
  explicit Packet(FrontMessage& message) : part{&message, sizeof(FrontMessage)} {
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = room.data();
    header.msg_controllen = room.size();
  }
  Packet(const Packet&) = delete;
  Packet& operator=(const Packet&) = delete;

  void put(int file) {
    cmsghdr* beside = CMSG_FIRSTHDR(&header);
    beside->cmsg_level = SOL_SOCKET;
    beside->cmsg_type = SCM_RIGHTS;
    beside->cmsg_len = CMSG_LEN(sizeof file);
    std::memcpy(CMSG_DATA(beside), &file, sizeof file);
  }
  [[nodiscard]] UniqueFd file() {
    const cmsghdr* beside = CMSG_FIRSTHDR(&header);
    int file = -1;
    if (beside != nullptr && beside->cmsg_type == SCM_RIGHTS)
      std::memcpy(&file, CMSG_DATA(beside), sizeof file);
    return UniqueFd(file);
  }

  iovec part;
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> room{};
  msghdr header{};
};

FrontMessage message_of(FrontMessageKind kind, int value, const std::string& text) {
  FrontMessage message{kind, value, {}};
  const std::size_t kept = std::min(text.size(), message.text.size() - 1);
  std::copy_n(text.begin(), kept, message.text.begin());
  return message;
}

Result<void> send_packet(int socket, FrontMessage& message, int file) {
  Packet packet(message);
  if (file >= 0)
    packet.put(file);
  else
    packet.header.msg_controllen = 0;
  ssize_t sent = 0;
  do {
    sent = ::sendmsg(socket, &packet.header, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  if (sent < 0) return fail_errno("front link: send");
  return {};
}

}  // namespace

Result<std::pair<FrontLink, FrontLink>> FrontLink::pair() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return fail_errno("front link: socketpair");
  return std::pair{FrontLink{UniqueFd{ends[0]}}, FrontLink{UniqueFd{ends[1]}}};
}

Result<void> FrontLink::send(FrontMessageKind kind, int value, const std::string& text) const {
  FrontMessage message = message_of(kind, value, text);
  return send_packet(fd_.get(), message, -1);
}

Result<void> FrontLink::send_file(FrontMessageKind kind, const std::string& text, int file) const {
  FrontMessage message = message_of(kind, 0, text);
  return send_packet(fd_.get(), message, file);
}

int FrontLink::give_up(const std::string& why) const {
  constexpr int kGuardFailed = 125;
  (void)send(FrontMessageKind::kFailed, kGuardFailed, why);
  return kGuardFailed;
}

Result<std::optional<ReceivedMessage>> FrontLink::receive() const {
  ReceivedMessage message;
  Packet packet(message);
  ssize_t got = 0;
  do {
    got = ::recvmsg(fd_.get(), &packet.header, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  // Closed with unread packets counts as closed: either way the other process is no more.
  if (got == 0 || (got < 0 && errno == ECONNRESET)) return std::nullopt;
  if (got < 0) return fail_errno("front link: receive");
  message.file = packet.file();
  if (static_cast<std::size_t>(got) != sizeof(FrontMessage) || !known(message.kind))
    return fail(Code::kInternal, "front link: not a message");
  message.text.back() = '\0';
  return message;
}

}  // namespace guard::supervisor
