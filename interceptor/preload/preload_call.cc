// SPDX-License-Identifier: Apache-2.0
#include "interceptor/preload/preload_call.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

namespace guard::interceptor {
namespace {

using preload::Kind;
using preload::Message;
using preload::message_of;

struct alignas(cmsghdr) Control {
  std::array<char, CMSG_SPACE(sizeof(int))> bytes{};
};

UniqueFd file_in(const msghdr& header) {
  const cmsghdr* control = CMSG_FIRSTHDR(&header);
  int fd = -1;
  if (control != nullptr && control->cmsg_level == SOL_SOCKET && control->cmsg_type == SCM_RIGHTS &&
      control->cmsg_len == CMSG_LEN(sizeof(fd)))
    std::memcpy(&fd, CMSG_DATA(control), sizeof(fd));
  return UniqueFd(fd);
}

tl::unexpected<Error> not_understood() {
  return fail(Code::kGone, "the preloaded library said what it may not");
}

// Its threads are its own; in a pid namespace inside they have other numbers here.
Result<Tid> thread_of(const Message& request, pid_t process) {
  if (request.thread == request.process) return process;
  const std::string thread =
      "/proc/" + std::to_string(process) + "/task/" + std::to_string(request.thread);
  if (request.process != process || ::access(thread.c_str(), F_OK) != 0)
    return fail(Code::kRefused, "a thread of another process, or of a pid namespace inside");
  return request.thread;
}

}  // namespace

void PreloadCall::close() {
  gone_ = true;
  ::shutdown(fd(), SHUT_RDWR);
}

Result<void> PreloadCall::transmit(const Message& message, int file) {
  Message sent = message;
  iovec part{&sent, sizeof(sent)};
  Control control;
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  if (file >= 0) {
    header.msg_control = control.bytes.data();
    header.msg_controllen = control.bytes.size();
    cmsghdr* first = CMSG_FIRSTHDR(&header);
    first->cmsg_level = SOL_SOCKET;
    first->cmsg_type = SCM_RIGHTS;
    first->cmsg_len = CMSG_LEN(sizeof(file));
    std::memcpy(CMSG_DATA(first), &file, sizeof(file));
  }
  if (gone() || ::sendmsg(fd(), &header, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
    return fail(Code::kGone, "answer");
  return {};
}

Result<PreloadCall::Received> PreloadCall::receive(std::span<std::byte> behind) {
  Received received;
  pollfd state{fd(), POLLIN, 0};
  if (::poll(&state, 1, static_cast<int>(patience_.count())) != 1) return not_understood();
  std::array<std::byte, sizeof(Message)> bytes{};
  std::array<iovec, 2> parts = {{{bytes.data(), bytes.size()}, {behind.data(), behind.size()}}};
  Control control;
  msghdr header{};
  header.msg_iov = parts.data();
  header.msg_iovlen = behind.empty() ? 1 : 2;
  header.msg_control = control.bytes.data();
  header.msg_controllen = control.bytes.size();
  const ssize_t n = ::recvmsg(fd(), &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (n <= 0) return fail(Code::kGone, "receive");
  received.file = file_in(header);
  const auto size = std::min(static_cast<std::size_t>(n), bytes.size());
  const auto message = preload::decode_message(std::span(bytes).first(size));
  if (!message || (header.msg_flags & MSG_TRUNC) != 0) return not_understood();
  received.message = *message;
  received.bytes = static_cast<std::size_t>(n) - size;
  return received;
}

// Nobody can guess at a message that is not the expected one.
Result<PreloadCall::Received> PreloadCall::expect(Kind kind, std::span<std::byte> behind) {
  auto received = receive(behind);
  if (received && received->message.kind == kind) return received;
  close();
  if (!received) return forward(received.error());
  return not_understood();
}

Result<Notification> PreloadCall::take_request() {
  const auto received = receive({});
  if (!received) return forward(received.error());
  const Message& request = received->message;
  if (request.kind != Kind::kCall) return not_understood();
  const auto thread = thread_of(request, process_);
  if (!thread) return forward(thread.error());
  thread_ = *thread;
  Notification notification;
  notification.id = id_;
  notification.tid = *thread;
  notification.number = request.number;
  notification.arguments = request.arguments;
  return notification;
}

Result<void> PreloadCall::read_memory(std::uint64_t address, void* destination, std::size_t size) {
  auto* to = static_cast<std::byte*>(destination);
  const std::lock_guard lock(exchange_);
  while (size > 0) {
    const auto part = static_cast<std::uint32_t>(std::min<std::size_t>(size, preload::kMostBytes));
    Message wanted = message_of(Kind::kReadMemory);
    wanted.address = address;
    wanted.size = part;
    if (auto sent = transmit(wanted, -1); !sent) return sent;
    const auto came = expect(Kind::kMemory, {to, part});
    if (!came) return forward(came.error());
    if (came->message.value != static_cast<std::int64_t>(part) || came->bytes != part)
      return tl::make_unexpected(Error{Code::kUnreadable, EFAULT, "read memory"});
    to += part;
    address += part;
    size -= part;
  }
  return {};
}

Result<UniqueFd> PreloadCall::give_descriptor(int number) {
  const std::lock_guard lock(exchange_);
  if (auto sent = transmit(message_of(Kind::kGiveDescriptor, number), -1); !sent)
    return forward(sent.error());
  auto came = expect(Kind::kDescriptor, {});
  if (!came) return forward(came.error());
  if (!came->file.valid()) return fail_with(EBADF, "descriptor");
  return std::move(came->file);
}

// Guard's copy is closed before the caller goes on: locks and leases of the open file are its own
// then (traps.md T1). Only the caller of this answers, so nothing else is exchanged meanwhile.
Result<int> PreloadCall::hand_over(UniqueFd& file, bool close_on_exec) {
  const std::lock_guard lock(exchange_);
  if (auto sent = transmit(message_of(Kind::kTakeFile, close_on_exec ? 1 : 0), -1); !sent)
    return forward(sent.error());
  if (auto sent = transmit(message_of(Kind::kFile), file.get()); !sent)
    return forward(sent.error());
  const auto taken = expect(Kind::kTaken, {});
  if (!taken) return forward(taken.error());
  if (taken->message.value < 0)
    return fail_with(static_cast<int>(-taken->message.value), "hand over");
  return static_cast<int>(taken->message.value);
}

Result<void> PreloadCall::send(const Message& message) {
  const std::lock_guard lock(exchange_);
  return transmit(message, -1);
}

void PreloadCall::expect_exec(ExecOrder order) {
  const std::lock_guard lock(order_mutex_);
  order_ = std::move(order);
  execs_ = true;
}

std::optional<ExecOrder> PreloadCall::take_exec() {
  const std::lock_guard lock(order_mutex_);
  return std::exchange(order_, std::nullopt);
}

std::optional<int> PreloadCall::exec_failure() {
  pollfd state{fd(), POLLIN, 0};
  if (::poll(&state, 1, 0) != 1) return std::nullopt;
  const auto received = receive({});
  if (!received || received->message.kind != Kind::kExecFailed) return std::nullopt;
  return static_cast<int>(received->message.value);
}

}  // namespace guard::interceptor
