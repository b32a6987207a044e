// SPDX-License-Identifier: Apache-2.0
#include "interceptor/register_cube.h"

namespace guard::interceptor {
namespace {

std::vector<RegisterCube> difference(const std::vector<RegisterCube>& from,
                                     const RegisterCube& cut) {
  std::vector<RegisterCube> left;
  for (const RegisterCube& each : from) {
    const auto pieces = difference(each, cut);
    left.insert(left.end(), pieces.begin(), pieces.end());
  }
  return left;
}

std::vector<RegisterCube> intersections(const std::vector<RegisterCube>& cubes,
                                        const RegisterCube& other) {
  std::vector<RegisterCube> common;
  for (const RegisterCube& each : cubes) {
    if (const auto both = intersection(each, other)) common.push_back(*both);
  }
  return common;
}

std::vector<RegisterCube> cubes_of(const RegisterTest& test) {
  RegisterCube cube;
  const auto argument = static_cast<std::size_t>(test.argument);
  cube.mask[argument] = test.mask;
  cube.value[argument] = test.value;
  if (test.relation == RegisterTest::Relation::kEquals) return {cube};
  cube.value[argument] = 0;
  return difference(RegisterCube{}, cube);
}

std::vector<RegisterCube> cubes_of(const SpecialCase& special) {
  std::vector<RegisterCube> cubes{RegisterCube{}};
  for (const RegisterTest& test : special.tests) {
    std::vector<RegisterCube> narrowed;
    for (const RegisterCube& part : cubes_of(test)) {
      const auto common = intersections(cubes, part);
      narrowed.insert(narrowed.end(), common.begin(), common.end());
    }
    cubes = std::move(narrowed);
  }
  return cubes;
}

}  // namespace

std::optional<RegisterCube> intersection(const RegisterCube& left, const RegisterCube& right) {
  RegisterCube both = left;
  for (std::size_t i = 0; i < both.mask.size(); ++i) {
    if (((left.value[i] ^ right.value[i]) & left.mask[i] & right.mask[i]) != 0) return std::nullopt;
    both.mask[i] |= right.mask[i];
    both.value[i] |= right.value[i] & right.mask[i];
  }
  return both;
}

std::vector<RegisterCube> difference(const RegisterCube& from, const RegisterCube& cut) {
  if (!intersection(from, cut)) return {from};
  std::vector<RegisterCube> pieces;
  RegisterCube inside = from;  // agrees with `cut` in the bits that were looked at
  for (std::size_t i = 0; i < from.mask.size(); ++i) {
    for (std::uint32_t bit = 1; bit != 0; bit <<= 1) {
      if ((cut.mask[i] & bit) == 0 || (from.mask[i] & bit) != 0) continue;
      RegisterCube outside = inside;
      outside.mask[i] |= bit;
      outside.value[i] |= ~cut.value[i] & bit;
      pieces.push_back(outside);
      inside.mask[i] |= bit;
      inside.value[i] |= cut.value[i] & bit;
    }
  }
  return pieces;
}

std::vector<CubeRule> rules_of(const SyscallRow& row, bool for_root) {
  std::vector<CubeRule> rules;
  std::vector<RegisterCube> undecided{RegisterCube{}};
  for (const SpecialCase& special : row.cases) {
    if (!is_for(special.guard, for_root)) continue;
    for (const RegisterCube& cube : cubes_of(special)) {
      for (const RegisterCube& part : intersections(undecided, cube))
        rules.push_back({part, {special.treatment, special.refuse_errno}});
      undecided = difference(undecided, cube);
    }
  }
  for (const RegisterCube& rest : undecided) rules.push_back({rest, base_outcome_of(row)});
  return rules;
}

}  // namespace guard::interceptor
