// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/read/recorded_sessions.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "supervisor/audit/record/chain.h"

namespace guard::supervisor {
namespace {

// The next id is one leap along records_by_session, however many records a session has.
constexpr std::string_view kSessionsSql =
    "WITH RECURSIVE s(id) AS (SELECT min(session_id) FROM records UNION ALL "
    "SELECT (SELECT min(session_id) FROM records WHERE session_id > s.id) FROM s "
    "WHERE s.id IS NOT NULL) "
    "SELECT s.id, (SELECT r.timestamp FROM records r WHERE r.session_id = s.id ORDER BY r.seq "
    "LIMIT 1) AS first, (SELECT r.timestamp FROM records r WHERE r.session_id = s.id "
    "ORDER BY r.seq DESC LIMIT 1) FROM s WHERE s.id IS NOT NULL ORDER BY first DESC, s.id";
constexpr std::string_view kBoundsSql =
    "SELECT seq, kind FROM records WHERE session_id = ? AND kind IN ('end', 'begin') ORDER BY seq";
constexpr std::string_view kEndsSql =
    "SELECT min(seq), max(seq) FROM records WHERE session_id = ? AND seq BETWEEN ? AND ?";
constexpr std::string_view kTimeSql =
    "SELECT timestamp FROM records WHERE session_id = ? AND seq = ?";
// For records from ?2 to ?3.
constexpr std::string_view kFirstSql =
    "SELECT user_id, level, result_summary FROM records WHERE session_id = ?1 AND seq = ?2 "
    "AND seq <= ?3";
constexpr std::string_view kLastSql =
    "SELECT kind, timestamp FROM records WHERE session_id = ?1 AND seq = ?3 AND seq >= ?2";
constexpr std::string_view kLastOutcomeSql =
    "SELECT timestamp FROM outcomes WHERE session_id = ?1 AND seq BETWEEN ?2 AND ?3 "
    "ORDER BY seq DESC LIMIT 1";
constexpr std::string_view kCommandSql =
    "SELECT argv FROM (SELECT argv, chain, seq FROM records WHERE session_id = ?1 "
    "AND seq BETWEEN ?2 AND ?3 AND act = 'exec' "
    "ORDER BY seq LIMIT 8) ORDER BY instr(chain, '\",\"') > 0, seq LIMIT 1";
constexpr std::string_view kCountsSql =
    "SELECT count(*), "
    "count(DISTINCT CASE WHEN approval_status IN ('approved', 'denied', 'timeout', 'withdrawn') "
    "THEN approval_id END), "
    "total(decision IN ('deny', 'block') AND act <> 'answer'), count(undo_id) "
    "FROM records WHERE session_id = ?1 AND seq BETWEEN ?2 AND ?3";

constexpr std::uint64_t kLastSeq = std::uint64_t{1} << 62U;

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

// Takes the one row, if there is one.
template <class Take>
Result<void> take_row(Database& database, std::string_view sql, const RecordedSession& session,
                      Take take) {
  auto rows = database.prepare(sql);
  if (!rows) return forward(rows.error());
  rows->bind(1, session.id);
  rows->bind(2, static_cast<std::int64_t>(session.range.first_seq));
  rows->bind(3, static_cast<std::int64_t>(session.range.last_seq));
  const auto row = rows->step();
  if (!row) return forward(row.error());
  if (*row) take(*rows);
  return {};
}

Result<void> fill_in(Database& database, RecordedSession& session) {
  const auto take = [&](std::string_view sql, auto taken) {
    return take_row(database, sql, session, taken);
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

// Where runs end: the last place of each but the newest.
Result<std::vector<std::uint64_t>> ends_of_runs(Database& database, const std::string& session) {
  auto rows = database.prepare(kBoundsSql);
  if (!rows) return forward(rows.error());
  rows->bind(1, session);
  std::vector<std::uint64_t> ends;
  for (;;) {
    const auto row = rows->step();
    if (!row) return forward(row.error());
    if (!*row) return ends;
    const std::uint64_t seq = count_at(*rows, 0);
    ends.push_back(rows->text(1) == kKindEnd ? seq : seq - 1);
  }
}

Result<std::string> time_at(Database& database, const std::string& session, std::int64_t seq) {
  auto row = database.prepare(kTimeSql);
  if (!row) return forward(row.error());
  row->bind(1, session);
  row->bind(2, seq);
  const auto found = row->step();
  if (!found) return forward(found.error());
  return *found ? std::string(row->text(0)) : std::string();
}

// The records from FROM to UNTIL; outcomes have places of their own between them.
Result<void> add_run(Database& database, const std::string& session, std::uint64_t from,
                     std::uint64_t until, std::vector<SessionRun>& runs) {
  auto row = database.prepare(kEndsSql);
  if (!row) return forward(row.error());
  row->bind(1, session);
  row->bind(2, static_cast<std::int64_t>(from));
  row->bind(3, static_cast<std::int64_t>(until));
  const auto found = row->step();
  if (!found) return forward(found.error());
  SessionRun run{count_at(*row, 0), count_at(*row, 1), "", ""};
  if (!*found || run.last_seq == 0) return {};
  auto first = time_at(database, session, row->integer(0));
  if (!first) return forward(first.error());
  auto last = time_at(database, session, row->integer(1));
  if (!last) return forward(last.error());
  run.first = std::move(*first);
  run.last = std::move(*last);
  runs.push_back(std::move(run));
  return {};
}

// The runs of one name, those that began before SINCE left out.
Result<void> add_sessions(Database& database, const std::string& id, const std::string& since,
                          std::vector<RecordedSession>& sessions) {
  const auto runs = runs_of(database, id);
  if (!runs) return forward(runs.error());
  for (std::size_t at = 0; at < runs->size(); ++at) {
    if (runs->at(at).first < since) continue;
    RecordedSession session;
    session.id = id;
    session.run = runs->size() == 1 ? 0 : at + 1;
    session.range = runs->at(at);
    session.is_newest = at + 1 == runs->size();
    if (at != 0) session.after = runs->at(at - 1).last;
    sessions.push_back(std::move(session));
  }
  return {};
}

}  // namespace

Result<std::vector<BegunSession>> begun_sessions(Database& database) {
  auto rows = database.prepare(kSessionsSql);
  if (!rows) return forward(rows.error());
  std::vector<BegunSession> sessions;
  for (;;) {
    const auto row = rows->step();
    if (!row) return forward(row.error());
    if (!*row) return sessions;
    sessions.push_back(
        {std::string(rows->text(0)), std::string(rows->text(1)), std::string(rows->text(2))});
  }
}

Result<std::vector<SessionRun>> runs_of(Database& database, const std::string& session) {
  const auto ends = ends_of_runs(database, session);
  if (!ends) return forward(ends.error());
  std::vector<SessionRun> runs;
  std::uint64_t from = 1;
  for (const std::uint64_t end : *ends) {
    if (const auto added = add_run(database, session, from, end, runs); !added)
      return forward(added.error());
    from = end + 1;
  }
  if (const auto added = add_run(database, session, from, kLastSeq, runs); !added)
    return forward(added.error());
  return runs;
}

Result<std::vector<RecordedSession>> recorded_sessions(Database& database, const std::string& since,
                                                       std::uint64_t limit) {
  const auto begun = begun_sessions(database);
  if (!begun) return forward(begun.error());
  const std::size_t most = limit == 0 ? begun->size() : std::min<std::size_t>(limit, begun->size());
  // A name that was first used before the newest so many may have been used again since.
  const std::string oldest =
      most == 0 || most == begun->size() ? since : std::max(since, begun->at(most - 1).first);
  std::vector<RecordedSession> sessions;
  for (const BegunSession& session : *begun) {
    if (session.last < oldest) continue;
    if (const auto added = add_sessions(database, session.id, since, sessions); !added)
      return forward(added.error());
  }
  std::stable_sort(sessions.begin(), sessions.end(),
                   [](const auto& a, const auto& b) { return a.range.first > b.range.first; });
  if (limit != 0 && sessions.size() > limit) sessions.resize(limit);
  for (RecordedSession& session : sessions) {
    if (const auto filled = fill_in(database, session); !filled) return forward(filled.error());
  }
  return sessions;
}

}  // namespace guard::supervisor
