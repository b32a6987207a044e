// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/reach_rules.h"

#include <gtest/gtest.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>

#include "interceptor/process/proc_status.h"
#include "interceptor/seccomp/seccomp_filter.h"
#include "interceptor/syscalls/syscall_table.h"
#include "tests/interceptor/filter_inputs.h"
#include "tests/support/bpf_interpreter.h"

namespace guard::interceptor {
namespace {

// This process stands for guard, its child for the reaper, and that one's for a program of the
// tree.
class ReachRulesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::array<int, 2> told{};
    ASSERT_EQ(::pipe(told.data()), 0);
    reaper_ = ::fork();
    if (reaper_ == 0) live_as_reaper(told[1]);
    ASSERT_EQ(::read(told[0], &program_, sizeof(program_)), static_cast<ssize_t>(sizeof(program_)));
    ::close(told[0]);
    ::close(told[1]);
    ASSERT_EQ(supervisor_pid(), ::getpid());
    auto tracee = tracees_.find(program_);
    ASSERT_TRUE(tracee);
    tracee_ = *tracee;
  }
  void TearDown() override {
    ::kill(program_, SIGKILL);
    ::kill(reaper_, SIGKILL);
    ::waitpid(reaper_, nullptr, 0);
  }
  [[noreturn]] static void live_as_reaper(int told) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const pid_t program = ::fork();
    if (program == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      ::setpgid(0, 0);
      for (;;) ::pause();
    }
    ::setpgid(program, program);
    (void)!::write(told, &program, sizeof(program));
    for (;;) ::pause();
  }
  [[nodiscard]] bool inside(int number, std::uint64_t first, std::uint64_t second = 0) const {
    Notification call;
    call.number = number;
    call.arguments = {first, second};
    return stays_inside(call, *tracee_);
  }
  static std::uint64_t pid(pid_t number) { return static_cast<std::uint64_t>(number); }

  pid_t reaper_ = -1;
  pid_t program_ = -1;
  TraceeTable tracees_;
  std::shared_ptr<const Tracee> tracee_;
};

TEST_F(ReachRulesTest, TheTreeReachesItself) {
  EXPECT_TRUE(inside(SYS_kill, pid(program_)));
  EXPECT_TRUE(inside(SYS_kill, 0));
  EXPECT_TRUE(inside(SYS_kill, pid(-program_)));
  EXPECT_TRUE(inside(SYS_tgkill, pid(program_), pid(program_)));
  EXPECT_TRUE(inside(SYS_ptrace, PTRACE_SEIZE, pid(program_)));
  EXPECT_TRUE(inside(SYS_ptrace, PTRACE_TRACEME, pid(::getpid())));
  EXPECT_TRUE(inside(SYS_process_vm_writev, pid(program_)));
}

TEST_F(ReachRulesTest, GuardAndEverybodyElseAreOutside) {
  for (const pid_t outside : {::getpid(), reaper_, ::getppid(), pid_t{1}}) {
    EXPECT_FALSE(inside(SYS_kill, pid(outside))) << outside;
    EXPECT_FALSE(inside(SYS_tkill, pid(outside))) << outside;
    EXPECT_FALSE(inside(SYS_tgkill, pid(program_), pid(outside))) << outside;
    EXPECT_FALSE(inside(SYS_rt_sigqueueinfo, pid(outside))) << outside;
    EXPECT_FALSE(inside(SYS_ptrace, PTRACE_ATTACH, pid(outside))) << outside;
    EXPECT_FALSE(inside(SYS_process_vm_readv, pid(outside))) << outside;
  }
  EXPECT_FALSE(inside(SYS_kill, pid(-1)));
  EXPECT_FALSE(inside(SYS_kill, pid(-::getpgrp())));
  EXPECT_FALSE(inside(SYS_unlinkat, pid(program_))) << "not a call of this kind";
}

// The number of the group names no process any more, but its members live.
TEST_F(ReachRulesTest, AGroupOutsideWhoseLeaderHasGoneIsOutside) {
  const pid_t leader = ::fork();
  if (leader == 0) {
    ::setpgid(0, 0);
    const pid_t member = ::fork();
    if (member == 0) {
      for (;;) ::pause();
    }
    ::_exit(0);
  }
  ASSERT_EQ(::waitpid(leader, nullptr, 0), leader);
  ASSERT_EQ(::kill(-leader, 0), 0);
  EXPECT_FALSE(inside(SYS_kill, pid(-leader)));
  EXPECT_EQ(::kill(-leader, SIGKILL), 0);
}

TEST_F(ReachRulesTest, NobodyIsTheKernelsToTell) {
  constexpr pid_t kNobody = 0x3FFFFF;  // above every pid_max that is in use
  EXPECT_TRUE(inside(SYS_kill, pid(kNobody)));
}

// Another process may read such memory over and over: later content as well.
TEST_F(ReachRulesTest, ReadingAndWritingOpenTheMemoryOfAnother) {
  const auto reader = tracees_.find(::getpid()).value();
  Notification call;
  call.arguments = {pid(program_)};
  for (const int number : {SYS_process_vm_readv, SYS_process_vm_writev}) {
    call.number = number;
    EXPECT_EQ(opens_memory_of(call, *reader), program_);
    EXPECT_EQ(opens_memory_of(call, *tracee_), std::nullopt) << "its own";
  }
  EXPECT_EQ(copies_memory_of(call, *reader), program_);
  call.number = SYS_ptrace;
  EXPECT_EQ(copies_memory_of(call, *reader), std::nullopt);
  call.arguments = {PTRACE_SEIZE, pid(program_)};
  EXPECT_EQ(opens_memory_of(call, *reader), program_);
  call.number = SYS_kill;
  EXPECT_EQ(opens_memory_of(call, *reader), std::nullopt);
}

// This process stands for guard, whose exec tracer may hold PROGRAM for a moment.
TEST_F(ReachRulesTest, WhomGuardTracesNobodyElseCanAttachTo) {
  Notification call;
  call.number = SYS_ptrace;
  call.arguments = {PTRACE_ATTACH, pid(program_)};
  EXPECT_FALSE(wants_whom_guard_traces(call, *tracee_));
  if (::ptrace(PTRACE_SEIZE, program_, nullptr, nullptr) != 0 && errno == ENOSYS)
    GTEST_SKIP() << "no tracing here";
  EXPECT_TRUE(wants_whom_guard_traces(call, *tracee_));
  call.arguments[0] = PTRACE_SEIZE;
  EXPECT_TRUE(wants_whom_guard_traces(call, *tracee_));
  call.arguments[0] = PTRACE_CONT;
  EXPECT_FALSE(wants_whom_guard_traces(call, *tracee_)) << "it is its tracer already";
  call.number = SYS_kill;
  EXPECT_FALSE(wants_whom_guard_traces(call, *tracee_));
}

class AskingFilterTest : public ::testing::TestWithParam<ForGuard> {
 protected:
  static std::uint32_t answer(bool asking, const seccomp_data& data) {
    const auto run =
        testing::run_bpf(filter_for({.guard = GetParam(), .asks_reaching = asking}), data);
    return run ? run->answer : 0;
  }
};
INSTANTIATE_TEST_SUITE_P(UserAndRoot, AskingFilterTest,
                         ::testing::Values(ForGuard::kUser, ForGuard::kRoot));

TEST_P(AskingFilterTest, AsksAboutWhatReachesOthersAndLeavesTheRest) {
  for (int number = 0; number < 512; ++number) {
    seccomp_data data{};
    data.nr = number;
    data.arch = own_architecture();
    const std::uint32_t before = answer(false, data);
    const std::uint32_t now = answer(true, data);
    if (is_reaching_call(number)) {
      EXPECT_EQ(now, SECCOMP_RET_USER_NOTIF) << number;
    } else if (number == SYS_pidfd_send_signal) {
      EXPECT_EQ(now, SECCOMP_RET_ERRNO | ENOSYS);
    } else if (number == SYS_pidfd_getfd || number == SYS_process_madvise) {
      EXPECT_EQ(now, SECCOMP_RET_ERRNO | EPERM);
    } else {
      EXPECT_EQ(now, before) << number;
    }
  }
}

TEST_P(AskingFilterTest, NumbersOfAnotherArchitectureStayRefused) {
  seccomp_data data{};
  data.nr = SYS_kill;
  data.arch = AUDIT_ARCH_I386;
  EXPECT_EQ(answer(true, data), answer(false, data));
}

}  // namespace
}  // namespace guard::interceptor
