// SPDX-License-Identifier: Apache-2.0
// Recorder: writes audit records to SQLite (WAL) with group commit on a thread of its own. Any
// thread may call it; open it in the process that uses it (a connection does not survive a fork).
//   store_intent blocks until the record is durable: call it from a worker, before a tier 2+ act;
//   on error the act must not happen. record and store_outcome only queue, and are on disk some
//   milliseconds later. The queue is bounded: while the disk takes nothing what does not fit is
//   counted, `healthy` says so, store_intent fails; once it takes something again, a record of kind
//   "gap" tells how many were lost.
//   While what was queued kBehindAfter ago is not written, `is_behind` says so: then every act that
//   goes on record must do so first (store_intent), or not happen. Five seconds: a commit takes
//   milliseconds, a slow disk or another session's checkpoint a second or two; what takes longer
//   is broken, or held by somebody on purpose, and at most five seconds of acts of tier 0 and 1
//   are in memory only.
//   Records that cannot be written when somebody waits for all of them (flush, write_out, the end)
//   go to a file beside the database (unwritten_file.h), whose name the error says; once all is
//   written the file goes.
//   The recorder fills in: session_id, kind, seq, hashes, and request_id and timestamp if empty.
//   Its input has been redacted (redactor.h); it cuts a text that is very long (record_limits.h).
#ifndef GUARD_SUPERVISOR_AUDIT_STORE_RECORDER_H_
#define GUARD_SUPERVISOR_AUDIT_STORE_RECORDER_H_

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

#include "base/error.h"
#include "base/limits.h"
#include "supervisor/audit/record/record.h"

namespace guard::supervisor {

inline constexpr std::chrono::milliseconds kBehindAfter = time_limit("audit.behind");
// UNWRITTEN: for how long the oldest is.
[[nodiscard]] constexpr bool is_too_late(std::chrono::nanoseconds unwritten) {
  return unwritten > kBehindAfter;
}

// One more of BYTES, while RECORDS of QUEUED_BYTES are not written yet.
[[nodiscard]] constexpr bool fits_in_queue(std::size_t records, std::size_t queued_bytes,
                                           std::size_t bytes) {
  constexpr std::size_t kMostQueued = size_limit("audit.queue");
  constexpr std::size_t kMostQueuedBytes = size_limit("audit.queue_bytes");
  return records < kMostQueued && queued_bytes + bytes <= kMostQueuedBytes;
}

// A record that is made when it is written, by the recorder's thread, or earlier.
class RecordToMake {
 public:
  RecordToMake() = default;
  RecordToMake(const RecordToMake&) = delete;
  RecordToMake& operator=(const RecordToMake&) = delete;
  virtual ~RecordToMake() = default;
  [[nodiscard]] virtual AuditRecord make() = 0;  // once
};

class Recorder {
 public:
  // Opens or makes DIR/audit.db (mode 0600; DIR 0700, made if only DIR itself is missing). Fails
  // when the folder cannot be written or the disk is full: guard then does not start.
  static Result<std::unique_ptr<Recorder>> open(const std::string& directory,
                                                const std::string& session_id);
  ~Recorder();  // flushes
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // With an outcome: complete. Without: an intent whose outcome store_outcome brings.
  void record(AuditRecord record);
  // The same of one that is still to be made, and keeps so many BYTES until then. It fills in when
  // it was queued.
  void record_later(std::unique_ptr<RecordToMake> later, std::size_t bytes);
  // Its outcome, errno and duration come with store_outcome: they are cleared here.
  Result<void> store_intent(AuditRecord record);
  void store_outcome(Outcome outcome);
  // When it was opened the chain was there and not closed: a run of the same name was killed.
  [[nodiscard]] bool follows_unclosed() const;
  [[nodiscard]] bool is_behind() const;  // does not wait, not even for a mutex
  [[nodiscard]] Result<void> healthy() const;
  Result<void> flush();      // blocks until everything queued is durable
  Result<void> write_out();  // blocks until readers of the database see everything queued

 private:
  struct Impl;
  explicit Recorder(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_STORE_RECORDER_H_
