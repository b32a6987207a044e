// SPDX-License-Identifier: Apache-2.0
// UnaskedQuestions: which acts that were let through unasked (`skipped` on record, and hosts of
// --network log) a person would have been asked about, each question once. The answer to one
// question covers more: a command's files, or the next file that one program deletes. Such an act
// is no question of its own, and an act that the mode lets go is none at all. Told from the records
// of one run alone, in their order.
#ifndef GUARD_CONSOLE_CI_UNASKED_QUESTIONS_H_
#define GUARD_CONSOLE_CI_UNASKED_QUESTIONS_H_

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "policy/model/policy.h"
#include "supervisor/audit/record/record.h"

namespace guard::console {

class UnaskedQuestions {
 public:
  // A null POLICY: every act is taken for one that asks.
  explicit UnaskedQuestions(std::shared_ptr<const policy::Policy> policy)
      : policy_(std::move(policy)) {}

  // For every act of the run, also for those that were not skipped: true if a person would have
  // been asked about it. The commands that run are remembered.
  [[nodiscard]] bool take(const supervisor::AuditRecord& record);

 private:
  [[nodiscard]] policy::TierAction action_for(const supervisor::AuditRecord& record) const;
  [[nodiscard]] bool asks(const supervisor::AuditRecord& record) const;
  [[nodiscard]] bool goes_with_command(const supervisor::AuditRecord& record) const;
  [[nodiscard]] bool goes_with_file_act(const supervisor::AuditRecord& record) const;
  [[nodiscard]] bool is_first_of_its_kind(const supervisor::AuditRecord& record);
  [[nodiscard]] int command_of(const supervisor::AuditRecord& record) const;

  std::shared_ptr<const policy::Policy> policy_;
  bool any_command_ = false;
  bool shell_runs_ = false;  // CMD is a shell: what it runs is one command, as for a question
  // By process: the command that it runs, where that was a question or went with one.
  std::map<int, supervisor::AuditRecord> commands_;
  std::map<int, std::vector<supervisor::AuditRecord>> file_acts_;  // that were questions
  std::set<std::string> others_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_CI_UNASKED_QUESTIONS_H_
