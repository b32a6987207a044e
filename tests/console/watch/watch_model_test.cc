// SPDX-License-Identifier: Apache-2.0
#include "console/watch/watch_model.h"

#include "tests/console/support/typist.h"
#include "tests/console/watch/watch_fixture.h"

namespace guard::console {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST_F(WatchTest, YApprovesAndNDeniesWhatIsUnderTheCursor) {
  begin();
  ask("aaaa1", 2, "1");
  ask("bbbb2", 2, "2");
  wait();
  const auto approved = type("y\r");
  ASSERT_THAT(approved, SizeIs(1));
  EXPECT_EQ(approved[0].kind, RequestKind::kAnswer);
  EXPECT_EQ(approved[0].session, "s1");
  EXPECT_EQ(approved[0].id, "aaaa1");
  EXPECT_EQ(approved[0].body, (Json{{"answer", "approve"}}));
  press(Press::kDown);
  const auto denied = type("n");
  ASSERT_THAT(denied, SizeIs(1));
  EXPECT_EQ(denied[0].id, "bbbb2");
  EXPECT_EQ(denied[0].body, (Json{{"answer", "deny"}}));
}

TEST_F(WatchTest, AnAnswerOnItsWayIsNotSentAgain) {
  ask("aaaa1");
  wait();
  EXPECT_THAT(type("y\r"), SizeIs(1));
  EXPECT_THAT(type("y"), IsEmpty());
  EXPECT_THAT(type("n"), IsEmpty());
  take({NewsKind::kRefused, "s1", "aaaa1", "the pattern covers everything", {}});
  EXPECT_EQ(model_.message(), "the pattern covers everything");
  wait();
  EXPECT_THAT(type("n"), SizeIs(1));
}

TEST_F(WatchTest, AnAlertThatReachedNobodyIsSaid) {
  take({NewsKind::kUnalerted,
        "s1",
        "",
        "",
        {{"way", "webhook"}, {"cause", "answered 403\x1b[31m"}}});
  EXPECT_EQ(model_.message(), "alerts of s1: webhook failed: answered 403\\x1B[31m");
}

TEST_F(WatchTest, WhatJustCameUnderTheCursorIsNotAnswered) {
  ask("aaaa1");
  EXPECT_THAT(type("y\r", 100ms), IsEmpty());
  EXPECT_THAT(model_.message(), HasSubstr("y counts after 1.5 s"));
  EXPECT_THAT(type("n", 100ms), IsEmpty());
  wait();
  EXPECT_THAT(type("y\r"), SizeIs(1));
}

TEST_F(WatchTest, TheCursorThatMovesByItselfAnswersNothing) {
  ask("aaaa1", 2, "1");
  ask("bbbb2", 2, "2");
  wait();
  settle("aaaa1");
  EXPECT_EQ(selected(), "bbbb2");
  EXPECT_THAT(type("y\r", 100ms), IsEmpty());
  wait();
  EXPECT_THAT(type("y\r"), SizeIs(1));
}

TEST_F(WatchTest, WhatChangesBetweenTheTwoKeysIsNotApproved) {
  ask("aaaa1", 2, "1");
  ask("bbbb2", 2, "2");
  wait();
  type("y");
  settle("aaaa1");
  EXPECT_THAT(type("\r"), testing::Each(testing::Field(&WatchRequest::kind, RequestKind::kDetail)));
  press(Press::kEscape);
  wait();
  type(" y");  // bbbb2 is marked
  settle("bbbb2");
  ask("cccc3", 2, "3");
  EXPECT_THAT(type("\r"), testing::Each(testing::Field(&WatchRequest::kind, RequestKind::kDetail)));
}

TEST_F(WatchTest, TypingForgetsMarksAndScopes) {
  ask("aaaa1", 2, "1");
  ask("bbbb2", 2, "2");
  wait();
  type(" e");
  EXPECT_THAT(type("my\r", 150ms), IsEmpty());
  EXPECT_THAT(model_.message(), HasSubstr("y counts after 1.5 s"));
  EXPECT_FALSE(model_.marked(*model_.visible().front()));
  EXPECT_EQ(model_.scope_of(*model_.selected()), "");
}

TEST_F(WatchTest, AnHourOfTypingApprovesNothing) {
  Typist typist(3);
  int number = 0;
  for (TimePoint asked = now_, end = now_ + 1h; now_ < end;) {
    if (now_ >= asked) {
      ++number;
      ask("q" + std::to_string(number), number % 5 == 0 ? 3 : 2, std::to_string(number % 10));
      if (number > 40) settle("q" + std::to_string(number - 40));  // somebody else denied it
      asked = now_ + 6s;
    }
    const Typist::Key next = typist.next();
    wait(next.before);
    for (const WatchRequest& request : model_.on_keys({key_of(next.key)}, now_))
      ASSERT_EQ(request.body.dump().find("approve"), std::string::npos) << number;
  }
}

TEST_F(WatchTest, AnOlderQuestionDoesNotMoveTheCursor) {
  ask("bbbb2", 2, "2");
  wait();
  ask("aaaa1", 2, "1");
  EXPECT_EQ(model_.visible().front()->id, "aaaa1");
  EXPECT_EQ(selected(), "bbbb2");
  const auto requests = type("y\r");
  ASSERT_THAT(requests, SizeIs(1));
  EXPECT_EQ(requests[0].id, "bbbb2");
}

TEST_F(WatchTest, PastedTextAndUnknownSequencesAnswerNothing) {
  ask("aaaa1");
  wait();
  EXPECT_THAT(press({{Press::kChar, 'y'}, {Press::kChar, 'e'}, {Press::kChar, 's'}}), IsEmpty());
  EXPECT_THAT(press({{Press::kEscape, 0}, {Press::kChar, '['}, {Press::kChar, 'y'}}), IsEmpty());
  EXPECT_EQ(model_.mode(), Mode::kList);
  wait();
  EXPECT_THAT(press({{Press::kChar, 'y'}, {Press::kChar, 'y'}}), IsEmpty());
  wait();
  EXPECT_THAT(press({{Press::kChar, 'y'}, {Press::kEnter, 0}}), IsEmpty()) << "both at once";
  wait();
  EXPECT_THAT(type("y\r"), SizeIs(1));
}

TEST_F(WatchTest, APasteIsTextOfALineAndNeverAnAnswer) {
  const auto paste = [&](std::string_view text) {
    std::vector<WatchKey> keys;
    for (const char c : text) keys.push_back({Press::kPasted, c});
    return press(keys);
  };
  ask("aaaa1");
  wait();
  EXPECT_THAT(paste("y\r"), IsEmpty());
  EXPECT_THAT(model_.message(), HasSubstr("no answer"));
  wait();
  type("r");
  wait();
  EXPECT_THAT(paste("keep\r it"), IsEmpty());
  EXPECT_EQ(model_.typed().text(), "keep it");
  press(Press::kEscape);
  ask("bbbb2", 3);
  press(Press::kDown);
  wait();
  type("y");
  EXPECT_EQ(model_.mode(), Mode::kConfirm);
  EXPECT_THAT(paste("CONFIRM\r"), IsEmpty());
  EXPECT_EQ(model_.typed().text(), "");
}

TEST_F(WatchTest, NAndEnterDenyTogether) {
  ask("aaaa1");
  wait();
  EXPECT_THAT(press({{Press::kChar, 'n'}, {Press::kEnter, 0}}), SizeIs(1));
}

TEST_F(WatchTest, TierThreeTakesTheWord) {
  ask("aaaa1", 3);
  wait();
  EXPECT_THAT(type("y"), IsEmpty());
  EXPECT_EQ(model_.mode(), Mode::kConfirm);
  EXPECT_THAT(type("confirm"), IsEmpty());
  EXPECT_THAT(press(Press::kEnter), IsEmpty());
  EXPECT_THAT(model_.message(), HasSubstr("not the word"));
  wait();
  EXPECT_THAT(type("yCONFIRM"), IsEmpty());
  const auto requests = press(Press::kEnter);
  ASSERT_THAT(requests, SizeIs(1));
  EXPECT_EQ(requests[0].body, (Json{{"answer", "approve"}, {"confirm", "CONFIRM"}}));
}

TEST_F(WatchTest, WhatCannotBeReadTakesTheWordToo) {
  Json odd = question("aaaa1");
  odd.erase("tier");
  take({NewsKind::kAsked, "s1", "", "", odd});
  wait();
  EXPECT_THAT(type("y"), IsEmpty());
  EXPECT_EQ(model_.mode(), Mode::kConfirm);
}

TEST_F(WatchTest, TheWordIsForTheQuestionThatItWasAskedFor) {
  ask("aaaa1", 3, "1");
  ask("bbbb2", 3, "2");
  wait();
  type("yCONF");
  settle("aaaa1");
  EXPECT_EQ(model_.mode(), Mode::kList);
  wait();
  EXPECT_THAT(press({{Press::kChar, 'I'}, {Press::kChar, 'R'}, {Press::kEnter, 0}}), IsEmpty());
  type("y");
  EXPECT_EQ(model_.typed().text(), "");
}

TEST_F(WatchTest, EscapeLeavesTierThreeWaiting) {
  ask("aaaa1", 3);
  wait();
  type("yCONFIRM");
  EXPECT_THAT(press(Press::kEscape), IsEmpty());
  EXPECT_THAT(press(Press::kEnter),
              testing::Each(testing::Field(&WatchRequest::kind, RequestKind::kDetail)));
}

TEST_F(WatchTest, AReasonReachesTheAgent) {
  ask("aaaa1");
  wait();
  type("rkeep it");
  press(Press::kBackspace);
  const auto requests = press(Press::kEnter);
  ASSERT_THAT(requests, SizeIs(1));
  EXPECT_EQ(requests[0].body, (Json{{"answer", "deny"}, {"reason", "keep i"}}));
}

TEST_F(WatchTest, ScopeAndPatternGoWithTheApproval) {
  ask("aaaa1");
  wait();
  type("p");
  EXPECT_THAT(model_.message(), HasSubstr("scope"));
  type("e");
  EXPECT_THAT(model_.scope_of(*model_.selected()), HasSubstr("this session: rm -rf aaaa1"));
  type("p");
  type("*");
  press(Press::kEnter);
  wait();
  const auto requests = type("y\r");
  ASSERT_THAT(requests, SizeIs(1));
  EXPECT_EQ(requests[0].body,
            (Json{{"answer", "approve"}, {"scope", "session"}, {"pattern", "rm -rf aaaa1*"}}));
}

TEST_F(WatchTest, ADomainGoesWithTheApprovalWhereItIsOffered) {
  ask("aaaa1");
  wait();
  type("e");
  wait();
  type("w");
  EXPECT_THAT(model_.message(), HasSubstr("nothing wider"));
  auto offered = question("bbbb2");
  offered["pattern"] = "api.example.org:443/tcp";
  offered["wider"] = "*.example.org:443/tcp";
  take({NewsKind::kAsked, "s1", "", "", offered});
  settle("aaaa1");
  wait();
  for (const char* key : {"e", "w", "w"}) {
    type(key);
    wait();
  }
  EXPECT_THAT(model_.scope_of(*model_.selected()), Not(HasSubstr("*.example")));
  type("w");
  EXPECT_THAT(model_.scope_of(*model_.selected()), HasSubstr("*.example.org:443/tcp"));
  wait();
  const auto requests = type("y\r");
  ASSERT_THAT(requests, SizeIs(1));
  EXPECT_EQ(requests[0].body["pattern"], "*.example.org:443/tcp");
}

}  // namespace
}  // namespace guard::console
