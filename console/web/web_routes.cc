// SPDX-License-Identifier: Apache-2.0
#include "console/web/web_routes.h"

#include <algorithm>

namespace guard::console {
namespace {

constexpr WebRoute kRoutes[] = {
    {"GET", {}, Access::kPage, serve_page, Query::kAny},
    {"GET", {"assets", "*"}, Access::kPage, serve_asset, Query::kAny},
    {"POST", {"api", "login"}, Access::kLogin, open_browser, Query::kNone, "token"},
    {"POST", {"api", "logout"}, Access::kApi, close_browser},
    {"GET", {"api", "events"}, Access::kApi, stream_events},
    {"GET", {"api", "sessions", "*"}, Access::kApi, show_session},
    {"POST", {"api", "sessions", "*", "pause"}, Access::kApi, order_session},
    {"POST", {"api", "sessions", "*", "resume"}, Access::kApi, order_session},
    {"POST", {"api", "sessions", "*", "end"}, Access::kApi, order_session},
    {"GET", {"api", "sessions", "*", "approvals", "*"}, Access::kApi, show_question, Query::kAny},
    {"POST",
     {"api", "sessions", "*", "approvals"},
     Access::kApi,
     answer_questions,
     Query::kNone,
     kAnyFields},
    {"DELETE", {"api", "sessions", "*", "grants", "*"}, Access::kApi, revoke_in_session},
    {"GET", {"api", "grants"}, Access::kApi, list_grants},
    {"DELETE", {"api", "grants", "*"}, Access::kApi, revoke_grant},
    {"GET", {"api", "audit"}, Access::kApi, list_audit, Query::kAny},
    {"POST", {"api", "audit", "exports"}, Access::kApi, order_export, Query::kAny},
    {"GET", {"api", "audit", "exports", "*"}, Access::kOrder, export_audit},
    {"GET", {"api", "trends"}, Access::kApi, show_trends, Query::kAny},
    {"GET", {"api", "reports", "*"}, Access::kApi, show_report},
    {"GET", {"api", "reviews"}, Access::kApi, list_reviews},
    {"GET", {"api", "reviews", "*"}, Access::kApi, open_review},
    {"DELETE", {"api", "reviews", "*", "*"}, Access::kApi, close_review},
    {"GET", {"api", "reviews", "*", "files"}, Access::kApi, list_review_files, Query::kAny},
    {"GET", {"api", "reviews", "*", "commands"}, Access::kApi, list_review_commands, Query::kAny},
    {"GET", {"api", "reviews", "*", "files", "*"}, Access::kApi, show_review_file, Query::kAny},
    {"GET",
     {"api", "reviews", "*", "files", "*", "lines"},
     Access::kApi,
     show_review_lines,
     Query::kAny},
    {"GET", {"api", "reviews", "*", "discard"}, Access::kApi, preview_discard, Query::kAny},
    {"POST",
     {"api", "reviews", "*", "discard"},
     Access::kApi,
     do_discard,
     Query::kNone,
     kAnyFields},
    {"GET", {"api", "undo"}, Access::kApi, list_undo},
    {"GET", {"api", "undo", "*"}, Access::kApi, preview_undo},
    {"POST", {"api", "undo", "*"}, Access::kApi, do_undo, Query::kNone, "conflicts"},
};

bool fits(const WebRoute& route, const std::vector<std::string>& path) {
  const auto end = std::ranges::find(route.path, std::string_view());
  if (path.size() != static_cast<std::size_t>(end - route.path.begin())) return false;
  for (std::size_t i = 0; i < path.size(); ++i)
    if (route.path[i] != "*" && route.path[i] != path[i]) return false;
  return true;
}

}  // namespace

const WebRoute* find_route(std::string_view method, const std::vector<std::string>& path) {
  for (const WebRoute& route : kRoutes)
    if (route.method == method && fits(route, path)) return &route;
  return nullptr;
}

}  // namespace guard::console
