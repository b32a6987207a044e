// SPDX-License-Identifier: Apache-2.0
// KeyCaller: who connected to a key agent, as it was when it did. Whoever it hands its socket to
// speaks in its name. Values only.
#ifndef GUARD_SUPERVISOR_SIGNING_KEY_CALLER_H_
#define GUARD_SUPERVISOR_SIGNING_KEY_CALLER_H_

#include <sys/types.h>

#include <memory>
#include <string>

#include "interceptor/tracee/tracee.h"
#include "policy/vocabulary/action.h"
#include "supervisor/actors/process_tree.h"

namespace guard::supervisor {

struct KeyCaller {
  pid_t tid = 0;
  std::shared_ptr<const interceptor::Tracee> tracee;
  ProcessPtr process;
  policy::Actor actor;
  std::string cwd;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SIGNING_KEY_CALLER_H_
