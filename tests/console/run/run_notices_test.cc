// SPDX-License-Identifier: Apache-2.0
#include "console/run/run_notices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace guard::console {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Words = std::vector<std::string>;

std::string notice(const Words& command, bool saves = true) {
  std::string text;
  for (const std::string& line : start_notice(command, "tui", saves)) text += line + "\n";
  return text;
}

TEST(StartNoticeTest, AShellToTypeIntoSaysThatItIsGuarded) {
  for (const Words& command :
       {Words{"bash"}, Words{"/bin/zsh", "-l"}, Words{"bash", "--norc", "-i"}})
    EXPECT_THAT(notice(command), HasSubstr("runs under guard, as session tui.")) << command.front();
  EXPECT_THAT(notice({"/bin/zsh"}), testing::StartsWith("this zsh runs under guard"));
  EXPECT_THAT(notice({"bash"}), HasSubstr("Answer here, or elsewhere: guard watch."));
}

TEST(StartNoticeTest, WhatDrawsOrRunsSomethingElseSaysNothing) {
  for (const Words& command :
       {Words{}, Words{"vim"}, Words{"bash", "-c", "rm x"}, Words{"sh", "-ec", "x"},
        Words{"bash", "script.sh"}, Words{"bash", "-x", "script.sh"}})
    EXPECT_EQ(notice(command), "");
}

TEST(StartNoticeTest, NothingIsPromisedOfUndoWithoutIt) {
  EXPECT_THAT(notice({"bash"}, false), testing::Not(HasSubstr("undo")));
  EXPECT_THAT(notice({"bash"}, false), testing::Not(HasSubstr("saves")));
  EXPECT_THAT(notice({"bash"}), HasSubstr("Get files back: guard undo."));
}

TEST(StartNoticeTest, ASessionInAnotherPlaceSaysHowItIsFound) {
  const Whereabouts by_state = whereabouts("", "/var/my state");
  EXPECT_EQ(by_state.of_session, " --state-dir '/var/my state'");
  EXPECT_EQ(by_state.of_state, by_state.of_session);
  const Whereabouts by_socket = whereabouts("/run/s.sock", "");
  EXPECT_EQ(by_socket.of_session, " --session /run/s.sock");
  EXPECT_EQ(by_socket.of_state, "");
  const Whereabouts usual = whereabouts("", "");
  EXPECT_EQ(usual.of_session + usual.of_state, "");
  EXPECT_THAT(
      start_notice({"bash"}, "tui", true, by_state).back(),
      HasSubstr("guard watch --state-dir '/var/my state'. Get files back: guard undo --state"));
}

TEST(StartNoticeTest, AWorkspaceThatIsNotThisFolderIsNamed) {
  EXPECT_EQ(workspace_notice({"/nonexistent/p"}, "/nonexistent/p"), "");
  EXPECT_EQ(workspace_notice({"/nonexistent/p"}, "/nonexistent"), "");
  EXPECT_EQ(workspace_notice({"/nonexistent/p", "/nonexistent/q"}, "/nonexistent/p/src"), "");
  Whereabouts where;
  where.workspace = workspace_notice({"/nonexistent/p"}, "/nonexistent/p/src");
  EXPECT_EQ(where.workspace, "The workspace is /nonexistent/p, which holds this folder.");
  EXPECT_EQ(start_notice({"bash"}, "tui", true, where).back(), where.workspace);
  EXPECT_THAT(start_notice({"vim"}, "tui", true, where), IsEmpty());
}

TEST(ChangesNoticeTest, NothingOnRecordIsNothingToSay) {
  EXPECT_EQ(changes_notice("/nonexistent", "s1"), "");
}

TEST(NotAppliedNoticesTest, WhatAProjectsFileMayNotSayIsNamedWithTheWay) {
  EXPECT_THAT(not_applied_notices({}, PolicyChosen::kByPlace), IsEmpty());
  EXPECT_THAT(
      not_applied_notices({"/p/.guard.yaml:2:3: pre_confirmed: rm -rf x"}, PolicyChosen::kByPlace),
      ElementsAre(AllOf(HasSubstr("/p/.guard.yaml:2:3: pre_confirmed: rm -rf x"),
                        HasSubstr("guard policy trust"), HasSubstr("--policy FILE"))));
  EXPECT_THAT(not_applied_notices({"a", "b", "c", "d", "e"}, PolicyChosen::kByPlace),
              ElementsAre(HasSubstr("a; b; c and 2 more")));
}

TEST(NotAppliedNoticesTest, OnlyAdviceThatHelpsIsGiven) {
  const std::string loosening = "/p/.guard.yaml:2:3: pre_confirmed: rm -rf x";
  const std::string locked =
      "/p/.guard.yaml:1:7: mode: trusting: mode is locked by /u/policy.yaml:2";
  EXPECT_THAT(not_applied_notices({loosening}, PolicyChosen::kByOption),
              ElementsAre(AllOf(HasSubstr("may only tighten"), Not(HasSubstr("policy trust lets")),
                                Not(HasSubstr("else use --policy")))));
  EXPECT_THAT(
      not_applied_notices({locked}, PolicyChosen::kByPlace),
      ElementsAre(AllOf(HasSubstr("locks that: " + locked), Not(HasSubstr("may only tighten")),
                        Not(HasSubstr("trust lets")), Not(HasSubstr("--policy")))));
  EXPECT_THAT(not_applied_notices({loosening, locked}, PolicyChosen::kByPlace),
              ElementsAre(HasSubstr("rm -rf x. guard policy trust"), HasSubstr("locks that")));
}

}  // namespace
}  // namespace guard::console
