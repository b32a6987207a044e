// SPDX-License-Identifier: Apache-2.0
#include "interceptor/host_names.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace guard::interceptor {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

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
  const HostNames names(tracees);
  EXPECT_EQ(names.name_of(fd.get()).path, fs::canonical(file).string());
  tracees.expect_realms();
  const HostName verified = names.name_of(fd.get());
  EXPECT_EQ(verified.kind, HostName::Kind::kTrue);
  EXPECT_EQ(verified.path, fs::canonical(file).string());
  fs::remove(file);
}

}  // namespace
}  // namespace guard::interceptor
