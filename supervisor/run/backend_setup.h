// SPDX-License-Identifier: Apache-2.0
// BackendSetup: what the backend of a run (interceptor/launch/backend.h) is set up with before CMD
// is launched, and how CMD is then put under it. Made by the serving process while it has one
// thread. Supervised: what calls then come from, and what lets execs go on.
#ifndef GUARD_SUPERVISOR_RUN_BACKEND_SETUP_H_
#define GUARD_SUPERVISOR_RUN_BACKEND_SETUP_H_

#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "interceptor/calls/call_listener.h"
#include "interceptor/kernel/kernel_features.h"
#include "interceptor/launch/backend.h"
#include "interceptor/launch/launcher.h"
#include "interceptor/launch/reaper.h"
#include "interceptor/preload/preload_files.h"
#include "interceptor/ptrace/exec_runner.h"
#include "interceptor/ptrace/exec_verifier.h"
#include "interceptor/seccomp/seccomp_filter.h"
#include "interceptor/tracee/tracee.h"
#include "supervisor/run/options.h"
#include "supervisor/secrets/read_gates.h"

namespace guard::supervisor {

struct BackendSetup {
  interceptor::Backend backend;
  interceptor::FilterOptions filter;
  std::optional<interceptor::TracePlan> trace;
  std::optional<interceptor::PreloadSocket> socket;  // of the preload backend
  interceptor::CallsOnSignal on_signal = interceptor::CallsOnSignal::kKeepWaiting;
  bool lends_descriptors = false;  // guard may not take those of the tree (descriptor_lender.h)
};

// Fills in what the launch needs of it: filter, tracer, library.
Result<BackendSetup> set_up_backend(const interceptor::Backend& backend,
                                    const interceptor::KernelFeatures& features,
                                    const ReadGatePlan& gate, const RunOptions& options,
                                    interceptor::LaunchPlan& plan);

struct Supervised {
  std::unique_ptr<interceptor::CallListener> listener;
  interceptor::ExecRunner* execs = nullptr;             // the verifier, or the listener itself
  std::unique_ptr<interceptor::ExecVerifier> verifier;  // of the notify backend alone
};

// Launches CMD. TRACEES: told what this backend cannot tell it of.
Result<Supervised> put_under_backend(BackendSetup& setup, interceptor::Reaper& reaper,
                                     interceptor::TraceeTable& tracees);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_BACKEND_SETUP_H_
