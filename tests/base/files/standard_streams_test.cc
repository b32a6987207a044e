// SPDX-License-Identifier: Apache-2.0
// A closed standard stream is taken by a stand-in that behaves as closed; an open one is left
// alone.
#include "base/files/standard_streams.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <functional>

namespace guard {
namespace {

// In a child, because this process needs its streams.
bool holds_in_child(const std::function<bool()>& check) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(check() ? 0 : 1);
  int status = -1;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(StandardStreamsTest, NothingOpenedLaterGetsTheNumberOfAClosedStream) {
  EXPECT_TRUE(holds_in_child([] {
    ::close(STDIN_FILENO);
    ::close(STDERR_FILENO);
    return hold_closed_streams() && ::open("/dev/null", O_RDONLY | O_CLOEXEC) > STDERR_FILENO &&
           is_stand_in(STDIN_FILENO) && is_stand_in(STDERR_FILENO);
  }));
}

TEST(StandardStreamsTest, AStandInIsNeitherReadNorWritten) {
  EXPECT_TRUE(holds_in_child([] {
    ::close(STDIN_FILENO);
    ::close(STDOUT_FILENO);
    if (!hold_closed_streams()) return false;
    std::array<char, 1> byte{'x'};
    const bool reads = ::read(STDIN_FILENO, byte.data(), 1) >= 0 || errno != EBADF;
    const bool writes = ::write(STDOUT_FILENO, byte.data(), 1) >= 0 || errno != EBADF;
    return !reads && !writes;
  }));
}

TEST(StandardStreamsTest, OpenStreamsStayAsTheyAre) {
  EXPECT_TRUE(holds_in_child([] {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return false;
    for (int stream = 0; stream < 3; ++stream) ::dup2(ends[1], stream);
    return hold_closed_streams() && !is_stand_in(STDOUT_FILENO) &&
           ::write(STDOUT_FILENO, "x", 1) == 1;
  }));
}

}  // namespace
}  // namespace guard
