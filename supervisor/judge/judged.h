// SPDX-License-Identifier: Apache-2.0
// Judged: what judging one call came to, as a value. judge() makes it, a nested run may make a
// stricter one, settle() writes the one that holds into the call.
#ifndef GUARD_SUPERVISOR_JUDGE_JUDGED_H_
#define GUARD_SUPERVISOR_JUDGE_JUDGED_H_

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "policy/vocabulary/action.h"
#include "policy/vocabulary/decision.h"
#include "supervisor/approval/lease.h"
#include "supervisor/call/pending_call.h"

namespace guard::supervisor {

struct Judged {
  policy::Decision decision;
  std::vector<ObjectId> walked;  // what the effect counted: the lease of an approved exec
  // When the walk of WALKED began.
  std::chrono::system_clock::time_point walked_at;
  Intent intent;                   // what else it needs: leased once it runs
  std::string approval_id;         // of the earlier answer that covers it
  std::vector<ObjectId> searched;  // secrets that a search may read once it is approved
  bool watched = false;            // a search: each of its opens is judged (searches.h)
  // The secrets that such a search meets and that no rule lets it read, by path.
  std::vector<std::string> not_let = {};
  std::vector<std::string> collides = {};  // paths of what another session wrote (other_work.h)
  bool leased = false;                     // by the lease of an approved question
  bool undo_promised = false;              // that question said that undo will be possible
  bool told_before = false;                // the same intent was refused before
  bool keeps_netlink_power = false;        // approved to set up the network
  bool loopback_only = false;              // what it listens on, this machine alone shall reach
  // Where a question made guard look for the name of the host: the destination with that name.
  std::optional<policy::Destination> destination;
};

[[nodiscard]] bool asks(const Judged& judged);

// Block, deny, ask, allow: and among asks the higher tier.
[[nodiscard]] bool is_stricter(const policy::Decision& decision, const policy::Decision& than);

// Ends judging: what only that needed of CALL is given back. Replaces all that an earlier judgement
// wrote into CALL, but for the id of an answered question.
void settle(PendingCall& call, Judged judged);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_JUDGED_H_
