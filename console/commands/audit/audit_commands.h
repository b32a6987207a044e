// SPDX-License-Identifier: Apache-2.0
// The subcommands of guard audit: a function each, in a file of its own; audit.cc has their table.
#ifndef GUARD_CONSOLE_COMMANDS_AUDIT_AUDIT_COMMANDS_H_
#define GUARD_CONSOLE_COMMANDS_AUDIT_AUDIT_COMMANDS_H_

#include "console/commands/commands.h"

namespace guard::console {

int audit_list(const Words& words);
int audit_sessions(const Words& words);
int audit_show(const Words& words);
int audit_export(const Words& words);
int audit_stats(const Words& words);
int audit_verify(const Words& words);
int audit_prune(const Words& words);
int audit_rotate(const Words& words);
int audit_report(const Words& words);
int audit_sinks(const Words& words);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_COMMANDS_AUDIT_AUDIT_COMMANDS_H_
