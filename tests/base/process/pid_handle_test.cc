// SPDX-License-Identifier: Apache-2.0
#include "base/process/pid_handle.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

namespace guard {
namespace {

// A child that waits until it is killed.
pid_t sleeper() {
  const pid_t pid = fork();
  if (pid == 0) {
    for (;;) pause();
  }
  return pid;
}

TEST(PidHandleTest, AKilledChildTellsItsSignal) {
  const auto handle = PidHandle::open(sleeper());
  ASSERT_TRUE(handle) << handle.error().text();
  EXPECT_FALSE(handle->wait_for_end(0).value_or(true));
  ASSERT_TRUE(handle->send_signal(SIGKILL));
  EXPECT_TRUE(handle->wait_for_end(-1).value_or(false));
  EXPECT_EQ(handle->reap(), (ExitStatus{.signaled = true, .value = SIGKILL, .core_dumped = false}));
}

TEST(PidHandleTest, AnExitTellsItsStatus) {
  const pid_t pid = fork();
  if (pid == 0) _exit(41);
  const auto handle = PidHandle::open(pid);
  ASSERT_TRUE(handle);
  EXPECT_EQ(handle->reap(), (ExitStatus{.signaled = false, .value = 41, .core_dumped = false}));
}

TEST(PidHandleTest, WhoHasBeenReapedIsGone) {
  const auto handle = PidHandle::open(sleeper());
  ASSERT_TRUE(handle);
  ASSERT_TRUE(handle->send_signal(SIGKILL));
  ASSERT_TRUE(handle->reap());
  const auto signaled = handle->send_signal(SIGKILL);
  ASSERT_FALSE(signaled);
  EXPECT_EQ(signaled.error().code, Code::kGone);
  const auto again = PidHandle::open(handle->pid());
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, Code::kGone);
}

TEST(PidHandleTest, DescriptorsAreTakenAsDuplicates) {
  const auto self = PidHandle::open(getpid());
  ASSERT_TRUE(self);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const UniqueFd reader(ends[0]);
  const UniqueFd writer(ends[1]);
  const auto taken = self->take_fd(writer.get());
  ASSERT_TRUE(taken) << taken.error().text();
  EXPECT_NE(taken->get(), writer.get());
  EXPECT_NE(fcntl(taken->get(), F_GETFD) & FD_CLOEXEC, 0);
  EXPECT_EQ(write(taken->get(), "x", 1), 1);
  char got = 0;
  EXPECT_EQ(read(reader.get(), &got, 1), 1);
  EXPECT_FALSE(self->take_fd(-1));
}

TEST(PidHandleTest, NobodyIsNeverReady) {
  const PidHandle nobody;
  EXPECT_FALSE(nobody.valid());
  EXPECT_FALSE(nobody.send_signal(0));
  EXPECT_FALSE(nobody.take_fd(0));
  EXPECT_FALSE(nobody.wait_for_end(-1));
}

}  // namespace
}  // namespace guard
