// SPDX-License-Identifier: Apache-2.0
#include "policy/effects/mode_operand.h"

#include <gtest/gtest.h>

namespace guard::policy {
namespace {

std::uint32_t file(std::string_view text, std::uint32_t mode = 0644) {
  return changed_mode(text, mode, ModeOf::kFile).value_or(99999);
}

TEST(ModeOperandTest, NumbersReplaceAll) {
  EXPECT_EQ(file("755"), 0755U);
  EXPECT_EQ(file("0"), 0U);
  EXPECT_EQ(file("04755"), 04755U);
}

TEST(ModeOperandTest, LettersAddTakeAndSet) {
  EXPECT_EQ(file("u+x"), 0744U);
  EXPECT_EQ(file("go-r"), 0600U);
  EXPECT_EQ(file("a=rx"), 0555U);
  EXPECT_EQ(file("u=rw,g=r,o=", 0777), 0640U);
  EXPECT_EQ(file("ug+w-r", 0444), 0224U);
  EXPECT_EQ(file("u+s"), 04644U);
  EXPECT_EQ(file("g+xs"), 02654U);
  EXPECT_EQ(file("+t"), 01644U);
}

TEST(ModeOperandTest, WithoutAClassTheUmaskHolds) {
  EXPECT_EQ(file("+x"), 0755U);
  EXPECT_EQ(file("+w", 0444), 0644U);
  EXPECT_EQ(file("-rwx", 0777), 0022U);
}

TEST(ModeOperandTest, CapitalXIsForFoldersAndPrograms) {
  EXPECT_EQ(file("a+X"), 0644U);
  EXPECT_EQ(file("a+X", 0744), 0755U);
  EXPECT_EQ(changed_mode("a+X", 0644, ModeOf::kFolder), 0755U);
}

TEST(ModeOperandTest, ClassesAreCopied) {
  EXPECT_EQ(file("o=u", 0640), 0646U);
  EXPECT_EQ(file("g+u", 0700), 0770U);
}

TEST(ModeOperandTest, OtherTextsAreNoModes) {
  for (const char* text : {"", "x", "u", "u+q", "8", "77777", "u+x,", ",u+x", "--reference=f"})
    EXPECT_FALSE(changed_mode(text, 0644, ModeOf::kFile)) << text;
}

}  // namespace
}  // namespace guard::policy
