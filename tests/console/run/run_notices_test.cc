// SPDX-License-Identifier: Apache-2.0
#include "console/run/run_notices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace guard::console {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::string>;

TEST(StartNoticeTest, AShellToTypeIntoSaysThatItIsGuarded) {
  for (const Words& command :
       {Words{"bash"}, Words{"/bin/zsh", "-l"}, Words{"bash", "--norc", "-i"}})
    EXPECT_THAT(start_notice(command, true), HasSubstr("is guarded: ")) << command.front();
  EXPECT_THAT(start_notice({"/bin/zsh"}, true), testing::StartsWith("this zsh is guarded"));
}

TEST(StartNoticeTest, WhatDrawsOrRunsSomethingElseSaysNothing) {
  for (const Words& command :
       {Words{}, Words{"vim"}, Words{"bash", "-c", "rm x"}, Words{"sh", "-ec", "x"},
        Words{"bash", "script.sh"}, Words{"bash", "-x", "script.sh"}})
    EXPECT_EQ(start_notice(command, true), "");
}

TEST(StartNoticeTest, NothingIsPromisedOfUndoWithoutIt) {
  EXPECT_THAT(start_notice({"bash"}, false), testing::Not(HasSubstr("undo")));
  EXPECT_THAT(start_notice({"bash"}, true), HasSubstr("saved for guard undo"));
}

TEST(ChangesNoticeTest, NothingOnRecordIsNothingToSay) {
  EXPECT_EQ(changes_notice("/nonexistent", "s1"), "");
}

}  // namespace
}  // namespace guard::console
