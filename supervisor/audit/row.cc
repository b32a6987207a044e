// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/row.h"

#include <concepts>

#include "supervisor/audit/fields.h"

namespace guard::supervisor {
namespace {

// Reads the columns of FilterSql::rows_sql, one after the other.
class RowReader {
 public:
  explicit RowReader(const Statement& row) : row_(row) {}

  void read(std::string& out) { out = row_.text(column_++); }
  void read(std::optional<std::string>& out) {
    if (!row_.is_null(column_)) out = std::string(row_.text(column_));
    ++column_;
  }
  void read(std::vector<std::string>& out) {
    const auto list = nlohmann::json::parse(row_.text(column_++), nullptr, false);
    if (!list.is_array()) return;
    for (const auto& item : list) out.push_back(item.is_string() ? item.get<std::string>() : "");
  }
  void read(nlohmann::json& out) {
    out = nlohmann::json::parse(row_.text(column_++), nullptr, false);
    if (out.is_discarded()) out = nullptr;
  }
  template <std::integral Number>
  void read(Number& out) {
    out = static_cast<Number>(row_.integer(column_++));
  }
  [[nodiscard]] bool next_is_null() const { return row_.is_null(column_); }
  void skip(int columns) { column_ += columns; }
  [[nodiscard]] int column() const { return column_; }

 private:
  const Statement& row_;
  int column_ = 0;
};

OutcomeLink read_ending(RowReader& in, const AuditRecord& record) {
  OutcomeLink link;
  in.read(link.outcome.duration_ms);
  in.read(link.outcome.error);
  in.read(link.outcome.outcome);
  in.read(link.outcome.result_summary);
  in.read(link.timestamp);
  in.read(link.seq);
  in.read(link.prev_hash);
  in.read(link.hash);
  link.outcome.request_id = record.request_id;
  link.session_id = record.session_id;
  link.intent_seq = record.seq;
  return link;
}

constexpr int kEndingColumns = 8;

void join_ending(StoredRecord& stored) {
  AuditRecord& record = stored.record;
  if (!stored.ending) {
    if (record.kind == kKindIntent) record.outcome = "unknown";
    return;
  }
  const Outcome& outcome = stored.ending->outcome;
  record.outcome = outcome.outcome;
  record.error = outcome.error;
  record.duration_ms = outcome.duration_ms;
}

}  // namespace

RowKey read_key(const Statement& statement, int column, bool by_session) {
  RowKey key;
  if (by_session) {
    key.first = statement.integer(column);
  } else {
    key.first = std::string(statement.text(column));
  }
  key.id = statement.integer(column + 1);
  return key;
}

Row read_row(const Statement& statement, bool by_session) {
  Row row;
  RowReader in(statement);
  AuditRecord& record = row.stored.record;
  for (const RecordField& field : kRecordFields) {
    std::visit([&](auto member) { in.read(record.*member); }, field.member);
  }
  if (in.next_is_null()) {
    in.skip(kEndingColumns);
  } else {
    row.stored.ending = read_ending(in, record);
  }
  join_ending(row.stored);
  row.key = read_key(statement, in.column(), by_session);
  row.stored.id = row.key.id;
  return row;
}

}  // namespace guard::supervisor
