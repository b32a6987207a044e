// SPDX-License-Identifier: Apache-2.0
#include "base/files/long_path.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace guard {
namespace {

TEST(LongPathTest, OpensWhatLiesDeeperThanOneCallCanName) {
  std::string path = ::testing::TempDir() + "longXXXXXX";
  ASSERT_NE(::mkdtemp(path.data()), nullptr);
  const std::string scratch = path;
  UniqueFd folder(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  const std::string name(240, 'n');
  while (path.size() < 3 * PATH_MAX) {
    ASSERT_EQ(::mkdirat(folder.get(), name.c_str(), 0700), 0);
    folder.reset(::openat(folder.get(), name.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    path += "/" + name;
    struct stat there {};
    struct stat opened {};
    const UniqueFd found = open_long_path(path, O_RDONLY | O_DIRECTORY);
    ASSERT_TRUE(found.valid()) << path.size();
    ASSERT_EQ(::fstat(folder.get(), &there), 0);
    ASSERT_EQ(::fstat(found.get(), &opened), 0);
    EXPECT_EQ(there.st_ino, opened.st_ino) << path.size();
  }
  EXPECT_FALSE(open_long_path(path + "/none", O_RDONLY).valid());
  EXPECT_EQ(errno, ENOENT);
  std::filesystem::remove_all(scratch);
}

TEST(LongPathTest, ANameThatIsTooLongIsNone) {
  EXPECT_FALSE(open_long_path("/" + std::string(2 * PATH_MAX, 'n'), O_RDONLY).valid());
  EXPECT_EQ(errno, ENAMETOOLONG);
}

}  // namespace
}  // namespace guard
