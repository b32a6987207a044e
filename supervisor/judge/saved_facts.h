// SPDX-License-Identifier: Apache-2.0
// SavedFacts: what the act itself says about whether an object is `saved`, beyond its size
// (facts/path_facts.h): mode, owner and times need no room; what could not be saved is not. Values;
// any thread.
#ifndef GUARD_SUPERVISOR_JUDGE_SAVED_FACTS_H_
#define GUARD_SUPERVISOR_JUDGE_SAVED_FACTS_H_

#include "policy/vocabulary/action.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/undo/store/store.h"

namespace guard::supervisor {

struct SavedFacts {
  const UndoStore* store = nullptr;  // this session saves

  void settle(const PendingCall& call, int held, policy::Object& object) const;

 private:
  void settle_removed(int held, policy::Object& object) const;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_SAVED_FACTS_H_
