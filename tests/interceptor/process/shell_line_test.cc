// SPDX-License-Identifier: Apache-2.0
// The place that a real bash says it is at.
#include "interceptor/process/shell_line.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

#include "base/limits.h"

namespace guard::interceptor {
namespace {

// A shell that waits in its text until its standard input ends.
class WaitingShell {
 public:
  WaitingShell(const char* program, const char* text, const char* name = nullptr) {
    std::array<int, 2> input{};
    if (::pipe(input.data()) != 0) return;
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(input[0], STDIN_FILENO);
      ::close(input[0]);
      ::close(input[1]);
      ::execl(program, program, "-c", text, name, nullptr);
      ::_exit(127);
    }
    ::close(input[0]);
    input_ = input[1];
  }
  ~WaitingShell() {
    ::close(input_);
    ::waitpid(pid_, nullptr, 0);
  }
  WaitingShell(const WaitingShell&) = delete;
  WaitingShell& operator=(const WaitingShell&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  // The line once it is WANTED; else the last one.
  [[nodiscard]] std::string line(const std::string& wanted) const {
    std::string found;
    for (int tries = 0; tries < 1000 && found != wanted; ++tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      found = line_of_bash(pid_).value_or("too long");
    }
    return found;
  }

 private:
  pid_t pid_ = -1;
  int input_ = -1;
};

TEST(ShellLineTest, ABashIsAtItsSimpleCommandUnexpanded) {
  if (::access("/bin/bash", X_OK) != 0) GTEST_SKIP() << "no bash";
  const WaitingShell shell("/bin/bash", "X=word; for n in 1; do read \"$X\"; done; true");
  EXPECT_EQ(shell.line("read \"$X\""), "read \"$X\"");
}

// Not from the text: bash keeps its line apart, with all that stands in it.
TEST(ShellLineTest, ALineBeyondItsLengthIsUnread) {
  if (::access("/bin/bash", X_OK) != 0) GTEST_SKIP() << "no bash";
  const std::size_t most = size_limit("shell.line");
  for (const std::size_t size : {most - 2, most - 1, most, most + 1}) {
    const std::string file =
        ::testing::TempDir() + "/long_line_" + std::to_string(::getpid()) + ".sh";
    const std::string line = "read " + std::string(size - 5, 'x');
    std::ofstream(file) << line << "\n";
    const WaitingShell shell("/bin/bash", ". \"$0\"", file.c_str());
    const std::string wanted = size < most ? line : "too long";
    EXPECT_EQ(shell.line(wanted) == wanted, true) << size;
    ::unlink(file.c_str());
  }
}

// As at a terminal: a bash that is told its lines one by one.
class TypedShell {
 public:
  TypedShell() {
    std::array<int, 2> input{};
    if (::pipe(input.data()) != 0) return;
    pid_ = ::fork();
    if (pid_ == 0) {
      ::setsid();  // no terminal of ours
      ::dup2(input[0], STDIN_FILENO);
      ::close(input[0]);
      ::close(input[1]);
      const int nowhere = ::open("/dev/null", O_WRONLY);
      ::dup2(nowhere, STDERR_FILENO);
      ::execl("/bin/bash", "bash", "--norc", "--noprofile", "-i", nullptr);
      ::_exit(127);
    }
    ::close(input[0]);
    input_ = input[1];
  }
  ~TypedShell() {
    ::close(input_);
    ::waitpid(pid_, nullptr, 0);
  }
  TypedShell(const TypedShell&) = delete;
  TypedShell& operator=(const TypedShell&) = delete;

  // The number of the line, once bash is at COMMAND; 0: it never was.
  [[nodiscard]] int type(const std::string& text, const std::string& command) const {
    if (::write(input_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) return 0;
    for (int tries = 0; tries < 1000; ++tries) {
      if (line_of_bash(pid_) == command) return typed_line_of_bash(pid_).value_or(0);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return 0;
  }

 private:
  pid_t pid_ = -1;
  int input_ = -1;
};

TEST(ShellLineTest, EachLineThatIsTypedHasANumberAndALoopHasOne) {
  if (::access("/bin/bash", X_OK) != 0) GTEST_SKIP() << "no bash";
  const TypedShell shell;
  const int first = shell.type("read a\n", "read a");
  ASSERT_GT(first, 0);
  EXPECT_EQ(shell.type("word\nread b\n", "read b"), first + 1);
  EXPECT_EQ(shell.type("word\nfor n in 1 2; do read c; read d; done\n", "read c"), first + 2);
  EXPECT_EQ(shell.type("word\n", "read d"), first + 2);
  EXPECT_EQ(shell.type("word\n", "read c"), first + 2);
}

TEST(ShellLineTest, NobodyTypesAtAShellWithAText) {
  if (::access("/bin/bash", X_OK) != 0) GTEST_SKIP() << "no bash";
  const WaitingShell shell("/bin/bash", "read X; true");
  EXPECT_EQ(shell.line("read X"), "read X");
  EXPECT_EQ(typed_line_of_bash(shell.pid()), std::nullopt);
  EXPECT_EQ(typed_line_of_bash(::getpid()), std::nullopt);
}

TEST(ShellLineTest, OtherProgramsSayNothing) {
  EXPECT_EQ(line_of_bash(::getpid()), "");
  EXPECT_EQ(line_of_bash(1 << 30), "");
}

}  // namespace
}  // namespace guard::interceptor
