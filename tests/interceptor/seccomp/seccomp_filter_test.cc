// SPDX-License-Identifier: Apache-2.0
#include "interceptor/seccomp/seccomp_filter.h"

#include <gtest/gtest.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "interceptor/syscalls/syscall_table.h"
#include "tests/interceptor/filter_inputs.h"
#include "tests/support/bpf_interpreter.h"
#include "tests/support/child_process.h"

namespace guard::interceptor {
namespace {

constexpr std::uint32_t kRefusedEnosys = SECCOMP_RET_ERRNO | ENOSYS;

class ProgramTest : public ::testing::TestWithParam<ForGuard> {
 protected:
  ForGuard running() const { return GetParam(); }
  testing::BpfRun run(const seccomp_data& data) const {
    const auto run = testing::run_bpf(filter_for({.guard = running()}), data);
    EXPECT_TRUE(run.has_value()) << data.nr;
    return run.value_or(testing::BpfRun{});
  }
  std::uint32_t answer(const seccomp_data& data) const { return run(data).answer; }
  void expect_like_table(int number, const Arguments& arguments) const {
    const auto data = data_of(number, arguments);
    EXPECT_EQ(answer(data), answer_of_table(data, running()))
        << name_of_syscall(number) << '(' << std::hex << arguments[0] << ", " << arguments[1]
        << ", " << arguments[2] << ')';
  }
};

INSTANTIATE_TEST_SUITE_P(UserAndRoot, ProgramTest,
                         ::testing::Values(ForGuard::kUser, ForGuard::kRoot),
                         [](const auto& instance) {
                           return instance.param == ForGuard::kRoot ? "root" : "user";
                         });

TEST_P(ProgramTest, AnswersEveryNumberAsTheTableSays) {
  for (int number = 0; number <= 600; ++number) {
    const auto values = interesting_values(row_of(number));
    for (std::size_t argument = 0; argument < 6; ++argument) {
      for (const std::uint64_t value : values) {
        Arguments arguments{};
        arguments[argument] = value;
        expect_like_table(number, arguments);
        arguments.fill(0xFFFF'FFFF'0000'0000);  // high halves never evade
        arguments[argument] |= value;
        expect_like_table(number, arguments);
      }
    }
  }
}

TEST_P(ProgramTest, AnswersEveryOtherInputAsTheTableSays) {
  for (const seccomp_data& data : filter_inputs())
    ASSERT_EQ(answer(data), answer_of_table(data, running())) << name_of_syscall(data.nr);
}

TEST_P(ProgramTest, KillsOtherArchitectures) {
  const std::uint32_t others[] = {
      AUDIT_ARCH_I386, AUDIT_ARCH_X86_64,      AUDIT_ARCH_AARCH64, AUDIT_ARCH_ARM, 0,
      0xFFFFFFFF,      own_architecture() ^ 1U};
  for (const std::uint32_t architecture : others) {
    if (architecture == own_architecture()) continue;
    for (int number = -1; number <= 600; ++number)
      EXPECT_EQ(answer(data_of(number, {}, architecture)), SECCOMP_RET_KILL_PROCESS) << number;
  }
}

TEST_P(ProgramTest, AnswersX32AndImpossibleNumbersWithEnosys) {
  for (std::uint32_t number = 0; number <= 600; ++number) {
    for (const std::uint32_t high : {kX32, kX32 << 1, kX32 | kX32 << 1})
      EXPECT_EQ(answer(data_of(static_cast<int>(number | high), {})), kRefusedEnosys) << number;
  }
  EXPECT_EQ(answer(data_of(-1, {})), kRefusedEnosys);
  EXPECT_EQ(answer(data_of(static_cast<int>(kX32 - 1), {})), kRefusedEnosys);
}

TEST_P(ProgramTest, IsSmallEnoughForTheKernel) {
  EXPECT_LE(filter_for({.guard = running()}).size(), std::size_t{BPF_MAXINSNS});
}

TEST_P(ProgramTest, HotCallsAreDecidedInFewSteps) {
  // Everything that a program does all the time lies on a path of the tree, not in a list of tests.
  for (const int number : {SYS_read, SYS_futex, SYS_newfstatat, SYS_mmap, SYS_epoll_pwait})
    EXPECT_LE(run(data_of(number, {})).steps, 24U) << number;
}

int listener_of_own(ForGuard running, unsigned flags) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -errno;
  return install_filter(filter_for({.guard = running}), flags);
}

bool loaded_without_listener_owner(ForGuard running, unsigned flags) {
  const int fd = listener_of_own(running, flags);
  // Without its listener every notified call answers ENOSYS: what was asked can be told apart.
  return fd >= 0 && close(fd) == 0;
}

template <class Call>
bool fails_with(int expected, Call call) {
  errno = 0;
  return call() == -1 && errno == expected;
}

class LoadedFilterTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto features = probe_kernel();
    ASSERT_TRUE(features) << features.error().text();
    if (!features->listener) GTEST_SKIP() << why_not_mediated(*features);
    flags_ = listener_flags(*features);
  }
  unsigned flags_ = 0;
};

TEST_F(LoadedFilterTest, TheKernelTakesBothPrograms) {
  for (const ForGuard running : {ForGuard::kUser, ForGuard::kRoot}) {
    EXPECT_EQ(testing::result_of_child(
                  [&] { return loaded_without_listener_owner(running, flags_) ? 0 : 1; }),
              0);
  }
}

TEST_F(LoadedFilterTest, TheKernelAnswersAsTheTableSays) {
  const int failed = testing::result_of_child([&] {
    if (!loaded_without_listener_owner(ForGuard::kUser, flags_)) return 1;
    if (getpid() <= 0) return 2;
    if (!fails_with(EPERM, [] { return syscall(SYS_setns, -1, 0); })) return 3;
    if (!fails_with(ENOSYS, [] { return syscall(SYS_io_uring_setup, 1, nullptr); })) return 4;
    if (!fails_with(ENOSYS, [] { return syscall(SYS_clone3, nullptr, 0); })) return 5;
    if (!fails_with(ENOSYS, [] { return syscall(SYS_fsopen, nullptr, 0); })) return 6;
    if (!fails_with(ENOSYS, [] { return syscall(600); })) return 7;
    if (!fails_with(ENOSYS, [] { return syscall(kX32 | SYS_getpid); })) return 8;
    if (!fails_with(ENOSYS, [] { return unlink("/nonexistent/name"); })) return 9;
    if (!fails_with(ENOENT, [] { return access("/nonexistent/name", F_OK); })) return 10;
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return 11;
    if (prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0) return 12;
    return 0;
  });
  EXPECT_EQ(failed, 0);
}

#ifdef __x86_64__
TEST_F(LoadedFilterTest, A32BitCallKillsTheProcess) {
  const int status = testing::status_of_child([&] {
    if (!loaded_without_listener_owner(ForGuard::kUser, flags_)) return 1;
    long result = 20;  // getpid of i386
    asm volatile("int $0x80" : "+a"(result) : : "memory");
    return 0;
  });
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS) << status;
}
#endif

TEST_F(LoadedFilterTest, ASecondListenerIsBusy) {
  EXPECT_EQ(testing::result_of_child([&] {
              if (listener_of_own(ForGuard::kUser, flags_) < 0) return 1;
              return -install_filter(filter_for({}), flags_);
            }),
            EBUSY);
}

TEST_F(LoadedFilterTest, WithoutNoNewPrivsAnOrdinaryUserIsRefused) {
  if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1) GTEST_SKIP() << "run under no_new_privs";
  EXPECT_EQ(testing::result_of_child([&] {
              if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0) return 0;
              return -install_filter(filter_for({}), flags_);
            }),
            EACCES);
}

}  // namespace
}  // namespace guard::interceptor
