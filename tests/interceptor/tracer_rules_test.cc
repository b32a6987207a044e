// SPDX-License-Identifier: Apache-2.0
// The filter of a run whose calls come by ptrace (FilterOptions::for_tracer), and what guard itself
// takes for asked below a listener of somebody else: the two must be one.
#include <gtest/gtest.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

#include "interceptor/seccomp/seccomp_filter.h"
#include "tests/interceptor/filter_inputs.h"
#include "tests/support/bpf_interpreter.h"

namespace guard::interceptor {
namespace {

class TracerRulesTest : public ::testing::TestWithParam<int> {
 protected:
  static FilterOptions options(bool for_tracer) {
    return {.guard = (GetParam() & 1) != 0 ? ForGuard::kRoot : ForGuard::kUser,
            .asks_reaching = (GetParam() & 2) != 0,
            .asks_reading = (GetParam() & 4) != 0,
            .for_tracer = for_tracer};
  }
  static std::uint32_t answer(bool for_tracer, const seccomp_data& data) {
    const auto run = testing::run_bpf(filter_for(options(for_tracer)), data);
    return run ? run->answer : 0;
  }
  static bool hides(const seccomp_data& data) {
    if (data.arch != own_architecture()) return false;
    if (data.nr == SYS_seccomp) return (data.args[1] & SECCOMP_FILTER_FLAG_NEW_LISTENER) != 0;
    return data.nr == SYS_clone && (data.args[0] & CLONE_UNTRACED) != 0;
  }
};
INSTANTIATE_TEST_SUITE_P(UserAndRootWithAndWithoutGates, TracerRulesTest, ::testing::Range(0, 8));

TEST_P(TracerRulesTest, WhatIsNotifiedIsTracedAndNothingElseDiffers) {
  for (const seccomp_data& data : filter_inputs()) {
    if (hides(data)) continue;
    const std::uint32_t notified = answer(false, data);
    const std::uint32_t expected =
        notified == SECCOMP_RET_USER_NOTIF ? SECCOMP_RET_TRACE : notified;
    ASSERT_EQ(answer(true, data), expected) << data.nr;
  }
}

// The preloaded library asks by itself: below it nothing is asked, and what is refused still is.
TEST_P(TracerRulesTest, ForTheLibraryWhatIsNotifiedGoesOnAndNothingElseDiffers) {
  FilterOptions library = options(false);
  library.for_library = true;
  const auto listener =
      data_of(SYS_seccomp, {SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER});
  EXPECT_EQ(testing::run_bpf(filter_for(library), listener)->answer, SECCOMP_RET_ERRNO | EBUSY);
  for (const seccomp_data& data : filter_inputs()) {
    if (data.nr == SYS_seccomp) continue;
    const std::uint32_t notified = answer(false, data);
    const auto run = testing::run_bpf(filter_for(library), data);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->answer, notified == SECCOMP_RET_USER_NOTIF ? SECCOMP_RET_ALLOW : notified)
        << data.nr;
  }
}

TEST_P(TracerRulesTest, NoListenerInTheTreeCanHideCalls) {
  for (const std::uint64_t more : {0ULL, 0xFFFFFFFF00000000ULL, 4ULL /* LOG */}) {
    const auto data =
        data_of(SYS_seccomp, {SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER | more});
    EXPECT_EQ(answer(true, data), SECCOMP_RET_ERRNO | EBUSY);
  }
  EXPECT_EQ(answer(true, data_of(SYS_seccomp, {SECCOMP_SET_MODE_FILTER, 0})), SECCOMP_RET_ALLOW);
}

TEST_P(TracerRulesTest, NoChildCanBeUntraced) {
  const std::uint64_t flags = CLONE_UNTRACED | 17;
  EXPECT_EQ(answer(true, data_of(SYS_clone, {flags})), SECCOMP_RET_ERRNO | EPERM);
  EXPECT_EQ(answer(true, data_of(SYS_clone, {17})), SECCOMP_RET_ALLOW);
}

// Below another's listener the filter's own word is hidden: guard decides by asks().
TEST_P(TracerRulesTest, WhatTheFilterTracesIsAsked) {
  for (const seccomp_data& data : filter_inputs()) {
    if (data.arch != own_architecture() || answer(true, data) != SECCOMP_RET_TRACE) continue;
    Arguments arguments{};
    std::copy_n(data.args, arguments.size(), arguments.begin());
    ASSERT_TRUE(asks(options(true), data.nr, arguments)) << data.nr;
  }
}

TEST_P(TracerRulesTest, WhatTheFilterAllowsIsNotAsked) {
  for (const seccomp_data& data : filter_inputs()) {
    if (data.arch != own_architecture() || answer(true, data) != SECCOMP_RET_ALLOW) continue;
    Arguments arguments{};
    std::copy_n(data.args, arguments.size(), arguments.begin());
    ASSERT_FALSE(asks(options(true), data.nr, arguments)) << data.nr;
  }
}

}  // namespace
}  // namespace guard::interceptor
