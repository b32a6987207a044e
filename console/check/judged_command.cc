// SPDX-License-Identifier: Apache-2.0
#include "console/check/judged_command.h"

#include <cstdlib>
#include <filesystem>

#include "base/text/text.h"
#include "console/check/local_checks.h"
#include "console/session/client.h"
#include "policy/vocabulary/reason_text.h"
#include "supervisor/actors/session_address.h"

namespace guard::console {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string text_in(const Json& object, const char* field) {
  const auto found = object.is_object() ? object.find(field) : object.end();
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

int tier_in(const Json& object) {
  const auto found = object.is_object() ? object.find("tier") : object.end();
  return found != object.end() && found->is_number_integer() ? found->get<int>() : 0;
}

// The words of a rule's author go before what guard knows.
std::string instead_in(const Json& object) {
  const std::string message = text_in(object, "message");
  return message.empty() ? text_in(object, "alternative") : message;
}

// The rule is named once, at the end.
std::string reason_text(const std::string& reason, const std::string& rule) {
  const std::string rest = policy::reason_beside(rule, reason);
  return rest + (rest.empty() ? "[" : " [") + rule + "]";
}

Judged judged_from(const Json& decision) {
  Judged judged;
  judged.decision = text_in(decision, "decision");
  judged.reason = reason_text(text_in(decision, "reason"), text_in(decision, "rule"));
  judged.message = text_in(decision, "message");
  judged.instead = instead_in(decision);
  judged.category = text_in(decision, "category");
  judged.risk_level = text_in(decision, "risk_level");
  judged.tier = tier_in(decision);
  return judged;
}

// An answer that is not 200: the decision lies in the error.
Result<Judged> judged_from(const Reply& reply) {
  const std::string code = reply.error_code();
  if (code != "approval_required" && code != "denied" && code != "blocked")
    return fail(Code::kInvalid, reply.error_message());
  // It has a code, so it is an object.
  const Json error = reply.body["error"];
  const Json details =
      error.contains("details") && error["details"].is_object() ? error["details"] : Json::object();
  Judged judged;
  judged.decision = code == "approval_required" ? "ask" : (code == "denied" ? "deny" : "block");
  judged.reason = reason_text(reply.error_message(), text_in(details, "rule"));
  judged.message = text_in(details, "message");
  judged.instead = instead_in(details);
  judged.category = text_in(details, "category");
  judged.risk_level = text_in(details, "risk_level");
  judged.tier = tier_in(details);
  return judged;
}

}  // namespace

std::string told_text(const Judged& judged) {
  if (!judged.message.empty()) return judged.message + " (" + judged.reason + ")";
  return judged.reason + (judged.instead.empty() ? "" : ". Instead: " + judged.instead);
}

Result<void> policy_is_of_no_folder(const ParsedOptions& options) {
  const char* const variable = std::getenv("GUARD_POLICY");
  for (const std::string& path : {options.get("policy"), std::string(variable ? variable : "")})
    if (!path.empty() && !path.starts_with('/'))
      return fail(Code::kInvalid, "the policy's path must be absolute: " + safe_text(path));
  const char* const profile = std::getenv("GUARD_PROFILE");
  for (const std::string& path : {options.get("profile"), std::string(profile ? profile : "")})
    if (path.find('/') != std::string::npos && !path.starts_with('/'))
      return fail(Code::kInvalid, "the profile's path must be absolute: " + safe_text(path));
  return {};
}

Result<Judged> judged_by_session(Json check, const std::string& cwd, const std::string& program) {
  std::error_code error;
  check["cwd"] = cwd.empty() ? fs::current_path(error).string() : cwd;
  if (error) return fail_with(error.value(), "the current folder");
  const Client client("@" + std::string(supervisor::kSessionAddress), program);
  const auto reply = client.post("/v1/check", check);
  if (!reply) return forward(reply.error());
  return reply->ok() ? judged_from(reply->body) : judged_from(*reply);
}

Result<Judged> judged_here(const Json& check, const std::string& cwd, const ParsedOptions& options,
                           const std::vector<std::string>& agent) {
  if (auto free = policy_is_of_no_folder(options); !free) return forward(free.error());
  std::error_code error;
  if (!cwd.empty()) fs::current_path(cwd, error);
  if (error) return fail_with(error.value(), safe_text(cwd));
  const auto checker = prepare_local_check(options, agent);
  if (!checker) return forward(checker.error());
  const auto decision = (*checker)->check(check);
  if (!decision) return forward(decision.error());
  return judged_from(*decision);
}

}  // namespace guard::console
