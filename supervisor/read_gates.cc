// SPDX-License-Identifier: Apache-2.0
#include "supervisor/read_gates.h"

#include <utility>

#include "interceptor/fanotify_gate.h"
#include "interceptor/lease_gate.h"

namespace guard::supervisor {

UniqueFd fanotify_for(const policy::Policy& policy) {
  if (policy.secret_reads == policy::SecretReads::kOff) return {};
  auto group = interceptor::make_fanotify_group();
  return group ? std::move(*group) : UniqueFd();
}

Result<std::unique_ptr<interceptor::ReadGate>> start_read_gate(const policy::Policy& policy,
                                                               UniqueFd fanotify, pid_t tree,
                                                               interceptor::OnHeldOpen on_held,
                                                               interceptor::HoldTree hold_tree) {
  if (policy.secret_reads == policy::SecretReads::kOff)
    return std::unique_ptr<interceptor::ReadGate>();
  if (fanotify.valid())
    return interceptor::start_fanotify_gate(std::move(fanotify), std::move(on_held));
  return interceptor::start_lease_gate(tree, std::move(hold_tree));
}

}  // namespace guard::supervisor
