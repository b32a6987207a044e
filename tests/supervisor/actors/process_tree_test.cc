// SPDX-License-Identifier: Apache-2.0
// The test is the serving process: its child is the reaper, whose child is CMD, whose child is a
// program that CMD started.
#include "supervisor/actors/process_tree.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include "base/limits.h"
#include "interceptor/process/proc_status.h"
#include "interceptor/process/task_ids.h"
#include "interceptor/ptrace/exec_mark.h"
#include "interceptor/ptrace/exec_order.h"

namespace guard::supervisor {
namespace {

struct Family {
  pid_t reaper = 0;
  pid_t command = 0;
  pid_t started = 0;
};

[[noreturn]] void report_and_wait(int fd) {
  const pid_t own = ::getpid();
  if (::write(fd, &own, sizeof(own)) != sizeof(own)) ::_exit(1);
  while (true) ::pause();
}

void fork_below(int fd, int generations) {
  if (generations == 0) return;
  if (::fork() == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    fork_below(fd, generations - 1);
    report_and_wait(fd);
  }
}

class ProcessTreeTest : public ::testing::Test {
 protected:
  ProcessTreeTest() : tree_([this](pid_t pid, Gone) { gone_.push_back(pid); }) {
    std::array<int, 2> pids{};
    if (::pipe(pids.data()) != 0) std::abort();
    fork_below(pids[1], 3);
    std::array<pid_t, 3> numbers{};
    for (pid_t& number : numbers) {
      if (::read(pids[0], &number, sizeof(number)) != sizeof(number)) std::abort();
    }
    // Generations report in any order: the parents tell them apart.
    for (const pid_t number : numbers) place(number, numbers);
    ::close(pids[0]);
    ::close(pids[1]);
    tree_.set_root(family_.command);
  }
  ~ProcessTreeTest() override {
    ::kill(family_.reaper, SIGKILL);  // the others die with their parents
    ::waitpid(family_.reaper, nullptr, 0);
  }

  ProcessPtr find(pid_t pid) { return tree_.find(*tracees_.find(pid).value()); }

  Family family_;
  std::vector<pid_t> gone_;
  interceptor::TraceeTable tracees_;
  ProcessTree tree_;

 private:
  void place(pid_t pid, const std::array<pid_t, 3>& all) {
    const pid_t parent = tracees_.find(pid).value()->parent;
    if (parent == ::getpid()) {
      family_.reaper = pid;
    } else {
      for (const pid_t other : all) {
        if (other == parent && tracees_.find(other).value()->parent == ::getpid())
          family_.command = pid;
      }
      if (family_.command != pid) family_.started = pid;
    }
  }
};

std::shared_ptr<const Program> program_named(const std::string& exe) {
  auto program = std::make_shared<Program>();
  program->actor.exe = exe;
  return program;
}

TEST_F(ProcessTreeTest, ContainsWhatTheReaperStarted) {
  EXPECT_TRUE(interceptor::is_supervised(family_.command));
  EXPECT_TRUE(interceptor::is_supervised(family_.started));
  EXPECT_FALSE(interceptor::is_supervised(family_.reaper));
  EXPECT_FALSE(interceptor::is_supervised(::getpid()));
  EXPECT_FALSE(interceptor::is_supervised(::getppid()));
  EXPECT_FALSE(interceptor::is_supervised(1));
  EXPECT_FALSE(interceptor::is_supervised(0));
  EXPECT_FALSE(interceptor::is_supervised(-1));
}

TEST_F(ProcessTreeTest, ForkedProcessRunsItsParentsProgram) {
  tree_.executed(find(family_.command), program_named("/bin/agent"));
  const ProcessPtr started = find(family_.started);
  EXPECT_EQ(started->program->actor.exe, "/bin/agent");
  EXPECT_EQ(ancestors_of(*started), (std::vector<int>{family_.started, family_.command}));
}

// As if CMD had exec'd what the test runs, from which both were forked.
std::shared_ptr<Program> own_program() {
  auto program = std::make_shared<Program>();
  program->actor = {"/usr/bin/owner", {"owner"}, true};
  struct stat image {};
  EXPECT_EQ(::stat("/proc/self/exe", &image), 0);
  const UniqueFd self(::open("/proc/self", O_PATH));
  const auto stack = interceptor::read_first_stack(self.get(), ::getpid());
  program->mark = {image.st_dev, image.st_ino, stack.value_or(0)};
  return program;
}

TEST_F(ProcessTreeTest, AForkIsConfirmedByTheMemoryItBears) {
  tree_.executed(find(family_.command), own_program());
  const ProcessPtr started = find(family_.started);
  ASSERT_FALSE(started->confirmed);
  const auto tracee = tracees_.find(family_.started).value();
  EXPECT_EQ(tree_.confirmed(started, *tracee)->program, started->program);
  EXPECT_TRUE(find(family_.started)->confirmed);
}

TEST_F(ProcessTreeTest, AChildByNumberAloneIsNotItsParentsProgram) {
  for (const bool image : {true, false}) {
    const auto program = own_program();
    image ? ++program->mark.inode : program->mark.first_stack += 16;
    tree_.executed(find(family_.command), program);
    tree_.executed(find(family_.started), program_named("/bin/sh"));
    const auto tracee = tracees_.find(family_.started).value();
    auto started = std::make_shared<Process>(*find(family_.started));
    started->program = program;
    started->forked = true;
    const ProcessPtr confirmed = tree_.confirmed(started, *tracee);
    EXPECT_FALSE(confirmed->program->actor.installed);
    EXPECT_NE(confirmed->program->actor.exe, "/usr/bin/owner");
  }
}

TEST_F(ProcessTreeTest, WhomAnotherMayWriteStaysMarkedBeyondItsExec) {
  tree_.executed(find(family_.command), own_program());
  tree_.executed(find(family_.started), own_program());
  tree_.opened_to_others(family_.started);
  tree_.executed(find(family_.started), own_program());
  const auto of = [this](pid_t pid) {
    return tree_.confirmed(find(pid), *tracees_.find(pid).value())->program->actor.tampered;
  };
  EXPECT_TRUE(of(family_.started));
  EXPECT_FALSE(of(family_.command));
}

TEST_F(ProcessTreeTest, WhoHasNotExecdSharesWhatMayBeWrittenWithItsParent) {
  tree_.executed(find(family_.command), own_program());
  tree_.opened_to_others(family_.started);
  for (const pid_t pid : {family_.command, family_.started})
    EXPECT_TRUE(tree_.confirmed(find(pid), *tracees_.find(pid).value())->program->actor.tampered);
}

TEST_F(ProcessTreeTest, WhoseMemoryItIsCannotBeToldMeansEverybodys) {
  tree_.executed(find(family_.command), own_program());
  tree_.opened_to_others(0);
  EXPECT_TRUE(tree_.confirmed(find(family_.command), *tracees_.find(family_.command).value())
                  ->program->actor.tampered);
}

TEST_F(ProcessTreeTest, WhoHasReadASecretIsClosedToOthersUntilItExecs) {
  tree_.executed(find(family_.command), own_program());
  ASSERT_TRUE(tree_.try_take_secret(*find(family_.command)));
  EXPECT_FALSE(tree_.try_open_to_others(family_.command));
  // One that cannot be told might be it.
  EXPECT_FALSE(tree_.try_open_to_others(0));
  const auto tracee = tracees_.find(family_.command).value();
  EXPECT_FALSE(tree_.confirmed(find(family_.command), *tracee)->program->actor.tampered);
}

// Perhaps nobody met the fork while its parent lived.
TEST_F(ProcessTreeTest, AForkOfWhoHasReadASecretIsClosedToo) {
  tree_.executed(find(family_.command), own_program());
  ASSERT_TRUE(tree_.try_take_secret(*find(family_.command)));
  EXPECT_FALSE(tree_.try_open_to_others(family_.started));
}

// Runs, with a stack where every program has it that asks for no randomness.
pid_t start_without_randomness() {
  std::array<int, 2> until_exec{};
  if (::pipe2(until_exec.data(), O_CLOEXEC) != 0) std::abort();
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::personality(ADDR_NO_RANDOMIZE);
    ::execl("/bin/sleep", "sleep", "60", nullptr);
    ::_exit(1);
  }
  ::close(until_exec[1]);
  char none = 0;
  (void)!::read(until_exec[0], &none, 1);
  ::close(until_exec[0]);
  return child;
}

TEST_F(ProcessTreeTest, WhoseStackTellsNothingIsClosedByItsIdentity) {
  const pid_t child = start_without_randomness();
  const UniqueFd proc(::open(("/proc/" + std::to_string(child)).c_str(), O_PATH));
  if (interceptor::is_random_stack(interceptor::read_first_stack(proc.get(), child).value_or(0)))
    GTEST_SKIP() << "this machine lets no program do without randomness";
  ASSERT_TRUE(tree_.try_take_secret(*find(child)));
  EXPECT_FALSE(tree_.try_open_to_others(child));
  tree_.executed(find(child), own_program());
  EXPECT_TRUE(tree_.try_open_to_others(child));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

TEST_F(ProcessTreeTest, OnlyWhoseMemoryIsOpenWasReached) {
  tree_.executed(find(family_.command), own_program());
  tree_.executed(find(family_.started), own_program());
  tree_.note_reached(family_.command);
  EXPECT_FALSE(tree_.was_reached(family_.command));
  EXPECT_TRUE(tree_.try_open_to_others(family_.command));
  EXPECT_FALSE(tree_.was_reached(family_.command)) << "it may be one outside";
  tree_.note_reached(family_.command);
  EXPECT_TRUE(tree_.was_reached(family_.command));
  EXPECT_FALSE(tree_.was_reached(family_.started));
}

TEST_F(ProcessTreeTest, WhoseMemoryIsOpenTakesNoSecret) {
  tree_.executed(find(family_.command), own_program());
  tree_.executed(find(family_.started), own_program());
  EXPECT_TRUE(tree_.try_open_to_others(family_.command));
  EXPECT_FALSE(tree_.try_take_secret(*find(family_.command)));
}

TEST_F(ProcessTreeTest, AStackThatAnyExecMayHaveIsNoMark) {
  EXPECT_FALSE(interceptor::is_random_stack(0));
  EXPECT_FALSE(interceptor::is_random_stack(0x7fffffffe000));
  EXPECT_TRUE(interceptor::is_random_stack(0x7ffe9da753d0));
  constexpr std::uint64_t kEnd = 0x7ffffffff000;
  constexpr std::uint64_t kMost = limit("exec.mark_words");
  EXPECT_FALSE(interceptor::is_random_stack(kEnd - (kMost - 1)));
  EXPECT_FALSE(interceptor::is_random_stack(kEnd - kMost));
  EXPECT_TRUE(interceptor::is_random_stack(kEnd - (kMost + 1)));
}

// A mark that is none makes git's own steps questions: not for a stack that is random by a MiB.
TEST_F(ProcessTreeTest, OnlyAStackAsFarFromTheEndAsItsWordsReachIsNoMark) {
  constexpr std::uint64_t kEnd = 0x7ffffffff000;
  const auto marked = [&](std::uint64_t below, std::size_t words) {
    interceptor::ExpectedImage image;
    image.envp = {std::string(words, 'x')};
    return interceptor::mark_of(image, kEnd - below).first_stack;
  };
  EXPECT_EQ(marked(0x1800, 3000), 0U);
  EXPECT_EQ(marked(3U << 20U, 3U << 20U), 0U);
  EXPECT_EQ(marked(1U << 20U, 3000), kEnd - (1U << 20U));
  EXPECT_EQ(marked(5U << 20U, 3U << 20U), kEnd - (5U << 20U));
  // A word, its end and its pointer.
  constexpr std::uint64_t kReach = 3000 + 1 + 8 + limit("exec.mark_beside");
  EXPECT_EQ(marked(kReach - 1, 3000), 0U);
  EXPECT_EQ(marked(kReach, 3000), 0U);
  EXPECT_EQ(marked(kReach + 1, 3000), kEnd - (kReach + 1));
}

std::shared_ptr<Program> script_program() {
  auto program = own_program();
  program->begins = std::make_shared<PackageScript>();
  return program;
}

TEST_F(ProcessTreeTest, WhatAScriptStartsIsOfItsPackageWhateverItRuns) {
  tree_.executed(find(family_.command), script_program());
  EXPECT_NE(find(family_.command)->script, nullptr);
  EXPECT_NE(find(family_.started)->script, nullptr);
  tree_.executed(find(family_.started), program_named("/usr/bin/git"));
  EXPECT_NE(find(family_.started)->script, nullptr);
}

// As if a script had forked it and ended: by number its parent is another one.
TEST_F(ProcessTreeTest, AForkOfAScriptIsToldByItsStackWhoeverItsParentIs) {
  const auto program = script_program();
  if (!interceptor::is_random_stack(program->mark.first_stack)) GTEST_SKIP() << "no random stack";
  EXPECT_EQ(find(family_.command)->script, nullptr);
  auto ended = std::make_shared<Process>();
  ended->pid = 1 << 23;
  ended->program = program_named("/usr/bin/npm");
  tree_.executed(ended, program);
  EXPECT_NE(find(family_.started)->script, nullptr);
}

TEST_F(ProcessTreeTest, CommandIsTheAgentsChild) {
  EXPECT_EQ(find(family_.command)->command, family_.command);
  EXPECT_EQ(find(family_.started)->command, family_.started);
}

TEST_F(ProcessTreeTest, CommandEndsTheLineOfParents) {
  EXPECT_EQ(find(family_.command)->parent, nullptr);
}

// A line has a number of its own, below those of processes, also where the next shell counts anew.
TEST_F(ProcessTreeTest, WhatAShellStartsBelongsToTheLineThatWasTyped) {
  ProcessTree tree([](pid_t, Gone) {}, ProcessTree::ask_kernel,
                   [](pid_t) { return std::optional(7); });
  tree.set_root(family_.command);
  const ProcessPtr shell = tree.find(*tracees_.find(family_.command).value());
  tree.executed(shell, program_named("/bin/bash"));
  const ProcessPtr first = tree.find(*tracees_.find(family_.started).value());
  EXPECT_LT(first->typed_line, 0);
  EXPECT_EQ(ancestors_of(*first),
            (std::vector<int>{family_.started, family_.command, first->typed_line}));
  EXPECT_TRUE(tree.lives(first->typed_line));
  EXPECT_FALSE(tree.lives(first->typed_line - 1));
}

TEST(TypedLinesTest, NoNumberIsGivenTwice) {
  std::optional<int> typed = 2;
  TypedLines lines([&](pid_t) { return typed; });
  const int second = lines.line_of(1);
  typed = 3;
  const int third = lines.line_of(1);
  EXPECT_LT(third, second);
  EXPECT_TRUE(lines.is_latest(third));
  EXPECT_FALSE(lines.is_latest(second));
  typed = 2;
  EXPECT_EQ(lines.line_of(1), second) << "in the background";
  lines.begin_anew();
  const int of_another = lines.line_of(1);
  EXPECT_LT(of_another, third);
  for (const std::optional<int> said :
       {std::optional<int>(), std::optional(0), std::optional(-5)}) {
    typed = said;
    EXPECT_EQ(lines.line_of(1), 0);
  }
}

TEST_F(ProcessTreeTest, ExecGivesAProgramAndEndsWhatTheOldOneHad) {
  const ProcessPtr before = find(family_.started);
  tree_.executed(find(family_.started), program_named("/bin/tool"));
  EXPECT_EQ(find(family_.started)->program->actor.exe, "/bin/tool");
  EXPECT_EQ(find(family_.started)->parent, before->parent);
  EXPECT_EQ(gone_, std::vector<pid_t>{family_.started});
  EXPECT_NE(find(family_.command)->program->actor.exe, "/bin/tool");
}

TEST_F(ProcessTreeTest, WhatHasEndedLivesNoMoreThoughNobodyHasCollectedIt) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  interceptor::Tracee tracee;
  tracee.tgid = child;
  tracee.identity = interceptor::identity_of(child).value_or(0);
  ASSERT_TRUE(tree_.find(tracee));
  EXPECT_TRUE(tree_.lives(child));
  ::kill(child, SIGKILL);
  siginfo_t how{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &how, WEXITED | WNOWAIT), 0);
  EXPECT_FALSE(tree_.lives(child));
  ::waitpid(child, nullptr, 0);
}

TEST_F(ProcessTreeTest, ReusedNumberIsAnotherProcess) {
  tree_.executed(find(family_.started), program_named("/bin/tool"));
  gone_.clear();
  interceptor::Tracee stranger;
  stranger.tgid = family_.started;
  stranger.identity = 1;  // not when the known one began
  EXPECT_NE(tree_.find(stranger)->program->actor.exe, "/bin/tool");
  EXPECT_EQ(gone_, std::vector<pid_t>{family_.started});
}

TEST_F(ProcessTreeTest, ProcessOfAnUnknownParentIsNeverCalledInstalled) {
  const ProcessPtr command = find(family_.command);
  EXPECT_FALSE(command->program->actor.exe.empty());
  EXPECT_FALSE(command->program->actor.installed);
}

// The reaper, CMD, and what forked from it one after the other, from the top. Only the tree ends.
std::vector<pid_t> forks_below(pid_t top, const std::vector<pid_t>& forks) {
  std::vector<pid_t> line{top};
  while (line.size() < forks.size()) {
    const auto next = std::find_if(forks.begin(), forks.end(), [&](pid_t pid) {
      const auto status = interceptor::read_proc_status("/proc/" + std::to_string(pid));
      return status && status->parent == line.back();
    });
    if (next == forks.end()) break;
    line.push_back(*next);
  }
  return line;
}

TEST_F(ProcessTreeTest, UnseenParentsBeyondTheirNumberAreUnknown) {
  constexpr std::size_t kMost = size_limit("process.unseen_parents");
  constexpr std::size_t kForks = kMost + 3;
  std::array<int, 2> pids{};
  ASSERT_EQ(::pipe(pids.data()), 0);
  fork_below(pids[1], static_cast<int>(kForks));
  std::vector<pid_t> forks(kForks);
  for (pid_t& number : forks) ASSERT_EQ(::read(pids[0], &number, sizeof(number)), sizeof(number));
  ::close(pids[0]);
  ::close(pids[1]);
  const auto top = std::find_if(forks.begin(), forks.end(), [](pid_t pid) {
    const auto status = interceptor::read_proc_status("/proc/" + std::to_string(pid));
    return status && status->parent == ::getpid();
  });
  ASSERT_NE(top, forks.end());
  const std::vector<pid_t> line = forks_below(*top, forks);
  ASSERT_EQ(line.size(), kForks);
  const pid_t command = line[1];
  for (const std::size_t parents : {kMost - 1, kMost, kMost + 1}) {
    ProcessTree tree([](pid_t, Gone) {});
    tree.set_root(command);
    interceptor::TraceeTable tracees;
    const ProcessPtr process = tree.find(*tracees.find(line[1 + parents]).value());
    ASSERT_NE(process, nullptr);
    EXPECT_FALSE(process->program->actor.installed);
    const std::vector<int> ancestors = ancestors_of(*process);
    EXPECT_EQ(ancestors.size(), 1 + std::min(parents, kMost)) << parents;
    EXPECT_EQ(ancestors.back() == command, parents <= kMost) << parents;
  }
  ::kill(line[0], SIGKILL);
  ::waitpid(line[0], nullptr, 0);
}

}  // namespace
}  // namespace guard::supervisor
