// SPDX-License-Identifier: Apache-2.0
#include "interceptor/seccomp/register_program.h"

#include <gtest/gtest.h>
#include <linux/seccomp.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "tests/support/bpf_interpreter.h"

namespace guard::interceptor {
namespace {

using Relation = RegisterTest::Relation;
using Arguments = std::array<std::uint64_t, 6>;

std::uint32_t answer(std::span<const SpecialCase> cases, const Arguments& arguments,
                     ForGuard running = ForGuard::kUser) {
  SyscallRow row{};
  row.treatment = Treatment::kRefuse;
  row.refuse_errno = ENOSYS;
  row.cases = cases;
  seccomp_data data{};
  std::ranges::copy(arguments, data.args);
  const auto run = testing::run_bpf(register_program(row, running), data);
  EXPECT_TRUE(run.has_value());
  return run ? run->answer : 0;
}

constexpr std::uint32_t kBase = SECCOMP_RET_ERRNO | ENOSYS;

TEST(RegisterProgramTest, EveryTestOfACaseMustHold) {
  static constexpr RegisterTest kTests[] = {{0, Relation::kEquals, 0xF, 3},
                                            {2, Relation::kAnyBit, 0x30, 0}};
  static constexpr SpecialCase kCases[] = {{ForGuard::kAny, kTests, Treatment::kAllow, 0}};
  EXPECT_EQ(answer(kCases, {0x13, 0, 0x10}), SECCOMP_RET_ALLOW);
  EXPECT_EQ(answer(kCases, {0x13, 0, 0x40}), kBase);
  EXPECT_EQ(answer(kCases, {0x14, 0, 0x10}), kBase);
}

TEST(RegisterProgramTest, TheFirstCaseThatHoldsAnswers) {
  static constexpr RegisterTest kNarrow[] = {{0, Relation::kEquals, 0xFFFFFFFF, 5}};
  static constexpr RegisterTest kWide[] = {{0, Relation::kAnyBit, 0x4, 0}};
  static constexpr SpecialCase kCases[] = {{ForGuard::kAny, kNarrow, Treatment::kRefuse, EPERM},
                                           {ForGuard::kAny, kWide, Treatment::kNotify, 0}};
  EXPECT_EQ(answer(kCases, {5}), SECCOMP_RET_ERRNO | EPERM);
  EXPECT_EQ(answer(kCases, {6}), SECCOMP_RET_USER_NOTIF);
  EXPECT_EQ(answer(kCases, {1}), kBase);
}

TEST(RegisterProgramTest, HighHalvesCountForPointersOnly) {
  static constexpr RegisterTest kPointer[] = {{4, Relation::kNull, 0, 0}};
  static constexpr SpecialCase kCases[] = {{ForGuard::kAny, kPointer, Treatment::kAllow, 0}};
  EXPECT_EQ(answer(kCases, {}), SECCOMP_RET_ALLOW);
  EXPECT_EQ(answer(kCases, {0, 0, 0, 0, 1ULL << 32}), kBase);
  EXPECT_EQ(answer(kCases, {0, 0, 0, 0, 1}), kBase);
  static constexpr RegisterTest kNumber[] = {{4, Relation::kEquals, 0xFFFFFFFF, 0}};
  static constexpr SpecialCase kInt[] = {{ForGuard::kAny, kNumber, Treatment::kAllow, 0}};
  EXPECT_EQ(answer(kInt, {0, 0, 0, 0, 1ULL << 32}), SECCOMP_RET_ALLOW);
}

TEST(RegisterProgramTest, CasesOfTheOtherGuardAreLeftOut) {
  static constexpr SpecialCase kCases[] = {{ForGuard::kRoot, {}, Treatment::kNotify, 0}};
  EXPECT_EQ(answer(kCases, {}, ForGuard::kRoot), SECCOMP_RET_USER_NOTIF);
  EXPECT_EQ(answer(kCases, {}, ForGuard::kUser), kBase);
}

}  // namespace
}  // namespace guard::interceptor
