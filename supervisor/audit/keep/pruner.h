// SPDX-License-Identifier: Apache-2.0
// Pruning: whole sessions leave DIR/audit.db, never parts of a chain. A record that lists them,
// with the hashes of their ends, is durable before the first row goes. A session that may still
// write is left alone: only one that closed, or that began before the machine's last start, goes.
// Short transactions: sessions that run write in between. One thread.
#ifndef GUARD_SUPERVISOR_AUDIT_KEEP_PRUNER_H_
#define GUARD_SUPERVISOR_AUDIT_KEEP_PRUNER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "supervisor/audit/store/watch.h"

namespace guard::supervisor {

struct OldSession {
  std::string id;
  std::string first;  // timestamps
  std::string last;
  std::uint64_t links = 0;
  std::string hash;  // of the last link
};

// Those whose last link is older than `before` (the form of a record's timestamp).
[[nodiscard]] Result<std::vector<OldSession>> old_sessions(const std::string& directory,
                                                           const std::string& before);
// How they leave.
struct Leaving {
  std::string user;
  std::string archive;  // the folder that has them now; empty: they are gone
};
// Records that they go, then takes them out, one after the other. WATCH: sessions; ended by it, the
// rest stays and goes the next time.
[[nodiscard]] Result<void> prune_sessions(const std::string& directory,
                                          const std::vector<OldSession>& sessions,
                                          const Leaving& leaving, const Watch& watch = {});
// Gives the room back to the file system. Holds up sessions that write meanwhile.
[[nodiscard]] Result<void> compact(const std::string& directory);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_KEEP_PRUNER_H_
