// SPDX-License-Identifier: Apache-2.0
// Subcommands: one function each, in a file of its own; main.cc holds their table. They get the
// words after the subcommand's name and return the exit status. Errors for people go to stderr as
// one line "guard: ...".
#ifndef GUARD_CONSOLE_COMMANDS_COMMANDS_H_
#define GUARD_CONSOLE_COMMANDS_COMMANDS_H_

#include <span>
#include <string>
#include <vector>

namespace guard::console {

using Words = std::vector<std::string>;

int run_command(const Words& words);              // guard run
int watch_command(const Words& words);            // guard watch
int pending_command(const Words& words);          // guard pending
int approve_command(const Words& words);          // guard approve
int deny_command(const Words& words);             // guard deny
int approve_session_command(const Words& words);  // guard approve-session
int delegate_command(const Words& words);         // guard delegate
int checkpoint_command(const Words& words);       // guard checkpoint
int pause_command(const Words& words);            // guard pause
int resume_command(const Words& words);           // guard resume
int stop_command(const Words& words);             // guard stop
int status_command(const Words& words);           // guard status
int sessions_command(const Words& words);         // guard sessions
int check_command(const Words& words);            // guard check
int policy_command(const Words& words);           // guard policy
int learn_command(const Words& words);            // guard learn
int alerts_command(const Words& words);           // guard alerts
int audit_command(const Words& words);            // guard audit
int undo_command(const Words& words);             // guard undo
int blame_command(const Words& words);            // guard blame
int review_command(const Words& words);           // guard review
int hook_command(const Words& words);
int mcp_command(const Words& words);
int web_command(const Words& words);         // guard web
int doctor_command(const Words& words);      // guard doctor
int completion_command(const Words& words);  // guard completion
int version_command(const Words& words);     // guard version

// "guard run -- claude" where WORDS begin with an agent or a program and with no subcommand; else
// "".
[[nodiscard]] std::string meant_command(const Words& words);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_COMMANDS_COMMANDS_H_
