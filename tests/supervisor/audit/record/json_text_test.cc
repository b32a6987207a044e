// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/record/json_text.h"

#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

TEST(JsonTextTest, EveryAsciiCharacterIsWrittenAsTheLibraryWritesIt) {
  std::string all;
  for (int c = 0; c < 128; ++c) all += static_cast<char>(c);
  std::string text;
  append_json(text, all);
  EXPECT_EQ(text, nlohmann::json(all).dump());
}

TEST(JsonTextTest, ListsAreCompact) {
  std::string text;
  append_json(text, std::vector<std::string>{"a", "", "b\"c"});
  EXPECT_EQ(text, R"(["a","","b\"c"])");
  text.clear();
  append_json(text, std::vector<std::string>{});
  EXPECT_EQ(text, "[]");
}

TEST(JsonTextTest, ValidUtf8StaysAsItIs) {
  const std::string text = "gr\xC3\xBC\xC3\x9F \xE2\x82\xAC \xF0\x9F\x98\x80";
  EXPECT_TRUE(is_utf8(text));
  EXPECT_EQ(utf8_text(text), text);
}

TEST(JsonTextTest, EveryByteThatIsNotUtf8IsNamed) {
  EXPECT_EQ(utf8_text("a\xFFz"), "a\\xFFz");
  EXPECT_EQ(utf8_text("\xC0\xAF"), "\\xC0\\xAF");                    // overlong
  EXPECT_EQ(utf8_text("\xED\xA0\x80"), "\\xED\\xA0\\x80");           // surrogate
  EXPECT_EQ(utf8_text("\xF4\x90\x80\x80"), "\\xF4\\x90\\x80\\x80");  // above U+10FFFF
  EXPECT_EQ(utf8_text("x\xE2\x82"), "x\\xE2\\x82");                  // cut short
}

}  // namespace
}  // namespace guard::supervisor
