// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/session_view.h"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>

#include "base/clock.h"
#include "base/text/text.h"
#include "base/uuid.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/approval/grant_kind.h"
#include "supervisor/audit/record/chain.h"
#include "supervisor/check/check.h"

namespace guard::supervisor {

std::string guard_version() {
  return GUARD_VERSION;
}

std::string account_name(uid_t uid) {
  const passwd* entry = ::getpwuid(uid);
  return entry == nullptr ? std::to_string(uid) : entry->pw_name;
}

nlohmann::json session_json(const RunOptions& options, const ProtectionLevel& level,
                            const Redactor& redactor, std::chrono::system_clock::time_point started,
                            pid_t command, SessionCounts counts, nlohmann::json alerts) {
  return {{"id", options.session_id},
          {"command", command_text(redactor.argv(options.command))},
          {"mode", options.policy->mode.name},
          {"safe_mode", options.policy->safe_mode},
          {"level", level.name()},
          {"version", guard_version()},
          {"policy_hash", options.policy->hash},
          {"workspace", options.workspace},
          {"started", iso_time(started)},
          {"pid", command},
          {"counters", {{"refused", counts.refused}, {"pending", counts.pending}}},
          {"alerts", std::move(alerts)}};
}

std::optional<AuditRecord> release_record(const policy::Policy& policy) {
  if (!policy.release && policy.release_note.empty()) return std::nullopt;
  AuditRecord record;
  record.request_id = make_uuid();
  record.user_id = account_name(::getuid());
  record.tool_name = kPolicyTool;
  record.act = kPolicyTool;
  record.rule = policy::own_rule("policy.release");
  record.decision = "allow";
  record.reason = policy.release_note;
  record.outcome = "done";
  record.pid = static_cast<int>(::getpid());
  record.result_summary = "no policy release holds";
  if (policy.release) {
    const policy::Release& release = *policy.release;
    record.result_summary = "policy release " + std::to_string(release.number) + " holds";
    record.effect = {{"release", release.number},
                     {"sha256", release.sha256},
                     {"signer", release.signer},
                     {"expires", release.expires}};
  }
  return record;
}

nlohmann::json run_on_record(const RunOptions& options, const Redactor& redactor) {
  std::string folders;
  for (const std::string& folder : options.workspace)
    folders += (folders.empty() ? "" : ", ") + redactor.text(folder);
  const policy::Policy& policy = *options.policy;
  nlohmann::json run = {{"mode", policy.mode.name + (policy.safe_mode ? "" : ", safe mode off")},
                        {"policy", policy.hash},
                        {"workspace", folders}};
  if (policy.release) run["release"] = policy.release->number;
  return run;
}

Result<nlohmann::json> check_in_session(const RunOptions& options, const JudgingStages& stages,
                                        const PathFacts& paths, const Grants& grants,
                                        const nlohmann::json& request) {
  const char* path = std::getenv("PATH");
  const CheckContext context{
      .assessor = stages.assessor(),
      .evaluator = stages.judge().evaluator(),
      .paths = paths,
      .session = {.on_ask = policy::OnAsk::kWait,
                  .approved_categories = grants.approved_categories(),
                  .command_approved_to = -1},
      .cwd = options.workspace.empty() ? "/" : options.workspace.front(),
      .search_path = path == nullptr ? "/usr/bin:/bin" : path,
      .raising = stages.raising(),
      .limits = {},
      .remembered = [&grants](const auto& action,
                              const auto& assessment) -> std::optional<std::string> {
        // The peer that asks is no process of the tree: scope `command` is not theirs.
        const auto grant =
            grants.covering(action, assessment, {}, std::chrono::system_clock::now());
        return grant ? std::optional(extent_text(*grant)) : std::nullopt;
      },
      .known = &stages.known_programs(),
      .denied = [&grants](const auto& action,
                          const auto& assessment) -> std::optional<std::string> {
        const auto no = grants.denying(action, assessment, {}, std::chrono::system_clock::now());
        return no ? std::optional(extent_text(*no)) : std::nullopt;
      }};
  return check_act(context, request);
}

}  // namespace guard::supervisor
