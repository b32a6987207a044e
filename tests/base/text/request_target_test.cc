// SPDX-License-Identifier: Apache-2.0
#include "base/text/request_target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace guard {
namespace {

using ::testing::ElementsAre;

TEST(TargetTest, PathAndQueryAreTakenApart) {
  const auto target = parse_target("/v1/approvals/a%20b?x=1&y=a+b%26&z&");
  ASSERT_TRUE(target);
  EXPECT_THAT(target->path, ElementsAre("v1", "approvals", "a b"));
  EXPECT_EQ(target->query.at("x"), "1");
  EXPECT_EQ(target->query.at("y"), "a b&");
  EXPECT_EQ(target->query.at("z"), "");
}

TEST(TargetTest, AnEscapedSlashStaysInItsPart) {
  EXPECT_THAT(parse_target("/v1/a%2Fb")->path, ElementsAre("v1", "a/b"));
}

TEST(TargetTest, BrokenEscapesAreRefused) {
  for (const char* text : {"/%", "/%1", "/%g1", "/%+1", "/?a=%", "/?%=1", "x", ""})
    EXPECT_FALSE(parse_target(text)) << text;
}

TEST(TargetTest, CountsAreDigitsOnly) {
  EXPECT_EQ(parse_count("0"), 0U);
  EXPECT_EQ(parse_count("18446744073709551615"), 18446744073709551615U);
  for (const char* text : {"", "-1", "+1", " 1", "1 ", "0x1", "18446744073709551616"})
    EXPECT_FALSE(parse_count(text)) << text;
}

}  // namespace
}  // namespace guard
