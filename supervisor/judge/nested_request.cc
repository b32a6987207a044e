// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/nested_request.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "base/limits.h"
#include "base/text/text.h"
#include "policy/load/yaml_loader.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 6> kFields = {"files",  "mode",        "safe_mode",
                                                     "on_ask", "pre_confirm", "workspace"};
constexpr std::size_t kMostFiles = size_limit("nested.files");

tl::unexpected<Error> wrong(const std::string& what) {
  return fail(Code::kInvalid, "field '" + safe_text(what) + "' is missing or wrong");
}

const Json* member(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

Result<std::vector<std::string>> texts(const Json& body, const char* name) {
  std::vector<std::string> result;
  const Json* list = member(body, name);
  if (list == nullptr) return result;
  if (!list->is_array()) return wrong(name);
  for (const Json& item : *list) {
    if (!item.is_string()) return wrong(name);
    result.push_back(item.get<std::string>());
  }
  return result;
}

Result<policy::PolicyFile> read_file(const Json& item) {
  const auto is_text = [&](const char* name) {
    return item.contains(name) && item[name].is_string();
  };
  const auto is_switch = [&](const char* name) {
    return item.contains(name) && item[name].is_boolean();
  };
  // `of_project` came later: a session may be older than the program that joins it, or newer.
  const bool tells_project = item.is_object() && is_switch("of_project");
  if (!item.is_object() || item.size() != (tells_project ? 4U : 3U) || !is_text("name") ||
      !is_text("text") || !is_switch("may_only_tighten")) {
    return wrong("files");
  }
  return policy::PolicyFile{.name = item["name"].get<std::string>(),
                            .text = item["text"].get<std::string>(),
                            .trust = item["may_only_tighten"].get<bool>()
                                         ? policy::FileTrust::kMayOnlyTighten
                                         : policy::FileTrust::kTrusted,
                            .was_trusted = tells_project && item["of_project"].get<bool>()};
}

Result<policy::Policy> read_policy(const Json& body) {
  const Json* list = member(body, "files");
  if (list == nullptr || !list->is_array() || list->size() > kMostFiles) return wrong("files");
  std::vector<policy::PolicyFile> files;
  for (const Json& item : *list) {
    auto file = read_file(item);
    if (!file) return forward(file.error());
    files.push_back(std::move(*file));
  }
  auto policy = policy::load_policy(files);
  if (policy) policy::settle_listen_use(*policy);
  return policy;
}

Result<void> apply_options(const Json& body, policy::Policy& policy) {
  if (const Json* mode = member(body, "mode")) {
    const auto known =
        mode->is_string() ? policy.modes.find(mode->get<std::string>()) : policy.modes.end();
    if (known == policy.modes.end()) return wrong("mode");
    policy.mode = known->second;
  }
  if (const Json* safe_mode = member(body, "safe_mode")) {
    if (!safe_mode->is_boolean()) return wrong("safe_mode");
    policy.safe_mode = safe_mode->get<bool>();
  }
  auto pre_confirmed = texts(body, "pre_confirm");
  if (!pre_confirmed) return forward(pre_confirmed.error());
  policy.pre_confirmed.insert(policy.pre_confirmed.end(), pre_confirmed->begin(),
                              pre_confirmed->end());
  return {};
}

std::optional<policy::OnAsk> on_ask_of(const Json& body) {
  const Json* value = member(body, "on_ask");
  if (value == nullptr || *value == "wait") return policy::OnAsk::kWait;
  if (*value == "deny") return policy::OnAsk::kDeny;
  if (*value == "allow") return policy::OnAsk::kAllow;
  return std::nullopt;
}

}  // namespace

Result<NestedRequest> read_nested_request(const Json& body) {
  for (const auto& [name, value] : body.items()) {
    if (std::find(kFields.begin(), kFields.end(), name) == kFields.end())
      return fail(Code::kInvalid, "unknown field '" + safe_text(name) + "'");
  }
  auto policy = read_policy(body);
  if (!policy) return forward(policy.error());
  if (auto applied = apply_options(body, *policy); !applied) return forward(applied.error());
  auto workspace = texts(body, "workspace");
  if (!workspace) return forward(workspace.error());
  const auto on_ask = on_ask_of(body);
  if (!on_ask) return wrong("on_ask");
  return NestedRequest{std::move(*policy), std::move(*workspace), *on_ask};
}

}  // namespace guard::supervisor
