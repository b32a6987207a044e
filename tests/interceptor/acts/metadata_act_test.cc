// SPDX-License-Identifier: Apache-2.0
// Changes of mode, owner, times, attributes and flags on the held object, by path and by
// descriptor.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>

#include "interceptor/acts/foreseen.h"
#include "interceptor/operations/call_resolver.h"
#include "interceptor/operations/executor.h"
#include "tests/interceptor/held_test.h"

namespace guard::interceptor {
namespace {

constexpr int kReadOnly = 50;
constexpr int kPathOnly = 51;
constexpr int kIoctlOnly = 52;

// A tracee that has descriptors of `file` at known numbers, whatever happens to its name.
class MetadataActTest : public ::testing::Test {
 protected:
  MetadataActTest()
      : made_(scratch_.file("file", "x")),
        other_([this] {
          if (::chdir(scratch_.path().c_str()) != 0) ::_exit(1);
          for (const auto& [flags, number] :
               {std::pair{O_RDONLY, kReadOnly}, std::pair{O_PATH, kPathOnly},
                std::pair{O_ACCMODE, kIoctlOnly}}) {
            const int fd = ::open("file", flags);
            if (fd < 0 || ::dup2(fd, number) < 0) ::_exit(1);
          }
        }),
        own_(own_credentials().value()),
        resolver_(tracees_, own_),
        executor_(own_) {}

  [[nodiscard]] RawCall raw(Operation operation, std::string path, int at_flags = 0) const {
    RawCall call;
    call.notification.tid = other_.pid();
    call.operation = operation;
    call.path = std::move(path);
    call.at_flags = at_flags;
    return call;
  }
  [[nodiscard]] RawCall by_descriptor(Operation operation, int number) const {
    RawCall call = raw(operation, "");
    call.metadata.by_descriptor = true;
    call.fd = number;
    return call;
  }
  [[nodiscard]] static RawCall with_mode(RawCall call, mode_t mode) {
    call.mode = mode;
    return call;
  }
  [[nodiscard]] static RawCall with_attribute(RawCall call, const char* name) {
    call.metadata.attribute = name;
    call.metadata.value = {'v'};
    return call;
  }
  // `between` happens after resolving, as a sibling could while a person thinks.
  int act(
      RawCall call, const std::function<void()>& between = [] {}) {
    auto held = resolver_.resolve(std::move(call));
    if (!held) return held.error().sys_errno;
    between();
    return executor_.execute(*held).error;
  }
  int foreseen(RawCall call) {
    auto held = resolver_.resolve(std::move(call));
    if (!held) return held.error().sys_errno;
    const int error = foreseen_error(*held);
    return error != 0 ? error : foreseen_denial(*held, own_);
  }
  [[nodiscard]] struct stat status(const char* name) const {
    struct stat info {};
    ::lstat(scratch_.at(name).c_str(), &info);
    return info;
  }

  testing::ScratchFolder scratch_;
  std::string made_;
  testing::StillProcess other_;
  Credentials own_;
  TraceeTable tracees_;
  CallResolver resolver_;
  Executor executor_;
};

TEST_F(MetadataActTest, ModeOfAPathAndOfALink) {
  (void)scratch_.link("link", "file");
  EXPECT_EQ(act(with_mode(raw(Operation::kChangeMode, "link"), 0640)), 0);
  EXPECT_EQ(scratch_.mode("file") & 07777U, 0640U);
  EXPECT_EQ(act(with_mode(raw(Operation::kChangeMode, "link", AT_SYMLINK_NOFOLLOW), 0600)),
            EOPNOTSUPP);
  EXPECT_EQ(foreseen(with_mode(raw(Operation::kChangeMode, "link", AT_SYMLINK_NOFOLLOW), 0600)),
            EOPNOTSUPP);
  EXPECT_EQ(scratch_.mode("file") & 07777U, 0640U);
}

TEST_F(MetadataActTest, MissingObjectsAndFilesWithASlashAreErrors) {
  EXPECT_EQ(act(with_mode(raw(Operation::kChangeMode, "missing"), 0600)), ENOENT);
  EXPECT_EQ(act(with_mode(raw(Operation::kChangeMode, "file/"), 0600)), ENOTDIR);
  EXPECT_EQ(act(raw(Operation::kChangeTimes, "file/x")), ENOTDIR);
}

TEST_F(MetadataActTest, DescriptorForReadingIsEnough) {
  std::filesystem::rename(scratch_.at("file"), scratch_.at("moved"));
  EXPECT_EQ(act(with_mode(by_descriptor(Operation::kChangeMode, kReadOnly), 0611)), 0);
  EXPECT_EQ(scratch_.mode("moved") & 07777U, 0611U);
  EXPECT_EQ(act(with_mode(by_descriptor(Operation::kChangeMode, kIoctlOnly), 0601)), 0);
  EXPECT_EQ(scratch_.mode("moved") & 07777U, 0601U);
}

TEST_F(MetadataActTest, PathOnlyDescriptorIsNone) {
  EXPECT_EQ(act(with_mode(by_descriptor(Operation::kChangeMode, kPathOnly), 0600)), EBADF);
  EXPECT_EQ(act(by_descriptor(Operation::kChangeTimes, kPathOnly)), EBADF);
  EXPECT_EQ(act(with_attribute(by_descriptor(Operation::kSetAttribute, kPathOnly), "user.a")),
            EBADF);
  EXPECT_EQ(act(by_descriptor(Operation::kChangeOwner, 77)), EBADF);
  EXPECT_EQ(act(by_descriptor(Operation::kChangeOwner, -1)), EBADF);
}

TEST_F(MetadataActTest, EmptyPathTakesAPathOnlyDescriptor) {
  RawCall call = with_mode(raw(Operation::kChangeMode, "", AT_EMPTY_PATH), 0604);
  call.dirfd = kPathOnly;
  EXPECT_EQ(act(call), 0);
  EXPECT_EQ(scratch_.mode("file") & 07777U, 0604U);
}

TEST_F(MetadataActTest, OwnerOfALinkIsNotItsTargets) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root gives objects away";
  (void)scratch_.link("link", "file");
  RawCall call = raw(Operation::kChangeOwner, "link", AT_SYMLINK_NOFOLLOW);
  call.metadata.uid = 3;
  EXPECT_EQ(act(call), 0);
  EXPECT_EQ(status("link").st_uid, 3U);
  EXPECT_EQ(status("file").st_uid, 0U);
  call.at_flags = 0;
  call.metadata.gid = 4;
  EXPECT_EQ(act(call), 0);
  EXPECT_EQ(status("file").st_uid, 3U);
  EXPECT_EQ(status("file").st_gid, 4U);
}

TEST_F(MetadataActTest, TimesAreSetOmittedAndNow) {
  RawCall call = raw(Operation::kChangeTimes, "file");
  call.metadata.times = {{{1000, 1}, {2000, 2}}};
  EXPECT_EQ(act(call), 0);
  EXPECT_EQ(status("file").st_atim.tv_sec, 1000);
  call.metadata.times = {{{0, UTIME_OMIT}, {3000, 3}}};
  EXPECT_EQ(act(call), 0);
  EXPECT_EQ(status("file").st_atim.tv_sec, 1000);
  EXPECT_EQ(status("file").st_mtim.tv_sec, 3000);
  call.metadata.times.reset();
  EXPECT_EQ(act(call), 0);
  EXPECT_GT(status("file").st_mtim.tv_sec, 3000);
  call.metadata.times = {{{1, 1'000'000'000}, {1, 1}}};
  EXPECT_EQ(foreseen(call), EINVAL);
  EXPECT_EQ(act(call), EINVAL);
}

TEST_F(MetadataActTest, AttributesAreSetAndRemoved) {
  EXPECT_EQ(act(with_attribute(raw(Operation::kSetAttribute, "file"), "user.a")), 0);
  char value = 0;
  EXPECT_EQ(::getxattr(scratch_.at("file").c_str(), "user.a", &value, 1), 1);
  EXPECT_EQ(value, 'v');
  EXPECT_EQ(act(with_attribute(by_descriptor(Operation::kRemoveAttribute, kReadOnly), "user.a")),
            0);
  EXPECT_LT(::getxattr(scratch_.at("file").c_str(), "user.a", &value, 1), 0);
}

TEST_F(MetadataActTest, FlagsAreSetThroughTheOpenFile) {
  RawCall call = by_descriptor(Operation::kChangeFlags, kReadOnly);
  call.metadata.request = FS_IOC_GETFLAGS;  // any request reaches the file: the decoder chooses
  call.metadata.request_argument_read = true;
  const int fd = ::open(scratch_.at("file").c_str(), O_RDONLY | O_CLOEXEC);
  int flags = 0;
  const bool known = ::ioctl(fd, FS_IOC_GETFLAGS, &flags) == 0;
  ::close(fd);
  if (!known) GTEST_SKIP() << "this file system has no flags";
  call.metadata.request = FS_IOC_SETFLAGS;
  const int wanted = flags | FS_NODUMP_FL;
  std::memcpy(call.metadata.request_argument.data(), &wanted, sizeof(wanted));
  EXPECT_EQ(act(call), 0);
  const int again = ::open(scratch_.at("file").c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(::ioctl(again, FS_IOC_GETFLAGS, &flags), 0);
  ::close(again);
  EXPECT_NE(flags & FS_NODUMP_FL, 0);
  call.metadata.request_argument_read = false;
  EXPECT_EQ(act(call), EFAULT);
}

TEST_F(MetadataActTest, NameThatWasSwappedIsJudgedAgain) {
  const auto swap = [&] {
    std::filesystem::rename(scratch_.at("file"), scratch_.at("away"));
    (void)scratch_.file("file", "other");
    ::chmod(scratch_.at("file").c_str(), 0600);
  };
  EXPECT_EQ(act(with_mode(raw(Operation::kChangeMode, "file"), 0777), swap), ESTALE);
  EXPECT_EQ(scratch_.mode("file") & 07777U, 0600U);
}

TEST_F(MetadataActTest, WhatTheCallersRightsForbidIsForeseen) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may do it";
  RawCall call = raw(Operation::kChangeOwner, "file");
  call.metadata.uid = 0;
  EXPECT_EQ(foreseen(call), EPERM);
  EXPECT_EQ(foreseen(with_mode(raw(Operation::kChangeMode, "/etc/passwd"), 0777)), EPERM);
  EXPECT_EQ(foreseen(raw(Operation::kChangeTimes, "/etc/passwd")), EACCES);
  EXPECT_EQ(foreseen(with_attribute(raw(Operation::kSetAttribute, "file"), "security.x")), EPERM);
  EXPECT_EQ(foreseen(with_attribute(raw(Operation::kSetAttribute, "file"), "user.x")), 0);
}

}  // namespace
}  // namespace guard::interceptor
