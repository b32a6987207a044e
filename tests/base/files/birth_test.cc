// SPDX-License-Identifier: Apache-2.0
#include "base/files/birth.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "base/files/unique_fd.h"

namespace guard {
namespace {

TEST(BirthTest, AHeldObjectTellsItsStatus) {
  const UniqueFd held(::open("/", O_PATH | O_CLOEXEC));
  struct stat expected {};
  ASSERT_EQ(::fstat(held.get(), &expected), 0);
  const auto status = status_with_birth(held.get(), STATX_INO | STATX_MODE);
  ASSERT_TRUE(status);
  EXPECT_EQ(status->stx_ino, expected.st_ino);
  EXPECT_EQ(status->stx_mode, expected.st_mode);
}

TEST(BirthTest, WithoutAnObjectErrnoSaysWhy) {
  errno = 0;
  EXPECT_FALSE(status_with_birth(-1, STATX_INO));
  EXPECT_EQ(errno, EBADF);
}

}  // namespace
}  // namespace guard
