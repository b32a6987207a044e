// SPDX-License-Identifier: Apache-2.0
#include "interceptor/read_gates/lease_waiters.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>

#include "base/files/unique_fd.h"
#include "interceptor/process/proc_status.h"

namespace guard::interceptor {
namespace {

constexpr const char* kLocks =
    "1: POSIX  ADVISORY  WRITE 7 fe:00:10 0 EOF\n"
    "1: -> POSIX  ADVISORY  WRITE 8 fe:00:10 0 EOF\n"
    "2: LEASE  BREAKING  READ 25748 fe:00:11 0 EOF\n"
    "3: LEASE  BREAKING  READ 25748 fe:00:12 0 EOF\n"
    "3: -> LEASE  BREAKER   READ 25749 <none>:0 0 EOF\n"
    "4: LEASE  ACTIVE    READ 25748 fe:00:13 0 EOF\n";

TEST(LeaseWaitersTest, AWaiterStandsBelowItsLease) {
  EXPECT_TRUE(open_waits_in(kLocks, 12));
  EXPECT_FALSE(open_waits_in(kLocks, 11)) << "refused, and gone";
  EXPECT_FALSE(open_waits_in(kLocks, 13));
  EXPECT_FALSE(open_waits_in(kLocks, 10)) << "a lock is no lease";
  EXPECT_FALSE(open_waits_in(kLocks, 1));
  EXPECT_FALSE(open_waits_in("", 12));
}

// A child that has started, and that execs when it is told to.
class Child {
 public:
  Child() {
    if (::pipe2(go_, O_CLOEXEC) != 0) ADD_FAILURE();
    pid_ = ::fork();
    if (pid_ != 0) return;
    char one = 0;
    (void)!::read(go_[0], &one, 1);
    ::execl("/bin/sleep", "sleep", "100", nullptr);
    ::_exit(1);
  }
  ~Child() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    ::close(go_[0]);
    ::close(go_[1]);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  [[nodiscard]] pid_t pid() const { return pid_; }
  void exec() const {
    (void)!::write(go_[1], "x", 1);
    const std::string link = "/proc/" + std::to_string(pid_) + "/exe";
    const UniqueFd place(::open(("/proc/" + std::to_string(pid_)).c_str(), O_PATH | O_CLOEXEC));
    // The kernel names the program before it begins its stack.
    const auto is_sleep = [&] {
      std::array<char, 256> text{};
      (void)!::readlink(link.c_str(), text.data(), text.size() - 1);
      return std::string_view(text.data()).ends_with("/sleep") &&
             read_first_stack(place.get(), pid_).value_or(0) != 0;
    };
    while (!is_sleep()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

 private:
  int go_[2] = {-1, -1};
  pid_t pid_ = -1;
};

TEST(LeaseWaitersTest, WhoCameAfterABreakDidNotMakeIt) {
  const Child before;
  const AtBreak seen = look_at_break();
  const Child after;
  EXPECT_TRUE(all_came_after(seen, {}));
  EXPECT_FALSE(all_came_after(seen, {before.pid()})) << "it ran, and may have broken it";
  EXPECT_TRUE(all_came_after(seen, {after.pid()}));
  EXPECT_FALSE(all_came_after(seen, {after.pid(), before.pid()}));
  AtBreak told = seen;
  told.started.insert(before.pid());
  EXPECT_TRUE(all_came_after(told, {before.pid()}));
  before.exec();
  EXPECT_TRUE(all_came_after(seen, {after.pid(), before.pid()})) << "it runs another program now";
  EXPECT_FALSE(all_came_after(seen, {1})) << "nothing is known of it";
}

TEST(LeaseWaitersTest, TheKernelTellsWhoWaitsAndNotWhoWasRefused) {
  std::string path = "/tmp/lease_waiters_XXXXXX";
  UniqueFd file(::mkostemp(path.data(), O_CLOEXEC));
  file.reset(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  ASSERT_EQ(::fstat(file.get(), &status), 0);
  const auto before = ::signal(SIGIO, SIG_IGN);
  ASSERT_EQ(::fcntl(file.get(), F_SETLEASE, F_WRLCK), 0);
  EXPECT_FALSE(UniqueFd(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)).valid());
  EXPECT_FALSE(open_waits_for_lease_of(status.st_ino));
  EXPECT_TRUE(LeaseTable().has(status.st_ino));
  EXPECT_FALSE(LeaseTable().has(status.st_ino + 1));
  std::thread opener([&] { UniqueFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC)); });
  bool waits = false;
  for (int look = 0; look < 2000 && !waits; ++look) {
    waits = open_waits_for_lease_of(status.st_ino);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(waits);
  ASSERT_EQ(::fcntl(file.get(), F_SETLEASE, F_UNLCK), 0);
  opener.join();
  EXPECT_FALSE(open_waits_for_lease_of(status.st_ino));
  EXPECT_FALSE(LeaseTable().has(status.st_ino));
  ::unlink(path.c_str());
  ::signal(SIGIO, before);
}

}  // namespace
}  // namespace guard::interceptor
