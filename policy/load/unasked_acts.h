// SPDX-License-Identifier: Apache-2.0
// UnaskedActs: which allow rules of a policy let acts of tier 3 go without a question. A rule beats
// the mode, so its author may do this, but should know it. Found by trying: the commands that the
// specs call tier 3, and a few acts on files and sockets, are judged on a made-up machine. An act
// that was not tried is not found. A rule whose `when` says `tier: 3` is meant so, and is left out.
// Pure, any thread.
#ifndef GUARD_POLICY_LOAD_UNASKED_ACTS_H_
#define GUARD_POLICY_LOAD_UNASKED_ACTS_H_

#include <string>
#include <vector>

#include "policy/model/policy.h"

namespace guard::policy {

struct UnaskedActs {
  Rule rule;
  std::vector<std::string> acts;  // in words, at least one: "git push --force"
};

// In the order of the rules.
[[nodiscard]] std::vector<UnaskedActs> unasked_acts(const Policy& policy);
// It says neither which command nor which act: every act on these files fits it.
[[nodiscard]] bool names_path_alone(const Rule& rule);
// "lets acts of tier 3 go unasked: git push --force, git push --mirror and 3 more".
[[nodiscard]] std::string unasked_text(const UnaskedActs& found);

}  // namespace guard::policy

#endif  // GUARD_POLICY_LOAD_UNASKED_ACTS_H_
