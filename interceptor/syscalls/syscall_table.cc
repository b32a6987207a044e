// SPDX-License-Identifier: Apache-2.0
#include "interceptor/syscalls/syscall_table.h"

#include <algorithm>
#include <cerrno>
#include <string_view>

namespace guard::interceptor {
namespace {

bool holds(const RegisterTest& test, std::span<const std::uint64_t, 6> arguments) {
  const std::uint64_t argument = arguments[static_cast<std::size_t>(test.argument)];
  if (test.relation == RegisterTest::Relation::kNull) return argument == 0;
  const std::uint32_t masked = static_cast<std::uint32_t>(argument) & test.mask;
  return test.relation == RegisterTest::Relation::kAnyBit ? masked != 0 : masked == test.value;
}

bool applies(const SpecialCase& special, std::span<const std::uint64_t, 6> arguments,
             ForGuard running) {
  if (!is_for(special.guard, running)) return false;
  return std::ranges::all_of(special.tests,
                             [&](const RegisterTest& test) { return holds(test, arguments); });
}

}  // namespace

bool is_for(ForGuard guard, ForGuard running) {
  return guard == ForGuard::kAny || guard == running;
}

FilterOutcome base_outcome_of(const SyscallRow& row) {
  if (row.treatment == Treatment::kRefuse) return {Treatment::kRefuse, row.refuse_errno};
  if (row.treatment == Treatment::kNotify) return {Treatment::kNotify, 0};
  return {Treatment::kAllow, 0};
}

const SyscallRow* row_of(int number, Architecture architecture) {
  const auto rows = all_rows(architecture);
  const auto found = std::ranges::lower_bound(rows, number, {}, &SyscallRow::number);
  return found != rows.end() && found->number == number ? &*found : nullptr;
}

const SyscallRow* row_named(const char* name, Architecture architecture) {
  const auto rows = all_rows(architecture);
  const auto found = std::ranges::find(rows, std::string_view(name), &SyscallRow::name);
  return found != rows.end() ? &*found : nullptr;
}

const char* name_of_syscall(int number) {
  const SyscallRow* row = row_of(number);
  return row != nullptr ? row->name : "unknown";
}

FilterOutcome outcome_of(int number, std::span<const std::uint64_t, 6> arguments,
                         ForGuard running) {
  const SyscallRow* row = row_of(number);
  if (row == nullptr) return {Treatment::kRefuse, ENOSYS};
  for (const SpecialCase& special : row->cases) {
    if (applies(special, arguments, running)) return {special.treatment, special.refuse_errno};
  }
  return base_outcome_of(*row);
}

int position_of(const SyscallRow& row, ArgRole role) {
  const auto found = std::ranges::find(row.arguments, role);
  return found == row.arguments.end() ? -1 : static_cast<int>(found - row.arguments.begin());
}

}  // namespace guard::interceptor
