// SPDX-License-Identifier: Apache-2.0
#include "supervisor/read_gates.h"

#include <string>
#include <utility>

#include "interceptor/fanotify_gate.h"
#include "interceptor/lease_gate.h"

namespace guard::supervisor {
namespace {

using interceptor::ReadGate;
using interceptor::TurnOutcome;

const char* why_not_judged(TurnOutcome outcome) {
  switch (outcome) {
    case TurnOutcome::kHeldByOther:
      return "a debugger holds the process";
    case TurnOutcome::kNotTurned:
      return "it was not opened by open or openat";
    case TurnOutcome::kTurned:
    case TurnOutcome::kGone:
      break;
  }
  return nullptr;
}

Result<std::unique_ptr<ReadGate>> start_fanotify(ReadGateParts& parts) {
  return interceptor::start_fanotify_gate(
      std::move(parts.fanotify),
      [&verifier = parts.verifier, &record = parts.record](interceptor::OpenToTurn open) {
        open.on_outcome = [&record, tid = open.tid](TurnOutcome outcome) {
          if (const char* why = why_not_judged(outcome)) record.unjudged_read(tid, why);
        };
        verifier.turn(std::move(open));
      });
}

Result<std::unique_ptr<ReadGate>> start_leases(const ReadGateParts& parts) {
  if (!interceptor::can_lease())
    parts.tell("reads of secrets are not judged here: files cannot be leased (fs.leases-enable)");
  return interceptor::start_lease_gate(
      parts.tree,
      [&verifier = parts.verifier](interceptor::TreeToHold tree) {
        verifier.hold(std::move(tree));
      },
      [&record = parts.record, tell = parts.tell](pid_t process) {
        record.unjudged_read(process, "it could not be held for an answer, and was ended");
        tell("process " + std::to_string(process) +
             " was ended: it waited to read a secret and could not be held for an answer");
      });
}

}  // namespace

UniqueFd fanotify_for(const policy::Policy& policy) {
  if (policy.secret_reads == policy::SecretReads::kOff) return {};
  auto group = interceptor::make_fanotify_group();
  return group ? std::move(*group) : UniqueFd();
}

Result<std::unique_ptr<SecretReads>> hold_secrets(ReadGateParts parts) {
  if (parts.policy.secret_reads == policy::SecretReads::kOff) return std::unique_ptr<SecretReads>();
  auto gate = parts.fanotify.valid() ? start_fanotify(parts) : start_leases(parts);
  if (!gate) return forward(gate.error());
  auto secrets =
      std::make_unique<SecretReads>(parts.classifier, std::move(*gate), std::move(parts.tell));
  secrets->begin();
  return secrets;
}

}  // namespace guard::supervisor
