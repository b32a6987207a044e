// SPDX-License-Identifier: Apache-2.0
// The record of a call, redacted. RecordOfCall makes it when it is to be written: the program does
// not wait for it. The call's own things (descriptors, memory that was copied) are let go of
// before. Values, and what no thread changes; any thread.
#ifndef GUARD_SUPERVISOR_CALL_RECORD_OF_CALL_H_
#define GUARD_SUPERVISOR_CALL_RECORD_OF_CALL_H_

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

#include "supervisor/audit/record/record.h"
#include "supervisor/audit/redaction/redactor.h"
#include "supervisor/audit/store/recorder.h"
#include "supervisor/call/pending_call.h"

namespace guard::supervisor {

// The same in all records of a session.
struct RecordWords {
  Redactor redactor;
  std::string user_id;
  std::string level;
};

// Without an outcome, and how long it took.
[[nodiscard]] AuditRecord record_of(const PendingCall& call, const RecordWords& words);

class RecordOfCall final : public RecordToMake {
 public:
  // Nobody else works on CALL any more.
  RecordOfCall(std::shared_ptr<const RecordWords> words, CallPtr call, const char* outcome,
               int error);
  [[nodiscard]] AuditRecord make() override;
  [[nodiscard]] std::size_t bytes() const;  // that it keeps until then, about

 private:
  std::shared_ptr<const RecordWords> words_;
  CallPtr call_;
  const char* outcome_;  // of static storage
  int error_;
  std::chrono::steady_clock::duration took_;
  std::chrono::system_clock::time_point ended_ = std::chrono::system_clock::now();
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CALL_RECORD_OF_CALL_H_
