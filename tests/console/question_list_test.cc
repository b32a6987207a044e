// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/question_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>

#include "tests/console/support/typist.h"

namespace guard::console {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class QuestionListTest : public ::testing::Test {
 protected:
  void SetUp() override { std::setlocale(LC_CTYPE, "C.UTF-8"); }

  static nlohmann::json question(const std::string& id, int tier = 2) {
    return {{"id", id},
            {"tier", tier},
            {"what", "rm " + id + "\x1b[2J"},
            {"confirm", tier >= 3 ? nlohmann::json("CONFIRM") : nlohmann::json(nullptr)},
            {"deadline", iso_time(kStart + 1h)}};
  }
  QuestionList& show(std::vector<nlohmann::json> questions, std::size_t rows = 24) {
    list_.emplace(std::move(questions), ViewStyle{80, true, false}, rows);
    now_ = kStart;
    drawn_ = list_->open(now_);
    return *list_;
  }
  void rest(std::chrono::milliseconds time) {
    for (const TimePoint end = now_ + time; now_ < end;) {
      now_ += 100ms;
      if (const std::string drawn = list_->on_tick(now_); !drawn.empty()) drawn_ = drawn;
    }
  }
  // As a person who takes his time. "a yes, b no"
  std::string type(std::initializer_list<std::string_view> reads) {
    for (const std::string_view read : reads) {
      rest(1600ms);
      drawn_ = list_->on_typed(read, now_);
    }
    rest(500ms);
    return answers();
  }
  std::string answers() {
    std::string said;
    for (const auto& [id, answer] : list_->take_answers())
      said += (said.empty() ? "" : ", ") + id + (answer.approve ? " yes" : " no");
    return said;
  }

  static constexpr TimePoint kStart{std::chrono::hours(400000)};
  std::optional<QuestionList> list_;
  TimePoint now_ = kStart;
  std::string drawn_;
};

TEST_F(QuestionListTest, WhatIsMarkedIsAnsweredTogether) {
  show({question("one"), question("two"), question("three")});
  EXPECT_THAT(drawn_, HasSubstr("3 questions wait"));
  EXPECT_THAT(drawn_, HasSubstr("rm one\\x1B[2J"));
  EXPECT_EQ(type({" ", "j", " ", "y", "\r"}), "one yes, three yes");
  EXPECT_EQ(type({" ", "y"}), "");
  EXPECT_THAT(drawn_, HasSubstr("[Enter] approve the one that is marked"));
}

TEST_F(QuestionListTest, WhatWasAnsweredIsSaid) {
  show({question("one"), question("two"), question("three")});
  EXPECT_EQ(type({" ", " ", "y", "\r"}), "one yes, two yes");
  for (const char* id : {"one", "two"}) {
    auto settled = question(id);
    settled["state"] = "approved";
    list_->settle(settled);
  }
  EXPECT_EQ(list_->message(), "approved 2: rm two\\x1B[2J, rm one\\x1B[2J");
  EXPECT_THAT(list_->on_tick(now_), HasSubstr("approved 2: rm two"));
}

TEST_F(QuestionListTest, TheKeysThatAnswerAreShownInAnyWidth) {
  show({question("one")});
  for (const std::size_t columns : {30U, 40U, 80U}) {
    rest(1600ms);
    const std::string drawn = list_->resized(ViewStyle{columns, true, false}, 12, now_);
    // Another size begins the wait anew.
    for (const char* key : {"[y] after 1.5 s", "[n] deny", "[q] back", "[j] [k] move"})
      EXPECT_THAT(drawn, HasSubstr(key)) << columns;
    EXPECT_THAT(drawn, HasSubstr("rm one")) << columns;
  }
}

TEST_F(QuestionListTest, ARowKeepsTheEndOfWhatItIsAbout) {
  auto asked = question("one");
  asked["what"] = "rm -rf " + std::string(200, 'x') + " ./the_end";
  show({asked});
  EXPECT_THAT(drawn_, HasSubstr("./the_end"));
}

TEST_F(QuestionListTest, ANarrowListSaysWhatIsUnderTheCursor) {
  auto asked = question("two");
  asked["what"] = "rm -rf ./the_beginning ./the_middle ./the_end";
  show({question("one"), asked});
  (void)type({"j"});
  rest(1600ms);
  const std::string drawn = list_->resized(ViewStyle{30, true, false}, 12, now_);
  for (const char* part : {"./the_beginning", "./the_middle", "./the_end", "2 wait, 0 marked"})
    EXPECT_THAT(drawn, HasSubstr(part));
}

TEST_F(QuestionListTest, WhatIsPastedAnswersNothing) {
  show({question("one")});
  (void)type({" "});
  rest(1600ms);
  EXPECT_THAT(list_->on_pasted(now_), HasSubstr("what is pasted is no answer"));
  EXPECT_EQ(answers(), "");
}

TEST_F(QuestionListTest, WithoutAMarkTheHighlightedOneIsAnswered) {
  show({question("one"), question("two"), question("three")});
  EXPECT_EQ(type({"j", "y"}), "");
  EXPECT_THAT(drawn_, HasSubstr("[Enter] approve the highlighted one"));
  EXPECT_EQ(type({"\r"}), "two yes");
  EXPECT_EQ(type({"n"}), "two no");
}

TEST_F(QuestionListTest, TheAnswerGoesToTheOneThatWasHighlightedAtTheFirstKey) {
  show({question("one"), question("two")});
  EXPECT_EQ(type({"j", "y"}), "");
  list_->settle(question("one"));
  EXPECT_EQ(type({"\r"}), "two yes");
  list_->add(question("three"), now_);
  EXPECT_EQ(type({"y"}), "");
  list_->settle(question("two"));
  EXPECT_THAT(list_->on_tick(now_), Not(HasSubstr("[Enter]")));
  EXPECT_EQ(type({"\r"}), "") << "it was settled meanwhile";
}

TEST_F(QuestionListTest, EscTakesTheHighlightedOneBack) {
  show({question("one")});
  EXPECT_EQ(type({"y", "\x1b"}), "");
  EXPECT_THAT(drawn_, HasSubstr("0 marked"));
  EXPECT_FALSE(list_->leaves());
}

TEST_F(QuestionListTest, WhatHasJustComeUnderTheCursorIsNotAnswered) {
  show({question("one")});
  rest(1600ms);
  list_->add(question("two"), now_);
  list_->settle(question("one"));
  drawn_ = list_->on_typed("y", now_);
  EXPECT_THAT(drawn_, HasSubstr("that question has just come"));
  drawn_ = list_->on_typed("\r", now_ + 500ms);
  EXPECT_EQ(answers(), "");
}

TEST_F(QuestionListTest, EachAnswerLeavesOneLineAboveTheList) {
  show({question("one"), question("two")});
  auto settled = question("one");
  settled["state"] = "approved";
  settled["answered_by"] = "ana (terminal)";
  list_->settle(settled);
  const std::string drawn = list_->leave_behind(left_behind_text(settled), now_);
  EXPECT_THAT(drawn, HasSubstr("guard: approved once: rm one\\x1B[2J (ana)\r\n"));
  EXPECT_THAT(drawn, HasSubstr("1 question waits"));
  EXPECT_THAT(drawn, testing::ContainsRegex("^\r\x1b\\[[0-9]+A\x1b\\[J"))
      << "the list that stood there goes first";
  EXPECT_LT(drawn.find("approved once"), drawn.find("1 question waits"));
}

TEST(LeftBehindTest, SaysWhatBecameOfItAndThroughWhom) {
  const auto text = [](const char* state, const char* by, const char* scope, const char* reason) {
    return left_behind_text({{"state", state},
                             {"what", "rm -rf photos"},
                             {"answered_by", by},
                             {"scope", scope},
                             {"answer_reason", reason}});
  };
  EXPECT_EQ(text("approved", "ana (terminal)", "once", ""),
            "guard: approved once: rm -rf photos (ana)");
  EXPECT_EQ(text("approved", "ana (guard watch)", "session", ""),
            "guard: approved for this session: rm -rf photos (ana, guard watch)");
  EXPECT_EQ(text("denied", "ana (terminal)", "", "not mine"),
            "guard: denied: rm -rf photos (ana): not mine");
  EXPECT_EQ(text("timeout", "", "", "nobody answered"),
            "guard: denied, nobody answered in time: rm -rf photos");
  EXPECT_EQ(text("withdrawn", "", "", "the process ended"),
            "guard: withdrawn: rm -rf photos: the process ended");
}

TEST_F(QuestionListTest, AllThatAreShownAreNoMoreThanTheScreenHas) {
  std::vector<nlohmann::json> many;
  for (int i = 0; i < 40; ++i) many.push_back(question("q" + std::to_string(i)));
  show(many, 7);
  EXPECT_EQ(type({"a", "n"}), "q0 no, q1 no, q2 no");
}

TEST_F(QuestionListTest, WhatHasJustComeIsNotMarkedWithTheRest) {
  show({question("one")});
  rest(1600ms);
  list_->add(question("two"), now_);
  drawn_ = list_->on_typed("a", now_);
  EXPECT_EQ(type({"y", "\r"}), "one yes");
  list_->add(question("three"), now_);
  EXPECT_EQ(type({"a", "n"}), "one no, two no, three no");
}

TEST_F(QuestionListTest, TierThreeIsAnsweredOneByOne) {
  show({question("one", 3), question("two")});
  EXPECT_EQ(type({"a", "y", "\r"}), "two yes");
  EXPECT_THAT(drawn_, HasSubstr("tier 3 is answered one by one"));
  EXPECT_EQ(type({"a", "n"}), "one no, two no");
}

TEST_F(QuestionListTest, ASettledQuestionLeavesWithItsMark) {
  show({question("one"), question("two")});
  (void)type({"a"});
  list_->settle(question("one"));
  EXPECT_EQ(type({"y", "\r"}), "two yes");
  list_->settle(question("two"));
  EXPECT_TRUE(list_->empty());
  EXPECT_EQ(list_->current(), "");
  EXPECT_EQ(type({" ", "j", "a", "y", "\r"}), "");
}

TEST_F(QuestionListTest, PastesAndTheFirstMomentsAreNoKeys) {
  show({question("one")});
  drawn_ = list_->on_typed("a", kStart + 100ms);
  EXPECT_THAT(drawn_, Not(HasSubstr("1 marked")));
  EXPECT_EQ(type({"ay", "\x1b[200~a\x1b[201~", "\x1b[200~y\r\x1b[201~"}), "");
}

TEST_F(QuestionListTest, ResizingTakesTheMarksAway) {
  show({question("one"), question("two")});
  (void)type({"a"});
  EXPECT_THAT(list_->resized(ViewStyle{60, true, false}, 5, kStart + 2s), HasSubstr("0 marked"));
  EXPECT_EQ(type({"y", "\r"}), "one yes") << "only the highlighted one";
}

TEST_F(QuestionListTest, TypingTakesTheMarksAway) {
  show({question("one"), question("two")});
  (void)type({"a"});
  rest(1600ms);
  for (const char* key : {"j", "y", "\r"}) {
    drawn_ = list_->on_typed(key, now_);
    rest(100ms);
  }
  EXPECT_EQ(answers(), "");
  EXPECT_THAT(drawn_, HasSubstr("0 marked"));
}

TEST_F(QuestionListTest, AnHourOfTypingApprovesNothing) {
  Typist typist(11);
  for (TimePoint asked = now_; now_ < kStart + 1h;) {
    if (!list_ || list_->leaves() || list_->empty() || now_ - asked > 20s) {
      asked = now_;
      show({question("one"), question("two"), question("three", 3)});
      now_ = asked;
      (void)list_->open(now_);
    }
    const Typist::Key next = typist.next();
    rest(next.before);
    (void)list_->on_typed(std::string_view(&next.key, 1), now_);
    ASSERT_EQ(answers().find("yes"), std::string::npos) << (now_ - kStart).count();
  }
}

TEST_F(QuestionListTest, LeavesToTheOneUnderTheCursor) {
  show({question("one"), question("two")});
  EXPECT_EQ(type({"\x1b[B", "\x1b"}), "");
  EXPECT_TRUE(list_->leaves());
  EXPECT_EQ(list_->current(), "two");
}

TEST_F(QuestionListTest, ADumbTerminalGetsNoSequences) {
  ViewStyle style;
  style.dumb = true;
  list_.emplace(std::vector<nlohmann::json>{question("one")}, style, 24U);
  std::string all = list_->open(kStart);
  all += list_->on_tick(kStart + 2s);
  EXPECT_THAT(list_->on_tick(kStart + 3s), IsEmpty());
  EXPECT_THAT(all, HasSubstr("[a] mark all"));
  all += list_->on_typed("a", kStart + 4s);
  all += list_->close();
  EXPECT_THAT(all, HasSubstr("1 marked"));
  EXPECT_THAT(all, Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace guard::console
