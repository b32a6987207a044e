// SPDX-License-Identifier: Apache-2.0
// The filter of a run that asks about every open that reads (FilterOptions::asks_reading).
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>

#include <cstdint>
#include <string_view>

#include "interceptor/seccomp/seccomp_filter.h"
#include "tests/interceptor/filter_inputs.h"
#include "tests/support/bpf_interpreter.h"

namespace guard::interceptor {
namespace {

using Words = std::initializer_list<std::uint64_t>;

class ReadRulesTest : public ::testing::TestWithParam<int> {
 protected:
  static std::uint32_t answer(bool reading, const seccomp_data& data) {
    const auto run = testing::run_bpf(
        filter_for({.guard = (GetParam() & 1) != 0 ? ForGuard::kRoot : ForGuard::kUser,
                    .asks_reaching = (GetParam() & 2) != 0,
                    .asks_reading = reading}),
        data);
    return run ? run->answer : 0;
  }
  static seccomp_data call(int number) {
    seccomp_data data{};
    data.nr = number;
    data.arch = own_architecture();
    return data;
  }
};
INSTANTIATE_TEST_SUITE_P(UserAndRootWithAndWithoutScopes, ReadRulesTest, ::testing::Range(0, 4));

TEST_P(ReadRulesTest, EveryOpenThatReadsIsAskedAbout) {
  for (const std::uint64_t flags : Words{O_RDONLY, O_RDONLY | O_CLOEXEC, O_RDONLY | O_DIRECTORY,
                                         O_RDONLY | O_NONBLOCK, O_WRONLY, O_RDWR | O_CREAT}) {
    seccomp_data data = call(SYS_openat);
    data.args[2] = flags;
    EXPECT_EQ(answer(true, data), SECCOMP_RET_USER_NOTIF) << flags;
    data.args[2] |= 0xFFFFFFFF00000000ULL;  // no flags: the kernel takes an int
    EXPECT_EQ(answer(true, data), SECCOMP_RET_USER_NOTIF) << flags;
#ifdef SYS_open
    data = call(SYS_open);
    data.args[1] = flags;
    EXPECT_EQ(answer(true, data), SECCOMP_RET_USER_NOTIF) << flags;
#endif
  }
}

TEST_P(ReadRulesTest, WhatOnlyNamesIsNot) {
  seccomp_data data = call(SYS_openat);
  data.args[2] = O_PATH | O_DIRECTORY;
  EXPECT_EQ(answer(true, data), answer(false, data));
#ifdef SYS_open
  data = call(SYS_open);
  data.args[1] = O_PATH;
  EXPECT_EQ(answer(true, data), answer(false, data));
#endif
}

TEST_P(ReadRulesTest, EverythingElseIsAsBefore) {
  for (int number = 0; number < 512; ++number) {
    const std::string_view name = name_of_syscall(number);
    if (name == "open" || name == "openat") continue;
    EXPECT_EQ(answer(true, call(number)), answer(false, call(number))) << number;
  }
}

TEST_P(ReadRulesTest, NumbersOfAnotherArchitectureStayRefused) {
  seccomp_data data = call(SYS_openat);
  data.arch = AUDIT_ARCH_I386;
  EXPECT_EQ(answer(true, data), answer(false, data));
  data = call(SYS_openat | 0x40000000);  // x32
  EXPECT_EQ(answer(true, data), answer(false, data));
}

}  // namespace
}  // namespace guard::interceptor
