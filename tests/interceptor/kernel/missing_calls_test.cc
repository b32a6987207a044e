// SPDX-License-Identifier: Apache-2.0
// A filter stands in for kernels that lack a call. The kernel's answer is remembered for as long as
// the process lives: so each case runs in a process of its own ("threadsafe" starts the test's
// program anew).
#include "interceptor/kernel/missing_calls.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <vector>

#include "tests/interceptor/answered_calls.h"

namespace guard::interceptor {
namespace {

using testing::answer_calls;
using ::testing::ExitedWithCode;

constexpr long kFchmodat2 = 452;
constexpr long kRemovexattrat = 466;
constexpr long kFileSetattr = 469;
constexpr std::array kAsked = {kFchmodat2, 463L, kRemovexattrat, kFileSetattr};

// One bit for each of kAsked.
int bits_of(bool (*is_missing)(long)) {
  int bits = 0;
  for (std::size_t at = 0; at < kAsked.size(); ++at)
    if (is_missing(kAsked[at])) bits |= 1 << at;
  return bits;
}

int missing() {
  return bits_of([](long number) { return kernel_misses(static_cast<int>(number)); });
}

int really_missing() {
  return bits_of([](long number) {
    return ::syscall(number, -1, nullptr, 0, nullptr, nullptr, 0) == -1 && errno == ENOSYS;
  });
}

class MissingCallsDeathTest : public ::testing::Test {
 protected:
  MissingCallsDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(MissingCallsDeathTest, WhatTheKernelHasIsNotMissing) {
  EXPECT_EXIT(::_exit(missing()), ExitedWithCode(really_missing()), "");
}

TEST_F(MissingCallsDeathTest, EachCallIsMissingByItself) {
  for (std::size_t at = 0; at < kAsked.size(); ++at) {
    EXPECT_EXIT(
        {
          answer_calls({&kAsked[at], 1}, ENOSYS);
          ::_exit(missing());
        },
        ExitedWithCode(really_missing() | 1 << at), "")
        << kAsked[at];
  }
}

TEST_F(MissingCallsDeathTest, AllOfThemMayBeMissing) {
  EXPECT_EXIT(
      {
        answer_calls(kAsked, ENOSYS);
        ::_exit(missing());
      },
      ExitedWithCode(0b1111), "");
}

// A container's filter forbids a call that the kernel has: programs are told so by the call itself.
TEST_F(MissingCallsDeathTest, WhatIsOnlyForbiddenIsNotMissing) {
  for (const int error : {EPERM, EACCES, EINVAL, EBADF, EFAULT, EOPNOTSUPP}) {
    EXPECT_EXIT(
        {
          answer_calls(kAsked, error);
          ::_exit(missing());
        },
        ExitedWithCode(0), "")
        << error;
  }
}

TEST_F(MissingCallsDeathTest, OtherCallsAreNeverMissing) {
  const std::vector<long> others = {SYS_fchmodat, 451, 453, 462, 464, 465, 467, 468, 470};
  EXPECT_EXIT(
      {
        answer_calls(others, ENOSYS);
        int found = 0;
        for (const long number : others) found += kernel_misses(static_cast<int>(number)) ? 1 : 0;
        found += kernel_misses(-1) || kernel_misses(0) || kernel_misses(100'000) ? 20 : 0;
        ::_exit(found);
      },
      ExitedWithCode(0), "");
}

// Its answer holds for programs that have been told already.
TEST_F(MissingCallsDeathTest, TheKernelIsAskedOnce) {
  EXPECT_EXIT(
      {
        const int before = missing();
        answer_calls(kAsked, ENOSYS);
        ::_exit(missing() == before ? 0 : 1);
      },
      ExitedWithCode(0), "");
}

// The lower half of each argument.
void append_check(std::vector<sock_filter>& program, std::size_t argument, std::uint32_t value) {
  const std::size_t offset = offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t);
  program.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)));
  program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0));
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS));
}

// A call that names anything would change it where the kernel has the call: it is "missing" here.
std::vector<sock_filter> answers_only_empty_calls() {
  std::vector<sock_filter> program = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
  for (std::size_t at = 0; at < kAsked.size(); ++at) {
    const auto to_checks = static_cast<std::uint8_t>(kAsked.size() - at);
    program.push_back(
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(kAsked[at]), to_checks, 0));
  }
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  append_check(program, 0, 0xFFFFFFFF);  // no folder, nor the caller's own
  for (std::size_t argument = 1; argument < 6; ++argument) append_check(program, argument, 0);
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EFAULT));
  return program;
}

TEST_F(MissingCallsDeathTest, TheQuestionNamesNothing) {
  EXPECT_EXIT(
      {
        testing::load_filter(answers_only_empty_calls());
        ::_exit(missing());
      },
      ExitedWithCode(0), "");
}

TEST(MissingCallsTest, TheNumberForOthersIsThatOfSetxattrat) {
  EXPECT_EQ(kSetxattrat, 463);
}

}  // namespace
}  // namespace guard::interceptor
