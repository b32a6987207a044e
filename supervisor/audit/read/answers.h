// SPDX-License-Identifier: Apache-2.0
// Who answered the question that an act was asked about. The answer is a record of its own, before
// the acts that it allowed or refused, and tied to them by their approval_id; here it is found for
// each of them. Reads the database of the reader it belongs to; one thread at a time.
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
// Of a record of an answer; nothing for any other record.
[[nodiscard]] std::optional<GivenAnswer> answer_of(const AuditRecord& record);

class Answers {
 public:
  explicit Answers(Database& database) : database_(database) {}
  // Nothing: nobody was asked, nobody answered, or it was answered in another session.
  Result<std::optional<GivenAnswer>> find(const AuditRecord& record);

 private:
  static constexpr std::size_t kMostKnown = 4096;  // questions
  Database& database_;
  std::unordered_map<std::string, std::optional<GivenAnswer>> known_;  // session, question
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_READ_ANSWERS_H_
