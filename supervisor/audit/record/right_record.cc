// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/record/right_record.h"

#include "supervisor/audit/record/chain.h"

namespace guard::supervisor {

AuditRecord ended_right_record(const EndedRight& right) {
  AuditRecord record;
  record.tool_name = kAnswerTool;
  record.act = kAnswerTool;
  record.risk_tier = 1;
  record.rule = right.rule;
  record.decision = "allow";
  record.reason = "a person took back what was allowed or refused for longer";
  record.categories = right.categories;
  if (!record.categories.empty()) record.category = record.categories.front();
  record.effect = {{"by", right.by},
                   {"grant", right.id},
                   {"grant_scope", right.scope},
                   {"covers", right.what},
                   {"categories", right.categories}};
  if (!right.workspace.empty()) record.effect["workspace"] = right.workspace;
  record.result_summary = "taken back by " + right.by + ": " + right.what;
  record.outcome = "done";
  return record;
}

}  // namespace guard::supervisor
