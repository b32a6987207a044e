// SPDX-License-Identifier: Apache-2.0
#include "interceptor/read_gates/lease_waiters.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "base/files/unique_fd.h"

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
  ::unlink(path.c_str());
  ::signal(SIGIO, before);
}

}  // namespace
}  // namespace guard::interceptor
