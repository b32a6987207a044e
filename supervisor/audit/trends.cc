// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/trends.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "supervisor/audit/chain.h"
#include "supervisor/audit/filter_sql.h"
#include "supervisor/audit/query.h"
#include "supervisor/audit/sqlite.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kHour = 13;    // characters of "2025-03-01T09"
constexpr std::size_t kMinute = 16;  // of "2025-03-01T09:05"
constexpr std::size_t kMostAsked = 10;
constexpr std::size_t kKeptCommands = 10'000;  // different ones

constexpr const char* kExpressions =
    "r.act, r.decision, r.category, coalesce(r.approval_status, ''), coalesce(r.approval_id, ''), "
    "CASE WHEN r.approval_id IS NULL THEN '' ELSE r.argv END, r.risk_tier, r.duration_ms";

struct AskedQuestion {
  std::string time;
  std::string category;
  std::string status;
  std::string command;
  std::int64_t tier = 0;
};

std::size_t end_index(std::string_view status) {
  const auto found = std::ranges::find(kQuestionEnds, status);
  return static_cast<std::size_t>(found - kQuestionEnds.begin());
}

// A JSON array of the record as one line.
std::string command_of(const std::string& argv) {
  const auto words = nlohmann::json::parse(argv, nullptr, false);
  std::string text;
  if (words.is_array())
    for (const auto& word : words)
      if (word.is_string()) text += (text.empty() ? "" : " ") + word.get<std::string>();
  return text;
}

}  // namespace

struct TrendTally::Seen {
  std::unordered_set<std::string> minutes;
  std::unordered_map<std::string, AskedQuestion> questions;  // by id
  std::unordered_map<std::string, AskedCommand> commands;
};

TrendTally::TrendTally() : seen_(std::make_unique<Seen>()) {}
TrendTally::~TrendTally() = default;

void TrendTally::take(const TrendRow& row) {
  const bool is_answer = row.act == kAnswerTool;
  if (is_answer && !row.approval_id.empty()) trends_.answered_ms.push_back(row.duration_ms);
  if (is_answer) return;
  ++trends_.acts;
  if (row.act == "exec") ++trends_.commands;
  if (row.decision == "deny" || row.decision == "block") ++trends_.refused;
  HourTrend& hour = trends_.hours[std::string(row.time.substr(0, kHour))];
  ++hour.acts;
  if (seen_->minutes.insert(std::string(row.time.substr(0, kMinute))).second) ++hour.minutes;
  if (row.approval_id.empty() || end_index(row.status) == kQuestionEnds.size()) return;
  seen_->questions.try_emplace(
      std::string(row.approval_id),
      AskedQuestion{std::string(row.time), std::string(row.category), std::string(row.status),
                    std::string(row.command), row.tier});
}

AuditTrends TrendTally::finish() {
  for (const auto& [id, question] : seen_->questions) {
    const std::size_t end = end_index(question.status);
    ++trends_.ends[end];
    ++trends_.hours[question.time.substr(0, kHour)].ends[end];
    ++trends_.categories[question.category][end];
    ++trends_.tiers[question.tier][end];
    const std::string command = command_of(question.command);
    const bool is_known = seen_->commands.contains(command);
    if (command.empty() || (!is_known && seen_->commands.size() == kKeptCommands)) continue;
    AskedCommand& asked = seen_->commands[command];
    asked.text = command;
    ++asked.asked;
    ++asked.ends[end];
  }
  for (auto& [text, asked] : seen_->commands) trends_.most_asked.push_back(std::move(asked));
  std::ranges::sort(trends_.most_asked, [](const AskedCommand& a, const AskedCommand& b) {
    return a.asked != b.asked ? a.asked > b.asked : a.text < b.text;
  });
  if (trends_.most_asked.size() > kMostAsked) trends_.most_asked.resize(kMostAsked);
  std::ranges::sort(trends_.answered_ms);
  return std::move(trends_);
}

Result<AuditTrends> AuditReader::trends(const AuditFilter& filter) {
  const FilterSql sql(filter);
  auto rows = database_->prepare(sql.scan_sql(kExpressions));
  if (!rows) return forward(rows.error());
  sql.bind(*rows, nullptr);
  TrendTally tally;
  for (;;) {
    const auto row = rows->step();
    if (!row) return forward(row.error());
    if (!*row) return tally.finish();
    tally.take({.time = rows->text(1),
                .act = rows->text(2),
                .decision = rows->text(3),
                .category = rows->text(4),
                .status = rows->text(5),
                .approval_id = rows->text(6),
                .command = rows->text(7),
                .tier = rows->integer(8),
                .duration_ms = rows->integer(9)});
  }
}

}  // namespace guard::supervisor
