// SPDX-License-Identifier: Apache-2.0
#include <clocale>
#include <cstdio>
#include <exception>

#include "base/text/text.h"
#include "base/weaken.h"
#include "console/commands/commands.h"
#include "console/help/subcommands.h"
#include "console/output/complaint.h"

namespace guard::console {
namespace {

constexpr int kGuardFailed = 125;

// Those that look at sessions from outside.
constexpr const char* kSessions = "the sessions are";

constexpr Subcommand kSubcommands[] = {
    {"run", "start a program and supervise it", run_command},
    {"watch", "see what sessions do and answer, on a full screen", watch_command, kSessions},
    {"pending", "questions that wait for an answer", pending_command, kSessions},
    {"approve", "let a waiting act happen", approve_command, kSessions},
    {"deny", "refuse a waiting act", deny_command, kSessions},
    {"approve-session", "approve whole categories for one session", approve_session_command,
     kSessions},
    {"delegate", "let another user answer in your place for a while", delegate_command, kSessions},
    {"check", "what would become of a command, and why", check_command},
    {"policy", "validate, show, explain and compare policy; trust, grants", policy_command},
    {"learn", "rules that would have asked less, from what was answered", learn_command},
    {"alerts", "try the ways of telling that a question waits", alerts_command},
    {"audit", "who did what", audit_command},
    {"undo", "give back what a session changed or deleted", undo_command},
    {"web", "see what sessions do and answer, in a browser", web_command, kSessions},
    {"hook", "answer an agent's hook before it runs a command; install it", hook_command},
    {"mcp", "serve agents by the Model Context Protocol", mcp_command},
    {"doctor", "what guard can do on this machine", doctor_command},
    {"completion", "a completion script for a shell", completion_command},
};
constexpr SubcommandTable kTable = {
    "guard", "puts a person between an agent and the damage it can do: guard run -- AGENT",
    kSubcommands,
    "guard run -- bash\n"
    "         guard check -- rm -rf ./build\n"
    "         guard audit sessions"};

}  // namespace
}  // namespace guard::console

int main(int argc, char** argv) {
  using namespace guard::console;  // NOLINT(google-build-using-namespace)
  std::setlocale(LC_CTYPE, "");
  const Words words(argv + (argc > 0 ? 1 : 0), argv + argc);
  if (!words.empty() && words.front() == "--version") {
    std::printf("guard %s\n", GUARD_VERSION);
    return 0;
  }
  if (!guard::weakened_names().empty()) {
    std::fprintf(stderr, "guard: TEST BUILD, protections are switched off: %s\n",
                 guard::safe_text(guard::weakened_names()).c_str());
  }
  try {
    return dispatch(kTable, words);
  } catch (const std::exception& error) {
    return guard::console::complain(kGuardFailed, error.what());
  }
}
