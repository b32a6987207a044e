// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <clocale>
#include <cstdio>
#include <exception>
#include <string_view>

#include "base/files/standard_streams.h"
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
constexpr const char* kUndoStore = "the undo store is";

constexpr Subcommand kSubcommands[] = {
    {"run", "start a program and supervise it", run_command, nullptr, "Run"},
    {"check", "what would happen to a command, and why", check_command},
    {"pending", "questions that wait for an answer", pending_command, kSessions, "Answer"},
    {"approve", "let a waiting act happen", approve_command, kSessions},
    {"deny", "refuse a waiting act", deny_command, kSessions},
    {"approve-session", "approve whole categories for one session", approve_session_command,
     kSessions},
    {"delegate", "let another user answer in your place for a while", delegate_command, kSessions},
    {"watch", "see what sessions do and answer, on a full screen", watch_command, kSessions},
    {"web", "see what sessions do and answer, in a browser", web_command, kSessions},
    {"pause", "let a session stand still", pause_command, kSessions, "Brake"},
    {"resume", "let a paused session go on", resume_command, kSessions},
    {"stop", "end a session", stop_command, kSessions},
    {"status", "sessions that run, and questions that wait", status_command, kSessions,
     "Look back"},
    {"sessions", "sessions that run", sessions_command, kSessions},
    {"audit", "who did what", audit_command},
    {"review", "what a session changed: keep it, discard it or parts of it", review_command,
     kUndoStore},
    {"blame", "which session, command and answer each line of a file is from", blame_command},
    {"checkpoint", "mark a point of a session to which undo goes back", checkpoint_command},
    {"undo", "give back what a session changed or deleted", undo_command},
    {"policy", "write, check, show, explain and compare policy; trust, grants", policy_command,
     nullptr, "Set up"},
    {"learn", "rules that would have asked less, learned from your answers", learn_command},
    {"alerts", "send a test by each kind of alert", alerts_command},
    {"hook", "answer an agent's hook before it runs a command; install it", hook_command},
    {"mcp", "serve agents by the Model Context Protocol", mcp_command},
    {"doctor", "what guard can do on this machine", doctor_command},
    {"completion", "a completion script for a shell", completion_command},
    {"version", "which guard this is", version_command},
};
// Those of one target side by side.
constexpr Alias kAliases[] = {
    {"log", "audit list"}, {"ls", "sessions"},      {"ps", "sessions"},
    {"allow", "approve"},  {"init", "policy init"}, {"config", "policy"},
};
constexpr SubcommandTable kMainTable = {
    "guard",      "puts a person between an agent and the damage it can do: guard run -- AGENT",
    kSubcommands, "guard run -- bash",
    kAliases,     meant_command};

bool asks_for_version(const Words& words) {
  constexpr std::array<std::string_view, 3> kSpellings = {"--version", "-V", "-v"};
  return !words.empty() && std::ranges::find(kSpellings, words.front()) != kSpellings.end();
}

}  // namespace
}  // namespace guard::console

int main(int argc, char** argv) {
  using namespace guard::console;  // NOLINT(google-build-using-namespace)
  if (!guard::hold_closed_streams())
    return complain(kGuardFailed, "cannot hold the standard streams that are closed");
  std::setlocale(LC_CTYPE, "");
  const Words words(argv + (argc > 0 ? 1 : 0), argv + argc);
  if (asks_for_version(words)) return version_command({});
  if (!guard::weakened_names().empty()) {
    std::fprintf(stderr, "guard: TEST BUILD, protections are switched off: %s\n",
                 guard::safe_text(guard::weakened_names()).c_str());
  }
  try {
    return dispatch(kMainTable, words);
  } catch (const std::exception& error) {
    return guard::console::complain(kGuardFailed, error.what());
  }
}
