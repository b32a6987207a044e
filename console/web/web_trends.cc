// SPDX-License-Identifier: Apache-2.0
// The figures of the page: what was asked and done over time, of one session or of all.
#include <algorithm>
#include <array>

#include "console/web/web_audit.h"
#include "console/web/web_routes.h"
#include "supervisor/audit/read/trends.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;
using supervisor::AuditTrends;
using supervisor::EndCounts;

struct Wait {
  std::int64_t below_ms;
  const char* text;
};
constexpr std::array<Wait, 6> kWaits = {{{5'000, "under 5 s"},
                                         {15'000, "5 to 15 s"},
                                         {60'000, "15 to 60 s"},
                                         {300'000, "1 to 5 min"},
                                         {1'800'000, "5 to 30 min"},
                                         {INT64_MAX, "longer"}}};

Json ends_json(const EndCounts& counts) {
  Json json = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i)
    json[std::string(supervisor::kQuestionEnds[i])] = counts[i];
  return json;
}

Json waits_json(const std::vector<std::int64_t>& sorted) {
  Json waits = Json::array();
  auto from = sorted.begin();
  for (const Wait& wait : kWaits) {
    const auto to = std::lower_bound(from, sorted.end(), wait.below_ms);
    waits.push_back({{"text", wait.text}, {"count", to - from}});
    from = to;
  }
  return waits;
}

template <class Counts>
Json named_json(const Counts& counts) {
  Json list = Json::array();
  for (const auto& [name, ends] : counts)
    list.push_back({{"name", name}, {"ends", ends_json(ends)}});
  return list;
}

Json trends_json(const AuditTrends& trends) {
  Json hours = Json::array();
  for (const auto& [hour, trend] : trends.hours)
    hours.push_back({{"hour", hour + ":00:00Z"},
                     {"acts", trend.acts},
                     {"minutes", trend.minutes},
                     {"ends", ends_json(trend.ends)}});
  Json commands = Json::array();
  for (const auto& command : trends.most_asked)
    commands.push_back(
        {{"text", command.text}, {"asked", command.asked}, {"ends", ends_json(command.ends)}});
  const auto& waits = trends.answered_ms;
  return {{"acts", trends.acts},
          {"commands", trends.commands},
          {"refused", trends.refused},
          {"ends", ends_json(trends.ends)},
          {"hours", std::move(hours)},
          {"categories", named_json(trends.categories)},
          {"tiers", named_json(trends.tiers)},
          {"most_asked", std::move(commands)},
          {"waits", waits_json(waits)},
          {"median_wait_ms", waits.empty() ? Json() : Json(waits[waits.size() / 2])}};
}

}  // namespace

std::optional<WebAnswer> show_trends(WebCall& call) {
  auto request = audit_request_of(call, call.query, 0);
  if (!request && request.error().code == Code::kNotFound && !call.query.contains("session"))
    return json_answer(trends_json({}));
  if (!request) return web_problem_of(request.error());
  const auto trends = request->reader->trends(request->filter);
  return trends ? json_answer(trends_json(*trends)) : web_problem_of(trends.error());
}

}  // namespace guard::console
