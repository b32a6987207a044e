// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/screen_state.h"

#include <gtest/gtest.h>

namespace guard::console {
namespace {

ScreenState after(std::string_view output) {
  ScreenState state;
  state.follow(output);
  return state;
}

TEST(ScreenStateTest, KnowsWhenASequenceIsUnfinished) {
  for (const char* half : {"\x1b", "\x1b[", "\x1b[31", "\x1b(", "\x1b]0;title", "\x1bP1$r", "\xc3",
                           "\xe2\x82", "\xf0\x9f\x98", "\x1b]0;t\x1b"})
    EXPECT_FALSE(after(half).whole()) << half;
  for (const char* whole :
       {"", "a", "\x1b[31m", "\x1b(B", "\x1b]0;t\x07", "\x1b]0;t\x1b\\", "é", "€", "😀",
        "\x1b"
        "7",
        "\x1b[3\x18"})
    EXPECT_TRUE(after(whole).whole()) << whole;
}

TEST(ScreenStateTest, SaysHowManyBytesFinishTheSequence) {
  EXPECT_EQ(after("\x1b[3").until_whole("1mred"), 2U);
  EXPECT_EQ(after("\xe2\x82")
                .until_whole("\xac"
                             "x"),
            1U);
  EXPECT_EQ(after("\x1b]0;x").until_whole("no end yet"), 10U);
  EXPECT_EQ(after("plain").until_whole("text"), 0U);
}

TEST(ScreenStateTest, TracksTheAlternateScreenAcrossChunks) {
  ScreenState state;
  state.follow("\x1b[?10");
  EXPECT_EQ(state.alternate_screen(), 0);
  state.follow("49h");
  EXPECT_EQ(state.alternate_screen(), 1049);
  state.follow("\x1b[?1049l");
  EXPECT_EQ(state.alternate_screen(), 0);
  EXPECT_EQ(after("\x1b[?25;47h").alternate_screen(), 47);
  EXPECT_EQ(after("\x1b[1049h").alternate_screen(), 0);
}

TEST(ScreenStateTest, ControlSequencesInsideStringsMeanNothing) {
  EXPECT_EQ(after("\x1b]0;[?1049h\x07").alternate_screen(), 0);
}

TEST(ScreenStateTest, KnowsTheStartOfALine) {
  EXPECT_TRUE(after("").line_start());
  EXPECT_TRUE(after("text\r\n").line_start());
  EXPECT_FALSE(after("text\r\n$ ").line_start());
  EXPECT_TRUE(after("text\r\n\x1b[0m").line_start());
}

TEST(ScreenStateTest, KeepsTheUnfinishedLineUnlessItIsLong) {
  EXPECT_EQ(after("old\r\n$ git pu").line(), "$ git pu");
  EXPECT_EQ(after("old\r\n").line(), "");
  EXPECT_EQ(after(std::string(100000, 'x')).line(), "");
  EXPECT_EQ(after(std::string(100000, 'x') + "\r\n$ ").line(), "$ ");
}

TEST(ScreenStateTest, KnowsAHiddenCursor) {
  EXPECT_TRUE(after("\x1b[?25l").cursor_hidden());
  EXPECT_FALSE(after("\x1b[?25l\x1b[?25h").cursor_hidden());
}

TEST(ScreenStateTest, EndlessParametersAreBounded) {
  ScreenState state = after("\x1b[?" + std::string(100000, '1'));
  state.follow(";1049h");
  EXPECT_EQ(state.alternate_screen(), 0);
  EXPECT_TRUE(state.whole());
}

}  // namespace
}  // namespace guard::console
