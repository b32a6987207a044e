// SPDX-License-Identifier: Apache-2.0
// The requests of the page's server as rows {method, path, access, handler}. A handler gets what
// has passed the checks.
#ifndef GUARD_CONSOLE_WEB_WEB_ROUTES_H_
#define GUARD_CONSOLE_WEB_WEB_ROUTES_H_

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "console/web/web_app.h"
#include "console/web/web_checks.h"

namespace guard::console {

struct WebCall {
  WebApp& app;
  WebChannel& channel;
  const WebRequest& request;
  std::vector<std::string> path;
  std::map<std::string, std::string> query;
  nlohmann::json body;  // an object; empty unless the request has one
};

// nullopt: the handler has written its answer itself, in pieces.
using WebHandler = std::optional<WebAnswer> (*)(WebCall& call);

enum class Query {
  kNone,  // a parameter is an error
  kAny,   // the handler, or the session, knows which there are
};
inline constexpr std::string_view kAnyFields = "*";  // of the body: the session knows them

struct WebRoute {
  std::string_view method;
  std::array<std::string_view, 6> path;  // "*": any one part
  Access access;
  WebHandler handle;
  Query query = Query::kNone;
  std::string_view fields = "";  // the one field that the body may have
};

// nullptr: there is no such request.
[[nodiscard]] const WebRoute* find_route(std::string_view method,
                                         const std::vector<std::string>& path);

// Handlers, by file.
std::optional<WebAnswer> serve_page(WebCall& call);            // web_page.cc
std::optional<WebAnswer> serve_asset(WebCall& call);           //
std::optional<WebAnswer> open_browser(WebCall& call);          //
std::optional<WebAnswer> close_browser(WebCall& call);         //
std::optional<WebAnswer> stream_events(WebCall& call);         // web_sessions.cc
std::optional<WebAnswer> show_session(WebCall& call);          //
std::optional<WebAnswer> order_session(WebCall& call);         //
std::optional<WebAnswer> show_question(WebCall& call);         //
std::optional<WebAnswer> answer_questions(WebCall& call);      //
std::optional<WebAnswer> revoke_in_session(WebCall& call);     //
std::optional<WebAnswer> list_grants(WebCall& call);           // web_grants.cc
std::optional<WebAnswer> revoke_grant(WebCall& call);          //
std::optional<WebAnswer> list_audit(WebCall& call);            // web_audit.cc
std::optional<WebAnswer> order_export(WebCall& call);          //
std::optional<WebAnswer> export_audit(WebCall& call);          //
std::optional<WebAnswer> show_trends(WebCall& call);           // web_trends.cc
std::optional<WebAnswer> list_reviews(WebCall& call);          // web_review.cc
std::optional<WebAnswer> open_review(WebCall& call);           //
std::optional<WebAnswer> close_review(WebCall& call);          //
std::optional<WebAnswer> list_review_files(WebCall& call);     //
std::optional<WebAnswer> list_review_commands(WebCall& call);  //
std::optional<WebAnswer> show_review_file(WebCall& call);      //
std::optional<WebAnswer> show_review_lines(WebCall& call);     // web_blame.cc
std::optional<WebAnswer> preview_discard(WebCall& call);       // web_discard.cc
std::optional<WebAnswer> do_discard(WebCall& call);            //
std::optional<WebAnswer> list_undo(WebCall& call);             // web_undo.cc
std::optional<WebAnswer> preview_undo(WebCall& call);          //
std::optional<WebAnswer> do_undo(WebCall& call);               //
std::optional<WebAnswer> show_report(WebCall& call);           //

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WEB_WEB_ROUTES_H_
