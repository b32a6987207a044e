// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/fields.h"

#include <algorithm>
#include <set>

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kDeepest = 16;

// A second "answer" would silently win over the first.
struct TwiceGiven {
  std::set<std::string> seen;
  std::string name;

  bool operator()(int depth, Json::parse_event_t event, const Json& parsed) {
    if (event == Json::parse_event_t::key && depth == 1 &&
        !seen.insert(parsed.get<std::string>()).second)
      name = parsed.get<std::string>();
    return true;
  }
};

// Brackets cost a client one byte and the parser a node each; no request of ours is deep.
bool too_deep(const std::string& text) {
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') quoted = !quoted;
    if (quoted && c == '\\') ++i;
    if (quoted) continue;
    if (c == '[' || c == '{') ++depth;
    if ((c == ']' || c == '}') && depth > 0) --depth;
    if (depth > kDeepest) return true;
  }
  return false;
}

}  // namespace

Result<Json> parse_object(const std::string& body) {
  if (too_deep(body)) return fail(Code::kInvalid, "the body is nested too deeply");
  TwiceGiven twice;
  Json object;
  try {
    object = Json::parse(body, std::ref(twice));
  } catch (const Json::exception&) {
    return fail(Code::kInvalid, "the body is not valid JSON");
  }
  if (!object.is_object()) return fail(Code::kInvalid, "the body is not a JSON object");
  if (!twice.name.empty()) return fail(Code::kInvalid, "field '" + twice.name + "' is given twice");
  return object;
}

const Json* Fields::find(const std::string& name) const {
  const auto found = object_.find(name);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

void Fields::note(const std::string& message) {
  if (wrong_.empty()) wrong_ = message;
}

std::string Fields::text(const std::string& name) {
  const Json* const value = find(name);
  if (value == nullptr) return "";
  if (value->is_string()) return value->get<std::string>();
  note("field '" + name + "' must be a text");
  return "";
}

std::vector<std::string> Fields::texts(const std::string& name) {
  const Json* const value = find(name);
  if (value == nullptr) return {};
  const auto is_text = [](const Json& item) { return item.is_string(); };
  if (value->is_array() && std::all_of(value->begin(), value->end(), is_text))
    return value->get<std::vector<std::string>>();
  note("field '" + name + "' must be a list of texts");
  return {};
}

std::optional<ApiResponse> Fields::problem() const {
  if (!wrong_.empty()) return invalid_request(wrong_);
  return std::nullopt;
}

}  // namespace guard::supervisor
