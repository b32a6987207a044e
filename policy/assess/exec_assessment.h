// SPDX-License-Identifier: Apache-2.0
// The meaning of an exec: where its image comes from, what its environment would load, and what its
// command line says at every level of wrappers, read once under the name it was called by and once
// under the image's own. The stricter reading counts; acts without a question (implied leases) come
// from the installed image's own name only. Pure but for the Facts; any thread.
#ifndef GUARD_POLICY_ASSESS_EXEC_ASSESSMENT_H_
#define GUARD_POLICY_ASSESS_EXEC_ASSESSMENT_H_

#include <optional>
#include <string>
#include <vector>

#include "policy/command/command_levels.h"
#include "policy/effects/exec_effect.h"
#include "policy/model/spec_table.h"
#include "policy/vocabulary/facts.h"
#include "policy/vocabulary/findings.h"

namespace guard::policy {

struct ExecFindings {
  std::vector<Finding> findings;
  ExecEffect effect;                     // of the first level that has one
  std::vector<CommandLevels> readings;   // by name called, by image
  std::vector<std::string> shell_texts;  // what would be handed to a shell
};

// `readings`: of this very action.
[[nodiscard]] ExecFindings judge_exec(const Action& action, std::vector<CommandLevels> readings,
                                      Facts& facts);
// The level whose row is `rule`, else the outermost; nullptr when there is none.
[[nodiscard]] const CommandLevel* level_of_rule(const std::vector<CommandLevels>& readings,
                                                const std::string& rule);
[[nodiscard]] std::vector<CommandLevels> readings_of(const Action& action, const SpecTable& specs);

// Whether one row fits a command line; `facts` tells where operands lie.
[[nodiscard]] bool fits(const SpecRule& rule, const CommandLine& line, Facts& facts);
// The same without `exists` and `not_exists`, for examples: they have no folder.
[[nodiscard]] bool fits_words(const SpecRule& rule, const CommandLine& line, Facts& facts);

}  // namespace guard::policy

#endif  // GUARD_POLICY_ASSESS_EXEC_ASSESSMENT_H_
