// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/check.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "base/fd_name.h"
#include "base/text.h"
#include "policy/nested_text.h"
#include "policy/preview.h"
#include "supervisor/facts/preview_world.h"
#include "supervisor/facts/tree_facts.h"

namespace guard::supervisor {
namespace {

using nlohmann::json;
using policy::Decision;
using policy::Verdict;

struct Request {
  std::vector<std::string> argv;
  std::string shell;
  bool is_shell = false;
  std::string cwd;
};

tl::unexpected<Error> invalid(std::string what) {
  return fail(Code::kInvalid, "check: " + std::move(what));
}

bool is_text(const json& value) {
  return value.is_string() && value.get_ref<const std::string&>().find('\0') == std::string::npos;
}

Result<Request> read_request(const json& body, const std::string& cwd) {
  if (!body.is_object()) return invalid("the request is no object");
  Request request;
  for (const auto& [key, value] : body.items()) {
    if (key == "argv") {
      const bool texts = value.is_array() && std::all_of(value.begin(), value.end(), is_text);
      if (!texts || value.empty()) return invalid("\"argv\" must be a list of words");
      request.argv = value.get<std::vector<std::string>>();
    } else if (key == "shell") {
      if (!is_text(value)) return invalid("\"shell\" must be a text");
      request.shell = value.get<std::string>();
      request.is_shell = true;
    } else if (key == "cwd") {
      if (!is_text(value)) return invalid("\"cwd\" must be a text");
      request.cwd = value.get<std::string>();
    } else {
      return invalid("unknown field \"" + safe_text(key) + "\"");
    }
  }
  if (request.is_shell == !request.argv.empty()) {
    return invalid("give either \"argv\" or \"shell\"");
  }
  request.cwd = lexically_normal(cwd, request.cwd);
  const UniqueFd folder(::open(request.cwd.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!folder.valid()) return fail_errno("check: " + safe_text(request.cwd));
  request.cwd = name_of_fd(folder.get());
  return request;
}

int rank(Verdict verdict) {
  constexpr std::array kOrder = {Verdict::kAllow, Verdict::kAsk, Verdict::kDeny, Verdict::kBlock};
  return static_cast<int>(std::find(kOrder.begin(), kOrder.end(), verdict) - kOrder.begin());
}

bool outranks(const Decision& a, const Decision& b) {
  if (a.verdict != b.verdict) return rank(a.verdict) > rank(b.verdict);
  return policy::outranks(a.assessment, b.assessment);
}

// Everything that would have to be asked must be covered by the answer.
void add_categories(Decision& decision, const Decision& other) {
  if (other.verdict == Verdict::kAllow) return;
  auto& all = decision.assessment.categories;
  for (const auto category : other.assessment.categories) {
    if (std::find(all.begin(), all.end(), category) == all.end()) all.push_back(category);
  }
}

Decision worst_of(const CheckContext& context, std::vector<policy::JudgedAct> acts) {
  std::vector<Decision> decisions;
  for (auto& act : acts) {
    decisions.push_back(
        context.evaluator.evaluate(act.action, std::move(act.assessment), context.session));
  }
  auto worst = decisions.begin();
  for (auto it = decisions.begin(); it != decisions.end(); ++it) {
    if (outranks(*it, *worst)) worst = it;
  }
  Decision result = *worst;
  for (const Decision& other : decisions) add_categories(result, other);
  return result;
}

json effect_json(const policy::Effect& effect) {
  json operands = json::array();
  for (const auto& operand : effect.operands) {
    operands.push_back({{"shown", safe_text(operand.shown)},
                        {"path", safe_text(operand.object.path)},
                        {"class", policy::name_of(operand.object.path_class)},
                        {"type", policy::name_of(operand.object.type)},
                        {"recoverability", policy::name_of(operand.object.recoverability)},
                        {"files", operand.files}});
  }
  json names = json::array();
  for (const auto& name : effect.names) names.push_back(safe_text(name));
  return {{"files", effect.files},
          {"directories", effect.directories},
          {"bytes", effect.bytes},
          {"born", effect.born},
          {"built", effect.built},
          {"preexisting", effect.preexisting},
          {"secrets", effect.secrets},
          {"vcs", effect.vcs},
          {"complete", effect.complete},
          {"operands", operands},
          {"names", names}};
}

std::string confirmation_message(const Decision& decision) {
  if (decision.verdict != Verdict::kAsk) return {};
  std::string text = decision.assessment.tier >= 3
                         ? "A person must approve this in two steps and type CONFIRM"
                         : "A person must approve this";
  if (!decision.reason.empty()) text += ": " + safe_text(decision.reason);
  return text + (text.ends_with('.') ? "" : ".");
}

// What a person would be shown (interfaces.md, prompt).
json prompt_json(const Decision& decision, const Request& request) {
  const auto& assessment = decision.assessment;
  json changes = json::array();
  for (const auto& detail : assessment.details) changes.push_back(safe_text(detail));
  return {
      {"what", request.is_shell ? safe_text(request.shell) : command_text(request.argv)},
      {"why", safe_text(decision.reason)},
      {"risk", assessment.categories.empty() ? "" : policy::risk_text_of(assessment.categories[0])},
      {"changes", std::move(changes)}};
}

// The shell text that the act is judged with, for where wildcards come from.
std::string text_of(const Request& request) {
  if (request.is_shell) return request.shell;
  const auto nested = policy::nested_text(policy::literal_words(request.argv));
  return nested ? nested->text : std::string();
}

// A text without any command: nothing would happen.
Decision nothing_to_do(const CheckContext& context, const policy::Action& origin) {
  Decision decision = context.evaluator.evaluate(origin, policy::Assessment{}, context.session);
  if (decision.reason.empty()) decision.reason = "no command in it";
  return decision;
}

}  // namespace

json decision_json(const Decision& decision) {
  const auto& assessment = decision.assessment;
  json categories = json::array();
  for (const auto category : assessment.categories) categories.push_back(policy::name_of(category));
  const bool ask = decision.verdict == Verdict::kAsk;
  return {{"decision", policy::name_of(decision.verdict)},
          {"category", categories.empty() ? json(nullptr) : categories[0]},
          {"categories", categories},
          {"tier", assessment.tier},
          {"risk_level", policy::risk_level_of(assessment)},
          {"rule", decision.rule},
          {"reason", safe_text(decision.reason)},
          {"message", safe_text(decision.message)},
          {"alternative", safe_text(assessment.alternative)},
          {"effect", assessment.effect ? effect_json(*assessment.effect) : json(nullptr)},
          {"confirmation_required", ask},
          {"confirmation_message", ask ? json(confirmation_message(decision)) : json(nullptr)}};
}

Result<json> check_act(const CheckContext& context, const json& body) {
  const auto start = std::chrono::steady_clock::now();
  const auto request = read_request(body, context.cwd);
  if (!request) return forward(request.error());
  policy::Action origin;
  origin.act = policy::Act::kExec;
  origin.cwd = request->cwd;
  origin.argv =
      request->is_shell ? std::vector<std::string>{"sh", "-c", request->shell} : request->argv;
  const policy::Preview preview = request->is_shell ? policy::preview_shell(request->shell)
                                                    : policy::preview_command(request->argv);
  PreviewWorld world(context, text_of(*request));
  auto acts = policy::judge_preview(preview, origin, context.assessor, world);
  const Decision decision =
      acts.empty() ? nothing_to_do(context, origin) : worst_of(context, std::move(acts));
  json answer = decision_json(decision);
  answer["prompt"] = prompt_json(decision, *request);
  answer["parsed"] = preview.parsed;
  const auto spent = std::chrono::steady_clock::now() - start;
  answer["duration_us"] = std::chrono::duration_cast<std::chrono::microseconds>(spent).count();
  return answer;
}

}  // namespace guard::supervisor
