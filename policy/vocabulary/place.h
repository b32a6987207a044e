// SPDX-License-Identifier: Apache-2.0
// Place: what relative and ~ patterns of a policy hang from. A value.
#ifndef GUARD_POLICY_VOCABULARY_PLACE_H_
#define GUARD_POLICY_VOCABULARY_PLACE_H_

#include <string>
#include <vector>

namespace guard::policy {

struct Place {
  std::vector<std::string> workspace;  // canonical, no trailing slash
  std::string home;
  bool operator==(const Place&) const = default;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_VOCABULARY_PLACE_H_
