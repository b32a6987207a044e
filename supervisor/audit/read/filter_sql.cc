// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/read/filter_sql.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "policy/vocabulary/reason_text.h"
#include "supervisor/audit/record/chain.h"
#include "supervisor/audit/record/fields.h"

namespace guard::supervisor {
namespace {

struct TextCondition {
  std::string AuditFilter::*member;
  const char* sql;
};

// A condition and the values of its placeholders.
struct Term {
  std::string sql;
  std::vector<SqlValue> values;
};

constexpr std::array kTextConditions = {
    TextCondition{&AuditFilter::session, "r.session_id = ?"},
    TextCondition{&AuditFilter::since, "r.timestamp >= ?"},
    TextCondition{&AuditFilter::until, "r.timestamp < ?"},
    TextCondition{&AuditFilter::command,
                  "instr((SELECT group_concat(value, ' ') FROM json_each(r.argv)), ?) > 0"},
    TextCondition{&AuditFilter::request_id, "instr(r.request_id, ?) = 1"},
    TextCondition{&AuditFilter::undo_id, "r.undo_id = ?"},
    TextCondition{&AuditFilter::approval_id, "instr(r.approval_id, ?) = 1"},
};

constexpr const char* kCategory = "EXISTS (SELECT 1 FROM json_each(r.categories) WHERE value = ?)";

// Whoever looks for what was asked wants it however that ended: a denied question is on record as
// what came of it, a `deny`. A person's answer is no act; where nobody was there, nobody was asked.
constexpr const char* kAsked =
    "r.act <> 'answer' AND (r.approval_status IN ('approved', 'timeout', 'withdrawn') OR "
    "(r.approval_status = 'denied' AND r.approval_id IS NOT NULL) OR "
    "(r.decision = 'ask' AND coalesce(r.approval_status, '') NOT IN ('denied', 'skipped')))";

// How a question ended, as a filter for acts; a word of the list's column finds what shows it.
struct AskedCondition {
  const char* word;
  const char* sql;
};
constexpr std::array kAskedConditions = {
    AskedCondition{"approved", "r.act <> 'answer' AND r.approval_status = 'approved'"},
    // By a person, or because nobody was there to be asked.
    AskedCondition{"denied", "r.act <> 'answer' AND r.approval_status = 'denied'"},
    AskedCondition{"timeout", "r.act <> 'answer' AND r.approval_status = 'timeout'"},
    AskedCondition{"withdrawn", "r.act <> 'answer' AND r.approval_status = 'withdrawn'"},
    AskedCondition{"unasked",
                   "r.act <> 'answer' AND (r.approval_status = 'skipped' OR "
                   "(r.approval_status = 'denied' AND r.approval_id IS NULL))"},
    // Let through by --on-ask allow, or with safe mode off.
    AskedCondition{"skipped", "r.act <> 'answer' AND r.approval_status = 'skipped'"},
};

// "ana (terminal) and ben (guard approve)" as "|ana|terminal|ben|guard approve|": a person, a
// channel or the whole text stands between two of these marks, also as the list shows it ("ana,
// terminal"), in whatever case.
std::string names_in(const std::string& text) {
  std::string sql = "lower(" + text + ")";
  for (const char* const mark : {"') and '", "' and '", "' ('", "', '"})
    sql = "replace(" + sql + ", " + mark + ", '|')";
  return "'|' || replace(" + sql + ", ')', '') || '|'";
}

std::string names(const char* text) {
  return "instr(" + names_in(text) + ", " + names_in("?") + ") > 0";
}

// The answers of somebody, and what they allowed or refused.
std::string by_condition() {
  return "(r.approval_id IN (SELECT a.approval_id FROM records a WHERE a.act = 'answer' AND "
         "a.approval_id IS NOT NULL AND " +
         names("json_extract(a.effect, '$.by')") +
         ") OR (r.act IN ('answer', 'brake', 'policy') AND " +
         names("json_extract(r.effect, '$.by')") +
         ") OR (r.approval_id IS NULL AND instr(r.reason, ?) > 0 AND EXISTS (SELECT 1 FROM records "
         "a, json_each(a.effect, '$.categories') c WHERE a.session_id = r.session_id AND a.seq < "
         "r.seq AND a.act = 'answer' AND a.rule = 'approve-session' AND c.value = r.category AND " +
         names("json_extract(a.effect, '$.by')") + ")))";
}

constexpr const char* kPathPart =
    "EXISTS (SELECT 1 FROM json_each(r.objects) WHERE instr(value, ?) > 0)";
constexpr const char* kPathPattern =
    "EXISTS (SELECT 1 FROM json_each(r.objects) WHERE value GLOB ?)";

bool is_pattern(const std::string& text) {
  return text.find_first_of("*?[") != std::string::npos;
}

const char* path_condition(const std::string& path) {
  return is_pattern(path) ? kPathPattern : kPathPart;
}

std::string columns() {
  std::string out;
  for (const RecordField& field : kRecordFields) {
    out += "r.";
    out += field.name;
    out += ", ";
  }
  return out +
         "o.duration_ms, o.errno, o.outcome, o.result_summary, o.timestamp, o.seq, o.prev_hash, "
         "o.hash";
}

Term decision_term(const std::string& decision) {
  if (decision == "ask" || decision == "asked") return {kAsked, {}};
  for (const AskedCondition& asked : kAskedConditions)
    if (decision == asked.word) return {asked.sql, {}};
  return {"r.decision = ?", {decision}};
}

Term part_term(const SessionPart& part) {
  Term term = {"r.session_id = ?", {part.session}};
  const auto add = [&term](const char* sql, std::uint64_t seq) {
    if (seq == 0) return;
    term.sql += sql;
    term.values.emplace_back(static_cast<std::int64_t>(seq));
  };
  add(" AND r.seq >= ?", part.first_seq);
  add(" AND r.seq <= ?", part.last_seq);
  return term;
}

}  // namespace

FilterSql::FilterSql(const AuditFilter& filter)
    : by_session_(!filter.session.empty()),
      newest_first_(filter.order == Order::kNewestFirst),
      as_stored_(filter.order == Order::kAsStored),
      key_(as_stored_    ? "r.id"
           : by_session_ ? "r.seq"
                         : "r.timestamp") {
  for (const TextCondition& condition : kTextConditions) {
    const std::string& value = filter.*condition.member;
    if (!value.empty()) add(condition.sql, value);
  }
  add_any(filter.categories, [](const std::string& word) { return Term{kCategory, {word}}; });
  add_any(filter.acts, [](const std::string& word) { return Term{"r.act = ?", {word}}; });
  add_any(filter.decisions, decision_term);
  add_any(filter.by, [](const std::string& name) {
    return Term{by_condition(), {name, name, std::string(policy::kApprovedForSession), name}};
  });
  add_any(filter.sessions, part_term);
  add_any(filter.rules, [](const std::string& rule) {
    return Term{is_pattern(rule) ? "r.rule GLOB ?" : "r.rule = ?", {rule}};
  });
  if (!filter.path.empty()) add(path_condition(filter.path), filter.path);
  if (filter.saved) conditions_.emplace_back("r.undo_id IS NOT NULL");
  if (filter.first_seq > 0) add("r.seq >= ?", static_cast<std::int64_t>(filter.first_seq));
  if (filter.last_seq > 0) add("r.seq <= ?", static_cast<std::int64_t>(filter.last_seq));
  if (filter.seq > 0) add("r.seq = ?", static_cast<std::int64_t>(filter.seq));
  if (filter.after_id > 0) add("r.id > ?", filter.after_id);
  if (filter.until_id > 0) add("r.id <= ?", filter.until_id);
  if (filter.min_tier > 0) add("r.risk_tier >= ?", std::int64_t{filter.min_tier});
}

// One of them holds.
template <typename Wanted, typename MakeTerm>
void FilterSql::add_any(const std::vector<Wanted>& all, const MakeTerm& term_of) {
  std::string any;
  for (const Wanted& wanted : all) {
    Term term = term_of(wanted);
    any += (any.empty() ? "((" : " OR (") + term.sql + ")";
    std::ranges::move(term.values, std::back_inserter(values_));
  }
  if (!any.empty()) conditions_.push_back(any + ")");
}

const std::vector<std::string>& asked_words() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> all;
    for (const AskedCondition& asked : kAskedConditions) all.emplace_back(asked.word);
    return all;
  }();
  return words;
}

std::vector<std::string> decision_words() {
  std::vector<std::string> words = {"allow", "ask", "asked", "deny", "block"};
  words.insert(words.end(), asked_words().begin(), asked_words().end());
  return words;
}

bool is_unasked(const AuditRecord& record) {
  return record.act != kAnswerTool && record.approval_status == "denied" && !record.approval_id;
}

void FilterSql::add(std::string condition, SqlValue value) {
  conditions_.push_back(std::move(condition));
  values_.push_back(std::move(value));
}

void FilterSql::start_at(const RowKey& key) {
  add("(" + key_ + ", r.id) >= (?, ?)", key.first);
  values_.emplace_back(key.id);
}

// The index also gives the order, so that no sorting holds all rows at once.
std::string FilterSql::table() const {
  const char* const index = as_stored_    ? " NOT INDEXED"
                            : by_session_ ? " INDEXED BY records_by_session"
                                          : " INDEXED BY records_by_time";
  return std::string(" FROM records r") + index;
}

std::string FilterSql::from() const {
  return table() +
         " LEFT JOIN outcomes o ON r.kind = 'intent' AND o.session_id = r.session_id AND "
         "o.intent_seq = r.seq";
}

std::string FilterSql::where() const {
  std::string out;
  for (const std::string& condition : conditions_) {
    out += (out.empty() ? " WHERE " : " AND ") + condition;
  }
  return out;
}

std::string FilterSql::where(RowsFrom start, RowsTo end) const {
  std::string out = where();
  const std::string place = "(" + key_ + ", r.id) ";
  const auto add_place = [&](const char* compare) {
    out += (out.empty() ? " WHERE " : " AND ") + place + compare + " (?, ?)";
  };
  if (start == RowsFrom::kBehindKey) add_place(newest_first_ ? "<" : ">");
  if (end == RowsTo::kKey) add_place(newest_first_ ? ">=" : "<=");
  return out;
}

std::string FilterSql::order(const char* direction) const {
  return " ORDER BY " + key_ + " " + direction + ", r.id " + direction;
}

std::string FilterSql::rows_sql(RowsFrom start, std::uint64_t limit, RowsTo end) const {
  return "SELECT " + columns() + ", " + key_ + ", r.id" + from() + where(start, end) +
         order(newest_first_ ? "DESC" : "ASC") + " LIMIT " + std::to_string(limit);
}

std::string FilterSql::edge_sql(RowsFrom start, std::uint64_t offset) const {
  return "SELECT " + key_ + ", r.id" + table() + where(start, RowsTo::kEnd) +
         order(newest_first_ ? "DESC" : "ASC") + " LIMIT 1 OFFSET " + std::to_string(offset);
}

std::string FilterSql::start_sql(std::uint64_t offset) const {
  return "SELECT " + key_ + ", r.id" + from() + where() + order("DESC") + " LIMIT 1 OFFSET " +
         std::to_string(offset);
}

std::string FilterSql::scan_sql(const std::string& expressions) const {
  return "SELECT r.session_id, r.timestamp, " + expressions + " FROM records r" + where();
}

void FilterSql::bind(Statement& statement, const RowKey* after, const RowKey* up_to) const {
  int index = 0;
  const auto bind_one = [&](const SqlValue& value) {
    ++index;
    std::visit([&](const auto& plain) { statement.bind(index, plain); }, value);
  };
  for (const SqlValue& value : values_) bind_one(value);
  for (const RowKey* key : {after, up_to}) {
    if (key == nullptr) continue;
    bind_one(key->first);
    statement.bind(++index, key->id);
  }
}

}  // namespace guard::supervisor
