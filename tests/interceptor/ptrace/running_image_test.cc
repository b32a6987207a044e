// SPDX-License-Identifier: Apache-2.0
// The facts that a process shows at its first instruction, held against what was judged.
#include "interceptor/ptrace/running_image.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <vector>

#include "base/limits.h"
#include "interceptor/ptrace/exec_order.h"

namespace guard::interceptor {
namespace {

using Words = std::vector<std::string>;

std::vector<char*> pointers(Words& words) {
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

// A child that has run /bin/true with these words and stands at PTRACE_EVENT_EXEC.
class StartedProgram {
 public:
  StartedProgram(Words argv, Words envp) {
    pid_ = ::fork();
    if (pid_ == 0) {
      ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
      ::raise(SIGSTOP);
      ::execve("/bin/true", pointers(argv).data(), pointers(envp).data());
      ::_exit(1);
    }
    int status = 0;
    ::waitpid(pid_, &status, 0);
    ::ptrace(PTRACE_SETOPTIONS, pid_, nullptr,
             reinterpret_cast<void*>(long{PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL}));
    ::ptrace(PTRACE_CONT, pid_, nullptr, nullptr);
    ::waitpid(pid_, &status, 0);
    stands_ = WIFSTOPPED(status) && status >> 16 == PTRACE_EVENT_EXEC;
  }
  ~StartedProgram() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  StartedProgram(const StartedProgram&) = delete;
  StartedProgram& operator=(const StartedProgram&) = delete;

  [[nodiscard]] bool stands() const { return stands_; }
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = 0;
  bool stands_ = false;
};

ExecOrder expecting(Words argv, Words envp) {
  struct stat image {};
  EXPECT_EQ(::stat("/bin/true", &image), 0);
  ExecOrder order;
  order.expected = {image.st_dev, image.st_ino, std::move(argv), std::move(envp), image.st_ctim};
  return order;
}

bool shows(const ExpectedImage& expected, const StartedProgram& program) {
  return stack_shows(expected, program.pid(), stack_pointer(program.pid()));
}

std::optional<std::string> difference(const ExecOrder& order, const StartedProgram& program) {
  return difference_from(order, program.pid(), stack_pointer(program.pid()));
}

const Words kArgv = {"true", "", "two words"};
const Words kEnvp = {"A=1", "EMPTY=", "NO_EQUALS"};

TEST(RunningImageTest, WhatWasJudgedIsSeenOnTheFirstStack) {
  const StartedProgram program(kArgv, kEnvp);
  ASSERT_TRUE(program.stands());
  const ExecOrder order = expecting(kArgv, kEnvp);
  EXPECT_TRUE(shows(order.expected, program));
  EXPECT_EQ(difference(order, program), std::nullopt);
}

TEST(RunningImageTest, EveryOtherWordIsADifference) {
  const StartedProgram program(kArgv, kEnvp);
  ASSERT_TRUE(program.stands());
  const std::vector<ExecOrder> others = {
      expecting({"true", "", "two word"}, kEnvp),
      expecting({"true", "", "two wordsX"}, kEnvp),
      expecting({"true", ""}, kEnvp),
      expecting({"true", "", "two words", ""}, kEnvp),
      expecting({}, kEnvp),
      expecting(kArgv, {"A=1", "EMPTY="}),
      expecting(kArgv, {"A=2", "EMPTY=", "NO_EQUALS"}),
      expecting(kArgv, {"A=1", "EMPTY=", "NO_EQUALS", "LD_PRELOAD=x"}),
      expecting(kArgv, {}),
  };
  for (const ExecOrder& order : others) {
    EXPECT_FALSE(shows(order.expected, program));
    EXPECT_NE(difference(order, program), std::nullopt);
  }
}

TEST(RunningImageTest, AnEmptyEnvironmentIsOne) {
  const StartedProgram program(kArgv, {});
  ASSERT_TRUE(program.stands());
  EXPECT_TRUE(shows(expecting(kArgv, {}).expected, program));
  EXPECT_NE(difference(expecting(kArgv, {"A=1"}), program), std::nullopt);
}

// More than is read of a stack at once: /proc tells.
TEST(RunningImageTest, LongListsAreComparedToo) {
  const Words longer = {"LONG=" + std::string(100'000, 'x')};
  const StartedProgram program(kArgv, longer);
  ASSERT_TRUE(program.stands());
  EXPECT_EQ(difference(expecting(kArgv, longer), program), std::nullopt);
  EXPECT_NE(difference(expecting(kArgv, {longer[0] + "x"}), program), std::nullopt);
  EXPECT_NE(difference(expecting({"true"}, longer), program), std::nullopt);
}

// The counts and pointers, the words with their ends, and what is left between them.
TEST(RunningImageTest, AStackBeyondItsLengthIsToldByProc) {
  constexpr std::size_t kMost = size_limit("exec.stack");
  constexpr std::size_t kBeside = 8 + (8 + 8 + 5) + (8 + 8 + 1) + 2048 + 8192;
  const Words argv = {"true"};
  for (const std::size_t size : {kMost - 1, kMost, kMost + 1}) {
    Words envp = {std::string(size - kBeside, 'x')};
    const StartedProgram program(argv, envp);
    ASSERT_TRUE(program.stands());
    EXPECT_EQ(shows(expecting(argv, envp).expected, program), size <= kMost) << size;
    EXPECT_EQ(difference(expecting(argv, envp), program), std::nullopt) << size;
    envp[0].back() = 'y';
    EXPECT_NE(difference(expecting(argv, envp), program), std::nullopt) << size;
  }
}

// A program that cannot be read any more is no other program.
TEST(RunningImageTest, WhoWasKilledStandsNoMore) {
  const StartedProgram program(kArgv, kEnvp);
  ASSERT_TRUE(program.stands());
  EXPECT_TRUE(still_stands(program.pid()));
  ::kill(program.pid(), SIGKILL);
  siginfo_t ended{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(program.pid()), &ended, WEXITED | WNOWAIT), 0);
  EXPECT_FALSE(still_stands(program.pid()));
  EXPECT_NE(difference_from(expecting(kArgv, kEnvp), program.pid(), 0), std::nullopt);
}

TEST(RunningImageTest, AnotherImageOrAnOlderOneIsADifference) {
  const StartedProgram program(kArgv, kEnvp);
  ASSERT_TRUE(program.stands());
  ExecOrder order = expecting(kArgv, kEnvp);
  ++order.expected.inode;
  EXPECT_EQ(difference(order, program), "another program than was judged");
  order = expecting(kArgv, kEnvp);
  ++order.expected.changed.tv_nsec;
  EXPECT_EQ(difference(order, program), "a program that was changed after it was judged");
}

}  // namespace
}  // namespace guard::interceptor
