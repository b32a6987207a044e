// SPDX-License-Identifier: Apache-2.0
#include "console/front/password_box.h"

#include <gtest/gtest.h>

namespace guard::console {
namespace {

class PasswordBoxTest : public ::testing::Test {
 protected:
  PasswordBox box_{{"sudo id -u", "[sudo] password for ana: ", "amber falcon"}, ViewStyle{}};
};

TEST_F(PasswordBoxTest, NamesTheCommandItsPromptAndTheSign) {
  const std::string drawn = box_.open();
  for (const char* text : {"password", "sudo id -u", "[sudo] password for ana:", "amber falcon"})
    EXPECT_NE(drawn.find(text), std::string::npos) << text;
}

TEST_F(PasswordBoxTest, ShowsNoKeyAndNotHowMany) {
  (void)box_.open();
  EXPECT_EQ(box_.on_typed("s3cret"), "");
  EXPECT_EQ(box_.answer(), "");
  EXPECT_EQ(box_.on_typed("\r").find("s3cret"), std::string::npos);
  EXPECT_EQ(box_.answer(), "s3cret\n");
}

TEST_F(PasswordBoxTest, BackspaceTakesAWholeCharacterBackAndCtrlUAllOfThem) {
  (void)box_.on_typed("x\x15g\xc3\xbc\x7f\x7f");
  (void)box_.on_typed("ab\r");
  EXPECT_EQ(box_.answer(), "ab\n");
}

TEST_F(PasswordBoxTest, AKeyThatIsASignalGoesAlone) {
  for (const char* key : {"\x03", "\x1a", "\x1c", "\x04"}) {
    PasswordBox box({"sudo x", "", ""}, ViewStyle{});
    (void)box.on_typed("half");
    (void)box.on_typed(key);
    EXPECT_EQ(box.answer(), key);
  }
}

TEST_F(PasswordBoxTest, ArrowsAndReportsOfTheTerminalAreNoPartOfIt) {
  (void)box_.on_typed("a");
  (void)box_.on_typed("\x1b[A");
  (void)box_.on_typed("b\r");
  EXPECT_EQ(box_.answer(), "ab\n");
}

TEST_F(PasswordBoxTest, APasteIsTextWithoutItsEndOfLine) {
  (void)box_.on_pasted("pasted\r\n");
  EXPECT_EQ(box_.answer(), "");
  (void)box_.on_typed("\r");
  EXPECT_EQ(box_.answer(), "pasted\n");
}

TEST_F(PasswordBoxTest, MoreThanATerminalTakesIsSaidAndDoesNotCount) {
  EXPECT_NE(box_.on_typed(std::string(600, 'x')).find("longer than"), std::string::npos);
  (void)box_.on_typed("\r");
  EXPECT_EQ(box_.answer(), std::string(512, 'x') + "\n");
}

TEST_F(PasswordBoxTest, APromptOfTheCommandCannotDrawOnTheScreen) {
  PasswordBox box({"sudo x", "\x1b[2Jfake", ""}, ViewStyle{});
  EXPECT_EQ(box.open().find("\x1b[2J"), std::string::npos);
}

}  // namespace
}  // namespace guard::console
