// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/question.h"

#include <gtest/gtest.h>

#include <string>

#include "base/limits.h"
#include "tests/supervisor/approval/some_question.h"

namespace guard::supervisor {
namespace {

TEST(QuestionTest, ScopesAreRead) {
  Answer answer;
  for (const char* text : {"once", "command", "session", "always"}) {
    ASSERT_TRUE(parse_scope(text, answer)) << text;
    EXPECT_STREQ(name_of(answer.scope), text);
  }
  ASSERT_TRUE(parse_scope("30m", answer));
  EXPECT_EQ(answer.scope, Scope::kMinutes);
  EXPECT_EQ(answer.minutes.count(), 30);
  ASSERT_TRUE(parse_scope("2h", answer));
  EXPECT_EQ(answer.minutes.count(), 120);
}

TEST(QuestionTest, OtherScopesAreRefused) {
  for (const char* text : {"", "Once", "minutes", "30", "m", "0m", "-5m", "30s", "30mm", "25h",
                           "1441m", "99999999999m", "forever", " 30m", "+30m"}) {
    Answer answer;
    EXPECT_FALSE(parse_scope(text, answer)) << text;
    EXPECT_EQ(answer.scope, Scope::kOnce) << text;
  }
}

TEST(QuestionTest, MinutesBeyondADayAreRefused) {
  constexpr int kMost = int_limit("answer.minutes");
  const auto is_read = [](int count, const char* unit) {
    Answer answer;
    return static_cast<bool>(parse_scope(std::to_string(count) + unit, answer));
  };
  EXPECT_TRUE(is_read(kMost - 1, "m"));
  EXPECT_TRUE(is_read(kMost, "m"));
  EXPECT_FALSE(is_read(kMost + 1, "m"));
  EXPECT_TRUE(is_read(kMost / 60, "h"));
  EXPECT_FALSE(is_read(kMost / 60 + 1, "h"));
}

TEST(QuestionTest, JsonHasTheAgreedFields) {
  FakeClock clock;
  Question question = some_question(clock, 3);
  question.id = "1a2b3c4d-0000-4000-8000-000000000000";
  question.asked = clock.now;
  question.needs_confirm = true;
  question.categories = {policy::Category::kSudo, policy::Category::kExecArbitrary};
  question.changes = {"a", "b", "c", "d"};
  question.names = {"never here"};
  question.effect = policy::Effect{};
  question.effect->files = 37;
  const nlohmann::json json = to_json(question, clock.now + std::chrono::hours(1));
  EXPECT_EQ(json["category"], "SUDO");
  EXPECT_EQ(json["required_categories"], nlohmann::json({"SUDO", "EXEC_ARBITRARY"}));
  EXPECT_EQ(json["risk_level"], "high");
  EXPECT_EQ(json["changes"].size(), 3U);
  EXPECT_EQ(json["confirm"], "CONFIRM");
  EXPECT_EQ(json["effect"]["files"], 37);
  EXPECT_EQ(json["effect"]["complete"], true);
  EXPECT_EQ(json["asked"], "2023-11-14T22:13:20.000000Z");
  EXPECT_EQ(json["seconds_left"], 23 * 3600);
  EXPECT_FALSE(json.contains("names"));
  for (const char* field :
       {"id",          "session_id", "state",  "categories", "tier",     "what",       "why",
        "cwd",         "risk",       "undo",   "undo_part",  "chain",    "rule",       "reason",
        "alternative", "pattern",    "scopes", "pid",        "deadline", "answered_by"})
    EXPECT_TRUE(json.contains(field)) << field;
}

TEST(QuestionTest, JsonOfASettledOneHasNoTimeLeft) {
  FakeClock clock;
  Question question = some_question(clock);
  question.state = QuestionState::kDenied;
  const nlohmann::json json = to_json(question, clock.now);
  EXPECT_EQ(json["seconds_left"], 0);
  EXPECT_EQ(json["state"], "denied");
  EXPECT_TRUE(json["confirm"].is_null());
  EXPECT_TRUE(json["effect"].is_null());
}

}  // namespace
}  // namespace guard::supervisor
