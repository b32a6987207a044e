// SPDX-License-Identifier: Apache-2.0
// Saver: the save stage of a call: which of the objects that it holds are kept before it happens,
// and what becomes of that when it did not. The held object is saved, with guard's own rights.
// Without a store (--no-undo) it does nothing, and nothing is ever `saved`. Any thread; save() may
// copy, so it is called on a worker when is_slow() says so.
#ifndef GUARD_SUPERVISOR_CALL_SAVER_H_
#define GUARD_SUPERVISOR_CALL_SAVER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/error.h"
#include "supervisor/approval/lease.h"
#include "supervisor/audit/redaction/redactor.h"
#include "supervisor/call/command_turns.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/facts/born_set.h"
#include "supervisor/facts/path_facts.h"
#include "supervisor/undo/store/store.h"

namespace guard::supervisor {

class Saver {
 public:
  // STORE: null when nothing is saved. References outlive the saver.
  Saver(UndoStore* store, const BornSet& born, const PathFacts& paths, const LeaseTable& leases,
        const Redactor& redactor)
      : store_(store), born_(born), paths_(paths), leases_(leases), redactor_(redactor) {}

  // Copies, or waits for another save: not on the mediator.
  [[nodiscard]] bool is_slow(const PendingCall& call) const;
  // Before the act; on an error nothing was kept. GOES_ON: false gives a long copy up.
  Result<void> save(PendingCall& call, const std::function<bool()>& goes_on);
  // After it: `error` is what the program sees.
  void ended(PendingCall& call, int error);
  void cancel(PendingCall& call) { ended(call, 1); }
  // It made an object, of which statx(2) told this. Takes no system call and writes nothing.
  void note_made(const PendingCall& call, const struct statx& made);
  // For questions: what the act takes away can be brought back.
  [[nodiscard]] bool can_be_undone(const PendingCall& call) const;
  [[nodiscard]] bool saves() const { return store_ != nullptr; }
  // It was made in this session in the place of one of before, which undo gives back.
  [[nodiscard]] bool gives_back_former(const policy::Object& object) const {
    return paths_.stands_for_one_of_before(object);
  }
  // If undo can keep it at all: why not all of it fits; empty: it does.
  [[nodiscard]] std::string why_no_room(const policy::Effect& effect) const;
  // Why it cannot, in a few words; empty where there is no more to say than that.
  [[nodiscard]] std::string why_lost(const PendingCall& call) const;

 private:
  struct Plan {
    SaveOrder order;
    const interceptor::HeldPath* held = nullptr;
    // True: kept at its first change. Else it is the session's own, kept for checkpoints.
    bool of_before = true;
  };
  void begin_turn(const PendingCall& call);
  Result<void> keep(PendingCall& call, const Plan& plan, const CopyProgress& progress);
  void keep_version(PendingCall& call, const Plan& plan, const CopyProgress& progress);
  [[nodiscard]] bool has_versions(const policy::Object& object) const;
  [[nodiscard]] std::vector<Plan> plan_of(const PendingCall& call) const;
  void note_lost(const PendingCall& call) const;
  void note_names(const PendingCall& call) const;
  void note_moved(const PendingCall& call) const;
  void note_removed(const PendingCall& call, const policy::Object& object) const;
  void note_linked(const PendingCall& call);
  void plan_link(const PendingCall& call, bool own, std::vector<Plan>& plans) const;
  void plan_rename(const PendingCall& call, std::vector<Plan>& plans) const;
  [[nodiscard]] Result<void> all_is_kept(const policy::Effect& effect) const;
  [[nodiscard]] bool is_followed(const policy::Object& object) const;
  void note_folders(const PendingCall& call);
  void note_folder(const PendingCall& call, const interceptor::HeldPath& held, std::size_t object);
  [[nodiscard]] std::string question_of(const PendingCall& call) const;
  [[nodiscard]] std::string command_of(const PendingCall& call);

  UndoStore* const store_;
  const BornSet& born_;
  const PathFacts& paths_;
  const LeaseTable& leases_;
  const Redactor& redactor_;
  CommandTurns turns_;
  mutable std::mutex mutex_;
  std::mutex folders_mutex_;  // never while mutex_ is held
  std::unordered_set<ObjectKey, ObjectKeyHash> folders_;
  std::shared_ptr<const void> program_;  // whose command line is `command_`
  std::string command_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CALL_SAVER_H_
