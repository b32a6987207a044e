// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/store/stored_link.h"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "supervisor/audit/record/digest.h"
#include "supervisor/audit/record/fields.h"
#include "supervisor/audit/record/json_text.h"

namespace guard::supervisor {
namespace {

enum class Form { kText, kTextOrNull, kJson, kNumber };

Form form_of(std::string AuditRecord::*) {
  return Form::kText;
}
Form form_of(std::optional<std::string> AuditRecord::*) {
  return Form::kTextOrNull;
}
Form form_of(std::vector<std::string> AuditRecord::*) {
  return Form::kJson;
}
Form form_of(nlohmann::json AuditRecord::*) {
  return Form::kJson;
}
template <class Number>
Form form_of(Number AuditRecord::*) {
  return Form::kNumber;
}

struct LinkColumn {
  std::string name;
  Form form = Form::kText;
};

// In the order of the canonical text, `hash` last: it is no part of it.
std::vector<LinkColumn> record_columns() {
  std::vector<LinkColumn> columns;
  for (const RecordField& field : kRecordFields) {
    if (field.name == "hash") continue;
    columns.push_back({std::string(field.name),
                       std::visit([](auto member) { return form_of(member); }, field.member)});
  }
  columns.push_back({"hash"});
  return columns;
}

std::vector<LinkColumn> outcome_columns() {
  return {{"duration_ms", Form::kNumber},
          {"errno", Form::kNumber},
          {"intent_seq", Form::kNumber},
          {"kind"},
          {"outcome"},
          {"prev_hash"},
          {"request_id"},
          {"result_summary"},
          {"seq", Form::kNumber},
          {"session_id"},
          {"timestamp"},
          {"hash"}};
}

const std::vector<LinkColumn>& columns_of(LinkTable table) {
  static const std::vector<LinkColumn> kOfRecords = record_columns();
  static const std::vector<LinkColumn> kOfOutcomes = outcome_columns();
  return table == LinkTable::kRecords ? kOfRecords : kOfOutcomes;
}

std::string select_sql(LinkTable table) {
  const bool of_records = table == LinkTable::kRecords;
  std::string names;
  for (const LinkColumn& column : columns_of(table)) {
    if (!names.empty()) names += ", ";
    // No column: every outcome is of this kind.
    names += column.name == "kind" && !of_records ? "'outcome'" : column.name;
  }
  return "SELECT " + names + " FROM " + (of_records ? "records" : "outcomes") +
         " WHERE session_id = ? ORDER BY seq";
}

void append_value(std::string& out, const Statement& row, int column, Form form) {
  if (form == Form::kNumber) {
    out += std::to_string(row.integer(column));
  } else if (form == Form::kJson) {
    out += row.text(column);
  } else if (form == Form::kTextOrNull && row.is_null(column)) {
    out += "null";
  } else if (const std::string_view text = row.text(column); is_utf8(text)) {
    append_json(out, text);
  } else {
    out += text;  // guard stores no such text: it gives another hash, whatever it would read as
  }
}

struct Taken {
  std::string_view name;
  std::string StoredLink::*member;
};
constexpr std::array kTaken = {Taken{"prev_hash", &StoredLink::prev_hash},
                               Taken{"hash", &StoredLink::hash}, Taken{"kind", &StoredLink::kind},
                               Taken{"request_id", &StoredLink::request_id}};

StoredLink read_link(const Statement& row, LinkTable table) {
  const auto& columns = columns_of(table);
  StoredLink link;
  std::string* out = &link.before_seq;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto index = static_cast<int>(i);
    for (const Taken& taken : kTaken) {
      if (columns[i].name == taken.name) link.*taken.member = row.text(index);
    }
    if (columns[i].name == "hash") continue;
    *out += i == 0 ? "{\"" : ",\"";
    *out += columns[i].name + "\":";
    if (columns[i].name == "seq") {
      link.seq = static_cast<std::uint64_t>(row.integer(index));
      out = &link.after_seq;
    } else {
      append_value(*out, row, index, columns[i].form);
    }
  }
  *out += '}';
  return link;
}

}  // namespace

std::string StoredLink::hash_at(std::uint64_t place) const {
  return sha256_hex(before_seq + std::to_string(place) + after_seq);
}

StoredLinks::StoredLinks(Source records, Source outcomes)
    : records_(std::move(records)), outcomes_(std::move(outcomes)) {}

Result<void> StoredLinks::refill(Source& source) {
  const auto row = source.statement.step();
  if (!row) return forward(row.error());
  source.waiting.reset();
  if (*row) source.waiting = read_link(source.statement, source.table);
  return {};
}

Result<StoredLinks> StoredLinks::open(Database& database, const std::string& session) {
  std::vector<Source> sources;
  for (const LinkTable table : {LinkTable::kRecords, LinkTable::kOutcomes}) {
    auto statement = database.prepare(select_sql(table));
    if (!statement) return forward(statement.error());
    statement->bind(1, session);
    sources.push_back({std::move(*statement), table, std::nullopt});
    if (const auto filled = refill(sources.back()); !filled) return forward(filled.error());
  }
  return StoredLinks(std::move(sources[0]), std::move(sources[1]));
}

Result<std::optional<StoredLink>> StoredLinks::next() {
  const bool from_records =
      records_.waiting && (!outcomes_.waiting || records_.waiting->seq <= outcomes_.waiting->seq);
  Source& source = from_records ? records_ : outcomes_;
  std::optional<StoredLink> link = std::move(source.waiting);
  if (!link) return link;
  if (const auto filled = refill(source); !filled) return forward(filled.error());
  return link;
}

}  // namespace guard::supervisor
