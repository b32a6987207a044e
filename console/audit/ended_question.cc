// SPDX-License-Identifier: Apache-2.0
#include "console/audit/ended_question.h"

#include <algorithm>

#include "base/text/text.h"
#include "supervisor/audit/read/query.h"
#include "supervisor/audit/record/chain.h"

namespace guard::console {
namespace {

using supervisor::StoredRecord;

constexpr std::size_t kShortestId = 4;
constexpr std::size_t kMostRecords = 50;  // one answer may let many acts happen

bool is_answer(const StoredRecord& stored) {
  return stored.record.act == supervisor::kAnswerTool;
}

std::string text_in(const nlohmann::json& effect, const char* field) {
  const auto value = effect.is_object() ? effect.find(field) : effect.end();
  return value != effect.end() && value->is_string() ? safe_text(value->get<std::string>()) : "";
}

EndedQuestion question_in(const StoredRecord& stored) {
  const supervisor::AuditRecord& record = stored.record;
  EndedQuestion question;
  question.id = safe_text(record.approval_id.value_or(""));
  question.session = safe_text(record.session_id);
  question.state = safe_text(record.approval_status.value_or(""));
  question.time = safe_text(record.timestamp);
  if (!is_answer(stored)) return question;
  question.by = text_in(record.effect, "by");
  question.scope = text_in(record.effect, "scope");
  question.reason = safe_text(record.reason);
  return question;
}

// The oldest first: the answer is on record before what it let happen.
std::vector<StoredRecord> records_of(const std::string& state, const std::string& id) {
  std::vector<StoredRecord> records;
  const auto reader = supervisor::AuditReader::open(state);
  if (!reader) return records;
  supervisor::AuditFilter filter;
  filter.approval_id = id;
  const auto read = (*reader)->each(filter, [&](const StoredRecord& stored) {
    records.push_back(stored);
    return records.size() < kMostRecords;
  });
  if (!read) records.clear();
  return records;
}

}  // namespace

std::vector<EndedQuestion> ended_questions(const std::string& state, const std::string& id) {
  std::vector<EndedQuestion> questions;
  if (id.size() < kShortestId) return questions;
  for (const StoredRecord& stored : records_of(state, id)) {
    EndedQuestion question = question_in(stored);
    const auto known = std::ranges::find(questions, question.id, &EndedQuestion::id);
    if (known == questions.end())
      questions.push_back(std::move(question));
    else if (known->by.empty() && is_answer(stored))
      *known = std::move(question);
  }
  return questions;
}

}  // namespace guard::console
