// SPDX-License-Identifier: Apache-2.0
// `guard doctor --secrets` prints this: the files that a run here would take for secrets, why, and
// the variables that its command would not get. Never a content or a value. Pure but for the
// output.
#ifndef GUARD_CONSOLE_RUN_SECRET_LIST_H_
#define GUARD_CONSOLE_RUN_SECRET_LIST_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "console/run/secret_survey.h"
#include "policy/model/policy.h"

namespace guard::console {

// DROPPED: names of variables. HOME: shown as "~"; empty: nothing is.
struct SecretList {
  const SecretSurvey& survey;
  const std::vector<std::string>& dropped;
  policy::SecretReads reads = policy::SecretReads::kJudge;
  std::string home = {};
};

[[nodiscard]] std::string secret_list_text(const SecretList& list);
// Paths as they are, without "~".
[[nodiscard]] nlohmann::ordered_json secret_list_json(const SecretList& list);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_RUN_SECRET_LIST_H_
