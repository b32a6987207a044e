// SPDX-License-Identifier: Apache-2.0
// The record of a right that a person took back, whoever writes it: a session, or a command outside
// of all sessions. Pure; any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_RECORD_RIGHT_RECORD_H_
#define GUARD_SUPERVISOR_AUDIT_RECORD_RIGHT_RECORD_H_

#include <string>
#include <vector>

#include "supervisor/audit/record/record.h"

namespace guard::supervisor {

// Its texts have been redacted.
struct EndedRight {
  std::string rule;
  std::string by;    // "ana (guard policy grants)"
  std::string what;  // what it let happen: "deletes in /w/photos and below"
  std::string id;
  std::string scope;
  std::vector<std::string> categories;
  std::string workspace = {};  // where it held in every session; empty: it was one session's
};

// Complete in itself: an answer to no question. Its user and level are the caller's to fill in.
[[nodiscard]] AuditRecord ended_right_record(const EndedRight& right);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_RECORD_RIGHT_RECORD_H_
