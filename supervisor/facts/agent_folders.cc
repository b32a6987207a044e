// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/agent_folders.h"

#include <array>
#include <string_view>

#include "base/text.h"

namespace guard::supervisor {
namespace {

struct Agent {
  std::string_view command;                 // base name
  std::string_view package;                 // a component of its script's path
  std::array<std::string_view, 3> folders;  // below home; "" ends
};

constexpr std::array kAgents = {
    Agent{"claude", "@anthropic-ai/claude-code", {".claude", ".claude.json", ".cache/claude"}},
    Agent{"codex", "@openai/codex", {".codex"}},
    Agent{"gemini", "@google/gemini-cli", {".gemini"}},
    Agent{"qwen", "@qwen-code/qwen-code", {".qwen"}},
    Agent{"opencode",
          "opencode-ai",
          {".local/share/opencode", ".config/opencode", ".cache/opencode"}},
    Agent{"pi", "pi-coding-agent", {".pi"}},
    Agent{"cline", "cline", {".cline"}},
    Agent{"copilot", "@github/copilot", {".copilot"}},
};

bool is_script_of(const Agent& agent, const std::vector<std::string>& command) {
  for (std::size_t i = 1; i < command.size() && i < 3; ++i) {
    const std::string& word = command[i];
    if (word.starts_with('-')) continue;
    return word.find("/node_modules/" + std::string(agent.package) + "/") != std::string::npos ||
           word.find("/" + std::string(agent.package) + "/dist/") != std::string::npos ||
           base_name(word) == agent.command;
  }
  return false;
}

bool is_agent(const Agent& agent, const std::vector<std::string>& command) {
  if (base_name(command.front()) == agent.command) return true;
  constexpr std::array<std::string_view, 4> kInterpreters = {"node", "nodejs", "bun", "npx"};
  for (const std::string_view interpreter : kInterpreters) {
    if (base_name(command.front()) == interpreter) return is_script_of(agent, command);
  }
  return false;
}

}  // namespace

std::vector<std::string> agent_folders(const std::vector<std::string>& command,
                                       const std::string& home) {
  std::vector<std::string> folders;
  if (command.empty() || home.empty()) return folders;
  for (const Agent& agent : kAgents) {
    if (!is_agent(agent, command)) continue;
    for (const std::string_view folder : agent.folders) {
      if (!folder.empty()) folders.push_back(home + "/" + std::string(folder));
    }
  }
  return folders;
}

}  // namespace guard::supervisor
