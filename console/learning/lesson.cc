// SPDX-License-Identifier: Apache-2.0
#include "console/learning/lesson.h"

#include <algorithm>
#include <memory>
#include <set>

#include "console/learning/candidates.h"
#include "policy/decide/evaluator.h"

namespace guard::console {
namespace {

using policy::Evaluator;
using policy::Policy;
using policy::Rule;
using policy::Verdict;

// Rules compare with the spec table; the specs themselves are not needed to decide, and many.
Policy light_copy(const Policy& policy) {
  Policy copy = policy;
  copy.specs = policy::specs_of(policy);
  copy.commands.clear();
  return copy;
}

class Trials {
 public:
  Trials(const std::vector<RecordedAct>& acts, const Policy& policy, const LearningPlace& place)
      : acts_(acts), policy_(light_copy(policy)), place_(place) {}

  // The verdict of each act with these rules on top of the policy.
  [[nodiscard]] std::vector<Verdict> verdicts(const std::vector<Rule>& rules) const {
    Policy policy = policy_;
    policy.rules.insert(policy.rules.end(), rules.begin(), rules.end());
    const Evaluator evaluator(std::make_shared<const Policy>(std::move(policy)), {{}, place_.home});
    std::vector<Verdict> verdicts;
    for (const RecordedAct& act : acts_)
      verdicts.push_back(evaluator.evaluate(act.action, act.assessment, {}).verdict);
    return verdicts;
  }

  // A denied act stays denied, or is asked. An act that TODAY goes unasked without any new rule,
  // such as a search that went on without the secrets, no rule lets through.
  [[nodiscard]] bool allows_denied(const std::vector<Verdict>& verdicts,
                                   const std::vector<Verdict>& today) const {
    for (std::size_t i = 0; i < acts_.size(); ++i)
      if (acts_[i].said == Said::kDenied && verdicts[i] == Verdict::kAllow &&
          today[i] != Verdict::kAllow)
        return true;
    return false;
  }

 private:
  const std::vector<RecordedAct>& acts_;
  Policy policy_;
  const LearningPlace& place_;
};

struct Tried {
  Candidate candidate;
  std::vector<std::size_t> spares;
};

std::vector<Rule> with_limit(const Rule& rule) {
  return {rule, asks_at_tier_three(rule)};
}

// One candidate of each meaning, with what it would have spared. LESSON counts why others are none.
std::vector<Tried> tried_candidates(const std::vector<RecordedAct>& acts, const Trials& trials,
                                    const policy::SpecTable& specs, const LearningPlace& place,
                                    const std::vector<bool>& asked,
                                    const std::vector<Verdict>& today, Lesson& lesson) {
  std::vector<Tried> tried;
  std::vector<policy::Condition> known;
  for (std::size_t i = 0; i < acts.size(); ++i) {
    if (!asked[i]) continue;
    auto candidates = candidates_of(acts[i], specs, place.home);
    lesson.never += candidates.empty() ? 1 : 0;
    for (Candidate& candidate : candidates) {
      if (std::ranges::find(known, candidate.rule.when) != known.end()) continue;
      known.push_back(candidate.rule.when);
      const auto verdicts = trials.verdicts(with_limit(candidate.rule));
      if (trials.allows_denied(verdicts, today)) {
        ++lesson.allowing_denied;
        continue;
      }
      Tried one{std::move(candidate), {}};
      for (std::size_t j = 0; j < acts.size(); ++j)
        if (asked[j] && verdicts[j] == Verdict::kAllow) one.spares.push_back(j);
      if (one.spares.size() >= place.least) tried.push_back(std::move(one));
    }
  }
  return tried;
}

std::size_t count_of(const std::vector<std::size_t>& spares, const std::set<std::size_t>& left) {
  return static_cast<std::size_t>(
      std::ranges::count_if(spares, [&](std::size_t i) { return left.contains(i); }));
}

// Ids must be unique, also among those of the policy.
std::string free_id(const std::string& id, std::set<std::string>& taken) {
  std::string free = id;
  for (int i = 2; !taken.insert(free).second; ++i) free = id + "-" + std::to_string(i);
  return free;
}

}  // namespace

std::vector<Rule> Lesson::all_rules() const {
  std::vector<Rule> all;
  for (const LearnedRule& learned : rules) {
    for (Rule& rule : with_limit(learned.rule)) all.push_back(std::move(rule));
  }
  return all;
}

Lesson learn(const std::vector<RecordedAct>& acts, const Policy& policy,
             const LearningPlace& place) {
  Lesson lesson;
  const Trials trials(acts, policy, place);
  const auto today = trials.verdicts({});
  std::vector<bool> asked(acts.size());
  std::set<std::size_t> left;
  for (std::size_t i = 0; i < acts.size(); ++i) {
    asked[i] = acts[i].said == Said::kApproved && today[i] == Verdict::kAsk;
    lesson.denied += acts[i].said == Said::kDenied ? 1 : 0;
    if (!asked[i]) continue;
    left.insert(i);
    ++(was_logged(acts[i]) ? lesson.logged : lesson.asked);
  }
  std::set<std::string> ids;
  for (const Rule& rule : policy.rules) ids.insert(rule.id);
  auto tried =
      tried_candidates(acts, trials, *policy::specs_of(policy), place, asked, today, lesson);
  while (!tried.empty()) {
    const auto best = std::ranges::max_element(tried, [&](const Tried& a, const Tried& b) {
      const auto spares_a = count_of(a.spares, left);
      const auto spares_b = count_of(b.spares, left);
      if (spares_a != spares_b) return spares_a < spares_b;
      return a.candidate.breadth > b.candidate.breadth;
    });
    if (count_of(best->spares, left) < place.least) break;
    LearnedRule learned{best->candidate.rule, {}};
    learned.rule.id = free_id(learned.rule.id, ids);
    for (const std::size_t i : best->spares)
      if (left.erase(i) > 0) learned.evidence.push_back(i);
    lesson.spared += learned.evidence.size();
    lesson.rules.push_back(std::move(learned));
    tried.erase(best);
  }
  return lesson;
}

}  // namespace guard::console
