// SPDX-License-Identifier: Apache-2.0
// sendto, sendmsg, sendmmsg on a duplicate of the tracee's socket: to the address that was judged,
// with bytes that are copied as they are sent. Never waits: a send that finds no room says
// would_wait, keeps how far it has come in the call, and is tried again. The tracee's memory and
// descriptors are read with guard's own credentials, the message is sent with the tracee's.
#include <linux/capability.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "base/weaken.h"
#include "interceptor/acts/acts.h"
#include "interceptor/acts/socket_waiting.h"
#include "interceptor/process/process_memory.h"
#include "interceptor/sockets/control_messages.h"
#include "interceptor/sockets/network_setup.h"
#include "interceptor/tracee/realm.h"

namespace guard::interceptor {
namespace {

constexpr std::size_t kChunk = 1U << 20;  // of a stream; a datagram goes at once

// Bytes on their way. Pages of their own: with MSG_ZEROCOPY the network keeps them until they have
// left, after guard has let go of them.
class Payload {
 public:
  explicit Payload(std::size_t size) : size_(std::max<std::size_t>(size, 1)) {
    void* pages =
        ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    data_ = pages == MAP_FAILED ? nullptr : static_cast<char*>(pages);
  }
  ~Payload() {
    if (data_ != nullptr) ::munmap(data_, size_);
  }
  Payload(const Payload&) = delete;
  Payload& operator=(const Payload&) = delete;
  [[nodiscard]] char* data() const { return data_; }

 private:
  std::size_t size_;
  char* data_ = nullptr;
};

// Most messages are small: no pages are mapped for them.
class Buffer {
 public:
  Buffer(std::size_t size, bool lent) {
    if (lent || size > sizeof(near_)) far_.emplace(size);
  }
  [[nodiscard]] char* data() { return far_ ? far_->data() : near_; }

 private:
  char near_[16U << 10];
  std::optional<Payload> far_;
};

bool is_stream(const HeldCall& call) {
  return call.kind.type == SOCK_STREAM;
}

std::size_t send_buffer_of(int fd) {
  int bytes = 0;
  socklen_t length = sizeof(bytes);
  if (::getsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, &length) != 0 || bytes < 0) return 0;
  return static_cast<std::size_t>(bytes);
}

bool is_too_long(const HeldCall& call, const OutgoingMessage& message) {
  return !is_stream(call) && is_too_long_a_packet(message.size, send_buffer_of(call.socket.get()));
}

// Where it goes: through the held inode of a Unix socket's path, else the copied bytes.
std::vector<char> target_of(const HeldCall& call, const OutgoingMessage& message) {
  if (weakened("sent-address")) {
    if (const auto again = read_messages(call.raw)) return again->front().address;
  }
  if (!call.first.exists()) return message.address;
  const std::string path = "/proc/self/fd/" + std::to_string(call.first.object.get());
  std::vector<char> bytes(offsetof(sockaddr_un, sun_path) + path.size() + 1);
  const sa_family_t family = AF_UNIX;
  std::memcpy(bytes.data(), &family, sizeof(family));
  std::memcpy(bytes.data() + offsetof(sockaddr_un, sun_path), path.c_str(), path.size() + 1);
  return bytes;
}

Credentials sender_of(const HeldCall& call, const ControlMessages& control) {
  Credentials sender = call.tracee->credentials;
  if (call.tracee->realm) sender.capabilities = 0;  // they are those of a namespace inside
  // Naming the tracee as the sender takes capabilities that it need not have; none of these lets
  // a path or a port through.
  if (control.name_tracee())
    sender.capabilities |= 1ULL << CAP_SYS_ADMIN | 1ULL << CAP_SETUID | 1ULL << CAP_SETGID;
  if (call.kind.domain == AF_NETLINK && !call.keeps_netlink_power)
    sender.capabilities &= ~kNetlinkPower;
  return sender;
}

// The kernel raises SIGPIPE in the sender of a stream; guard sends for it, so it raises it too.
bool breaks_the_pipe(const HeldCall& call, int error) {
  return error == EPIPE && call.progress.bytes == 0 && is_stream(call) &&
         (call.raw.send_flags & MSG_NOSIGNAL) == 0;
}

class Sender {
 public:
  Sender(HeldCall& call, const Credentials& own) : call_(call), own_(own) {}

  // 0: the message under way is sent; EAGAIN: it is not yet, or not all of it.
  int send(const OutgoingMessage& message) {
    if (is_too_long(call_, message)) return EMSGSIZE;
    const ssize_t n = send_chunk(message);
    if (n < 0) return -static_cast<int>(n);
    call_.progress.bytes += static_cast<std::size_t>(n);
    call_.progress.connecting = (call_.raw.send_flags & MSG_FASTOPEN) != 0;
    const bool all = call_.progress.bytes >= message.size || !is_stream(call_);
    return all || lends_pages() ? 0 : EAGAIN;
  }

 private:
  // Each such send is told of separately when its pages are free again: one send, one notice.
  [[nodiscard]] bool lends_pages() const { return (call_.raw.send_flags & MSG_ZEROCOPY) != 0; }

  ssize_t send_chunk(const OutgoingMessage& message) {
    const bool stream = is_stream(call_);
    const std::size_t left = message.size - call_.progress.bytes;
    const std::size_t size = stream ? std::min(left, kChunk) : left;
    Buffer buffer(size, lends_pages());
    if (buffer.data() == nullptr) return -ENOMEM;
    const auto copied =
        read_bytes(call_.raw.notification.tid, message, call_.progress.bytes, buffer.data(), size);
    if (!copied) return copied.error().sys_errno == 0 ? -ESRCH : -copied.error().sys_errno;
    // Else it may have been a stranger's memory, who got the number of a dead thread.
    if (!still_lives(*call_.tracee)) return -ESRCH;
    auto control = ControlMessages::translate(
        call_.progress.bytes == 0 ? message.control : std::vector<char>{}, call_.kind,
        *call_.tracee, own_, call_.raw.notification.help.get());
    if (!control) return control.error().sys_errno == 0 ? -EPERM : -control.error().sys_errno;
    return give(message, *control, {buffer.data(), size}, size == left);
  }

  ssize_t give(const OutgoingMessage& message, const ControlMessages& control, iovec bytes,
               bool last) {
    std::vector<char> target = target_of(call_, message);
    msghdr header{};
    if (message.addressed && !call_.progress.connecting) {
      header.msg_name = target.data();
      header.msg_namelen = static_cast<socklen_t>(target.size());
    }
    header.msg_iov = &bytes;
    header.msg_iovlen = 1;
    header.msg_control = const_cast<char*>(control.bytes().data());
    header.msg_controllen = control.bytes().size();
    ssize_t sent = -EPERM;
    const auto work = [&] {
      const ssize_t n = ::sendmsg(call_.socket.get(), &header, flags(last));
      sent = n < 0 ? -errno : n;
    };
    const auto acted = act(control, work);
    return acted ? sent : -EPERM;
  }

  // A path means what it means in the tracee's realm. A packet needs no more than to be sent
  // without any capability.
  template <class Work>
  Result<void> act(const ControlMessages& control, const Work& work) {
    const Tracee& tracee = *call_.tracee;
    if (tracee.realm && call_.kind.domain == AF_UNIX)
      return tracee.realm->run(tracee.credentials, work);
    const auto scope = CredentialScope::enter(own_, sender_of(call_, control));
    if (!scope) return forward(scope.error());
    work();
    return {};
  }

  [[nodiscard]] int flags(bool last) const {
    unsigned flags = call_.raw.send_flags | MSG_DONTWAIT | MSG_NOSIGNAL;
    if (!last) flags &= ~static_cast<unsigned>(MSG_OOB | MSG_EOR);
    if (call_.progress.connecting) flags &= ~static_cast<unsigned>(MSG_FASTOPEN);
    return static_cast<int>(flags);
  }

  HeldCall& call_;
  const Credentials& own_;
};

bool caller_waits(const HeldCall& call) {
  return (call.raw.send_flags & MSG_DONTWAIT) == 0 && !non_blocking(call);
}

// sendmmsg(2): how much of each message was sent is written back, as the kernel does.
void tell_length(const HeldCall& call, const OutgoingMessage& message) {
  if (message.length_at == 0 || !still_lives(*call.tracee)) return;
  auto length = static_cast<unsigned>(call.progress.bytes);
  (void)write_process_memory(call.raw.notification.tid, reinterpret_cast<void*>(message.length_at),
                             &length, sizeof(length));
}

bool counts_messages(const HeldCall& call) {
  return position_of(*call.raw.row, ArgRole::kMessages) >= 0;
}

Executed would_wait() {
  Executed executed;
  executed.would_wait = true;
  return executed;
}

}  // namespace

Executed sent_so_far(HeldCall& call, int error) {
  const std::size_t sent = counts_messages(call) ? call.progress.messages : call.progress.bytes;
  if (sent == 0 && error != 0) return executed_error(error);
  return executed_value(static_cast<long>(sent));
}

Executed act_send(HeldCall& call, const Credentials& own) {
  Sender sender(call, own);
  while (call.progress.messages < call.messages.size()) {
    const OutgoingMessage& message = call.messages[call.progress.messages];
    int error = sender.send(message);
    if (error == EINPROGRESS && (call.raw.send_flags & MSG_FASTOPEN) != 0) {
      call.progress.connecting = true;
      error = caller_waits(call) ? EAGAIN : EINPROGRESS;
    }
    if (error == EAGAIN && caller_waits(call) && !timed_out(call)) return would_wait();
    if (error != 0) {
      Executed executed = sent_so_far(call, error);
      if (breaks_the_pipe(call, error)) executed.signal = SIGPIPE;
      return executed;
    }
    tell_length(call, message);
    if (!counts_messages(call)) break;
    ++call.progress.messages;
    call.progress.bytes = 0;
  }
  return sent_so_far(call, 0);
}

}  // namespace guard::interceptor
