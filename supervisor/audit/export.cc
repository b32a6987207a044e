// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/export.h"

#include <array>

#include "supervisor/audit/json_text.h"
#include "supervisor/audit/ocsf.h"

namespace guard::supervisor {
namespace {

// The order never changes; new columns go to the end.
// clang-format off
constexpr std::array<std::string_view, 38> kCsvColumns = {
    "request_id", "user_id", "session_id", "tool_name", "args_hash", "result_summary",
    "timestamp", "duration_ms", "risk_tier", "approval_id", "approval_status", "category",
    "categories", "rule", "decision", "reason", "act", "syscall", "objects", "argv", "cwd",
    "exe", "pid", "chain", "effect", "errno", "outcome", "undo_id", "level", "kind", "seq",
    "prev_hash", "hash", "outcome_summary", "outcome_timestamp", "outcome_seq",
    "outcome_prev_hash", "outcome_hash"};
// clang-format on

bool looks_like_formula(std::string_view cell) {
  return !cell.empty() && std::string_view("=+-@\t\r").find(cell.front()) != std::string_view::npos;
}

std::string csv_quoted(std::string_view cell) {
  if (cell.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(cell);
  std::string out = "\"";
  for (const char c : cell) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string csv_cell(const nlohmann::json& value) {
  if (value.is_null()) return "";
  if (!value.is_string()) return csv_quoted(json_text(value));
  const auto& text = value.get_ref<const std::string&>();
  return csv_quoted(looks_like_formula(text) ? "'" + text : text);
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
  const nlohmann::json record = to_json(stored);
  std::string out;
  for (const std::string_view name : kCsvColumns) {
    if (name != kCsvColumns.front()) out += ',';
    out += csv_cell(record.at(std::string(name)));
  }
  return out + "\r\n";
}

std::string json_line(const StoredRecord& stored) {
  return json_text(to_json(stored)) + "\n";
}

std::string ocsf_line(const StoredRecord& stored) {
  return ocsf_event(stored) + "\n";
}

std::string json_item(const StoredRecord& stored) {
  return json_text(to_json(stored));
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
    Shape{"json", ExportFormat::kJson, array_begin, json_item, "\n", ",\n", "\n]\n"},
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

Result<void> export_records(AuditReader& reader, const AuditFilter& filter, ExportFormat format,
                            const Sink& sink) {
  const Shape& shape = shape_of(format);
  if (const auto begun = sink(shape.begin()); !begun) return begun;
  Result<void> written;
  std::string_view before = shape.first;
  const auto read = reader.each(filter, [&](const StoredRecord& stored) {
    written = sink(std::string(before) + shape.item(stored));
    before = shape.between;
    return written.has_value();
  });
  if (!written) return written;
  if (!read) return read;
  return sink(shape.end);
}

}  // namespace guard::supervisor
