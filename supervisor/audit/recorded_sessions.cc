// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/recorded_sessions.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "supervisor/audit/chain.h"

namespace guard::supervisor {
namespace {

// The next id is one leap along records_by_session, however many records a session has.
constexpr std::string_view kSessionsSql =
    "WITH RECURSIVE s(id) AS (SELECT min(session_id) FROM records UNION ALL "
    "SELECT (SELECT min(session_id) FROM records WHERE session_id > s.id) FROM s "
    "WHERE s.id IS NOT NULL) "
    "SELECT id, first FROM (SELECT s.id, (SELECT r.timestamp FROM records r "
    "WHERE r.session_id = s.id ORDER BY r.seq LIMIT 1) AS first FROM s WHERE s.id IS NOT NULL) "
    "WHERE first >= ?1 ORDER BY first DESC, id LIMIT ?2";
constexpr std::string_view kFirstSql =
    "SELECT user_id, level, result_summary FROM records WHERE session_id = ? ORDER BY seq LIMIT 1";
constexpr std::string_view kLastSql =
    "SELECT kind, timestamp FROM records WHERE session_id = ? ORDER BY seq DESC LIMIT 1";
constexpr std::string_view kLastOutcomeSql =
    "SELECT timestamp FROM outcomes WHERE session_id = ? ORDER BY seq DESC LIMIT 1";
constexpr std::string_view kCommandSql =
    "SELECT argv FROM (SELECT argv, chain, seq FROM records WHERE session_id = ? AND act = 'exec' "
    "ORDER BY seq LIMIT 8) ORDER BY instr(chain, '\",\"') > 0, seq LIMIT 1";
constexpr std::string_view kCountsSql =
    "SELECT count(*), "
    "count(DISTINCT CASE WHEN approval_status IN ('approved', 'denied', 'timeout', 'withdrawn') "
    "THEN approval_id END), "
    "total(decision IN ('deny', 'block') AND act <> ?2), count(undo_id) "
    "FROM records WHERE session_id = ?1";

std::uint64_t count_at(const Statement& row, int column) {
  return static_cast<std::uint64_t>(row.integer(column));
}

std::vector<std::string> words_of(std::string_view json) {
  std::vector<std::string> words;
  const auto list = nlohmann::json::parse(json, nullptr, false);
  for (const auto& word : list) {
    if (word.is_string()) words.push_back(word.get<std::string>());
  }
  return words;
}

// Of the one row, if there is one.
template <class Take>
Result<void> take_row(Database& database, std::string_view sql, const std::string& session,
                      Take take) {
  auto rows = database.prepare(sql);
  if (!rows) return forward(rows.error());
  rows->bind(1, session);
  if (sql == kCountsSql) rows->bind(2, kAnswerTool);
  const auto row = rows->step();
  if (!row) return forward(row.error());
  if (*row) take(*rows);
  return {};
}

Result<void> fill_in(Database& database, RecordedSession& session) {
  const auto take = [&](std::string_view sql, auto taken) {
    return take_row(database, sql, session.id, taken);
  };
  auto read = take(kFirstSql, [&](const Statement& row) {
    session.user = row.text(0);
    session.level = row.text(1);
    session.summary = row.text(2);
  });
  if (read)
    read = take(kLastSql, [&](const Statement& row) {
      session.is_closed = row.text(0) == kKindEnd;
      session.last = row.text(1);
    });
  if (read)
    read = take(kLastOutcomeSql, [&](const Statement& row) {
      session.last = std::max(session.last, std::string(row.text(0)));
    });
  if (read)
    read =
        take(kCommandSql, [&](const Statement& row) { session.command = words_of(row.text(0)); });
  if (read)
    read = take(kCountsSql, [&](const Statement& row) {
      session.records = count_at(row, 0);
      session.asked = count_at(row, 1);
      session.denied = count_at(row, 2);
      session.saved = count_at(row, 3);
    });
  return read;
}

}  // namespace

Result<std::vector<RecordedSession>> begun_sessions(Database& database, const std::string& since,
                                                    std::uint64_t limit) {
  auto rows = database.prepare(kSessionsSql);
  if (!rows) return forward(rows.error());
  rows->bind(1, since);
  rows->bind(2, limit == 0 ? std::int64_t{-1} : static_cast<std::int64_t>(limit));
  std::vector<RecordedSession> sessions;
  for (;;) {
    const auto row = rows->step();
    if (!row) return forward(row.error());
    if (!*row) return sessions;
    RecordedSession session;
    session.id = rows->text(0);
    session.first = rows->text(1);
    sessions.push_back(std::move(session));
  }
}

Result<std::vector<RecordedSession>> recorded_sessions(Database& database, const std::string& since,
                                                       std::uint64_t limit) {
  auto sessions = begun_sessions(database, since, limit);
  if (!sessions) return sessions;
  for (RecordedSession& session : *sessions) {
    if (const auto filled = fill_in(database, session); !filled) return forward(filled.error());
  }
  return sessions;
}

}  // namespace guard::supervisor
