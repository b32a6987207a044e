// SPDX-License-Identifier: Apache-2.0
// RaisedChild: starts an approved program outside of supervision, with the rights of guard's own
// user before no_new_privs: sudo and its kin (docs/decisions/0040). Exactly the image that was
// judged, by its descriptor, with the argv that was judged. Nothing of the tree's but its streams
// and its working folder crosses: the environment is guard's, every other descriptor is closed,
// its limits are guard's.
#ifndef GUARD_SUPERVISOR_RIGHTS_RAISED_CHILD_H_
#define GUARD_SUPERVISOR_RIGHTS_RAISED_CHILD_H_

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"

namespace guard::supervisor {

struct RaisedProgram {
  UniqueFd image;  // O_PATH
  std::vector<std::string> argv;
  std::vector<std::string> environment;
  std::array<UniqueFd, 3> streams;  // invalid: closed for the caller, too
  UniqueFd folder;                  // O_PATH
  mode_t umask = 022;
  std::uint64_t ignored_signals = 0;  // bit N-1: signal N
};

// Forks a keeper, a child of the calling thread's, which waits for it; the keeper starts the
// program and passes signals, stops and the end on over SOCKET, to the relay at its other end,
// until one of the two has ended. It outlives guard where it must. The program leads a session of
// its own, without a terminal. Any thread; what it is given stays the caller's.
Result<pid_t> start_raised(const RaisedProgram& program, int socket);

// PATH, HOME, the language and the terminal's kind, as guard itself was given them.
[[nodiscard]] std::vector<std::string> raised_environment(char* const* own);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RIGHTS_RAISED_CHILD_H_
