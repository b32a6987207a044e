// SPDX-License-Identifier: Apache-2.0
// check_act: what would become of a command or of shell text, and why. The core of `guard check`,
// of POST /v1/check and of the hooks; it uses the assessor and evaluator that enforce. Reads the
// tree, acts on nothing, asks nobody. Any thread (bounded by WalkLimits for each command).
#ifndef GUARD_SUPERVISOR_CHECK_CHECK_H_
#define GUARD_SUPERVISOR_CHECK_CHECK_H_

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/error.h"
#include "policy/assess/assessor.h"
#include "policy/decide/evaluator.h"
#include "supervisor/facts/known_programs.h"
#include "supervisor/facts/path_facts.h"
#include "supervisor/facts/tree_walk.h"

namespace guard::supervisor {

// The references must outlive the call.
struct CheckContext {
  const policy::Assessor& assessor;
  const policy::Evaluator& evaluator;
  const PathFacts& paths;
  policy::SessionState session;
  std::string cwd;          // where "cwd" of a request hangs from; canonical
  std::string search_path;  // $PATH of the commands
  policy::Raising raising = policy::Raising::kNever;
  WalkLimits limits;
  // For an act that would ask: what was answered already and covers it, for people. Null: nothing.
  std::function<std::optional<std::string>(const policy::Action&, const policy::Assessment&)>
      remembered = nullptr;
  const KnownPrograms* known = nullptr;  // null: a copy is read by its names alone
  // The No that holds on against this act, for people: it comes before every Yes. Null: there is
  // none.
  std::function<std::optional<std::string>(const policy::Action&, const policy::Assessment&)>
      denied = nullptr;
};

// {"argv": [...]} or {"shell": "..."}, either with "cwd". kInvalid for anything else.
[[nodiscard]] Result<nlohmann::json> check_act(const CheckContext& context,
                                               const nlohmann::json& request);

// The decision object of interfaces.md.
[[nodiscard]] nlohmann::json decision_json(const CheckContext& context,
                                           const policy::Decision& decision);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CHECK_CHECK_H_
