// SPDX-License-Identifier: Apache-2.0
#include "base/files/root_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace guard {
namespace {

TEST(RootFileTest, IsReadWhole) {
  const std::string text = text_of_root_file("/etc/passwd", 1U << 20U);
  EXPECT_NE(text.find("root:"), std::string::npos);
  EXPECT_EQ(text_of_root_file("/etc/passwd", text.size()), text);
  EXPECT_EQ(text_of_root_file("/etc/passwd", text.size() - 1), "");
}

TEST(RootFileTest, IsNoFolderAndNoDevice) {
  EXPECT_EQ(text_of_root_file("/etc", 4096), "");
  EXPECT_EQ(text_of_root_file("/dev/zero", 4096), "");
  EXPECT_EQ(text_of_root_file("/nowhere", 4096), "");
}

TEST(RootFileTest, IsWrittenByNobodyElse) {
  std::string name = "/tmp/guard-root-file-XXXXXX";
  const int fd = ::mkstemp(name.data());
  ASSERT_GE(fd, 0);
  ASSERT_EQ(::write(fd, "x", 1), 1);
  ASSERT_EQ(::fchmod(fd, 0666), 0);
  ::close(fd);
  EXPECT_EQ(text_of_root_file(name, 4096), "");
  ::unlink(name.c_str());
}

}  // namespace
}  // namespace guard
