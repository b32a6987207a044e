// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/request_table.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "supervisor/api/fields.h"
#include "supervisor/api/handlers.h"
#include "supervisor/api/target.h"

namespace guard::supervisor {
namespace {

using Path = std::array<std::string_view, 3>;  // unused parts are empty
using Parameters = std::array<std::string_view, 2>;

constexpr std::string_view kId = "{id}";
constexpr std::string_view kAnyParameter = "*";
constexpr std::size_t kLongestShownTarget = 200;

struct Row {
  std::string_view method;
  Path path;
  Role needed;  // kInside: also a process of the tree; kDelegate: also whom something was handed
  Parameters parameters;
  ApiResponse (*handle)(const ApiCall&);
};

constexpr std::array<Row, 17> kRows = {{
    {"GET", {"v1", "session"}, Role::kInside, {}, show_session},
    {"POST", {"v1", "check"}, Role::kInside, {}, check_act},
    {"POST", {"v1", "nested"}, Role::kInside, {}, join_session},
    {"GET", {"v1", "nested"}, Role::kInside, {}, show_nested},
    {"GET", {"v1", "questions"}, Role::kInside, {}, list_own_questions},
    {"GET", {"v1", "approvals"}, Role::kDelegate, {"state"}, list_approvals},
    {"POST", {"v1", "approvals"}, Role::kDelegate, {}, answer_approvals},
    {"GET", {"v1", "approvals", kId}, Role::kDelegate, {"offset", "limit"}, show_approval},
    {"POST", {"v1", "approvals", kId}, Role::kDelegate, {}, answer_approval},
    {"POST", {"v1", "approve-session"}, Role::kOutside, {}, approve_session},
    {"GET", {"v1", "grants"}, Role::kDelegate, {}, list_grants},
    {"DELETE", {"v1", "grants", kId}, Role::kOutside, {}, revoke_grant},
    {"GET", {"v1", "events"}, Role::kDelegate, {"after", "acts"}, stream_events},
    {"POST", {"v1", "delegations"}, Role::kOutside, {}, hand_on},
    {"GET", {"v1", "delegations"}, Role::kOutside, {}, list_delegations},
    {"DELETE", {"v1", "delegations", kId}, Role::kOutside, {}, end_delegation},
    {"GET", {"v1", "audit"}, Role::kOutside, {kAnyParameter}, query_audit},
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

std::optional<std::string> unknown_parameter(const Row& row, const Target& target) {
  if (row.parameters.front() == kAnyParameter) return std::nullopt;
  for (const auto& [name, value] : target.query)
    if (std::find(row.parameters.begin(), row.parameters.end(), name) == row.parameters.end() ||
        name.empty())
      return name;
  return std::nullopt;
}

ApiResponse no_row(const ApiRequest& request, const std::string& methods) {
  const std::string path = request.target.substr(0, request.target.find('?'));
  if (methods.empty())
    return problem(404, "not_found", "no such endpoint: " + shortened(path, kLongestShownTarget));
  ApiResponse response = problem(405, "method_not_allowed", path + " knows " + methods + " only");
  response.allow = methods;
  return response;
}

struct Match {
  const Row* row = nullptr;
  std::string methods;  // of the rows with this path
};

Match find_row(const std::string& method, const std::vector<std::string>& path) {
  Match match;
  for (const Row& row : kRows) {
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
    return problem(403, "inside",
                   "a process inside the session cannot do this: ask the person outside");
  if (peer.role == Role::kDelegate)
    return problem(403, "delegate", "only answering was handed on to you");
  ApiResponse response = problem(403, "stranger", "this session is not yours");
  response.close = true;
  return response;
}

ApiResponse handle(const Row& row, const Target& target, ApiCall call) {
  if (const auto unknown = unknown_parameter(row, target))
    return invalid_request("unknown parameter '" + *unknown + "'");
  if (row.path.back() == kId) call.id = target.path.back();
  call.query = target.query;
  if (row.method == "POST") {
    auto body = parse_object(call.request.body);
    if (!body) return problem_of(body.error());
    call.body = std::move(*body);
  } else if (!call.request.body.empty()) {
    return invalid_request(std::string(row.method) + " takes no body");
  }
  return row.handle(call);
}

}  // namespace

ApiResponse answer_request(const ApiBackend& backend, const ApiPeer& peer,
                           const ApiRequest& request) {
  if (peer.role == Role::kStranger) return turned_away(backend, peer, request);
  const auto target = parse_target(request.target);
  const Match match = target ? find_row(request.method, target->path) : Match{};
  const bool allowed = match.row != nullptr && may(peer.role, match.row->needed);
  // What has no row for the tree is refused to it, whether others have one or not.
  if (!allowed && peer.role != Role::kOutside) return turned_away(backend, peer, request);
  if (!target) return problem_of(target.error());
  if (match.row == nullptr) return no_row(request, match.methods);
  return handle(*match.row, *target, ApiCall{backend, peer, request, {}, {}, {}});
}

}  // namespace guard::supervisor
