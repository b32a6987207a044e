// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/closing_record.h"

#include "supervisor/audit/chain.h"

namespace guard::supervisor {

Result<void> close_record(Recorder& recorder) {
  AuditRecord record;
  record.tool_name = "audit";
  record.act = "audit";
  record.outcome = "done";
  record.result_summary = "the session ended";
  record.kind = kKindEnd;  // what it counts is filled in when its place is known
  recorder.record(std::move(record));
  return recorder.flush();
}

}  // namespace guard::supervisor
