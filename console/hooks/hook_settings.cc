// SPDX-License-Identifier: Apache-2.0
#include "console/hooks/hook_settings.h"

#include <algorithm>
#include <cstdlib>

#include "supervisor/facts/path_roots.h"

namespace guard::console {
namespace {

constexpr const char* kHooks = "hooks";

OrderedJson entry_of(const HookAgent& agent, const std::string& command) {
  if (agent.file_is_ours) return {{"type", "command"}, {"bash", command}};
  OrderedJson hook = {{"type", "command"}, {"command", command}};
  if (agent.can_block_on_failure) hook["onFailure"] = "block";
  return {{"matcher", agent.tool}, {kHooks, OrderedJson::array({std::move(hook)})}};
}

bool is_ours(const HookAgent& agent, const OrderedJson& hook) {
  if (!hook.is_object()) return false;
  for (const char* field : {"command", "bash"}) {
    const auto found = hook.find(field);
    if (found == hook.end() || !found->is_string()) continue;
    const auto& command = found->get_ref<const std::string&>();
    if (command.ends_with(" hook " + std::string(agent.name)) &&
        command.find("guard") != std::string::npos)
      return true;
  }
  return false;
}

// An entry is a hook, or a matcher with a list of them.
void drop_ours(const HookAgent& agent, OrderedJson& entries) {
  const auto ours = [&agent](const OrderedJson& hook) { return is_ours(agent, hook); };
  for (OrderedJson& entry : entries) {
    if (!entry.is_object() || !entry.contains(kHooks) || !entry[kHooks].is_array()) continue;
    auto& hooks = entry[kHooks];
    if (std::none_of(hooks.begin(), hooks.end(), ours)) continue;
    hooks.erase(std::remove_if(hooks.begin(), hooks.end(), ours), hooks.end());
    if (hooks.empty()) entry = nullptr;
  }
  entries.erase(
      std::remove_if(entries.begin(), entries.end(),
                     [&](const OrderedJson& entry) { return entry.is_null() || ours(entry); }),
      entries.end());
}

tl::unexpected<Error> not_understood(const char* what) {
  return fail(Code::kInvalid,
              std::string(what) + "; guard leaves it alone: add by hand what --print shows");
}

Result<OrderedJson> parsed(const std::string& text) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) return OrderedJson::object();
  auto settings = OrderedJson::parse(text, nullptr, false);
  if (!settings.is_object()) return not_understood("no plain JSON object (comments?)");
  if (settings.contains(kHooks) && !settings[kHooks].is_object())
    return not_understood("its \"hooks\" are no object");
  return settings;
}

// As the file has it: what nobody changed is no difference.
std::string written_like(const OrderedJson& settings, const std::string& text) {
  const std::size_t line = text.find('\n');
  const std::size_t word =
      line == std::string::npos ? line : text.find_first_not_of(" \t", line + 1);
  int width = 2;
  char fill = ' ';
  if (word != std::string::npos && word > line + 1) {
    width = static_cast<int>(word - line - 1);
    fill = text[line + 1];
  }
  return settings.dump(width, fill, false, OrderedJson::error_handler_t::replace) + "\n";
}

Result<OrderedJson*> entries_in(const HookAgent& agent, OrderedJson& settings) {
  OrderedJson& entries = settings[kHooks][agent.event];
  if (entries.is_null()) entries = OrderedJson::array();
  if (!entries.is_array()) return not_understood("its hooks are no list");
  return &entries;
}

}  // namespace

Result<std::string> hook_settings_path(const HookAgent& agent) {
  const std::string variable(agent.home_variable);
  const char* const own = variable.empty() ? nullptr : std::getenv(variable.c_str());
  std::string folder = own == nullptr ? "" : own;
  if (folder.empty()) {
    const std::string home = supervisor::home_folder();
    if (home.empty()) return fail(Code::kNotFound, "no home folder is known: name the --file");
    folder = home + "/" + std::string(agent.folder);
  }
  return folder + "/" + std::string(agent.settings);
}

OrderedJson hook_settings(const HookAgent& agent, const std::string& command) {
  OrderedJson settings = OrderedJson::object();
  if (agent.file_is_ours) settings["version"] = 1;
  settings[kHooks][agent.event] = OrderedJson::array({entry_of(agent, command)});
  return settings;
}

Result<std::string> with_hook(const HookAgent& agent, const std::string& text,
                              const std::string& command) {
  auto settings = parsed(text);
  if (!settings) return forward(settings.error());
  if (settings->empty()) return written_like(hook_settings(agent, command), text);
  const auto entries = entries_in(agent, *settings);
  if (!entries) return forward(entries.error());
  drop_ours(agent, **entries);
  (*entries)->push_back(entry_of(agent, command));
  return written_like(*settings, text);
}

Result<std::string> without_hook(const HookAgent& agent, const std::string& text) {
  auto settings = parsed(text);
  if (!settings) return forward(settings.error());
  const auto entries = entries_in(agent, *settings);
  if (!entries) return forward(entries.error());
  drop_ours(agent, **entries);
  auto& hooks = (*settings)[kHooks];
  if ((*entries)->empty()) hooks.erase(std::string(agent.event));
  const bool none = hooks.empty();
  if (none) settings->erase(kHooks);
  if (none && agent.file_is_ours) return std::string();
  return written_like(*settings, text);
}

}  // namespace guard::console
