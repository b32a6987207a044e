// SPDX-License-Identifier: Apache-2.0
#include "supervisor/brake/cgroup_freezer.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include "base/uuid.h"

namespace guard::supervisor {
namespace {

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(CgroupFreezerTest, TheMountOfTheWholeTreeCounts) {
  EXPECT_EQ(
      cgroup_mount_in("25 1 0:1 / / rw - ext4 /dev/a rw\n"
                      "36 25 0:31 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n"),
      "/sys/fs/cgroup");
  EXPECT_EQ(cgroup_mount_in("36 25 0:31 /part /mnt rw - cgroup2 cgroup2 rw\n"), "");
  EXPECT_EQ(cgroup_mount_in("36 25 0:31 / /a\\040b rw - cgroup2 cgroup2 rw\n"), "");
  EXPECT_EQ(cgroup_mount_in("36 25 0:31 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"), "");
  EXPECT_EQ(cgroup_mount_in(""), "");
}

TEST(CgroupFreezerTest, ThePathIsThatOfTheUnifiedTree) {
  EXPECT_EQ(cgroup_path_in("4:memory:/m\n0::/user.slice/a\n"), "/user.slice/a");
  EXPECT_EQ(cgroup_path_in("0::/\n"), "/");
  EXPECT_EQ(cgroup_path_in("0::/../outside\n"), "");
  EXPECT_EQ(cgroup_path_in("4:memory:/m\n"), "");
  EXPECT_EQ(cgroup_path_in(""), "");
}

TEST(CgroupFreezerTest, WhatItHoldsStandsStillAndNoGroupIsLeft) {
  auto* count = new (::mmap(nullptr, sizeof(std::atomic<long>), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0)) std::atomic<long>(0);
  const pid_t child = ::fork();
  if (child == 0)
    for (;; ::usleep(200)) ++*count;
  const std::string name = "guard-test-" + make_uuid();
  const auto goes_on = [&] {
    const long before = *count;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return *count > before;
  };
  {
    CgroupFreezer freezer(name);
    freezer.freeze({child});
    const bool can = freezer.frozen();
    EXPECT_EQ(can, freezer.holds(child));
    if (can) {
      EXPECT_FALSE(goes_on());
      freezer.thaw();
      EXPECT_FALSE(freezer.holds(child));
      EXPECT_TRUE(goes_on());
      freezer.freeze({child});
      EXPECT_TRUE(freezer.holds(child));
    } else {
      EXPECT_NE(::geteuid(), 0U) << "root makes a group where cgroup v2 is mounted";
      EXPECT_TRUE(goes_on());
    }
  }
  EXPECT_TRUE(goes_on());
  const std::string mount = cgroup_mount_in(text_of("/proc/self/mountinfo"));
  const std::string own = cgroup_path_in(text_of("/proc/self/cgroup"));
  EXPECT_FALSE(std::filesystem::exists(mount + own + "/" + name));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::munmap(count, sizeof(*count));
}

}  // namespace
}  // namespace guard::supervisor
