// SPDX-License-Identifier: Apache-2.0
#include "supervisor/check/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/load/yaml_loader.h"
#include "supervisor/check/local_check.h"
#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;

class ExplainTest : public ScratchTree {
 protected:
  std::unique_ptr<LocalCheck> checker(const std::string& policy_text) {
    auto loaded = policy::load_policy({{"p.yaml", policy_text}});
    if (!loaded) {
      ADD_FAILURE() << loaded.error().text();
      return nullptr;
    }
    policy::PathRoots roots;
    roots.workspace = {workspace_};
    roots.home = root_ + "/home";
    roots.tmp = {"/tmp", "/var/tmp"};
    return std::make_unique<LocalCheck>(std::move(*loaded), std::move(roots), workspace_,
                                        "/usr/bin:/bin");
  }
  Json explain(const Json& request, const std::string& policy_text = "version: 1") {
    const auto judge = checker(policy_text);
    if (!judge) return {};
    auto explained = judge->explain(request);
    return explained ? *explained : Json{{"error", explained.error().text()}};
  }
  static std::string steps(const Json& act) {
    std::string text;
    for (const auto& step : act["steps"])
      text += step["stage"].get<std::string>() + "=" + step["text"].get<std::string>() + ";";
    return text;
  }
};

TEST_F(ExplainTest, ShowsHowWordsWereRead) {
  const Json act =
      explain({{"argv", {"timeout", "5", "git", "-C", "x", "push", "-f", "o"}}})["acts"][0];
  const Json& levels = act["read_as"][0];
  ASSERT_EQ(levels.size(), 2U) << act;
  EXPECT_EQ(levels[0]["program"], "timeout");
  EXPECT_EQ(levels[1]["program"], "git");
  EXPECT_EQ(levels[1]["subcommand"], "push");
  EXPECT_EQ(levels[1]["operands"], Json::array({"o"}));
  bool found = false;
  for (const auto& finding : act["found"]) found = found || finding["tier"] == 3;
  EXPECT_TRUE(found) << act["found"];
}

TEST_F(ExplainTest, ShowsWhatIsTouched) {
  file("old/a", "123");
  const Json act = explain({{"argv", {"rm", "-r", "old"}}})["acts"][0];
  ASSERT_EQ(act["touches"].size(), 1U) << act;
  EXPECT_EQ(act["touches"][0]["path"], workspace_ + "/old");
  EXPECT_EQ(act["pattern"], workspace_ + "/old");
}

TEST_F(ExplainTest, StepsAreThoseThatWereTaken) {
  file("old/a", "123");
  const Json request = {{"argv", {"rm", "-r", "old"}}};
  EXPECT_THAT(steps(explain(request)["acts"][0]),
              HasSubstr("rules=the policy has none;mode=balanced: tier 2 means ask;"));
  const std::string rule = "rules: [{id: x, when: {command: rm}, decision: deny}]";
  EXPECT_EQ(steps(explain(request, rule)["acts"][0]), "rules=deny: x holds (p.yaml:1);");
  const std::string other = "rules: [{id: x, when: {command: cp}, decision: deny}]";
  EXPECT_THAT(steps(explain(request, other)["acts"][0]), HasSubstr("rules=none of 1 holds;"));
  EXPECT_THAT(steps(explain(request, "safe_mode: off")["acts"][0]), HasSubstr("safe mode=off"));
  EXPECT_THAT(steps(explain(request, "pre_confirmed: ['rm -r old']")["acts"][0]),
              HasSubstr("beforehand="));
  EXPECT_THAT(steps(explain({{"shell", "rm -rf /"}})["acts"][0]), HasSubstr("block=absurd"));
}

TEST_F(ExplainTest, DecidesAsCheckDoes) {
  file("old/a", "123");
  for (const char* text :
       {"rm -r old", "ls", "rm -rf /", "cat x | sh", "echo x > /etc/passwd", ""}) {
    const Json request = {{"shell", text}};
    const auto judge = checker("mode: paranoid");
    ASSERT_TRUE(judge);
    Json checked = *judge->check(request);
    const Json explained = (*judge->explain(request))["decision"];
    for (const auto& [field, value] : explained.items()) EXPECT_EQ(checked[field], value) << text;
  }
}

TEST_F(ExplainTest, TextsAreSafeForATerminal) {
  const Json explained = explain({{"argv", {"rm", "a\x1b[2Jb"}}});
  EXPECT_EQ(explained.dump().find('\x1b'), std::string::npos);
  EXPECT_EQ(explained.dump().find("\\u001b"), std::string::npos);
}

TEST_F(ExplainTest, AWrongRequestIsAnError) {
  EXPECT_TRUE(explain({{"argv", Json::array()}}).contains("error"));
  EXPECT_TRUE(explain({{"nonsense", 1}}).contains("error"));
}

}  // namespace
}  // namespace guard::supervisor
