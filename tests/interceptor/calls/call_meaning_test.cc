// SPDX-License-Identifier: Apache-2.0
#include "interceptor/calls/call_meaning.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/fs.h>
#include <sys/ipc.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <cstdint>

namespace guard::interceptor {
namespace {

RawCall open_call(int flags) {
  RawCall call;
  call.operation = Operation::kOpen;
  call.open_flags = static_cast<std::uint32_t>(flags);
  return call;
}

RawCall rename_call(Operation operation, unsigned flags) {
  RawCall call;
  call.operation = operation;
  call.rename_flags = flags;
  return call;
}

RawCall shared_call(Operation operation, int command) {
  RawCall call;
  call.operation = operation;
  call.shared_command = command;
  return call;
}

Notification notification_of(long number, std::uint64_t first) {
  Notification notification;
  notification.number = static_cast<int>(number);
  notification.arguments[0] = first;
  return notification;
}

TEST(CallMeaningTest, OnlyAnExclusiveOpenMustMakeNew) {
  EXPECT_TRUE(must_make_new(open_call(O_CREAT | O_EXCL)));
  EXPECT_TRUE(must_make_new(open_call(O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC)));
  for (const int flags : {O_RDONLY, O_CREAT, O_CREAT | O_TRUNC, O_RDWR | O_NOFOLLOW})
    EXPECT_FALSE(must_make_new(open_call(flags))) << std::oct << flags;
}

TEST(CallMeaningTest, OnlyARenameExchangesNames) {
  EXPECT_TRUE(exchanges_names(rename_call(Operation::kRename, RENAME_EXCHANGE)));
  EXPECT_FALSE(exchanges_names(rename_call(Operation::kRename, 0)));
  EXPECT_FALSE(exchanges_names(rename_call(Operation::kRename, RENAME_NOREPLACE)));
  EXPECT_FALSE(exchanges_names(rename_call(Operation::kLink, RENAME_EXCHANGE)));
}

TEST(CallMeaningTest, OneCommandRemovesASharedObject) {
  EXPECT_TRUE(removes_shared_object(shared_call(Operation::kSharedObject, IPC_RMID)));
  EXPECT_FALSE(removes_shared_object(shared_call(Operation::kSharedObject, IPC_SET)));
  EXPECT_FALSE(removes_shared_object(shared_call(Operation::kRemoveQueue, IPC_RMID)));
}

// The kernel reads an int: what a program puts above it means nothing.
TEST(CallMeaningTest, TheFirstArgumentOfSocketIsItsFamily) {
  constexpr std::uint64_t kAbove = 1ULL << 32;
  const auto made = [](std::uint64_t family) {
    return makes_netlink_socket(Operation::kMakeSocket, notification_of(SYS_socket, family));
  };
  EXPECT_TRUE(made(AF_NETLINK));
  EXPECT_TRUE(made(AF_NETLINK | kAbove));
  EXPECT_FALSE(made(AF_PACKET));
  EXPECT_FALSE(
      makes_netlink_socket(Operation::kNetworkSetup, notification_of(SYS_ioctl, AF_NETLINK)));
}

TEST(CallMeaningTest, OneCallSetsGroups) {
  EXPECT_TRUE(sets_groups(notification_of(SYS_setgroups, 0)));
  for (const long number : {SYS_setuid, SYS_setgid, SYS_getgroups, SYS_capset})
    EXPECT_FALSE(sets_groups(notification_of(number, 0))) << number;
}

}  // namespace
}  // namespace guard::interceptor
