// SPDX-License-Identifier: Apache-2.0
// The fate of a file that is handed over: on the real kernel, with a child that runs below a filter
// of its own.
#include "interceptor/seccomp/notify_listener.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <fstream>
#include <optional>
#include <string>
#include <utility>

namespace guard::interceptor {
namespace {

int listen_to_getppid() {
  std::array<sock_filter, 4> lines = {
      {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
       BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 0, 1),
       BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
       BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)}};
  const sock_fprog program{lines.size(), lines.data()};
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return static_cast<int>(
      ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program));
}

// A child that asks for its parent's number, and exits with what it is told: 40 and 41 when that is
// no file. Beside it, under the same filter, another that asks once it is told to.
class NotifyListenerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::array<int, 2> ends{};
    std::array<int, 2> go{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    ASSERT_EQ(::pipe(go.data()), 0);
    child_ = ::fork();
    ASSERT_GE(child_, 0);
    if (child_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      ::close(go[1]);
      const int listener = listen_to_getppid();
      const pid_t other = ::fork();
      if (other == 0) ask_when_told(go[0]);
      (void)!::write(ends[1], &other, sizeof(other));
      (void)!::write(ends[1], &listener, sizeof(listener));
      const long told = ::syscall(SYS_getppid);
      struct stat status {};
      ::_exit(told < 0 ? 40 : ::fstat(static_cast<int>(told), &status) == 0 ? 0 : 41);
    }
    ::close(go[0]);
    go_ = UniqueFd(go[1]);
    int number = -1;
    ASSERT_EQ(::read(ends[0], &other_, sizeof(other_)), static_cast<ssize_t>(sizeof(other_)));
    ASSERT_EQ(::read(ends[0], &number, sizeof(number)), static_cast<ssize_t>(sizeof(number)));
    ::close(ends[0]);
    ::close(ends[1]);
    ASSERT_GE(number, 0);
    const UniqueFd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, child_, 0)));
    UniqueFd fd(static_cast<int>(::syscall(SYS_pidfd_getfd, pidfd.get(), number, 0)));
    ASSERT_TRUE(fd.valid());
    auto adopted = NotifyListener::adopt(std::move(fd));
    ASSERT_TRUE(adopted);
    listener_.emplace(std::move(*adopted));
    auto received = listener_->receive();
    ASSERT_TRUE(received && *received);
    id_ = (*received)->id;
  }
  [[noreturn]] static void ask_when_told(int go) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    char word = 0;
    if (::read(go, &word, 1) == 1) (void)::syscall(SYS_getppid);
    ::_exit(0);
  }
  // Ended, whether or not somebody has waited for it.
  static bool has_ended(pid_t pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string text;
    std::getline(file, text);
    return text.find(") Z") != std::string::npos || text.empty();
  }
  void TearDown() override {
    if (child_ <= 0) return;
    ::kill(child_, SIGKILL);
    (void)status_of_child();
  }
  int status_of_child() {
    int status = -1;
    ::waitpid(std::exchange(child_, 0), &status, 0);
    return status;
  }
  static Reply file() {
    return Reply::of_file(UniqueFd(::memfd_create("made", MFD_CLOEXEC)), false);
  }

  pid_t child_ = 0;
  pid_t other_ = 0;
  UniqueFd go_;
  std::optional<NotifyListener> listener_;
  NotifyId id_ = 0;
};

// Whoever receives may hold an exec whose stop comes meanwhile: it must not wait for the next call.
TEST_F(NotifyListenerTest, ACallerThatWentBeforeReceiptIsNotWaitedFor) {
  ASSERT_EQ(::write(go_.get(), "g", 1), 1);
  pollfd call = {listener_->fd(), POLLIN, 0};
  ASSERT_EQ(::poll(&call, 1, 10'000), 1);
  ::kill(other_, SIGKILL);
  while (!has_ended(other_)) ::usleep(1000);
  const auto received = listener_->receive();
  ASSERT_FALSE(received);
  EXPECT_EQ(received.error().code, Code::kGone);
}

// A second descriptor of guard's would keep the program from a lease of its file.
TEST_F(NotifyListenerTest, AFileIsTheCallersAloneWhenItsCallReturns) {
  Reply reply = file();
  ASSERT_TRUE(listener_->tell(id_, reply));
  EXPECT_FALSE(reply.file.valid());
  EXPECT_EQ(status_of_child(), 0);
}

TEST_F(NotifyListenerTest, AFileWhoseCallerHasGoneComesBack) {
  ::kill(child_, SIGKILL);
  (void)status_of_child();
  Reply reply = file();
  const auto told = listener_->tell(id_, reply);
  ASSERT_FALSE(told);
  EXPECT_EQ(told.error().code, Code::kGone);
  EXPECT_EQ(reply.kind, Reply::Kind::kFile);
  EXPECT_TRUE(reply.file.valid());
}

}  // namespace
}  // namespace guard::interceptor
