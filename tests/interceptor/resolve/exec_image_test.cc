// SPDX-License-Identifier: Apache-2.0
// Compares what guard expects after an exec with what the kernel starts: a child under ptrace stops
// before the first instruction of its new image, and /proc shows image and arguments.
#include "interceptor/resolve/exec_image.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>
#include <vector>

#include "base/limits.h"
#include "interceptor/process/credentials.h"
#include "tests/interceptor/scratch_folder.h"
#include "tests/support/child_process.h"

namespace guard::interceptor {
namespace {

using Words = std::vector<std::string>;

struct Started {
  int error = 0;
  ino_t inode = 0;
  Words argv;
  bool operator==(const Started&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Started& started) {
  out << "errno " << started.error << " inode " << started.inode;
  for (const auto& word : started.argv) out << " [" << word << "]";
  return out;
}

Words words_of(const std::string& cmdline) {
  Words words;
  for (std::size_t i = 0; i < cmdline.size();) {
    const std::size_t end = cmdline.find('\0', i);
    words.push_back(cmdline.substr(i, end - i));
    i = end + 1;
  }
  return words;
}

Started started_image(pid_t pid) {
  const std::string folder = "/proc/" + std::to_string(pid);
  struct stat status {};
  if (::stat((folder + "/exe").c_str(), &status) != 0) return {errno, 0, {}};
  std::ifstream in(folder + "/cmdline", std::ios::binary);
  return {0, status.st_ino, words_of({std::istreambuf_iterator<char>(in), {}})};
}

Started by_kernel(const std::string& path, const Words& argv) {
  std::vector<char*> pointers;
  for (const auto& word : argv) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    ::execv(path.c_str(), pointers.data());
    ::_exit(errno);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  if (WIFEXITED(status)) return {WEXITSTATUS(status), 0, {}};
  const Started started = started_image(pid);
  ::kill(pid, SIGKILL);
  ::waitpid(pid, &status, 0);
  return started;
}

Result<UniqueFd> own_folder() {
  return UniqueFd(::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
}

HeldPath opened(const std::string& path) {
  HeldPath held;
  held.object.reset(::open(path.c_str(), O_PATH | O_CLOEXEC));
  return held;
}

Started by_guard(const std::string& path, const Words& argv) {
  static ImageHeads heads;
  HeldPath file = opened(path);
  if (!file.exists()) return {errno, 0, {}};
  const auto image = hold_image(std::move(file), path, argv, own_folder, heads);
  if (!image) return {image.error().sys_errno, 0, {}};
  return {0, image->running_inode, image->running_argv};
}

class ExecImageTest : public ::testing::Test {
 protected:
  std::string script(const std::string& name, const std::string& content) const {
    std::string path = scratch_.file(name, content);
    ::chmod(path.c_str(), 0755);
    return path;
  }
  std::string told(const std::string& path) { return told(path, heads_); }
  static std::string told(const std::string& path, ImageHeads& heads) {
    const auto image = hold_image(opened(path), path, {"x"}, own_folder, heads);
    return image ? image->running_argv.front() : image.error().text();
  }
  testing::ScratchFolder scratch_;
  ImageHeads heads_;
};

TEST_F(ExecImageTest, ProgramIsItself) {
  EXPECT_EQ(by_guard("/bin/true", {"other name", "", "x"}),
            by_kernel("/bin/true", {"other name", "", "x"}));
  EXPECT_EQ(by_guard("/bin/true", {}), by_kernel("/bin/true", {}));
}

TEST_F(ExecImageTest, FirstLinesReadAsTheKernelReadsThem) {
  const std::string blanks(300, ' ');
  const std::string word(300, 'w');
  using namespace std::string_literals;
  const std::vector<std::string> lines = {"#!/bin/true\n",
                                          "#!/bin/true",
                                          "#! \t /bin/true \t\n",
                                          "#!/bin/true  ",
                                          "#!/bin/true\t",
                                          "#!/bin/true one two  three \n",
                                          "#!/bin/true one \t ",
                                          "#!/bin/true\tone\n",
                                          "#!/bin/true\r\n",
                                          "#!/bin/true one\r\n",
                                          "#!\n",
                                          "#!",
                                          "#! \t\n",
                                          "#!  ",
                                          "#!" + blanks,
                                          "#!/bin/true " + word,
                                          "#!/bin/true " + word + "\n",
                                          "#!/bin/true " + blanks + "x\n",
                                          "#!" + blanks + "/bin/true\n",
                                          "#!/" + word + "\n",
                                          "#!/" + word,
                                          "#!/bin/true\0 one\n"s,
                                          "#!/bin/true one\0two\n"s,
                                          "#!/bin/true \0two\n"s,
                                          "#!/bin/true one \0\n"s,
                                          "#!/missing\n",
                                          "#!/bin/true " + std::string(243, 'w') + "\nrest",
                                          "#!/bin/true " + std::string(242, 'w') + "\nrest",
                                          "#!/bin/true " + std::string(244, 'w'),
                                          "#!" + std::string(242, ' ') + "/bin/true\tx"};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string path = script("script" + std::to_string(i), lines[i]);
    const Started kernel = by_kernel(path, {"name", "x y", ""});
    const Started guard = by_guard(path, {"name", "x y", ""});
    // A file that the kernel takes for no program at all never runs, whatever guard expects.
    const bool no_program = kernel.error == ENOEXEC || kernel.error == EACCES;
    if (no_program && guard.error == 0) continue;
    EXPECT_EQ(guard, kernel) << "line " << i << ": " << lines[i];
  }
  for (const std::size_t size : {kImageHead - 1, kImageHead, kImageHead + 1}) {
    std::string line = "#!/bin/true ";
    line.resize(size - 1, 'w');
    const std::string path = script("size" + std::to_string(size), line + "\nrest");
    EXPECT_EQ(by_guard(path, {"name"}), by_kernel(path, {"name"})) << size;
  }
}

TEST_F(ExecImageTest, ScriptsOfScriptsUpToTheKernelsDepth) {
  std::string interpreter = "/bin/true";
  for (int depth = 1; depth <= 7; ++depth) {
    const std::string arguments = depth % 2 == 0 ? " an argument" : "";
    interpreter = script("level" + std::to_string(depth), "#!" + interpreter + arguments + "\n");
    EXPECT_EQ(by_guard(interpreter, {"name", "x"}), by_kernel(interpreter, {"name", "x"})) << depth;
  }
  constexpr int kMost = int_limit("exec.interpreters");
  const auto error_of = [&](int level) {
    return by_guard(scratch_.at("level" + std::to_string(level)), {"name"}).error;
  };
  EXPECT_EQ(error_of(kMost - 1), 0);
  EXPECT_EQ(error_of(kMost), 0);
  EXPECT_EQ(error_of(kMost + 1), ELOOP);
}

TEST_F(ExecImageTest, ScriptWithoutArgumentsStillNamesItself) {
  const std::string path = script("script", "#!/bin/true\n");
  EXPECT_EQ(by_guard(path, {}), by_kernel(path, {}));
}

TEST_F(ExecImageTest, WhatCannotRunIsRefusedAsTheKernelDoes) {
  const std::string plain = scratch_.file("plain", "#!/bin/true\n");
  ::chmod(plain.c_str(), 0644);
  for (const std::string& path : {plain, scratch_.path(), std::string("/dev/null")}) {
    EXPECT_EQ(by_guard(path, {"x"}), by_kernel(path, {"x"})) << path;
  }
}

TEST_F(ExecImageTest, InterpretersAreNamedFromTheWorkingFolder) {
  std::filesystem::create_directory(scratch_.path() + "/bin");
  std::filesystem::copy_file("/bin/true", scratch_.path() + "/bin/t");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(scratch_.path());
  const std::string there = script("there", "#!bin/t word\n");
  const std::string dots = script("dots", "#!./bin/../bin/t\n");
  const std::string missing = script("missing", "#!bin/none\n");
  const std::string folder = script("folder", "#!/tmp\n");
  for (const std::string& path : {there, dots, missing, folder})
    EXPECT_EQ(by_guard(path, {"x", "y"}), by_kernel(path, {"x", "y"})) << path;
  std::filesystem::current_path(before);
}

TEST_F(ExecImageTest, ScriptIsToldFromItsInterpreter) {
  const std::string path = script("script", "#!/bin/true\n");
  const auto image = hold_image(opened(path), path, {"x"}, own_folder, heads_);
  ASSERT_TRUE(image);
  EXPECT_TRUE(image->script);
  EXPECT_EQ(image->path, path);
  EXPECT_NE(image->running_inode, image->status.st_ino);
}

TEST_F(ExecImageTest, ScriptThatWasRewrittenIsReadAgain) {
  const std::string path = script("script", "#!/bin/true\n");
  EXPECT_EQ(told(path), "/bin/true");
  script("script", "#!/bin/echo\n");  // the same size, perhaps within one tick of the clock
  EXPECT_EQ(told(path), "/bin/echo");
}

TEST_F(ExecImageTest, RememberedScriptThatWasRewrittenIsReadAgain) {
  ImageHeads at_once{std::chrono::seconds(0)};
  const std::string path = script("script", "#!/bin/true\n");
  EXPECT_EQ(told(path, at_once), "/bin/true");
  EXPECT_EQ(told(path, at_once), "/bin/true");
  script("script", "#!/bin/true and more\n");
  EXPECT_EQ(told(path, at_once), "/bin/true");
  script("script", "#!/usr/bin/env more\n");
  EXPECT_EQ(told(path, at_once), "/usr/bin/env");
}

TEST_F(ExecImageTest, RememberedProgramIsRefusedToWhoMayNotReadIt) {
  if (::geteuid() != 0) GTEST_SKIP() << "root alone can act as another user";
  ImageHeads at_once{std::chrono::seconds(0)};
  const std::string path = script("script", "#!/bin/true\n");
  ::chmod(path.c_str(), 0711);
  EXPECT_EQ(told(path, at_once), "/bin/true");
  const UniqueFd held(::open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat status {};
  ASSERT_EQ(::fstat(held.get(), &status), 0);
  // In a child: a switch makes the process undumpable for good.
  const int result = testing::result_of_child([&] {
    const auto own = own_credentials();
    if (!own) return 1;
    const auto scope = CredentialScope::enter(*own, {1234, 1234, {}, 0});
    if (!scope) return 2;
    const auto head = at_once.of(held.get(), status, false);
    return !head && head.error().code == Code::kUnreadable ? 0 : 3;
  });
  EXPECT_EQ(result, 0);
}

TEST_F(ExecImageTest, OneBitOfTheModeIsSetUserId) {
  ExecImage image;
  image.status.st_mode = S_IFREG | S_ISUID | 0755;
  EXPECT_TRUE(is_set_user_id(image));
  image.status.st_mode = S_IFREG | S_ISGID | S_ISVTX | 0755;
  EXPECT_FALSE(is_set_user_id(image));
}

}  // namespace
}  // namespace guard::interceptor
