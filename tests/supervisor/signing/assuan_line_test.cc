// SPDX-License-Identifier: Apache-2.0
#include "supervisor/signing/assuan_line.h"

#include <gtest/gtest.h>

#include <string>

namespace guard::supervisor {
namespace {

using Kind = GpgCommand::Kind;

Kind kind_of_line(std::string_view line) {
  return read_gpg_line(line).kind;
}

TEST(AssuanLineTest, WhatShowsAndPreparesIsFree) {
  for (const char* line :
       {"GETINFO version", "RESET", "OPTION ttyname=/dev/pts/1", "OPTION --pinentry-mode=ask",
        "HAVEKEY 00", "KEYINFO --list", "SIGKEY 00", "SETKEYDESC x", "SETHASH 8 00", "BYE",
        "SCD SERIALNO", "SCD GETATTR KEY-FPR", "reset"})
    EXPECT_EQ(kind_of_line(line), Kind::kFree) << line;
}

TEST(AssuanLineTest, UsesAndChangesOfKeysAreNot) {
  EXPECT_EQ(kind_of_line("PKSIGN"), Kind::kSign);
  EXPECT_EQ(kind_of_line("pksign --hash=sha256"), Kind::kSign);
  EXPECT_EQ(kind_of_line("PKDECRYPT"), Kind::kDecrypt);
  for (const char* line : {"EXPORT_KEY 00", "DELETE_KEY 00", "GENKEY", "IMPORT_KEY", "PASSWD 00",
                           "GET_PASSPHRASE x", "SCD PKSIGN", "SCD", "KEYATTR 00 a b"})
    EXPECT_EQ(kind_of_line(line), Kind::kKeys) << line;
}

TEST(AssuanLineTest, WhatIsNotExactlyKnownIsUnknown) {
  for (const char* line :
       {"X", " PKSIGN", " GETINFO", "GETINFOX", "OPTION", "OPTION new=1", "SETKEY --another 00",
        "SIGKEY *", "SIGKEY", "D data", "END", "CAN", "\tBYE", "PKSIGN\rBYE"})
    EXPECT_EQ(kind_of_line(line), Kind::kUnknown) << line;
  EXPECT_EQ(kind_of_line(std::string_view("GETINFO\0PKSIGN", 14)), Kind::kUnknown);
  EXPECT_EQ(kind_of_line(std::string(900, 'A')), Kind::kUnknown);
}

TEST(AssuanLineTest, CommentsAndEmptyLinesAreNothing) {
  EXPECT_EQ(kind_of_line(""), Kind::kNothing);
  EXPECT_EQ(kind_of_line("# PKSIGN"), Kind::kNothing);
}

TEST(AssuanLineTest, AnInquiryTakesDataUntilItsEnd) {
  EXPECT_EQ(read_inquiry_line("D x"), InquiryLine::kData);
  EXPECT_EQ(read_inquiry_line("END"), InquiryLine::kEnd);
  EXPECT_EQ(read_inquiry_line("CAN"), InquiryLine::kEnd);
  for (const char* line : {"", "D", "END ", "PKSIGN", "RESET", "# END"})
    EXPECT_EQ(read_inquiry_line(line), InquiryLine::kUnknown) << line;
}

TEST(AssuanLineTest, ADescriptionNamesItsUser) {
  EXPECT_EQ(user_in_description("Please+enter%0A%22Ana+%3Ca%40b%3E%22%0A255-bit"), "Ana <a@b>");
  EXPECT_EQ(user_in_description("no user"), "");
  EXPECT_EQ(user_in_description("%22open"), "");
  EXPECT_EQ(user_in_description("%"), "");
  EXPECT_EQ(user_in_description("%zz%2"), "");
}

}  // namespace
}  // namespace guard::supervisor
