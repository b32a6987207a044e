// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/keep/pruner.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/text.h"
#include "base/uuid.h"
#include "supervisor/audit/keep/closing_record.h"
#include "supervisor/audit/record/chain.h"
#include "supervisor/audit/store/head_file.h"
#include "supervisor/audit/store/private_folder.h"
#include "supervisor/audit/store/recorder.h"
#include "supervisor/audit/store/schema.h"
#include "supervisor/audit/store/sqlite.h"
#include "supervisor/audit/store/unwritten_file.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kSessionsARecord = 500;

constexpr std::string_view kOldSql =
    "SELECT session_id, min(timestamp), max(timestamp), max(seq) FROM ("
    "SELECT session_id, timestamp, seq FROM records UNION ALL "
    "SELECT session_id, timestamp, seq FROM outcomes) "
    "GROUP BY session_id HAVING max(timestamp) < ?";
constexpr std::string_view kEndSql =
    "SELECT hash, kind FROM (SELECT hash, kind, seq FROM records WHERE session_id = ?1 UNION ALL "
    "SELECT hash, 'outcome', seq FROM outcomes WHERE session_id = ?1) ORDER BY seq DESC LIMIT 1";
constexpr std::array<std::string_view, 2> kDeletes = {"DELETE FROM outcomes WHERE session_id = ?",
                                                      "DELETE FROM records WHERE session_id = ?"};

Result<std::vector<OldSession>> found_old(Database& database, const std::string& before) {
  auto rows = database.prepare(kOldSql);
  if (!rows) return forward(rows.error());
  rows->bind(1, before);
  std::vector<OldSession> sessions;
  for (;;) {
    const auto row = rows->step();
    if (!row) return forward(row.error());
    if (!*row) return sessions;
    sessions.push_back({std::string(rows->text(0)), std::string(rows->text(1)),
                        std::string(rows->text(2)), static_cast<std::uint64_t>(rows->integer(3)),
                        ""});
  }
}

// Fills in its end. A session that was killed since the machine started may be one that is silent.
Result<bool> has_ended(Database& database, const std::map<std::string, Head>& heads,
                       OldSession& session) {
  auto rows = database.prepare(kEndSql);
  if (!rows) return forward(rows.error());
  rows->bind(1, session.id);
  const auto row = rows->step();
  if (!row) return forward(row.error());
  session.hash = rows->text(0);
  if (rows->text(1) == kKindEnd) return true;
  const auto head = heads.find(session.id);
  return head == heads.end() || (head->second.is_sound && head->second.boot != boot_id());
}

AuditRecord prune_record(const std::vector<OldSession>& sessions, std::size_t from, std::size_t to,
                         const Leaving& leaving) {
  AuditRecord record;
  record.user_id = leaving.user;
  record.tool_name = kPruneTool;
  record.act = "audit";
  auto list = nlohmann::json::array();
  std::uint64_t links = 0;
  for (std::size_t i = from; i < to; ++i) {
    const OldSession& session = sessions[i];
    links += session.links;
    list.push_back({{"id", session.id},
                    {"first", session.first},
                    {"last", session.last},
                    {"links", session.links},
                    {"hash", session.hash}});
  }
  record.effect = {{"sessions", std::move(list)}};
  const bool moved = !leaving.archive.empty();
  record.result_summary = (moved ? "moved " : "pruned ") + count_text(links, "link", "links") +
                          " of " + count_text(to - from, "session", "sessions");
  if (moved) {
    record.effect["archive"] = leaving.archive;
    record.result_summary += " to " + leaving.archive;
  }
  record.outcome = "done";
  return record;
}

Result<void> record_pruning(const std::string& folder, const std::vector<OldSession>& sessions,
                            const Leaving& leaving) {
  const auto recorder =
      Recorder::open(folder, (leaving.archive.empty() ? "prune-" : "rotate-") + make_uuid());
  if (!recorder) return forward(recorder.error());
  for (std::size_t from = 0; from < sessions.size(); from += kSessionsARecord) {
    const std::size_t to = std::min(from + kSessionsARecord, sessions.size());
    (*recorder)->record(prune_record(sessions, from, to, leaving));
  }
  return close_record(**recorder);
}

Result<void> delete_links(Database& database, const std::string& id) {
  for (const std::string_view sql : kDeletes) {
    auto statement = database.prepare(sql);
    if (!statement) return forward(statement.error());
    statement->bind(1, id);
    if (const auto run = statement->run(); !run) return run;
  }
  return {};
}

Result<bool> is_as_it_was(Database& database, const OldSession& session) {
  auto rows = database.prepare(kEndSql);
  if (!rows) return forward(rows.error());
  rows->bind(1, session.id);
  const auto row = rows->step();
  if (!row) return forward(row.error());
  return *row && rows->text(0) == session.hash;
}

// False: a session of the name writes again, since it was found to be old.
Result<bool> delete_session(Database& database, const OldSession& session) {
  if (const auto begun = database.execute("BEGIN IMMEDIATE"); !begun) return forward(begun.error());
  auto same = is_as_it_was(database, session);
  if (same && *same) {
    auto done = delete_links(database, session.id);
    if (done) done = database.execute("COMMIT");
    if (done) return true;
    same = forward(done.error());
  }
  (void)database.execute("ROLLBACK");
  return same;
}

}  // namespace

Result<std::vector<OldSession>> old_sessions(const std::string& directory,
                                             const std::string& before) {
  const auto folder = find_private_folder(directory);
  if (!folder) return forward(folder.error());
  const auto heads = read_heads(*folder);
  if (!heads) return forward(heads.error());
  auto database = open_record(*folder, Access::kReadOnly);
  if (!database) return forward(database.error());
  auto sessions = found_old(*database, before);
  if (!sessions) return sessions;
  std::vector<OldSession> ended;
  for (OldSession& session : *sessions) {
    const auto over = has_ended(*database, *heads, session);
    if (!over) return forward(over.error());
    if (*over) ended.push_back(std::move(session));
  }
  return ended;
}

Result<void> prune_sessions(const std::string& directory, const std::vector<OldSession>& sessions,
                            const Leaving& leaving, const Watch& watch) {
  const auto folder = find_private_folder(directory);
  if (!folder) return forward(folder.error());
  if (const auto recorded = record_pruning(*folder, sessions, leaving); !recorded) return recorded;
  auto database = open_record(*folder, Access::kWrite);
  if (!database) return forward(database.error());
  std::uint64_t done = 0;
  for (const OldSession& session : sessions) {
    if (const auto went_on = look(watch, done++, sessions.size()); !went_on) return went_on;
    const auto deleted = delete_session(*database, session);
    if (!deleted) return forward(deleted.error());
    if (!*deleted) continue;
    if (const auto removed = remove_unwritten(*folder, session.id); !removed) return removed;
    if (const auto removed = remove_head(*folder, session.id); !removed) return removed;
  }
  return {};
}

Result<void> compact(const std::string& directory) {
  const auto folder = find_private_folder(directory);
  if (!folder) return forward(folder.error());
  auto database = open_record(*folder, Access::kWrite);
  if (!database) return forward(database.error());
  // The pages pass through the log, which would keep their size.
  return database->execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
}

}  // namespace guard::supervisor
