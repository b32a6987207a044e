// SPDX-License-Identifier: Apache-2.0
// The tables of all architectures, put together while guard is compiled: a number whose name has no
// row, or numbers out of order, do not compile.
#include "interceptor/syscalls/syscall_rows.h"

#include <string_view>

#include "interceptor/syscalls/syscall_numbers_aarch64.h"
#include "interceptor/syscalls/syscall_rows_unified.h"
#include "interceptor/syscalls/syscall_rows_x86_64.h"

namespace guard::interceptor::rows {
namespace {

template <std::size_t First, std::size_t Second>
consteval std::array<SyscallRow, First + Second> joined(const SyscallRow (&first)[First],
                                                        const SyscallRow (&second)[Second]) {
  std::array<SyscallRow, First + Second> table{};
  std::ranges::copy(second, std::ranges::copy(first, table.begin()).out);
  return table;
}
constexpr auto kRowsX86_64 = joined(kOwnRowsX86_64, kUnifiedRows);

constexpr std::size_t kCount = std::size(kRowsX86_64);

constexpr std::string_view name_at(std::size_t index) {
  return kRowsX86_64[index].name;
}

// Positions in kRowsX86_64 in the order of names: a search for each number would be too long a
// computation for some compilers.
consteval std::array<std::size_t, kCount> positions_by_name() {
  std::array<std::size_t, kCount> positions{};
  for (std::size_t i = 0; i < kCount; ++i) positions[i] = i;
  std::ranges::sort(positions, {}, name_at);
  return positions;
}
constexpr auto kByName = positions_by_name();
static_assert(std::ranges::adjacent_find(kByName, {}, name_at) == kByName.end(), "a name twice");

// at() of a position that is not there ends the compilation.
consteval const SyscallRow& row_of_name(std::string_view name) {
  const auto found = std::ranges::lower_bound(kByName, name, {}, name_at);
  const bool known = found != kByName.end() && name_at(*found) == name;
  return kRowsX86_64[kByName.at(known ? static_cast<std::size_t>(found - kByName.begin())
                                      : kCount)];
}

template <std::size_t Size>
consteval std::array<SyscallRow, Size> renumbered(const NumberedCall (&numbers)[Size]) {
  std::array<SyscallRow, Size> table{};
  for (std::size_t i = 0; i < Size; ++i) {
    table[i] = row_of_name(numbers[i].name);
    table[i].number = numbers[i].number;
  }
  return table;
}
constexpr auto kRowsAarch64 = renumbered(kNumbersAarch64);

constexpr bool ascending(std::span<const SyscallRow> table) {
  return std::ranges::adjacent_find(table, [](const auto& left, const auto& right) {
           return left.number >= right.number;
         }) == table.end();
}
static_assert(ascending(kRowsX86_64) && ascending(kRowsAarch64), "row_of() searches by number");

}  // namespace
}  // namespace guard::interceptor::rows

namespace guard::interceptor {

std::span<const SyscallRow> all_rows(Architecture architecture) {
  if (architecture == Architecture::kAarch64) return rows::kRowsAarch64;
  return rows::kRowsX86_64;
}

}  // namespace guard::interceptor
