// SPDX-License-Identifier: Apache-2.0
// Trends: what was asked and done over time, from one pass over the record (AuditReader::trends).
// A question counts once, however many acts its answer covered: some 50 bytes are kept of each, of
// an act nothing. Values only.
#ifndef GUARD_SUPERVISOR_AUDIT_READ_TRENDS_H_
#define GUARD_SUPERVISOR_AUDIT_READ_TRENDS_H_

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace guard::supervisor {

// How questions end, as records say it.
inline constexpr std::array<std::string_view, 5> kQuestionEnds = {"approved", "denied", "timeout",
                                                                  "withdrawn", "skipped"};
using EndCounts = std::array<std::uint64_t, kQuestionEnds.size()>;

struct HourTrend {
  std::uint64_t acts = 0;
  std::uint64_t minutes = 0;  // in which there were any
  EndCounts ends{};
};

struct AskedCommand {
  std::string text;
  EndCounts ends{};
  std::uint64_t asked = 0;
};

struct AuditTrends {
  std::uint64_t acts = 0;
  std::uint64_t commands = 0;  // programs that were started, or would have been
  std::uint64_t refused = 0;   // acts
  EndCounts ends{};
  std::map<std::string, HourTrend> hours;  // "2025-03-01T09"
  std::map<std::string, EndCounts> categories;
  std::map<std::int64_t, EndCounts> tiers;
  std::vector<AskedCommand> most_asked;   // 10 at most, the most first
  std::vector<std::int64_t> answered_ms;  // one for each answer, sorted
};

// One row of the record, as far as it counts here.
struct TrendRow {
  std::string_view time;
  std::string_view act;
  std::string_view decision;
  std::string_view category;
  std::string_view status;       // empty: none
  std::string_view approval_id;  // empty: none
  std::string_view command;      // of what was asked
  std::int64_t tier = 0;
  std::int64_t duration_ms = 0;
};

class TrendTally {
 public:
  TrendTally();
  ~TrendTally();
  void take(const TrendRow& row);  // in any order
  [[nodiscard]] AuditTrends finish();

 private:
  void choose_hour(std::string_view hour);
  void take_command(const std::string& command, std::size_t end);

  struct Seen;
  std::unique_ptr<Seen> seen_;
  AuditTrends trends_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_READ_TRENDS_H_
