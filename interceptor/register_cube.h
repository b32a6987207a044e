// SPDX-License-Identifier: Apache-2.0
// RegisterCube: the set of argument registers whose low 32 bits agree with `value` where `mask` has
// ones. rules_of() cuts a row's special cases, which hold in order, into cubes of which no two
// overlap: libseccomp neither keeps an order among the rules of one call nor has a "not" for masked
// tests, and 2.5.4 merges overlapping ones wrongly. Pure values, any thread, no errors.
#ifndef GUARD_INTERCEPTOR_REGISTER_CUBE_H_
#define GUARD_INTERCEPTOR_REGISTER_CUBE_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "interceptor/syscall_table.h"

namespace guard::interceptor {

struct RegisterCube {
  std::array<std::uint32_t, 6> mask{};
  std::array<std::uint32_t, 6> value{};
  bool operator==(const RegisterCube&) const = default;
};

struct CubeRule {
  RegisterCube where;
  FilterOutcome outcome;
};

// nullopt: they have no register in common.
[[nodiscard]] std::optional<RegisterCube> intersection(const RegisterCube& left,
                                                       const RegisterCube& right);
// What of `from` is not in `cut`, as cubes that do not overlap.
[[nodiscard]] std::vector<RegisterCube> difference(const RegisterCube& from,
                                                   const RegisterCube& cut);
// Covers every register exactly once.
[[nodiscard]] std::vector<CubeRule> rules_of(const SyscallRow& row, bool for_root);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_REGISTER_CUBE_H_
