// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/query.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/text.h"
#include "supervisor/audit/filter_sql.h"
#include "supervisor/audit/private_folder.h"
#include "supervisor/audit/row.h"
#include "supervisor/audit/schema.h"
#include "supervisor/audit/sqlite.h"

namespace guard::supervisor {
namespace {

constexpr std::uint64_t kBite = 256;  // rows taken at once

bool chooses_all(const AuditFilter& filter) {
  AuditFilter all;
  all.order = filter.order;
  return filter == all;
}

Result<std::vector<Row>> take_bite(Database& database, const FilterSql& sql, bool by_session,
                                   const std::optional<RowKey>& after, std::uint64_t limit) {
  auto statement = database.prepare(sql.rows_sql(after.has_value(), limit));
  if (!statement) return forward(statement.error());
  sql.bind(*statement, after ? &*after : nullptr);
  std::vector<Row> rows;
  for (;;) {
    const auto row = statement->step();
    if (!row) return forward(row.error());
    if (!*row) return rows;
    rows.push_back(read_row(*statement, by_session));
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
  sql.start_at(read_key(*statement, 0, sql.has_number_key()));
  return {};
}

Result<AuditCounts> count_by(Database& database, const FilterSql& sql, const char* name,
                             const char* expression) {
  auto statement = database.prepare(sql.count_sql(expression));
  if (!statement) return forward(statement.error());
  sql.bind(*statement, nullptr);
  AuditCounts counts{name, {}};
  for (;;) {
    const auto row = statement->step();
    if (!row) return forward(row.error());
    if (!*row) return counts;
    counts.values.emplace_back(statement->text(0),
                               static_cast<std::uint64_t>(statement->integer(1)));
  }
}

struct CountedField {
  const char* name;
  const char* expression;
};

constexpr std::array kCountedFields = {
    CountedField{"decision", "r.decision"},
    CountedField{"tier", "r.risk_tier"},
    CountedField{"category", "r.category"},
    CountedField{"act", "r.act"},
    CountedField{
        "outcome",
        "coalesce(o.outcome, CASE r.kind WHEN 'intent' THEN 'unknown' ELSE r.outcome END)"},
};

}  // namespace

nlohmann::json to_json(const StoredRecord& stored) {
  nlohmann::json out = to_json(stored.record);
  for (const char* name : {"outcome_summary", "outcome_timestamp", "outcome_seq",
                           "outcome_prev_hash", "outcome_hash"}) {
    out[name] = nullptr;
  }
  if (!stored.ending) return out;
  out["outcome_summary"] = stored.ending->outcome.result_summary;
  out["outcome_timestamp"] = stored.ending->timestamp;
  out["outcome_seq"] = stored.ending->seq;
  out["outcome_prev_hash"] = stored.ending->prev_hash;
  out["outcome_hash"] = stored.ending->hash;
  return out;
}

AuditReader::AuditReader(std::unique_ptr<Database> database) : database_(std::move(database)) {}

AuditReader::~AuditReader() = default;

Result<std::unique_ptr<AuditReader>> AuditReader::open(const std::string& directory) {
  const auto none = [&] {
    return fail(Code::kNotFound, "no audit database in " + safe_text(directory));
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
  while (left > 0) {
    const std::uint64_t wanted = std::min(left, kBite);
    const auto rows = take_bite(*database_, sql, sql.has_number_key(), after, wanted);
    if (!rows) return forward(rows.error());
    for (const Row& row : *rows) {
      if (!visit(row.stored)) return {};
    }
    done_ += rows->size();
    if (const auto looked = look(watch_, done_, total_); !looked) return looked;
    if (rows->size() < wanted) return {};
    left -= rows->size();
    after = rows->back().key;
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
  auto totals = database_->prepare(sql.total_sql());
  if (!totals) return forward(totals.error());
  sql.bind(*totals, nullptr);
  const auto row = totals->step();
  if (!row) return forward(row.error());
  AuditStats stats;
  stats.records = static_cast<std::uint64_t>(totals->integer(0));
  stats.sessions = static_cast<std::uint64_t>(totals->integer(1));
  stats.first = totals->text(2);
  stats.last = totals->text(3);
  for (const CountedField& field : kCountedFields) {
    auto counts = count_by(*database_, sql, field.name, field.expression);
    if (!counts) return forward(counts.error());
    stats.counts.push_back(std::move(*counts));
  }
  return stats;
}

}  // namespace guard::supervisor
