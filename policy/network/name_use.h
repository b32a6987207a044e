// SPDX-License-Identifier: Apache-2.0
// NameUse: what the lookup of a host name is answered with (`network.names`), for all programs or
// for one. From strict to loose. Values only.
#ifndef GUARD_POLICY_NETWORK_NAME_USE_H_
#define GUARD_POLICY_NETWORK_NAME_USE_H_

#include <string>

namespace guard::policy {

enum class NameUse {
  kFake,  // guard answers, with an address that stands for the name alone; no lookup leaves
  kReal,  // the same; a name that may be reached unasked gets the addresses that it leads to
  kOff,   // the configured name server answers, as without guard
};

// PROGRAM: a base name or an absolute path, as globs.
struct NamesOfProgram {
  std::string program;
  NameUse use = NameUse::kFake;
  bool operator==(const NamesOfProgram&) const = default;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_NETWORK_NAME_USE_H_
