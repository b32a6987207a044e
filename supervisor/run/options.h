// SPDX-License-Identifier: Apache-2.0
// RunOptions: what `guard run` was told, after options, environment and policy files were merged.
// Values only.
#ifndef GUARD_SUPERVISOR_RUN_OPTIONS_H_
#define GUARD_SUPERVISOR_RUN_OPTIONS_H_

#include <memory>
#include <string>
#include <vector>

#include "base/log/log.h"
#include "interceptor/launch/backend.h"
#include "interceptor/launch/inheritance.h"
#include "policy/decide/evaluator.h"
#include "policy/model/policy.h"
#include "supervisor/approval/shown_objects.h"

namespace guard::supervisor {

// The events that make a run fail whose command did not: none; a refusal by a rule; also an act
// that would have been asked about; also a secret that a search skipped.
enum class FailOn { kNever, kDeny, kAsk, kSkip };

struct RunOptions {
  std::vector<std::string> command;              // CMD ARG...
  std::string image;                             // CMD's path, found on PATH
  std::shared_ptr<const policy::Policy> policy;  // mode and safe_mode already overridden by options
  // The files that it was loaded from, for a guard of root's own; empty: none will be started.
  std::vector<policy::PolicyFile> policy_texts;
  std::vector<std::string> workspace;  // canonical
  // For a guard that root runs for a session outside, what is that session's: empty for others.
  std::string home = {};                                // whose ~ the policy means
  std::string ssh_socket = {};                          // of its key agent, canonical
  std::shared_ptr<const ShownObjects> shown = nullptr;  // what its answer to CMD was given to
  std::string session_id;
  std::string state_dir;  // canonical, exists, 0700
  std::string socket_path;
  std::string listed_in;  // where a socket that lies elsewhere gets an entry; empty: it has none
  std::vector<std::string>
      guard_folders;  // state, runtime, configuration, socket: out of the agent's reach
  std::string
      page_folder;  // where pages of guard web are marked (base/files/page_mark.h); may be missing
  std::string grants_file;  // of answers `always`; empty: there are none
  policy::OnAsk on_ask = policy::OnAsk::kWait;
  bool undo = true;
  bool in_ci = false;  // a job, at no pace that could be a loop of an agent
  FailOn fail_on = FailOn::kNever;
  bool kill_at_exit = false;
  bool quiet = false;
  LogTarget log;  // of guard's own processes; none by default
  interceptor::WantedBackend backend = interceptor::WantedBackend::kAuto;
  std::string require;                   // "", "mediated", "verified"
  interceptor::Inheritance inheritance;  // descriptors from 3 up, judged
  bool own_terminal = false;             // the agent gets a pty of its own
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_OPTIONS_H_
