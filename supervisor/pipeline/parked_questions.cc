// SPDX-License-Identifier: Apache-2.0
#include "supervisor/pipeline/parked_questions.h"

namespace guard::supervisor {

Result<std::string> ParkedQuestions::park(Parked parked,
                                          const std::function<Result<std::string>()>& ask) {
  const std::lock_guard lock(mutex_);
  auto id = ask();
  if (!id) return forward(id.error());
  parked.call->approval_id = *id;
  parked_[*id] = std::move(parked);
  return id;
}

void ParkedQuestions::take_out(const std::string& id) {
  const std::lock_guard lock(mutex_);
  parked_.erase(id);
}

std::vector<std::pair<std::string, ParkedQuestions::Parked>> ParkedQuestions::all() const {
  const std::lock_guard lock(mutex_);
  return {parked_.begin(), parked_.end()};
}

std::vector<CallPtr> ParkedQuestions::take_all() {
  const std::lock_guard lock(mutex_);
  std::vector<CallPtr> calls;
  for (auto& [id, parked] : parked_) calls.push_back(std::move(parked.call));
  parked_.clear();
  return calls;
}

}  // namespace guard::supervisor
