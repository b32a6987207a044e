// SPDX-License-Identifier: Apache-2.0
// RecordedAct: a record of the audit as the evaluator sees an act, with what a person said to it.
// The assessment is taken from the record: the files may be gone since. Values only.
#ifndef GUARD_CONSOLE_LEARNING_RECORDED_ACT_H_
#define GUARD_CONSOLE_LEARNING_RECORDED_ACT_H_

#include <optional>
#include <string>

#include "policy/vocabulary/action.h"
#include "policy/vocabulary/assessment.h"
#include "supervisor/audit/record/record.h"

namespace guard::console {

enum class Said { kApproved, kDenied };

struct RecordedAct {
  policy::Action action;
  policy::Assessment assessment;
  Said said = Said::kDenied;
  std::string what;  // for people
  std::string when;
  std::string request_id;
};

// Nothing for a record that tells neither (automatic acts, answers, questions that were withdrawn),
// or too little to judge it again.
[[nodiscard]] std::optional<RecordedAct> recorded_act_of(const supervisor::AuditRecord& record);

// Let through by `guard run --network log`: nobody was asked.
[[nodiscard]] bool was_logged(const RecordedAct& act);

// A read of a secret by a program that waits for no answer: it was refused, and the search went on
// without it.
[[nodiscard]] bool was_skipped(const supervisor::AuditRecord& record);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_LEARNING_RECORDED_ACT_H_
