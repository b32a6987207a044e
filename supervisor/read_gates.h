// SPDX-License-Identifier: Apache-2.0
// The read gate of a session: fanotify as root, leases as an ordinary user; what it holds back, and
// what it cannot, is told here. At start.
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

// The references outlive what hold_secrets returns.
struct ReadGateParts {
  const policy::Policy& policy;
  const policy::PathClassifier& classifier;
  UniqueFd fanotify;  // fanotify_for's
  pid_t tree;         // the reaper
  interceptor::ExecVerifier& verifier;
  CallRecorder& record;
  TellFront tell;
};

// Before the reaper is forked off. Invalid: not to be had, or not wanted.
[[nodiscard]] UniqueFd fanotify_for(const policy::Policy& policy);
// Before CMD runs. Null: the policy wants no gate.
[[nodiscard]] Result<std::unique_ptr<SecretReads>> hold_secrets(ReadGateParts parts);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_READ_GATES_H_
