// SPDX-License-Identifier: Apache-2.0
#include "base/text/text.h"

#include <gtest/gtest.h>

#include "base/text/both_ends.h"
#include "base/text/ipv4.h"
#include "base/text/safe_output.h"

namespace guard {
namespace {

TEST(TextTest, AnAddressIsWrittenWithItsFourNumbers) {
  EXPECT_EQ(ipv4_text(0), "0.0.0.0");
  EXPECT_EQ(ipv4_text(0x7F000001), "127.0.0.1");
  EXPECT_EQ(ipv4_text(0xC612000A), "198.18.0.10");
  EXPECT_EQ(ipv4_text(0xFFFFFFFF), "255.255.255.255");
}

TEST(SafeTextTest, EscapeSequencesNeverPassRaw) {
  EXPECT_EQ(safe_text("a\x1b[31mb"), "a\\x1B[31mb");
  EXPECT_EQ(safe_text("a\nb\tc\rd"), "a\\nb\\tc\\x0Dd");
  EXPECT_EQ(safe_text(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(safe_text("\xc2\x9b"), "\\x9B");  // C1 CSI in UTF-8
}

TEST(SafeTextTest, BidiAndInvisibleMarksAreShown) {
  EXPECT_EQ(safe_text("a\xE2\x80\xAE"
                      "b"),
            "a\\u{202E}b");
  EXPECT_EQ(safe_text("a\xE2\x80\x8B"
                      "b"),
            "a\\u{200B}b");
}

TEST(SafeTextTest, InvalidUtf8IsShownByteByByte) {
  EXPECT_EQ(safe_text("\xff\xfe"), "\\xFF\\xFE");
  EXPECT_EQ(safe_text("\xc0\xaf"), "\\xC0\\xAF");           // overlong slash
  EXPECT_EQ(safe_text("\xed\xa0\x80"), "\\xED\\xA0\\x80");  // surrogate
  EXPECT_EQ(safe_text("\xe2\x80"), "\\xE2\\x80");           // cut short
}

TEST(SafeTextTest, OrdinaryTextStays) {
  EXPECT_EQ(safe_text("naïve ファイル.txt"), "naïve ファイル.txt");
}

TEST(SafeTextTest, LettersThatLookLikeNothingAreShown) {
  EXPECT_EQ(safe_text("a\u00ADb"), "a\\u{AD}b");         // soft hyphen
  EXPECT_EQ(safe_text("a\u3164b"), "a\\u{3164}b");       // Hangul filler
  EXPECT_EQ(safe_text("a\uFE01b"), "a\\u{FE01}b");       // variation selector
  EXPECT_EQ(safe_text("a\U000E0041b"), "a\\u{E0041}b");  // tag
  EXPECT_EQ(safe_text("a\uE000\U000F0000b"), "a\uE000\\u{F0000}b");
}

TEST(SafeTextTest, AHeapOfMarksOnOneLetterIsShownMarkByMark) {
  EXPECT_EQ(safe_text("e\u0323\u0302t"), "e\u0323\u0302t");  // two are a letter of Vietnamese
  std::string storm = "e";
  for (int i = 0; i < 6; ++i) storm += "\u0302";
  EXPECT_EQ(safe_text(storm), "e\u0302\u0302\u0302\u0302\\u{302}\\u{302}");
}

TEST(SafeTextTest, SafeTextStaysAsItIs) {
  const std::string safe = safe_text("a\x1b\xff\u202e\u0085\n");
  EXPECT_EQ(safe_text(safe), safe);
}

TEST(BothEndsTest, TheMiddleOfALongTextIsLeftOut) {
  EXPECT_EQ(both_ends("abcdefgh", 4, 4), "abcdefgh");
  EXPECT_EQ(both_ends("abcdefghijkl", 6, 3), "abc... jkl");
  EXPECT_EQ(both_ends("aaaaaaaaaaé", 5, 1), "aa... ");  // no half of a character
}

TEST(SafeJsonTest, SpellsOutAsJsonWhatATerminalObeys) {
  EXPECT_EQ(safe_json("{\"a\":\"x\\u001b\x7f\u009b\u202e\u00fc\"}"),
            "{\"a\":\"x\\u001b\\u007f\\u009b\\u202e\u00fc\"}");
  EXPECT_EQ(safe_json("[\"\U000E0041\"]"), "[\"\\udb40\\udc41\"]");
  EXPECT_EQ(safe_json("[\"\xff\"]"), "[\"\\ufffd\"]");
}

TEST(SafeJsonTest, LinesOfJsonStayAsTheyAre) {
  EXPECT_EQ(safe_json("{\n  \"ok\": true\n}\n"), "{\n  \"ok\": true\n}\n");
}

TEST(CommandTextTest, QuotesWhatAShellWouldSplit) {
  EXPECT_EQ(command_text({"rm", "-rf", "a b", "", "it's"}), "rm -rf 'a b' '' 'it'\\''s'");
}

TEST(SizeTextTest, UsesOneDigitAndNeverAThousand) {
  EXPECT_EQ(size_text(999), "999 B");
  EXPECT_EQ(size_text(1258291), "1.3 MB");
  EXPECT_EQ(size_text(999999), "1.0 MB");
}

TEST(ShortenedTest, KeepsWholeRunes) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdefg", 6), "abc...");
  EXPECT_EQ(shortened("ééééééé", 6), "ééé...");
}

}  // namespace
}  // namespace guard
