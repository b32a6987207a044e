// SPDX-License-Identifier: Apache-2.0
#include "console/web/web_checks.h"

#include <algorithm>
#include <string_view>

namespace guard::console {
namespace {

bool changes_something(const WebRequest& request) {
  return request.method != "GET";
}

bool is_own_page(const WebRequest& request, const PagePlace& place) {
  const bool is_told = !request.fetch_site.empty();
  if (is_told && request.fetch_site != "same-origin" && request.fetch_site != "none") return false;
  if (request.origin.empty()) return !changes_something(request);
  return request.origin == place.origin();
}

std::string_view without_blanks(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  return text;
}

}  // namespace

std::string cookie_name(std::uint16_t port) {
  return "guard_web_" + std::to_string(port);
}

std::vector<std::string> own_cookies(const WebRequest& request, std::uint16_t port) {
  const std::string name = cookie_name(port) + "=";
  std::vector<std::string> own;
  std::string_view rest = request.cookie;
  while (!rest.empty()) {
    const std::size_t end = rest.find(';');
    const std::string_view one = without_blanks(rest.substr(0, end));
    if (one.starts_with(name)) own.emplace_back(one.substr(name.size()));
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  return own;
}

bool is_logged_in(const WebRequest& request, const Login& login, std::uint16_t port) {
  return std::ranges::any_of(own_cookies(request, port), [&](const std::string& cookie) {
    return login.knows(cookie, request.key);
  });
}

std::optional<WebAnswer> refusal(const WebRequest& request, Access access, const Login& login,
                                 const PagePlace& place) {
  if (request.host != place.host())
    return web_problem(421, "wrong_host", "this server has another name");
  if (!is_own_page(request, place))
    return web_problem(403, "foreign_page", "only a page of this server may ask this");
  if (changes_something(request) && request.content_type != "application/json")
    return web_problem(415, "invalid", "the body must be application/json");
  if (access == Access::kApi && !is_logged_in(request, login, place.port))
    return web_problem(401, "login", "this browser is not logged in");
  return std::nullopt;
}

}  // namespace guard::console
