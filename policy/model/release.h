// SPDX-License-Identifier: Apache-2.0
// Release: what a policy file that is published for many machines says of itself (key `release`).
// It is signed with the rest of the file. Values.
#ifndef GUARD_POLICY_MODEL_RELEASE_H_
#define GUARD_POLICY_MODEL_RELEASE_H_

#include <string>

namespace guard::policy {

inline constexpr int kAllMachines = 100;

struct Release {
  int number = 0;            // grows with each release; a machine takes no smaller one
  std::string expires;       // "2027-01-31", as written; empty: never
  int share = kAllMachines;  // percent of the machines that take it
  // Set for the release that holds here:
  std::string sha256 = {};  // of the whole file
  std::string signer = {};  // the key
  bool operator==(const Release&) const = default;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_MODEL_RELEASE_H_
