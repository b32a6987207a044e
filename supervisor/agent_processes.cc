// SPDX-License-Identifier: Apache-2.0
#include "supervisor/agent_processes.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace guard::supervisor {
namespace {

bool contains(const std::vector<std::string>& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

// "/usr/lib/node_modules/" of "/usr/lib/node_modules/@openai/codex/bin/codex.js"; else empty.
std::string_view modules_folder(std::string_view path) {
  constexpr std::string_view kModules = "/node_modules/";
  const std::size_t at = path.find(kModules);
  return at == std::string_view::npos ? std::string_view() : path.substr(0, at + kModules.size());
}

}  // namespace

bool AgentProcesses::goes_on_as_agent(const policy::Actor& child) const {
  if (contains(launches_, base_name(child.exe))) return true;
  return !child.argv.empty() && contains(launches_, base_name(child.argv.front()));
}

void AgentProcesses::started(const policy::Actor& command) {
  own_paths_.push_back(command.exe);
  // The script that an interpreter was told; what stands behind it is for the script.
  const auto& argv = command.argv;
  if (argv.size() > 1 && argv[1].starts_with('/')) own_paths_.push_back(argv[1]);
}

bool AgentProcesses::launched(const policy::Actor& child) {
  return !std::exchange(has_launched_, true) && goes_on_as_agent(child) && lies_with_it(child);
}

bool AgentProcesses::lies_with_it(const policy::Actor& child) const {
  return std::ranges::any_of(own_paths_, [&](const std::string& path) {
    const std::string_view folder = modules_folder(path);
    if (folder.empty()) return false;
    const bool same_script = child.argv.size() > 1 && contains(child.argv, path);
    return same_script || child.exe.starts_with(folder);
  });
}

}  // namespace guard::supervisor
