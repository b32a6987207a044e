// SPDX-License-Identifier: Apache-2.0
#include "console/hooks/hook_request.h"

#include <algorithm>

namespace guard::console {
namespace {

using Json = nlohmann::json;

const Json* field_of(const Json& object, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (const auto found = object.find(name); found != object.end()) return &*found;
  return nullptr;
}

bool is_words(const Json& value) {
  return value.is_array() && !value.empty() &&
         std::all_of(value.begin(), value.end(), [](const Json& word) { return word.is_string(); });
}

// Copilot has its arguments as a text in the text.
Json arguments_of(const Json& input) {
  const Json* const found = field_of(input, {"tool_input", "toolArgs"});
  if (found == nullptr) return nullptr;
  if (!found->is_string()) return *found;
  return Json::parse(found->get<std::string>(), nullptr, false);
}

Result<Json> check_of(const Json& arguments) {
  if (!arguments.is_object()) return fail(Code::kInvalid, "the tool's arguments are no object");
  const auto command = arguments.find("command");
  if (command != arguments.end() && command->is_string()) return Json{{"shell", *command}};
  if (command != arguments.end() && is_words(*command)) return Json{{"argv", *command}};
  return fail(Code::kInvalid, "the tool's arguments name no command");
}

// The folder that the tool names goes before the one that the agent names.
std::string folder_of(const Json& input, const Json& arguments) {
  std::string folder;
  if (const auto found = input.find("cwd"); found != input.end() && found->is_string())
    folder = *found;
  const Json* const own = field_of(arguments, {"directory", "dir_path", "workdir", "cwd"});
  if (own == nullptr || !own->is_string() || own->get_ref<const std::string&>().empty())
    return folder;
  const auto& below = own->get_ref<const std::string&>();
  return below.starts_with('/') || folder.empty() ? below : folder + "/" + below;
}

}  // namespace

Result<std::optional<HookRequest>> hook_request(const HookAgent& agent, const std::string& text) {
  const Json input = Json::parse(text, nullptr, false);
  if (!input.is_object()) return fail(Code::kInvalid, "standard input is no JSON object");
  const Json* const tool = field_of(input, {"tool_name", "toolName"});
  if (tool == nullptr || !tool->is_string())
    return fail(Code::kInvalid, "standard input names no tool");
  if (tool->get_ref<const std::string&>() != agent.tool) return std::nullopt;
  const Json arguments = arguments_of(input);
  auto check = check_of(arguments);
  if (!check) return forward(check.error());
  return HookRequest{folder_of(input, arguments), std::move(*check)};
}

}  // namespace guard::console
