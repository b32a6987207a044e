// SPDX-License-Identifier: Apache-2.0
#include "console/blame/given_answers.h"

#include <utility>

#include "console/audit/audit_view.h"

namespace guard::console {

GivenAnswers::GivenAnswers(const std::string& state) {
  if (auto reader = supervisor::AuditReader::open(state)) reader_ = std::move(*reader);
}

std::string GivenAnswers::to(const std::string& question) {
  if (const auto known = known_.find(question); known != known_.end()) return known->second;
  std::string& answer = known_[question];
  if (!reader_) return answer;
  supervisor::AuditFilter filter;
  filter.approval_id = question;
  (void)reader_->each(filter, [&](const supervisor::StoredRecord& stored) {
    if (stored.answer) answer = answer_text(*stored.answer);
    return !stored.answer.has_value();
  });
  return answer;
}

}  // namespace guard::console
