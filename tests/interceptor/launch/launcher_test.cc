// SPDX-License-Identifier: Apache-2.0
// The self-test of every start: a child whose calls do not all arrive runs nothing.
#include "interceptor/launch/launcher.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include "base/limits.h"
#include "base/process/descendants.h"
#include "interceptor/kernel/kernel_features.h"
#include "interceptor/launch/reaper.h"
#include "interceptor/seccomp/seccomp_filter.h"
#include "tests/support/child_process.h"

namespace guard::interceptor {
namespace {

namespace fs = std::filesystem;

// Lets one call pass unseen before the real filter decides.
std::vector<sock_filter> filter_blind_for(int number) {
  const auto real = filter_for({.guard = guard_run_by(::geteuid())});
  std::vector<sock_filter> program = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(number), 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  program.insert(program.end(), real.begin(), real.end());
  return program;
}

class LauncherTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto features = probe_kernel();
    ASSERT_TRUE(features);
    if (const auto why = why_not_mediated(*features); !why.empty()) GTEST_SKIP() << why;
    flags_ = listener_flags(*features);
    fs::remove(ran_);
  }
  void TearDown() override { fs::remove(ran_); }

  // In a child, since the launcher forks and makes itself a subreaper. The exec of CMD is never
  // answered: 0 when the launch got that far.
  int launch(std::span<const sock_filter> filter) {
    return testing::result_of_child([&] {
      const int null = ::open("/dev/null", O_RDWR);
      ::dup2(null, STDERR_FILENO);
      LaunchPlan plan;
      plan.image = "/bin/sh";
      plan.argv = {"sh", "-c", ": >" + ran_.string()};
      plan.filter = filter;
      plan.filter_flags = flags_;
      plan.front_group = ::getpgrp();
      auto reaper = Reaper::fork_off(plan);
      if (!reaper) return 2;
      const auto listener = reaper->launch();
      end_descendants();
      return listener ? 0 : 1;
    });
  }

  const fs::path ran_ = fs::temp_directory_path() / ("guard_launch_" + std::to_string(::getpid()));
  unsigned flags_ = 0;
};

TEST_F(LauncherTest, AChildWhoseCallsAllArriveIsLaunched) {
  EXPECT_EQ(launch(filter_for({.guard = guard_run_by(::geteuid())})), 0);
}

TEST_F(LauncherTest, ABlindFilterIsNoticedAndNothingRuns) {
  for (const int number : {SYS_unlinkat, SYS_openat, SYS_execve, SYS_connect}) {
    EXPECT_EQ(launch(filter_blind_for(number)), 1) << number;
    EXPECT_FALSE(fs::exists(ran_)) << number;
  }
}

TEST_F(LauncherTest, AFilterThatSeesNothingIsNoticed) {
  const std::vector<sock_filter> allow = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  EXPECT_EQ(launch(allow), 1);
  EXPECT_FALSE(fs::exists(ran_));
}

TEST(LauncherReportTest, AChildThatDoesNotReportInTimeIsNotLaunched) {
  std::array<int, 2> report{};
  std::array<int, 2> go{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, report.data()), 0);
  ASSERT_EQ(::pipe2(go.data(), O_CLOEXEC), 0);
  constexpr std::chrono::milliseconds kNone{0};
  std::binary_semaphore given_up(0);
  std::thread child([&] {
    const bool waits_for_longer = !given_up.try_acquire_for(std::chrono::seconds(5));
    if (waits_for_longer) (void)!::write(report[1], "?", 1);
  });
  const auto late = take_listener(report[0], go[1], kNone);
  given_up.release();
  child.join();
  ASSERT_FALSE(late);
  EXPECT_NE(late.error().text().find("the child did not start"), std::string::npos);
  ASSERT_EQ(::write(report[1], "?", 1), 1);
  const auto in_time = take_listener(report[0], go[1], kNone);  // and says nothing of use
  ASSERT_FALSE(in_time);
  EXPECT_EQ(in_time.error().code, Code::kRefused);
  EXPECT_EQ(kStartPatience, time_limit("start.child"));
  for (const int fd : {report[0], report[1], go[0], go[1]}) ::close(fd);
}

}  // namespace
}  // namespace guard::interceptor
