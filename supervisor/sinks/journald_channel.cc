// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/journald_channel.h"

#include <fcntl.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string_view>
#include <thread>

#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "supervisor/sinks/journal_entry.h"

namespace guard::supervisor {
namespace {

constexpr timeval kToSend = {.tv_sec = 5, .tv_usec = 0};
constexpr std::chrono::seconds kToBeRead{5};
constexpr std::chrono::milliseconds kLook{5};

Result<UniqueFd> connected(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path))
    return fail(Code::kInvalid, "the name of the socket is too long");
  path.copy(address.sun_path, path.size());
  UniqueFd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!socket.valid()) return fail_errno("socket");
  (void)::setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &kToSend, sizeof(kToSend));
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0)
    return fail_errno("cannot connect");
  return socket;
}

// Sealed, as journald asks: nobody changes what it reads.
Result<UniqueFd> in_memory(std::string_view text) {
  UniqueFd file(::memfd_create("guard-record", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!file.valid()) return fail_errno("memfd_create");
  while (!text.empty()) {
    const ssize_t written = ::write(file.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return fail_errno("write");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  constexpr int kSeals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
  if (::fcntl(file.get(), F_ADD_SEALS, kSeals) != 0) return fail_errno("seal");
  return file;
}

Result<void> send_as_file(const UniqueFd& socket, std::string_view entry) {
  const auto file = in_memory(entry);
  if (!file) return forward(file.error());
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> room{};
  msghdr message{};
  message.msg_control = room.data();
  message.msg_controllen = room.size();
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  const int fd = file->get();
  std::memcpy(CMSG_DATA(header), &fd, sizeof(fd));
  return ::sendmsg(socket.get(), &message, MSG_NOSIGNAL) == 0 ? Result<void>()
                                                              : fail_errno("cannot send");
}

Result<void> send_entry(const UniqueFd& socket, std::string_view entry) {
  ssize_t sent = 0;
  do {
    sent = ::send(socket.get(), entry.data(), entry.size(), MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  if (sent >= 0) return {};
  if (errno == EMSGSIZE || errno == ENOBUFS) return send_as_file(socket, entry);
  return fail_errno(errno == EAGAIN ? "it takes nothing" : "cannot send");
}

// The kernel counts what the other end has not read yet.
Result<void> wait_until_read(const UniqueFd& socket) {
  const auto end = std::chrono::steady_clock::now() + kToBeRead;
  for (;;) {
    int unread = 0;
    if (::ioctl(socket.get(), SIOCOUTQ, &unread) != 0) return fail_errno("ioctl");
    if (unread == 0) return {};
    if (std::chrono::steady_clock::now() >= end)
      return fail(Code::kSystem, "it does not read what was sent");
    std::this_thread::sleep_for(kLook);
  }
}

}  // namespace

Result<void> JournaldChannel::deliver(const std::vector<SinkRecord>& records) {
  const auto during = [this](const Error& error) {
    return forward(error.during(safe_text(socket_)));
  };
  const auto socket = connected(socket_);
  if (!socket) return during(socket.error());
  for (const SinkRecord& record : records)
    if (auto sent = send_entry(*socket, journal_entry(record)); !sent) return during(sent.error());
  if (auto read = wait_until_read(*socket); !read) return during(read.error());
  return {};
}

}  // namespace guard::supervisor
