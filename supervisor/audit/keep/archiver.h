// SPDX-License-Identifier: Apache-2.0
// Archives: a folder with an audit.db and heads of its own, made as a state folder is, so that
// everything which reads a record reads an archive too. Sessions are copied to it whole, with their
// heads, and the copy is verified and on the disk before any of them leaves the record
// (pruner.h). Archives are never written again. Any thread; one archive at a time.
#ifndef GUARD_SUPERVISOR_AUDIT_KEEP_ARCHIVER_H_
#define GUARD_SUPERVISOR_AUDIT_KEEP_ARCHIVER_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "supervisor/audit/keep/pruner.h"
#include "supervisor/audit/keep/verifier.h"
#include "supervisor/audit/store/watch.h"

namespace guard::supervisor {

struct Archived {
  std::vector<OldSession> copied;
  // That do not verify: evidence, which stays where it was found.
  std::vector<SessionVerdict> left;
};

// To TARGET, which must not be there yet (its parent must); nothing is made when there is nothing
// to copy. Takes nothing out of the record. After an error there is no TARGET either. WATCH: links
// while it verifies, then sessions.
[[nodiscard]] Result<Archived> archive_sessions(const std::string& directory,
                                                const std::string& target,
                                                const std::vector<OldSession>& sessions,
                                                const Watch& watch = {});

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_KEEP_ARCHIVER_H_
