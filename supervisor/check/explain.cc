// SPDX-License-Identifier: Apache-2.0
#include "supervisor/check/explain.h"

#include "base/text/text.h"
#include "supervisor/approval/grant_kind.h"
#include "supervisor/check/check_request.h"
#include "supervisor/check/later_acts.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;
using policy::Act;
using policy::Decision;

std::string what_of(const policy::Action& action) {
  if (action.act == Act::kExec) return command_text(action.argv);
  std::string text = policy::name_of(action.act);
  for (const auto& object : action.objects) text += " " + safe_text(object.path);
  if (!action.destination.address.empty() || !action.destination.name.empty()) {
    const auto& to = action.destination;
    text += " " + safe_text(to.name.empty() ? to.address : to.name) + " port " +
            std::to_string(to.port);
  }
  return text;
}

Json level_json(const policy::CommandLevel& level) {
  Json flags = Json::array();
  for (const auto& flag : level.line.flags)
    flags.push_back(safe_text(flag.name + (flag.value ? "=" + *flag.value : "")));
  Json operands = Json::array();
  for (const auto& operand : level.line.operands) operands.push_back(safe_text(operand));
  return {{"program", safe_text(level.line.program)},
          {"known", level.spec != nullptr},
          {"subcommand", safe_text(level.line.subcommand)},
          {"flags", std::move(flags)},
          {"operands", std::move(operands)}};
}

// One reading a name that the program goes by; most programs have one.
Json readings_json(const policy::AssessmentTrail& trail) {
  Json readings = Json::array();
  for (const auto& reading : trail.readings) {
    Json levels = Json::array();
    for (const auto& level : reading.levels) levels.push_back(level_json(level));
    readings.push_back(std::move(levels));
  }
  return readings;
}

Json findings_json(const policy::AssessmentTrail& trail) {
  Json findings = Json::array();
  for (const auto& finding : trail.findings) {
    Json categories = Json::array();
    for (const auto category : finding.categories) categories.push_back(policy::name_of(category));
    findings.push_back({{"rule", safe_text(finding.rule)},
                        {"tier", finding.tier},
                        {"block", finding.block},
                        {"categories", std::move(categories)},
                        {"reason", safe_text(finding.reason)}});
  }
  return findings;
}

Json object_json(const std::string& shown, const policy::Object& object) {
  return {{"shown", safe_text(shown)},
          {"path", safe_text(object.path)},
          {"class", policy::name_of(object.path_class)},
          {"type", policy::name_of(object.type)},
          {"recoverability", policy::name_of(object.recoverability)}};
}

Json touched_json(const policy::Action& action, const policy::Assessment& assessment) {
  Json touched = Json::array();
  for (const auto& object : action.objects) touched.push_back(object_json(object.path, object));
  if (!assessment.effect) return touched;
  for (const auto& operand : assessment.effect->operands)
    touched.push_back(object_json(operand.shown, operand.object));
  return touched;
}

Json steps_json(const policy::Steps& steps) {
  Json list = Json::array();
  for (const auto& step : steps)
    list.push_back({{"stage", step.stage}, {"text", safe_text(step.text)}});
  return list;
}

// In the words of a question (ask/scope_text.h).
std::string covered_text(const policy::Action& action, const policy::Assessment& assessment) {
  if (assessment.pattern.empty()) return {};
  return extent_text(kind_of_grant(action, assessment, assessment.pattern), assessment.pattern,
                     policy::is_delicate(assessment));
}

Decision explained(const CheckContext& context, policy::JudgedAct& act, Json& out) {
  policy::Steps steps;
  const int assessed = act.assessment.tier;
  const Json touched = touched_json(act.action, act.assessment);
  Decision decision = decide_act(context, act, &steps);
  const Json later = later_json(context, {act}, {decision});
  out = {{"what", what_of(act.action)},
         {"act", policy::name_of(act.action.act)},
         {"cwd", safe_text(act.action.cwd)},
         {"program", safe_text(act.action.exe)},
         {"touches", touched},
         {"assessed_tier", assessed},
         {"steps", steps_json(steps)},
         {"later", later["later"]},
         {"pattern", safe_text(decision.assessment.pattern)},
         {"covers", safe_text(covered_text(act.action, decision.assessment))},
         {"wildcard", decision.assessment.wildcard},
         {"decision", decision_json(context, decision)}};
  const policy::AssessmentTrail none;
  const policy::AssessmentTrail& trail = act.trail ? *act.trail : none;
  out["read_as"] = readings_json(trail);
  out["found"] = findings_json(trail);
  return decision;
}

}  // namespace

Result<Json> explain_act(const CheckContext& context, const Json& body) {
  const auto request = read_check_request(body, context.cwd);
  if (!request) return forward(request.error());
  PreviewedActs preview = preview_acts(context, *request, policy::Detail::kTrail);
  std::vector<Decision> decisions;
  Json acts = Json::array();
  for (auto& act : preview.acts) {
    Json out;
    decisions.push_back(explained(context, act, out));
    acts.push_back(std::move(out));
  }
  const Decision decision = worst_of(context, preview, decisions);
  Json answer = {{"what", shown_command(*request)},
                 {"cwd", safe_text(request->cwd)},
                 {"parsed", preview.parsed},
                 {"acts", std::move(acts)},
                 {"decision", decision_json(context, decision)}};
  answer.update(later_json(context, preview.acts, decisions));
  return answer;
}

}  // namespace guard::supervisor
