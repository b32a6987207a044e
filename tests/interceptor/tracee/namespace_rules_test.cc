// SPDX-License-Identifier: Apache-2.0
#include "interceptor/tracee/namespace_rules.h"

#include <gtest/gtest.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <sys/mount.h>

#include <initializer_list>

namespace guard::interceptor {
namespace {

using Kind = NamespaceVerdict::Kind;

Tracee a_tracee(std::initializer_list<int> capabilities) {
  Tracee tracee;
  for (const int capability : capabilities)
    tracee.credentials.capabilities |= std::uint64_t{1} << capability;
  return tracee;
}

RawCall a_call(Operation operation) {
  RawCall call;
  call.operation = operation;
  return call;
}

RawCall new_namespace(std::uint64_t flags) {
  RawCall call = a_call(Operation::kNewNamespace);
  call.namespace_flags = flags;
  return call;
}

TEST(NamespaceRulesTest, OutsideANamespaceComesWithItsOwnUserNamespace) {
  const Tracee user = a_tracee({});
  const Tracee root = a_tracee({CAP_SYS_ADMIN, CAP_SYS_CHROOT});
  for (const Tracee* tracee : {&user, &root}) {
    EXPECT_EQ(
        judge_namespace_call(new_namespace(CLONE_NEWUSER), *tracee, LandlockPaths::kInForce).kind,
        Kind::kContinue);
    EXPECT_EQ(judge_namespace_call(new_namespace(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID),
                                   *tracee, LandlockPaths::kAbsent)
                  .kind,
              Kind::kContinue);
  }
  EXPECT_EQ(judge_namespace_call(new_namespace(CLONE_NEWNS), root, LandlockPaths::kAbsent).kind,
            Kind::kRefuse);
  EXPECT_EQ(judge_namespace_call(new_namespace(CLONE_NEWNS), user, LandlockPaths::kAbsent).kind,
            Kind::kNotAllowed);
}

TEST(NamespaceRulesTest, OutsideNobodyChangesMountsOrRoots) {
  const Tracee user = a_tracee({});
  const Tracee root = a_tracee({CAP_SYS_ADMIN, CAP_SYS_CHROOT});
  for (const auto operation : {Operation::kMount, Operation::kMountTree, Operation::kChangeRoot}) {
    EXPECT_EQ(judge_namespace_call(a_call(operation), user, LandlockPaths::kAbsent).kind,
              Kind::kNotAllowed);
    const auto verdict = judge_namespace_call(a_call(operation), root, LandlockPaths::kAbsent);
    EXPECT_EQ(verdict.kind, Kind::kRefuse);
    EXPECT_STRNE(verdict.reason, "");
  }
}

// The rules look at whether there is a realm, never into it.
Tracee inside(std::initializer_list<int> capabilities) {
  static const char kSomething = 0;
  Tracee tracee = a_tracee(capabilities);
  tracee.realm = std::shared_ptr<const Realm>(
      std::shared_ptr<void>(), static_cast<const Realm*>(static_cast<const void*>(&kSomething)));
  return tracee;
}

RawCall mount_call(const char* file_system, std::uint64_t flags) {
  RawCall call = a_call(Operation::kMount);
  call.file_system = file_system;
  call.mount_flags = flags;
  return call;
}

TEST(NamespaceRulesTest, InsideMountsThatRegistersDecideGoOn) {
  const Tracee tracee = inside({CAP_SYS_ADMIN, CAP_SYS_CHROOT});
  for (const int flags : std::initializer_list<int>{
           MS_BIND, MS_BIND | MS_REC, MS_REMOUNT | MS_BIND | MS_RDONLY, MS_REMOUNT | MS_NOSUID,
           MS_REC | MS_SLAVE, MS_PRIVATE | MS_SILENT, MS_MOVE, MS_UNBINDABLE, MS_SHARED}) {
    EXPECT_EQ(judge_namespace_call(mount_call("overlay", static_cast<unsigned>(flags)), tracee,
                                   LandlockPaths::kAbsent)
                  .kind,
              Kind::kContinue)
        << flags;
  }
  for (const auto operation : {Operation::kMountTree, Operation::kChangeRoot})
    EXPECT_EQ(judge_namespace_call(a_call(operation), tracee, LandlockPaths::kAbsent).kind,
              Kind::kContinue);
  EXPECT_EQ(judge_namespace_call(new_namespace(CLONE_NEWNS), tracee, LandlockPaths::kAbsent).kind,
            Kind::kContinue);
}

TEST(NamespaceRulesTest, InsideNewFileSystemsAreMountedByGuardOrNotAtAll) {
  const Tracee tracee = inside({CAP_SYS_ADMIN});
  constexpr std::uint64_t kMagic = 0xC0ED0000;
  for (const char* harmless : {"tmpfs", "proc", "devpts", "mqueue", "sysfs", "cgroup2"}) {
    for (const std::uint64_t flags : {std::uint64_t{0}, std::uint64_t{MS_NOSUID}, kMagic})
      EXPECT_EQ(
          judge_namespace_call(mount_call(harmless, flags), tracee, LandlockPaths::kAbsent).kind,
          Kind::kCarryOut)
          << harmless;
  }
  // 0xC0ED0000 has the bits of MS_PRIVATE and kin: as a magic number they mean nothing.
  for (const char* other : {"overlay", "fuse", "ext4", "binfmt_misc", "", "tmpfs2"}) {
    EXPECT_EQ(judge_namespace_call(mount_call(other, kMagic), tracee, LandlockPaths::kAbsent).kind,
              Kind::kRefuse)
        << other;
  }
}

TEST(NamespaceRulesTest, InsideWithoutTheCapabilityNothingGoesOn) {
  const Tracee tracee = inside({});
  EXPECT_EQ(judge_namespace_call(mount_call("tmpfs", 0), tracee, LandlockPaths::kAbsent).kind,
            Kind::kNotAllowed);
  EXPECT_EQ(
      judge_namespace_call(a_call(Operation::kChangeRoot), tracee, LandlockPaths::kAbsent).kind,
      Kind::kNotAllowed);
}

TEST(NamespaceRulesTest, RootsOfLandlockRefuseEveryMountButNoNamespace) {
  const Tracee tracee = inside({CAP_SYS_ADMIN, CAP_SYS_CHROOT});
  EXPECT_EQ(judge_namespace_call(mount_call("tmpfs", 0), tracee, LandlockPaths::kInForce).kind,
            Kind::kRefuse);
  EXPECT_EQ(judge_namespace_call(mount_call("", MS_BIND), tracee, LandlockPaths::kInForce).kind,
            Kind::kRefuse);
  EXPECT_EQ(
      judge_namespace_call(a_call(Operation::kMountTree), tracee, LandlockPaths::kInForce).kind,
      Kind::kRefuse);
  EXPECT_EQ(judge_namespace_call(new_namespace(CLONE_NEWNS), tracee, LandlockPaths::kInForce).kind,
            Kind::kContinue);
  EXPECT_EQ(
      judge_namespace_call(a_call(Operation::kChangeRoot), tracee, LandlockPaths::kInForce).kind,
      Kind::kContinue);
}

TEST(NamespaceRulesTest, OnlyTheseOperationsAreItsOwn) {
  EXPECT_TRUE(is_namespace_call(Operation::kNewNamespace));
  EXPECT_TRUE(is_namespace_call(Operation::kMount));
  EXPECT_FALSE(is_namespace_call(Operation::kOpen));
  EXPECT_FALSE(is_namespace_call(Operation::kNone));
}

}  // namespace
}  // namespace guard::interceptor
