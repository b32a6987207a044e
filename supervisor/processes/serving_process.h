// SPDX-License-Identifier: Apache-2.0
// The changes that the serving process makes to itself: a session of its own, no terminal, no
// streams of CMD's, unreadable for the tree, room for descriptors, signals that only its threads
// take. Called once, single-threaded, after the reaper was forked.
#ifndef GUARD_SUPERVISOR_PROCESSES_SERVING_PROCESS_H_
#define GUARD_SUPERVISOR_PROCESSES_SERVING_PROCESS_H_

#include <sys/socket.h>
#include <sys/types.h>

#include <vector>

#include "base/limits.h"
#include "supervisor/api/backend.h"

namespace guard::supervisor {

// Closes every descriptor but `kept`; standard streams become /dev/null.
void leave_inherited_files(std::vector<int> kept);
// Blocks all signals for this and later threads but kWakeSignal, whose empty handler ends a blocked
// call with EINTR.
void take_signals();
inline constexpr int kWakeSignal = 10;  // SIGUSR1
void raise_file_limit();
// Before there are threads: a full table of descriptors is doubled, and where threads share it the
// kernel waits until every core has taken notice (expand_fdtable, fs/file.c: synchronize_rcu). That
// is 5 to 20 ms each time *(measured)* in which a mediator answers nobody. A table never shrinks.
void make_room_for_files();

// Tells which process is at the other end of the session's socket: `reaper` is the top of the
// supervised tree. A stranger where more ancestors are in between than a tree has.
inline constexpr int kMostPeerAncestors = int_limit("peer.ancestors");
[[nodiscard]] Role role_of_peer(const ucred& peer, pid_t reaper,
                                const std::vector<uid_t>& approvers,
                                int most_ancestors = kMostPeerAncestors);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_PROCESSES_SERVING_PROCESS_H_
