// SPDX-License-Identifier: Apache-2.0
#include "supervisor/check/check.h"

#include <chrono>

#include "base/text/text.h"
#include "supervisor/check/check_request.h"
#include "supervisor/check/later_acts.h"
#include "supervisor/facts/git_counts.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;
using policy::Decision;
using policy::Verdict;

Json effect_json(const policy::Effect& effect) {
  Json operands = Json::array();
  for (const auto& operand : effect.operands) {
    operands.push_back({{"shown", safe_text(operand.shown)},
                        {"path", safe_text(operand.object.path)},
                        {"class", policy::name_of(operand.object.path_class)},
                        {"type", policy::name_of(operand.object.type)},
                        {"recoverability", policy::name_of(operand.object.recoverability)},
                        {"files", operand.files}});
  }
  Json names = Json::array();
  for (const auto& name : effect.names) names.push_back(safe_text(name));
  return {{"files", effect.files},
          {"directories", effect.directories},
          {"bytes", effect.bytes},
          {"born", effect.born},
          {"built", effect.built},
          {"preexisting", effect.preexisting},
          {"existed", effect.of_before()},
          {"newer", effect.newer},
          {"unsaved", effect.unsaved},
          {"secrets", effect.secrets},
          {"vcs", effect.vcs},
          {"complete", effect.complete},
          {"operands", operands},
          {"names", names}};
}

Json counted_json(const CheckContext& context, const policy::Effect& effect) {
  Json counted = effect_json(effect);
  const GitCounts counts = count_in_git(context.paths, effect, context.limits);
  counted["tracked"] = counts.tracked;
  counted["untracked"] = counts.untracked;
  counted["ignored"] = counts.ignored;
  return counted;
}

std::string confirmation_message(const Decision& decision) {
  if (decision.verdict != Verdict::kAsk) return {};
  std::string text = decision.assessment.tier >= 3
                         ? "A person must approve this in two steps and type CONFIRM"
                         : "A person must approve this";
  if (!decision.reason.empty()) text += ": " + safe_text(decision.reason);
  return text + (text.ends_with('.') ? "" : ".");
}

// The fields that a person would be shown (interfaces.md, prompt).
Json prompt_json(const Decision& decision, const CheckRequest& request) {
  const auto& assessment = decision.assessment;
  Json changes = Json::array();
  for (const auto& detail : assessment.details) changes.push_back(safe_text(detail));
  return {
      {"what", shown_command(request)},
      {"why", safe_text(decision.reason)},
      {"risk", assessment.categories.empty() ? "" : policy::risk_text_of(assessment.categories[0])},
      {"changes", std::move(changes)}};
}

// Secrets that it would read, which a run can ask about only where it can hold them.
Json secrets_read(const std::vector<policy::JudgedAct>& acts) {
  Json paths = Json::array();
  for (const auto& act : acts) {
    if (act.action.act != policy::Act::kRead) continue;
    for (const auto& object : act.action.objects) paths.push_back(object.path);
  }
  return paths;
}

}  // namespace

Json decision_json(const CheckContext& context, const Decision& decision) {
  const auto& assessment = decision.assessment;
  Json categories = Json::array();
  for (const auto category : assessment.categories) categories.push_back(policy::name_of(category));
  const bool ask = decision.verdict == Verdict::kAsk;
  return {{"decision", policy::name_of(decision.verdict)},
          {"category", categories.empty() ? Json(nullptr) : categories[0]},
          {"categories", categories},
          {"required_categories", categories},
          {"tier", assessment.tier},
          {"risk_level", policy::risk_level_of(assessment)},
          {"rule", decision.rule},
          {"reason", safe_text(decision.reason)},
          {"message", safe_text(decision.message)},
          {"alternative", safe_text(assessment.alternative)},
          {"effect", assessment.effect ? counted_json(context, *assessment.effect) : Json(nullptr)},
          {"confirmation_required", ask},
          {"confirmation_message", ask ? Json(confirmation_message(decision)) : Json(nullptr)}};
}

Result<Json> check_act(const CheckContext& context, const Json& body) {
  const auto start = std::chrono::steady_clock::now();
  const auto request = read_check_request(body, context.cwd);
  if (!request) return forward(request.error());
  PreviewedActs preview = preview_acts(context, *request, policy::Detail::kVerdict);
  std::vector<Decision> decisions;
  for (auto& act : preview.acts) decisions.push_back(decide_act(context, act));
  const Decision decision = worst_of(context, preview, decisions);
  const auto spent = std::chrono::steady_clock::now() - start;
  Json answer = decision_json(context, decision);
  answer["prompt"] = prompt_json(decision, *request);
  answer["parsed"] = preview.parsed;
  answer["reads"] = secrets_read(preview.acts);
  answer.update(later_json(context, preview.acts, decisions));
  answer["duration_us"] = std::chrono::duration_cast<std::chrono::microseconds>(spent).count();
  return answer;
}

}  // namespace guard::supervisor
