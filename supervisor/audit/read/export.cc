// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/read/export.h"

#include <algorithm>
#include <array>

#include "base/text/safe_output.h"
#include "base/text/text.h"
#include "supervisor/audit/read/ocsf.h"
#include "supervisor/audit/record/field_text.h"

namespace guard::supervisor {
namespace {

// The order never changes; new columns go to the end.
// clang-format off
constexpr std::array<std::string_view, 42> kCsvColumns = {
    "request_id", "user_id", "session_id", "tool_name", "args_hash", "result_summary",
    "timestamp", "duration_ms", "risk_tier", "approval_id", "approval_status", "category",
    "categories", "rule", "decision", "reason", "act", "syscall", "objects", "argv", "cwd",
    "exe", "pid", "chain", "effect", "errno", "outcome", "undo_id", "level", "kind", "seq",
    "prev_hash", "hash", "outcome_summary", "outcome_timestamp", "outcome_seq",
    "outcome_prev_hash", "outcome_hash", "answer_by", "answer_channel", "answer_scope", "answer_ms"};
// clang-format on

bool looks_like_formula(std::string_view cell) {
  return !cell.empty() && std::string_view("=+-@\t\r").find(cell.front()) != std::string_view::npos;
}

std::string csv_quoted(std::string_view cell) {
  const auto needs_quotes = [](char c) { return c == ',' || c == '"' || c == '\r' || c == '\n'; };
  if (std::none_of(cell.begin(), cell.end(), needs_quotes)) return std::string(cell);
  std::string out = "\"";
  for (const char c : cell) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

// A text column may be run by a spreadsheet, so it is one safe line as in a report; the rest is
// guard's own JSON.
std::string csv_text(const std::string& text) {
  return csv_quoted((looks_like_formula(text) ? "'" : "") + safe_text(text));
}
std::string csv_text(const std::optional<std::string>& text) {
  return text ? csv_text(*text) : "";
}
template <class Value>
std::string csv_text(const Value& value) {
  std::string out;
  append_value(out, value);
  return out == "null" ? "" : csv_quoted(safe_json(out));
}

// The fields that a link of its own adds.
constexpr std::array<std::string_view, 5> kEndingNames = {
    "outcome_hash", "outcome_prev_hash", "outcome_seq", "outcome_summary", "outcome_timestamp"};

std::string csv_ending(const OutcomeLink& ending, std::string_view name) {
  if (name == "outcome_hash") return csv_text(ending.hash);
  if (name == "outcome_prev_hash") return csv_text(ending.prev_hash);
  if (name == "outcome_seq") return csv_text(ending.seq);
  if (name == "outcome_summary") return csv_text(ending.outcome.result_summary);
  return csv_text(ending.timestamp);
}

// The fields that a question's answer adds, in the order of their names.
constexpr std::array<std::string_view, 4> kAnswerNames = {"answer_by", "answer_channel",
                                                          "answer_ms", "answer_scope"};

std::string csv_answer(const GivenAnswer& answer, std::string_view name) {
  if (name == "answer_by") return csv_text(answer.by);
  if (name == "answer_channel") return csv_text(answer.channel);
  if (name == "answer_scope") return csv_text(answer.scope);
  return csv_text(answer.after_ms);
}

const RecordField* field_named(std::string_view name) {
  const auto* found = std::lower_bound(
      kRecordFields.begin(), kRecordFields.end(), name,
      [](const RecordField& field, std::string_view wanted) { return field.name < wanted; });
  return found != kRecordFields.end() && found->name == name ? found : nullptr;
}

struct CsvColumn {
  std::string_view name;
  const RecordField* field;  // null: of the ending or the answer
};

const std::array<CsvColumn, kCsvColumns.size()>& csv_columns() {
  static const auto columns = [] {
    std::array<CsvColumn, kCsvColumns.size()> out{};
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = {kCsvColumns[i], field_named(kCsvColumns[i])};
    return out;
  }();
  return columns;
}

std::string csv_cell(const StoredRecord& stored, const CsvColumn& column) {
  if (column.field != nullptr)
    return std::visit([&](auto member) { return csv_text(stored.record.*member); },
                      column.field->member);
  if (column.name.starts_with("answer_"))
    return stored.answer ? csv_answer(*stored.answer, column.name) : "";
  return stored.ending ? csv_ending(*stored.ending, column.name) : "";
}

std::string csv_header() {
  std::string out;
  for (const std::string_view name : kCsvColumns) {
    if (!out.empty()) out += ',';
    out += name;
  }
  return out + "\r\n";
}

std::string csv_line(const StoredRecord& stored) {
  std::string out;
  out.reserve(2048);
  for (const CsvColumn& column : csv_columns()) {
    if (&column != csv_columns().data()) out += ',';
    out += csv_cell(stored, column);
  }
  out += "\r\n";
  return out;
}

// In the order of kEndingNames, behind "outcome": the names sort there.
void append_ending(std::string& out, const std::optional<OutcomeLink>& ending) {
  const auto add = [&out, &ending](std::string_view name, const auto& value) {
    append_name(out, name);
    if (ending) return append_value(out, value);
    out += "null";
  };
  static const OutcomeLink kNone;
  const OutcomeLink& link = ending ? *ending : kNone;
  add(kEndingNames[0], link.hash);
  add(kEndingNames[1], link.prev_hash);
  add(kEndingNames[2], link.seq);
  add(kEndingNames[3], link.outcome.result_summary);
  add(kEndingNames[4], link.timestamp);
}

// In the order of kAnswerNames, behind "act": the names sort there.
void append_answer(std::string& out, const std::optional<GivenAnswer>& answer) {
  const auto add = [&out, &answer](std::string_view name, const auto& value) {
    append_name(out, name);
    if (answer) return append_value(out, value);
    out += "null";
  };
  static const GivenAnswer kNone;
  const GivenAnswer& given = answer ? *answer : kNone;
  add(kAnswerNames[0], given.by);
  add(kAnswerNames[1], given.channel);
  add(kAnswerNames[2], given.after_ms);
  add(kAnswerNames[3], given.scope);
}

// As json_text(to_json(stored)) would, without a tree of values.
std::string json_item(const StoredRecord& stored) {
  std::string out = "{";
  out.reserve(2048);
  for (const RecordField& field : kRecordFields) {
    append_name(out, field.name);
    std::visit([&](auto member) { append_value(out, stored.record.*member); }, field.member);
    if (field.name == "outcome") append_ending(out, stored.ending);
    if (field.name == "act") append_answer(out, stored.answer);
  }
  out += '}';
  return out;
}

std::string safe_item(const StoredRecord& stored) {
  return safe_json(json_item(stored));
}

std::string json_line(const StoredRecord& stored) {
  return safe_item(stored) + "\n";
}

std::string ocsf_line(const StoredRecord& stored) {
  return safe_json(ocsf_event(stored)) + "\n";
}

std::string nothing() {
  return "";
}
std::string array_begin() {
  return "[";
}

// One row a format: what stands before, between and after the records.
struct Shape {
  std::string_view name;
  ExportFormat format;
  std::string (*begin)();
  std::string (*item)(const StoredRecord&);
  std::string_view first;
  std::string_view between;
  std::string_view end;
};

constexpr std::array kShapes = {
    Shape{"jsonl", ExportFormat::kJsonl, nothing, json_line, "", "", ""},
    Shape{"json", ExportFormat::kJson, array_begin, safe_item, "\n", ",\n", "\n]\n"},
    Shape{"ocsf", ExportFormat::kOcsf, nothing, ocsf_line, "", "", ""},
    Shape{"csv", ExportFormat::kCsv, csv_header, csv_line, "", "", ""},
};

const Shape& shape_of(ExportFormat format) {
  for (const Shape& shape : kShapes) {
    if (shape.format == format) return shape;
  }
  return kShapes.front();
}

}  // namespace

std::optional<ExportFormat> export_format_named(std::string_view name) {
  for (const Shape& shape : kShapes) {
    if (shape.name == name) return shape.format;
  }
  return std::nullopt;
}

std::string export_line(const StoredRecord& stored, ExportFormat format) {
  return format == ExportFormat::kOcsf ? safe_json(ocsf_event(stored)) : safe_item(stored);
}

Result<void> export_records(AuditReader& reader, const AuditFilter& filter, ExportFormat format,
                            const Sink& sink) {
  const Shape& shape = shape_of(format);
  if (const auto begun = sink(shape.begin()); !begun) return begun;
  Result<void> written;
  std::string_view before = shape.first;
  const auto read = reader.each(filter, [&](const StoredRecord& stored) {
    if (!before.empty()) written = sink(before);
    if (written) written = sink(shape.item(stored));
    before = shape.between;
    return written.has_value();
  });
  if (!written) return written;
  if (!read) return read;
  return sink(shape.end);
}

}  // namespace guard::supervisor
