// SPDX-License-Identifier: Apache-2.0
// The hash chain of a session: every record and every outcome is one link. A link's hash is the
// SHA-256 of its canonical JSON, which holds the hash of the link before it; so nothing stored can
// be changed, taken out or put in between unseen. An outcome never touches its intent's row: it is
// a link of its own. Pure, any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_RECORD_CHAIN_H_
#define GUARD_SUPERVISOR_AUDIT_RECORD_CHAIN_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "supervisor/audit/record/record.h"

namespace guard::supervisor {

inline constexpr std::string_view kFirstPrevHash =
    "0000000000000000000000000000000000000000000000000000000000000000";

inline constexpr std::string_view kKindIntent = "intent";  // its outcome is a later link
inline constexpr std::string_view kKindAct = "act";        // complete in itself
// A run of a name begins whose last run closed nothing: it was killed.
inline constexpr std::string_view kKindBegin = "begin";
inline constexpr std::string_view kKindGap = "gap";  // records were lost before this one

inline constexpr std::string_view kKindEnd = "end";  // the session's last link, by itself

// tool_name and act of a record of who answered a question.
inline constexpr const char* kAnswerTool = "answer";

// tool_name and act of a record of a session that was paused, resumed or ended by a person.
inline constexpr const char* kBrakeTool = "brake";

// tool_name and act of a record of an alert that reached nobody.
inline constexpr const char* kAlertTool = "alert";

// tool_name and act of a record of a descriptor that CMD was started with.
inline constexpr const char* kInheritTool = "inherit";

// tool_name of a record whose effect lists sessions that were taken out.
inline constexpr const char* kPruneTool = "prune";

// tool_name and act of the records of `guard undo`, each undo a chain of its own.
inline constexpr const char* kUndoTool = "undo";

// tool_name and act of a record of a project's file that a person trusts, or trusts no more.
inline constexpr const char* kPolicyTool = "policy";

// The last link so far.
struct ChainEnd {
  std::uint64_t seq = 0;
  std::string hash{kFirstPrevHash};
};

// An outcome as a link.
struct OutcomeLink {
  Outcome outcome;
  std::string session_id;
  std::uint64_t intent_seq = 0;  // the link it belongs to; 0: not known any more
  std::string timestamp;
  std::uint64_t seq = 0;
  std::string prev_hash;
  std::string hash;
};

// The hashed text: every field but `hash`, sorted, compact.
[[nodiscard]] std::string canonical_json(const AuditRecord& record);
[[nodiscard]] std::string canonical_json(const OutcomeLink& link);

// Fill in seq, prev_hash and hash, and move the end on. The values must be storable (fields.h).
void append_to(ChainEnd& end, AuditRecord& record);
void append_to(ChainEnd& end, OutcomeLink& link);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_RECORD_CHAIN_H_
