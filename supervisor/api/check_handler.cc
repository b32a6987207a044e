// SPDX-License-Identifier: Apache-2.0
#include "base/text/text.h"
#include "policy/vocabulary/assessment.h"
#include "supervisor/api/fields.h"
#include "supervisor/api/handlers.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kShownChanges = 3;

std::string command_of(const Json& request) {
  if (request.contains("shell")) return safe_text(request["shell"].get<std::string>());
  return command_text(request["argv"].get<std::vector<std::string>>());
}

std::optional<ApiResponse> wrong_request(const Json& body) {
  Fields fields(body);
  const std::vector<std::string> argv = fields.texts("argv");
  const std::string shell = fields.text("shell");
  const std::string cwd = fields.text("cwd");
  const bool both = fields.has("argv") && fields.has("shell");
  if (auto wrong = fields.problem()) return wrong;
  if (both || (argv.empty() && shell.empty()))
    return invalid_request("give one of 'argv' (a list of words) and 'shell' (a text)");
  if (!argv.empty() && argv.front().empty()) return invalid_request("'argv' names no program");
  if (!cwd.empty() && !cwd.starts_with('/')) return invalid_request("'cwd' must be absolute");
  return std::nullopt;
}

std::string text_in(const Json& object, const char* field) {
  const auto found = object.find(field);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

Json value_in(const Json& object, const char* field, Json otherwise) {
  const auto found = object.find(field);
  return found == object.end() || found->is_null() ? otherwise : *found;
}

std::string risk_of(const std::string& category_name) {
  const auto category = policy::category_named(category_name);
  return category ? policy::risk_text_of(*category) : "";
}

Json prompt_of(const Json& decision, const Json& request) {
  Json prompt = value_in(decision, "prompt", Json::object());
  if (!prompt.is_object()) prompt = Json::object();
  Json changes = value_in(prompt, "changes", Json::array());
  while (changes.is_array() && changes.size() > kShownChanges) changes.erase(changes.size() - 1);
  return {{"what", value_in(prompt, "what", command_of(request))},
          {"why", value_in(prompt, "why", text_in(decision, "reason"))},
          {"risk", value_in(prompt, "risk", risk_of(text_in(decision, "category")))},
          {"changes", std::move(changes)}};
}

Json details_of(const Json& decision, const ApiCall& call, std::string_view blocked_reason) {
  return {{"category", value_in(decision, "category", "")},
          {"required_categories", value_in(decision, "categories", Json::array())},
          {"session_id", call.backend.session().value("id", "")},
          {"tier", value_in(decision, "tier", nullptr)},
          {"risk_level", value_in(decision, "risk_level", nullptr)},
          {"rule", value_in(decision, "rule", "")},
          {"message", value_in(decision, "message", "")},
          {"alternative", value_in(decision, "alternative", "")},
          {"prompt", prompt_of(decision, call.body)},
          {"blocked_reason", blocked_reason},
          {"approval_id", value_in(decision, "approval_id", nullptr)}};
}

struct Outcome {
  const char* decision;
  Problem problem;
  const char* message;  // when the decision itself has none
};

constexpr Outcome kHeld[] = {
    {"ask", Problem::kApprovalRequired, "a person must approve this"},
    {"deny", Problem::kDenied, "refused by policy"},
    {"block", Problem::kBlocked, "refused in every mode"},
};

ApiResponse held(const Outcome& outcome, const Json& decision, const ApiCall& call) {
  std::string message = text_in(decision, "confirmation_message");
  if (message.empty()) message = text_in(decision, "reason");
  ApiResponse response =
      problem(outcome.problem, message.empty() ? std::string(outcome.message) : message);
  Json& error = response.body["error"];
  error["type"] = "tool_error";
  error["details"] = details_of(decision, call, row_of(outcome.problem).code);
  return response;
}

}  // namespace

ApiResponse check_act(const ApiCall& call) {
  if (auto wrong = wrong_request(call.body)) return *wrong;
  auto decision = call.backend.check(call.body);
  if (!decision) return problem_of(decision.error());
  const std::string verdict = text_in(*decision, "decision");
  for (const Outcome& outcome : kHeld)
    if (verdict == outcome.decision) return held(outcome, *decision, call);
  // Only the word itself allows: a decision that says nothing is no permission.
  if (verdict != "allow") return problem(Problem::kInternal, "the check gave no decision");
  ApiResponse response;
  response.body = std::move(*decision);
  return response;
}

}  // namespace guard::supervisor
