// SPDX-License-Identifier: Apache-2.0
#include "console/audit/answer_fold.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "supervisor/audit/record/chain.h"

namespace guard::console {
namespace {

using supervisor::StoredRecord;

// An act stands right behind its answer, but for what other processes did meanwhile.
constexpr std::size_t kMostWaiting = 64;

bool is_answer(const StoredRecord& stored) {
  return stored.record.act == supervisor::kAnswerTool && stored.record.approval_id.has_value();
}

bool is_answered_by(const StoredRecord& act, const StoredRecord& answer) {
  return is_answer(answer) && act.record.approval_id == answer.record.approval_id &&
         act.record.session_id == answer.record.session_id;
}

}  // namespace

// Where two people had to answer, only the last answer goes: the act names no other one.
std::vector<StoredRecord> AnswerFold::take(const StoredRecord& stored) {
  if (!is_answer(stored) && stored.record.approval_id) {
    const auto answer = std::find_if(
        waiting_.rbegin(), waiting_.rend(),
        [&stored](const StoredRecord& waiting) { return is_answered_by(stored, waiting); });
    if (answer != waiting_.rend()) waiting_.erase(std::next(answer).base());
  }
  waiting_.push_back(stored);
  std::vector<StoredRecord> shown;
  while (!waiting_.empty() && (!is_answer(waiting_.front()) || waiting_.size() > kMostWaiting)) {
    shown.push_back(std::move(waiting_.front()));
    waiting_.pop_front();
  }
  return shown;
}

std::vector<StoredRecord> AnswerFold::rest() {
  std::vector<StoredRecord> shown(std::make_move_iterator(waiting_.begin()),
                                  std::make_move_iterator(waiting_.end()));
  waiting_.clear();
  return shown;
}

}  // namespace guard::console
