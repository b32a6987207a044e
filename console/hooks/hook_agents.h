// SPDX-License-Identifier: Apache-2.0
// The agents that ask a program of ours before they use a tool, and how each of them speaks: one
// row an agent. Formats as their own documentation has them (2026). Values; any thread.
#ifndef GUARD_CONSOLE_HOOKS_HOOK_AGENTS_H_
#define GUARD_CONSOLE_HOOKS_HOOK_AGENTS_H_

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

namespace guard::console {

using OrderedJson = nlohmann::ordered_json;

struct HookAgent {
  std::string_view name;
  std::string_view home_variable;  // names its folder, if set
  std::string_view folder;         // else below $HOME
  std::string_view settings;       // in that folder
  std::string_view event;
  std::string_view tool;      // its shell, by the name that hooks see; also the matcher
  bool file_is_ours;          // only guard's hook stands in it
  bool can_ask;               // it asks its user, where we say so; else that means: run it
  bool can_block_on_failure;  // a hook that fails counts as a refusal, if its entry says so
};

[[nodiscard]] std::span<const HookAgent> hook_agents();
[[nodiscard]] const HookAgent* hook_agent(std::string_view name);  // null: none of these
// "claude, codex, ..."
[[nodiscard]] std::string hook_agent_names();

enum class HookVerdict { kAsk, kDeny };
// The answer that the agent reads on our standard output.
[[nodiscard]] OrderedJson hook_answer(const HookAgent& agent, HookVerdict verdict,
                                      const std::string& reason);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_HOOKS_HOOK_AGENTS_H_
