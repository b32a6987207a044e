// SPDX-License-Identifier: Apache-2.0
// A foreseen error must be the one that the kernel would give: foreseeing wrongly refuses what may
// happen. Nothing foreseen is always right, the act itself is still the kernel's.
#include "interceptor/acts/foreseen.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>

#include "interceptor/operations/call_resolver.h"
#include "tests/interceptor/held_test.h"
#include "tests/support/child_process.h"

namespace guard::interceptor {
namespace {

constexpr std::array<const char*, 13> kNames = {
    "file",    "same",    "other", "empty",   "empty/", "full",      "full/.",
    "full/./", "full/..", "link",  "missing", "fifo",   "full/inner"};

class ForeseenTest : public testing::HeldTest {
 protected:
  // The tree as it was: what the kernel did for the last comparison is undone.
  void renew() const {
    for (const char* name : {"file", "same", "other", "empty", "full", "link", "missing", "fifo"})
      std::filesystem::remove_all(scratch_.at(name));
    (void)scratch_.file("file", "12");
    std::filesystem::create_hard_link(scratch_.at("file"), scratch_.at("same"));
    (void)scratch_.file("other");
    (void)scratch_.folder("empty");
    (void)scratch_.folder("full/inner");
    (void)scratch_.link("link", "empty");
    ::mkfifo(scratch_.at("fifo").c_str(), 0600);
  }
  void expect_no_false_alarm(RawCall call, const std::function<long()>& kernel) {
    if (changed_) renew();
    const std::string what = "'" + call.path + "' '" + call.new_path + "' flags " +
                             std::to_string(call.rename_flags) + "/" +
                             std::to_string(call.at_flags);
    const auto held = resolver_.resolve(std::move(call));
    changed_ = held.has_value();
    if (!held) return;
    const int foreseen = foreseen_error(*held);
    const int answered = kernel() == 0 ? 0 : errno;
    changed_ = answered == 0;
    if (foreseen != 0) {
      EXPECT_EQ(foreseen, answered) << what;
    }
  }
  bool changed_ = true;
  [[nodiscard]] int foreseen(RawCall call) const {
    const auto held = resolver_.resolve(std::move(call));
    return held ? foreseen_error(*held) : -1;
  }
};

TEST_F(ForeseenTest, RenamesAreForeseenAsTheyHappen) {
  for (const char* from : kNames) {
    for (const char* to : kNames) {
      for (const unsigned flags : {0U, 1U, 2U}) {
        auto call = raw(Operation::kRename, from, to);
        call.rename_flags = flags;
        expect_no_false_alarm(call, [&] {
          return ::syscall(SYS_renameat2, AT_FDCWD, scratch_.at(from).c_str(), AT_FDCWD,
                           scratch_.at(to).c_str(), flags);
        });
      }
    }
  }
}

TEST_F(ForeseenTest, RemovalsAreForeseenAsTheyHappen) {
  for (const char* name : kNames) {
    for (const int flags : {0, AT_REMOVEDIR}) {
      auto call = raw(Operation::kRemove, name);
      call.at_flags = flags;
      expect_no_false_alarm(call,
                            [&] { return ::unlinkat(AT_FDCWD, scratch_.at(name).c_str(), flags); });
    }
  }
}

TEST_F(ForeseenTest, NewNamesAreForeseenAsTheyHappen) {
  for (const char* name : kNames) {
    const std::string path = scratch_.at(name);
    expect_no_false_alarm(raw(Operation::kMakeDirectory, name),
                          [&] { return ::mkdir(path.c_str(), 0700); });
    expect_no_false_alarm(raw(Operation::kMakeNode, name),
                          [&] { return ::mknod(path.c_str(), S_IFIFO | 0600, 0); });
    expect_no_false_alarm(raw(Operation::kSymlink, name),
                          [&] { return ::symlink("x", path.c_str()); });
    for (const char* from : kNames) {
      expect_no_false_alarm(raw(Operation::kLink, from, name),
                            [&] { return ::link(scratch_.at(from).c_str(), path.c_str()); });
    }
  }
}

TEST_F(ForeseenTest, CutsAreForeseenAsTheyHappen) {
  for (const char* name : kNames) {
    for (const std::int64_t length : {std::int64_t{0}, std::int64_t{-1}}) {
      auto call = raw(Operation::kTruncate, name);
      call.length = length;
      expect_no_false_alarm(call, [&] { return ::truncate(scratch_.at(name).c_str(), length); });
    }
  }
}

TEST_F(ForeseenTest, WhatNobodyNeedsToBeAskedAbout) {
  renew();
  auto rmdir = raw(Operation::kRemove, "full");
  EXPECT_EQ(foreseen(rmdir), EISDIR);
  rmdir.at_flags = AT_REMOVEDIR;
  EXPECT_EQ(foreseen(rmdir), ENOTEMPTY);
  rmdir.path = "empty";
  EXPECT_EQ(foreseen(rmdir), 0);
  EXPECT_EQ(foreseen(raw(Operation::kRemove, "file")), 0);
  EXPECT_EQ(foreseen(raw(Operation::kRename, "file", "empty")), EISDIR);
  EXPECT_EQ(foreseen(raw(Operation::kRename, "empty", "full")), ENOTEMPTY);
  EXPECT_EQ(foreseen(raw(Operation::kRename, "file", "other")), 0);
  EXPECT_EQ(foreseen(raw(Operation::kMakeDirectory, "file")), EEXIST);
  EXPECT_EQ(foreseen(raw(Operation::kLink, "file", "other")), EEXIST);
  EXPECT_EQ(foreseen(open_call("empty", O_WRONLY)), EISDIR);
  EXPECT_EQ(foreseen(open_call("file", O_WRONLY | O_CREAT | O_EXCL)), EEXIST);
}

// Rights are looked at as an ordinary user, in a child: the switch cannot be taken back by root.
TEST_F(ForeseenTest, DenialsAreTheTraceesOwn) {
  renew();
  ::chmod(scratch_.at("file").c_str(), 0444);
  ::chmod(scratch_.at("other").c_str(), 0666);
  ::chmod(scratch_.at("full").c_str(), 0555);
  ::chmod(scratch_.path().c_str(), 0777);
  const int result = testing::result_of_child([&] {
    constexpr uid_t kOther = 4242;
    if (::geteuid() == 0 && ::setresuid(kOther, kOther, kOther) != 0) return 100;
    ::prctl(PR_SET_DUMPABLE, 1);  // the switch made it unreadable for itself
    const Credentials own = own_credentials().value();
    TraceeTable tracees;
    const CallResolver resolver(tracees, own);
    const testing::StillProcess tracee([&] {
      if (::chdir(scratch_.path().c_str()) != 0) ::_exit(1);
    });
    int number = 0;
    const auto denied = [&](RawCall call, int wanted) {
      ++number;
      call.notification.tid = tracee.pid();
      const auto held = resolver.resolve(std::move(call));
      return held && foreseen_denial(*held, own) == wanted;
    };
    const bool right = denied(open_call("file", O_WRONLY), EACCES) &&
                       denied(open_call("file", O_RDONLY | O_TRUNC), EACCES) &&
                       denied(open_call("file", O_RDONLY | O_CREAT), 0) &&
                       denied(open_call("other", O_WRONLY), 0) &&
                       denied(open_call("full/new", O_WRONLY | O_CREAT), EACCES) &&
                       denied(open_call("new", O_WRONLY | O_CREAT), 0) &&
                       denied(raw(Operation::kRemove, "full/inner"), EACCES) &&
                       denied(raw(Operation::kRemove, "file"), 0) &&
                       denied(raw(Operation::kRename, "file", "full/x"), EACCES) &&
                       denied(raw(Operation::kLink, "file", "full/x"), EACCES) &&
                       denied(raw(Operation::kTruncate, "file"), EACCES) &&
                       denied(raw(Operation::kTruncate, "other"), 0);
    return right ? 0 : number;
  });
  EXPECT_EQ(result, 0) << "the number of the denial that was wrong";
  ::chmod(scratch_.at("full").c_str(), 0755);
}

TEST_F(ForeseenTest, RightsToTheFolderComeBeforeErrorsOfKind) {
  if (::geteuid() == 0) GTEST_SKIP() << "root has every right";
  renew();
  ASSERT_EQ(::chmod(scratch_.path().c_str(), 0500), 0);
  auto call = raw(Operation::kRemove, "file");
  call.at_flags = AT_REMOVEDIR;
  const auto held = resolver_.resolve(std::move(call));
  ASSERT_TRUE(held);
  const int found = foreseen_error(*held);
  EXPECT_EQ(found, ENOTDIR);
  EXPECT_EQ(rights_before(*held, found, own_), EACCES);
  ASSERT_EQ(::chmod(scratch_.path().c_str(), 0700), 0);
  EXPECT_EQ(rights_before(*held, found, own_), ENOTDIR);
}

}  // namespace
}  // namespace guard::interceptor
