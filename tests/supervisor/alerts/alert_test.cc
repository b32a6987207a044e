// SPDX-License-Identifier: Apache-2.0
#include "supervisor/alerts/alert.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

using policy::AlertEvent;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

Alert alert_with(const std::string& what) {
  Alert alert;
  alert.id = "1a2b3c4d-0000";
  alert.session = "s1";
  alert.tier = 3;
  alert.question = {{"id", alert.id},     {"what", what},       {"why", "the agent's command: x"},
                    {"tier", 3},          {"state", "pending"}, {"category", "SUDO"},
                    {"names", {"a", "b"}}};
  return alert;
}

TEST(AlertTest, TheJsonIsBoundedAndHasNoListOfNames) {
  const auto json = alert_json(alert_with(std::string(100'000, 'x')), TimePoint());
  EXPECT_EQ(json.at("event"), "asked");
  EXPECT_EQ(json.at("session"), "s1");
  EXPECT_FALSE(json.at("question").contains("names"));
  EXPECT_LT(wire_text(json).size(), 4000U);
}

TEST(AlertTest, AHeadlineIsOneSafeLine) {
  const std::string line = headline(alert_with("rm 'a\nb\x1b]0;x\x07'"));
  EXPECT_THAT(line, HasSubstr("guard asks (tier 3): rm"));
  EXPECT_EQ(line.find_first_of("\n\x1b\x07"), std::string::npos) << line;
}

// Tmux runs what stands in #(...) of a message.
TEST(AlertTest, AFixedLineHasNoWordOfTheTree) {
  Alert alert = alert_with("#(touch /tmp/x) %H #{pane_id}");
  EXPECT_EQ(fixed_line(alert), "guard: question 1a2b3c4d (tier 3) waits: guard watch");
  alert.id = "#(x)";
  EXPECT_THAT(fixed_line(alert), Not(HasSubstr("#")));
}

TEST(AlertTest, WhoAnsweredIsSaid) {
  Alert alert = alert_with("rm x");
  alert.event = AlertEvent::kSettled;
  alert.question["state"] = "denied";
  alert.question["answered_by"] = "ana (guard deny)";
  EXPECT_EQ(headline(alert), "guard denied by ana (guard deny): rm x");
}

TEST(AlertTest, VariablesAreOneLineEach) {
  const auto variables = alert_variables(alert_with("rm 'a\nPATH=/evil'"));
  EXPECT_THAT(variables, Contains("GUARD_ALERT_TIER=3"));
  EXPECT_THAT(variables, Contains("GUARD_ALERT_CATEGORY=SUDO"));
  for (const auto& variable : variables) {
    EXPECT_TRUE(variable.starts_with("GUARD_ALERT_")) << variable;
    EXPECT_EQ(variable.find('\n'), std::string::npos) << variable;
  }
}

}  // namespace
}  // namespace guard::supervisor
