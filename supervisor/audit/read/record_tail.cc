// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/read/record_tail.h"

#include <string>
#include <utility>

#include "base/clock.h"
#include "supervisor/audit/read/filter_sql.h"
#include "supervisor/audit/read/query.h"
#include "supervisor/audit/read/row.h"
#include "supervisor/audit/store/sqlite.h"

namespace guard::supervisor {
namespace {

// All that one piece says was true at one moment: else an outcome that is stored between two looks
// would be told twice, or never.
class OneMoment {
 public:
  explicit OneMoment(Database& database) : database_(database) {
    begun_ = database_.execute("BEGIN");
  }
  ~OneMoment() {
    if (begun_) (void)database_.execute("COMMIT");
  }
  OneMoment(const OneMoment&) = delete;
  OneMoment& operator=(const OneMoment&) = delete;
  [[nodiscard]] const Result<void>& begun() const { return begun_; }

 private:
  Database& database_;
  Result<void> begun_;
};

struct LateOutcome {
  std::int64_t id = 0;
  std::string session;
  std::uint64_t intent_seq = 0;
};

// Outcomes behind PLACE whose records were told before.
Result<std::vector<LateOutcome>> late_outcomes(Database& database, const TailPlace& place,
                                               std::uint64_t most) {
  if (place.record == 0) return std::vector<LateOutcome>();
  auto rows = database.prepare(
      "SELECT o.id, o.session_id, o.intent_seq FROM outcomes o WHERE o.id > ? AND EXISTS (SELECT 1 "
      "FROM records r WHERE r.session_id = o.session_id AND r.seq = o.intent_seq AND r.id <= ?) "
      "ORDER BY o.id LIMIT ?");
  if (!rows) return forward(rows.error());
  rows->bind(1, place.outcome);
  rows->bind(2, place.record);
  rows->bind(3, static_cast<std::int64_t>(most));
  std::vector<LateOutcome> late;
  for (;;) {
    const auto row = rows->step();
    if (!row) return forward(row.error());
    if (!*row) return late;
    late.push_back({rows->integer(0), std::string(rows->text(1)),
                    static_cast<std::uint64_t>(rows->integer(2))});
  }
}

Result<void> read_rows(Database& database, const AuditFilter& filter, std::uint64_t most,
                       std::vector<StoredRecord>& records) {
  const FilterSql sql(filter);
  auto rows = database.prepare(sql.rows_sql(RowsFrom::kStart, most));
  if (!rows) return forward(rows.error());
  sql.bind(*rows, nullptr);
  for (;;) {
    const auto found = rows->step();
    if (!found) return forward(found.error());
    if (!*found) return {};
    Row row;
    read_row(*rows, sql.ordered_by(), row);
    records.push_back(std::move(row.stored));
  }
}

AuditFilter record_of(const LateOutcome& late) {
  AuditFilter filter;
  filter.session = late.session;
  filter.seq = late.intent_seq;
  return filter;
}

AuditFilter behind(const TailPlace& place) {
  AuditFilter filter;
  filter.order = Order::kAsStored;
  filter.after_id = place.record;
  return filter;
}

// Up to the first act that is under way, and young.
void hold_back(RecordTail& tail) {
  const std::string young = iso_time(std::chrono::system_clock::now() - kOutcomeBy);
  for (std::size_t i = 0; i < tail.records.size(); ++i) {
    const StoredRecord& stored = tail.records[i];
    const bool open = stored.record.kind == kKindIntent && !stored.ending;
    if (!open || stored.record.timestamp < young) continue;
    tail.records.resize(i);
    tail.is_all = true;
    return;
  }
}

}  // namespace

Result<RecordTail> AuditReader::tail(const TailPlace& after, std::uint64_t most) {
  const OneMoment moment(*database_);
  if (!moment.begun()) return forward(moment.begun().error());
  const auto newest = database_->integer_of("SELECT coalesce(max(id), 0) FROM outcomes");
  if (!newest) return forward(newest.error());
  const auto late = late_outcomes(*database_, after, most);
  if (!late) return forward(late.error());
  RecordTail tail;
  tail.reached = after;
  for (const LateOutcome& outcome : *late)
    if (auto read = read_rows(*database_, record_of(outcome), 1, tail.records); !read)
      return forward(read.error());
  tail.is_all = late->size() < most;
  tail.reached.outcome = tail.is_all ? *newest : late->back().id;
  if (tail.is_all && late->empty()) {
    if (auto read = read_rows(*database_, behind(after), most, tail.records); !read)
      return forward(read.error());
    tail.is_all = tail.records.size() < most;
    hold_back(tail);
    if (!tail.records.empty()) tail.reached.record = tail.records.back().id;
  } else {
    tail.is_all = false;  // the records behind these come next
  }
  for (StoredRecord& stored : tail.records) {
    auto answer = answers_.find(stored.record);
    if (!answer) return forward(answer.error());
    stored.answer = std::move(*answer);
  }
  return tail;
}

Result<void> AuditReader::links(const TailPlace& reached,
                                const std::function<void(const RecordedLink&)>& visit) {
  const OneMoment moment(*database_);
  if (!moment.begun()) return moment.begun();
  auto records = database_->prepare(
      "SELECT session_id, seq, hash, result_summary FROM records WHERE id <= ? ORDER BY id");
  auto outcomes = database_->prepare(
      "SELECT o.session_id, o.seq, o.hash, o.result_summary FROM outcomes o WHERE o.id <= ? AND "
      "EXISTS (SELECT 1 FROM records r WHERE r.session_id = o.session_id AND r.seq = o.intent_seq "
      "AND r.id <= ?) ORDER BY o.id");
  if (!records) return forward(records.error());
  if (!outcomes) return forward(outcomes.error());
  records->bind(1, reached.record);
  outcomes->bind(1, reached.outcome);
  outcomes->bind(2, reached.record);
  for (Statement* rows : {&*records, &*outcomes}) {
    for (;;) {
      const auto row = rows->step();
      if (!row) return forward(row.error());
      if (!*row) break;
      visit({std::string(rows->text(0)), static_cast<std::uint64_t>(rows->integer(1)),
             std::string(rows->text(2)), std::string(rows->text(3))});
    }
  }
  return {};
}

}  // namespace guard::supervisor
