// SPDX-License-Identifier: Apache-2.0
// AnswerFold: a question that was answered is two records, the answer and the act; a list shows the
// act alone, which says who answered. Records go in and come out in their order; an answer waits
// here for its act and comes out itself if none follows soon. A value; one thread.
#ifndef GUARD_CONSOLE_AUDIT_ANSWER_FOLD_H_
#define GUARD_CONSOLE_AUDIT_ANSWER_FOLD_H_

#include <deque>
#include <vector>

#include "supervisor/audit/read/query.h"

namespace guard::console {

class AnswerFold {
 public:
  // Takes the next record, and returns those that can be shown now.
  [[nodiscard]] std::vector<supervisor::StoredRecord> take(const supervisor::StoredRecord& stored);
  // Nothing more comes for now: all that is left.
  [[nodiscard]] std::vector<supervisor::StoredRecord> rest();

 private:
  std::deque<supervisor::StoredRecord> waiting_;  // the first is an answer
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_AUDIT_ANSWER_FOLD_H_
