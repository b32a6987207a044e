// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ask/question_text.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/text/both_ends.h"
#include "base/text/text.h"
#include "base/weaken.h"
#include "interceptor/process/shell_line.h"
#include "policy/paths/path_names.h"
#include "supervisor/approval/grant_pattern.h"
#include "supervisor/ask/content_difference.h"
#include "supervisor/ask/covered_question.h"
#include "supervisor/ask/remembering.h"
#include "supervisor/call/act_text.h"
#include "supervisor/facts/git_counts.h"
#include "supervisor/facts/path_roots.h"
#include "supervisor/facts/provenance.h"

namespace guard::supervisor {
namespace {

using policy::Act;

constexpr std::size_t kMostChanges = 3;
// Of a long command, in a question.
constexpr std::size_t kBeginning = 280;
constexpr std::size_t kEnd = 240;
constexpr std::size_t kLongestReason = 400;  // of a line that an agent reads

std::string effect_text(const policy::Effect& effect, const PathFacts& paths) {
  std::string text = effect.complete ? "" : "at least ";
  if (effect.directories > 0)
    text += count_text(effect.directories, "directory", "directories") + ", ";
  return text + count_text(effect.files, "file", "files") + text_of(count_in_git(paths, effect)) +
         ", " + size_text(effect.bytes);
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

// The effect stands in "What" and "Change": a reason that repeats it is left out.
std::string risk_text(const PendingCall& call, const QuestionContext& context) {
  const policy::Assessment& assessment = call.decision.assessment;
  std::string text = category_text(assessment);
  if (!assessment.reason.empty() && !assessment.effect) {
    std::string reason = shown(context.redactor, assessment.reason);
    reason[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(reason[0])));
    text += (text.empty() ? "" : " ") + reason + ".";
  }
  if (assessment.effect)
    if (const std::string existed = existed_text(*assessment.effect); !existed.empty())
      text += (text.empty() ? "" : " ") + existed;
  return text;
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

std::vector<std::string> changes_of(const PendingCall& call, const Redactor& redactor) {
  std::vector<std::string> changes;
  for (const std::string& detail : call.decision.assessment.details)
    changes.push_back(shown(redactor, detail));
  if (changes.empty()) {
    for (const policy::Object& object : call.action.objects)
      changes.push_back(shown(redactor, object.path));
  }
  if (changes.size() > kMostChanges) changes.resize(kMostChanges);
  if (!call.content_kind.empty() && !changes.empty())
    changes.back() += ": " + std::string(call.content_kind);
  return changes;
}

}  // namespace

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
  const UndoPromise promise = undo_promise_of(call, context.saver);
  question.undo = shown(redactor, promise.text);
  question.undo_part = promise.part;
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
  if (may_be_covered(call)) question.act = question.own_act;
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

}  // namespace guard::supervisor
