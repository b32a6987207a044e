// SPDX-License-Identifier: Apache-2.0
#include "console/audit/audit_view.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>
#include <utility>

#include "base/text/text.h"
#include "console/output/length_text.h"
#include "console/output/text_table.h"
#include "console/session/run_names.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/audit/record/chain.h"

namespace guard::console {
namespace {

using supervisor::AuditCounts;
using supervisor::AuditRecord;
using supervisor::AuditStats;
using supervisor::StoredRecord;

constexpr std::size_t kLongestRecordName = 28;

// The columns before the last one, which takes what is left.
struct Column {
  const char* heading;
  std::size_t (*width)(const AuditListing& listing);
  std::string (*cell)(const StoredRecord& stored, const AuditListing& listing);
  std::size_t least_screen = 0;  // left out where the screen is narrower
  bool of_undo = false;          // only where that was asked for
  bool is_name = false;          // to be typed: never cut
};

template <std::size_t N>
std::size_t wide(const AuditListing&) {
  return N;
}

// How a question ended says more than the decision that asked it.
constexpr std::array<std::pair<std::string_view, const char*>, 5> kAskedTexts = {{
    {"approved", "asked, approved"},
    {"denied", "asked, denied"},
    {"timeout", "asked, timed out"},
    {"withdrawn", "asked, withdrawn"},
    {"skipped", "allowed, unasked"},
}};

// The same where there is little room.
constexpr std::array<std::pair<std::string_view, const char*>, 5> kShortTexts = {{
    {"asked, approved", "asked: yes"},
    {"asked, denied", "asked: no"},
    {"asked, timed out", "timed out"},
    {"asked, withdrawn", "withdrawn"},
    {"allowed, unasked", "unasked"},
}};

// The deeds of a person that were no answer to a question.
constexpr std::array<std::pair<std::string_view, const char*>, 5> kRightTexts = {{
    {policy::own_rule("delegate"), "handed on"},
    {policy::own_rule("delegate.ended"), "taken back"},
    {policy::own_rule("grant.revoked"), "taken back"},
    {policy::own_rule("policy.trust"), "trusted"},
    {policy::own_rule("policy.trust.withdrawn"), "trusted no more"},
}};

// "ana, terminal, once, 4.0 s": who answered, where, for how long, and after how long.
std::string answer_cell(const StoredRecord& stored, const AuditListing&) {
  return stored.answer ? answer_text(*stored.answer) : "-";
}

bool is_narrow(const AuditListing& listing) {
  constexpr std::size_t kNarrow = 100;
  return listing.columns != 0 && listing.columns < kNarrow;
}

// "denied, unasked": nobody was there to be asked. "allowed, unasked": nobody had to be.
std::string decision_cell(const StoredRecord& stored, const AuditListing& listing) {
  const std::string text = decision_text(stored.record);
  if (!is_narrow(listing)) return text;
  const auto* const row =
      std::ranges::find(kShortTexts, text, &std::pair<std::string_view, const char*>::first);
  return row == kShortTexts.end() ? text : row->second;
}

// Where there is little room: of today the clock alone, else without the year and the seconds.
std::string listed_time(const StoredRecord& stored, const AuditListing& listing) {
  constexpr std::size_t kYear = 5;  // "2025-"
  constexpr std::size_t kDay = 11;  // "2025-03-01 "
  const std::string time = listing.times.second(stored.record.timestamp);
  if (!is_narrow(listing) || time.size() < kDay) return time;
  return listing.is_of_today ? time.substr(kDay) : time.substr(kYear, 11);
}

std::size_t time_width(const AuditListing& listing) {
  const std::size_t cell = !is_narrow(listing) ? 19 : listing.is_of_today ? 8 : 11;
  return std::max(cell, listing.times.heading("TIME").size());
}

std::string outcome_cell(const StoredRecord& stored, const AuditListing&) {
  const AuditRecord& record = stored.record;
  // An older guard recorded "done" of a denial, too.
  const bool is_denial =
      record.act == supervisor::kAnswerTool && record.approval_status == "denied";
  return is_denial ? "refused" : safe_text(record.outcome);
}

std::string undo_cell(const AuditRecord& record, const AuditListing& listing) {
  if (!record.undo_id) return "-";
  const std::string state = listing.undo_state ? listing.undo_state(*record.undo_id) : "";
  return safe_text(*record.undo_id) + (state.empty() ? "" : " " + state);
}

constexpr std::array kColumns = {
    Column{"TIME", time_width, listed_time},
    Column{"RECORD", [](const AuditListing& listing) { return listing.record_width; },
           [](const StoredRecord& s, const AuditListing&) { return record_name(s.record); }, 0,
           false, true},
    Column{"UNDO", [](const AuditListing& listing) { return listing.undo_width; },
           [](const StoredRecord& s, const AuditListing& listing) {
             return undo_cell(s.record, listing);
           },
           0, true, true},
    Column{"DECISION", [](const AuditListing& listing) { return listing.decision_width; },
           decision_cell},
    Column{"TIER", wide<4>,
           [](const StoredRecord& s, const AuditListing&) {
             return std::to_string(s.record.risk_tier);
           },
           60},
    Column{"BY", [](const AuditListing& listing) { return listing.answer_width; }, answer_cell,
           120},
    Column{"CATEGORY", wide<21>,
           [](const StoredRecord& s, const AuditListing&) {
             return s.record.category.empty() ? "-" : safe_text(s.record.category);
           },
           140},
    Column{"OUTCOME", wide<8>, outcome_cell, 100},
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

// Paths below the session's folder without it.
std::string relative(std::string text, const std::string& folder) {
  const std::string prefix = folder + "/";
  for (std::size_t at = 0; !folder.empty() && (at = text.find(prefix, at)) != std::string::npos;) {
    const bool begins_path = at == 0 || text[at - 1] == ' ' || text[at - 1] == '\'';
    if (begins_path)
      text.erase(at, prefix.size());
    else
      at += prefix.size();
  }
  return text;
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

// The fields that people look for first; the rest follows in the order of names.
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

bool is_below_dot_git(const std::string& path) {
  return path.find("/.git/") != std::string::npos || path.ends_with("/.git");
}

// By its usual name and git's own below it, wherever it may be by now: no setting, no hook.
bool is_of_a_bare_repository(const std::string& path) {
  constexpr std::string_view kBare = ".git/";
  constexpr auto kOwn = std::to_array<std::string_view>({"objects", "refs", "logs", "HEAD",
                                                         "packed-refs", "FETCH_HEAD", "info/refs",
                                                         "shallow", "gc.pid", "incoming", "tmp_"});
  const std::size_t at = path.find(kBare);
  if (at == std::string::npos || at == 0 || path[at - 1] == '/') return false;
  const std::string_view below = std::string_view(path).substr(at + kBare.size());
  return std::ranges::any_of(kOwn, [below](auto name) { return below.starts_with(name); });
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
  for (const auto& [rule, text] : kRightTexts) {
    if (record.rule == rule) return text;
  }
  if (record.act == supervisor::kAnswerTool) return safe_text(status);
  if (supervisor::is_unasked(record)) return "denied, unasked";
  for (const auto& [ended, text] : kAskedTexts) {
    if (status == ended) return text;
  }
  return safe_text(record.decision);
}

std::string answer_text(const supervisor::GivenAnswer& answer) {
  std::string text = safe_text(answer.by);
  for (const std::string& part : {answer.channel, answer.scope})
    if (!part.empty()) text += ", " + safe_text(part);
  if (answer.scope.empty()) return text;  // an order, to no question
  return text + ", after " + length_text(std::chrono::milliseconds(answer.after_ms));
}

bool is_gits_own(const StoredRecord& stored) {
  constexpr std::array<std::string_view, 6> kFileActs = {"create", "modify", "delete",
                                                         "rename", "link",   "metadata"};
  const AuditRecord& record = stored.record;
  if (std::ranges::find(kFileActs, record.act) == kFileActs.end() || record.decision != "allow" ||
      record.outcome != "done" || record.objects.empty())
    return false;
  if (!record.approval_id && std::ranges::all_of(record.objects, is_below_dot_git)) return true;
  // A push that was approved writes there by its own answer.
  const bool by_git = base_name(record.exe) == "git" || base_name(record.exe).starts_with("git-");
  const bool of_a_push = record.rule == policy::own_rule("lease");
  return by_git && (!record.approval_id || of_a_push) &&
         std::ranges::all_of(record.objects, is_of_a_bare_repository);
}

void widen(AuditListing& listing, const StoredRecord& stored) {
  const std::string day = listing.times.second(stored.record.timestamp).substr(0, 10);
  listing.is_of_today &= day == listing.times.day(std::chrono::system_clock::now());
  listing.decision_width = std::max(listing.decision_width, decision_cell(stored, listing).size());
  // A rotation's session has a long name: its row alone gives way, and not the whole table.
  const std::size_t name = record_name(stored.record).size();
  if (name <= kLongestRecordName) listing.record_width = std::max(listing.record_width, name);
  listing.undo_width = std::max(listing.undo_width, undo_cell(stored.record, listing).size());
  listing.answer_width = std::max(listing.answer_width, answer_cell(stored, listing).size());
}

std::string audit_heading(const AuditListing& listing) {
  return table_line(
      listing,
      [&](const Column& column) {
        const std::string name = column.heading;
        return name == "TIME" ? listing.times.heading(name) : name;
      },
      "WHAT");
}

std::string audit_line(const StoredRecord& stored, const AuditListing& listing) {
  const AuditRecord& record = stored.record;
  std::string what = what_text(record);
  if (listing.columns != 0 && listing.folder_of)
    what = relative(std::move(what), listing.folder_of(record.session_id));
  return table_line(
      listing, [&](const Column& column) { return column.cell(stored, listing); }, what);
}

std::string audit_details(const StoredRecord& stored, const ShownTimes& times) {
  nlohmann::json fields = supervisor::to_json(stored);
  for (const char* name : {"timestamp", "outcome_timestamp"})
    if (fields[name].is_string()) fields[name] = times.whole(fields[name]);
  std::string out;
  if (stored.answer) {
    const std::string status = stored.record.approval_status.value_or("answered");
    out += field_lines("answered", status + " by " + answer_text(*stored.answer));
  } else if (supervisor::is_unasked(stored.record)) {
    out += field_lines("answered", "nobody was asked: nobody was there to answer");
  }
  for (const std::string_view name : kFirstFields) {
    out += field_lines(std::string(name), fields.at(std::string(name)));
  }
  for (const auto& [name, value] : fields.items()) {
    if (!is_first(name)) out += field_lines(name, value);
  }
  return out;
}

std::string stats_text(const AuditStats& stats, const ShownTimes& times) {
  std::string out = count_text(stats.records, "record", "records") + " of " +
                    count_text(stats.sessions, "session", "sessions");
  if (stats.records == 0) return out + "\n";
  out += ", " + times.second(stats.first) + " to " + times.second(stats.last) + " " +
         times.zone(std::chrono::system_clock::now()) + "\n";
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
