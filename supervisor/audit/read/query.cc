// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/read/query.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <set>

#include "base/text/text.h"
#include "supervisor/audit/read/filter_sql.h"
#include "supervisor/audit/read/recorded_sessions.h"
#include "supervisor/audit/read/row.h"
#include "supervisor/audit/record/chain.h"
#include "supervisor/audit/store/private_folder.h"
#include "supervisor/audit/store/schema.h"
#include "supervisor/audit/store/sqlite.h"

namespace guard::supervisor {
namespace {

constexpr std::uint64_t kBite = 256;  // rows taken at once

bool chooses_all(const AuditFilter& filter) {
  AuditFilter all;
  all.order = filter.order;
  return filter == all;
}

// Into the rows that are there, whose texts keep their room. How many it were.
Result<std::size_t> take_bite(Database& database, const FilterSql& sql,
                              const std::optional<RowKey>& after, std::uint64_t limit,
                              std::vector<Row>& rows) {
  const RowsFrom start = after ? RowsFrom::kBehindKey : RowsFrom::kStart;
  auto statement = database.prepare(sql.rows_sql(start, limit));
  if (!statement) return forward(statement.error());
  sql.bind(*statement, after ? &*after : nullptr);
  for (std::size_t count = 0;; ++count) {
    const auto row = statement->step();
    if (!row) return forward(row.error());
    if (!*row) return count;
    if (count == rows.size()) rows.emplace_back();
    read_row(*statement, sql.ordered_by(), rows[count]);
  }
}

// So that the newest N can be told oldest first without holding them.
Result<void> skip_to_newest(Database& database, FilterSql& sql, const AuditFilter& filter) {
  if (filter.limit == 0 || filter.order == Order::kNewestFirst) return {};
  auto statement = database.prepare(sql.start_sql(filter.limit - 1));
  if (!statement) return forward(statement.error());
  sql.bind(*statement, nullptr);
  const auto row = statement->step();
  if (!row) return forward(row.error());
  if (!*row) return {};  // there are fewer
  sql.start_at(read_key(*statement, 0, sql.ordered_by()));
  return {};
}

struct CountedField {
  const char* name;
  const char* expression;
};

// The outcome of an intent is looked up for intents only.
constexpr std::array kCountedFields = {
    CountedField{"decision", "r.decision"},
    CountedField{"tier", "r.risk_tier"},
    CountedField{"category", "r.category"},
    CountedField{"act", "r.act"},
    CountedField{"outcome",
                 "CASE r.kind WHEN 'intent' THEN coalesce((SELECT o.outcome FROM outcomes o WHERE "
                 "o.session_id = r.session_id AND o.intent_seq = r.seq), 'unknown') "
                 "ELSE r.outcome END"},
};

constexpr std::size_t kActField = 3;
constexpr std::size_t kOutcomeField = 4;
static_assert(std::string_view(kCountedFields[kActField].name) == "act" &&
              std::string_view(kCountedFields[kOutcomeField].name) == "outcome");

// Counts of everything in one pass: the table is as long as all columns of it, and read once.
class Tally {
 public:
  explicit Tally(AuditStats& stats) : stats_(stats) {}

  void take(const Statement& row) {
    ++stats_.records;
    if (const std::string_view session = row.text(0); session != session_) {
      session_ = session;
      sessions_.insert(session_);
    }
    const std::string_view time = row.text(1);
    if (stats_.first.empty() || time < stats_.first) stats_.first = time;
    if (time > stats_.last) stats_.last = time;
    // Answers are records of a person's, not of acts: they were not judged, but each has an
    // outcome.
    const bool is_answer = row.text(kFirst + int(kActField)) == kAnswerTool;
    for (std::size_t i = 0; i < kCountedFields.size(); ++i) {
      const bool is_own = !is_answer || i == kActField || i == kOutcomeField;
      count(i, is_own ? row.text(kFirst + int(i)) : kAnswerTool);
    }
  }

  void finish() {
    stats_.sessions = sessions_.size();
    for (std::size_t i = 0; i < kCountedFields.size(); ++i) {
      AuditCounts counts{kCountedFields[i].name, {counts_[i].begin(), counts_[i].end()}};
      std::stable_sort(counts.values.begin(), counts.values.end(),
                       [](const auto& a, const auto& b) { return a.second > b.second; });
      stats_.counts.push_back(std::move(counts));
    }
  }

 private:
  static constexpr int kFirst = 2;                  // column
  static constexpr std::size_t kMostValues = 1000;  // of one field; guard itself has some thirty

  void count(std::size_t field, std::string_view value) {
    auto& values = counts_[field];
    auto found = values.find(value);
    if (found == values.end()) {
      if (values.size() == kMostValues) return;
      found = values.emplace(std::string(value), 0).first;
    }
    ++found->second;
  }

  AuditStats& stats_;
  std::string session_;
  std::set<std::string> sessions_;
  std::array<std::map<std::string, std::uint64_t, std::less<>>, kCountedFields.size()> counts_;
};

std::string counted_expressions() {
  std::string out;
  for (const CountedField& field : kCountedFields) {
    out += out.empty() ? "" : ", ";
    out += field.expression;
  }
  return out;
}

}  // namespace

nlohmann::json to_json(const StoredRecord& stored) {
  nlohmann::json out = to_json(stored.record);
  for (const char* name : {"outcome_summary", "outcome_timestamp", "outcome_seq",
                           "outcome_prev_hash", "outcome_hash"}) {
    out[name] = nullptr;
  }
  for (const char* name : {"answer_by", "answer_channel", "answer_scope", "answer_ms"})
    out[name] = nullptr;
  if (stored.answer) {
    out["answer_by"] = stored.answer->by;
    out["answer_channel"] = stored.answer->channel;
    out["answer_scope"] = stored.answer->scope;
    out["answer_ms"] = stored.answer->after_ms;
  }
  if (!stored.ending) return out;
  out["outcome_summary"] = stored.ending->outcome.result_summary;
  out["outcome_timestamp"] = stored.ending->timestamp;
  out["outcome_seq"] = stored.ending->seq;
  out["outcome_prev_hash"] = stored.ending->prev_hash;
  out["outcome_hash"] = stored.ending->hash;
  return out;
}

AuditReader::AuditReader(std::unique_ptr<Database> database)
    : database_(std::move(database)), answers_(*database_) {}

AuditReader::~AuditReader() = default;

Result<std::unique_ptr<AuditReader>> AuditReader::open(const std::string& directory) {
  const auto none = [&] {
    return fail(Code::kNotFound,
                "nothing is on record yet: no audit database in " + safe_text(directory));
  };
  const auto folder = find_private_folder(directory);
  if (!folder && folder.error().sys_errno == ENOENT) return none();
  if (!folder) return forward(folder.error().during("audit"));
  const std::string path = *folder + "/" + kDatabaseName;
  struct stat found {};
  if (::lstat(path.c_str(), &found) != 0 && errno == ENOENT) return none();
  auto database = Database::open(path, Access::kReadOnly);
  if (!database) return forward(database.error().during(safe_text(path)));
  const auto schema = check_schema(*database);
  if (!schema && schema.error().code == Code::kNotFound) return none();
  if (!schema) return forward(schema.error().during(safe_text(path)));
  auto owned = std::make_unique<Database>(std::move(*database));
  return std::unique_ptr<AuditReader>(new AuditReader(std::move(owned)));
}

Result<void> AuditReader::each(const AuditFilter& filter, const Visitor& visit) {
  FilterSql sql(filter);
  if (watch_ && chooses_all(filter)) {
    if (const auto last = last_id()) total_ = static_cast<std::uint64_t>(*last);
  }
  if (const auto skipped = skip_to_newest(*database_, sql, filter); !skipped) return skipped;
  std::uint64_t left = filter.limit == 0 ? UINT64_MAX : filter.limit;
  std::optional<RowKey> after;
  std::vector<Row> rows;
  while (left > 0) {
    const std::uint64_t wanted = std::min(left, kBite);
    const auto count = take_bite(*database_, sql, after, wanted, rows);
    if (!count) return forward(count.error());
    for (std::size_t i = 0; i < *count; ++i) {
      auto answer = answers_.find(rows[i].stored.record);
      if (!answer) return forward(answer.error());
      rows[i].stored.answer = std::move(*answer);
      if (!visit(rows[i].stored)) return {};
    }
    done_ += *count;
    if (const auto looked = look(watch_, done_, total_); !looked) return looked;
    if (*count < wanted) return {};
    left -= *count;
    after = rows[*count - 1].key;
  }
  return {};
}

Result<std::int64_t> AuditReader::last_id() {
  return database_->integer_of("SELECT coalesce(max(id), 0) FROM records");
}

void AuditReader::watch(Watch watch) {
  watch_ = std::move(watch);
  database_->on_work([this] { return watch_(done_, total_); });
}

Result<AuditStats> AuditReader::stats(const AuditFilter& filter) {
  const FilterSql sql(filter);
  auto rows = database_->prepare(sql.scan_sql(counted_expressions()));
  if (!rows) return forward(rows.error());
  sql.bind(*rows, nullptr);
  if (watch_ && chooses_all(filter)) {
    if (const auto last = last_id()) total_ = static_cast<std::uint64_t>(*last);
  }
  AuditStats stats;
  Tally tally(stats);
  for (;;) {
    const auto row = rows->step();
    if (!row) return forward(row.error());
    if (!*row) break;
    tally.take(*rows);
    ++done_;
  }
  tally.finish();
  return stats;
}

Result<std::vector<std::string>> AuditReader::session_ids(const std::string& since,
                                                          std::uint64_t limit) {
  const auto begun = begun_sessions(*database_);
  if (!begun) return forward(begun.error());
  std::vector<std::string> ids;
  for (const BegunSession& session : *begun) {
    if (session.first < since || (limit != 0 && ids.size() == limit)) break;
    ids.push_back(session.id);
  }
  return ids;
}

Result<std::vector<SessionRun>> AuditReader::runs(const std::string& session) {
  return runs_of(*database_, session);
}

Result<std::vector<RecordedSession>> AuditReader::sessions(const std::string& since,
                                                           std::uint64_t limit) {
  return recorded_sessions(*database_, since, limit);
}

}  // namespace guard::supervisor
