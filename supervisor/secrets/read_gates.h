// SPDX-License-Identifier: Apache-2.0
// The read gate of a session: fanotify as root, leases as an ordinary user; where neither can be
// had, or secrets may lie where guard cannot look, the filter hands every open that reads to guard.
// A file has one lease: of several sessions of
// a user that run at once the first leases, which a lock in the state folder tells the others. This
// file tells what a gate holds back, and what it cannot. At start.
#ifndef GUARD_SUPERVISOR_SECRETS_READ_GATES_H_
#define GUARD_SUPERVISOR_SECRETS_READ_GATES_H_

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "base/limits.h"
#include "interceptor/ptrace/exec_verifier.h"
#include "policy/model/policy.h"
#include "policy/paths/path_class.h"
#include "supervisor/call/call_record.h"
#include "supervisor/secrets/secret_reads.h"

namespace guard::supervisor {

struct ReadGatePlan {
  bool holds = false;   // false: the policy wants no gate
  UniqueFd fanotify;    // invalid: not to be had
  UniqueFd lease_lock;  // held as long as the session; invalid: it leases nothing
  std::vector<UniqueFd> place_locks = {};  // with it, of each folder of the workspace
  bool traced = false;    // guard is asked about every open, as was said at the start
  std::string why_every;  // not leases either, and why; empty: one of the two serves
  // FilterOptions::asks_reading
  [[nodiscard]] bool asks_every() const { return traced || !why_every.empty(); }
};

// The references outlive what hold_secrets returns.
struct ReadGateParts {
  ReadGatePlan& plan;  // its lock is to be kept
  const policy::PathClassifier& classifier;
  pid_t tree;                           // the reaper
  interceptor::ExecVerifier* verifier;  // null: a plan that asks every open
  CallRecorder& record;
  std::vector<std::string> of_guard;  // files of secrets of guard's own
  TellFront tell;                     // what is held for less than the policy says
  TellFront tell_slow;  // what takes time, which patterns hold for less; null: nobody wants to know
  InGit in_git;
  std::string state_folder;  // keeps what was told today; empty: nothing does
};

inline constexpr int kLockTries = int_limit("lease.lock_tries");
// Whoever has the lock leases. Why not: then every open is asked about, for nobody would hold this
// session's secrets.
[[nodiscard]] std::string take_lease_lock(const std::string& state_folder, UniqueFd& lock,
                                          int tries = kLockTries);

// The same of each of FOLDERS, for sessions of other state folders (jobs with a HOME of their own
// in one checkout): by a name of the network namespace, so that nothing is left behind in the
// folder.
[[nodiscard]] std::string take_place_locks(const std::vector<std::string>& folders,
                                           std::vector<UniqueFd>& locks);

// Before the reaper is forked off, which keeps a copy of the fanotify group. TRACED: whoever opens
// is guard's tracee already, and no gate can hold it (interceptor/ptrace/trace_listener.h).
// CLOSED_PLACE: a place of secrets that no search can look into (secret_files.h), or empty; nobody
// could hold what lies there.
[[nodiscard]] ReadGatePlan plan_read_gate(const policy::Policy& policy,
                                          const std::string& state_folder, bool traced,
                                          const std::function<std::string()>& closed_place = {},
                                          const std::vector<std::string>& workspace = {});
// Before CMD runs. Null: the policy wants no gate.
[[nodiscard]] Result<std::unique_ptr<SecretReads>> hold_secrets(ReadGateParts parts);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SECRETS_READ_GATES_H_
