// SPDX-License-Identifier: Apache-2.0
// The parts that the commands that talk to running sessions share: which sessions are meant, which
// of them live, and how an error becomes one line and an exit status.
#ifndef GUARD_CONSOLE_SESSION_SESSION_CHOICE_H_
#define GUARD_CONSOLE_SESSION_SESSION_CHOICE_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/session/client.h"
#include "console/session/session_sockets.h"

namespace guard::console {

inline constexpr int kDone = 0;
inline constexpr int kNotDone = 1;  // not found, or the session says no
inline constexpr int kUsage = 2;
inline constexpr int kUnreachable = 125;

inline constexpr OptionRow kSessionRow = {"session", 's', "SESSION",
                                          "only this session (its name, or its socket's path)"};
inline constexpr OptionRow kStateDirRow = {"state-dir", 0, "DIR", "where guard keeps its state"};
inline constexpr OptionRow kUtcRow = {"utc", 0, nullptr, "times in UTC, not in the zone of TZ"};
inline constexpr OptionRow kVerboseRow = {"verbose", 'v', nullptr, "also say what was skipped"};

struct SessionChoice {
  std::vector<SessionSocket> sockets;
  bool verbose = false;
  std::string state;  // guard's state folder
};

// As find_locations, and what lies there is of a format that this guard knows. kUnsupported: a
// newer one's.
[[nodiscard]] Result<Locations> known_locations(const std::string& state_dir_option);
// The same for what only looks: a folder that --state-dir names must be there, as nothing
// is to be found in one that was mistyped.
[[nodiscard]] Result<Locations> existing_locations(const ParsedOptions& options);
[[nodiscard]] Result<SessionChoice> choose_sessions(const ParsedOptions& options);

// Why a command ends: the exit status, and the line for people without "guard: ".
struct Failure {
  int status = kUnreachable;
  std::string text;
};

// Nobody listens there any more. Says so when verbose.
[[nodiscard]] bool skip_stale(const SessionChoice& choice, const SessionSocket& socket,
                              const Error& error);
[[nodiscard]] std::string unreachable_text(const SessionSocket& socket, const Error& error);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_SESSION_SESSION_CHOICE_H_
