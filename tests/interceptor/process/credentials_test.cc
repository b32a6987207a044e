// SPDX-License-Identifier: Apache-2.0
#include "interceptor/process/credentials.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <string>

#include "tests/interceptor/scratch_folder.h"
#include "tests/support/child_process.h"

namespace guard::interceptor {
namespace {

constexpr uid_t kOther = 4242;

#define GUARD_NEEDS_ROOT() \
  if (::geteuid() != 0) GTEST_SKIP() << "only root can take another's identity"

Credentials other_user() {
  Credentials wanted;
  wanted.uid = kOther;
  wanted.gid = kOther + 1;
  wanted.groups = {kOther + 2, kOther + 3};
  return wanted;
}

TEST(CredentialsTest, NothingIsSwitchedForTheSameIdentity) {
  const auto own = own_credentials();
  ASSERT_TRUE(own);
  const auto scope = CredentialScope::enter(*own, *own);
  ASSERT_TRUE(scope);
  EXPECT_EQ(own_credentials().value(), *own);
}

TEST(CredentialsTest, OrdinaryUserNeverSwitches) {
  Credentials own;
  own.uid = 1000;
  Credentials wanted = own;
  wanted.uid = 1001;
  const auto scope = CredentialScope::enter(own, wanted);
  ASSERT_FALSE(scope);
  EXPECT_EQ(scope.error().sys_errno, EPERM);
}

TEST(CredentialsTest, RootSwitchesAndComesBack) {
  GUARD_NEEDS_ROOT();
  // In a child: a switch makes the process undumpable for good.
  const int result = testing::result_of_child([] {
    const auto own = own_credentials();
    if (!own) return 1;
    {
      const auto scope = CredentialScope::enter(*own, other_user());
      if (!scope) return 2;
      const auto now = own_credentials();
      if (!now || *now != other_user()) return 3;
    }
    const auto back = own_credentials();
    return back && *back == *own ? 0 : 4;
  });
  EXPECT_EQ(result, 0);
}

TEST(CredentialsTest, FilesOfTheScopeAreTheOthersAndRootsAreClosed) {
  GUARD_NEEDS_ROOT();
  const testing::ScratchFolder scratch;
  const std::string secret = scratch.file("secret", "x");
  ::chmod(secret.c_str(), 0600);
  ::chmod(scratch.path().c_str(), 0777);
  const int result = testing::result_of_child([&] {
    const auto own = own_credentials();
    {
      const auto scope = CredentialScope::enter(*own, other_user());
      if (!scope) return 1;
      if (::open(secret.c_str(), O_RDONLY) >= 0 || errno != EACCES) return 2;
      if (::open(scratch.at("made").c_str(), O_WRONLY | O_CREAT, 0600) < 0) return 3;
    }
    return ::open(secret.c_str(), O_RDONLY) >= 0 ? 0 : 4;
  });
  EXPECT_EQ(result, 0);
  struct stat status {};
  ASSERT_EQ(::stat(scratch.at("made").c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, kOther);
  EXPECT_EQ(status.st_gid, kOther + 1);
}

TEST(CredentialsTest, MovedScopeComesBackOnce) {
  GUARD_NEEDS_ROOT();
  const int result = testing::result_of_child([] {
    const auto own = own_credentials();
    auto scope = CredentialScope::enter(*own, other_user());
    if (!scope) return 1;
    {
      const CredentialScope moved = std::move(*scope);
      if (own_credentials()->uid != kOther) return 2;
    }
    return own_credentials().value() == *own ? 0 : 3;
  });
  EXPECT_EQ(result, 0);
}

// Root without capabilities is not the root that guard is.
TEST(CredentialsTest, CapabilitiesAreTheTraceesToo) {
  GUARD_NEEDS_ROOT();
  const testing::ScratchFolder scratch;
  const std::string closed = scratch.file("closed", "x");
  ::chmod(closed.c_str(), 0);
  ASSERT_EQ(::chown(closed.c_str(), kOther, kOther), 0);
  const int result = testing::result_of_child([&] {
    const auto own = own_credentials();
    Credentials wanted = *own;
    wanted.capabilities = 0;
    {
      const auto scope = CredentialScope::enter(*own, wanted);
      if (!scope) return 1;
      if (::open(closed.c_str(), O_RDONLY) >= 0) return 2;
    }
    return ::open(closed.c_str(), O_RDONLY) >= 0 ? 0 : 3;
  });
  EXPECT_EQ(result, 0);
}

// As `unshare -Ur` does: root of a user namespace, where setgroups(2) is refused for good.
bool became_root_without_groups() {
  const auto uid = std::to_string(::geteuid());
  const auto gid = std::to_string(::getegid());
  if (::unshare(CLONE_NEWUSER) != 0) return false;
  const auto written = [](const char* file, const std::string& text) {
    std::ofstream out(file);
    return static_cast<bool>(out << text << std::flush);
  };
  return written("/proc/self/setgroups", "deny") &&
         written("/proc/self/uid_map", "0 " + uid + " 1\n") &&
         written("/proc/self/gid_map", "0 " + gid + " 1\n");
}

// Below 6.12 tracees lack CAP_SYS_PTRACE (tracing_rights.h): each scope of a root guard switches.
TEST(CredentialsTest, WhereNobodySetsGroupsTheSameGroupsAreNoObstacle) {
  const int result = testing::result_of_child([] {
    if (!became_root_without_groups()) return 1;
    const auto own = own_credentials();
    if (!own || own->capabilities == 0) return 2;
    Credentials wanted = *own;
    wanted.capabilities = 0;
    {
      const auto scope = CredentialScope::enter(*own, wanted);
      if (!scope) return 3;
      if (own_credentials().value() != wanted) return 4;
    }
    if (own_credentials().value() != *own) return 5;
    // Others than these cannot be had: refused, and nothing has changed.
    wanted.groups.push_back(0);
    if (CredentialScope::enter(*own, wanted)) return 6;
    return own_credentials().value() == *own ? 0 : 7;
  });
  if (result == 1) GTEST_SKIP() << "no user namespaces here";
  EXPECT_EQ(result, 0);
}

}  // namespace
}  // namespace guard::interceptor
