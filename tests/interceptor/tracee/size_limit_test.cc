// SPDX-License-Identifier: Apache-2.0
#include "interceptor/tracee/size_limit.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <limits>

#include "tests/interceptor/still_process.h"

namespace guard::interceptor {
namespace {

TEST(SizeLimitTest, IsReadFromTheRowOfThatName) {
  constexpr const char* kText =
      "Limit                     Soft Limit           Hard Limit           Units     \n"
      "Max cpu time              unlimited            unlimited            seconds   \n"
      "Max file size             4096                 unlimited            bytes     \n";
  EXPECT_EQ(parse_file_size_limit(kText).value(), 4096U);
}

TEST(SizeLimitTest, UnlimitedIsMoreThanAnyLength) {
  EXPECT_EQ(parse_file_size_limit("Max file size             unlimited   0   bytes").value(),
            std::numeric_limits<std::uint64_t>::max());
}

TEST(SizeLimitTest, NonsenseIsAnError) {
  for (const char* text : {"", "Max file size", "Max file size    ", "Max file size  many bytes"})
    EXPECT_FALSE(parse_file_size_limit(text)) << text;
}

TEST(SizeLimitTest, ItIsTheTraceesOwn) {
  const testing::StillProcess other([] {
    const rlimit some{12345, RLIM_INFINITY};
    ::setrlimit(RLIMIT_FSIZE, &some);
  });
  TraceeTable tracees;
  const auto tracee = tracees.find(other.pid());
  ASSERT_TRUE(tracee);
  EXPECT_EQ(file_size_limit(**tracee).value(), 12345U);
}

}  // namespace
}  // namespace guard::interceptor
