// SPDX-License-Identifier: Apache-2.0
// The answer to the question about an act, and who gave it. The answer is a record of its own,
// before the acts that it allowed or refused, and tied to them by their approval_id; here it is
// found for each of them. Reads the database of the reader it belongs to; one thread at a time.
#ifndef GUARD_SUPERVISOR_AUDIT_READ_ANSWERS_H_
#define GUARD_SUPERVISOR_AUDIT_READ_ANSWERS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/error.h"
#include "supervisor/audit/record/record.h"

namespace guard::supervisor {

class Database;

struct GivenAnswer {
  std::string by;             // "ana"
  std::string channel;        // "terminal", "guard approve", "web", ...; may be empty
  std::string scope;          // once command session always; may be empty
  std::int64_t after_ms = 0;  // from the question to the answer
  bool operator==(const GivenAnswer&) const = default;
};

// "ana (terminal)" as an answer's effect has it.
[[nodiscard]] GivenAnswer answer_by(std::string_view by);
// The answer that a record holds; nothing: it is no record of one.
[[nodiscard]] std::optional<GivenAnswer> answer_of(const AuditRecord& record);

class Answers {
 public:
  explicit Answers(Database& database) : database_(database) {}
  // For an act whose categories were approved for the session this is that answer. Nothing: nobody
  // was asked, nobody answered, it was answered in another session, or so long before that looking
  // for it would cost more than a reader has.
  Result<std::optional<GivenAnswer>> find(const AuditRecord& record);

 private:
  static constexpr std::size_t kMostKnown = 1U << 16U;    // questions
  static constexpr std::int64_t kMostLookedAt = 300'000;  // records, by one reader
  static constexpr std::int64_t kAlways = 64;             // behind that: so many before the act
  [[nodiscard]] Result<std::optional<GivenAnswer>> look_for(const AuditRecord& record);
  [[nodiscard]] Result<std::optional<GivenAnswer>> look_for_session(const AuditRecord& record);
  Database& database_;
  std::int64_t looked_at_ = 0;
  std::unordered_map<std::string, std::optional<GivenAnswer>>
      known_;  // session, question or category
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_READ_ANSWERS_H_
