// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace guard {
namespace {

TEST(ErrorTest, StagesReadFromTheOutside) {
  const Error error = Error{Code::kSystem, ENOENT, "openat2 /x"}.during("resolve");
  EXPECT_EQ(error.text(), "resolve: openat2 /x: No such file or directory");
}

TEST(ErrorTest, FailErrnoCapturesTheCallsErrno) {
  errno = EACCES;
  const Result<int> result = fail_errno("open");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().sys_errno, EACCES);
}

}  // namespace
}  // namespace guard
