// SPDX-License-Identifier: Apache-2.0
// Requests and answers of the page's server as plain values: what the checks and the routes work
// on, without sockets.
#ifndef GUARD_CONSOLE_WEB_WEB_MESSAGE_H_
#define GUARD_CONSOLE_WEB_WEB_MESSAGE_H_

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace guard::console {

struct WebRequest {
  std::string method;
  std::string target;  // "/api/audit?limit=50"
  std::string host;    // of the headers these alone are read; empty: not given
  std::string origin;
  std::string fetch_site;
  std::string content_type;
  std::string cookie;
  std::string key;
  std::string body;
};

struct WebAnswer {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;  // besides kSafeHeaders
};

// On every answer: nothing but what this server serves runs, is shown or is asked for.
[[nodiscard]] const std::vector<std::pair<std::string, std::string>>& safe_headers();

// For the browser: every text in it is safe to show as it stands (base/text/text.h), keys too.
[[nodiscard]] nlohmann::json shown_json(const nlohmann::json& json);
[[nodiscard]] WebAnswer json_answer(const nlohmann::json& json, int status = 200);
// {"error":{"code","message"}}
[[nodiscard]] WebAnswer web_problem(int status, std::string_view code, std::string_view message);
// With the status that the error's code means.
[[nodiscard]] WebAnswer web_problem_of(const Error& error);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WEB_WEB_MESSAGE_H_
