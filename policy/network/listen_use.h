// SPDX-License-Identifier: Apache-2.0
// ListenUse: what happens when a program listens where other machines could connect
// (`network.listen`). From strict to loose. Values only.
#ifndef GUARD_POLICY_NETWORK_LISTEN_USE_H_
#define GUARD_POLICY_NETWORK_LISTEN_USE_H_

namespace guard::policy {

enum class ListenUse {
  kAsk,     // tier 2
  kNarrow,  // on every address: unasked, but only this machine reaches it; else as kAsk
  kAllow,   // tier 1
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_NETWORK_LISTEN_USE_H_
