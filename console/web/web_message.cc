// SPDX-License-Identifier: Apache-2.0
#include "console/web/web_message.h"

#include <array>

#include "base/text/text.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

struct Meaning {
  Code code;
  int status;
  const char* name;
};

constexpr std::array<Meaning, 6> kMeanings = {{{Code::kInvalid, 400, "invalid"},
                                               {Code::kNotFound, 404, "not_found"},
                                               {Code::kGone, 410, "gone"},
                                               {Code::kRefused, 403, "refused"},
                                               {Code::kUnsupported, 501, "unsupported"},
                                               {Code::kBusy, 503, "busy"}}};

}  // namespace

const std::vector<std::pair<std::string, std::string>>& safe_headers() {
  static const std::vector<std::pair<std::string, std::string>> headers = {
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src "
       "'self'; "
       "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
       "require-trusted-types-for 'script'; trusted-types 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cache-Control", "no-store"}};
  return headers;
}

Json shown_json(const Json& json) {
  if (json.is_string()) return safe_text(json.get_ref<const std::string&>());
  Json shown = json;
  if (json.is_array())
    for (Json& element : shown) element = shown_json(element);
  if (!json.is_object()) return shown;
  shown = Json::object();
  for (const auto& [name, value] : json.items()) shown[safe_text(name)] = shown_json(value);
  return shown;
}

WebAnswer json_answer(const Json& json, int status) {
  WebAnswer answer;
  answer.status = status;
  answer.body = shown_json(json).dump(-1, ' ', false, Json::error_handler_t::replace);
  return answer;
}

WebAnswer web_problem(int status, std::string_view code, std::string_view message) {
  return json_answer({{"error", {{"code", code}, {"message", message}}}}, status);
}

WebAnswer web_problem_of(const Error& error) {
  for (const Meaning& meaning : kMeanings)
    if (meaning.code == error.code) return web_problem(meaning.status, meaning.name, error.text());
  return web_problem(500, "internal", error.text());
}

}  // namespace guard::console
