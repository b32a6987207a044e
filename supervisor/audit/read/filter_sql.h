// SPDX-License-Identifier: Apache-2.0
// An AuditFilter as SQL: conditions with placeholders and the values for them. No value ever
// becomes part of the text. Pure.
#ifndef GUARD_SUPERVISOR_AUDIT_READ_FILTER_SQL_H_
#define GUARD_SUPERVISOR_AUDIT_READ_FILTER_SQL_H_

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "supervisor/audit/read/query.h"
#include "supervisor/audit/store/sqlite.h"

namespace guard::supervisor {

using SqlValue = std::variant<std::string, std::int64_t>;

// The first order of the rows: a timestamp; or a number, which is seq within one session, or id.
enum class OrderedBy { kTimestamp, kNumber };

// A place in the order of the rows: timestamp and id; seq and id within one session; id alone.
struct RowKey {
  SqlValue first;
  std::int64_t id = 0;
};

// The part of the rows that is read; bind() sets the keys.
enum class RowsFrom { kStart, kBehindKey };
enum class RowsTo { kEnd, kKey };  // the row of the key is read too

class FilterSql {
 public:
  explicit FilterSql(const AuditFilter& filter);

  // Columns of one row: kRecordFields in order, then those of the ending, then the key.
  [[nodiscard]] std::string rows_sql(RowsFrom start, std::uint64_t limit,
                                     RowsTo end = RowsTo::kEnd) const;
  // The key that is `offset` rows on. Looks at the index alone where the filter is of a session, or
  // of nothing.
  [[nodiscard]] std::string edge_sql(RowsFrom start, std::uint64_t offset) const;
  // The key of the row that is `offset` rows before the newest.
  [[nodiscard]] std::string start_sql(std::uint64_t offset) const;
  // From the newest `limit` rows on.
  void start_at(const RowKey& key);
  // Session, timestamp and EXPRESSIONS of all rows, in no order.
  [[nodiscard]] std::string scan_sql(const std::string& expressions) const;
  void bind(Statement& statement, const RowKey* after, const RowKey* up_to = nullptr) const;
  [[nodiscard]] OrderedBy ordered_by() const {
    return key_ == "r.timestamp" ? OrderedBy::kTimestamp : OrderedBy::kNumber;
  }

 private:
  void add(std::string condition, SqlValue value);
  template <typename Wanted, typename MakeTerm>
  void add_any(const std::vector<Wanted>& all, const MakeTerm& term_of);
  [[nodiscard]] std::string table() const;
  [[nodiscard]] std::string from() const;
  [[nodiscard]] std::string where() const;
  [[nodiscard]] std::string where(RowsFrom start, RowsTo end) const;
  [[nodiscard]] std::string order(const char* direction) const;

  bool by_session_;
  bool newest_first_;
  bool as_stored_;
  std::string key_;  // "r.timestamp", "r.seq" or "r.id"
  std::vector<std::string> conditions_;
  std::vector<SqlValue> values_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_READ_FILTER_SQL_H_
