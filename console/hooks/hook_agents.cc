// SPDX-License-Identifier: Apache-2.0
#include "console/hooks/hook_agents.h"

#include <algorithm>
#include <array>

namespace guard::console {
namespace {

// Codex takes "ask" for "run", and gemini has no such word: there it has to be a refusal.
constexpr std::array kAgents = {
    HookAgent{"claude", "CLAUDE_CONFIG_DIR", ".claude", "settings.json", "PreToolUse", "Bash",
              false, true, true},
    HookAgent{"codex", "CODEX_HOME", ".codex", "hooks.json", "PreToolUse", "Bash", false, false,
              false},
    HookAgent{"gemini", "", ".gemini", "settings.json", "BeforeTool", "run_shell_command", false,
              false, false},
    HookAgent{"qwen", "", ".qwen", "settings.json", "PreToolUse", "run_shell_command", false, true,
              false},
    HookAgent{"copilot", "COPILOT_HOME", ".copilot", "hooks/guard.json", "preToolUse", "bash", true,
              true, false},
};

}  // namespace

std::span<const HookAgent> hook_agents() {
  return kAgents;
}

const HookAgent* hook_agent(std::string_view name) {
  const auto* found = std::find_if(kAgents.begin(), kAgents.end(),
                                   [&](const HookAgent& agent) { return agent.name == name; });
  return found == kAgents.end() ? nullptr : found;
}

std::string hook_agent_names() {
  std::string names;
  for (const HookAgent& agent : kAgents)
    names += (names.empty() ? "" : ", ") + std::string(agent.name);
  return names;
}

OrderedJson hook_answer(const HookAgent& agent, HookVerdict verdict, const std::string& reason) {
  const char* const word = verdict == HookVerdict::kAsk && agent.can_ask ? "ask" : "deny";
  if (agent.event == "BeforeTool") return {{"decision", word}, {"reason", reason}};
  const OrderedJson decision = {{"permissionDecision", word}, {"permissionDecisionReason", reason}};
  if (agent.event == "preToolUse") return decision;
  OrderedJson specific = {{"hookEventName", agent.event}};
  specific.update(decision);
  return {{"hookSpecificOutput", std::move(specific)}};
}

}  // namespace guard::console
