// SPDX-License-Identifier: Apache-2.0
// The read gate of a session: fanotify as root, leases as an ordinary user; where neither can be
// had the filter hands every open that reads to guard. What a gate holds back, and what it cannot,
// is told here. At start.
#ifndef GUARD_SUPERVISOR_READ_GATES_H_
#define GUARD_SUPERVISOR_READ_GATES_H_

#include <sys/types.h>

#include <memory>

#include "base/error.h"
#include "base/unique_fd.h"
#include "interceptor/exec_verifier.h"
#include "policy/path_class.h"
#include "policy/policy.h"
#include "supervisor/call_record.h"
#include "supervisor/secret_reads.h"

namespace guard::supervisor {

struct ReadGatePlan {
  bool holds = false;       // false: the policy wants no gate
  UniqueFd fanotify;        // invalid: not to be had
  bool asks_every = false;  // not leases either: FilterOptions::asks_reading
};

// The references outlive what hold_secrets returns.
struct ReadGateParts {
  ReadGatePlan plan;
  const policy::PathClassifier& classifier;
  pid_t tree;  // the reaper
  interceptor::ExecVerifier& verifier;
  CallRecorder& record;
  TellFront tell;
};

// Before the reaper is forked off, which keeps a copy of the fanotify group.
[[nodiscard]] ReadGatePlan plan_read_gate(const policy::Policy& policy);
// Before CMD runs. Null: the policy wants no gate.
[[nodiscard]] Result<std::unique_ptr<SecretReads>> hold_secrets(ReadGateParts parts);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_READ_GATES_H_
