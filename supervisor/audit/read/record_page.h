// SPDX-License-Identifier: Apache-2.0
// A page of the record: what fits, the newest first, from a place on towards older or newer ones.
// However long the record is, and however rarely something fits, a page costs no more than the rows
// that may be looked at for it: it says where to go on, whether it is full or not. Values only;
// AuditReader::page reads one.
#ifndef GUARD_SUPERVISOR_AUDIT_READ_RECORD_PAGE_H_
#define GUARD_SUPERVISOR_AUDIT_READ_RECORD_PAGE_H_

#include <cstdint>
#include <string>
#include <vector>

namespace guard::supervisor {

struct StoredRecord;

enum class Towards { kOlder, kNewer };

struct PageWish {
  Towards towards = Towards::kOlder;
  std::string place;  // of another page of the same filter; empty: from that end of the record on
  std::uint64_t records = 50;
  std::uint64_t rows = 100'000;  // to look at, at most
};

struct RecordPage {
  std::vector<StoredRecord> records;  // the newest first
  // Where older and newer ones go on; empty: there are none. With fewer records than were wished
  // there may be none behind it all the same: not all was looked at.
  std::string older;
  std::string newer;
  std::uint64_t looked_at = 0;  // rows, in whole pieces
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_READ_RECORD_PAGE_H_
