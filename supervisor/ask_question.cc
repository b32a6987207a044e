// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ask_question.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/both_ends.h"
#include "base/text.h"
#include "base/weaken.h"
#include "interceptor/shell_line.h"
#include "policy/git_steps.h"
#include "policy/injected_loaders.h"
#include "policy/interpreters.h"
#include "policy/login_settings.h"
#include "policy/metadata_assessment.h"
#include "policy/path_names.h"
#include "supervisor/approval/grant_pattern.h"
#include "supervisor/content_difference.h"
#include "supervisor/covered_question.h"
#include "supervisor/facts/git_counts.h"
#include "supervisor/facts/path_roots.h"
#include "supervisor/facts/provenance.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::TierAction;

constexpr std::size_t kMostChanges = 3;
// Of a long command, in a question.
constexpr std::size_t kBeginning = 280;
constexpr std::size_t kEnd = 240;
constexpr std::size_t kLongestReason = 400;  // of a line that an agent reads

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos || slash == 0 ? "/" : path.substr(0, slash);
}

std::string destination_text(const policy::Destination& destination) {
  const std::string host = destination.name.empty()
                               ? destination.address
                               : destination.name + " (" + destination.address + ")";
  return host + " port " + std::to_string(destination.port);
}

// A port that the kernel is to choose has no number yet.
std::string listen_text(const policy::Destination& destination) {
  return safe_text(destination.address) +
         (destination.port == 0 ? ", any port" : " port " + std::to_string(destination.port));
}

// Names of files are told by people who look at them and by records alike: no secret in either.
std::string shown(const Redactor& redactor, const std::string& text) {
  return safe_text(redactor.text(text));
}

// What an act on files does, in a person's words.
const char* verb_of(Act act) {
  switch (act) {
    case Act::kCreate:
      return "create";
    case Act::kModify:
      return "change";
    case Act::kDelete:
      return "delete";
    case Act::kRename:
      return "move";
    case Act::kLink:
      return "link";
    default:
      return policy::name_of(act);
  }
}

std::string effect_text(const policy::Effect& effect, const PathFacts& paths) {
  std::string text = effect.complete ? "" : "at least ";
  if (effect.directories > 0)
    text += count_text(effect.directories, "directory", "directories") + ", ";
  return text + count_text(effect.files, "file", "files") + text_of(count_in_git(paths, effect)) +
         ", " + size_text(effect.bytes);
}

// The effect stands in "What" and "Change": a reason that repeats it is left out.
std::string way_back_text(const PendingCall& call, const Saver& saver) {
  if (!call.why_unsaved.empty()) return " It cannot be saved for undo: " + call.why_unsaved + ".";
  if (call.action.act == policy::Act::kRead) return " What has been read cannot be taken back.";
  if (promises_undo(call, saver)) return " Undo will be possible.";
  const std::string why = saver.why_lost(call);
  const bool in_parts = call.decision.assessment.effect && !why.empty();
  return std::string(" It cannot be undone") + (in_parts ? " as a whole" : "") +
         (why.empty() ? "." : ": " + why + ".");
}

// Of a walk that was cut secrets are only feared: what is known comes first.
std::string category_text(const policy::Assessment& assessment) {
  const auto& categories = assessment.categories;
  const bool feared = assessment.effect && assessment.effect->secrets == 0;
  const auto known = std::ranges::find_if(categories, [feared](policy::Category category) {
    return !feared || category != policy::Category::kFsConfigSecrets;
  });
  if (known == categories.end())
    return categories.empty() ? "" : policy::risk_text_of(categories.front());
  const bool all = !assessment.effect || assessment.effect->complete;
  return policy::risk_text_of(*known) +
         (all ? std::string() : " Not all of it was looked at: secrets may be among it.");
}

std::string risk_text(const PendingCall& call, const QuestionContext& context) {
  const policy::Assessment& assessment = call.decision.assessment;
  std::string text = category_text(assessment);
  if (!assessment.reason.empty() && !assessment.effect) {
    std::string reason = shown(context.redactor, assessment.reason);
    reason[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(reason[0])));
    text += (text.empty() ? "" : " ") + reason + ".";
  }
  if (assessment.effect && assessment.effect->preexisting > 0) {
    text += std::string(assessment.effect->complete ? " " : " At least ") +
            std::to_string(assessment.effect->preexisting) + " existed before this session.";
  }
  return text + way_back_text(call, context.saver);
}

const std::string& own_image() {
  static const std::string path = [] {
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error).string();
  }();
  return path;
}

Chain provenance_of(const Process& process) {
  Chain steps;
  for (const Process* p = &process; p != nullptr; p = p->parent.get()) {
    const policy::Actor& actor = p->program->actor;
    // CMD is not there yet: what starts it is guard's own child.
    if (p->parent == nullptr && actor.exe == own_image()) continue;
    // A process that only forked shows its parent's program: once is enough.
    if (!steps.empty() && steps.back().argv == actor.argv && steps.back().exe == actor.exe)
      continue;
    steps.push_back({p->pid, actor.argv, actor.exe, p->program->script ? actor.exe : "", p->agent,
                     interceptor::line_of_bash(p->pid).value_or("")});
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

// Before anything of it is left out: half a secret is not known as one.
Chain redacted(Chain chain, const Redactor& redactor) {
  for (ChainLink& link : chain) {
    link.argv = redactor.argv(link.argv);
    link.script = redactor.text(link.script);
    link.line = redactor.text(link.line);
  }
  return chain;
}

bool needs_two_people(const PendingCall& call, const policy::Policy& policy) {
  const auto holds = [&call](int from) {
    return from > 0 && call.decision.assessment.tier >= from;
  };
  return holds(policy.two_person_tier) || holds(call.two_person_tier);
}

// What lies in the workspace may be another program tomorrow.
bool may_be_always(const PendingCall& call) {
  return call.action.act != Act::kExec ||
         call.action.image_origin == policy::ImageOrigin::kInstalled;
}

// What was shown as what there would be: "mv a b" leads to b.
std::vector<std::string> new_names_of(const policy::Assessment& assessment) {
  std::vector<std::string> names;
  if (!assessment.effect) return names;
  for (const policy::EffectOperand& operand : assessment.effect->operands)
    if (operand.object.type == policy::ObjectType::kMissing) names.push_back(operand.object.path);
  return names;
}

// What does not cover the very act that was asked about would be remembered in vain.
bool may_be_remembered(const PendingCall& call) {
  const policy::Assessment& assessment = call.decision.assessment;
  return covers_action(assessment.pattern, call.action) ||
         covers_effect(assessment.pattern, call.action, assessment);
}

std::vector<Scope> offered_scopes(const PendingCall& call, bool offers_always) {
  const policy::Assessment& assessment = call.decision.assessment;
  if (assessment.tier >= 3) return {Scope::kOnce};
  if (assessment.wildcard || !may_be_remembered(call)) return {Scope::kOnce, Scope::kCommand};
  std::vector<Scope> scopes = {Scope::kOnce, Scope::kCommand, Scope::kSession, Scope::kMinutes};
  if (offers_always && may_be_always(call)) scopes.push_back(Scope::kAlways);
  return scopes;
}

std::vector<std::string> changes_of(const PendingCall& call, const Redactor& redactor) {
  std::vector<std::string> changes;
  for (const std::string& detail : call.decision.assessment.details)
    changes.push_back(shown(redactor, detail));
  if (changes.empty()) {
    for (const policy::Object& object : call.action.objects)
      changes.push_back(shown(redactor, object.path));
  }
  if (!call.content_kind.empty()) changes.back() += ": " + std::string(call.content_kind);
  if (changes.size() > kMostChanges) changes.resize(kMostChanges);
  return changes;
}

}  // namespace

std::string peer_text(const policy::Action& action) {
  if (action.act != Act::kConnect && action.act != Act::kListen) return {};
  const policy::Destination& to = action.destination;
  if (!to.address.empty()) return to.protocol + " " + to.address + " " + std::to_string(to.port);
  return action.objects.empty() ? std::string() : action.objects.front().path;
}

std::string act_text(const PendingCall& call, const Redactor& redactor) {
  const policy::Action& action = call.action;
  if (action.act == Act::kExec) return command_text(redactor.argv(action.argv));
  if (action.act == Act::kSystem && !action.system_change.empty())
    return action.syscall + ": " + shown(redactor, action.system_change);
  if (action.act == Act::kListen) return "listen on " + listen_text(action.destination);
  const char* talks = action.syscall.starts_with("send") ? "send to " : "connect to ";
  if (action.act == Act::kConnect && !action.destination.address.empty())
    return talks + safe_text(destination_text(action.destination));
  if (action.act == Act::kConnect && !action.objects.empty())
    return talks + shown(redactor, action.objects.front().path);
  if (action.act == Act::kMetadata && !action.objects.empty())
    return shown(redactor, policy::metadata_text(action.change, action.objects.front().path));
  std::string text = action.act == Act::kSystem ? action.syscall : verb_of(action.act);
  for (std::size_t i = 0; i < action.objects.size(); ++i) {
    text += (i == 0 ? " " : " to ") + shown(redactor, action.objects[i].path);
  }
  return text;
}

bool promises_undo(const PendingCall& call, const Saver& saver) {
  return call.action.act != Act::kRead && saver.can_be_undone(call);
}

Question question_of(const PendingCall& call, const QuestionContext& context) {
  const policy::Assessment& assessment = call.decision.assessment;
  Question question;
  question.session_id = context.session_id;
  question.categories = assessment.categories;
  question.tier = assessment.tier;
  question.what = both_ends(act_text(call, context.redactor), kBeginning, kEnd);
  const Redactor& redactor = context.redactor;
  if (weakened("shown-act")) question.what = command_text(call.process->program->actor.argv);
  if (assessment.effect)
    question.what += "  (" + effect_text(*assessment.effect, context.paths) + ")";
  const Chain chain = provenance_of(*call.process);
  const auto& profile = context.policy.profile;
  question.why =
      chain.empty() && call.action.act == Act::kExec
          ? "the command of guard run itself"
          : context.redactor.text(why_of(redacted(chain, redactor),
                                         profile ? profile->wrapped : std::vector<std::string>(),
                                         redactor.argv(call.action.argv)));
  for (const std::string& name : names_of(chain)) question.chain.push_back(redactor.text(name));
  if (call.action.act == Act::kExec)
    question.chain.push_back(shown(redactor, std::string(base_name(call.action.exe))));
  question.cwd = shown(redactor, call.action.cwd);
  question.risk = risk_text(call, context);
  question.changes = changes_of(call, redactor);
  question.effect = assessment.effect;
  if (assessment.effect) {
    for (const std::string& name : assessment.effect->names)
      question.names.push_back(shown(redactor, name));
  } else {
    for (const policy::Object& object : call.action.objects)
      question.names.push_back(shown(redactor, object.path));
  }
  question.difference =
      content_difference(call.action, assessment, context.paths.classifier(), redactor);
  question.rule = call.decision.rule;
  question.reason = shown(redactor, call.decision.reason);
  question.alternative = shown(redactor, assessment.alternative);
  question.pattern = shown(redactor, assessment.pattern);
  question.scopes = offered_scopes(call, context.offers_always);
  question.needs_confirm = assessment.tier >= 3;
  if (needs_two_people(call, context.policy)) {
    question.approvals_needed = 2;
    question.scopes = {Scope::kOnce};
  }
  question.pid = call.notification.tid;
  const auto limit =
      assessment.tier >= 3 ? context.policy.tier3_timeout : context.policy.tier2_timeout;
  question.deadline = std::chrono::system_clock::now() + limit;
  question.own_act = asked_act_of(call);
  question.home = home_folder();
  if (may_be_covered(call, context.policy)) question.act = question.own_act;
  return question;
}

std::string denial_text(const PendingCall& call, const Redactor& redactor) {
  const policy::Decision& decision = call.decision;
  const bool blocked = decision.verdict == policy::Verdict::kBlock;
  std::string text = std::string("guard: ") + (blocked ? "blocked " : "denied ") +
                     shortened(act_text(call, redactor), 160) + ": " +
                     shortened(shown(redactor, decision.reason), kLongestReason) + " (rule " +
                     decision.rule + ")";
  const std::string& instead =
      decision.message.empty() ? decision.assessment.alternative : decision.message;
  return instead.empty() ? text : text + ". " + redactor.text(instead);
}

std::vector<Lease> leases_of(const PendingCall& call, const Answer& answer) {
  // Of a connection a grant remembers exactly where to.
  const bool on_files = call.action.act != Act::kExec && call.action.act != Act::kConnect;
  if (!on_files || answer.scope != Scope::kCommand || call.action.objects.empty()) return {};
  Lease lease;
  lease.approval_id = call.approval_id;
  lease.pid = call.process->pid;
  lease.acts = {call.action.act};
  lease.directories = {folder_of(call.action.objects.front().path)};
  lease.categories = call.decision.assessment.categories;
  if (call.action.objects.size() > 1) lease.targets = {folder_of(call.action.objects.back().path)};
  lease.rights = policy::gives_rights(call.action);
  lease.undo_promised = call.undo_promised;
  return {lease};
}

std::vector<Lease> exec_leases_of(const PendingCall& call, pid_t pid) {
  // What nobody approved needs no lease: born things and overwriting go unasked anyway, and a
  // script that calls itself cp must not gain the right to delete its operands.
  // `env` and `nice` become what they run: a leased exec hands its lease on.
  const bool answered =
      call.approval_status == "approved" || call.decision.pre_confirmed || call.leased;
  const auto& categories = call.decision.assessment.categories;
  const auto has = [&](policy::Category category) {
    return std::find(categories.begin(), categories.end(), category) != categories.end();
  };
  const bool deletes = has(policy::Category::kFsDeleteOverwrite);
  const bool sets_up =
      has(policy::Category::kSystemImpact) && !call.decision.assessment.changes_metadata;
  if ((call.walked.empty() && !sets_up) || !answered) return {};
  Lease lease;
  lease.approval_id = call.approval_id;
  lease.pid = pid;
  if (!call.walked.empty()) lease.acts = {Act::kModify, Act::kMetadata};
  if (sets_up) lease.acts.push_back(Act::kSystem);
  if (deletes && !call.walked.empty())
    lease.acts.insert(lease.acts.end(), {Act::kDelete, Act::kRename});
  lease.objects = call.walked;
  lease.targets = new_names_of(call.decision.assessment);
  lease.rights = call.decision.assessment.changes_metadata;
  lease.undo_promised = call.undo_promised;
  return {lease};
}

std::optional<Grant> grant_of(const PendingCall& call, const Answer& answer,
                              const policy::Policy& policy) {
  // What another answer covers widens nothing.
  if (!answer.covered_by.empty()) return std::nullopt;
  const policy::Assessment& assessment = call.decision.assessment;
  const TierAction action =
      policy.mode.tiers[static_cast<std::size_t>(std::clamp(assessment.tier, 0, 3))];
  const bool trusting =
      action == TierAction::kAskThenRemember || action == TierAction::kConfirmThenRemember;
  Scope scope = answer.scope;
  // Two people approved one act.
  if (needs_two_people(call, policy)) return std::nullopt;
  if (scope == Scope::kOnce && trusting && !assessment.wildcard) scope = Scope::kSession;
  if (scope == Scope::kOnce) return std::nullopt;
  Grant grant;
  grant.scope = scope;
  grant.pattern = answer.pattern.empty() ? assessment.pattern : answer.pattern;
  grant.categories = assessment.categories;
  grant.command_pid = call.process->command;
  if (scope == Scope::kMinutes) grant.until = std::chrono::system_clock::now() + answer.minutes;
  grant.approval_id = call.approval_id;
  grant.by = answer.by;
  if (assessment.tier >= 3) grant.identity = act_identity(call.action);
  return grant;
}

std::string exec_text(const policy::Action& action) {
  std::string text = "exec " + action.cwd + '\0';
  for (const std::string& word : action.argv) text += word + '\0';
  return text;
}

Refusal refusal_of(const PendingCall& call) {
  Refusal refusal;
  refusal.approval_id = call.approval_id;
  refusal.pid = call.process->pid;
  refusal.acts = {call.action.act};
  if (!call.action.objects.empty()) refusal.directory = folder_of(call.action.objects.front().path);
  if (const std::string peer = peer_text(call.action); !peer.empty()) refusal.directory = peer;
  if (call.action.act == policy::Act::kExec) refusal.directory = exec_text(call.action);
  refusal.reason = call.decision.reason;
  return refusal;
}

namespace {

// `node /usr/bin/npm`: root's file in a folder of the system's, run as the first word, so that no
// option brings other code along.
std::string installed_script(const policy::Action& action) {
  if (!policy::is_interpreter(base_name(action.exe)) || action.argv.size() < 2) return {};
  const std::string& word = action.argv[1];
  const std::size_t slash = word.rfind('/');
  if (!policy::is_system_folder(word.substr(0, word.find('/', 1)))) return {};
  const auto only_roots = [](const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && status.st_uid == 0 &&
           (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
  };
  return only_roots(word) && only_roots(word.substr(0, slash)) ? word.substr(slash + 1)
                                                               : std::string();
}

}  // namespace

std::shared_ptr<const Program> program_of(const PendingCall& call,
                                          const interceptor::ExecMark& mark) {
  auto program = std::make_shared<Program>();
  program->actor.exe = call.action.exe;
  program->actor.argv = call.action.argv;
  program->actor.installed =
      call.action.image_origin == policy::ImageOrigin::kInstalled && !call.foreign_code;
  if (program->actor.installed) program->actor.script = installed_script(call.action);
  const Process& before = *call.process;
  const bool steered = policy::steers_a_login(call.action.environment_changes);
  // Of a helper as well: `git credential-manager` has it done by the program of that name.
  program->actor.by_gits_login =
      (before.forked && before.confirmed && !before.program->login_steered && !steered &&
       policy::logs_in(before.program->actor)) ||
      (!steered && policy::is_gits_helper_at_login(call.action));
  program->actor.by_git =
      (!before.forked || before.confirmed) && policy::is_installed_git(before.program->actor);
  program->login_steered = steered;
  program->cwd = call.action.cwd;
  program->script = call.action.image_script;
  program->loads_other_code = call.foreign_code || policy::may_run_other_code(call.action);
  program->implied = call.decision.assessment.implied;
  program->mark = mark;
  return program;
}

}  // namespace guard::supervisor
