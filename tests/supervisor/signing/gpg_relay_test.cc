// SPDX-License-Identifier: Apache-2.0
#include "supervisor/signing/gpg_relay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/supervisor/signing/relayed.h"

namespace guard::supervisor {
namespace {

using policy::KeyUse;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class GpgRelayTest : public testing::Test {
 protected:
  using Gpg = Relayed<GpgRelay>;

  GpgRelayTest() { hand_back("OK Pleased to meet you\n"); }

  void hand_back(const std::string& lines) {
    EXPECT_TRUE(Gpg::said(gpg.agent, lines));
    EXPECT_EQ(Gpg::heard(gpg.program, lines.size()), lines);
  }
  void hand_on(const std::string& line) {
    EXPECT_TRUE(Gpg::said(gpg.program, line));
    EXPECT_EQ(Gpg::heard(gpg.agent, line.size()), line);
  }
  void free_command(const std::string& line) {
    hand_on(line);
    hand_back("OK\n");
  }
  std::string line_of_program() {
    std::string line;
    for (std::string byte = Gpg::heard(gpg.program, 1); !byte.empty() && byte != "\n";
         byte = Gpg::heard(gpg.program, 1))
      line += byte;
    return line;
  }

  Gpg gpg;
};

TEST_F(GpgRelayTest, WhatShowsGoesThrough) {
  hand_on("KEYINFO --list\n");
  hand_back("S KEYINFO 00\n# more\nOK\n");
  gpg.end();
  EXPECT_TRUE(gpg.asked.empty());
}

TEST_F(GpgRelayTest, ASignatureSaysItsKeyAndItsHash) {
  free_command("SIGKEY AB12\n");
  free_command("SETKEYDESC for%0A%22Ana%22\n");
  free_command("SETHASH 8 CAFE\n");
  ASSERT_TRUE(Gpg::said(gpg.program, "PKSIGN\n"));
  EXPECT_THAT(line_of_program(), StartsWith("ERR 83886179"));
  gpg.end();
  ASSERT_EQ(gpg.asked.size(), 1U);
  EXPECT_EQ(gpg.asked[0].use, KeyUse::kSigned);
  EXPECT_EQ(gpg.asked[0].words, "sign by gpg with the key AB12, which the program calls Ana");
  EXPECT_EQ(gpg.asked[0].pattern, "gpg-sign AB12");
  EXPECT_THAT(gpg.asked[0].details, ElementsAre("hash 8 CAFE"));
}

// It does not sign with a key that the agent refused.
TEST_F(GpgRelayTest, AKeyThatTheAgentDoesNotTakeIsNotTold) {
  free_command("SIGKEY AB12\n");
  hand_on("SIGKEY FF\n");
  hand_back("ERR 1 no\n");
  ASSERT_TRUE(Gpg::said(gpg.program, "PKSIGN\n"));
  EXPECT_THAT(line_of_program(), StartsWith("ERR "));
  gpg.end();
  EXPECT_EQ(gpg.asked.at(0).pattern, "gpg-sign AB12");
}

TEST_F(GpgRelayTest, AnAllowedDecryptionGoesThroughWithItsData) {
  gpg.allows = true;
  free_command("SETKEY AB12\n");
  hand_on("PKDECRYPT\n");
  hand_back("INQUIRE CIPHERTEXT\n");
  hand_on("D secret\n");
  hand_on("END\n");
  hand_back("D plain\nOK\n");
  gpg.end();
  EXPECT_EQ(gpg.asked.at(0).use, KeyUse::kDecrypt);
  EXPECT_THAT(gpg.ends_, ElementsAre(true));
}

// Within an inquiry a command would reach the agent unread.
TEST_F(GpgRelayTest, ACommandWithinAnInquiryEndsIt) {
  hand_on("GETINFO x\n");
  hand_back("INQUIRE X\n");
  ASSERT_TRUE(Gpg::said(gpg.program, "PKSIGN\n"));
  EXPECT_EQ(Gpg::heard(gpg.agent, 1), "");
  EXPECT_EQ(Gpg::heard(gpg.program, 1), "");
}

TEST_F(GpgRelayTest, LinesThatComeTogetherAreReadOneByOne) {
  ASSERT_TRUE(Gpg::said(gpg.program, "RESET\nPKSIGN\n"));
  EXPECT_EQ(Gpg::heard(gpg.agent, 6), "RESET\n");
  hand_back("OK\n");
  EXPECT_THAT(line_of_program(), StartsWith("ERR 83886179"));
}

TEST_F(GpgRelayTest, WhatIsUnknownIsRefusedAndTold) {
  ASSERT_TRUE(Gpg::said(gpg.program, "NEWCOMMAND x\n"));
  EXPECT_THAT(line_of_program(), HasSubstr("Unknown IPC command"));
  gpg.end();
  EXPECT_THAT(gpg.refused, ElementsAre("the command NEWCOMMAND"));
}

TEST_F(GpgRelayTest, ALineBeyondItsLengthEndsIt) {
  free_command("GETINFO " + std::string(kMostOfGpgLine - 8, 'x') + "\n");
  ASSERT_TRUE(Gpg::said(gpg.program, "GETINFO " + std::string(kMostOfGpgLine - 7, 'x') + "\n"));
  EXPECT_EQ(Gpg::heard(gpg.agent, 1), "");
}

}  // namespace
}  // namespace guard::supervisor
