// SPDX-License-Identifier: Apache-2.0
// PendingCall owns everything of one call on its way through the pipeline: what it holds, what was
// judged, who answered. One thread at a time works on it; it is handed on (mediator -> worker ->
// tracer) with its shared_ptr. Its states are one enum with one table of legal moves; an illegal
// move is a defect of guard and ends it.
#ifndef GUARD_SUPERVISOR_CALL_PENDING_CALL_H_
#define GUARD_SUPERVISOR_CALL_PENDING_CALL_H_

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "interceptor/resolve/held_call.h"
#include "policy/assess/assessor.h"
#include "policy/vocabulary/action.h"
#include "policy/vocabulary/decision.h"
#include "supervisor/actors/process_tree.h"
#include "supervisor/approval/intent.h"
#include "supervisor/approval/lease.h"
#include "supervisor/approval/question.h"

namespace guard::supervisor {

enum class CallState {
  kReceived,
  kDecoded,
  kResolved,
  kDecided,
  kAsking,
  kExecuting,
  kAnswered,
  kGone
};

struct PendingCall {
  CallState state = CallState::kReceived;
  int attempts = 0;  // resolved again because the names changed under it
  interceptor::Notification notification;
  interceptor::HeldCall held;
  // For an exec's caller, until it is judged; for what runs outside, until it runs; may be invalid.
  UniqueFd working_folder;
  ProcessPtr process;
  policy::Action action;
  policy::Assessor::Readings readings;  // of an exec, from look_ahead() (enricher.h)
  policy::Decision decision;
  std::vector<ObjectId> walked;  // what the effect counted: the lease of an approved exec
  // When the walk of WALKED began.
  std::chrono::system_clock::time_point walked_at;
  // A host that was let go by its name: its further addresses, to be tried next.
  std::vector<std::string> next_addresses;
  Intent intent;                      // what else an exec needs, leased once it runs
  std::vector<ObjectId> searched;     // secrets that a search reads, if a person lets it
  bool watched = false;               // a search, each open of which is judged (searches.h)
  std::vector<std::string> not_let;   // by path: secrets that it meets, and no rule lets it read
  std::vector<std::string> collides;  // of what it takes, what other sessions wrote: paths
  std::string request_id;             // empty until something is to be recorded
  std::string approval_id;
  std::string approval_status;  // auto approved denied timeout withdrawn skipped
  // For a question that was denied: the No stays one where nobody comes for it.
  std::optional<Answer> denial;
  bool takes_secret = false;  // of a read: the file holds one, whatever its name
  PackageScriptPtr begins;    // of an exec: what an installer starts for a package
  bool intent_stored = false;
  bool end_recorded = false;   // how it ended is on record
  bool record_first = true;    // not before its intent is stored
  bool foreign_code = false;   // an exec whose environment makes it load other code (LD_*)
  UniqueFd relay;              // guard's end, of an exec that a relay stands for (rights/)
  bool leased = false;         // allowed by the lease of an approved question
  bool undo_promised = false;  // whoever lets it happen was told that undo will be possible
  bool asked_anew = false;     // what its former question told of changed before the answer
  bool told_before =
      false;  // the same intent was refused before: no further line on standard error
  // Entries of the undo store for acts on names, with the object that was held (saver.h).
  std::vector<std::pair<std::uint64_t, int>> saved;
  std::string undo_id;            // "SESSION:N" of the first of them, as `guard undo` takes it
  std::string_view content_kind;  // of a secret that is to be read: content_look.h
  std::string why_unsaved;        // saving failed: judged again as what cannot be brought back
  int two_person_tier = 0;        // of the inner runs that it belongs to; 0: none wants two people
  unsigned looks = 0;             // at its caller, while it waits
  std::shared_lock<std::shared_mutex>
      answering;  // while a verified program is let go (CallRecorder)
  std::chrono::steady_clock::time_point received = std::chrono::steady_clock::now();
  // When it came to each state; null where no log takes slow acts.
  using Reached = std::array<std::chrono::steady_clock::time_point, 8>;
  std::unique_ptr<Reached> reached;
};

using CallPtr = std::shared_ptr<PendingCall>;

// Where its names have changed under it, before it is refused.
[[nodiscard]] inline bool may_be_judged_again(const PendingCall& call) {
  constexpr int kMostAttempts = int_limit("call.attempts");
  return call.attempts < kMostAttempts;
}

// For a call that has to wait for an exec that guard still verifies, since it was received.
[[nodiscard]] constexpr bool waits_on_for_an_exec(std::chrono::nanoseconds waited) {
  constexpr std::chrono::milliseconds kLongest = time_limit("call.exec_ms");
  return waited <= kLongest;
}

// A refused one that was asked, or would have been if anybody were there; what only repeats such an
// act counts too.
[[nodiscard]] inline bool is_refused_question(const PendingCall& call) {
  return call.told_before || call.approval_status == "denied" || call.approval_status == "timeout";
}

// Aborts on a move that the table does not have.
void advance(PendingCall& call, CallState to);
[[nodiscard]] bool is_legal(CallState from, CallState to);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CALL_PENDING_CALL_H_
