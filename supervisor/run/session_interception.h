// SPDX-License-Identifier: Apache-2.0
// The parts of a session that calls pass through: Interception receives them from the kernel and
// carries them out, CallHandling leads each from stage to stage. Session::launch() fills both in,
// Session::run() ends the threads of CallHandling. Until CMD is launched most members have no
// value.
#ifndef GUARD_SUPERVISOR_RUN_SESSION_INTERCEPTION_H_
#define GUARD_SUPERVISOR_RUN_SESSION_INTERCEPTION_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "interceptor/calls/call_listener.h"
#include "interceptor/operations/call_resolver.h"
#include "interceptor/operations/executor.h"
#include "interceptor/process/credentials.h"
#include "interceptor/ptrace/descriptor_lender.h"
#include "interceptor/ptrace/exec_runner.h"
#include "interceptor/ptrace/exec_verifier.h"
#include "supervisor/actors/inside_clients.h"
#include "supervisor/brake/call_brake.h"
#include "supervisor/call/worker_pool.h"
#include "supervisor/pipeline/pipeline.h"
#include "supervisor/rights/raised_runs.h"
#include "supervisor/run/backend_setup.h"
#include "supervisor/secrets/secret_reads.h"
#include "supervisor/signing/key_relays.h"

namespace guard::supervisor {

// `own` comes before the last three members, because these refer to it.
struct Interception {
  Interception(const std::string& socket_path, BackendSetup set_up)
      : inside_clients(socket_path), setup(std::move(set_up)) {}
  Interception(const Interception&) = delete;
  Interception& operator=(const Interception&) = delete;

  InsideClients inside_clients;
  CallBrake brake;
  interceptor::Credentials own;
  BackendSetup setup;
  std::unique_ptr<interceptor::CallListener> listener;
  std::unique_ptr<RaisedRuns> raised;        // null: programs cannot be raised here
  interceptor::ExecRunner* execs = nullptr;  // lets execs go on: the verifier, or the listener
  std::optional<interceptor::SocketGate> gate;
  std::optional<interceptor::CallResolver> resolver;
  std::optional<interceptor::Executor> executor;
};

// The members end from the last to the first. `secrets` ends before `verifier`, because its gate
// gives orders to the verifier's thread. `lender` and `workers` end before `pipeline`, because they
// run its stages. Workers also search for secrets, but only in run(), which ends them before
// `secrets`.
struct CallHandling {
  std::optional<KeyRelays> keys;  // no value: key agents are reached as they are
  std::optional<Pipeline> pipeline;
  std::optional<WorkerPool> workers;
  std::unique_ptr<interceptor::ExecVerifier> verifier;    // null: the listener lets execs go on
  std::unique_ptr<SecretReads> secrets;                   // null: reads are not judged
  std::unique_ptr<interceptor::DescriptorLender> lender;  // null: guard takes what it needs
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_SESSION_INTERCEPTION_H_
