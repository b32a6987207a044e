// SPDX-License-Identifier: Apache-2.0
// NameUse: what the lookup of a host name is answered with (`network.names`). From strict to loose.
// Values only.
#ifndef GUARD_POLICY_NETWORK_NAME_USE_H_
#define GUARD_POLICY_NETWORK_NAME_USE_H_

namespace guard::policy {

enum class NameUse {
  kFake,  // guard answers, with an address that stands for the name alone; no lookup leaves
  kOff,   // the configured name server answers, as without guard
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_NETWORK_NAME_USE_H_
