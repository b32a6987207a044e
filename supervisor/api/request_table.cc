// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/request_table.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text/json_object.h"
#include "base/text/request_target.h"
#include "base/text/text.h"
#include "supervisor/api/fields.h"
#include "supervisor/api/handlers.h"

namespace guard::supervisor {
namespace {

using Path = std::array<std::string_view, 3>;  // unused parts are empty
using Names = std::span<const std::string_view>;

constexpr std::string_view kId = "{id}";
constexpr std::size_t kLongestShownTarget = 200;

constexpr std::array<std::string_view, 1> kListing = {"state"};
constexpr std::array<std::string_view, 2> kPage = {"offset", "limit"};
constexpr std::array<std::string_view, 2> kStream = {"after", "acts"};
constexpr std::array<std::string_view, 13> kAudit = {
    "since", "until", "category", "tier", "decision", "act",   "rule",
    "by",    "path",  "command",  "undo", "limit",    "before"};

constexpr std::array<std::string_view, 3> kCheck = {"argv", "shell", "cwd"};
constexpr std::array<std::string_view, 6> kNested = {"files",  "mode",        "safe_mode",
                                                     "on_ask", "pre_confirm", "workspace"};
constexpr std::array<std::string_view, 5> kAnswer = {"answer", "scope", "pattern", "confirm",
                                                     "reason"};
constexpr std::array<std::string_view, 6> kAnswers = {"ids",     "answer",  "scope",
                                                      "pattern", "confirm", "reason"};
constexpr std::array<std::string_view, 2> kSession = {"session_id", "categories"};
constexpr std::array<std::string_view, 1> kEnd = {"now"};
constexpr std::array<std::string_view, 1> kCheckpoint = {"name"};
constexpr std::array<std::string_view, 3> kDelegation = {"to", "tier", "minutes"};

struct Row {
  std::string_view method;
  Path path;
  Role needed;
  Names parameters;
  Names fields;
  ApiResponse (*handle)(const ApiCall&);
  Body body = Body::kRequired;  // of a POST
};

constexpr std::array<Row, 22> kRequestTableRows = {{
    {"GET", {"v1", "session"}, Role::kInside, {}, {}, show_session},
    {"POST", {"v1", "session", "pause"}, Role::kOutside, {}, {}, pause_session, Body::kOptional},
    {"POST", {"v1", "session", "resume"}, Role::kOutside, {}, {}, resume_session, Body::kOptional},
    {"POST", {"v1", "session", "end"}, Role::kOutside, {}, kEnd, end_session, Body::kOptional},
    {"POST",
     {"v1", "session", "checkpoint"},
     Role::kInside,
     {},
     kCheckpoint,
     begin_checkpoint,
     Body::kOptional},
    {"GET", {"v1", "session", "changes"}, Role::kInside, {}, {}, list_changes},
    {"POST", {"v1", "check"}, Role::kInside, {}, kCheck, check_act},
    {"POST", {"v1", "nested"}, Role::kInside, {}, kNested, join_session},
    {"GET", {"v1", "nested"}, Role::kInside, {}, {}, show_nested},
    {"GET", {"v1", "questions"}, Role::kInside, {}, {}, list_own_questions},
    {"GET", {"v1", "approvals"}, Role::kDelegate, kListing, {}, list_approvals},
    {"POST", {"v1", "approvals"}, Role::kDelegate, {}, kAnswers, answer_approvals},
    {"GET", {"v1", "approvals", kId}, Role::kDelegate, kPage, {}, show_approval},
    {"POST", {"v1", "approvals", kId}, Role::kDelegate, {}, kAnswer, answer_approval},
    {"POST", {"v1", "approve-session"}, Role::kOutside, {}, kSession, approve_session},
    {"GET", {"v1", "grants"}, Role::kDelegate, {}, {}, list_grants},
    {"DELETE", {"v1", "grants", kId}, Role::kOutside, {}, {}, revoke_grant},
    {"GET", {"v1", "events"}, Role::kDelegate, kStream, {}, stream_events},
    {"POST", {"v1", "delegations"}, Role::kOutside, {}, kDelegation, hand_on},
    {"GET", {"v1", "delegations"}, Role::kOutside, {}, {}, list_delegations},
    {"DELETE", {"v1", "delegations", kId}, Role::kOutside, {}, {}, end_delegation},
    {"GET", {"v1", "audit"}, Role::kOutside, kAudit, {}, query_audit},
}};

std::size_t length_of(const Path& path) {
  return static_cast<std::size_t>(std::find(path.begin(), path.end(), "") - path.begin());
}

bool fits(const Path& pattern, const std::vector<std::string>& path) {
  if (path.size() != length_of(pattern)) return false;
  for (std::size_t i = 0; i < path.size(); ++i)
    if (pattern[i] != kId && pattern[i] != path[i]) return false;
  return true;
}

// No row for an unknown role: it may nothing.
bool may(Role role, Role needed) {
  if (role == Role::kOutside) return true;
  if (role == Role::kDelegate) return needed == Role::kDelegate || needed == Role::kInside;
  return role == Role::kInside && needed == Role::kInside;
}

bool knows(Names names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::optional<ApiResponse> unknown_parameter(const Row& row, const Target& target) {
  for (const auto& [name, value] : target.query)
    if (!knows(row.parameters, name)) return invalid_request("unknown parameter '" + name + "'");
  return std::nullopt;
}

std::optional<ApiResponse> unknown_field(const Row& row, const nlohmann::json& body) {
  for (const auto& [name, value] : body.items())
    if (!knows(row.fields, name)) return invalid_request("unknown field '" + name + "'");
  return std::nullopt;
}

ApiResponse no_row(const ApiRequest& request, const std::string& methods) {
  const std::string path = request.target.substr(0, request.target.find('?'));
  if (methods.empty())
    return problem(Problem::kNotFound, "no such endpoint: " + shortened(path, kLongestShownTarget));
  ApiResponse response = problem(Problem::kMethodNotAllowed, path + " knows " + methods + " only");
  response.allow = methods;
  return response;
}

struct Match {
  const Row* row = nullptr;
  std::string methods;  // of the rows with this path
};

Match find_row(const std::string& method, const std::vector<std::string>& path) {
  Match match;
  for (const Row& row : kRequestTableRows) {
    if (!fits(row.path, path)) continue;
    if (row.method == method) match.row = &row;
    match.methods += (match.methods.empty() ? "" : ", ") + std::string(row.method);
  }
  return match;
}

ApiResponse turned_away(const ApiBackend& backend, const ApiPeer& peer, const ApiRequest& request) {
  const std::string what = safe_text(request.method + " " + request.target);
  if (backend.refused) backend.refused(shortened(what, kLongestShownTarget), peer.credentials);
  if (peer.role == Role::kInside)
    return problem(Problem::kInside,
                   "a process inside the session cannot do this: ask the person outside");
  if (peer.role == Role::kDelegate)
    return problem(Problem::kDelegate, "only answering was handed on to you");
  ApiResponse response = problem(Problem::kStranger, "this session is not yours");
  response.close = true;
  return response;
}

ApiResponse handle(const Row& row, const Target& target, ApiCall call) {
  if (auto unknown = unknown_parameter(row, target)) return std::move(*unknown);
  if (row.path.back() == kId) call.id = target.path.back();
  call.query = target.query;
  if (row.method == "POST") {
    const bool none = row.body == Body::kOptional && call.request.body.empty();
    auto body = parse_object(none ? "{}" : call.request.body);
    if (!body) return problem_of(body.error());
    if (auto unknown = unknown_field(row, *body)) return std::move(*unknown);
    call.body = std::move(*body);
  } else if (!call.request.body.empty()) {
    return invalid_request(std::string(row.method) + " takes no body");
  }
  return row.handle(call);
}

}  // namespace

std::vector<ApiRoute> api_routes() {
  std::vector<ApiRoute> routes;
  for (const Row& row : kRequestTableRows) {
    std::string path;
    for (std::size_t i = 0; i < length_of(row.path); ++i) path += "/" + std::string(row.path[i]);
    routes.push_back(
        {row.method, std::move(path), row.needed, row.parameters, row.fields, row.body});
  }
  return routes;
}

ApiResponse answer_request(const ApiBackend& backend, const ApiPeer& peer,
                           const ApiRequest& request) {
  if (peer.role == Role::kStranger) return turned_away(backend, peer, request);
  const auto target = parse_target(request.target);
  const Match match = target ? find_row(request.method, target->path) : Match{};
  const bool allowed = match.row != nullptr && may(peer.role, match.row->needed);
  // A request without a row for the tree is refused to it, whether others have one or not.
  if (!allowed && peer.role != Role::kOutside) return turned_away(backend, peer, request);
  if (!target) return problem_of(target.error());
  if (match.row == nullptr) return no_row(request, match.methods);
  return handle(*match.row, *target, ApiCall{backend, peer, request, {}, {}, {}});
}

}  // namespace guard::supervisor
