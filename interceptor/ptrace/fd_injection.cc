// SPDX-License-Identifier: Apache-2.0
#include "interceptor/ptrace/fd_injection.h"

#include <linux/kcmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

#include "base/process/pid_handle.h"
#include "interceptor/process/proc_status.h"
#include "interceptor/process/process_memory.h"

namespace guard::interceptor {
namespace {

constexpr std::size_t kPageSize = 4096;
constexpr std::uint64_t kEverySignal = ~0ULL;
constexpr int kNoMemory = -1;  // of an anonymous mapping
constexpr std::size_t kControl = CMSG_SPACE(sizeof(int));

// The content of the tracee's page.
struct Letter {
  std::array<int, 2> pair{};
  msghdr header{};
  iovec text{};
  alignas(cmsghdr) std::array<std::byte, kControl> control{};
  char byte = 0;
};

bool copy_from(pid_t tid, std::uint64_t address, void* here, std::size_t size) {
  return read_process_memory(tid, reinterpret_cast<void*>(address), here, size);
}

bool copy_to(pid_t tid, std::uint64_t address, void* here, std::size_t size) {
  return write_process_memory(tid, reinterpret_cast<void*>(address), here, size);
}

bool mask_request(int request, pid_t tid, std::uint64_t& mask) {
  return ::ptrace(static_cast<__ptrace_request>(request), tid,
                  reinterpret_cast<void*>(sizeof(mask)), &mask) == 0;
}

std::uint64_t number_register(int number) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
}

bool has_no_name(int socket, int (*name_of)(int, sockaddr*, socklen_t*)) {
  sockaddr_storage name{};
  socklen_t size = sizeof(name);
  return name_of(socket, reinterpret_cast<sockaddr*>(&name), &size) == 0 &&
         size <= sizeof(sa_family_t);
}

bool has_option(int socket, int option, int expected) {
  int value = -1;
  socklen_t size = sizeof(value);
  return ::getsockopt(socket, SOL_SOCKET, option, &value, &size) == 0 && value == expected;
}

// Another thread may have put another socket under the number: nothing is sent to whoever has a
// name, as guard's own credentials go with it.
bool is_of_a_pair(int socket) {
  return has_option(socket, SO_DOMAIN, AF_UNIX) && has_option(socket, SO_TYPE, SOCK_DGRAM) &&
         has_no_name(socket, ::getsockname) && has_no_name(socket, ::getpeername);
}

// Before Linux 6.9 only processes have handles. A thread with descriptors of its own
// (unshare(CLONE_FILES)) is then out of reach: the number is another file in its process.
Result<UniqueFd> take(pid_t tid, int number) {
  if (const auto thread = PidHandle::open_thread(tid)) return thread->take_fd(number);
  const auto status = read_proc_status("/proc/" + std::to_string(tid));
  if (!status) return forward(status.error());
  const bool shared =
      status->tgid == tid || ::syscall(SYS_kcmp, status->tgid, tid, KCMP_FILES, 0, 0) == 0;
  if (!shared) return fail_with(EPERM, "a thread with descriptors of its own");
  const auto process = PidHandle::open(status->tgid);
  if (!process) return forward(process.error());
  return process->take_fd(number);
}

}  // namespace

bool FileHandOver::begin() {
  std::uint64_t every = kEverySignal;
  return mask_request(PTRACE_GETSIGMASK, tid_, signal_mask_) &&
         mask_request(PTRACE_SETSIGMASK, tid_, every) &&
         registers_.replace_call(tid_, call_of(stage_));
}

FileHandOver::Progress FileHandOver::took_call_stop() {
  if (!inside_) {
    inside_ = registers_.is_before(tid_, call_of(stage_));
    return inside_ ? Progress::kGoesOn : Progress::kAstray;
  }
  const auto result = result_of_call(tid_);
  if (!result) return Progress::kAstray;
  const bool last = stage_ == Stage::kUnmap || (stage_ == Stage::kMap && *result < 0);
  if (last) {
    if (stage_ == Stage::kMap) failed(static_cast<int>(-*result));
    return Progress::kDone;
  }
  stage_ = after(stage_, *result);
  inside_ = false;
  return registers_.make_call(tid_, call_of(stage_)) ? Progress::kGoesOn : Progress::kAstray;
}

CallToMake FileHandOver::call_of(Stage stage) const {
  const std::uint64_t flags = MSG_DONTWAIT | (on_exec_ == OnExec::kCloses ? MSG_CMSG_CLOEXEC : 0);
  switch (stage) {
    case Stage::kMap:
      return {SYS_mmap,
              {0, kPageSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
               number_register(kNoMemory), 0}};
    case Stage::kPair:
      return {SYS_socketpair, {AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, page_, 0, 0}};
    case Stage::kCloseOurs:
      return {SYS_close, {number_register(ours_), 0, 0, 0, 0, 0}};
    case Stage::kReceive:
      return {SYS_recvmsg,
              {number_register(theirs_), page_ + offsetof(Letter, header), flags, 0, 0, 0}};
    case Stage::kCloseTheirs:
      return {SYS_close, {number_register(theirs_), 0, 0, 0, 0, 0}};
    case Stage::kUnmap:
      return {SYS_munmap, {page_, kPageSize, 0, 0, 0, 0}};
  }
  return {};
}

// The end that guard has taken is closed before the file comes: the file then gets its number, the
// lowest that was free.
FileHandOver::Stage FileHandOver::after(Stage stage, std::int64_t result) {
  switch (stage) {
    case Stage::kMap:
      page_ = static_cast<std::uint64_t>(result);
      return Stage::kPair;
    case Stage::kPair:
      return paired(result);
    case Stage::kCloseOurs:
      return error_ == 0 ? Stage::kReceive : Stage::kCloseTheirs;
    case Stage::kReceive:
      received(result);
      return Stage::kCloseTheirs;
    case Stage::kCloseTheirs:
    case Stage::kUnmap:
      break;
  }
  return Stage::kUnmap;
}

FileHandOver::Stage FileHandOver::paired(std::int64_t result) {
  std::array<int, 2> pair{};
  if (result < 0) {
    failed(static_cast<int>(-result));
    return Stage::kUnmap;
  }
  if (!copy_from(tid_, page_, pair.data(), sizeof(pair))) {
    failed(EPERM);
    return Stage::kUnmap;
  }
  ours_ = pair[0];
  theirs_ = pair[1];
  if (const int error = send_file(); error != 0) failed(error);
  return Stage::kCloseOurs;
}

int FileHandOver::send_file() {
  const UniqueFd file = std::move(file_);
  const int number = file.get();
  const auto socket = take(tid_, ours_);
  if (!socket || !is_of_a_pair(socket->get()) || !write_header()) return EPERM;
  Letter letter;
  letter.text = {&letter.byte, sizeof(letter.byte)};
  msghdr message{};
  message.msg_iov = &letter.text;
  message.msg_iovlen = 1;
  message.msg_control = letter.control.data();
  message.msg_controllen = letter.control.size();
  cmsghdr* const rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(rights), &number, sizeof(int));
  return ::sendmsg(socket->get(), &message, MSG_DONTWAIT | MSG_NOSIGNAL) == 1 ? 0 : errno;
}

bool FileHandOver::write_header() const {
  Letter letter;
  letter.text = {reinterpret_cast<void*>(page_ + offsetof(Letter, byte)), sizeof(letter.byte)};
  letter.header.msg_iov = reinterpret_cast<iovec*>(page_ + offsetof(Letter, text));
  letter.header.msg_iovlen = 1;
  letter.header.msg_control = reinterpret_cast<void*>(page_ + offsetof(Letter, control));
  letter.header.msg_controllen = letter.control.size();
  return copy_to(tid_, page_, &letter, sizeof(letter));
}

// Without room for its number the message comes, and the file does not (recvmsg(2), MSG_CTRUNC).
void FileHandOver::received(std::int64_t result) {
  if (result < 0) return failed(static_cast<int>(-result));
  Letter letter;
  if (!copy_from(tid_, page_, &letter, sizeof(letter))) return failed(EPERM);
  if ((letter.header.msg_flags & MSG_CTRUNC) != 0) return failed(EMFILE);
  if (letter.header.msg_controllen < CMSG_LEN(sizeof(int))) return failed(EPERM);
  std::memcpy(&number_, letter.control.data() + CMSG_LEN(0), sizeof(number_));
  if (number_ < 0) failed(EPERM);
}

void FileHandOver::failed(int error) {
  if (error_ == 0) error_ = error == 0 ? EPERM : error;
}

void FileHandOver::restore(std::int64_t result) const {
  auto mask = signal_mask_;
  (void)registers_.give_result(tid_, result);
  (void)mask_request(PTRACE_SETSIGMASK, tid_, mask);
  if (stop_later_) ::syscall(SYS_tkill, tid_, SIGSTOP);
}

}  // namespace guard::interceptor
