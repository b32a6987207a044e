// SPDX-License-Identifier: Apache-2.0
// Recording: the part of a session that knows the processes of the tree, and puts their calls on
// record. Any thread.
#ifndef GUARD_SUPERVISOR_RUN_SESSION_RECORDING_H_
#define GUARD_SUPERVISOR_RUN_SESSION_RECORDING_H_

#include "supervisor/actors/process_tree.h"
#include "supervisor/api/live_acts.h"
#include "supervisor/call/call_record.h"
#include "supervisor/run/protection_level.h"
#include "supervisor/run/stores.h"

namespace guard::supervisor {

struct RecordingContext {
  const SessionStores& stores;
  const ProtectionLevel& level;
  ProcessTree::OnGone on_gone;
  ProcessTree::IdentityOf identity_of;
  decltype(RecordContext::on_tried) on_tried;
};

// `record` comes last, because it refers to the two others.
struct Recording {
  explicit Recording(RecordingContext context);
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  ProcessTree tree;
  LiveActs live;
  CallRecorder record;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_SESSION_RECORDING_H_
