// SPDX-License-Identifier: Apache-2.0
#include "interceptor/syscalls/syscall_table.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>
#include <initializer_list>
#include <iterator>
#include <string_view>

#include "interceptor/resolve/reach_rules.h"

namespace guard::interceptor {
namespace {

using Words = std::initializer_list<std::uint64_t>;

FilterOutcome outcome(int number, std::array<std::uint64_t, 6> arguments,
                      ForGuard running = ForGuard::kUser) {
  return outcome_of(number, arguments, running);
}

constexpr FilterOutcome kAllowed{Treatment::kAllow, 0};
constexpr FilterOutcome kNotified{Treatment::kNotify, 0};
constexpr FilterOutcome kForbidden{Treatment::kRefuse, EPERM};
constexpr FilterOutcome kUnknown{Treatment::kRefuse, ENOSYS};

TEST(SyscallTableTest, UnknownNumbersAreRefused) {
  for (const int number : {-1, 337, 423, 472, 0x40000057}) {
    EXPECT_EQ(row_of(number), nullptr);
    EXPECT_EQ(outcome(number, {}), kUnknown);
    EXPECT_STREQ(name_of_syscall(number), "unknown");
  }
}

TEST(SyscallTableTest, WhateverIsNotPlainlyAllowedSaysWhy) {
  for (const SyscallRow& row : all_rows()) {
    const std::string_view reason = row.reason;
    EXPECT_TRUE(row.treatment == Treatment::kAllow || !reason.empty()) << row.name;
    EXPECT_EQ(row.treatment == Treatment::kRefuse, row.refuse_errno != 0) << row.name;
  }
}

TEST(SyscallTableTest, WhatIsNotifiedCanBeDecoded) {
  for (const SyscallRow& row : all_rows()) {
    const bool notified =
        row.treatment == Treatment::kNotify || row.treatment == Treatment::kNotifyIf;
    // For reaching calls registers decide (reach_rules.h).
    if (!notified || is_decided_by_registers(row.number) || asks_for_peer(row.number)) continue;
    EXPECT_NE(row.operation, Operation::kNone) << row.name;
    EXPECT_NE(row.arguments[0], ArgRole::kIgnored) << row.name;
  }
}

TEST(SyscallTableTest, DirectoriesStandBeforeTheirNames) {
  for (const SyscallRow& row : all_rows()) {
    const int directory = position_of(row, ArgRole::kDirfd);
    if (directory < 0) continue;
    const int name =
        std::max(position_of(row, ArgRole::kPath), position_of(row, ArgRole::kPathNoFollow));
    EXPECT_EQ(name, directory + 1) << row.name;
    EXPECT_EQ(position_of(row, ArgRole::kNewDirfd) >= 0, position_of(row, ArgRole::kNewPath) >= 0)
        << row.name;
  }
}

TEST(SyscallTableTest, OldAndNewFormsAreOneOperation) {
  const auto are_all = [](std::initializer_list<const char*> names, Operation operation) {
    for (const char* name : names) {
      const SyscallRow* row = row_named(name);  // the old ones are not everywhere
      EXPECT_TRUE(row == nullptr || row->operation == operation) << name;
    }
    EXPECT_NE(row_named(std::data(names)[0]), nullptr);
  };
  are_all({"unlinkat", "unlink", "rmdir"}, Operation::kRemove);
  are_all({"renameat", "rename", "renameat2"}, Operation::kRename);
  are_all({"openat", "open", "openat2", "creat"}, Operation::kOpen);
}

TEST(SyscallTableTest, OpensAreAskedForWriteIntentOnly) {
  struct {
    int flags;
    FilterOutcome expected;
  } const cases[] = {
      {0, kAllowed},                   // O_RDONLY
      {02000000 | 0200000, kAllowed},  // O_CLOEXEC | O_DIRECTORY
      {02000 | 0200, kAllowed},        // O_APPEND | O_EXCL write nothing by themselves
      {01, kNotified},                 // O_WRONLY
      {02, kNotified},                 // O_RDWR
      {03, kNotified},                 // only ioctl, but checked as both
      {0100, kNotified},               // O_RDONLY | O_CREAT
      {01000, kNotified},              // O_RDONLY | O_TRUNC truncates
      {020200000 | 02, kNotified},     // O_TMPFILE | O_RDWR
      {010000000, kAllowed},           // O_PATH
      {010000000 | 0101, kAllowed},    // O_PATH ignores O_CREAT | O_WRONLY
  };
  for (const auto& each : cases) {
    const auto flags = static_cast<std::uint64_t>(each.flags);
#ifdef SYS_open
    EXPECT_EQ(outcome(SYS_open, {0, flags}), each.expected) << std::oct << each.flags;
#endif
    EXPECT_EQ(outcome(SYS_openat, {0, 0, flags}), each.expected) << std::oct << each.flags;
  }
}

TEST(SyscallTableTest, NamespacesAreNotifiedInCloneAndUnshare) {
  for (const std::uint64_t flag :
       Words{0x20000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000}) {
    EXPECT_EQ(outcome(SYS_clone, {flag | 17}), kNotified) << flag;
    EXPECT_EQ(outcome(SYS_unshare, {flag}), kNotified) << flag;
  }
  EXPECT_EQ(outcome(SYS_unshare, {0x80}), kNotified);       // CLONE_NEWTIME
  EXPECT_EQ(outcome(SYS_clone, {0x3D0F00}), kAllowed);      // pthread_create
  EXPECT_EQ(outcome(SYS_clone, {0x01200011}), kAllowed);    // fork of glibc
  EXPECT_EQ(outcome(SYS_clone, {0x4111}), kAllowed);        // vfork
  EXPECT_EQ(outcome(SYS_unshare, {0x00000200}), kAllowed);  // CLONE_FS
}

TEST(SyscallTableTest, HighHalvesOfArgumentsChangeNothing) {
  const std::uint64_t high = 0xABCD'EF01ULL << 32;
  EXPECT_EQ(outcome(SYS_ioctl, {0, high | 0x5412}), kForbidden);
  EXPECT_EQ(outcome(SYS_ioctl, {0, high | 0xAA00}), kForbidden);  // USERFAULTFD_IOC_NEW
  EXPECT_EQ(outcome(SYS_ioctl, {0, high | 0x5413}), kAllowed);
  EXPECT_EQ(outcome(SYS_openat, {0, 0, high | 01}), kNotified);
  EXPECT_EQ(outcome(SYS_openat, {0, 0, high}), kAllowed);
}

TEST(SyscallTableTest, AnOrdinaryUsersTreeStaysReadable) {
  constexpr FilterOutcome kPretended{Treatment::kRefuse, 0};
  EXPECT_EQ(outcome(SYS_prctl, {4, 0}), kPretended);
  EXPECT_EQ(outcome(SYS_prctl, {4, 1}), kAllowed);
  EXPECT_EQ(outcome(SYS_prctl, {38, 1}), kAllowed);  // PR_SET_NO_NEW_PRIVS
  EXPECT_EQ(outcome(SYS_prctl, {4, 0}, ForGuard::kRoot), kAllowed);
}

TEST(SyscallTableTest, ARootGuardFollowsCredentialsAndKeepsTheClock) {
  for (const int number : {SYS_setuid, SYS_setresgid, SYS_setgroups, SYS_capset}) {
    EXPECT_EQ(outcome(number, {}), kAllowed);
    EXPECT_EQ(outcome(number, {}, ForGuard::kRoot), kNotified);
  }
  EXPECT_EQ(outcome(SYS_adjtimex, {}), kAllowed);
  EXPECT_EQ(outcome(SYS_adjtimex, {}, ForGuard::kRoot), kForbidden);
}

TEST(SyscallTableTest, LimitsOfAnotherProcessAreOutOfReach) {
  EXPECT_EQ(outcome(SYS_prlimit64, {0, 7, 0x1000}), kAllowed);
  EXPECT_EQ(outcome(SYS_prlimit64, {1, 7, 0x1000}), kForbidden);
  EXPECT_EQ(outcome(SYS_prlimit64, {0x80000000, 7, 0x1000}), kForbidden);
  EXPECT_EQ(outcome(SYS_prlimit64, {1, 7, 0}), kForbidden);
}

TEST(SyscallTableTest, TheKernelLogMayBeReadAndNotCleared) {
  EXPECT_EQ(outcome(SYS_syslog, {3}), kAllowed);
  EXPECT_EQ(outcome(SYS_syslog, {10}), kAllowed);
  for (const std::uint64_t type : Words{2, 4, 5, 6, 7, 8, 11})
    EXPECT_EQ(outcome(SYS_syslog, {type}), kForbidden) << type;
}

TEST(SyscallTableTest, OnlySendsThatMayNameAnAddressAreAsked) {
  EXPECT_EQ(outcome(SYS_sendto, {3, 0x1000, 5, 0, 0, 0}), kAllowed);
  EXPECT_EQ(outcome(SYS_sendto, {3, 0x1000, 5, 0, 0, 16}), kAllowed);
  EXPECT_EQ(outcome(SYS_sendto, {3, 0x1000, 5, 0, 0x7000, 16}), kNotified);
  EXPECT_EQ(outcome(SYS_sendto, {3, 0x1000, 5, 0, 1ULL << 40, 16}), kNotified);
  EXPECT_EQ(outcome(SYS_sendmsg, {3}), kNotified);
  EXPECT_EQ(outcome(SYS_sendmmsg, {3}), kNotified);
}

TEST(SyscallTableTest, OnlySocketsWhoseAddressesAreReadCanBeMade) {
  constexpr FilterOutcome kNoFamily{Treatment::kRefuse, EAFNOSUPPORT};
  constexpr FilterOutcome kNoProtocol{Treatment::kRefuse, EPROTONOSUPPORT};
  constexpr FilterOutcome kNoType{Treatment::kRefuse, ESOCKTNOSUPPORT};
  constexpr std::uint64_t kFlags = 0x80800;  // SOCK_CLOEXEC | SOCK_NONBLOCK
  for (const std::uint64_t family : Words{2, 10}) {
    for (const std::uint64_t type : Words{1, 2}) {
      for (const std::uint64_t protocol : Words{0, 1, 6, 17, 58, 136, 262})
        EXPECT_EQ(outcome(SYS_socket, {family, type | kFlags, protocol}), kAllowed);
      for (const std::uint64_t protocol : Words{2, 33, 115, 132, 256, 261, 512})
        EXPECT_EQ(outcome(SYS_socket, {family, type, protocol}), kNoProtocol) << protocol;
    }
    EXPECT_EQ(outcome(SYS_socket, {family, 3 | kFlags, 1}), kNotified);
    EXPECT_EQ(outcome(SYS_socket, {family, 10, 3}), kNotified);  // SOCK_PACKET
    EXPECT_EQ(outcome(SYS_socket, {family, 5, 0}), kNoType);     // SCTP
    EXPECT_EQ(outcome(SYS_socket, {family, 6, 0}), kNoType);     // DCCP
  }
  for (const std::uint64_t family : Words{0, 3, 9, 15, 21, 29, 30, 31, 40, 43, 44, 64})
    EXPECT_EQ(outcome(SYS_socket, {family, 1}), kNoFamily) << family;
  for (const std::uint64_t type : Words{1, 2, 3, 5})
    EXPECT_EQ(outcome(SYS_socket, {1, type}), kAllowed);
  EXPECT_EQ(outcome(SYS_socket, {16, 3, 0}), kAllowed);
  EXPECT_EQ(outcome(SYS_socket, {16, 3, 0}, ForGuard::kRoot), kNotified);
  EXPECT_EQ(outcome(SYS_socket, {17, 3, 0}), kNotified);
  EXPECT_EQ(outcome(SYS_socket, {38, 5, 0}), kAllowed);
  EXPECT_EQ(outcome(SYS_socketpair, {1, 1}), kAllowed);
  EXPECT_EQ(outcome(SYS_socketpair, {30, 1}), (FilterOutcome{Treatment::kRefuse, EOPNOTSUPP}));
}

TEST(SyscallTableTest, SourceRoutesAreRefusedAndTablesAreRootsToAsk) {
  for (const std::uint64_t option : Words{5, 6, 32, 57})
    EXPECT_EQ(outcome(SYS_setsockopt, {3, 41, option}), kForbidden) << option;
  EXPECT_EQ(outcome(SYS_setsockopt, {3, 0, 4}), kForbidden);
  EXPECT_EQ(outcome(SYS_setsockopt, {3, 1, 4}), kAllowed);    // SOL_SOCKET
  EXPECT_EQ(outcome(SYS_setsockopt, {3, 41, 26}), kAllowed);  // IPV6_V6ONLY
  EXPECT_EQ(outcome(SYS_setsockopt, {3, 0, 64}), kAllowed);
  EXPECT_EQ(outcome(SYS_setsockopt, {3, 0, 64}, ForGuard::kRoot), kNotified);
  EXPECT_EQ(outcome(SYS_setsockopt, {3, 0, 1159}, ForGuard::kRoot), kNotified);
  EXPECT_EQ(outcome(SYS_setsockopt, {3, 41, 65}, ForGuard::kRoot), kNotified);
  EXPECT_EQ(outcome(SYS_setsockopt, {3, 41, 66}, ForGuard::kRoot), kAllowed);  // IPV6_RECVTCLASS
}

TEST(SyscallTableTest, OnlyRootCouldRaiseTheLimitOfCoreDumpsAndIsToldThatItDid) {
  constexpr FilterOutcome kPretended = {Treatment::kRefuse, 0};
  EXPECT_EQ(outcome(SYS_setrlimit, {4, 0x1000}), kAllowed);
  EXPECT_EQ(outcome(SYS_setrlimit, {4, 0x1000}, ForGuard::kRoot), kPretended);
  EXPECT_EQ(outcome(SYS_setrlimit, {0x700000004, 0x1000}, ForGuard::kRoot), kPretended);
  EXPECT_EQ(outcome(SYS_setrlimit, {7, 0x1000}, ForGuard::kRoot), kAllowed);
  EXPECT_EQ(outcome(SYS_prlimit64, {0, 4, 0x1000, 0}), kAllowed);
  EXPECT_EQ(outcome(SYS_prlimit64, {0, 4, 0, 0x1000}, ForGuard::kRoot), kAllowed);
  EXPECT_EQ(outcome(SYS_prlimit64, {0, 4, 0x1000, 0}, ForGuard::kRoot), kPretended);
  EXPECT_EQ(outcome(SYS_prlimit64, {0, 4, 0x1000, 0x1000}, ForGuard::kRoot), kForbidden);
  EXPECT_EQ(outcome(SYS_prlimit64, {0, 0x700000004, 0x1000, 0x1000}, ForGuard::kRoot), kForbidden);
}

TEST(SyscallTableTest, AnUmaskOfTwoProcessesIsNoted) {
  EXPECT_EQ(outcome(SYS_clone, {0x200 | 17}), kNotified);
  EXPECT_EQ(outcome(SYS_clone, {0x3D0F00}), kAllowed);
}

TEST(SyscallTableTest, ADescriptorTableOfTwoProcessesIsNoted) {
  EXPECT_EQ(outcome(SYS_clone, {0x400 | 17}), kNotified);
  EXPECT_EQ(outcome(SYS_clone, {0x700}), kNotified);  // CLONE_VM | FS | FILES
  EXPECT_EQ(outcome(SYS_clone, {0x3D0F00}), kAllowed);
  EXPECT_EQ(outcome(SYS_ioctl, {3, 0x8914}), kAllowed);
  EXPECT_EQ(outcome(SYS_ioctl, {3, 0x8914}, ForGuard::kRoot), kNotified);
}

}  // namespace
}  // namespace guard::interceptor
