// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/procfs_place.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace guard::interceptor {
namespace {

// The root, the process, its descriptors.
TEST(ProcfsPlaceTest, FoldersBeyondTheirDepthAreRefused) {
  constexpr int kDeep = 3;
  const UniqueFd folder(::open("/proc/self/fd", O_PATH | O_DIRECTORY | O_CLOEXEC));
  for (const int deepest : {kDeep + 1, kDeep}) {
    const auto place = procfs_place_of(folder.get(), deepest);
    ASSERT_TRUE(place) << place.error().text();
    EXPECT_EQ(place->below, std::to_string(::getpid()) + "/fd");
  }
  const auto refused = procfs_place_of(folder.get(), kDeep - 1);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sys_errno, EACCES);
  EXPECT_TRUE(procfs_place_of(folder.get()));
}

}  // namespace
}  // namespace guard::interceptor
