// SPDX-License-Identifier: Apache-2.0
// The numbers of both architectures against the macros of this machine's kernel headers (the build
// writes them to GUARD_CALL_MACROS) and against the running kernel.
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>

#include "interceptor/syscalls/syscall_table.h"
#include "tests/support/child_process.h"

namespace guard::interceptor {
namespace {

using Macros = std::map<std::string, std::string>;

// Lines such as "#define __NR_unlink 87" or "#define __NR_fstat __NR3264_fstat".
Macros macros_of(const char* file) {
  Macros macros;
  std::ifstream header(std::string(GUARD_CALL_MACROS "/") + file);
  for (std::string line; std::getline(header, line);) {
    std::istringstream words(line);
    std::string define;
    std::string name;
    std::string value;
    if (words >> define >> name >> value && name.starts_with("__NR")) macros[name] = value;
  }
  return macros;
}

// Not calls: the first number of an architecture's own, and how many there are.
bool is_bound(std::string_view name) {
  return name == "arch_specific_syscall" || name == "syscalls";
}

std::map<std::string, int> calls_of(const char* file) {
  constexpr std::string_view kPrefix = "__NR_";
  const Macros macros = macros_of(file);
  std::map<std::string, int> calls;
  for (const auto& [name, text] : macros) {
    if (!name.starts_with(kPrefix) || is_bound(name.substr(kPrefix.size()))) continue;
    const auto real = macros.find(text);
    calls[name.substr(kPrefix.size())] = std::stoi(real == macros.end() ? text : real->second);
  }
  return calls;
}

struct Machine {
  Architecture architecture;
  const char* macros;
};

class SyscallNumbersTest : public ::testing::TestWithParam<Machine> {};

INSTANTIATE_TEST_SUITE_P(Headers, SyscallNumbersTest,
                         ::testing::Values(Machine{kThisArchitecture, "this_machine.h"},
                                           Machine{Architecture::kAarch64, "aarch64.h"}),
                         [](const auto& instance) {
                           return std::string_view(instance.param.macros) == "aarch64.h"
                                      ? "OfAarch64"
                                      : "OfThisMachine";
                         });

TEST_P(SyscallNumbersTest, EveryCallOfTheHeadersIsClassified) {
  const auto calls = calls_of(GetParam().macros);
  ASSERT_GT(calls.size(), 300U);
  for (const auto& [name, number] : calls) {
    const SyscallRow* row = row_of(number, GetParam().architecture);
    ASSERT_NE(row, nullptr) << name << " (" << number << ") has no row";
    EXPECT_EQ(row->name, name) << number;
  }
}

TEST_P(SyscallNumbersTest, NothingIsInventedBelowTheNewestCallOfTheHeaders) {
  const auto calls = calls_of(GetParam().macros);
  const auto newest =
      std::ranges::max_element(calls, {}, [](const auto& each) { return each.second; });
  ASSERT_NE(newest, calls.end());
  for (const SyscallRow& row : all_rows(GetParam().architecture)) {
    if (row.number > newest->second) break;
    // Calls that a kernel newer than the headers put into a gap.
    const bool in_a_gap =
        std::string_view(row.name) == "uretprobe" || std::string_view(row.name) == "uprobe";
    EXPECT_TRUE(in_a_gap || calls.contains(row.name)) << row.name;
  }
}

// scripts/syscall.tbl: since 424 a number is the same call everywhere. The last one is of
// Linux 7.0.
TEST(SyscallNumbersTest, NewCallsHaveOneNumberEverywhere) {
  EXPECT_EQ(all_rows(Architecture::kX86_64).back().number, 471);
  for (int number = 424; number <= 471; ++number) {
    for (const auto architecture : {Architecture::kX86_64, Architecture::kAarch64}) {
      const SyscallRow* row = row_of(number, architecture);
      ASSERT_NE(row, nullptr) << number;
      EXPECT_STREQ(row->name, name_of_syscall(number)) << number;
    }
  }
}

TEST(SyscallNumbersTest, CallsNewerThanTheHeadersHaveTheirNames) {
  EXPECT_STREQ(name_of_syscall(452), "fchmodat2");
  EXPECT_STREQ(name_of_syscall(463), "setxattrat");
  EXPECT_STREQ(name_of_syscall(469), "file_setattr");
  EXPECT_STREQ(name_of_syscall(471), "rseq_slice_yield");
}

TEST(SyscallNumbersTest, ArchitecturesShareTheTreatmentOfAName) {
  for (const SyscallRow& row : all_rows(Architecture::kAarch64)) {
    const SyscallRow* other = row_named(row.name, Architecture::kX86_64);
    ASSERT_NE(other, nullptr) << row.name;
    EXPECT_EQ(row.treatment, other->treatment) << row.name;
    EXPECT_EQ(row.operation, other->operation) << row.name;
    EXPECT_EQ(row.cases.data(), other->cases.data()) << row.name;
  }
}

// A kernel that knows more than the table would offer calls that nobody has looked at: the filter
// refuses them, and this test says that rows are missing.
TEST(SyscallNumbersTest, TheRunningKernelHasNoCallWithoutARow) {
  for (int number = 0; number < 600; ++number) {
    if (row_of(number) != nullptr) continue;
    const int failure = testing::result_of_child(
        [number] { return syscall(number, -1L, -1L, -1L, -1L, -1L, -1L) == -1 ? errno : 0; });
    EXPECT_EQ(failure, ENOSYS) << "the kernel knows call " << number;
  }
}

}  // namespace
}  // namespace guard::interceptor
