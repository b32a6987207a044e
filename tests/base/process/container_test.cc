// SPDX-License-Identifier: Apache-2.0
#include "base/process/container.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace guard {
namespace {

class ContainerTest : public ::testing::Test {
 protected:
  ContainerTest() {
    ::unsetenv("container");
    ::unsetenv("KUBERNETES_SERVICE_HOST");
    char name[] = "/tmp/guard_container_XXXXXX";
    root_ = std::string(::mkdtemp(name)) + "/";
    std::filesystem::create_directories(root_ + "run/systemd");
  }
  ~ContainerTest() override {
    ::unsetenv("container");
    std::filesystem::remove_all(root_);
  }
  std::string root_;
};

TEST_F(ContainerTest, EnginesLeaveMarks) {
  for (const char* mark : {".dockerenv", "run/.containerenv", "run/systemd/container"}) {
    EXPECT_FALSE(in_container(root_)) << mark;
    std::ofstream(root_ + mark) << "x";
    EXPECT_TRUE(in_container(root_)) << mark;
    std::filesystem::remove(root_ + mark);
  }
}

TEST_F(ContainerTest, AMachineMadeFromAnImageIsNone) {
  std::ofstream(root_ + ".dockerenv") << "";
  const std::string ns = root_ + "proc/self/ns/";
  std::filesystem::create_directories(ns);
  const auto is_in = [&](const std::string& name, const std::string& number) {
    std::filesystem::remove(ns + name);
    std::filesystem::create_symlink(name + ":[" + number + "]", ns + name);
  };
  is_in("pid", "4026531836");
  is_in("uts", "4026531838");
  is_in("ipc", "4026531839");
  EXPECT_TRUE(in_container(root_)) << "a namespace cannot be read";
  is_in("user", "4026531837");
  EXPECT_FALSE(in_container(root_));
  for (const char* name : {"pid", "uts", "ipc", "user"}) {
    const auto first = std::filesystem::read_symlink(ns + name);
    is_in(name, "4026532999");
    EXPECT_TRUE(in_container(root_)) << name;
    std::filesystem::remove(ns + name);
    std::filesystem::create_symlink(first, ns + name);
  }
}

TEST_F(ContainerTest, OrAVariable) {
  ::setenv("container", "", 1);
  EXPECT_FALSE(in_container(root_));
  ::setenv("container", "podman", 1);
  EXPECT_TRUE(in_container(root_));
}

}  // namespace
}  // namespace guard
