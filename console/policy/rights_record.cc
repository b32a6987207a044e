// SPDX-License-Identifier: Apache-2.0
#include "console/policy/rights_record.h"

#include <pwd.h>
#include <unistd.h>

#include <utility>

#include "base/text/text.h"
#include "base/uuid.h"
#include "policy/load/key_names.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/approval/grant_kind.h"
#include "supervisor/audit/keep/closing_record.h"
#include "supervisor/audit/record/chain.h"
#include "supervisor/audit/record/digest.h"
#include "supervisor/audit/record/right_record.h"
#include "supervisor/audit/redaction/redaction_key.h"
#include "supervisor/audit/redaction/redactor.h"

namespace guard::console {
namespace {

using supervisor::AuditRecord;
using supervisor::Recorder;

std::string user_name() {
  const passwd* const entry = ::getpwuid(::getuid());
  return entry == nullptr ? std::to_string(::getuid()) : entry->pw_name;
}

std::string new_chain() {
  constexpr std::size_t kShown = 8;
  return "rights-" + make_uuid().substr(0, kShown);
}

Result<supervisor::Redactor> redactor_of(const std::string& state_dir) {
  const auto key = supervisor::load_or_create_redaction_key(state_dir);
  if (!key) return forward(key.error());
  return supervisor::Redactor(*key);
}

AuditRecord record_of(const TrustChange& change, const supervisor::Redactor& redactor) {
  const bool loosens = change.content.has_value();
  const std::string path = redactor.text(change.path);
  const std::string by = user_name() + " (guard policy trust)";
  AuditRecord record;
  record.request_id = make_uuid();
  record.user_id = user_name();
  record.tool_name = supervisor::kPolicyTool;
  record.act = supervisor::kPolicyTool;
  record.risk_tier = loosens ? 2 : 1;
  record.rule =
      loosens ? policy::own_rule("policy.trust") : policy::own_rule("policy.trust.withdrawn");
  record.decision = "allow";
  record.reason = "a person asked for it";
  record.objects = {path};
  record.effect = {{"by", by}, {"path", path}};
  if (loosens) record.effect["sha256"] = supervisor::sha256_hex(*change.content);
  record.result_summary = (loosens ? "trusted by " : "trusted no more by ") + by + ": " + path;
  record.pid = static_cast<int>(::getpid());
  return record;
}

}  // namespace

RightsRecord::RightsRecord(std::unique_ptr<Recorder> recorder, std::string request_id)
    : recorder_(std::move(recorder)), request_id_(std::move(request_id)) {}

Result<RightsRecord> RightsRecord::begin(const std::string& state_dir, const TrustChange& change) {
  auto recorder = Recorder::open(state_dir, new_chain());
  if (!recorder) return forward(recorder.error());
  const auto redactor = redactor_of(state_dir);
  if (!redactor) return forward(redactor.error());
  AuditRecord record = record_of(change, *redactor);
  std::string request_id = record.request_id;
  if (auto stored = (*recorder)->store_intent(std::move(record)); !stored)
    return forward(stored.error());
  return RightsRecord(std::move(*recorder), std::move(request_id));
}

Result<void> RightsRecord::end(bool is_done) {
  recorder_->store_outcome({request_id_, is_done ? "done" : "failed", 0, 0, ""});
  return supervisor::close_record(*recorder_);
}

Result<void> record_revoked(const std::string& state_dir, const std::string& program,
                            const supervisor::StandingGrant& standing) {
  const auto recorder = Recorder::open(state_dir, new_chain());
  if (!recorder) return forward(recorder.error());
  const auto redactor = redactor_of(state_dir);
  if (!redactor) return forward(redactor.error());
  const supervisor::Grant& grant = standing.grant;
  supervisor::EndedRight right{policy::own_rule("grant.revoked"),
                               user_name() + " (" + program + ")",
                               redactor->text(supervisor::extent_text(grant)),
                               grant.id,
                               "always",
                               {},
                               redactor->text(standing.workspace)};
  for (const auto category : grant.categories)
    right.categories.emplace_back(policy::name_of(category));
  AuditRecord record = supervisor::ended_right_record(right);
  record.user_id = user_name();
  record.pid = static_cast<int>(::getpid());
  (*recorder)->record(std::move(record));
  return supervisor::close_record(**recorder);
}

}  // namespace guard::console
