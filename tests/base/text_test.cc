// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <gtest/gtest.h>

namespace guard {
namespace {

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
