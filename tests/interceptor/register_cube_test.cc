// SPDX-License-Identifier: Apache-2.0
#include "interceptor/register_cube.h"

#include <gtest/gtest.h>

namespace guard::interceptor {
namespace {

RegisterCube cube(std::uint32_t mask, std::uint32_t value) {
  RegisterCube made;
  made.mask[0] = mask;
  made.value[0] = value;
  return made;
}

bool contains(const RegisterCube& where, std::uint32_t first) {
  return (first & where.mask[0]) == where.value[0];
}

TEST(RegisterCubeTest, CubesThatDisagreeHaveNothingInCommon) {
  EXPECT_EQ(intersection(cube(3, 1), cube(1, 0)), std::nullopt);
  EXPECT_EQ(intersection(cube(3, 1), cube(4, 4)), cube(7, 5));
}

TEST(RegisterCubeTest, ADifferenceHoldsWhatIsLeftExactlyOnce) {
  const auto pieces = difference(cube(1, 1), cube(0xF, 0x5));
  for (std::uint32_t value = 0; value < 64; ++value) {
    int found = 0;
    for (const RegisterCube& piece : pieces) found += contains(piece, value) ? 1 : 0;
    EXPECT_EQ(found, (value & 1) == 1 && (value & 0xF) != 5 ? 1 : 0) << value;
  }
}

TEST(RegisterCubeTest, NothingIsLeftOfWhatIsCoveredEntirely) {
  EXPECT_TRUE(difference(cube(3, 1), cube(1, 1)).empty());
  EXPECT_EQ(difference(cube(3, 1), cube(1, 0)), std::vector{cube(3, 1)});
}

TEST(RegisterCubeTest, NoTwoRulesOfARowOverlap) {
  for (const SyscallRow& row : all_rows()) {
    for (const bool for_root : {false, true}) {
      const auto rules = rules_of(row, for_root);
      ASSERT_FALSE(rules.empty()) << row.name;
      for (std::size_t i = 0; i < rules.size(); ++i) {
        for (std::size_t j = i + 1; j < rules.size(); ++j)
          EXPECT_EQ(intersection(rules[i].where, rules[j].where), std::nullopt) << row.name;
      }
    }
  }
}

}  // namespace
}  // namespace guard::interceptor
