// SPDX-License-Identifier: Apache-2.0
// EndedQuestion: what the record tells of a question that no running session knows any more. Reads
// the audit database; any thread.
#ifndef GUARD_CONSOLE_AUDIT_ENDED_QUESTION_H_
#define GUARD_CONSOLE_AUDIT_ENDED_QUESTION_H_

#include <string>
#include <vector>

namespace guard::console {

// Safe texts. If no person answered the question, only the act's own record tells of it: by, scope
// and reason are empty then.
struct EndedQuestion {
  std::string id;
  std::string session;
  std::string state;  // approved denied timeout withdrawn
  std::string by;     // "ana (guard deny)"
  std::string scope;  // once command session minutes always
  std::string time;   // ISO 8601, UTC
  std::string reason;
};

// STATE: guard's state folder. ID: of a question, or its beginning of 4 characters or more. Empty:
// nothing is on record, or the record cannot be read. More than one: ID fits several.
[[nodiscard]] std::vector<EndedQuestion> ended_questions(const std::string& state,
                                                         const std::string& id);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_AUDIT_ENDED_QUESTION_H_
