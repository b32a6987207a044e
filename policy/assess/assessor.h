// SPDX-License-Identifier: Apache-2.0
// Assessor: Action + facts -> Assessment. The one function that `run`, `check`, `explain` and the
// hooks share: a preview that disagrees with the verdict is a bug. Pure but for the Facts it is
// handed; any thread. It remembers what it said of the last hosts (known_connects.h).
// An exec without an image (action.exe empty) is a preview's: shell text in it was read already.
#ifndef GUARD_POLICY_ASSESS_ASSESSOR_H_
#define GUARD_POLICY_ASSESS_ASSESSOR_H_

#include <memory>
#include <vector>

#include "policy/assess/known_connects.h"
#include "policy/command/command_levels.h"
#include "policy/model/policy.h"
#include "policy/model/spec_table.h"
#include "policy/vocabulary/assessment.h"
#include "policy/vocabulary/facts.h"
#include "policy/vocabulary/findings.h"

namespace guard::policy {

// The parts that an assessment was made of, for `guard policy explain`.
struct AssessmentTrail {
  std::vector<Finding> findings;        // as found, before the policy's `categories`
  std::vector<CommandLevels> readings;  // of an exec: how its words were read
};

class Assessor {
 public:
  using Readings = std::vector<CommandLevels>;  // of an exec: readings_of()

  explicit Assessor(std::shared_ptr<const Policy> policy);

  [[nodiscard]] Assessment assess(const Action& action, Facts& facts) const;
  // With what is_slow() read of the same exec already; empty: it is read here.
  [[nodiscard]] Assessment assess(const Action& action, Facts& facts, Readings readings,
                                  AssessmentTrail* trail = nullptr) const;
  // True when assessing this exec needs a walk or shell text: the caller then assesses on a worker.
  [[nodiscard]] bool is_slow(const Action& action) const;
  [[nodiscard]] bool is_slow(const Action& action, Readings& readings) const;
  [[nodiscard]] const SpecTable& specs() const { return *specs_; }
  [[nodiscard]] bool asks_for_reads() const;  // of secrets

 private:
  [[nodiscard]] Assessment assess_exec(const Action& action, Facts& facts, Readings readings,
                                       AssessmentTrail* trail) const;
  [[nodiscard]] Assessment assess_file_act(const Action& action, Facts& facts,
                                           AssessmentTrail* trail) const;
  [[nodiscard]] Assessment assess_network(const Action& action, AssessmentTrail* trail) const;
  [[nodiscard]] Assessment assess_signing(const Action& action, AssessmentTrail* trail) const;
  [[nodiscard]] Assessment assess_system(const Action& action, AssessmentTrail* trail) const;
  [[nodiscard]] Assessment summed_up(std::vector<Finding> findings, AssessmentTrail* trail) const;

  std::shared_ptr<const Policy> policy_;
  std::shared_ptr<const SpecTable> specs_;
  std::shared_ptr<KnownConnects> known_ = std::make_shared<KnownConnects>();  // of `policy_`
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_ASSESS_ASSESSOR_H_
