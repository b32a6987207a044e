// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ask/denial_line.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>

#include "base/files/unique_fd.h"
#include "tests/interceptor/still_process.h"

namespace guard::supervisor {
namespace {

// A program whose standard error is `fd`.
testing::StillProcess program_with(int fd) {
  return testing::StillProcess([fd] { ::dup2(fd, STDERR_FILENO); });
}

const BornSet kNothing;

struct Ends {
  UniqueFd read;
  UniqueFd write;
};

Ends pipe_ends() {
  std::array<int, 2> fds{};
  if (::pipe2(fds.data(), O_CLOEXEC) != 0) abort();
  return {UniqueFd(fds[0]), UniqueFd(fds[1])};
}

Ends socket_ends(int type) {
  std::array<int, 2> fds{};
  if (::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, fds.data()) != 0) abort();
  return {UniqueFd(fds[0]), UniqueFd(fds[1])};
}

std::string taken_from(const UniqueFd& fd) {
  std::array<char, 1024> buffer{};
  ::fcntl(fd.get(), F_SETFL, O_NONBLOCK);
  const ssize_t n = ::read(fd.get(), buffer.data(), buffer.size());
  return n < 0 ? std::string() : std::string(buffer.data(), static_cast<std::size_t>(n));
}

TEST(DenialLineTest, ReachesPipesAndSockets) {
  for (const Ends& ends : {pipe_ends(), socket_ends(SOCK_STREAM), socket_ends(SOCK_DGRAM)}) {
    const auto program = program_with(ends.write.get());
    EXPECT_TRUE(tell_refused_program(program.pid(), "guard: refused", kNothing));
    EXPECT_EQ(taken_from(ends.read), "guard: refused\n");
  }
}

TEST(DenialLineTest, ReachesATerminal) {
  const UniqueFd controller(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  ASSERT_EQ(::grantpt(controller.get()), 0);
  ASSERT_EQ(::unlockpt(controller.get()), 0);
  const UniqueFd terminal(::open(::ptsname(controller.get()), O_RDWR | O_NOCTTY | O_CLOEXEC));
  const auto program = program_with(terminal.get());
  EXPECT_TRUE(tell_refused_program(program.pid(), "guard: refused", kNothing));
  EXPECT_EQ(taken_from(controller), "guard: refused\r\n");
}

TEST(DenialLineTest, ControlCharactersDoNotReachTheTerminal) {
  const Ends ends = pipe_ends();
  const auto program = program_with(ends.write.get());
  EXPECT_TRUE(tell_refused_program(program.pid(), "a\x1b[2Jb\nc\rd", kNothing));
  const std::string line = taken_from(ends.read);
  EXPECT_EQ(line.find('\x1b'), std::string::npos);
  EXPECT_EQ(line.find('\r'), std::string::npos);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
}

TEST(DenialLineTest, NeverWritesIntoAFile) {
  std::string name = "/tmp/guard_test_XXXXXX";
  const UniqueFd file(::mkstemp(name.data()));
  ASSERT_TRUE(file.valid());
  const auto program = program_with(file.get());
  EXPECT_FALSE(tell_refused_program(program.pid(), "guard: refused", kNothing));
  struct stat status {};
  EXPECT_EQ(::fstat(file.get(), &status), 0);
  EXPECT_EQ(status.st_size, 0);
  ::unlink(name.c_str());
}

TEST(DenialLineTest, OfFilesOnlyALogThatTheTreeMadeIsWritten) {
  std::string name = "/tmp/guard_test_XXXXXX";
  const UniqueFd file(::mkstemp(name.data()));
  ASSERT_EQ(::write(file.get(), "rm: ", 4), 4);
  BornSet made_here;
  ASSERT_TRUE(made_here.add(file.get()));
  const auto both = [&](int out) {
    return testing::StillProcess([&file, out] {
      ::dup2(out, STDOUT_FILENO);
      ::dup2(file.get(), STDERR_FILENO);
    });
  };
  const UniqueFd opened_again(::open(name.c_str(), O_WRONLY | O_CLOEXEC));
  EXPECT_FALSE(tell_refused_program(both(opened_again.get()).pid(), "a", made_here));
  const auto program = both(file.get());
  EXPECT_FALSE(tell_refused_program(program.pid(), "a", kNothing));
  EXPECT_TRUE(tell_refused_program(program.pid(), "guard: refused", made_here));
  std::array<char, 64> text{};
  const ssize_t size = ::pread(file.get(), text.data(), text.size(), 0);
  EXPECT_EQ(std::string(text.data(), static_cast<std::size_t>(size)), "rm: guard: refused\n");
  ::unlink(name.c_str());
}

TEST(DenialLineTest, FullPipeIsNotWaitedForAndKeepsItsMode) {
  const Ends ends = pipe_ends();
  ::fcntl(ends.write.get(), F_SETFL, O_NONBLOCK);
  const std::array<char, 4096> block{};
  while (::write(ends.write.get(), block.data(), block.size()) > 0) {
  }
  ::fcntl(ends.write.get(), F_SETFL, 0);
  const auto program = program_with(ends.write.get());
  EXPECT_FALSE(tell_refused_program(program.pid(), "guard: refused", kNothing));
  EXPECT_EQ(::fcntl(ends.write.get(), F_GETFL) & O_NONBLOCK, 0);
}

// As in the serving process, which ignores SIGPIPE (take_signals).
TEST(DenialLineTest, LineForNobodyIsNotTold) {
  ::signal(SIGPIPE, SIG_IGN);
  const auto without_reader = [](Ends ends) {
    const testing::StillProcess program([&] {
      ::dup2(ends.write.get(), STDERR_FILENO);
      ::close(ends.read.get());
    });
    ends.read.reset();
    return tell_refused_program(program.pid(), "guard: refused", kNothing);
  };
  EXPECT_FALSE(without_reader(socket_ends(SOCK_STREAM)));
  EXPECT_FALSE(without_reader(pipe_ends()));
  ::signal(SIGPIPE, SIG_DFL);
}

TEST(DenialLineTest, ClosedErrorStreamAndGoneProgramAreNoFault) {
  testing::StillProcess silent([] { ::close(STDERR_FILENO); });
  EXPECT_FALSE(tell_refused_program(silent.pid(), "guard: refused", kNothing));
  const pid_t pid = silent.pid();
  silent.end();
  EXPECT_FALSE(tell_refused_program(pid, "guard: refused", kNothing));
}

}  // namespace
}  // namespace guard::supervisor
