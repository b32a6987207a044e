// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ask/question_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/text/both_ends.h"
#include "base/text/text.h"
#include "base/weaken.h"
#include "interceptor/process/shell_line.h"
#include "policy/decide/evaluator.h"
#include "policy/paths/path_names.h"
#include "policy/vocabulary/own_rules.h"
#include "policy/vocabulary/reason_text.h"
#include "supervisor/actors/told_command.h"
#include "supervisor/approval/grant_pattern.h"
#include "supervisor/ask/content_difference.h"
#include "supervisor/ask/covered_question.h"
#include "supervisor/ask/remembering.h"
#include "supervisor/ask/scope_text.h"
#include "supervisor/call/act_text.h"
#include "supervisor/facts/git_counts.h"
#include "supervisor/facts/path_roots.h"
#include "supervisor/facts/provenance.h"

namespace guard::supervisor {
namespace {

using policy::Act;

constexpr std::size_t kMostChanges = 3;
// For a long command, in a question.
constexpr std::size_t kBeginning = 280;
constexpr std::size_t kEnd = 240;
// For the same, where a person asks for all of it: settled questions are kept for a while.
constexpr std::size_t kWholeBeginning = 24 * 1024;
constexpr std::size_t kWholeEnd = 8 * 1024;
constexpr std::chrono::seconds kLongestSearchWait(60);
constexpr std::size_t kLongestReason = 400;  // of a line that an agent reads

// The number counts what is overwritten or lost. A command that only makes something new has none.
bool is_counted(const policy::Assessment& assessment) {
  return assessment.effect && (assessment.rule != policy::own_rule("fs.create") ||
                               !assessment.effect->complete || assessment.effect->entries() > 0);
}

std::string effect_text(const policy::Effect& effect, const PathFacts& paths) {
  std::string text = effect.complete ? "" : "at least ";
  if (effect.directories > 0)
    text += count_text(effect.directories, "directory", "directories") + ", ";
  return text + count_text(effect.files, "file", "files") + text_of(count_in_git(paths, effect)) +
         ", " + size_text(effect.bytes);
}

// In a walk that was cut secrets are only feared: what is known comes first.
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

// A category whose sentence tells more than a rule's own reason does, unless that has one of these
// words. The reasons of all others say the same in their own words.
struct SaidAlready {
  policy::Category category;
  std::array<std::string_view, 4> words;
};
constexpr std::array<SaidAlready, 3> kSaidAlready = {{
    {policy::Category::kFsConfigSecrets, {"secret", "credential", "password", "setting"}},
    {policy::Category::kFsOutsideWorkspace, {"outside", "outside", "outside", "outside"}},
    {policy::Category::kSystemImpact, {"system", "machine", "disk", "every"}},
}};

bool says_category(const std::string& reason, policy::Category category) {
  const auto row = std::ranges::find(kSaidAlready, category, &SaidAlready::category);
  return row == kSaidAlready.end() || std::ranges::any_of(row->words, [&](std::string_view word) {
           return reason.find(word) != std::string::npos;
         });
}

bool has_digit_at(const std::string& text, std::size_t place) {
  return place < text.size() && std::isdigit(static_cast<unsigned char>(text[place])) != 0;
}

// "deletes 3 files, 2 of which ...", "deletes at least 3 files".
bool counts_only(const std::string& reason) {
  constexpr std::string_view kAtLeast = "at least ";
  std::size_t place = reason.find(' ') + 1;
  if (reason.compare(place, kAtLeast.size(), kAtLeast) == 0) place += kAtLeast.size();
  return has_digit_at(reason, place) && reason.find("among them") == std::string::npos &&
         reason.find(", a secret") == std::string::npos;
}

// "deletes /p/a: existed before this session" -> what "What" does not say.
std::string without_path(const std::string& reason, const std::string& raw_path) {
  const std::string path = safe_text(raw_path);
  const std::size_t verb = reason.find(' ');
  if (verb == std::string::npos || reason.compare(verb + 1, path.size(), path) != 0) return reason;
  const std::string rest = reason.substr(verb + 1 + path.size());
  return rest.empty() ? "" : rest.starts_with(": ") ? rest.substr(2) : reason;
}

// The effect stands in "What" and "Change": of a reason that repeats it what remains says why the
// tier is what it is: "deletes 2 files: tests is a source folder as a whole".
std::string reason_beside(const policy::Assessment& assessment, const policy::Action& action) {
  const std::string& reason = assessment.reason;
  if (!assessment.effect)
    return action.objects.empty() ? reason : without_path(reason, action.objects.front().path);
  const auto& operands = assessment.effect->operands;
  if (!counts_only(reason))
    return operands.size() == 1 ? without_path(reason, operands.front().object.path) : reason;
  const std::size_t colon = reason.find(": ");
  return colon == std::string::npos
             ? ""
             : "tier " + std::to_string(assessment.tier) + reason.substr(colon);
}

void add_sentence(std::string& text, const std::string& sentence) {
  if (!sentence.empty()) text += (text.empty() ? "" : " ") + sentence;
}

// A move out of the name that makes a secret of it: the policy's `vault/**` says nothing of `v2`.
bool loses_name(const policy::Object& from, const policy::Object& to) {
  return from.path_class == policy::PathClass::kSecret &&
         to.path_class != policy::PathClass::kSecret;
}

std::string unheld_text(const policy::Object& from, std::uint64_t secrets) {
  std::string who = "It is";
  if (secrets > 0)
    who = "Its " + count_text(secrets, "secret is", "secrets are");
  else if (from.type == policy::ObjectType::kDirectory)
    who = "Its secrets are";
  return who + " no longer held by that name afterwards.";
}

std::string unheld_text(const PendingCall& call) {
  const policy::Assessment& assessment = call.decision.assessment;
  const auto& objects = call.action.objects;
  if (call.action.act == Act::kRename && objects.size() == 2 && loses_name(objects[0], objects[1]))
    return unheld_text(objects[0], 0);
  if (!assessment.effect || assessment.rule != policy::own_rule("fs.rename")) return {};
  const auto& operands = assessment.effect->operands;  // each with where it goes
  for (std::size_t i = 0; i + 1 < operands.size(); i += 2)
    if (loses_name(operands[i].object, operands[i + 1].object))
      return unheld_text(operands[i].object, assessment.effect->secrets);
  return {};
}

// The reason of the tier comes first: a small screen cuts the end off.
// PROMISED: as of what runs in the tree.
std::string undo_text(const PendingCall& call, const QuestionContext& context,
                      const std::string& promised) {
  const bool under_root = call.decision.assessment.raised && context.policy.sudo_supervise &&
                          base_name(call.action.exe) == "sudo";
  if (!under_root) return promised;
  return context.saver.saves() ? "by root: sudo guard undo" : "none: --no-undo holds for root, too";
}

std::string risk_text(const PendingCall& call, const QuestionContext& context) {
  const policy::Assessment& assessment = call.decision.assessment;
  std::string reason = shown(context.redactor, reason_beside(assessment, call.action));
  std::string text;
  const auto& categories = assessment.categories;
  const bool all_seen = !assessment.effect || assessment.effect->complete;
  const bool says_all = all_seen && !reason.empty() && !categories.empty() &&
                        says_category(reason, categories.front());
  if (!reason.empty()) {
    reason[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(reason[0])));
    text = reason + ".";
  }
  // "Stays on this machine." is no reason to be asked.
  if (call.decision.by_rule_alone) add_sentence(text, "A rule of the policy asks about it.");
  if (!says_all) add_sentence(text, category_text(assessment));
  add_sentence(text, unheld_text(call));
  if (assessment.effect) add_sentence(text, existed_text(*assessment.effect));
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
    std::vector<std::string> argv = told_argv(actor);
    if (!steps.empty() && steps.back().argv == argv && steps.back().exe == actor.exe) continue;
    steps.push_back({p->pid, std::move(argv), actor.exe, p->program->script ? actor.exe : "",
                     p->agent, interceptor::line_of_bash(p->pid).value_or("")});
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

// A search goes on without an answer, and nothing is lost: it does not wait for who is away.
std::chrono::seconds time_to_answer(const PendingCall& call, const policy::Policy& policy) {
  const std::chrono::seconds limit =
      call.decision.assessment.tier >= 3 ? policy.tier3_timeout : policy.tier2_timeout;
  return call.searched.empty() ? limit : std::min(limit, kLongestSearchWait);
}

std::vector<std::string> names_in(const PendingCall& call, const Redactor& redactor) {
  std::vector<std::string> names;
  if (const auto& effect = call.decision.assessment.effect) {
    for (const std::string& name : effect->names) names.push_back(shown(redactor, name));
  } else {
    for (const policy::Object& object : call.action.objects)
      names.push_back(shown(redactor, object.path));
  }
  return names;
}

// How far a Yes may reach, and who has to say it.
void offer_answers(const PendingCall& call, const QuestionContext& context, Question& question) {
  const Redactor& redactor = context.redactor;
  question.scopes = offered_scopes(call, context.offers_always);
  question.needs_confirm = call.decision.assessment.tier >= 3;
  if (needs_two_people(call, context.policy)) {
    question.approvals_needed = 2;
    question.scopes = {Scope::kOnce};
  }
  if (std::ranges::find(question.scopes, Scope::kSession) != question.scopes.end())
    question.wider = shown(redactor, wider_pattern(call));
  for (const Scope scope : question.scopes)
    if (scope != Scope::kOnce)
      question.covers.emplace_back(scope, shown(redactor, scope_text(call, scope)));
}

}  // namespace

Question question_of(const PendingCall& call, const QuestionContext& context) {
  const policy::Assessment& assessment = call.decision.assessment;
  Question question;
  question.session_id = context.session_id;
  question.categories = assessment.categories;
  question.tier = assessment.tier;
  const std::string act = act_text(call, context.redactor);
  question.what = both_ends(act, kBeginning, kEnd);
  if (question.what != act) question.whole = both_ends(act, kWholeBeginning, kWholeEnd);
  const Redactor& redactor = context.redactor;
  if (weakened("shown-act")) question.what = command_text(call.process->program->actor.argv);
  if (is_counted(assessment))
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
  if (call.asked_anew)
    add_sentence(question.risk, "Asked anew: this changed after the last question was shown.");
  const UndoPromise promise = undo_promise_of(call, context.saver);
  question.undo = undo_text(call, context, shown(redactor, promise.text));
  question.undo_part = promise.part;
  question.runs_outside = call.decision.assessment.raised;
  question.changes = changes_of(call, redactor);
  question.effect = assessment.effect;
  question.names = names_in(call, redactor);
  question.difference =
      content_difference(call.action, assessment, context.paths.classifier(), redactor);
  question.rule = call.decision.rule;
  question.reason = policy::reason_beside(question.rule, shown(redactor, call.decision.reason));
  question.alternative = shown(redactor, assessment.alternative);
  question.pattern = shown(redactor, assessment.pattern);
  offer_answers(call, context, question);
  question.pid = call.notification.tid;
  question.deadline = std::chrono::system_clock::now() + time_to_answer(call, context.policy);
  question.own_act = asked_act_of(call);
  question.home = home_folder();
  if (may_be_covered(call)) question.act = question.own_act;
  return question;
}

namespace {

std::string without_note(std::string reason) {
  for (const std::string_view note : policy::kNobodyAnswers) {
    const std::string in_brackets = " (" + std::string(note) + ")";
    if (reason.ends_with(in_brackets)) reason.resize(reason.size() - in_brackets.size());
  }
  return reason;
}

// `scp a host:` ends as what comes before a reason would: its last word is quoted.
std::string before_reason(std::string text) {
  if (text.ends_with(':')) text = text.insert(text.rfind(' ') + 1, "'") + "'";
  return text + ": ";
}

}  // namespace

// The words of who wrote the rule come first, if that decided; else what was assessed, and what to
// do instead.
std::string denial_text(const PendingCall& call, const Redactor& redactor, bool in_ci) {
  const policy::Decision& decision = call.decision;
  const bool blocked = decision.verdict == policy::Verdict::kBlock;
  const std::string told = in_ci ? without_note(decision.reason) : decision.reason;
  const std::string reason =
      shortened(policy::reason_beside(decision.rule, shown(redactor, told)), kLongestReason);
  std::string text = std::string("guard: ") + (blocked ? "blocked " : "denied ") +
                     shortened(act_text(call, redactor), 160);
  // Somebody was asked, and said no: that is why, whatever the rule says.
  if (!decision.message.empty() && call.approval_status == "denied" && !reason.empty())
    return before_reason(std::move(text)) + reason + " (rule " + decision.rule + ": " +
           redactor.text(decision.message) + ")";
  if (!decision.message.empty())
    return before_reason(std::move(text)) + redactor.text(decision.message) + " (rule " +
           decision.rule + (reason.empty() ? "" : ": " + reason) + ")";
  if (!reason.empty()) text = before_reason(std::move(text)) + reason;
  text += " (rule " + decision.rule + ")";
  const std::string& instead = decision.assessment.alternative;
  return instead.empty() ? text : text + ". " + redactor.text(instead);
}

}  // namespace guard::supervisor
