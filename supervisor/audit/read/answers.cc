// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/read/answers.h"

#include <algorithm>

#include "policy/vocabulary/reason_text.h"
#include "supervisor/audit/record/chain.h"
#include "supervisor/audit/store/sqlite.h"

namespace guard::supervisor {
namespace {

// The last one before the act: two people may have to answer one question. No index leads to it,
// and most stand right before the act.
constexpr std::string_view kAnswerSql =
    "SELECT effect, duration_ms, seq FROM records INDEXED BY records_by_session "
    "WHERE session_id = ?1 AND seq < ?2 AND seq >= ?4 AND approval_id = ?3 AND act = 'answer' "
    "ORDER BY seq DESC LIMIT 1";

// The first one: a later approval of the same category changes nothing.
constexpr std::string_view kSessionSql =
    "SELECT effect, duration_ms FROM records INDEXED BY records_by_session "
    "WHERE session_id = ?1 AND seq < ?2 AND act = 'answer' AND rule = 'approve-session' AND "
    "EXISTS (SELECT 1 FROM json_each(effect, '$.categories') WHERE value = ?3) "
    "ORDER BY seq LIMIT 1";

// In these `effect.by` says who did it.
bool is_a_persons(const AuditRecord& record) {
  return record.act == kAnswerTool || record.act == kBrakeTool || record.act == kPolicyTool;
}

std::string text_in(const nlohmann::json& effect, const char* name) {
  if (!effect.is_object()) return "";
  const auto found = effect.find(name);
  const bool is_text = found != effect.end() && found->is_string();
  return is_text ? found->get<std::string>() : "";
}

GivenAnswer read_answer(const nlohmann::json& effect, std::int64_t after_ms) {
  GivenAnswer answer = answer_by(text_in(effect, "by"));
  answer.scope = text_in(effect, "scope");
  answer.after_ms = after_ms;
  return answer;
}

}  // namespace

GivenAnswer answer_by(std::string_view by) {
  const std::size_t open = by.rfind(" (");
  if (open == std::string_view::npos || !by.ends_with(')')) return {std::string(by), "", "", 0};
  return {std::string(by.substr(0, open)), std::string(by.substr(open + 2, by.size() - open - 3)),
          "", 0};
}

std::optional<GivenAnswer> answer_of(const AuditRecord& record) {
  if (!is_a_persons(record) || text_in(record.effect, "by").empty()) return std::nullopt;
  return read_answer(record.effect, record.duration_ms);
}

Result<std::optional<GivenAnswer>> Answers::look_for(const AuditRecord& record) {
  const auto seq = static_cast<std::int64_t>(record.seq);
  const std::int64_t first =
      std::max<std::int64_t>(1, seq - std::max(kAlways, kMostLookedAt - looked_at_));
  auto rows = database_.prepare(kAnswerSql);
  if (!rows) return forward(rows.error());
  rows->bind(1, record.session_id);
  rows->bind(2, seq);
  rows->bind(3, *record.approval_id);
  rows->bind(4, first);
  const auto row = rows->step();
  if (!row) return forward(row.error());
  looked_at_ += seq - (*row ? rows->integer(2) : first);
  if (!*row) return std::nullopt;
  return read_answer(nlohmann::json::parse(rows->text(0), nullptr, false), rows->integer(1));
}

Result<std::optional<GivenAnswer>> Answers::look_for_session(const AuditRecord& record) {
  auto rows = database_.prepare(kSessionSql);
  if (!rows) return forward(rows.error());
  rows->bind(1, record.session_id);
  rows->bind(2, static_cast<std::int64_t>(record.seq));
  rows->bind(3, record.category);
  const auto row = rows->step();
  if (!row) return forward(row.error());
  if (!*row) return std::nullopt;
  return read_answer(nlohmann::json::parse(rows->text(0), nullptr, false), rows->integer(1));
}

Result<std::optional<GivenAnswer>> Answers::find(const AuditRecord& record) {
  if (is_a_persons(record)) return answer_of(record);
  const bool for_session =
      !record.approval_id && record.reason.find(policy::kApprovedForSession) != std::string::npos;
  if (!record.approval_id && !for_session) return std::nullopt;
  const std::string key =
      record.session_id + "\n" + (for_session ? record.category : *record.approval_id);
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  auto answer = for_session ? look_for_session(record) : look_for(record);
  if (!answer) return answer;
  if (known_.size() == kMostKnown) known_.clear();
  known_.emplace(key, *answer);
  return answer;
}

}  // namespace guard::supervisor
