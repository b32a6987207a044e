// SPDX-License-Identifier: Apache-2.0
#include "console/audit/audit_view.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text/text.h"
#include "console/output/text_table.h"
#include "console/session/run_names.h"
#include "supervisor/audit/record/chain.h"

namespace guard::console {
namespace {

using supervisor::AuditCounts;
using supervisor::AuditRecord;
using supervisor::AuditStats;
using supervisor::StoredRecord;

// The columns before the last one, which takes what is left.
struct Column {
  const char* heading;
  std::size_t (*width)(const AuditListing& listing);
  std::string (*cell)(const AuditRecord& record, const AuditListing& listing);
  std::size_t least_screen = 0;  // left out where the screen is narrower
  bool of_undo = false;          // only where that was asked for
  bool is_name = false;          // to be typed: never cut
};

template <std::size_t N>
std::size_t wide(const AuditListing&) {
  return N;
}

// "2025-03-01T09:05:07.000250Z" -> "2025-03-01 09:05:07"
std::string time_cell(const std::string& timestamp) {
  std::string out = safe_text(timestamp).substr(0, 19);
  std::replace(out.begin(), out.end(), 'T', ' ');
  return out;
}

// How a question ended says more than the decision that asked it.
constexpr std::array<std::pair<std::string_view, const char*>, 4> kAskedTexts = {{
    {"approved", "asked, approved"},
    {"denied", "asked, denied"},
    {"timeout", "asked, timed out"},
    {"withdrawn", "asked, withdrawn"},
}};

std::string decision_cell(const AuditRecord& record, const AuditListing&) {
  return decision_text(record);
}

std::string undo_cell(const AuditRecord& record, const AuditListing& listing) {
  if (!record.undo_id) return "-";
  const std::string state = listing.undo_state ? listing.undo_state(*record.undo_id) : "";
  return safe_text(*record.undo_id) + (state.empty() ? "" : " " + state);
}

constexpr std::array kColumns = {
    Column{"TIME (UTC)", wide<19>,
           [](const AuditRecord& r, const AuditListing&) { return time_cell(r.timestamp); }},
    Column{"RECORD", [](const AuditListing& listing) { return listing.record_width; },
           [](const AuditRecord& r, const AuditListing&) { return record_name(r); }, 0, false,
           true},
    Column{"UNDO", [](const AuditListing& listing) { return listing.undo_width; }, undo_cell, 0,
           true, true},
    Column{"DECISION", wide<16>, decision_cell},
    Column{"TIER", wide<4>,
           [](const AuditRecord& r, const AuditListing&) { return std::to_string(r.risk_tier); }},
    Column{"CATEGORY", wide<21>,
           [](const AuditRecord& r, const AuditListing&) {
             return r.category.empty() ? "-" : safe_text(r.category);
           },
           140},
    Column{"OUTCOME", wide<8>,
           [](const AuditRecord& r, const AuditListing&) { return safe_text(r.outcome); }, 100},
};

template <class CellOf>
std::string table_line(const AuditListing& listing, CellOf cell_of, const std::string& last) {
  std::string line;
  std::string names;
  std::string others;
  for (const Column& column : kColumns) {
    if (column.of_undo && !listing.undo_ids) continue;
    if (listing.columns != 0 && listing.columns < column.least_screen) continue;
    const std::string cell = padded(cell_of(column), column.width(listing)) + "  ";
    line += cell;
    (column.is_name ? names : others) += cell;
  }
  const bool fits = listing.columns == 0 || line.size() <= listing.columns;
  return fits ? fitted_line(line, last, listing.columns)
              : stacked_line(names, others, last, listing.columns);
}

std::string value_text(const nlohmann::json& value) {
  if (value.is_null() || value == "") return "-";
  if (value.is_string()) return safe_text(value.get_ref<const std::string&>());
  return safe_text(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

// A field a line; a list an item a line.
std::string field_lines(const std::string& name, const nlohmann::json& value) {
  constexpr std::size_t kNameWidth = 18;
  const std::string indent = padded(name, kNameWidth);
  if (!value.is_array() || value.empty()) {
    return indent + (value.is_array() ? "-" : value_text(value)) + "\n";
  }
  std::string out;
  for (const auto& item : value) {
    out += (out.empty() ? indent : std::string(kNameWidth, ' ')) + value_text(item) + "\n";
  }
  return out;
}

// What people look for first; the rest follows in the order of names.
constexpr std::array<std::string_view, 13> kFirstFields = {
    "request_id", "timestamp",      "decision", "approval_status", "risk_tier", "category", "rule",
    "reason",     "result_summary", "outcome",  "errno",           "undo_id",   "argv"};

bool is_first(const std::string& name) {
  return std::find(kFirstFields.begin(), kFirstFields.end(), name) != kFirstFields.end();
}

std::string count_lines(const AuditCounts& counts) {
  constexpr std::size_t kIndent = 10;
  std::string out;
  for (const auto& [value, count] : counts.values) {
    out += padded(out.empty() ? counts.name : "", kIndent);
    out += padded(value.empty() ? "(none)" : safe_text(value), 24);
    out += std::to_string(count) + "\n";
  }
  return out;
}

}  // namespace

std::string what_text(const AuditRecord& record) {
  if (!record.argv.empty()) return command_text(record.argv);
  if (!record.result_summary.empty()) return safe_text(record.result_summary);
  std::vector<std::string> words = {record.act};
  words.insert(words.end(), record.objects.begin(), record.objects.end());
  return command_text(words);
}

std::string decision_text(const AuditRecord& record) {
  const std::string status = record.approval_status.value_or("");
  if (record.act == supervisor::kAnswerTool) return safe_text(status);
  for (const auto& [ended, text] : kAskedTexts) {
    if (status == ended) return text;
  }
  return safe_text(record.decision);
}

void widen(AuditListing& listing, const StoredRecord& stored) {
  listing.record_width = std::max(listing.record_width, record_name(stored.record).size());
  listing.undo_width = std::max(listing.undo_width, undo_cell(stored.record, listing).size());
}

std::string audit_heading(const AuditListing& listing) {
  return table_line(
      listing, [](const Column& column) { return std::string(column.heading); }, "WHAT");
}

std::string audit_line(const StoredRecord& stored, const AuditListing& listing) {
  const AuditRecord& record = stored.record;
  return table_line(
      listing, [&](const Column& column) { return column.cell(record, listing); },
      what_text(record));
}

std::string audit_details(const StoredRecord& stored) {
  const nlohmann::json fields = supervisor::to_json(stored);
  std::string out;
  for (const std::string_view name : kFirstFields) {
    out += field_lines(std::string(name), fields.at(std::string(name)));
  }
  for (const auto& [name, value] : fields.items()) {
    if (!is_first(name)) out += field_lines(name, value);
  }
  return out;
}

std::string stats_text(const AuditStats& stats) {
  std::string out = count_text(stats.records, "record", "records") + " of " +
                    count_text(stats.sessions, "session", "sessions");
  if (stats.records == 0) return out + "\n";
  out += ", " + time_cell(stats.first) + " to " + time_cell(stats.last) + " UTC\n";
  for (const AuditCounts& counts : stats.counts) out += "\n" + count_lines(counts);
  return out;
}

nlohmann::json stats_json(const AuditStats& stats) {
  nlohmann::json out = {{"records", stats.records}, {"sessions", stats.sessions}};
  out["first"] = stats.first.empty() ? nlohmann::json(nullptr) : nlohmann::json(stats.first);
  out["last"] = stats.last.empty() ? nlohmann::json(nullptr) : nlohmann::json(stats.last);
  for (const AuditCounts& counts : stats.counts) {
    nlohmann::json& values = out["by_" + counts.name] = nlohmann::json::object();
    for (const auto& [value, count] : counts.values) values[value] = count;
  }
  return out;
}

}  // namespace guard::console
