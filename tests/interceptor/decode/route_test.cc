// SPDX-License-Identifier: Apache-2.0
#include "interceptor/decode/route.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/openat2.h>
#include <linux/sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <vector>

#include "tests/interceptor/answered_calls.h"
#include "tests/interceptor/decode_own.h"

namespace guard::interceptor {
namespace {

using testing::decode_own;

constexpr std::uint64_t kNull = 0;

Notification call_of(long number) {
  Notification call;
  call.number = static_cast<int>(number);
  return call;
}

TEST(RouteOfNotificationTest, CallsThatReachOtherProcessesAreDecidedByTheirRegisters) {
  for (const long number :
       {SYS_kill, SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_ptrace,
        SYS_process_vm_readv, SYS_process_vm_writev, SYS_pidfd_send_signal})
    EXPECT_EQ(route_of(call_of(number)), Route::kReach) << number;
}

TEST(RouteOfNotificationTest, AllOthersAreDecodedFirst) {
  for (const long number :
       {-1L, 100'000L, long{SYS_process_madvise}, long{SYS_kcmp}, long{SYS_rt_sigreturn},
        long{SYS_openat}, long{SYS_execve}, long{SYS_unlinkat}, long{SYS_fchmodat},
        long{SYS_connect}, long{SYS_umask}, long{SYS_unshare}})
    EXPECT_EQ(route_of(call_of(number)), Route::kDecode) << number;
}

TEST(RouteOfNotificationTest, WhatTheKernelHasIsDecoded) {
  for (const long number : {452L, 463L, 466L, 469L}) {
    const bool known =
        ::syscall(number, -1, nullptr, 0, nullptr, nullptr, 0) != -1 || errno != ENOSYS;
    EXPECT_EQ(route_of(call_of(number)), known ? Route::kDecode : Route::kMissing) << number;
  }
}

// In a process of its own: what the kernel has is asked once.
TEST(RouteDeathTest, WhatTheKernelMissesIsSaid) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  constexpr long kFchmodat2 = 452;
  EXPECT_EXIT(
      {
        testing::answer_calls({&kFchmodat2, 1}, ENOSYS);
        ::_exit(static_cast<int>(route_of(call_of(kFchmodat2))));
      },
      ::testing::ExitedWithCode(static_cast<int>(Route::kMissing)), "");
}

TEST(RouteTest, ThereAreSoMany) {
  EXPECT_EQ(kRoutes, static_cast<int>(Route::kResolve) + 1);
}

RawCall raw(Operation operation) {
  RawCall call;
  call.operation = operation;
  return call;
}

RawCall opened(std::uint64_t flags, bool is_openat2) {
  RawCall call = raw(Operation::kOpen);
  call.open_flags = flags;
  call.is_openat2 = is_openat2;
  return call;
}

Route route_by_operation(Operation operation) {
  switch (operation) {
    case Operation::kUmask:
    case Operation::kCredentials:
      return Route::kNoteOnly;
    case Operation::kMount:
    case Operation::kMountTree:
    case Operation::kChangeRoot:
      return Route::kNamespaces;
    default:
      return Route::kResolve;
  }
}

// For new namespaces the flags decide: below.
std::vector<Operation> all_operations() {
  std::vector<Operation> all;
  const int last = static_cast<int>(Operation::kRemoveQueue);
  for (int number = 0; number <= last; ++number) {
    const auto operation = static_cast<Operation>(number);
    if (operation != Operation::kNewNamespace) all.push_back(operation);
  }
  return all;
}

TEST(RouteOfRawCallTest, EachOperationHasItsOwn) {
  for (const Operation operation : all_operations())
    EXPECT_EQ(route_of(raw(operation)), route_by_operation(operation))
        << static_cast<int>(operation);
}

TEST(RouteOfRawCallTest, OnlyAnOpenIsForAPathOnly) {
  for (const Operation operation : all_operations()) {
    if (operation == Operation::kOpen) continue;
    for (const bool is_openat2 : {false, true}) {
      RawCall call = opened(O_PATH, is_openat2);
      call.operation = operation;
      EXPECT_EQ(route_of(call), route_by_operation(operation)) << static_cast<int>(operation);
    }
  }
}

TEST(RouteOfRawCallTest, APathOnlyIsToldByWhereItsFlagLies) {
  for (const int beside : {0, O_CLOEXEC, O_NOFOLLOW, O_DIRECTORY, O_WRONLY | O_CREAT | O_TRUNC}) {
    const auto flags = static_cast<std::uint64_t>(O_PATH | beside);
    EXPECT_EQ(route_of(opened(flags, false)), Route::kPathOnly) << beside;
    EXPECT_EQ(route_of(opened(flags, true)), Route::kPathOnlyInMemory) << beside;
  }
}

TEST(RouteOfRawCallTest, EveryOtherOpenIsHeldAndJudged) {
  for (const int flags : {O_RDONLY, O_WRONLY, O_RDWR, O_RDONLY | O_CLOEXEC | O_NOFOLLOW,
                          O_WRONLY | O_CREAT | O_TRUNC, O_RDWR | O_TMPFILE, ~O_PATH}) {
    const auto bits = static_cast<std::uint64_t>(static_cast<unsigned>(flags));
    for (const bool is_openat2 : {false, true})
      EXPECT_EQ(route_of(opened(bits, is_openat2)), Route::kResolve) << flags;
  }
}

struct NamespaceCase {
  const char* call;
  std::uint64_t flags;
  Route route;
};

TEST(RouteOfRawCallTest, NewNamespacesAreToldFromSharingAlone) {
  const NamespaceCase cases[] = {
      {"clone", SIGCHLD, Route::kNoteOnly},
      {"clone", CLONE_FILES | SIGCHLD, Route::kNoteOnly},
      {"clone", CLONE_FS | SIGCHLD, Route::kNoteOnly},
      {"clone", CLONE_NEWUSER | SIGCHLD, Route::kNamespaces},
      {"clone", CLONE_NEWNS | CLONE_FILES | SIGCHLD, Route::kNamespaces},
      {"clone", CLONE_NEWPID | SIGCHLD, Route::kNamespaces},
      {"clone", CLONE_NEWNET | SIGCHLD, Route::kNamespaces},
      {"clone", CLONE_NEWIPC | SIGCHLD, Route::kNamespaces},
      {"clone", CLONE_NEWUTS | SIGCHLD, Route::kNamespaces},
      {"clone", CLONE_NEWCGROUP | SIGCHLD, Route::kNamespaces},
      {"clone", CLONE_NEWTIME, Route::kNoteOnly},  // part of the exit signal
      {"unshare", CLONE_NEWTIME, Route::kNamespaces},
      {"unshare", CLONE_NEWUSER, Route::kNamespaces},
      {"unshare", CLONE_FILES | CLONE_FS, Route::kNoteOnly},
      {"unshare", 0, Route::kNoteOnly},
  };
  for (const NamespaceCase& each : cases) {
    RawCall call = raw(Operation::kNewNamespace);
    call.row = row_named(each.call);
    call.namespace_flags = each.flags;
    EXPECT_EQ(route_of(call), each.route) << each.call << " " << each.flags;
  }
}

TEST(RouteOfRawCallTest, TimesThatAreBothOmittedNeedNoObject) {
  RawCall call = raw(Operation::kChangeTimes);
  EXPECT_EQ(route_of(call), Route::kResolve);
  call.metadata.changes_nothing = true;
  EXPECT_EQ(route_of(call), Route::kChangesNothing);
}

// As they come from a program.
struct DecodedCase {
  const char* what;
  Result<RawCall> call;
  Route route;
};

void expect_routes(const std::vector<DecodedCase>& cases) {
  for (const DecodedCase& each : cases) {
    ASSERT_TRUE(each.call) << each.what << ": " << each.call.error().text();
    EXPECT_EQ(route_of(*each.call), each.route) << each.what;
  }
}

TEST(RouteOfDecodedCallTest, OpensAreRouted) {
  const open_how path_only{O_PATH | O_CLOEXEC, 0, 0};
  const open_how reading{O_RDONLY | O_CLOEXEC, 0, 0};
  const auto size = sizeof(open_how);
  expect_routes({
      {"openat O_PATH", decode_own(SYS_openat, AT_FDCWD, "x", O_PATH, 0), Route::kPathOnly},
      {"openat", decode_own(SYS_openat, AT_FDCWD, "x", O_RDONLY, 0), Route::kResolve},
      {"openat2 O_PATH", decode_own(SYS_openat2, AT_FDCWD, "x", &path_only, size),
       Route::kPathOnlyInMemory},
      {"openat2", decode_own(SYS_openat2, AT_FDCWD, "x", &reading, size), Route::kResolve},
  });
}

TEST(RouteOfDecodedCallTest, TimesAreRouted) {
  const std::array<timespec, 2> omitted = {{{0, UTIME_OMIT}, {0, UTIME_OMIT}}};
  const std::array<timespec, 2> one = {{{0, UTIME_OMIT}, {5, 0}}};
  const std::array<timespec, 2> other = {{{5, 0}, {0, UTIME_OMIT}}};
  const auto call = [](const std::array<timespec, 2>& times) {
    return decode_own(SYS_utimensat, AT_FDCWD, "x", times.data(), 0);
  };
  expect_routes({
      {"both omitted", call(omitted), Route::kChangesNothing},
      {"the first omitted", call(one), Route::kResolve},
      {"the second omitted", call(other), Route::kResolve},
  });
}

TEST(RouteOfDecodedCallTest, CallsThatNameNoFileAreRouted) {
  expect_routes({
      {"umask", decode_own(SYS_umask, 022), Route::kNoteOnly},
      {"setuid", decode_own(SYS_setuid, 5), Route::kNoteOnly},
      {"setgroups", decode_own(SYS_setgroups, 0, kNull), Route::kNoteOnly},
      {"capset", decode_own(SYS_capset, kNull, kNull), Route::kNoteOnly},
      {"unshare", decode_own(SYS_unshare, CLONE_NEWNS), Route::kNamespaces},
      {"unshare of files", decode_own(SYS_unshare, CLONE_FILES), Route::kNoteOnly},
      {"clone", decode_own(SYS_clone, CLONE_FS | SIGCHLD), Route::kNoteOnly},
      {"mount", decode_own(SYS_mount, kNull, "/", kNull, MS_REMOUNT, kNull), Route::kNamespaces},
      {"umount2", decode_own(SYS_umount2, "/", 0), Route::kNamespaces},
      {"pivot_root", decode_own(SYS_pivot_root, "/", "/"), Route::kNamespaces},
      {"chroot", decode_own(SYS_chroot, "/"), Route::kNamespaces},
      {"unlinkat", decode_own(SYS_unlinkat, AT_FDCWD, "x", 0), Route::kResolve},
      {"connect", decode_own(SYS_connect, 3, kNull, 0), Route::kResolve},
      {"fchmod", decode_own(SYS_fchmod, 3, 0600), Route::kResolve},
  });
}

}  // namespace
}  // namespace guard::interceptor
