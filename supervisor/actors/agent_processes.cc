// SPDX-License-Identifier: Apache-2.0
#include "supervisor/actors/agent_processes.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text/text.h"
#include "policy/command/interpreters.h"
#include "policy/shell/nested_text.h"

namespace guard::supervisor {
namespace {

// These may stand before a script and leave it the script's code that runs. Every other option may
// bring code along (-e, -r, --import, --loader, --env-file, python's -c and -m), open the process
// to others (--inspect), or is not known: who starts so is not the agent.
constexpr std::array<std::string_view, 10> kHarmless = {
    "--max-old-space-size=",  "--max_old_space_size=",
    "--max-semi-space-size=", "--stack-size=",
    "--disable-warning=",     "--no-warnings",
    "--no-warnings=",         "--no-deprecation",
    "--enable-source-maps",   "--expose-gc"};

bool contains(const std::vector<std::string>& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

bool is_harmless(std::string_view option) {
  return std::ranges::any_of(kHarmless, [&](std::string_view known) {
    return known.ends_with('=') ? option.starts_with(known) : option == known;
  });
}

// The script that an interpreter was told by its full name; what stands behind it is for the
// script. Empty: none, or other code than its runs too.
std::string_view script_of(const std::vector<std::string>& argv) {
  for (std::size_t at = 1; at < argv.size(); ++at) {
    if (is_harmless(argv[at])) continue;
    return argv[at].starts_with('/') ? std::string_view(argv[at]) : std::string_view();
  }
  return {};
}

// Its image says nothing of what it runs.
bool runs_scripts(std::string_view exe) {
  const std::string_view name = base_name(exe);
  return policy::is_interpreter(name) || policy::is_shell(name) || name == "bun" || name == "deno";
}

// "/usr/lib/node_modules/" of "/usr/lib/node_modules/@openai/codex/bin/codex.js"; else empty.
std::string_view modules_folder(std::string_view path) {
  constexpr std::string_view kModules = "/node_modules/";
  const std::size_t at = path.find(kModules);
  return at == std::string_view::npos ? std::string_view() : path.substr(0, at + kModules.size());
}

// ".../node_modules/@qwen-code/qwen-code/" of a file of that package; else empty.
std::string_view package_folder(std::string_view path) {
  constexpr std::string_view kModules = "/node_modules/";
  const std::size_t modules = path.rfind(kModules);
  if (modules == std::string_view::npos) return {};
  const std::size_t name = modules + kModules.size();
  std::size_t end = path.find('/', name);
  if (end != std::string_view::npos && path[name] == '@') end = path.find('/', end + 1);
  const bool plain = end != std::string_view::npos && path[name] != '.';
  return plain ? path.substr(0, end + 1) : std::string_view();
}

bool is_of_package(std::string_view path, std::string_view script) {
  const std::string_view folder = package_folder(path);
  return !folder.empty() && script.starts_with(folder);
}

bool lies_beside(std::string_view path, std::string_view exe) {
  const std::string_view folder = modules_folder(path);
  return !folder.empty() && exe.starts_with(folder);
}

}  // namespace

bool AgentProcesses::goes_on_as_agent(const policy::Actor& child) const {
  if (contains(launches_, base_name(child.exe))) return true;
  return !child.argv.empty() && contains(launches_, base_name(child.argv.front()));
}

void AgentProcesses::started(const policy::Actor& command) {
  own_images_.push_back({command.exe, std::string(script_of(command.argv))});
}

bool AgentProcesses::launched(const policy::Actor& child, bool loads_other_code, LaunchedBy by) {
  const bool is_first = by == LaunchedBy::kCommand && !std::exchange(has_launched_, true);
  return (is_first || sets_itself_up_()) && !loads_other_code && is_called_so(child) &&
         lies_with_it(child);
}

// By both: an image that is called otherwise acts as something else, and any image can be called
// so.
bool AgentProcesses::is_called_so(const policy::Actor& child) const {
  return !child.argv.empty() && contains(launches_, base_name(child.exe)) &&
         contains(launches_, base_name(child.argv.front()));
}

bool AgentProcesses::lies_with_it(const policy::Actor& child) const {
  const std::string_view script = script_of(child.argv);
  const auto any_own = [&](auto fits) { return std::ranges::any_of(own_images_, fits); };
  const auto beside_own = [&](std::string_view path) {
    return any_own([&](const Image& own) {
      return lies_beside(own.exe, path) || lies_beside(own.script, path);
    });
  };
  if (!runs_scripts(child.exe)) return beside_own(child.exe);
  const bool same_interpreter = any_own([&](const Image& own) { return own.exe == child.exe; });
  const bool same_script =
      any_own([&](const Image& own) { return own.exe == child.exe && own.script == script; });
  // Another package beside it, such as a server for its tools, is not the agent.
  const bool of_own_package = any_own([&](const Image& own) {
    return is_of_package(own.exe, script) || is_of_package(own.script, script);
  });
  return !script.empty() &&
         (same_script || (sets_itself_up_() && same_interpreter && of_own_package));
}

bool starts_commands_for_agent(const policy::Actor& actor) {
  return base_name(actor.exe) == "guard" && actor.argv.size() > 1 && actor.argv[1] == "mcp";
}

}  // namespace guard::supervisor
