// SPDX-License-Identifier: Apache-2.0
#include "interceptor/tracee/outside_paths.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/limits.h"
#include "tests/interceptor/scratch_folder.h"
#include "tests/interceptor/still_process.h"

namespace guard::interceptor {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kTable[] =
    "28 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw\n"
    "40 28 254:2 /home /home rw - ext4 /dev/vda2 rw\n"
    "41 28 254:1 /srv/da\\040ta /mnt/da\\040ta rw - ext4 /dev/vda1 rw\n"
    "garbage\n";

TEST(HostNamesTest, ReadsAMountTable) {
  const auto rows = parse_mount_rows(kTable);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].id, 28U);
  EXPECT_EQ(rows[1].device, "254:2");
  EXPECT_EQ(rows[1].root, "/home");
  EXPECT_EQ(rows[2].root, "/srv/da ta");
  EXPECT_EQ(rows[2].point, "/mnt/da ta");
}

TEST(HostNamesTest, AMountInsideIsFoundUnderItsNamesOutside) {
  const auto own = parse_mount_rows(kTable);
  EXPECT_THAT(names_elsewhere(own, {.device = "254:1", .root = "/etc", .point = "/tmp/x"}, "/y"),
              ElementsAre("/etc/y"));
  EXPECT_THAT(names_elsewhere(own, {.device = "254:1", .root = "/srv", .point = "/x"}, "/da ta/f"),
              ElementsAre("/srv/da ta/f", "/mnt/da ta/f"));
  EXPECT_THAT(names_elsewhere(own, {.device = "254:2", .root = "/home/u", .point = "/u"}, ""),
              ElementsAre("/home/u"));
}

TEST(HostNamesTest, ANameBelowTheWorkspaceComesFirst) {
  const auto own = parse_mount_rows(kTable);
  const MountRow inside{.device = "254:1", .root = "/srv", .point = "/x"};
  EXPECT_THAT(names_elsewhere(own, inside, "/da ta/f", {"/home/u", "/mnt/da ta"}),
              ElementsAre("/mnt/da ta/f", "/srv/da ta/f"));
  EXPECT_THAT(names_elsewhere(own, inside, "/da ta/f", {"/mnt/da"}),
              ElementsAre("/srv/da ta/f", "/mnt/da ta/f"));
}

TEST(HostNamesTest, WhatIsMountedNowhereOutsideHasNoName) {
  const auto own = parse_mount_rows(kTable);
  EXPECT_THAT(names_elsewhere(own, {.device = "0:77", .root = "/", .point = "/tmp"}, "/x"),
              IsEmpty());
  EXPECT_THAT(names_elsewhere(own, {.device = "254:2", .root = "/var", .point = "/x"}, "/y"),
              IsEmpty());
  EXPECT_THAT(names_elsewhere(own, {.device = "254:2", .root = "/homes", .point = "/x"}, ""),
              IsEmpty());
}

TEST(HostNamesTest, AnObjectOutsideHasTheKernelsName) {
  const fs::path file = fs::temp_directory_path() / ("guard_name_" + std::to_string(::getpid()));
  std::ofstream(file) << "x";
  const UniqueFd fd(::open(file.c_str(), O_PATH | O_CLOEXEC));
  TraceeTable tracees;
  const OutsidePaths names(tracees);
  EXPECT_EQ(names.name_of(fd.get()).path, fs::canonical(file).string());
  tracees.expect_realms();
  const OutsidePath verified = names.name_of(fd.get());
  EXPECT_EQ(verified.kind, OutsidePath::Kind::kTrue);
  EXPECT_EQ(verified.path, fs::canonical(file).string());
  fs::remove(file);
}

// In mounts of its own, where the room's "above" covers its "below".
class OtherMounts {
 public:
  explicit OtherMounts(const fs::path& room) : process_([&] { begin(room); }) {
    const std::string proc = "/proc/" + std::to_string(process_.pid());
    file_.reset(::open((proc + "/root" + (room / "below").string()).c_str(), O_PATH | O_CLOEXEC));
  }
  [[nodiscard]] pid_t pid() const { return process_.pid(); }
  [[nodiscard]] int file() const { return file_.get(); }

 private:
  static void write_to(const std::string& path, const std::string& text) {
    std::ofstream(path) << text;
  }
  static void begin(const fs::path& room) {
    const std::string uid = std::to_string(::geteuid());
    const std::string gid = std::to_string(::getegid());
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return;
    write_to("/proc/self/setgroups", "deny");
    write_to("/proc/self/uid_map", "0 " + uid + " 1");
    write_to("/proc/self/gid_map", "0 " + gid + " 1");
    (void)::mount((room / "above").c_str(), (room / "below").c_str(), nullptr, MS_BIND, nullptr);
  }

  guard::testing::StillProcess process_;
  UniqueFd file_;
};

TEST(HostNamesTest, TheOldestOfTooManyNamespacesIsForgotten) {
  const guard::testing::ScratchFolder scratch;
  const fs::path room = scratch.path();
  const std::string above = scratch.file("above");
  (void)scratch.file("below");
  TraceeTable tracees;
  tracees.expect_realms();
  constexpr std::size_t kMost = 2;
  OutsidePaths names(tracees, {}, kMost);
  const OtherMounts first(room);
  const OtherMounts second(room);
  const OtherMounts third(room);
  const auto note = [&](const OtherMounts& mounts) {
    const auto tracee = tracees.find(mounts.pid());
    ASSERT_TRUE(tracee) << tracee.error().text();
    names.note(**tracee);
  };
  const auto name_in = [&](const OtherMounts& mounts) { return names.name_of(mounts.file()); };
  note(first);
  if (name_in(first).path != above) GTEST_SKIP() << "no user namespaces here";
  note(second);
  EXPECT_EQ(name_in(first).kind, OutsidePath::Kind::kTrue);
  EXPECT_EQ(name_in(second).path, above);
  note(third);
  EXPECT_EQ(name_in(third).path, above);
  EXPECT_EQ(name_in(second).path, above);
  EXPECT_EQ(name_in(first).kind, OutsidePath::Kind::kUnknown);
  EXPECT_EQ(kMostMountNamespaces, size_limit("mounts.namespaces"));
}

}  // namespace
}  // namespace guard::interceptor
