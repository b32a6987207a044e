// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/read/trends.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "supervisor/audit/read/filter_sql.h"
#include "supervisor/audit/read/query.h"
#include "supervisor/audit/record/chain.h"
#include "supervisor/audit/store/sqlite.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kHour = 13;    // characters of "2025-03-01T09"
constexpr std::size_t kMinute = 14;  // where "05" of "2025-03-01T09:05" begins
constexpr std::size_t kMostAsked = 10;
constexpr std::size_t kKeptCommands = 10'000;  // different ones

constexpr const char* kExpressions =
    "r.act, r.decision, r.category, coalesce(r.approval_status, ''), coalesce(r.approval_id, ''), "
    "CASE WHEN r.approval_id IS NULL THEN '' ELSE r.argv END, r.risk_tier, r.duration_ms";

std::size_t end_index(std::string_view status) {
  const auto found = std::ranges::find(kQuestionEnds, status);
  return static_cast<std::size_t>(found - kQuestionEnds.begin());
}

// A JSON array of the record as one line.
std::string command_of(std::string_view argv) {
  const auto words = nlohmann::json::parse(argv, nullptr, false);
  std::string text;
  if (words.is_array())
    for (const auto& word : words)
      if (word.is_string()) text += (text.empty() ? "" : " ") + word.get<std::string>();
  return text;
}

// One bit for each minute of an hour.
std::uint64_t minute_bit(std::string_view time) {
  if (time.size() < kMinute + 2) return 1;
  const int minute = (time[kMinute] - '0') * 10 + (time[kMinute + 1] - '0');
  return minute < 0 || minute >= 60 ? 1 : std::uint64_t{1} << static_cast<unsigned>(minute);
}

}  // namespace

struct TrendTally::Seen {
  std::string hour;  // the one of the act before, most often that of the next one too
  HourTrend* trend = nullptr;
  std::uint64_t* minutes = nullptr;
  std::map<std::string, std::uint64_t> minutes_of;  // bits, by hour
  std::unordered_set<std::size_t> questions;        // hashes of their ids, which guard makes
  std::unordered_map<std::string, AskedCommand> commands;
};

TrendTally::TrendTally() : seen_(std::make_unique<Seen>()) {}
TrendTally::~TrendTally() = default;

void TrendTally::take(const TrendRow& row) {
  const bool is_answer = row.act == kAnswerTool;
  if (is_answer && !row.approval_id.empty()) trends_.answered_ms.push_back(row.duration_ms);
  if (is_answer || row.act == kInheritTool) return;
  ++trends_.acts;
  if (row.act == "exec") ++trends_.commands;
  if (row.decision == "deny" || row.decision == "block") ++trends_.refused;
  choose_hour(row.time.substr(0, kHour));
  ++seen_->trend->acts;
  *seen_->minutes |= minute_bit(row.time);
  const std::size_t end = end_index(row.status);
  if (row.approval_id.empty() || end == kQuestionEnds.size()) return;
  if (!seen_->questions.insert(std::hash<std::string_view>()(row.approval_id)).second) return;
  ++trends_.ends[end];
  ++seen_->trend->ends[end];
  ++trends_.categories[std::string(row.category)][end];
  ++trends_.tiers[row.tier][end];
  take_command(command_of(row.command), end);
}

void TrendTally::choose_hour(std::string_view hour) {
  if (seen_->trend != nullptr && seen_->hour == hour) return;
  seen_->hour = hour;
  seen_->trend = &trends_.hours[seen_->hour];
  seen_->minutes = &seen_->minutes_of[seen_->hour];
}

void TrendTally::take_command(const std::string& command, std::size_t end) {
  auto& commands = seen_->commands;
  const bool is_known = commands.contains(command);
  if (command.empty() || (!is_known && commands.size() == kKeptCommands)) return;
  AskedCommand& asked = commands[command];
  asked.text = command;
  ++asked.asked;
  ++asked.ends[end];
}

AuditTrends TrendTally::finish() {
  for (const auto& [hour, bits] : seen_->minutes_of)
    trends_.hours[hour].minutes = static_cast<std::uint64_t>(std::popcount(bits));
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
