// SPDX-License-Identifier: Apache-2.0
#include "policy/assess/assessor.h"

#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "policy/assess/exec_assessment.h"
#include "policy/assess/exec_details.h"
#include "policy/assess/preview.h"
#include "policy/effects/file_act_assessment.h"
#include "policy/network/network_tiers.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::policy {
namespace {

// Adds what the text of a shell raises already now.
void add_shell_text(const std::string& text, const Action& action, const Assessor& assessor,
                    Facts& facts, std::vector<Finding>& findings) {
  const Assessment early = assess_shell_exec(text, action, assessor, facts);
  if (early.tier == 0 && !early.block) return;
  Finding finding;
  finding.categories = early.categories;
  finding.tier = early.tier;
  finding.block = early.block;
  finding.rule = early.rule;
  finding.reason = early.reason;
  finding.alternative = early.alternative;
  finding.cannot_be_had = early.cannot_be_had;
  finding.raised = early.raised;
  findings.push_back(std::move(finding));
}

const char* reason_of_key_use(KeyUse use) {
  switch (use) {
    case KeyUse::kLogin:
      return "logs in elsewhere with the user's key";
    case KeyUse::kSigned:
      return "signs in the user's name";
    case KeyUse::kUnread:
      return "has bytes signed that guard cannot read: they may be a login anywhere";
    case KeyUse::kDecrypt:
      return "decrypts with the user's key";
    case KeyUse::kKeys:
      return "changes or hands out keys of the user's agent";
  }
  return "uses the user's key";
}

Finding ordinary() {
  Finding finding;
  finding.rule = own_rule("exec.ordinary");
  finding.reason = "an ordinary program";
  return finding;
}

bool names_files(const Assessment& assessment) {
  return assessment.rule.starts_with("fs.");
}

// A file's name may be what a pattern means otherwise ("/*": all of the folder): then nothing can
// be remembered.
std::string folder_pattern(std::string path) {
  return path.find_first_of("*?") == std::string::npos ? path : std::string();
}

// The folder; the very file where the act is delicate.
std::string offered_path(const std::string& path, const Assessment& assessment) {
  if (is_delicate(assessment)) return path;
  return path.substr(0, std::max<std::size_t>(path.rfind('/'), 1));
}

void describe_exec(Assessment& assessment, const Action& action, ExecFindings& found) {
  assessment.effect = std::move(found.effect.effect);
  assessment.wildcard = found.effect.wildcard;
  assessment.changes_metadata = found.effect.changes_metadata;
  const CommandLevel* lead = level_of_rule(found.readings, assessment.rule);
  const bool plain = assessment.categories.empty() || lead == nullptr;
  if (names_files(assessment) && !found.effect.details.empty()) {
    assessment.details = std::move(found.effect.details);
    // The same words may mean another file tomorrow.
    if (!is_delicate(assessment))
      assessment.pattern = folder_pattern(std::move(found.effect.pattern));
  } else if (!plain) {
    assessment.details = exec_details(action, *lead, assessment.categories.front());
    assessment.pattern = exec_pattern(action, *lead, assessment);
  }
  if (!assessment.details.empty() && !action.known_argv.empty())
    assessment.details.push_back(read_as(action));
  // A pattern would mean the installed program, and never hold for its copy.
  if (assessment.wildcard || !action.known_argv.empty()) assessment.pattern.clear();
}

}  // namespace

Assessor::Assessor(std::shared_ptr<const Policy> policy)
    : policy_(std::move(policy)), specs_(specs_of(*policy_)) {}

Assessment Assessor::summed_up(std::vector<Finding> findings, AssessmentTrail* trail) const {
  if (trail != nullptr) trail->findings = findings;
  return assessment_of(std::move(findings), policy_->category_tiers);
}

Assessment Assessor::assess_exec(const Action& action, Facts& facts, Readings readings,
                                 AssessmentTrail* trail) const {
  if (readings.empty()) readings = readings_of(action, *specs_);
  ExecFindings found = judge_exec(action, std::move(readings), facts);
  if (!action.exe.empty()) {
    for (const auto& text : found.shell_texts) {
      add_shell_text(text, action, *this, facts, found.findings);
    }
  }
  found.findings.push_back(ordinary());
  Assessment assessment = summed_up(std::move(found.findings), trail);
  describe_exec(assessment, action, found);
  if (trail != nullptr) trail->readings = std::move(found.readings);
  return assessment;
}

Assessment Assessor::assess_file_act(const Action& action, Facts& facts,
                                     AssessmentTrail* trail) const {
  Assessment assessment = summed_up(judge_file_act(action, facts), trail);
  assessment.details = file_act_details(action);
  if (!action.objects.empty())
    assessment.pattern = folder_pattern(offered_path(action.objects.front().path, assessment));
  return assessment;
}

Assessment Assessor::assess_network(const Action& action, AssessmentTrail* trail) const {
  const bool listens = action.act == Act::kListen;
  const bool may_be_known = !listens && trail == nullptr;
  if (auto known = may_be_known ? known_->of(action.destination) : std::nullopt)
    return std::move(*known);
  std::vector<Finding> found;
  found.push_back(listens ? judge_listen(action.destination, listen_use_of(*policy_))
                          : judge_connect(action.destination, policy_->network_allow));
  Assessment assessment = summed_up(std::move(found), trail);
  assessment.details = network_details(action);
  assessment.pattern =
      listens ? listen_pattern(action.destination) : network_pattern(action.destination);
  if (may_be_known) known_->add(action.destination, assessment);
  return assessment;
}

Assessment Assessor::assess_system(const Action& action, AssessmentTrail* trail) const {
  Finding finding;
  finding.categories = {Category::kSystemImpact};
  finding.tier = 3;
  const bool signal = action.act == Act::kSignal;
  finding.rule = signal ? own_rule("signal.outside") : own_rule("system.call");
  finding.reason = signal ? "signals a process outside of this session"
                   : action.system_change.empty()
                       ? "changes the system: " + safe_text(action.syscall)
                       : safe_text(action.system_change);
  finding.alternative = "Ask the user to do it outside of guard.";
  Assessment assessment = summed_up({finding}, trail);
  assessment.details = {safe_text(action.syscall)};
  return assessment;
}

Assessment Assessor::assess_signing(const Action& action, AssessmentTrail* trail) const {
  const KeyRequest& key = action.key;
  Finding finding;
  finding.categories = {Category::kNetworkRisk};
  finding.tier = 2;
  finding.rule = key.use == KeyUse::kLogin  ? own_rule("signing.login")
                 : key.use == KeyUse::kKeys ? own_rule("signing.keys")
                                            : own_rule("signing.data");
  finding.reason = reason_of_key_use(key.use);
  finding.alternative = "Ask the user to do it, or to allow it.";
  Assessment assessment = summed_up({finding}, trail);
  assessment.details = key.details;
  assessment.pattern = key.pattern;
  return assessment;
}

Assessment Assessor::assess(const Action& action, Facts& facts) const {
  return assess(action, facts, {});
}

Assessment Assessor::assess(const Action& action, Facts& facts, Readings readings,
                            AssessmentTrail* trail) const {
  switch (action.act) {
    case Act::kExec:
      return assess_exec(action, facts, std::move(readings), trail);
    case Act::kConnect:
    case Act::kListen:
      return assess_network(action, trail);
    case Act::kSignal:
    case Act::kSystem:
      return assess_system(action, trail);
    case Act::kSign:
      return assess_signing(action, trail);
    case Act::kRead:
    case Act::kCreate:
    case Act::kModify:
    case Act::kDelete:
    case Act::kRename:
    case Act::kLink:
    case Act::kMetadata:
      return assess_file_act(action, facts, trail);
  }
  return assess_system(action, trail);
}

bool Assessor::is_slow(const Action& action) const {
  Readings readings;
  return is_slow(action, readings);
}

bool Assessor::is_slow(const Action& action, Readings& readings) const {
  if (action.act != Act::kExec) return false;
  readings = readings_of(action, *specs_);
  for (const auto& reading : readings) {
    for (const auto& level : reading.levels) {
      if (level.shell_text || needs_walk(level)) return true;
    }
  }
  return false;
}

bool Assessor::asks_for_reads() const {
  return policy_->secret_reads == SecretReads::kJudge;
}

}  // namespace guard::policy
