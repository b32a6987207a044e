// SPDX-License-Identifier: Apache-2.0
// The machines that a git is about to talk to, read from its words and from git's configuration
// before it runs: remotes by name, `pushurl`, `insteadOf` and the aliases of ~/.ssh/config are led
// to what they mean. No program is run, no name is looked up. Blocks on nothing but the disk; any
// thread.
#ifndef GUARD_SUPERVISOR_FACTS_GIT_HOSTS_H_
#define GUARD_SUPERVISOR_FACTS_GIT_HOSTS_H_

#include <string>

#include "policy/command/command_line.h"
#include "policy/network/named_place.h"
#include "policy/vocabulary/action.h"

namespace guard::supervisor {

// The subcommand is one that may talk to another machine.
[[nodiscard]] bool may_talk(const policy::CommandLine& line);

// EXEC starts git with these words. HOME: of the user whose configuration holds. None, and certain,
// of what talks to nobody, or to a repository of this machine. Not certain where GIT_* settings,
// options or files that cannot be read may say something else.
[[nodiscard]] policy::NamedPlaces git_hosts_of(const policy::Action& exec,
                                               const policy::CommandLine& line,
                                               const std::string& home);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_FACTS_GIT_HOSTS_H_
