// SPDX-License-Identifier: Apache-2.0
#include "base/text/json_object.h"

#include <functional>
#include <set>

#include "base/limits.h"

namespace guard {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kDeepest = size_limit("json.depth");

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

}  // namespace guard
