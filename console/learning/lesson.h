// SPDX-License-Identifier: Apache-2.0
// Lesson: the smallest set of rules, as far as a greedy search finds it, that would have asked less
// and would have allowed nothing that was denied. Every rule is tried by the evaluator that
// enforces, on the acts as they are on record. Pure, any thread.
#ifndef GUARD_CONSOLE_LEARNING_LESSON_H_
#define GUARD_CONSOLE_LEARNING_LESSON_H_

#include <cstddef>
#include <string>
#include <vector>

#include "console/learning/recorded_act.h"
#include "policy/model/policy.h"

namespace guard::console {

struct LearnedRule {
  policy::Rule rule;
  std::vector<std::size_t> evidence;  // of the acts: questions that it would have spared
};

struct Lesson {
  std::size_t asked = 0;            // questions that were approved, and would be asked again today
  std::size_t logged = 0;           // of --network log, nobody's yes: and would be asked today
  std::size_t denied = 0;           // acts that were denied
  std::size_t spared = 0;           // of the two, with these rules
  std::size_t never = 0;            // of the two, what no rule is ever suggested for
  std::size_t allowing_denied = 0;  // rules that were tried, and would allow what was denied
  std::vector<LearnedRule> rules;
  // Each with the rule that keeps tier 3 asking, in the order in which they are to be written.
  [[nodiscard]] std::vector<policy::Rule> all_rules() const;
};

struct LearningPlace {
  std::string home;
  std::size_t least = 2;  // questions that a rule must spare
};

[[nodiscard]] Lesson learn(const std::vector<RecordedAct>& acts, const policy::Policy& policy,
                           const LearningPlace& place);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_LEARNING_LESSON_H_
