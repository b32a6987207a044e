// SPDX-License-Identifier: Apache-2.0
// RaisedChild: starts an approved program outside of supervision, with the rights of guard's own
// user before no_new_privs: sudo and its kin (docs/decisions/0040). Exactly the image that was
// judged, by its descriptor, with the argv that was judged. Nothing of the tree's but its streams
// and its working folder crosses: the environment is guard's, every other descriptor is closed,
// its limits are guard's. Where a person can be asked for a password it has a terminal of its own,
// which other programs of this user cannot open for reading.
#ifndef GUARD_SUPERVISOR_RIGHTS_RAISED_CHILD_H_
#define GUARD_SUPERVISOR_RIGHTS_RAISED_CHILD_H_

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "base/process/relay_wire.h"
#include "supervisor/actors/terminals.h"

namespace guard::supervisor {

struct RaisedProgram {
  UniqueFd image;  // O_PATH
  std::vector<std::string> argv;
  std::vector<std::string> environment;
  std::array<UniqueFd, 3> streams;  // invalid: closed for the caller, too
  UniqueFd folder;                  // O_PATH
  mode_t umask = 022;
  int nice = 0;
  std::uint64_t ignored_signals = 0;  // bit N-1: signal N
  bool has_terminal = false;          // it gets one of its own
  // The caller's terminal, which that one is like, but for a mode without echo or lines; bit N:
  // stream N becomes it.
  std::optional<RelayTerminal> like = std::nullopt;
  std::uint64_t terminal_streams = 0;
  bool asks_itself = false;          // as in KeptProgram
  std::vector<std::string> after{};  // the same image with this argv at the end; empty: nothing
};

struct RaisedSockets {
  int relay = -1;
  int front = -1;  // -1: nobody can be asked for a password
};

struct StartedKeeper {
  pid_t pid = -1;
  KeptTerminal terminal;  // to be let go of when it has ended
};

// The status of a keeper whose program read a password that nobody could be asked for.
inline constexpr int kUnasked = 1;

// Forks a keeper, a child of the calling thread's, which waits for it; the keeper starts the
// program and attends to it (raised_keeper.h) until it has ended. It outlives guard where it must.
// The program leads a process group, in a session without a terminal or with one of its own. Any
// thread; what it is given stays the caller's. kUnsupported, errno: there is no terminal for it.
Result<StartedKeeper> start_raised(const RaisedProgram& program, const RaisedSockets& sockets);

// PATH, HOME, the language, the terminal's kind and a SHELL of root's, as guard itself was given
// them.
[[nodiscard]] std::vector<std::string> raised_environment(char* const* own);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RIGHTS_RAISED_CHILD_H_
