// SPDX-License-Identifier: Apache-2.0
#include "interceptor/ptrace/descriptor_loan.h"

#include <linux/sched.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <utility>

#include "base/limits.h"
#include "interceptor/calls/restart.h"
#include "interceptor/process/process_memory.h"

namespace guard::interceptor {
namespace {

constexpr std::size_t kMostNumbers = size_limit("message.files");  // SCM_MAX_FD
constexpr std::size_t kPageSize = 4096;
constexpr std::size_t kControl = CMSG_SPACE(kMostNumbers * sizeof(int));
constexpr std::uint64_t kThread = CLONE_VM | CLONE_SIGHAND | CLONE_THREAD;
constexpr std::uint64_t kSendFlags = MSG_DONTWAIT | MSG_NOSIGNAL;
constexpr std::uint64_t kNoFile = ~0ULL;

constexpr CallToMake kMakeThread = {SYS_clone, {kThread, 0, 0, 0, 0, 0}};
constexpr CallToMake kMapPage = {
    SYS_mmap, {0, kPageSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, kNoFile, 0}};
constexpr CallToMake kEndThread = {SYS_exit, {0, 0, 0, 0, 0, 0}};

// The page of the sender holds this.
struct Letter {
  msghdr header{};
  iovec text{};
  char byte = 0;
  alignas(cmsghdr) std::array<std::byte, kControl> control{};
};
static_assert(sizeof(Letter) <= kPageSize);

void* at(std::uint64_t page, std::size_t offset) {
  return reinterpret_cast<void*>(page + offset);
}

Letter letter_of(const std::vector<int>& numbers, std::uint64_t page) {
  Letter letter;
  letter.text = {at(page, offsetof(Letter, byte)), sizeof(letter.byte)};
  letter.header.msg_iov = static_cast<iovec*>(at(page, offsetof(Letter, text)));
  letter.header.msg_iovlen = 1;
  letter.header.msg_control = at(page, offsetof(Letter, control));
  letter.header.msg_controllen = CMSG_SPACE(numbers.size() * sizeof(int));
  cmsghdr rights{};
  rights.cmsg_level = SOL_SOCKET;
  rights.cmsg_type = SCM_RIGHTS;
  rights.cmsg_len = CMSG_LEN(numbers.size() * sizeof(int));
  std::memcpy(letter.control.data(), &rights, sizeof(rights));
  std::memcpy(letter.control.data() + CMSG_LEN(0), numbers.data(), numbers.size() * sizeof(int));
  return letter;
}

bool write_letter(pid_t tid, std::uint64_t page, Letter letter) {
  return write_process_memory(tid, at(page, 0), &letter, sizeof(letter));
}

// The program's own filters and limits can be in the way: guard's fault, so it goes on record.
tl::unexpected<Error> not_made(const char* what, std::int64_t result) {
  return fail(Code::kRefused, std::string("a descriptor of the program could not be had: ") + what +
                                  ": " + ::strerrordesc_np(static_cast<int>(-result)));
}

std::vector<UniqueFd> files_in(msghdr& message) {
  std::vector<UniqueFd> files;
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr;
       part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int number = -1;
      std::memcpy(&number, CMSG_DATA(part) + i * sizeof(int), sizeof(number));
      files.emplace_back(number);
    }
  }
  return files;
}

}  // namespace

CallToMake DescriptorLoan::repeated_call() const {
  return {call_.number, call_.arguments};
}

// Interrupted before it is answered: where an interrupt ends the wait itself (before Linux 5.19)
// there is nobody left to answer, and the call comes out the same. If the process died before it
// was seized, a stranger may have its number, who is let go again.
Result<void> DescriptorLoan::interrupt() {
  auto caller = DrivenThread::seize(call_.tid, stopping_);
  if (!caller) return forward(caller.error());
  caller_.emplace(std::move(*caller));
  const bool is_caller = listener_.still_valid(call_.id);
  if (auto told = caller_->interrupt(); !told) return told;
  if (is_caller) (void)listener_.answer(call_.id, Reply::fail(kRestartSystemCall));
  if (auto stopped = caller_->await_stop(); !stopped) return stopped;
  if (!is_caller || !caller_->was_interrupted_in(repeated_call()))
    return fail(Code::kGone, "the caller has left its call");
  return {};
}

Result<std::vector<UniqueFd>> DescriptorLoan::take() {
  std::array<int, 2> pair{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair.data()) != 0)
    return fail_errno("socketpair");
  ours_.reset(pair[0]);
  theirs_.reset(pair[1]);
  if (!caller_->hold_signals()) return fail(Code::kGone, "the caller");
  const auto driven = drive();
  caller_->free_signals();
  if (!driven && driven.error().code == Code::kGone) return forward(driven.error());
  if (!caller_->set_up(repeated_call())) return fail(Code::kGone, "the caller");
  if (!driven) return forward(driven.error());
  return received();
}

Result<void> DescriptorLoan::drive() {
  if (numbers_.size() > kMostNumbers) return fail_with(EINVAL, "descriptors");
  const auto cloned = caller_->make(kMakeThread);
  if (!cloned) return forward(cloned.error());
  if (caller_->made() < 0) return not_made("clone", *cloned);
  auto sender = DrivenThread::adopt(caller_->made(), stopping_);
  if (auto stopped = sender.await_stop(); !stopped) return stopped;
  const auto sent = send_by(sender);
  sender_ = -1;
  if (!sent && sent.error().code == Code::kGone) return sent;
  if (auto ended = sender.end_by(kEndThread); !ended) return ended;
  return sent;
}

Result<void> DescriptorLoan::send_by(DrivenThread& sender) {
  const auto page = sender.make(kMapPage);
  if (!page) return forward(page.error());
  if (*page < 0) return not_made("mmap", *page);
  const auto address = static_cast<std::uint64_t>(*page);
  auto sent = send_from(sender, address);
  if (!sent && sent.error().code == Code::kGone) return sent;
  const auto unmapped = sender.make({SYS_munmap, {address, kPageSize, 0, 0, 0, 0}});
  if (!unmapped) return forward(unmapped.error());
  return sent;
}

Result<void> DescriptorLoan::send_from(DrivenThread& sender, std::uint64_t page) {
  if (!write_letter(sender.tid(), page, letter_of(numbers_, page)))
    return not_made("a write to its memory", -errno);
  sender_ = sender.tid();
  const auto number = static_cast<std::uint64_t>(free_number());
  const auto sent = sender.make({SYS_sendmsg, {number, page, kSendFlags, 0, 0, 0}});
  if (!sent) return forward(sent.error());
  if (*sent == -EBADF) return fail_with(EBADF, "descriptor");
  if (*sent < 0) return not_made("sendmsg", *sent);
  return {};
}

// Its table is its own: the number can be any but those that are sent.
int DescriptorLoan::free_number() const {
  int number = 0;
  while (std::ranges::find(numbers_, number) != numbers_.end()) ++number;
  return number;
}

bool DescriptorLoan::serve(const Notification& send) {
  if (send.tid != sender_.load()) return false;
  const auto number = static_cast<int>(send.arguments[0]);
  const bool expected = send.number == SYS_sendmsg && number == free_number() &&
                        listener_.put_file(send.id, theirs_.get(), number, false).has_value();
  (void)listener_.answer(send.id,
                         expected ? Reply::proceed(permit_continue(ContinueReason::kDescriptorLent))
                                  : Reply::fail(EPERM));
  return true;
}

Result<std::vector<UniqueFd>> DescriptorLoan::received() const {
  char byte = 0;
  iovec text{&byte, sizeof(byte)};
  alignas(cmsghdr) std::array<std::byte, kControl> control{};
  msghdr message{};
  message.msg_iov = &text;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  if (::recvmsg(ours_.get(), &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) < 0)
    return fail_errno("descriptors of the program");
  auto files = files_in(message);
  if (files.size() != numbers_.size())
    return fail(Code::kRefused, "the program sent other descriptors than it was told to");
  return files;
}

}  // namespace guard::interceptor
