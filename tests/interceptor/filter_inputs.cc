// SPDX-License-Identifier: Apache-2.0
#include "tests/interceptor/filter_inputs.h"

#include <linux/audit.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <utility>

#include "interceptor/seccomp/register_program.h"

namespace guard::interceptor {
namespace {

constexpr std::uint64_t kHighHalf = 0xFFFF'FFFF'0000'0000;
constexpr std::uint32_t kOwnArchitecture =
    kThisArchitecture == Architecture::kX86_64 ? AUDIT_ARCH_X86_64 : AUDIT_ARCH_AARCH64;

Arguments filled(std::uint64_t value) {
  Arguments arguments{};
  arguments.fill(value);
  return arguments;
}

void add_numbers(std::vector<seccomp_data>& inputs) {
  for (int number = 0; number <= kBeyondEveryCall; ++number) {
    for (const std::uint64_t value : {std::uint64_t{0}, ~std::uint64_t{0}, kHighHalf})
      inputs.push_back(data_of(number, filled(value)));
  }
}

void add_foreign_numbers(std::vector<seccomp_data>& inputs) {
  for (std::uint32_t number = 0; number <= kBeyondEveryCall; ++number) {
    for (const std::uint32_t high : {kX32, kX32 << 1, kX32 | kX32 << 1})
      inputs.push_back(data_of(static_cast<int>(number | high), {}));
  }
  for (const std::uint32_t number : {~0U, ~0U - 1, kX32 - 1, (kX32 << 1) - 1})
    inputs.push_back(data_of(static_cast<int>(number), {}));
}

void add_foreign_architectures(std::vector<seccomp_data>& inputs) {
  std::set<std::uint32_t> others{
      AUDIT_ARCH_I386, AUDIT_ARCH_X86_64, AUDIT_ARCH_AARCH64, AUDIT_ARCH_ARM, 0, ~0U};
  for (unsigned bit = 0; bit < 32; ++bit) others.insert(kOwnArchitecture ^ 1U << bit);
  others.insert({kOwnArchitecture - 1, kOwnArchitecture + 1});
  others.erase(kOwnArchitecture);
  for (const std::uint32_t architecture : others) {
    for (const SyscallRow& row : all_rows())
      inputs.push_back(data_of(row.number, {}, architecture));
    inputs.push_back(data_of(static_cast<int>(kX32), {}, architecture));
  }
}

// The registers that the row's cases look at.
std::set<std::size_t> tested_arguments(const SyscallRow& row) {
  std::set<std::size_t> arguments;
  for (const SpecialCase& special : row.cases) {
    for (const RegisterTest& test : special.tests)
      arguments.insert(static_cast<std::size_t>(test.argument));
  }
  return arguments;
}

using Chosen = std::map<std::size_t, std::uint64_t>;  // register -> low half

// The high halves clear and set.
void add_both(std::vector<seccomp_data>& inputs, int number, const Chosen& chosen) {
  auto arguments = filled(0);
  for (const auto& [position, value] : chosen) arguments[position] = value;
  inputs.push_back(data_of(number, arguments));
  for (auto& each : arguments) each |= kHighHalf;
  inputs.push_back(data_of(number, arguments));
}

// Each value of each register together with what the cases name in the others.
void add_cases(std::vector<seccomp_data>& inputs, const SyscallRow& row) {
  std::set<std::pair<std::size_t, std::uint32_t>> named;
  for (const SpecialCase& special : row.cases) {
    for (const RegisterTest& test : special.tests) {
      named.insert({static_cast<std::size_t>(test.argument), test.value});
      named.insert({static_cast<std::size_t>(test.argument), test.mask});
    }
  }
  for (const auto& [argument, value] : named) {
    for (const std::size_t other : tested_arguments(row)) {
      for (const std::uint64_t each : interesting_values(&row)) {
        Chosen chosen{{argument, value}};
        chosen[other] = each;
        add_both(inputs, row.number, chosen);
      }
    }
  }
}

}  // namespace

seccomp_data data_of(int number, const Arguments& arguments, std::uint32_t architecture) {
  seccomp_data data{};
  data.nr = number;
  data.arch = architecture;
  data.instruction_pointer = 0x5555'5555'5555'5555;
  std::ranges::copy(arguments, data.args);
  return data;
}

seccomp_data data_of(int number, const Arguments& arguments) {
  return data_of(number, arguments, kOwnArchitecture);
}

std::set<std::uint32_t> interesting_values(const SyscallRow* row) {
  std::set<std::uint32_t> values{0, 3, 0xFFFFFFFF, 0x01200011, 0x3D0F00, 02000000, 010000101};
  for (unsigned bit = 0; bit < 32; ++bit) values.insert({1U << bit, ~(1U << bit)});
  if (row == nullptr) return values;
  for (const SpecialCase& special : row->cases) {
    for (const RegisterTest& test : special.tests) {
      values.insert({test.value, test.value + 1, test.value - 1, test.mask, ~test.mask});
      for (unsigned bit = 0; bit < 32; ++bit) values.insert(test.value ^ 1U << bit);
    }
  }
  return values;
}

std::vector<seccomp_data> filter_inputs() {
  std::vector<seccomp_data> inputs;
  add_numbers(inputs);
  add_foreign_numbers(inputs);
  add_foreign_architectures(inputs);
  for (const SyscallRow& row : all_rows()) {
    if (!row.cases.empty()) add_cases(inputs, row);
  }
  return inputs;
}

std::uint32_t own_architecture() {
  return kOwnArchitecture;
}

std::uint32_t answer_of_table(const seccomp_data& data, ForGuard running) {
  if (data.arch != kOwnArchitecture) return SECCOMP_RET_KILL_PROCESS;
  Arguments arguments{};
  std::ranges::copy(data.args, arguments.begin());
  return answer_of(outcome_of(data.nr, arguments, running));
}

}  // namespace guard::interceptor
