// SPDX-License-Identifier: Apache-2.0
#include "interceptor/launch/listener_courier.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace guard::interceptor {
namespace {

constexpr std::size_t kControl = CMSG_SPACE(sizeof(int));

bool send_with_file(int socket, iovec text, int file) {
  alignas(cmsghdr) std::array<char, kControl> control{};
  msghdr header{};
  header.msg_iov = &text;
  header.msg_iovlen = 1;
  header.msg_control = control.data();
  header.msg_controllen = control.size();
  cmsghdr* const rights = CMSG_FIRSTHDR(&header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(rights), &file, sizeof(file));
  return ::sendmsg(socket, &header, MSG_NOSIGNAL) == static_cast<ssize_t>(text.iov_len);
}

[[noreturn]] void carry(pid_t child, int orders, int report, iovec text) {
  int file = -1;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  const bool ordered = ::getppid() == child && ::read(orders, &file, sizeof(file)) == sizeof(file);
  ::_exit(ordered && send_with_file(report, text, file) ? 0 : 1);
}

}  // namespace

// The kernel's own clone: without CLONE_VM the courier has a copy of this stack.
bool ListenerCourier::start(int report, const void* message, std::size_t size) {
  std::array<int, 2> orders{};
  if (::pipe2(orders.data(), O_CLOEXEC) != 0) return false;
  const pid_t child = ::getpid();
  const auto flags = static_cast<unsigned long>(CLONE_FILES | SIGCHLD);
  pid_ = static_cast<pid_t>(::syscall(SYS_clone, flags, 0UL, 0UL, 0UL, 0UL));
  if (pid_ == 0) carry(child, orders[0], report, {const_cast<void*>(message), size});
  orders_ = orders[1];
  return pid_ > 0;
}

bool ListenerCourier::send(int file) const {
  if (::write(orders_, &file, sizeof(file)) != static_cast<ssize_t>(sizeof(file))) return false;
  int status = 0;
  pid_t ended = -1;
  do {
    ended = ::waitpid(pid_, &status, 0);
  } while (ended < 0 && errno == EINTR);
  return ended == pid_ && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

Result<UniqueFd> receive_with_file(int socket, void* message, std::size_t size) {
  alignas(cmsghdr) std::array<char, kControl> control{};
  iovec text{message, size};
  msghdr header{};
  header.msg_iov = &text;
  header.msg_iovlen = 1;
  header.msg_control = control.data();
  header.msg_controllen = control.size();
  const ssize_t n = ::recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
  if (n < 0) return fail_errno("receive");
  UniqueFd file;
  const cmsghdr* const rights = CMSG_FIRSTHDR(&header);
  if (rights != nullptr && rights->cmsg_type == SCM_RIGHTS) {
    int number = -1;
    std::memcpy(&number, CMSG_DATA(rights), sizeof(number));
    file.reset(number);
  }
  if (static_cast<std::size_t>(n) != size) return fail(Code::kInvalid, "a message of another size");
  return file;
}

}  // namespace guard::interceptor
