// SPDX-License-Identifier: Apache-2.0
// The record in the order in which it is stored, piece by piece, for a reader that keeps its place
// and gets each link once: a record with its outcome, or, where that came too late, the record
// again once it has one. Values only; AuditReader::tail reads a piece.
#ifndef GUARD_SUPERVISOR_AUDIT_READ_RECORD_TAIL_H_
#define GUARD_SUPERVISOR_AUDIT_READ_RECORD_TAIL_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace guard::supervisor {

struct StoredRecord;

// A reader has read up to there: rows of records, and rows of outcomes.
struct TailPlace {
  std::int64_t record = 0;
  std::int64_t outcome = 0;
  bool operator==(const TailPlace&) const = default;
};

// An act that takes longer is told without its outcome, and again with it.
inline constexpr std::chrono::seconds kOutcomeBy(5);

struct RecordTail {
  std::vector<StoredRecord> records;
  TailPlace reached;
  bool is_all = true;  // of what can be told now
};

// A link that was read up to a place: a record, or the outcome of one.
struct RecordedLink {
  std::string session;
  std::uint64_t seq = 0;
  std::string hash;
  std::string summary;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_READ_RECORD_TAIL_H_
