// SPDX-License-Identifier: Apache-2.0
#include "interceptor/process/standard_output.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/interceptor/still_process.h"

namespace guard::interceptor {
namespace {

// A program with /dev/null as its standard output, and as its standard error what `error` opens.
testing::StillProcess program_with(int (*error)()) {
  return testing::StillProcess([error] {
    ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
    ::dup2(error(), STDERR_FILENO);
  });
}

TEST(StandardOutputTest, OneDescriptionNotOneFileMakesOutputsOne) {
  const auto shared = program_with([]() -> int { return STDOUT_FILENO; });
  EXPECT_TRUE(outputs_are_one(shared.pid()));
  const auto opened_twice = program_with([]() -> int { return ::open("/dev/null", O_WRONLY); });
  EXPECT_FALSE(outputs_are_one(opened_twice.pid()));
}

}  // namespace
}  // namespace guard::interceptor
