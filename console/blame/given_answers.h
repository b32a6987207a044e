// SPDX-License-Identifier: Apache-2.0
// GivenAnswers: the answers that are on record, by the ids of their questions, as blame tells them.
// One thread.
#ifndef GUARD_CONSOLE_BLAME_GIVEN_ANSWERS_H_
#define GUARD_CONSOLE_BLAME_GIVEN_ANSWERS_H_

#include <map>
#include <memory>
#include <string>

#include "supervisor/audit/read/query.h"

namespace guard::console {

class GivenAnswers {
 public:
  // Where no record is kept, no answer is known.
  explicit GivenAnswers(const std::string& state);

  // Empty: none is on record.
  std::string to(const std::string& question);

 private:
  std::unique_ptr<supervisor::AuditReader> reader_;
  std::map<std::string, std::string> known_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_BLAME_GIVEN_ANSWERS_H_
