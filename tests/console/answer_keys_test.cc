// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/answer_keys.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/console/support/typist.h"

namespace guard::console {
namespace {

using namespace std::chrono_literals;

constexpr AnswerKeySet kOffered = {"de", "n\r\x1b", "j"};
constexpr TimePoint kStart{std::chrono::hours(400000)};

const char* name_of(KeyEvent event) {
  constexpr std::array<const char*, 10> kNames = {"nothing",  "opened", "dropped",  "typing",
                                                  "command",  "armed",  "disarmed", "approved",
                                                  "refusing", "refused"};
  return event == KeyEvent::kNotAnswered ? "not answered" : kNames[static_cast<std::size_t>(event)];
}

// One key, and how long after the one before (or the question) it comes.
struct Step {
  std::chrono::milliseconds after;
  std::string typed;
};

class AnswerKeysTest : public ::testing::Test {
 protected:
  // Gives each thing that comes of it, except that nothing happens: "opened, armed, approved".
  std::string run(const std::vector<Step>& steps, std::chrono::milliseconds last = 0ms) {
    keys_.begin(kStart);
    now_ = kStart;
    events_.clear();
    for (const Step& step : steps) {
      pass(step.after);
      note(keys_.take(step.typed, kOffered, now_));
    }
    pass(last);
    return events_;
  }
  void pass(std::chrono::milliseconds time) {
    for (const TimePoint end = now_ + time; now_ < end;) {
      now_ = std::min(end, now_ + 50ms);
      if (now_ < end || time == 0ms) note(keys_.turn(now_));
    }
  }
  void note(KeyEvent event) {
    if (event == KeyEvent::kNothing) return;
    events_ += (events_.empty() ? "" : ", ") + std::string(name_of(event));
  }

  AnswerKeys keys_;
  TimePoint now_;
  std::string events_;
};

TEST_F(AnswerKeysTest, YAndEnterApproveOnceTheQuestionIsOpen) {
  EXPECT_EQ(run({{1600ms, "y"}, {100ms, "\r"}}), "opened, armed, approved");
  EXPECT_EQ(run({{1600ms, "Y"}, {3000ms, "\n"}}), "opened, armed, approved");
}

TEST_F(AnswerKeysTest, NothingIsApprovedBeforeTheKeysHaveRested) {
  EXPECT_EQ(run({{1500ms, "y"}, {100ms, "\r"}}), "dropped, dropped");
  EXPECT_EQ(run({{1400ms, "y\r"}}), "dropped");
  // Each key begins the wait anew.
  EXPECT_EQ(run({{1400ms, "a"}, {1400ms, "b"}, {1400ms, "y"}, {90ms, "\r"}}),
            "dropped, dropped, dropped, dropped");
  EXPECT_EQ(run({{1400ms, "a"}, {1700ms, "y"}, {90ms, "\r"}}), "dropped, opened, armed, approved");
}

TEST_F(AnswerKeysTest, AnythingBetweenYAndEnterIsTyping) {
  for (const std::string between : {"e", "y", " ", "n", "x", "\x1b[A", "es"})
    EXPECT_EQ(run({{1600ms, "y"}, {100ms, between}, {100ms, "\r"}}),
              "opened, armed, typing, dropped")
        << between;
}

TEST_F(AnswerKeysTest, YOfAWordIsTyping) {
  EXPECT_EQ(run({{1600ms, "e"}, {200ms, "y"}, {200ms, "\r"}}), "opened, command, typing, dropped");
  EXPECT_EQ(run({{1600ms, "b"}, {200ms, "y"}, {200ms, "\r"}}), "opened, typing, dropped, dropped");
  EXPECT_EQ(run({{1600ms, "j"}, {200ms, "y"}, {200ms, "\r"}}), "opened, command, typing, dropped");
  EXPECT_EQ(run({{1600ms, "yyy"}, {200ms, "\r"}}), "opened, typing, dropped");
}

// A paste, or typing that was held up on its way.
TEST_F(AnswerKeysTest, YAndEnterInOneReadApproveNothing) {
  EXPECT_EQ(run({{1600ms, "y\r"}}), "opened, typing");
  EXPECT_EQ(run({{1600ms, "y"}, {100ms, "\r\r"}}), "opened, armed, typing");
}

TEST_F(AnswerKeysTest, YOfAWordThatIsTypedSlowlyIsDropped) {
  EXPECT_EQ(run({{1600ms, "e"}, {500ms, "y"}, {500ms, "\r"}}), "opened, command, dropped, dropped");
  EXPECT_EQ(run({{1600ms, "d"}, {1400ms, "y"}, {500ms, "\r"}}),
            "opened, command, dropped, dropped");
  EXPECT_EQ(run({{1600ms, "j"}, {500ms, "y"}, {90ms, "\r"}}), "opened, command, dropped, dropped");
  EXPECT_EQ(run({{1600ms, "e"}, {1600ms, "y"}, {90ms, "\r"}}), "opened, command, armed, approved");
}

TEST_F(AnswerKeysTest, YRightAfterWhatTheTerminalSentIsDropped) {
  run({{1600ms, "e"}}, 1600ms);
  EXPECT_TRUE(keys_.may_approve());
  keys_.note(now_);
  EXPECT_FALSE(keys_.may_approve());
  EXPECT_EQ(keys_.take("y", kOffered, now_ + 500ms), KeyEvent::kDropped);
  EXPECT_EQ(keys_.take("\r", kOffered, now_ + 600ms), KeyEvent::kDropped);
}

TEST_F(AnswerKeysTest, CommandsOfAPersonFollowOneAnotherSlowlyOrAreTheSame) {
  EXPECT_EQ(run({{1600ms, "e"}, {100ms, "e"}, {100ms, "ee"}, {500ms, "d"}}),
            "opened, command, command, command, command");
  EXPECT_EQ(run({{1600ms, "e"}, {100ms, "d"}}), "opened, command, typing");
  EXPECT_EQ(run({{1600ms, "j"}, {100ms, "j"}, {100ms, "e"}}), "opened, command, command, command");
}

TEST_F(AnswerKeysTest, ANoCountsWhenNothingFollowsIt) {
  for (const std::string no : {"n", "N", "\r", "\x1b"}) {
    EXPECT_EQ(run({{1600ms, no}}, 500ms), "opened, refusing, refused") << no;
    EXPECT_EQ(run({{1600ms, no}, {300ms, "o"}}, 500ms), "opened, refusing, typing") << no;
  }
  EXPECT_EQ(run({{1600ms, "e"}, {100ms, "n"}}, 500ms), "opened, command, typing");
}

TEST_F(AnswerKeysTest, NAndEnterAfterARestAreAWholeNo) {
  EXPECT_EQ(run({{1600ms, "n"}, {100ms, "\r"}}), "opened, refusing, refused");
  EXPECT_EQ(run({{1600ms, "n\r"}}), "opened, refused");
  EXPECT_EQ(run({{1600ms, "then\r"}}), "opened, typing");
  EXPECT_EQ(run({{1600ms, "t"}, {90ms, "h"}, {90ms, "e"}, {90ms, "n"}, {90ms, "\r"}}, 500ms),
            "opened, typing, dropped, dropped, dropped, dropped");
  EXPECT_EQ(run({{1600ms, "e"}, {600ms, "n"}, {100ms, "\r"}}), "opened, command, refusing, typing");
  EXPECT_EQ(run({{1600ms, "e"}, {600ms, "n\r"}}), "opened, command, typing");
  EXPECT_EQ(run({{1600ms, "n"}, {100ms, "\r\r"}}), "opened, refusing, typing");
  EXPECT_EQ(run({{1600ms, "\r"}, {100ms, "\r"}}), "opened, refusing, typing");
}

TEST_F(AnswerKeysTest, ANoBeforeTheQuestionIsOpenIsNobodysAnswer) {
  EXPECT_EQ(run({{1000ms, "n"}}, 500ms), "refusing, not answered");
  EXPECT_EQ(run({{1000ms, "n"}, {200ms, "o"}}, 500ms), "refusing, dropped");
  EXPECT_EQ(run({{300ms, "n"}}, 500ms), "dropped");
  EXPECT_EQ(run({{1000ms, "\r"}}, 500ms), "dropped");
}

TEST_F(AnswerKeysTest, CtrlCRefusesAtOnce) {
  EXPECT_EQ(run({{1600ms, "\x03"}}), "opened, refused");
  EXPECT_EQ(run({{1600ms, "y"}, {50ms, "\x03"}}), "opened, armed, refused");
  EXPECT_EQ(run({{100ms, "\x03"}}), "not answered");
}

TEST_F(AnswerKeysTest, HalfAnApprovalIsForgottenInTime) {
  EXPECT_EQ(run({{1600ms, "y"}, {10500ms, "\r"}}, 500ms),
            "opened, armed, disarmed, refusing, refused");
  EXPECT_EQ(run({{1600ms, "y"}, {100ms, "\x1b"}}), "opened, armed, disarmed");
}

TEST_F(AnswerKeysTest, ALoopThatStoodStillOpensNothing) {
  keys_.begin(kStart);
  EXPECT_EQ(keys_.turn(kStart + 10s), KeyEvent::kNothing);
  EXPECT_EQ(keys_.take("y\r", kOffered, kStart + 20s), KeyEvent::kDropped);
  EXPECT_EQ(run({}, 2000ms), "opened");
  EXPECT_EQ(keys_.take("y\r", kOffered, now_ + 10s), KeyEvent::kDropped);
  EXPECT_EQ(run({}, 2000ms), "opened");
  EXPECT_EQ(keys_.take("y\r", kOffered, now_ - 10s), KeyEvent::kDropped) << "the clock was set";
}

TEST_F(AnswerKeysTest, ATurnThatReadTheClockBeforeANoteClosesNothing) {
  run({}, 2000ms);
  keys_.note(now_);
  EXPECT_EQ(keys_.turn(now_ - 5ms), KeyEvent::kNothing);
  EXPECT_TRUE(keys_.open());
  EXPECT_EQ(keys_.take("e", kOffered, now_ + 500ms), KeyEvent::kCommand);
}

// An hour of questions, one after the other, each while somebody types.
TEST_F(AnswerKeysTest, AnHourOfTypingApprovesNothing) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Typist typist(seed);
    keys_.begin(kStart);
    now_ = kStart;
    for (TimePoint asked = kStart; now_ < kStart + 1h;) {
      const Typist::Key next = typist.next();
      pass(next.before);
      const KeyEvent event = keys_.take(std::string(1, next.key), kOffered, now_);
      ASSERT_NE(event, KeyEvent::kApproved) << seed << " at " << (now_ - kStart).count();
      if (now_ - asked < 7s) continue;
      keys_.begin(now_);
      asked = now_;
    }
  }
}

}  // namespace
}  // namespace guard::console
