// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/earlier_answers.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

#include "base/text/text.h"
#include "base/weaken.h"
#include "policy/command/git_steps.h"
#include "policy/effects/file_act_tiers.h"
#include "policy/effects/metadata_assessment.h"
#include "policy/paths/path_class.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/actors/process_tree.h"
#include "supervisor/actors/shell_command.h"
#include "supervisor/approval/grant_kind.h"
#include "supervisor/approval/grant_pattern.h"
#include "supervisor/call/act_text.h"

namespace guard::supervisor {
namespace {

using policy::Act;

bool acts_by_itself(const Process& process) {
  return !process.forked || process.confirmed;
}

LeasedAct leased_act(const PendingCall& call, const policy::Action& action) {
  const Process& process = *call.process;
  const bool by_itself = acts_by_itself(process);
  return {.act = action.act,
          .rights = policy::gives_rights(action),
          .by_git = by_itself && policy::is_installed_git(process.program->actor),
          .born = !action.objects.empty() &&
                  action.objects.front().recoverability == policy::Recoverability::kBorn,
          .made_new = by_itself && action.act == Act::kCreate && action.objects.size() == 1 &&
                      action.objects.front().type == policy::ObjectType::kMissing};
}

// The name that the process itself makes, where nothing is lost but what lies there. Nothing for
// any other act, for a device node, and for a further name of what is not the agent's to share.
std::optional<MadeName> made_name(const PendingCall& call, const policy::Action& action) {
  if (!acts_by_itself(*call.process) || action.objects.empty() || action.exchange)
    return std::nullopt;
  const policy::Object& name = action.objects.back();
  const bool is_free = name.type == policy::ObjectType::kMissing;
  const bool is_device = action.made == policy::ObjectType::kCharDevice ||
                         action.made == policy::ObjectType::kBlockDevice;
  const bool two = action.objects.size() == 2;
  const bool creates = action.act == Act::kCreate && !two && is_free && !is_device;
  const bool links = action.act == Act::kLink && two && is_free &&
                     policy::is_of_the_agent(action.objects.front().path_class);
  const bool renames = action.act == Act::kRename && two;
  if (!creates && !links && !renames) return std::nullopt;
  return MadeName{.act = action.act,
                  .rights = policy::gives_rights(action),
                  .path = name.path,
                  .from = renames ? action.objects.front().path : std::string()};
}

bool only_deletes_files(const policy::Assessment& assessment) {
  return std::ranges::all_of(assessment.categories, [](policy::Category category) {
    return category == policy::Category::kFsDeleteOverwrite ||
           category == policy::Category::kFsOutsideWorkspace;
  });
}

EarlierAnswer remembered_as(const Grant& grant) {
  return {.verdict = grant.denies ? policy::Verdict::kDeny : policy::Verdict::kAllow,
          .rule = policy::own_rule("grant"),
          .reason = (grant.denies ? "denied before by " + grant.by + ": " : "remembered: ") +
                    extent_text(grant),
          .approval_id = grant.approval_id};
}

}  // namespace

std::optional<EarlierAnswer> EarlierAnswers::of(const PendingCall& call,
                                                const policy::Action& action,
                                                const Judged& judged) const {
  constexpr std::array kInOrder = {&EarlierAnswers::denied, &EarlierAnswers::by_lease,
                                   &EarlierAnswers::by_grant};
  for (const auto answer : kInOrder) {
    if (auto cover = (this->*answer)(call, action, judged)) return cover;
  }
  return std::nullopt;
}

EarlierAnswer EarlierAnswers::leased_by(const std::string& approval) const {
  return {.verdict = policy::Verdict::kAllow,
          .rule = policy::own_rule("lease"),
          .reason = "covered by an approved question",
          .approval_id = approval,
          .leased = true,
          .undo_promised = leases_.promises_undo(approval)};
}

EarlierAnswers::Found EarlierAnswers::by_lease(const PendingCall& call,
                                               const policy::Action& action,
                                               const Judged& judged) const {
  if (action.act == Act::kSign) return std::nullopt;  // each use of a key is a question of its own
  if (action.act == Act::kExec) return exec_by_lease(call, action, judged);
  // One intent is asked about once: the rule asked about the command that does this.
  if (judged.decision.by_rule_alone) {
    if (const auto approval = leases_.covers_rule(call.process->pid, judged.decision.rule))
      return leased_by(*approval);
  }
  if (action.act == Act::kSystem) {
    const auto approval = leases_.covers_act(ancestors_of(*call.process), Act::kSystem);
    return approval ? Found(leased_by(*approval)) : std::nullopt;
  }
  if (const std::string peer = peer_text(action); !peer.empty())
    return connection_by_lease(call, action, judged, peer);
  return file_act_by_lease(call, action, judged);
}

// The answer about one address of a host speaks for the others: whoever gave it saw the host's
// name.
EarlierAnswers::Found EarlierAnswers::connection_by_lease(const PendingCall& call,
                                                          const policy::Action& action,
                                                          const Judged& judged,
                                                          const std::string& peer) const {
  if (auto refused = by_refusal(call, action, peer)) return refused;
  const std::string host = host_pattern(action.destination);
  if (host.empty()) return std::nullopt;
  if (auto refused = by_refusal(call, action, host)) return refused;
  const auto approved =
      leases_.covers_address(call.process->pid, action, judged.decision.assessment,
                             judged.decision.rule, std::chrono::steady_clock::now());
  if (!approved) return std::nullopt;
  EarlierAnswer answer = leased_by(approved->approval_id);
  answer.reason = "another address of a host that was approved a moment ago";
  return answer;
}

std::optional<std::string> EarlierAnswers::lease_of_object(const PendingCall& call,
                                                           const policy::Action& action) const {
  const struct stat& status = call.held.first.status;
  return leases_.covers(ancestors_of(*call.process), {action.act, policy::gives_rights(action)},
                        status.st_dev, status.st_ino,
                        action.objects.front().recoverability == policy::Recoverability::kBorn);
}

bool EarlierAnswers::covers_object(const PendingCall& call) const {
  return !call.action.objects.empty() && lease_of_object(call, call.action).has_value();
}

EarlierAnswers::Found EarlierAnswers::file_act_by_lease(const PendingCall& call,
                                                        const policy::Action& action,
                                                        const Judged& judged) const {
  if (action.objects.empty()) return std::nullopt;
  const std::vector<int> ancestors = ancestors_of(*call.process);
  const policy::Object& object = action.objects.front();
  auto approval = lease_of_object(call, action);
  if (!approval)
    approval = leases_.covers_path(ancestors, leased_act(call, action), object.path,
                                   judged.decision.assessment);
  if (approval && !breaks_a_promise(action, *approval) &&
      target_is_covered(call, action, ancestors) && reading_is_covered(call, action, judged))
    return leased_by(*approval);
  if (const auto made = made_name(call, action)) {
    approval = leases_.covers_made(ancestors, *made, judged.decision.assessment);
    // The file that lies there by now may be another one than the question was about.
    const bool same = action.act != Act::kRename || target_is_covered(call, action, ancestors);
    if (approval && same && !breaks_a_promise(action, *approval)) return leased_by(*approval);
  }
  return by_refusal(call, action, object.path);
}

// A yes to a change of a secret is none to reading it by the same descriptor.
bool EarlierAnswers::reading_is_covered(const PendingCall& call, const policy::Action& action,
                                        const Judged& judged) const {
  if (!action.also_reads || !policy::is_delicate(judged.decision.assessment)) return true;
  policy::Action read = action;
  read.act = Act::kRead;
  return lease_of_object(call, read) ||
         leases_.covers_path(ancestors_of(*call.process), leased_act(call, read),
                             action.objects.front().path, judged.decision.assessment);
}

// Undo's room may be used up by now, and a folder's lease covers files that nobody saw: what undo
// cannot keep is no part of an answer that was given because it would be kept.
bool EarlierAnswers::breaks_a_promise(const policy::Action& action,
                                      const std::string& approval) const {
  const bool is_lost = std::ranges::any_of(action.objects, [](const policy::Object& object) {
    return object.type != policy::ObjectType::kMissing &&
           object.recoverability == policy::Recoverability::kPrecious;
  });
  return is_lost && leases_.promises_undo(approval);
}

// A rename, or a link, is approved with where it leads: to a name that was shown, over an object
// that was walked, or to where anything may be put unasked.
bool EarlierAnswers::target_is_covered(const PendingCall& call, const policy::Action& action,
                                       const std::vector<int>& ancestors) const {
  const bool leads_on = action.act == Act::kRename || action.act == Act::kLink;
  if (!leads_on || action.objects.size() < 2 || weakened("lease-target")) return true;
  const policy::Object& target = action.objects[1];
  const policy::Territory territory = policy::territory_of(target.path_class, false);
  const bool free =
      (territory == policy::Territory::kScratch || territory == policy::Territory::kWorkspace) &&
      target.recoverability != policy::Recoverability::kPrecious;
  if (free || leases_.covers_target(ancestors, leased_act(call, action), target.path)) return true;
  const struct stat& status = call.held.second.status;
  return call.held.second.exists() &&
         leases_.covers(ancestors, {action.act}, status.st_dev, status.st_ino).has_value();
}

EarlierAnswers::Found EarlierAnswers::by_refusal(const PendingCall& call,
                                                 const policy::Action& action,
                                                 const std::string& place) const {
  auto refusal = leases_.refusal_for(call.held.tracee->tgid, action.act, place);
  // A refusal about many files holds for whatever process of the command goes on with it.
  if (!refusal && (action.act == Act::kDelete || action.act == Act::kRename))
    refusal = leases_.refusal_for(command_of(*call.process), action.act, place);
  if (!refusal) return std::nullopt;
  const bool same = refusal->place == place;
  if (same && waits_for_lines(*call.process))
    refusal->reason += ", and " + safe_text(base_name(call.process->program->actor.exe)) +
                       " is not asked about it again as long as it runs";
  return EarlierAnswer{
      .verdict = policy::Verdict::kDeny,
      .rule = policy::own_rule("lease"),
      .reason = same ? refusal->reason : "below " + refusal->place + ": " + refusal->reason,
      .approval_id = refusal->approval_id,
      .told_before = same};
}

// `timeout 5 rm -rf x`, `find -exec rm {} +`: the wrapper was approved with what it would delete;
// the program that it then starts asks no more when it touches nothing else and means nothing else.
// A shell that was denied /usr/bin/rm goes on to /bin/rm, the next of that name on PATH.
EarlierAnswers::Found EarlierAnswers::exec_by_lease(const PendingCall& call,
                                                    const policy::Action& action,
                                                    const Judged& judged) const {
  if (auto refused = by_refusal(call, action, exec_text(action))) return refused;
  if (const auto approval = lease_of_command(call, action, judged)) return leased_by(*approval);
  const policy::Assessment& assessment = judged.decision.assessment;
  if (judged.walked.empty() || !only_deletes_files(assessment) || !assessment.effect ||
      !assessment.effect->complete)
    return std::nullopt;
  // A person who let a file be deleted has not let another one be written in its place.
  if (std::ranges::any_of(assessment.effect->operands, &policy::EffectOperand::made))
    return std::nullopt;
  const std::vector<int> ancestors = ancestors_of(*call.process);
  std::optional<std::string> approval;
  for (const ObjectId& object : judged.walked) {
    approval = leases_.covers(ancestors, {Act::kDelete}, object.device, object.inode);
    if (!approval) return std::nullopt;
  }
  return leased_by(*approval);
}

// `timeout 5 git push` was approved with what it goes on to run, and so was a script with what its
// first line has run it. Safe because nothing ran in between but the program that was approved.
std::optional<std::string> EarlierAnswers::lease_of_command(const PendingCall& call,
                                                            const policy::Action& action,
                                                            const Judged& judged) const {
  if (action.image_origin != policy::ImageOrigin::kInstalled || call.foreign_code ||
      call.readings.empty() || call.readings.front().levels.empty())
    return std::nullopt;
  const Process& process = *call.process;
  const bool forked = process.forked && process.confirmed && process.parent != nullptr;
  return leases_.covers_command(forked ? process.parent->pid : process.pid,
                                call.readings.front().levels.front().argv, action.cwd,
                                judged.decision.assessment);
}

EarlierAnswers::Found EarlierAnswers::by_grant(const PendingCall& call,
                                               const policy::Action& action,
                                               const Judged& judged) const {
  // One person's word, perhaps outside of the run whose policy wants two.
  const policy::Assessment& assessment = judged.decision.assessment;
  const auto grant = grants_.covering(action, assessment, ancestors_of(*call.process),
                                      std::chrono::system_clock::now());
  if (!grant) return std::nullopt;
  if (!grant->denies && two_person_tier_ > 0 && assessment.tier >= two_person_tier_)
    return std::nullopt;
  return remembered_as(*grant);
}

std::optional<EarlierAnswer> EarlierAnswers::denied(const PendingCall& call,
                                                    const policy::Action& action,
                                                    const Judged& judged) const {
  const auto no = grants_.denying(action, judged.decision.assessment, ancestors_of(*call.process),
                                  std::chrono::system_clock::now());
  return no ? Found(remembered_as(*no)) : denied_removal(call);
}

std::optional<EarlierAnswer> EarlierAnswers::denied_removal(const PendingCall& call) const {
  const policy::Action& action = call.action;
  if (action.act != Act::kDelete && action.act != Act::kRename) return std::nullopt;
  // A move takes a file away, and may overwrite another: both are gone from their places.
  for (const policy::Object& object : action.objects) {
    if (object.type == policy::ObjectType::kMissing ||
        object.recoverability == policy::Recoverability::kBorn)
      continue;
    const auto grant = grants_.denying_removal(object.path, ancestors_of(*call.process),
                                               std::chrono::system_clock::now());
    if (grant) return remembered_as(*grant);
  }
  return std::nullopt;
}

bool EarlierAnswers::lets_set_up_network(const PendingCall& call) const {
  return leases_.covers_act(ancestors_of(*call.process), Act::kSystem).has_value();
}

void take_over(Judged& judged, EarlierAnswer cover) {
  judged.decision.verdict = cover.verdict;
  judged.decision.rule = std::move(cover.rule);
  judged.decision.reason = std::move(cover.reason);
  judged.approval_id = std::move(cover.approval_id);
  judged.leased = cover.leased;
  judged.undo_promised = cover.undo_promised;
  judged.told_before = cover.told_before;
  int& tier = judged.decision.assessment.tier;
  if (cover.leased) tier = std::min(tier, 1);
}

}  // namespace guard::supervisor
