// SPDX-License-Identifier: Apache-2.0
// Recorder: writes audit records to SQLite (WAL) with group commit on a thread of its own. Any
// thread may call it.
//   store_intent blocks until the record is durable: call it from a worker, before a tier 2+ act;
//   on error the act must not happen. record and store_outcome only queue (bounded: when the disk
//   cannot keep up or is full they count what was lost and `healthy` says so, and acts of tier 2+
//   are then refused through store_intent).
#ifndef GUARD_SUPERVISOR_AUDIT_RECORDER_H_
#define GUARD_SUPERVISOR_AUDIT_RECORDER_H_

#include <memory>
#include <string>

#include "base/error.h"
#include "supervisor/audit/record.h"

namespace guard::supervisor {

struct Outcome {
  std::string request_id;
  std::string outcome;  // done failed refused killed unknown
  int error = 0;
  std::int64_t duration_ms = 0;
  std::string result_summary;
};

class Recorder {
 public:
  // Opens or makes DIR/audit.db (mode 0600; DIR 0700). Fails when the folder cannot be written or
  // the disk is full: guard then does not start.
  static Result<std::unique_ptr<Recorder>> open(const std::string& directory,
                                                const std::string& session_id);
  ~Recorder();  // flushes
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void record(AuditRecord record);
  Result<void> store_intent(AuditRecord record);
  void store_outcome(Outcome outcome);
  [[nodiscard]] Result<void> healthy() const;
  Result<void> flush();  // blocks until everything queued is durable

 private:
  struct Impl;
  explicit Recorder(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_RECORDER_H_
