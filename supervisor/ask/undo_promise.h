// SPDX-License-Identifier: Apache-2.0
// UndoPromise: what of an act undo can give back, told before it happens: how many of how many, and
// what not and why. Pure functions of the call; any thread.
#ifndef GUARD_SUPERVISOR_ASK_UNDO_PROMISE_H_
#define GUARD_SUPERVISOR_ASK_UNDO_PROMISE_H_

#include <string>

#include "supervisor/approval/question.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/call/saver.h"

namespace guard::supervisor {

struct UndoPromise {
  UndoPart part = UndoPart::kNone;
  // "all 14", "14 of 1,695; not 1,681 build files (venv)", "none: it is build output". Not
  // redacted.
  std::string text;
};

// True when all that the act would lose and that guard saves at all fits: then an act that cannot
// be saved after all is refused.
[[nodiscard]] bool promises_undo(const PendingCall& call, const Saver& saver);
[[nodiscard]] UndoPromise undo_promise_of(const PendingCall& call, const Saver& saver);
// "All 1,695 existed before this session; 1,681 are build output."; empty where nothing did.
[[nodiscard]] std::string existed_text(const policy::Effect& effect);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ASK_UNDO_PROMISE_H_
