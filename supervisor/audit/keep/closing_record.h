// SPDX-License-Identifier: Apache-2.0
// The last record of a session that ends by itself: it says how many links the chain has, so that a
// tail that was cut off is missed. And the first one of a session whose name was used before by one
// that was killed: it tells the two apart. Any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_KEEP_CLOSING_RECORD_H_
#define GUARD_SUPERVISOR_AUDIT_KEEP_CLOSING_RECORD_H_

#include <functional>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "supervisor/audit/store/recorder.h"

namespace guard::supervisor {

// In the closing record's effect: `guard run` was killed, and the session ended with it.
inline constexpr const char* kWasKilled = "killed";
// A list of texts: processes of other users that still run, and that guard cannot end.
inline constexpr const char* kLeftOutside = "left_outside";

// Nothing may be recorded afterwards. Blocks until everything is durable and the head is written.
// RUN: what held in the session, redacted; an object, or null. It goes into the record's effect.
// READABLE: called as soon as readers of the database see it, which is before it is durable.
Result<void> close_record(Recorder& recorder, nlohmann::json run = nullptr,
                          const std::function<void()>& readable = {});
// Nothing where the chain is new, or closed. To be called by who has the name for sure.
void begin_record(Recorder& recorder);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_KEEP_CLOSING_RECORD_H_
