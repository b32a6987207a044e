// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/question_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>

namespace guard::console {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class QuestionListTest : public testing::Test {
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
    drawn_ = list_->open(kStart);
    return *list_;
  }
  // "a yes, b no"
  std::string type(std::initializer_list<std::string_view> reads) {
    for (const std::string_view read : reads) drawn_ = list_->on_typed(read, kStart + 2s);
    std::string said;
    for (const auto& [id, answer] : list_->take_answers())
      said += (said.empty() ? "" : ", ") + id + (answer.approve ? " yes" : " no");
    return said;
  }

  static constexpr TimePoint kStart{std::chrono::hours(400000)};
  std::optional<QuestionList> list_;
  std::string drawn_;
};

TEST_F(QuestionListTest, WhatIsMarkedIsAnsweredTogether) {
  show({question("one"), question("two"), question("three")});
  EXPECT_THAT(drawn_, HasSubstr("3 questions wait"));
  EXPECT_THAT(drawn_, HasSubstr("rm one\\x1B[2J"));
  EXPECT_EQ(type({" ", "j", " ", "y"}), "one yes, three yes");
  EXPECT_EQ(type({"y"}), "");
}

TEST_F(QuestionListTest, NothingIsAnsweredWithoutAMark) {
  show({question("one"), question("two")});
  EXPECT_EQ(type({"y"}), "");
  EXPECT_THAT(drawn_, HasSubstr("mark some first"));
  EXPECT_EQ(type({"n"}), "");
}

TEST_F(QuestionListTest, AllThatAreShownAreNoMoreThanTheScreenHas) {
  std::vector<nlohmann::json> many;
  for (int i = 0; i < 40; ++i) many.push_back(question("q" + std::to_string(i)));
  show(many, 7);
  EXPECT_EQ(type({"a", "n"}), "q0 no, q1 no, q2 no");
}

TEST_F(QuestionListTest, WhatHasJustComeIsNotMarkedWithTheRest) {
  show({question("one")});
  list_->add(question("two"), kStart + 1900ms);
  EXPECT_EQ(type({"a", "y"}), "one yes");
  list_->add(question("three"), kStart + 100ms);
  EXPECT_EQ(type({"a", "n"}), "one no, three no");
}

TEST_F(QuestionListTest, TierThreeIsAnsweredOneByOne) {
  show({question("one", 3), question("two")});
  EXPECT_EQ(type({"a", "y"}), "two yes");
  EXPECT_THAT(drawn_, HasSubstr("tier 3 is answered one by one"));
  EXPECT_EQ(type({"a", "n"}), "one no, two no");
}

TEST_F(QuestionListTest, ASettledQuestionLeavesWithItsMark) {
  show({question("one"), question("two")});
  (void)type({"a"});
  list_->remove("one");
  EXPECT_EQ(type({"y"}), "two yes");
  list_->remove("two");
  EXPECT_TRUE(list_->empty());
  EXPECT_EQ(list_->current(), "");
  EXPECT_EQ(type({" ", "j", "a", "y"}), "");
}

TEST_F(QuestionListTest, PastesAndTheFirstMomentsAreNoKeys) {
  show({question("one")});
  EXPECT_THAT(list_->on_typed("a", kStart + 100ms), IsEmpty());
  EXPECT_EQ(type({"ay", "\x1b[200~a\x1b[201~", "y"}), "");
}

TEST_F(QuestionListTest, ResizingTakesTheMarksAway) {
  show({question("one"), question("two")});
  (void)type({"a"});
  EXPECT_THAT(list_->resized(ViewStyle{60, true, false}, 5, kStart + 2s), HasSubstr("0 marked"));
  EXPECT_EQ(type({"y"}), "");
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
  EXPECT_THAT(list_->open(kStart) + list_->on_typed("a", kStart + 2s) + list_->close("denied"),
              Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace guard::console
