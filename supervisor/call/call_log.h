// SPDX-License-Identifier: Apache-2.0
// The lines of the diagnostic log (base/log/log.h) about single calls: those that took long, with
// the time of each stage, those that guard itself could not carry out, and refusals that guard
// caused. Texts of programs are redacted here. Any thread.
#ifndef GUARD_SUPERVISOR_CALL_CALL_LOG_H_
#define GUARD_SUPERVISOR_CALL_CALL_LOG_H_

#include "base/error.h"
#include "supervisor/audit/redaction/redactor.h"
#include "supervisor/call/pending_call.h"

namespace guard::supervisor {

// CALL has ended. Nothing where it was quick: time that a person took is not counted.
void log_if_slow(const PendingCall& call, const Redactor& redactor);
// Guard could not read, hold, judge or store what it had to.
void log_broken(const PendingCall& call, const Error& error, const Redactor& redactor);
// Refused, but by no rule of a policy and no person: guard's own doing.
void log_if_own_refusal(const PendingCall& call, const Redactor& redactor);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CALL_CALL_LOG_H_
