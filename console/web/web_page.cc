// SPDX-License-Identifier: Apache-2.0
// The page itself, and the way in and out: its files, the token for a cookie and a key.
#include <algorithm>

#include "console/terminal/question_view.h"
#include "console/web/web_assets.h"
#include "console/web/web_routes.h"

namespace guard::console {
namespace {

struct AssetType {
  std::string_view ending;
  const char* type;
};
constexpr AssetType kTypes[] = {{".html", "text/html; charset=utf-8"},
                                {".css", "text/css; charset=utf-8"},
                                {".js", "text/javascript; charset=utf-8"},
                                {".svg", "image/svg+xml"}};

std::optional<WebAnswer> asset_named(std::string_view name) {
  const auto assets = web_assets();
  const auto found = std::ranges::find(assets, name, &WebAsset::name);
  if (found == assets.end()) return web_problem(404, "not_found", "there is no such file");
  WebAnswer answer;
  for (const AssetType& row : kTypes)
    if (name.ends_with(row.ending)) answer.type = row.type;
  answer.body = found->bytes;
  return answer;
}

std::string set_cookie(const WebCall& call, const std::string& value) {
  const PagePlace& place = call.app.settings().place;
  return cookie_name(place.port) + "=" + value + "; HttpOnly; SameSite=Strict; Path=/" +
         (place.secure ? "; Secure" : "") + (value.empty() ? "; Max-Age=0" : "");
}

}  // namespace

std::optional<WebAnswer> serve_page(WebCall&) {
  return asset_named("index.html");
}

std::optional<WebAnswer> serve_asset(WebCall& call) {
  return asset_named(call.path.back());
}

std::optional<WebAnswer> open_browser(WebCall& call) {
  const auto opened = call.app.login().open(text_field(call.body, "token"), Login::Clock::now());
  if (!opened) {
    const bool is_busy = opened.error().code == Code::kBusy;
    return web_problem(is_busy ? 429 : 403, is_busy ? "busy" : "token", opened.error().text());
  }
  WebAnswer answer = json_answer({{"key", opened->key}});
  answer.headers.emplace_back("Set-Cookie", set_cookie(call, opened->cookie));
  return answer;
}

std::optional<WebAnswer> close_browser(WebCall& call) {
  for (const std::string& cookie : own_cookies(call.request, call.app.settings().place.port))
    call.app.login().close(cookie);
  call.app.hub().wake();  // its streams end
  WebAnswer answer = json_answer(nlohmann::json::object());
  answer.headers.emplace_back("Set-Cookie", set_cookie(call, ""));
  return answer;
}

}  // namespace guard::console
