// SPDX-License-Identifier: Apache-2.0
// The words of `guard doctor` on the secrets that a run here would hold, and those it could not.
#ifndef GUARD_CONSOLE_RUN_SECRET_SURVEY_H_
#define GUARD_CONSOLE_RUN_SECRET_SURVEY_H_

#include <cstddef>
#include <string>
#include <vector>

#include "policy/model/policy.h"

namespace guard::console {

struct FoundSecret {
  std::string path;
  std::string why;  // the pattern, place or name that makes it one
  bool can_be_held = true;
};

struct SecretSurvey {
  std::string held_by;             // for people
  std::vector<FoundSecret> found;  // each file once
  // Files of others that this user can read, but not lease: read unasked.
  std::vector<std::string> not_held;
  std::size_t closed = 0;  // files of others that this user cannot read: the kernel refuses them
  bool complete = true;    // false: there is more than doctor looks at
  // The patterns that the policy names and a run does not hold, as sentences.
  std::vector<std::string> not_covered;
};

// By the search that a run does: where the policy names secrets, in the home, the workspace of CWD
// and the system; reads folders only.
[[nodiscard]] SecretSurvey survey_secrets(const policy::Policy& policy, const std::string& cwd);
// The patterns for secrets that name a folder, and so nothing in it; each as a sentence. Looks at
// what the policy names alone.
[[nodiscard]] std::vector<std::string> secret_folders(const policy::Policy& policy,
                                                      const std::string& cwd);
// Gives those of these secrets that a run here would let be read unasked: files of others that it
// could not lease, and files where no search comes by.
[[nodiscard]] std::vector<std::string> not_held_of(const std::vector<std::string>& secrets,
                                                   const policy::Policy& policy,
                                                   const std::string& cwd);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_RUN_SECRET_SURVEY_H_
