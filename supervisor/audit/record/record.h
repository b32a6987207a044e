// SPDX-License-Identifier: Apache-2.0
// AuditRecord: one decided act, as stored and exported (docs/audit_format.md). Fields are only ever
// added. Values only. A stored text has been redacted (redactor.h) before it gets here.
#ifndef GUARD_SUPERVISOR_AUDIT_RECORD_RECORD_H_
#define GUARD_SUPERVISOR_AUDIT_RECORD_RECORD_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace guard::supervisor {

struct AuditRecord {
  std::string request_id;  // uuid
  std::string user_id;     // user name of the session
  std::string session_id;
  std::string tool_name;  // "exec", "delete", ...: the act
  std::string args_hash;  // keyed SHA-256 of the unredacted arguments: Redactor::args_hash
  std::string result_summary;
  std::string timestamp;  // ISO 8601, UTC, microseconds
  std::int64_t duration_ms = 0;
  int risk_tier = 0;
  std::optional<std::string> approval_id;
  std::optional<std::string> approval_status;  // auto approved denied timeout withdrawn skipped
  std::string category;                        // the lead; may be empty
  std::vector<std::string> categories;
  std::string rule;
  std::string decision;  // allow ask deny block
  std::string reason;
  std::string act;
  std::string syscall;
  std::vector<std::string> objects;
  std::vector<std::string> argv;
  std::string cwd;
  std::string exe;
  int pid = 0;
  std::vector<std::string> chain;  // "4711 bash", nearest first
  nlohmann::json effect;           // null when there is none
  int error = 0;                   // errno the program saw
  std::string
      outcome;  // "" while only the intent is stored; "done" "failed" "refused" "killed" "unknown"
  std::optional<std::string> undo_id;
  std::string level;      // verified mediated advisory
  std::uint64_t seq = 0;  // per session, by the recorder
  std::string prev_hash;
  std::string hash;
  std::string kind;  // "intent" or "act" or "gap", by the recorder; see docs/audit_format.md
};

// How an act ended whose intent was stored before it.
struct Outcome {
  std::string request_id;
  std::string outcome;  // done failed refused killed unknown
  int error = 0;
  std::int64_t duration_ms = 0;
  std::string result_summary;
};

// Every field, under the name of docs/audit_format.md. Bytes that are not UTF-8 become "\\xNN".
[[nodiscard]] nlohmann::json to_json(const AuditRecord& record);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_RECORD_RECORD_H_
