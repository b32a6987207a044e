// SPDX-License-Identifier: Apache-2.0
// Marked questions, sessions, grants, acts and details: what guard watch keeps in its lists.
#include <set>

#include "tests/console/watch/watch_fixture.h"

namespace guard::console {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST_F(WatchTest, MarkedQuestionsAreAnsweredTogetherButTierThree) {
  ask("aaaa1", 2, "1");
  ask("bbbb2", 3, "2");
  ask("cccc3", 2, "3");
  wait();
  type("   ");
  EXPECT_THAT(type("y\r"), IsEmpty()) << "right after another key";
  wait();
  const auto requests = type("y\r");
  ASSERT_THAT(requests, SizeIs(2));
  EXPECT_EQ(requests[0].id, "aaaa1");
  EXPECT_EQ(requests[1].id, "cccc3");
  EXPECT_THAT(model_.message(), HasSubstr("tier 3"));
}

TEST_F(WatchTest, WhatWasAnsweredTogetherIsToldTogether) {
  ask("aaaa1", 2, "1");
  ask("bbbb2", 2, "2");
  ask("cccc3", 2, "3");
  wait();
  type("  ");
  EXPECT_THAT(type("n"), SizeIs(2));
  settle("aaaa1");
  EXPECT_EQ(model_.message(), "denied by ana (terminal): rm -rf ./aaaa1");
  settle("bbbb2");
  EXPECT_EQ(model_.message(), "denied 2: rm -rf ./bbbb2, rm -rf ./aaaa1");
  settle("cccc3");
  EXPECT_EQ(model_.message(), "denied by ana (terminal): rm -rf ./cccc3");
}

TEST_F(WatchTest, MarkedQuestionsThatTheFilterHidesAreNotAnswered) {
  ask("aaaa1", 2, "1");
  ask("bbbb2", 2, "2");
  wait();
  type("  fbbbb");
  press(Press::kEnter);
  ASSERT_THAT(model_.visible(), SizeIs(1));
  wait();
  const auto requests = type("y\r");
  ASSERT_THAT(requests, SizeIs(1));
  EXPECT_EQ(requests[0].id, "bbbb2");
}

TEST_F(WatchTest, ActsOfBeforeAndOfNowAreInOrderOfTime) {
  const auto act = [](const char* what, const char* time) {
    return Json{{"what", what}, {"time", time}};
  };
  take({NewsKind::kAct, "s1", "", "", act("third", "2025-03-01T09:00:03.000000Z")});
  take({NewsKind::kActs,
        "s1",
        "",
        "",
        {act("second", "2025-03-01T09:00:02.000000Z"),
         act("first", "2025-03-01T09:00:01.000000Z")}});
  take({NewsKind::kActs, "s2", "", "", {act("between", "2025-03-01T09:00:02.500000Z")}});
  take({NewsKind::kAct, "s2", "", "", act("last", "2025-03-01T09:00:04.000000Z")});
  std::string order;
  for (const WatchRow& row : model_.known().rows(Tab::kActs))
    order += row.body["what"].get<std::string>() + " ";
  EXPECT_EQ(order, "last third between second first ");
}

TEST_F(WatchTest, SearchGoesToTheNextLineAndAround) {
  ask("aaaa1", 2, "1");
  ask("bbbb2", 2, "2");
  ask("ab3", 2, "3");
  type("/RM -RF ./A");
  press(Press::kEnter);
  EXPECT_EQ(selected(), "ab3");
  type(".");
  EXPECT_EQ(selected(), "aaaa1");
  type("/nowhere");
  press(Press::kEnter);
  EXPECT_EQ(selected(), "aaaa1");
  EXPECT_THAT(model_.message(), HasSubstr("nothing here with"));
}

TEST_F(WatchTest, SessionsComeAndGo) {
  begin("s1");
  begin("s2");
  ask("aaaa1", 2, "1", "s1");
  ask("bbbb2", 2, "2", "s2");
  take({NewsKind::kAct, "s1", "", "", {{"what", "ls"}}});
  EXPECT_EQ(model_.known().session_text("s1"), "s1 (claude)");
  take({NewsKind::kEnded, "s1", "", "", {}});
  EXPECT_EQ(selected(), "bbbb2");
  EXPECT_THAT(model_.known().sessions(), SizeIs(1));
  EXPECT_THAT(model_.known().rows(Tab::kActs), SizeIs(1));
  begin("s1");
  take({NewsKind::kQuestions, "s1", "", "", Json::array({question("cccc3")})});
  EXPECT_THAT(model_.known().rows(Tab::kQuestions), SizeIs(2));
}

TEST_F(WatchTest, TheListOfASessionReplacesWhatWasKnown) {
  ask("aaaa1");
  ask("bbbb2", 2, "2", "s2");
  take({NewsKind::kQuestions, "s1", "", "", Json::array({question("cccc3")})});
  ASSERT_THAT(model_.known().rows(Tab::kQuestions), SizeIs(2));
  EXPECT_EQ(model_.known().rows(Tab::kQuestions)[0].id, "cccc3");
}

TEST_F(WatchTest, GrantsAreTakenBack) {
  take({NewsKind::kGrants,
        "s1",
        "",
        "",
        {{"categories", {"SUDO"}},
         {"grants", {{{"id", "g1"}, {"scope", "session"}, {"covers", "git push *"}}}}}});
  type("3");
  press(Press::kDown);
  const auto requests = type("x");
  ASSERT_THAT(requests, SizeIs(1));
  EXPECT_EQ(requests[0].kind, RequestKind::kRevoke);
  EXPECT_EQ(requests[0].id, "g1");
  take({NewsKind::kRevoked, "s1", "g1", "", {}});
  EXPECT_THAT(model_.known().rows(Tab::kGrants), SizeIs(1));
}

TEST_F(WatchTest, AnswersNeedTheQuestionsOnTheScreen) {
  ask("aaaa1");
  wait();
  type("2");
  EXPECT_THAT(type("yn"), IsEmpty());
  type("1?");
  EXPECT_THAT(type("y"), IsEmpty()) << "leaves the help";
}

TEST_F(WatchTest, ActsAreBoundedAndTheNewestIsFirst) {
  for (int i = 0; i < 1500; ++i)
    take({NewsKind::kAct, "s1", "", "", {{"what", "act " + std::to_string(i)}}});
  type("2");
  EXPECT_THAT(model_.visible(), SizeIs(1000));
  EXPECT_EQ(model_.selected()->body["what"], "act 1499");
  press(Press::kDown);
  take({NewsKind::kAct, "s1", "", "", {{"what", "newer"}}});
  EXPECT_EQ(model_.selected()->body["what"], "act 1498");
}

TEST_F(WatchTest, ANewQuestionRingsOnce) {
  EXPECT_FALSE(model_.take_bell());
  ask("aaaa1");
  EXPECT_TRUE(model_.take_bell());
  EXPECT_FALSE(model_.take_bell());
  settle("aaaa1");
  EXPECT_FALSE(model_.take_bell());
  EXPECT_THAT(model_.message(), HasSubstr("denied by ana (terminal): rm -rf ./aaaa1"));
}

TEST_F(WatchTest, DetailsFetchAllOfTheQuestion) {
  ask("aaaa1");
  const auto requests = type("d");
  ASSERT_THAT(requests, SizeIs(1));
  EXPECT_EQ(requests[0].kind, RequestKind::kDetail);
  take({NewsKind::kDetail, "s1", "other", "", {{"names", {"/x"}}}});
  EXPECT_TRUE(model_.detail().is_null());
  take({NewsKind::kDetail, "s1", "aaaa1", "", {{"names", {"/w/a", "/w/b"}}}});
  EXPECT_THAT(model_.detail()["names"], SizeIs(2));
}

TEST_F(WatchTest, TheScopeIsThatOfAllThatAreMarked) {
  ask("aaaa1", 2, "1");
  ask("bbbb2", 2, "2");
  auto only_once = question("cccc3");
  only_once["scopes"] = {"once"};
  take({NewsKind::kAsked, "s1", "", "", only_once});
  wait();
  type("   ");
  press(Press::kHome);
  type("e");
  EXPECT_THAT(model_.message(), HasSubstr("1 marked one does not offer"));
  wait();
  const auto answers = type("y\r");
  ASSERT_THAT(answers, SizeIs(3));
  std::multiset<std::string> scopes;
  for (const auto& answer : answers) scopes.insert(answer.body.value("scope", "once"));
  EXPECT_EQ(scopes.count("once"), 1U);
}

TEST_F(WatchTest, ALineIsEditedAsInAShell) {
  ask("aaaa1");
  wait();
  type("r");
  type("not this one");
  press(Press::kClearWord);
  EXPECT_EQ(model_.typed().text(), "not this ");
  press(Press::kClearLine);
  EXPECT_EQ(model_.typed().text(), "");
}

TEST_F(WatchTest, QLeavesAndAnswersNothing) {
  ask("aaaa1");
  wait();
  EXPECT_THAT(type("q"), IsEmpty());
  EXPECT_TRUE(model_.done());
}

TEST_F(WatchTest, KeysPauseOneSessionAllOrEndOneByTheWord) {
  const auto braked = [this](const char* session, const char* state) {
    take({NewsKind::kBraked, session, "", "", {{"state", state}, {"by", "ana (guard web)"}}});
  };
  begin("s1");
  begin("s2");
  wait();
  EXPECT_THAT(type("P"), IsEmpty()) << "of questions no key pauses: it may be typing";
  EXPECT_THAT(model_.message(), HasSubstr("press 2, then P")) << "a brake is never silent";
  type("4");
  auto requests = type("p");
  ASSERT_THAT(requests, SizeIs(1));
  EXPECT_EQ(requests[0].session + " " + requests[0].id, "s1 pause");
  braked("s1", "paused");
  EXPECT_EQ(model_.message(), "s1 is paused, by ana (guard web)");
  requests = type("p");
  ASSERT_THAT(requests, SizeIs(1));
  EXPECT_EQ(requests[0].id, "resume");
  requests = type("P");
  ASSERT_THAT(requests, SizeIs(1)) << "s1 stands still already";
  EXPECT_EQ(requests[0].session + " " + requests[0].id, "s2 pause");
  braked("s2", "paused");
  EXPECT_THAT(type("P"), SizeIs(2)) << "all stand still: all go on";
  braked("s1", "running");
  braked("s2", "running");
  EXPECT_EQ(model_.message(), "s1, s2 go on, by ana (guard web)");
  type("sno");
  press(Press::kEnter);
  EXPECT_THAT(model_.message(), HasSubstr("nothing was ended"));
  type("sstop");
  const auto ended = press(Press::kEnter);
  ASSERT_THAT(ended, SizeIs(1));
  EXPECT_EQ(ended[0].session + " " + ended[0].id, "s1 end");
}

}  // namespace
}  // namespace guard::console
