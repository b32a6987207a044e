// SPDX-License-Identifier: Apache-2.0
#include "policy/decide/evaluator.h"

#include <algorithm>

#include "base/text/text.h"
#include "base/weaken.h"
#include "policy/vocabulary/own_rules.h"
#include "policy/vocabulary/reason_text.h"

namespace guard::policy {
namespace {

// The tier that `categories:` makes of it. Automatic acts stay automatic; of several categories
// each must be lowered for the act to be; tier 3 keeps its two steps (a rule can allow it).
int overridden_tier(const Assessment& assessment, const std::map<Category, int>& tiers) {
  if (tiers.empty() || assessment.tier == 0 || assessment.categories.empty()) {
    return assessment.tier;
  }
  int highest = 0;
  bool all = true;
  for (const Category category : assessment.categories) {
    const auto found = tiers.find(category);
    all = all && found != tiers.end();
    if (found != tiers.end()) highest = std::max(highest, found->second);
  }
  const bool may_lower = all && assessment.tier < 3;
  return may_lower ? highest : std::max(assessment.tier, highest);
}

// "DEPS_INSTALL_UPDATE: 1, by `categories:`: tier 1". The assessor has moved what it found already,
// so the tier that is said is the one that came of it.
void note_moved(const Assessment& judged, const std::map<Category, int>& tiers, Steps* steps) {
  std::string moved;
  for (const Category category : judged.categories) {
    const auto found = tiers.find(category);
    if (found == tiers.end()) continue;
    moved += (moved.empty() ? "" : ", ") + std::string(name_of(category)) + ": " +
             std::to_string(found->second);
  }
  if (moved.empty()) return;
  note(steps, "categories", [&] {
    return "the policy's `categories:` has " + moved + "; it counts as tier " +
           std::to_string(judged.tier);
  });
}

int asked_tier(const Rule& rule, int assessed) {
  if (!rule.tier) return std::max(assessed, 2);
  return rule.only_tightens ? std::max(assessed, *rule.tier) : *rule.tier;
}

// An object that was not looked at may need another category.
bool is_cut_short(const Assessment& assessment) {
  return assessment.effect && !assessment.effect->complete;
}

bool approved_for_session(const Assessment& assessment, const std::vector<Category>& approved) {
  if (assessment.tier > 2 || assessment.wildcard || assessment.categories.empty()) return false;
  if (is_cut_short(assessment)) return false;
  return std::ranges::all_of(assessment.categories, [&](Category category) {
    return std::ranges::find(approved, category) != approved.end();
  });
}

const Rule& noted(const Rule& rule, Steps* steps) {
  note(steps, "rules", [&] {
    return std::string(name_of(rule.decision)) + ": " + rule.id + " holds (" + rule.source + ")";
  });
  return rule;
}

std::string no_rule_text(std::size_t count) {
  if (count == 0) return "the policy has none";
  return "none of " + std::to_string(count) + " holds";
}

Decision by_rule(Decision decision, const Rule& rule, Verdict verdict) {
  decision.verdict = verdict;
  decision.rule = rule.id;
  decision.message = rule.message;
  const std::string& assessed = decision.assessment.reason;
  decision.reason = "rule " + rule.id + (assessed.empty() ? "" : ": " + assessed);
  return decision;
}

// The assessment of a move may speak of the new name alone, and a rule about the old one holds.
Decision asked_of_move(Decision decision, const Action& action) {
  const std::string from = safe_text(action.objects[0].path);
  const std::string& assessed = decision.assessment.reason;
  if (assessed.find(from) != std::string::npos) return decision;
  decision.reason = "rule " + decision.rule + ": moves " + from + " to " +
                    safe_text(action.objects[1].path) +
                    (decision.assessment.tier < 2 || assessed.empty() ? "" : "; " + assessed);
  return decision;
}

// As of a denial: where the assessment speaks of something else (the folder that goes, the
// command's own name), the path that made the rule ask is named behind it.
Decision asked_at(Decision decision, const Action& action, const std::string& path) {
  // A list that allows would not help: a rule that asks beats it.
  if (decision.assessment.rule == own_rule("network.other"))
    decision.assessment.alternative.clear();
  const bool moves = action.act == Act::kRename && action.objects.size() > 1;
  if (moves) decision = asked_of_move(std::move(decision), action);
  // Why it would go unasked ("stays on this machine") is no reason to ask.
  if (path.empty() && !moves && decision.assessment.tier <= 1)
    decision.reason +=
        std::string(decision.assessment.reason.empty() ? ": " : "; ") + "the policy asks";
  const std::string named = safe_text(path);
  if (path.empty() || decision.reason.find(named) != std::string::npos) return decision;
  decision.reason += (decision.assessment.reason.empty() && !moves ? ": " : "; ") +
                     std::string("the rule holds for ") + named;
  return decision;
}

// The assessment of an act of tier 0 or 1 says why it goes unasked ("saved for undo", "stays on
// this machine"), and so no reason to deny it. If a deny rule is about paths, the rest of the
// assessment may speak of another path of the same act (where a folder goes), and its advice
// (another name) the rule may refuse too.
Decision denied_at(Decision decision, const std::string& path) {
  const bool says_why = decision.assessment.tier > 1;
  const std::string rule = "rule " + decision.rule;
  // A list that allows would not help: deny beats allow.
  if (decision.assessment.rule == own_rule("network.other"))
    decision.assessment.alternative.clear();
  if (path.empty()) {
    if (!says_why)
      decision.reason = rule + (decision.message.empty() ? ": the policy denies it" : "");
    return decision;
  }
  const std::string named = safe_text(path);
  if (!says_why || decision.reason.find(named) == std::string::npos)
    decision.reason = rule + ": the rule holds for " + named;
  decision.assessment.alternative.clear();
  return decision;
}

Decision refused(Decision decision, const std::string& why) {
  decision.verdict = Verdict::kDeny;
  decision.reason = decision.reason.empty() ? why : decision.reason + " (" + why + ")";
  return decision;
}

Decision nobody_answers(Decision decision, const std::string& why) {
  decision.unanswered = true;
  return refused(std::move(decision), why);
}

Decision answered(Decision decision, bool skipped) {
  decision.verdict = Verdict::kAllow;
  decision.skipped = skipped;
  return decision;
}

constexpr const char* kVoidLine =
    "no line of sudo.allow covers it, for this user can change which file a word of it names";

bool has(const std::vector<Category>& list, Category category) {
  return std::ranges::find(list, category) != list.end();
}

// `ls >/dev/null` opens it before there is a program to ask about.
bool keeps_nothing(const Action& action) {
  return !action.objects.empty() && std::ranges::all_of(action.objects, [](const Object& object) {
    return object.path_class == PathClass::kHarmlessDevice;
  });
}

}  // namespace

Decision answered_by(OnAsk on_ask, Decision decision) {
  if (weakened("nobody-answers")) return answered(std::move(decision), true);
  if (on_ask == OnAsk::kDeny)
    return nobody_answers(std::move(decision), std::string(kNobodyAnswers[0]));
  if (on_ask == OnAsk::kWait) return decision;
  if (decision.assessment.tier <= 2) return answered(std::move(decision), true);
  return nobody_answers(std::move(decision), std::string(kNobodyAnswers[1]));
}

Evaluator::Evaluator(std::shared_ptr<const Policy> policy, Place place,
                     const std::vector<Rule>& also, HostsOfGit hosts_of_git)
    : policy_(std::move(policy)),
      specs_(specs_of(*policy_)),
      place_(std::move(place)),
      rules_(policy_->rules, place_, hosts_of_git),
      monitored_(policy_->monitored, place_, std::move(hosts_of_git)) {
  rules_.add(also);
  for (const auto& line : policy_->pre_confirmed) {
    // One that cannot be read confirms nothing; the loader refuses it before.
    if (auto operation = read_pre_confirmed(line)) pre_confirmed_.push_back(std::move(*operation));
  }
  for (const auto& line : policy_->sudo_allow) {
    if (auto allowed = read_allowed_raise(line)) allowed_raises_.push_back(std::move(*allowed));
  }
}

Decision Evaluator::decided(Assessment assessment, Verdict verdict) const {
  Decision decision;
  decision.verdict = verdict;
  decision.rule = assessment.rule.empty() ? "mode." + policy_->mode.name : assessment.rule;
  decision.reason = assessment.reason;
  decision.assessment = std::move(assessment);
  return decision;
}

bool Evaluator::mode_asks(const Subject& subject, const Decision& decision,
                          const SessionState& session) const {
  const auto tier = static_cast<std::size_t>(std::clamp(decision.assessment.tier, 0, 3));
  switch (policy_->mode.tiers.at(tier)) {
    case TierAction::kAllow:
    case TierAction::kLog:
      return false;
    case TierAction::kAskOncePerCommand:
      if (tier == 0 && keeps_nothing(subject.action)) return false;
      if (subject.action.act == Act::kSign) return true;
      return session.command_approved_to < static_cast<int>(tier) ||
             !std::ranges::all_of(decision.named_by_policy, [&](Category category) {
               return has(session.command_categories, category);
             });
    case TierAction::kAsk:
    case TierAction::kAskThenRemember:
    case TierAction::kConfirm:
    case TierAction::kConfirmThenRemember:
      return true;
  }
  return true;
}

bool Evaluator::is_pre_confirmed(const Subject& subject) const {
  return subject.assessment.tier <= 2 && !is_cut_short(subject.assessment) &&
         !subject.assessment.unbound &&
         (std::ranges::any_of(pre_confirmed_,
                              [&](const PreConfirmed& operation) {
                                return covers(operation, subject, *specs_, place_);
                              }) ||
          std::ranges::any_of(allowed_raises_, [&](const AllowedRaise& allowed) {
            return allows_raise(allowed, subject);
          }));
}

bool Evaluator::is_line_void(const Subject& subject) const {
  return subject.assessment.rebindable &&
         std::ranges::any_of(allowed_raises_, [&](const AllowedRaise& allowed) {
           return names_raise(allowed, subject);
         });
}

// `decision` asks. Whatever may answer in a person's place does so now.
Decision Evaluator::ask_or_answer(const Subject& subject, Decision decision,
                                  const SessionState& session, Steps* steps) const {
  if (session.confirmed_holds && is_pre_confirmed(subject)) {
    note(steps, "beforehand", [] { return "confirmed beforehand: its effect lies inside that"; });
    decision.pre_confirmed = true;
    decision.reason += (decision.reason.empty() ? "" : "; ") + std::string("confirmed beforehand");
    return answered(std::move(decision), false);
  }
  if (is_line_void(subject)) decision.reason += std::string("; ") + kVoidLine;
  if (!policy_->safe_mode) {
    note(steps, "safe mode", [] { return "off: nobody is asked, the record says so"; });
    return answered(std::move(decision), true);
  }
  // Whoever approved a category has seen no key, and not for what it is used.
  const bool uses_key = subject.action.act == Act::kSign;
  if (!uses_key && !decision.assessment.unbound &&
      approved_for_session(decision.assessment, session.approved_categories)) {
    decision.reason += (decision.reason.empty() ? "" : "; ") + std::string(kApprovedForSession);
    note(steps, "session", [] { return std::string(kApprovedForSession); });
    decision.approved_for_session = true;
    return answered(std::move(decision), false);
  }
  return answered_by(session.on_ask, std::move(decision));
}

// No rule speaks of it.
Decision Evaluator::decided_by_mode(const Subject& subject, Decision decision,
                                    const SessionState& session, Steps* steps) const {
  const Assessment& judged = subject.assessment;
  note(steps, "mode", [&] {
    const auto tier = static_cast<std::size_t>(std::clamp(judged.tier, 0, 3));
    return policy_->mode.name + ": tier " + std::to_string(tier) + " means " +
           name_of(policy_->mode.tiers.at(tier));
  });
  if (mode_asks(subject, decision, session)) {
    decision.verdict = Verdict::kAsk;
    return ask_or_answer(subject, std::move(decision), session, steps);
  }
  // With safe mode off nothing above tier 0 was really judged: the record says so.
  decision.skipped = !policy_->safe_mode && judged.tier >= 1;
  return decision;
}

// An act is whatever its assessment and the rules that hold say; the tier of a category counts for
// both. Returns what must have been approved for its command, where a mode asks once for that: a
// program that has no category otherwise goes with the command that starts it.
std::vector<Category> Evaluator::take_categories(const Subject& subject, Assessment& judged,
                                                 Steps* steps) const {
  const int assessed = judged.tier;
  judged.tier = overridden_tier(judged, policy_->category_tiers);
  NamedCategories named = rules_.categories(subject, steps);
  if (named.categories.empty()) return {};
  for (const Category category : named.categories) {
    if (!has(judged.categories, category)) judged.categories.push_back(category);
  }
  judged.tier = assessed;
  judged.tier = overridden_tier(judged, policy_->category_tiers);
  if (named.otherwise_none) return {};
  return std::move(named.categories);
}

// "org.no-push: deny": each rule that is only monitored, and would hold.
std::vector<std::string> Evaluator::monitored(const Subject& subject, Steps* steps) const {
  std::vector<std::string> held;
  if (monitored_.empty()) return held;
  for (const Rule* rule : monitored_.holding(subject)) {
    held.push_back(rule->id + ": " + name_of(rule->decision));
    note(steps, "monitored", [&] { return held.back() + ", which decides nothing yet"; });
  }
  return held;
}

Decision Evaluator::evaluate(const Action& action, Assessment assessment,
                             const SessionState& session, Steps* steps) const {
  if (assessment.block) {
    note(steps, "block", [] { return "absurd: no rule, mode or answer lifts it"; });
    return decided(std::move(assessment), Verdict::kBlock);
  }
  // The subject refers to this one; the decision takes a copy along.
  Assessment judged = std::move(assessment);
  const bool compares =
      !rules_.empty() || !monitored_.empty() || !pre_confirmed_.empty() || !allowed_raises_.empty();
  const Subject subject =
      compares ? make_subject(action, judged, *specs_) : Subject{action, judged, {}, {}, {}};
  std::vector<Category> named = take_categories(subject, judged, steps);
  if (steps != nullptr) note_moved(judged, policy_->category_tiers, steps);
  Decision decision = decided(judged, Verdict::kAllow);
  decision.named_by_policy = std::move(named);
  decision.monitored = monitored(subject, steps);
  if (weakened("deny-first")) {
    if (const Rule* rule = rules_.allow(subject)) return by_rule(decision, *rule, Verdict::kAllow);
  }
  if (const Rule* rule = rules_.deny(subject))
    return denied_at(by_rule(decision, noted(*rule, steps), Verdict::kDeny),
                     rules_.path_held_by(*rule, subject));
  if (judged.cannot_be_had) {
    note(steps, "privileges", [] { return "under guard it could never have them: no question"; });
    decision.verdict = Verdict::kDeny;
    return decision;
  }
  if (const Rule* rule = rules_.ask(subject)) {
    decision.asked_by_rule = true;
    decision.by_rule_alone = judged.tier <= 1;
    judged.tier = asked_tier(noted(*rule, steps), judged.tier);
    Decision asked = asked_at(by_rule(decision, *rule, Verdict::kAsk), action,
                              rules_.path_held_by(*rule, subject));
    asked.assessment.tier = judged.tier;
    return ask_or_answer(subject, std::move(asked), session, steps);
  }
  if (const Rule* rule = rules_.allow(subject))
    return by_rule(decision, noted(*rule, steps), Verdict::kAllow);
  note(steps, "rules", [&] { return no_rule_text(policy_->rules.size()); });
  return decided_by_mode(subject, std::move(decision), session, steps);
}

}  // namespace guard::policy
