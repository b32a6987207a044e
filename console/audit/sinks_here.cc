// SPDX-License-Identifier: Apache-2.0
#include "console/audit/sinks_here.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/process/environment.h"
#include "base/text/text.h"
#include "console/places/locations.h"
#include "console/places/workspace.h"
#include "console/policy/policy_files.h"
#include "policy/load/key_names.h"
#include "policy/paths/path_class.h"
#include "supervisor/alerts/alert_plan.h"
#include "supervisor/audit/read/query.h"
#include "supervisor/facts/path_roots.h"

namespace guard::console {
namespace {

using supervisor::SinkFolder;
using supervisor::SinkPlan;

Result<policy::Policy> policy_here(const std::string& policy_file, const std::string& folder) {
  const auto locations = find_locations("");
  if (!locations) return forward(locations.error());
  const char* named = std::getenv("GUARD_POLICY");
  PolicyRequest request;
  request.policy_option =
      policy_file.empty() && named != nullptr ? std::string(named) : policy_file;
  request.config_folder = locations->config;
  request.start_folder = folder;
  return load_policy_files(request);
}

// 0: there is no record yet.
Result<std::int64_t> last_record(const std::string& state_dir) {
  const auto reader = supervisor::AuditReader::open(state_dir);
  if (!reader && reader.error().code == Code::kNotFound) return 0;
  if (!reader) return forward(reader.error());
  return (*reader)->last_id();
}

SinkStanding standing_of(const SinkPlan& plan) {
  return {plan.sink.name,
          policy::name_of(plan.sink.type),
          supervisor::destination_of(plan.sink),
          plan.problem,
          {},
          0};
}

Result<void> add_state(const Result<SinkFolder>& folder, std::int64_t last,
                       SinkStanding& standing) {
  if (folder) {
    auto state = folder->read(standing.name);
    if (!state) return forward(state.error());
    standing.state = std::move(*state);
  }
  standing.behind = std::max<std::int64_t>(0, last - standing.state.place.record);
  return {};
}

}  // namespace

Result<std::vector<SinkPlan>> sinks_here(const std::string& policy_file) {
  const std::string folder = current_folder();
  const auto policy = policy_here(policy_file, folder);
  if (!policy) return forward(policy.error());
  auto workspace = find_workspace(policy->workspace, folder, home_folder());
  if (!workspace) return forward(workspace.error());
  const policy::PathRoots roots =
      supervisor::find_path_roots(*policy, std::move(workspace->folders), {});
  const policy::PathClassifier classifier(roots);
  return supervisor::plan_sinks(policy->sinks, {own_environment(), roots.home, "", "", "",
                                                supervisor::written_by_tree(classifier)});
}

Result<std::vector<SinkStanding>> sink_standings(const std::vector<SinkPlan>& plans,
                                                 const std::string& state_dir) {
  const auto last = last_record(state_dir);
  if (!last) return forward(last.error());
  const auto folder = SinkFolder::find(state_dir);
  if (!folder && folder.error().code != Code::kNotFound) return forward(folder.error());
  std::vector<SinkStanding> standings;
  for (const SinkPlan& plan : plans) standings.push_back(standing_of(plan));
  for (const std::string& name : folder ? folder->names() : std::vector<std::string>())
    if (std::ranges::find(standings, name, &SinkStanding::name) == standings.end())
      standings.push_back({name, "", "", "", {}, 0});
  for (SinkStanding& standing : standings)
    if (auto added = add_state(folder, *last, standing); !added) return forward(added.error());
  return standings;
}

std::string trouble_of(const SinkStanding& standing) {
  return standing.problem.empty() ? standing.state.error : standing.problem;
}

SinkSurvey survey_sinks(const std::string& policy_file) {
  SinkSurvey survey;
  const auto locations = find_locations("");
  const auto plans = sinks_here(policy_file);
  auto standings = !locations ? Result<std::vector<SinkStanding>>(forward(locations.error()))
                   : !plans   ? Result<std::vector<SinkStanding>>(forward(plans.error()))
                              : sink_standings(*plans, locations->state);
  if (!standings) survey.problem = standings.error().text();
  if (standings) survey.standings = std::move(*standings);
  std::erase_if(survey.standings, [](const auto& standing) { return standing.type.empty(); });
  return survey;
}

std::string text_of(const SinkSurvey& survey) {
  if (!survey.problem.empty()) return "cannot be told: " + survey.problem;
  if (survey.standings.empty()) return "none: the record stays here (audit.sinks in the policy)";
  std::string text = std::to_string(survey.standings.size());
  for (const SinkStanding& standing : survey.standings)
    if (const std::string trouble = trouble_of(standing); !trouble.empty())
      text +=
          "; " + standing.name + " fails: " + trouble + " (" +
          count_text(static_cast<std::uint64_t>(standing.behind), "record waits", "records wait") +
          ")";
  return text;
}

nlohmann::ordered_json json_of(const SinkStanding& standing) {
  const auto& state = standing.state;
  return {{"name", standing.name},
          {"type", standing.type},
          {"destination", standing.destination},
          {"in_policy", !standing.type.empty()},
          {"sent", state.sent},
          {"sent_at", state.sent_at},
          {"cursor", state.seq == 0 ? "" : state.session + "#" + std::to_string(state.seq)},
          {"behind", standing.behind},
          {"error", trouble_of(standing)},
          {"error_since", state.error_since},
          {"refused", state.refused}};
}

}  // namespace guard::console
