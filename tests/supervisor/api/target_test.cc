// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "supervisor/api/event_text.h"

namespace guard::supervisor {
namespace {

using testing::ElementsAre;

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

TEST(EventTextTest, OneLineOfDataWhateverItHolds) {
  Event event;
  event.seq = 7;
  event.type = "act";
  event.data = {{"what", "a\nb\n\nid: 9"}, {"bytes", "\xff"}};
  const std::string text = event_text(event);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
  EXPECT_TRUE(text.starts_with("id: 7\nevent: act\ndata: {"));
  EXPECT_TRUE(text.ends_with("}\n\n"));
}

}  // namespace
}  // namespace guard::supervisor
