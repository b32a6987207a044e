// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/read/row.h"

#include <concepts>

#include "supervisor/audit/record/fields.h"
#include "supervisor/audit/record/json_text.h"

namespace guard::supervisor {
namespace {

// ["a","b"] as guard writes it; false for anything else, escapes included.
bool read_plain_list(std::string_view text, std::vector<std::string>& out) {
  out.clear();
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return false;
  text = text.substr(1, text.size() - 2);
  if (text.find('\\') != std::string_view::npos) return false;
  while (!text.empty()) {
    const std::size_t end = text.front() == '"' ? text.find('"', 1) : std::string_view::npos;
    if (end == std::string_view::npos) return false;
    out.emplace_back(text.substr(1, end - 1));
    text.remove_prefix(end + 1);
    if (text.empty()) break;
    if (text.front() != ',' || text.size() == 1) return false;
    text.remove_prefix(1);
  }
  return true;
}

void read_list(std::string_view text, std::vector<std::string>& out) {
  if (read_plain_list(text, out)) return;
  out.clear();
  const auto list = nlohmann::json::parse(text, nullptr, false);
  if (!list.is_array()) return;
  for (const auto& item : list) out.push_back(item.is_string() ? item.get<std::string>() : "");
}

// Reads the columns of FilterSql::rows_sql, one after the other.
class RowReader {
 public:
  explicit RowReader(const Statement& row) : row_(row) {}

  void read(std::string& out) { out = row_.text(column_++); }
  void read(std::optional<std::string>& out) {
    out.reset();
    if (!row_.is_null(column_)) out = std::string(row_.text(column_));
    ++column_;
  }
  void read(std::vector<std::string>& out) { read_list(row_.text(column_++), out); }
  void read(nlohmann::json& out) {
    const std::string_view text = row_.text(column_++);
    out = nullptr;
    if (text == "null") return;
    out = nlohmann::json::parse(text, nullptr, false);
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
  for (std::string* text : {&link.outcome.outcome, &link.outcome.result_summary, &link.timestamp,
                            &link.prev_hash, &link.hash}) {
    if (!is_utf8(*text)) *text = utf8_text(*text);
  }
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

RowKey read_key(const Statement& statement, int column, OrderedBy ordered_by) {
  RowKey key;
  if (ordered_by == OrderedBy::kNumber) {
    key.first = statement.integer(column);
  } else {
    key.first = std::string(statement.text(column));
  }
  key.id = statement.integer(column + 1);
  return key;
}

void read_row(const Statement& statement, OrderedBy ordered_by, Row& row) {
  row.stored.ending.reset();
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
  make_storable(record);  // whatever somebody has written there
  row.key = read_key(statement, in.column(), ordered_by);
  row.stored.id = row.key.id;
}

}  // namespace guard::supervisor
