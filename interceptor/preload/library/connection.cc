// SPDX-License-Identifier: Apache-2.0
#include "interceptor/preload/library/connection.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>

#include <cerrno>

#include "interceptor/preload/library/raw_calls.h"

namespace guard::interceptor::preload {
namespace {

// A descriptor in a message (cmsg(3)).
struct alignas(cmsghdr) Control {
  char bytes[CMSG_SPACE(sizeof(int))];
};

// Where a number is not at the limit of descriptors, and not one that a program counts on.
constexpr int kFarNumbers[] = {700, 200, 60, 20};

long call(long number, std::uint64_t a = 0, std::uint64_t b = 0, std::uint64_t c = 0,
          std::uint64_t d = 0) {
  long result = 0;
  do {
    result = raw_call(number, {a, b, c, d});
  } while (result == -EINTR);
  return result;
}

int moved_away(int fd) {
  for (const int far : kFarNumbers) {
    const long moved = call(SYS_fcntl, word(fd), F_DUPFD_CLOEXEC, word(far));
    if (moved < 0) continue;
    (void)raw_call(SYS_close, {word(fd)});
    return static_cast<int>(moved);
  }
  return fd;
}

int received_file(const msghdr& header) {
  const cmsghdr* control = CMSG_FIRSTHDR(&header);
  if (control == nullptr || control->cmsg_type != SCM_RIGHTS ||
      control->cmsg_len != CMSG_LEN(sizeof(int)))
    return -1;
  int fd = -1;
  std::memcpy(&fd, CMSG_DATA(control), sizeof(fd));
  return fd;
}

}  // namespace

long Connection::open(std::string_view socket, bool out_of_the_way) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (socket.empty() || socket.size() >= sizeof(address.sun_path)) return -EPERM;
  std::memcpy(address.sun_path, socket.data(), socket.size());
  const long fd = call(SYS_socket, AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (fd < 0) return fd;
  fd_ = static_cast<int>(fd);
  if (out_of_the_way) fd_ = moved_away(fd_);
  return call(SYS_connect, word(fd_), word(&address), sizeof(address));
}

// Never again after EINTR: the number is free by then (close(2)).
void Connection::close() {
  if (fd_ >= 0) (void)raw_call(SYS_close, {word(fd_)});
  fd_ = -1;
}

long Connection::transmit(const Message& message, const void* bytes, std::size_t size,
                          int file) const {
  iovec parts[2] = {{const_cast<Message*>(&message), sizeof(message)},
                    {const_cast<void*>(bytes), size}};
  msghdr header{};
  header.msg_iov = parts;
  header.msg_iovlen = size == 0 ? 1 : 2;
  Control control{};
  if (file >= 0) {
    header.msg_control = &control;
    header.msg_controllen = sizeof(control);
    cmsghdr* first = CMSG_FIRSTHDR(&header);
    first->cmsg_level = SOL_SOCKET;
    first->cmsg_type = SCM_RIGHTS;
    first->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(first), &file, sizeof(file));
  }
  return call(SYS_sendmsg, word(fd_), word(&header), MSG_NOSIGNAL);
}

bool Connection::send(const Message& message) const {
  return transmit(message, nullptr, 0, -1) >= 0;
}

// The kernel copies, so that a bad address is an answer and no SIGSEGV.
bool Connection::give_memory(const Message& wanted) const {
  if (wanted.size > kMostBytes) return false;
  Message header = message_of(Kind::kMemory, wanted.size);
  const long sent =
      transmit(header, reinterpret_cast<const void*>(wanted.address), wanted.size, -1);
  if (sent != -EFAULT) return sent >= 0;
  header.value = -EFAULT;
  return send(header);
}

bool Connection::give_descriptor(const Message& wanted) const {
  Message header = message_of(Kind::kDescriptor, 0);
  const long sent = transmit(header, nullptr, 0, static_cast<int>(wanted.value));
  if (sent != -EBADF) return sent >= 0;
  header.value = -EBADF;
  return send(header);
}

std::optional<Message> Connection::receive() const {
  while (true) {
    Message message;
    const long n = call(SYS_recvfrom, word(fd_), word(&message), sizeof(message), 0);
    if (n != static_cast<long>(sizeof(message)) || message.magic != kMagic) return std::nullopt;
    const bool wants_memory = message.kind == Kind::kReadMemory;
    if (!wants_memory && message.kind != Kind::kGiveDescriptor) return message;
    if (!(wants_memory ? give_memory(message) : give_descriptor(message))) return std::nullopt;
  }
}

long Connection::take_file(bool close_on_exec) const {
  Message message;
  iovec part{&message, sizeof(message)};
  Control control{};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = &control;
  header.msg_controllen = sizeof(control);
  const long n = call(SYS_recvmsg, word(fd_), word(&header), close_on_exec ? MSG_CMSG_CLOEXEC : 0);
  const bool right = n == static_cast<long>(sizeof(message)) && message.magic == kMagic &&
                     message.kind == Kind::kFile;
  const int fd = right ? received_file(header) : -1;
  // Cut off: there was no number left (unix(7)).
  const long taken = fd >= 0 ? fd : -EMFILE;
  if (!send(message_of(Kind::kTaken, taken)) && fd >= 0) {
    (void)raw_call(SYS_close, {word(fd)});
    return -EPERM;
  }
  return taken;
}

}  // namespace guard::interceptor::preload
