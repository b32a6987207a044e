// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/message.h"

#include <array>

#include "base/safe_output.h"
#include "base/text.h"

namespace guard::supervisor {
namespace {

struct Meaning {
  Code code;
  int status;
  const char* name;
};

constexpr std::array<Meaning, 9> kMeanings = {{
    {Code::kInvalid, 400, "invalid_request"},
    {Code::kNotFound, 404, "not_found"},
    {Code::kUnreadable, 500, "unreadable"},
    {Code::kGone, 410, "gone"},
    {Code::kRefused, 403, "refused"},
    {Code::kUnsupported, 501, "unsupported"},
    {Code::kBusy, 503, "busy"},
    {Code::kSystem, 500, "system"},
    {Code::kInternal, 500, "internal"},
}};

const char* type_of(int status) {
  if (status == 403) return "permission_error";
  return status >= 500 ? "server_error" : "request_error";
}

}  // namespace

ApiResponse problem(int status, std::string_view code, std::string_view message) {
  ApiResponse response;
  response.status = status;
  response.body = {
      {"error", {{"type", type_of(status)}, {"code", code}, {"message", safe_text(message)}}}};
  return response;
}

ApiResponse invalid_request(std::string_view message) {
  return problem(400, "invalid_request", message);
}

ApiResponse problem_of(const Error& error) {
  for (const Meaning& meaning : kMeanings)
    if (meaning.code == error.code) return problem(meaning.status, meaning.name, error.text());
  return problem(500, "internal", error.text());
}

std::string text_of(const nlohmann::json& json) {
  return safe_json(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace guard::supervisor
