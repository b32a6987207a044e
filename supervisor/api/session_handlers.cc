// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <limits>

#include "base/text/request_target.h"
#include "base/text/text.h"
#include "supervisor/api/fields.h"
#include "supervisor/api/handlers.h"
#include "supervisor/approval/grant_kind.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

// The fields that a process of the tree may know about the session that holds it.
constexpr std::array<const char*, 5> kShortForm = {"id", "mode", "safe_mode", "level", "version"};
constexpr std::size_t kLongestProgram = 40;
constexpr std::uint64_t kFromNow = std::numeric_limits<std::uint64_t>::max();  // no event's id

struct CategoryList {
  std::vector<policy::Category> known;
  std::string unknown;  // "A, B"
};

CategoryList categories_named(const std::vector<std::string>& names) {
  CategoryList list;
  for (const std::string& name : names) {
    if (const auto category = policy::category_named(name)) {
      list.known.push_back(*category);
    } else {
      list.unknown += (list.unknown.empty() ? "" : ", ") + ("'" + name + "'");
    }
  }
  return list;
}

std::string known_names() {
  std::string names;
  for (std::size_t i = 0; i < policy::kCategoryCount; ++i)
    names +=
        (names.empty() ? "" : " ") + std::string(policy::name_of(static_cast<policy::Category>(i)));
  return names;
}

}  // namespace

namespace {

// The name that a client gives itself. Whoever reads a record takes what stands in the last
// brackets for the channel, so it has none.
std::string claimed_program(const ApiRequest& request) {
  const std::string& agent = request.user_agent;
  std::string program = safe_text(agent.substr(0, agent.find('/')));
  std::erase_if(program, [](char c) { return c == '(' || c == ')'; });
  return shortened(program, kLongestProgram);
}

}  // namespace

// Anybody can write the header: it is believed of guard's own program alone.
std::string answerer(const ApiCall& call) {
  const std::string program = claimed_program(call.request);
  std::string channel = program;
  if (!call.peer.is_guard || program.empty())
    channel = "socket" + (program.empty() ? "" : ", says: " + program);
  return call.peer.user + " (" + channel + ")";
}

ApiResponse show_session(const ApiCall& call) {
  ApiResponse response;
  const Json session = call.backend.session();
  if (call.peer.role != Role::kInside) {
    response.body = session;
    return response;
  }
  response.body = Json::object();
  for (const char* field : kShortForm)
    if (session.contains(field)) response.body[field] = session[field];
  return response;
}

namespace {

// Each No that holds on, of acts that have one of CATEGORIES: a Yes to categories is none to these.
Json still_denied(const Grants& grants, const std::vector<policy::Category>& categories) {
  Json texts = Json::array();
  for (const Grant& grant : grants.list()) {
    const bool meant = std::ranges::any_of(categories, [&](policy::Category category) {
      return std::ranges::find(grant.categories, category) != grant.categories.end();
    });
    if (grant.denies && meant) texts.push_back(extent_text(grant));
  }
  return texts;
}

}  // namespace

ApiResponse approve_session(const ApiCall& call) {
  Fields fields(call.body);
  const std::string session_id = fields.text("session_id");
  const std::vector<std::string> names = fields.texts("categories");
  if (const auto wrong = fields.problem()) return *wrong;
  if (session_id.empty()) return invalid_request("field 'session_id' is missing");
  if (names.empty()) return invalid_request("field 'categories' is missing or empty");
  if (session_id != call.backend.session().value("id", ""))
    return invalid_request("session '" + session_id + "' does not listen here");
  const CategoryList categories = categories_named(names);
  if (!categories.unknown.empty())
    return invalid_request("unknown categories: " + categories.unknown + "; known are " +
                           known_names());
  const std::string by = answerer(call);
  const auto approved = call.backend.grants->approve_categories(categories.known, by);
  if (!approved) return problem_of(approved.error());
  if (call.backend.approved) call.backend.approved(by, categories.known);
  ApiResponse response;
  response.body = {{"session_id", session_id},
                   {"categories", names_of(call.backend.grants->approved_categories())},
                   {"by", by},
                   {"denied", still_denied(*call.backend.grants, categories.known)},
                   {"notice", "tier 3 still asks; deny rules, blocks and denials hold"}};
  Json event = response.body;
  event["added"] = names_of(categories.known);
  call.backend.broker->publish("session_approved", std::move(event));
  return response;
}

// Without a place to resume at, the stream begins with what comes next.
ApiResponse stream_events(const ApiCall& call) {
  const auto after = call.query.find("after");
  const bool is_in_target = call.request.last_event_id.empty() && after != call.query.end();
  const std::string& place = is_in_target ? after->second : call.request.last_event_id;
  ApiResponse response;
  const auto acts = call.query.find("acts");
  response.stream_acts = acts != call.query.end() && acts->second == "on";
  if (acts != call.query.end() && acts->second != "on" && acts->second != "off")
    return invalid_request("parameter 'acts' must be on or off");
  response.stream_after = kFromNow;
  if (place.empty() && !is_in_target) return response;
  response.stream_after = parse_count(place);
  if (!response.stream_after || *response.stream_after == kFromNow)
    return invalid_request("'" + place + "' is no event's id");
  return response;
}

ApiResponse query_audit(const ApiCall& call) {
  if (!call.backend.audit) return problem(Problem::kUnsupported, "this session keeps no audit");
  auto records = call.backend.audit(Json(call.query));
  if (!records) return problem_of(records.error());
  ApiResponse response;
  response.body = std::move(*records);
  return response;
}

}  // namespace guard::supervisor
