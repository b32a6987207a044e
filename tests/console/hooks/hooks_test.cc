// SPDX-License-Identifier: Apache-2.0
// The words that hooks understand and say, agent by agent, and what they leave of an agent's
// settings.
#include <gtest/gtest.h>

#include "console/hooks/hook_agents.h"
#include "console/hooks/hook_request.h"
#include "console/hooks/hook_settings.h"

namespace guard::console {
namespace {

const HookAgent& agent(std::string_view name) {
  return *hook_agent(name);
}

TEST(HookRequestTest, EveryAgentsShellIsUnderstood) {
  const struct {
    const char* name;
    const char* text;
  } rows[] = {
      {"claude", R"({"tool_name":"Bash","tool_input":{"command":"rm -r a"},"cwd":"/w"})"},
      {"codex", R"({"tool_name":"Bash","tool_input":{"command":"rm -r a"},"cwd":"/w"})"},
      {"qwen",
       R"({"tool_name":"run_shell_command","tool_input":{"command":"rm -r a"},"cwd":"/w"})"},
      {"gemini",
       R"({"tool_name":"run_shell_command","tool_input":{"command":"rm -r a"},"cwd":"/w"})"},
      {"copilot", R"({"toolName":"bash","toolArgs":"{\"command\":\"rm -r a\"}","cwd":"/w"})"},
  };
  for (const auto& row : rows) {
    const auto request = hook_request(agent(row.name), row.text);
    ASSERT_TRUE(request && *request) << row.name;
    EXPECT_EQ((*request)->check["shell"], "rm -r a") << row.name;
    EXPECT_EQ((*request)->cwd, "/w") << row.name;
  }
}

TEST(HookRequestTest, WordsAreTakenAsTheyAre) {
  const auto request = hook_request(
      agent("codex"), R"({"tool_name":"Bash","tool_input":{"command":["rm","-r","a b"]}})");
  ASSERT_TRUE(request && *request);
  EXPECT_EQ((*request)->check["argv"], nlohmann::json({"rm", "-r", "a b"}));
}

TEST(HookRequestTest, TheToolsOwnFolderCounts) {
  const auto request = hook_request(agent("gemini"),
                                    R"({"tool_name":"run_shell_command","cwd":"/w",
                       "tool_input":{"command":"ls","directory":"sub"}})");
  ASSERT_TRUE(request && *request);
  EXPECT_EQ((*request)->cwd, "/w/sub");
}

TEST(HookRequestTest, OtherToolsAreNobodysBusinessHere) {
  const auto request =
      hook_request(agent("claude"), R"({"tool_name":"Read","tool_input":{"file_path":"/x"}})");
  ASSERT_TRUE(request);
  EXPECT_FALSE(*request);
}

TEST(HookRequestTest, WhatIsNotUnderstoodIsAnError) {
  for (const char* text : {"", "[]", "{", R"({"tool_input":{}})", R"({"tool_name":"Bash"})",
                           R"({"tool_name":"Bash","tool_input":{"command":7}})",
                           R"({"tool_name":"Bash","tool_input":{"command":["rm",7]}})",
                           R"({"tool_name":"Bash","tool_input":"{"})"})
    EXPECT_FALSE(hook_request(agent("claude"), text)) << text;
}

TEST(HookAnswerTest, WhoTakesAskForRunIsTold) {
  EXPECT_EQ(hook_answer(agent("claude"), HookVerdict::kAsk,
                        "r")["hookSpecificOutput"]["permissionDecision"],
            "ask");
  EXPECT_EQ(hook_answer(agent("codex"), HookVerdict::kAsk,
                        "r")["hookSpecificOutput"]["permissionDecision"],
            "deny");
  EXPECT_EQ(hook_answer(agent("gemini"), HookVerdict::kAsk, "r")["decision"], "deny");
  EXPECT_EQ(hook_answer(agent("copilot"), HookVerdict::kDeny, "r")["permissionDecision"], "deny");
}

TEST(HookSettingsTest, OtherSettingsStayInTheirOrder) {
  const std::string before =
      "{\n    \"zeta\": 1,\n    \"hooks\": {\n        \"PreToolUse\": [\n            {\n"
      "                \"matcher\": \"Edit\",\n                \"hooks\": []\n            }\n"
      "        ]\n    },\n    \"alpha\": [\n        \"x\"\n    ]\n}\n";
  const auto with = with_hook(agent("claude"), before, "/bin/guard hook claude");
  ASSERT_TRUE(with);
  EXPECT_NE(with->find("\n    \"zeta\": 1"), std::string::npos);
  EXPECT_LT(with->find("zeta"), with->find("alpha"));
  EXPECT_NE(with->find("\"matcher\": \"Edit\""), std::string::npos);
  EXPECT_NE(with->find("\"onFailure\": \"block\""), std::string::npos);
  const auto without = without_hook(agent("claude"), *with);
  ASSERT_TRUE(without);
  EXPECT_EQ(*without, before);
}

TEST(HookSettingsTest, ASecondInstallReplacesTheFirst) {
  for (const HookAgent& one : hook_agents()) {
    const std::string word = " hook " + std::string(one.name);
    const auto first = with_hook(one, "", "/old/guard" + word);
    ASSERT_TRUE(first) << one.name;
    const auto second = with_hook(one, *first, "/new/guard" + word);
    ASSERT_TRUE(second) << one.name;
    EXPECT_EQ(second->find("/old/guard"), std::string::npos) << one.name;
    EXPECT_EQ(*second, *with_hook(one, "", "/new/guard" + word)) << one.name;
    const auto none = without_hook(one, *second);
    ASSERT_TRUE(none) << one.name;
    EXPECT_EQ(*none, one.file_is_ours ? "" : "{}\n") << one.name;
  }
}

TEST(HookSettingsTest, WhatIsNotUnderstoodIsLeftAlone) {
  for (const char* text :
       {"// mine\n{}", "[]", R"({"hooks": []})", R"({"hooks": {"PreToolUse": 1}})"})
    EXPECT_FALSE(with_hook(agent("claude"), text, "guard hook claude")) << text;
}

}  // namespace
}  // namespace guard::console
