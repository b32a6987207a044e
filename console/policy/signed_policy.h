// SPDX-License-Identifier: Apache-2.0
// Policies made ready for other machines: signed, numbered, put where they are fetched from. A
// policy that would not load there is not signed. Reads and writes files.
#ifndef GUARD_CONSOLE_POLICY_SIGNED_POLICY_H_
#define GUARD_CONSOLE_POLICY_SIGNED_POLICY_H_

#include <string>

#include "base/error.h"
#include "policy/model/release.h"

namespace guard::console {

struct SignedPolicy {
  policy::Release release;
  std::string text;
  std::string signature;       // the text of its file
  std::string signature_file;  // where it was written; "": nowhere yet
};

// PATH.sig appears. kInvalid: the file does not load, or has no `release`.
[[nodiscard]] Result<SignedPolicy> sign_policy_file(const std::string& path,
                                                    const std::string& key_file);

struct Publishing {
  std::string file;  // with the policy
  std::string key_file;
  std::string to;       // the file that machines get
  std::string expires;  // "": never
  int share = policy::kAllMachines;
};
// With the number behind the one that is published there. The file's own `release` must be missing.
[[nodiscard]] Result<SignedPolicy> publish_policy(const Publishing& what);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_POLICY_SIGNED_POLICY_H_
