// SPDX-License-Identifier: Apache-2.0
// Commands that say that they write more than there is room for.
#include "policy/effects/fill_effect.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/policy/assessor_fixture.h"

namespace guard::policy {
namespace {

constexpr std::uint64_t kMegabyte = 1024 * 1024;

class FillEffectTest : public AssessorTest {
 protected:
  FillEffectTest() { facts_.set_free(100 * kMegabyte); }
};

TEST(SizeOfTextTest, ReadsUnitsAsCoreutilsDo) {
  EXPECT_EQ(size_of_text("512"), 512U);
  EXPECT_EQ(size_of_text("4K"), 4096U);
  EXPECT_EQ(size_of_text("4k"), 4096U);
  EXPECT_EQ(size_of_text("4KiB"), 4096U);
  EXPECT_EQ(size_of_text("4kB"), 4000U);
  EXPECT_EQ(size_of_text("2b"), 1024U);
  EXPECT_EQ(size_of_text("3w"), 6U);
  EXPECT_EQ(size_of_text("2x4K"), 8192U);
  EXPECT_EQ(size_of_text("1M"), kMegabyte);
}

TEST(SizeOfTextTest, BeyondTheLargestNumberIsTheLargest) {
  const auto most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(size_of_text("99999999999999999999999"), most);
  EXPECT_EQ(size_of_text("99999E"), most);
  EXPECT_EQ(size_of_text("1Q"), most);
}

TEST(SizeOfTextTest, WhatIsNoSizeIsNone) {
  for (const char* text : {"", "x", "K", "4J", "4KX", "-1", "1x", "$N"})
    EXPECT_FALSE(size_of_text(text)) << text;
}

TEST_F(FillEffectTest, MoreThanIsFreeIsAskedAbout) {
  for (const char* line :
       {"dd if=/dev/zero of=big bs=1M count=101", "dd if=/dev/zero of=big",
        "dd if=/dev/urandom of=big bs=1M", "dd of=big bs=64M count=2", "fallocate -l 101M big",
        "fallocate --length=1T big", "truncate -s 101M big", "truncate --size=+101M big",
        "truncate -s 60M big other", "mkfile 101m big", "xfs_mkfile 900t big",
        "dd if=/dev/zero of=big bs=1 count=101M", "sudo dd if=/dev/zero of=big",
        "dd if=/dev/zero of=big count=106000000B"}) {
    const Assessment assessment = exec(line);
    EXPECT_GE(assessment.tier, 2) << line;
    EXPECT_TRUE(assessment.rule == "fs.fills" || line == std::string("sudo dd if=/dev/zero of=big"))
        << line << ": " << assessment.rule;
  }
}

TEST_F(FillEffectTest, WhatFitsIsOrdinary) {
  facts_.add("small", Recoverability::kBorn, ObjectType::kFile, 1000);
  for (const char* line :
       {"dd if=/dev/zero of=big bs=1M count=100", "dd if=small of=copy bs=1M count=999",
        "dd if=small of=copy", "dd if=/dev/zero bs=1M", "dd if=/dev/zero of=/dev/null",
        "fallocate -l 100M big", "truncate -s 100M big", "truncate -s -900G big",
        "truncate -s 0 big", "truncate -r small big", "mkfile 100m big", "dd of=big"}) {
    EXPECT_NE(exec(line).rule, "fs.fills") << line;
  }
}

TEST_F(FillEffectTest, TheReasonSaysHowMuchAndWhatIsFree) {
  EXPECT_NE(exec("fallocate -l 1T big").reason.find("104.9 MB"), std::string::npos)
      << exec("fallocate -l 1T big").reason;
  EXPECT_NE(exec("dd if=/dev/zero of=big").reason.find("without end"), std::string::npos);
}

}  // namespace
}  // namespace guard::policy
