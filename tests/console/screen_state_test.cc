// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/screen_state.h"

#include <gtest/gtest.h>

#include "console/terminal/screen_takeover.h"

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

TEST(ScreenStateTest, KnowsWhatMakesTheTerminalSpeak) {
  EXPECT_EQ(after("\x1b[?1000;1006h\x1b[?2004h\x1b[?1000l").reporting(),
            (std::set<int>{1006, 2004}));
  EXPECT_TRUE(after("\x1b[?2004h\x1b"
                    "c")
                  .reporting()
                  .empty());
  EXPECT_TRUE(after("\x1b[>1u").keys_as_sequences());
  EXPECT_FALSE(after("\x1b[>1u\x1b[<u").keys_as_sequences());
  EXPECT_FALSE(after("\x1b[u").keys_as_sequences());
}

TEST(ScreenStateTest, KnowsHowTextIsDrawn) {
  EXPECT_EQ(after("\x1b[1m\x1b[31m").attributes(), "1;31");
  EXPECT_EQ(after("\x1b[1m\x1b[0m").attributes(), "");
  EXPECT_EQ(after("\x1b[1m\x1b[0;32m").attributes(), "0;32");
  EXPECT_EQ(after("\x1b[>4;2m").attributes(), "");  // of the keyboard
  EXPECT_EQ(after("\x1b[2;20r").margins(), "2;20");
  EXPECT_TRUE(after("\x1b[4h").inserts());
  EXPECT_FALSE(after("\x1b[?7l").wraps());
  EXPECT_EQ(after("\x1b(0").character_set(), '0');
  EXPECT_EQ(after("\x1b)0").character_set(), 'B');
  EXPECT_TRUE(after("\x0e").shifted_out());
}

TEST(ScreenTakeoverTest, NothingHidesAQuestion) {
  const ScreenState screen = after(
      "\x1b]10;#000000\x07\x1b]11;#000000\x1b\\\x1b]4;7;#000\x07\x1b[?69h\x1b[1;2s\x1b[?2026h\x1b[?"
      "5h\r\n");
  const std::string taken = taken_screen(screen, AlternateScreen::kPresent);
  for (const char* text : {"\x1b]110\x1b\\", "\x1b]111\x1b\\", "\x1b]104\x1b\\", "\x1b[?69l",
                           "\x1b[?2026l", "\x1b[?5l"})
    EXPECT_NE(taken.find(text), std::string::npos) << text;
  const std::string back = given_back_screen(screen, AlternateScreen::kPresent);
  for (const char* text : {"\x1b]10;#000000\x1b\\", "\x1b]11;#000000\x1b\\", "\x1b]4;7;#000\x1b\\",
                           "\x1b[?69h", "\x1b[?5h"})
    EXPECT_NE(back.find(text), std::string::npos) << text;
  EXPECT_EQ(back.find("2026"), std::string::npos);
}

TEST(ScreenTakeoverTest, ColoursThatNoProgramSetStayAsTheyAre) {
  for (const char* output : {"", "\x1b]0;a title\x07", "\x1b]11;?\x07", "\x1bP4;7;#000\x1b\\"}) {
    const ScreenState screen = after(std::string(output) + "\r\n");
    EXPECT_EQ(taken_screen(screen, AlternateScreen::kPresent).find("\x1b]"), std::string::npos)
        << output;
    EXPECT_EQ(given_back_screen(screen, AlternateScreen::kPresent).find("\x1b]"), std::string::npos)
        << output;
  }
  EXPECT_LT(after([] {
              std::string text;
              for (int i = 0; i < 9999; ++i) text += "\x1b]4;1;#0" + std::to_string(i) + "\x07";
              return text;
            }())
                .colours()
                .size(),
            20000U);
}

TEST(ScreenTakeoverTest, WhatIsSwitchedOffIsSwitchedOnAgain) {
  const ScreenState screen = after("\x1b[?1049h\x1b[?1002;1006;2004h\x1b[?25l\x1b[>1u\x1b[5;9r");
  const std::string taken = taken_screen(screen, AlternateScreen::kPresent);
  const std::string back = given_back_screen(screen, AlternateScreen::kPresent);
  for (const char* mode : {"1049", "1002", "1006"}) {
    EXPECT_NE(taken.find(std::string("\x1b[?") + mode + "l"), std::string::npos) << mode;
    EXPECT_NE(back.find(std::string("\x1b[?") + mode + "h"), std::string::npos) << mode;
  }
  EXPECT_NE(taken.find("\x1b[?25h"), std::string::npos);
  EXPECT_NE(back.find("\x1b[?25l"), std::string::npos);
  EXPECT_NE(back.find("\x1b[5;9r"), std::string::npos);
  // The stack of keys belongs to the screen that it was put on.
  EXPECT_LT(taken.find("\x1b[?1049l"), taken.find("\x1b[>0u"));
  EXPECT_LT(back.find("\x1b[<u"), back.find("\x1b[?1049h"));
}

TEST(ScreenTakeoverTest, AProgramThatPlacesTextOnTheNormalScreenKeepsItsScreen) {
  const ScreenState screen = after("\x1b[H\x1b[2J\x1b[Htop\r\n");
  EXPECT_TRUE(screen.addresses_screen());
  EXPECT_NE(taken_screen(screen, AlternateScreen::kPresent).find("\x1b[?1049h"), std::string::npos);
  EXPECT_TRUE(given_back_screen(screen, AlternateScreen::kPresent).starts_with("\x1b[?1049l"));
  EXPECT_EQ(taken_screen(screen, AlternateScreen::kMissing).find("1049"), std::string::npos);
  EXPECT_FALSE(after("\x1b[H" + std::string(30, '\n')).addresses_screen());
  EXPECT_FALSE(after("plain\x1b[31m\x1b[K").addresses_screen());
}

TEST(ScreenTakeoverTest, WhatAnEditorDrewOnTheSecondScreenIsOverWithIt) {
  EXPECT_FALSE(after("$ vim\r\n\x1b[?1049h\x1b[H\x1b[J\x1b[24;1Hnew\x1b[?1l\x1b[?1049l$ ")
                   .addresses_screen());
  EXPECT_TRUE(after("\x1b[5;9Htop\x1b[?1049h\x1b[2;2Hhelp\x1b[?1049l").addresses_screen());
}

TEST(ScreenTakeoverTest, AClearedScreenIsALinesScreenStill) {
  EXPECT_FALSE(after("$ ls\r\n\x1b[H\x1b[2J\x1b[3J$ rm a\r\n").addresses_screen());
  EXPECT_TRUE(after("\x1b[?25l\x1b[H\x1b[2Jtop").addresses_screen());
  EXPECT_TRUE(after("\x1b[5;9Hx\x1b[H\x1b[2J").addresses_screen());
  EXPECT_TRUE(after("\x1b[H\x1b[2J\x1b[Htop").addresses_screen());
}

TEST(ScreenTakeoverTest, APlainProgramGetsItsLineBackAndNothingElse) {
  EXPECT_EQ(given_back_screen(after("hello\r\n$ "), AlternateScreen::kPresent), "$ \x1b[?2004l");
}

TEST(ScreenTakeoverTest, PastesAreBracketedWhileGuardAsksAndThenAsTheProgramHadIt) {
  for (const bool had : {true, false}) {
    const ScreenState screen = after(had ? "\x1b[?2004h" : "");
    EXPECT_NE(taken_screen(screen, AlternateScreen::kPresent).find("\x1b[?2004h"),
              std::string::npos);
    EXPECT_EQ(taken_screen(screen, AlternateScreen::kPresent).find("\x1b[?2004l"),
              std::string::npos);
    EXPECT_TRUE(given_back_screen(screen, AlternateScreen::kPresent)
                    .ends_with(had ? "\x1b[?2004h" : "\x1b[?2004l"));
  }
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
  // Output of `clear` is no part of it: shown again, it would wipe the screen.
  EXPECT_EQ(after("old\r\n\x1b[H\x1b[J\x1b[3J").line(), "");
  EXPECT_EQ(after("old\r\n\x1b[H\x1b[2J\x1b[3J$ ls").line(), "$ ls");
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
