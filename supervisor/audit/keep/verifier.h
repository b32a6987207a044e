// SPDX-License-Identifier: Apache-2.0
// verify_audit: recomputes the chains of DIR/audit.db from the stored bytes and compares their ends
// with the heads (head_file.h). Read-only, one link in memory at a time, while sessions go on
// writing. One thread.
#ifndef GUARD_SUPERVISOR_AUDIT_KEEP_VERIFIER_H_
#define GUARD_SUPERVISOR_AUDIT_KEEP_VERIFIER_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "supervisor/audit/store/watch.h"

namespace guard::supervisor {

enum class Flaw {
  kNone,
  kChanged,    // the link's bytes do not give its hash
  kMoved,      // they do, for another place in the chain
  kRemoved,    // links are missing before this one
  kInserted,   // two links have this place
  kDetached,   // whole in itself, but does not follow the one before
  kCutTail,    // the head knows of links after the last
  kRewritten,  // the head knows another hash for this link
  kGone,       // the head knows of the session, the database does not
  kBadHead,    // the head file is torn or was changed
  kUnwritten,  // records that could not be stored lie in a file beside the database
};
[[nodiscard]] const char* name_of(Flaw flaw);  // "changed", ...

enum class SessionState {
  kClosed,   // its closing record is there
  kOpen,     // it runs, or was killed
  kUnknown,  // nothing of it is there
  kPruned,   // taken out by `audit prune`, which says so in a record
  kRotated,  // moved to an archive by `audit rotate`, which says so in a record
};
[[nodiscard]] const char* name_of(SessionState state);

struct SessionVerdict {
  std::string session;
  SessionState state = SessionState::kOpen;
  std::uint64_t links = 0;  // that hold
  bool has_head = false;
  Flaw flaw = Flaw::kNone;
  std::uint64_t seq = 0;  // of the first bad link
  std::string request_id;
  std::string detail;  // one sentence for people; of kRotated the archive
};

struct VerifyRequest {
  std::string directory;
  std::string session;  // empty: all
  Watch watch;          // links done, of about so many
};

// Calls `visit` for every session. kNotFound: no database; the sessions whose heads are there were
// visited, and the error says what is there besides. A database that SQLite itself finds
// damaged is an error, after the sessions were visited as far as they can be read.
[[nodiscard]] Result<void> verify_audit(const VerifyRequest& request,
                                        const std::function<void(const SessionVerdict&)>& visit);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_KEEP_VERIFIER_H_
