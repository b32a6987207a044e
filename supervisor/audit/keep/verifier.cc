// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/keep/verifier.h"

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "base/text/text.h"
#include "supervisor/audit/keep/missing_database.h"
#include "supervisor/audit/record/chain.h"
#include "supervisor/audit/store/head_file.h"
#include "supervisor/audit/store/private_folder.h"
#include "supervisor/audit/store/schema.h"
#include "supervisor/audit/store/sqlite.h"
#include "supervisor/audit/store/stored_link.h"
#include "supervisor/audit/store/unwritten_file.h"

namespace guard::supervisor {
namespace {

constexpr std::array kFlawNames = {"none",     "changed",  "moved",    "removed",
                                   "inserted", "detached", "cut tail", "rewritten",
                                   "gone",     "bad head", "unwritten"};
constexpr std::array kStateNames = {"closed", "open", "unknown", "pruned", "rotated"};

constexpr const char* kTornHead =
    "its head file is torn: killed while it was written, or changed by somebody";
constexpr std::uint64_t kLookForPlace = 4096;  // so far up and down a moved link is recognised

std::string number(std::uint64_t value) {
  return std::to_string(value);
}

// Where in the chain the bytes would be right.
std::optional<std::uint64_t> true_place(const StoredLink& link) {
  for (std::uint64_t away = 1; away <= kLookForPlace; ++away) {
    if (link.hash_at(link.seq + away) == link.hash) return link.seq + away;
    if (away < link.seq && link.hash_at(link.seq - away) == link.hash) return link.seq - away;
  }
  return std::nullopt;
}

// One walk along a chain.
class Walk {
 public:
  Walk(SessionVerdict& verdict, const Head* head) : verdict_(verdict), head_(head) {}

  // Behind a bad link nothing is judged; whether the session closed is seen all the same.
  void take(const StoredLink& link) {
    closed_ = link.kind == kKindEnd;
    if (verdict_.flaw == Flaw::kNone) judge(link);
  }

  void finish() {
    verdict_.state = closed_ ? SessionState::kClosed : SessionState::kOpen;
    if (verdict_.flaw != Flaw::kNone || head_ == nullptr) return;
    if (!head_->is_sound) {
      set(Flaw::kBadHead, end_.seq, kTornHead);
    } else if (head_->end.seq > end_.seq) {
      set(Flaw::kCutTail, end_.seq + 1, cut_text());
    }
  }

 private:
  void judge(const StoredLink& link) {
    if (link.seq <= end_.seq)
      return bad(link, Flaw::kInserted, "two links have the place " + number(link.seq));
    if (link.hash_at(link.seq) != link.hash) return bad_bytes(link);
    if (link.seq != end_.seq + 1) return bad(link, Flaw::kRemoved, missing_text(link.seq));
    if (link.prev_hash != end_.hash)
      return bad(link, Flaw::kDetached, "it does not follow the link before it");
    if (head_ != nullptr && head_->is_sound && head_->end.seq == link.seq &&
        head_->end.hash != link.hash)
      return bad(link, Flaw::kRewritten, "the head file knows another hash for it");
    end_ = {link.seq, link.hash};
    verdict_.links = link.seq;
  }

  void set(Flaw flaw, std::uint64_t seq, std::string detail) {
    verdict_.flaw = flaw;
    verdict_.seq = seq;
    verdict_.detail = std::move(detail);
  }

  void bad(const StoredLink& link, Flaw flaw, std::string detail) {
    set(flaw, flaw == Flaw::kRemoved ? end_.seq + 1 : link.seq, std::move(detail));
    verdict_.request_id = link.request_id;
  }

  void bad_bytes(const StoredLink& link) {
    if (const auto place = true_place(link))
      return bad(link, Flaw::kMoved, "it was link " + number(*place) + " when it was written");
    return bad(link, Flaw::kChanged, "its bytes do not give its hash");
  }

  [[nodiscard]] std::string missing_text(std::uint64_t found) const {
    return number(found - end_.seq - 1) + " missing before link " + number(found);
  }

  [[nodiscard]] std::string cut_text() const {
    std::string text = number(head_->end.seq - end_.seq) + " missing at the end; the head knows " +
                       number(head_->end.seq);
    // Records that nobody waited for may not have reached the disk when the power went.
    if (head_->boot != boot_id()) text += " (the machine was restarted since)";
    return text;
  }

  SessionVerdict& verdict_;
  const Head* head_;
  ChainEnd end_;
  bool closed_ = false;
};

// How far all the walks are.
struct Course {
  const Watch& watch;
  std::uint64_t total = 0;
  std::uint64_t done = 0;

  Result<void> step() {
    constexpr std::uint64_t kLookEvery = 1024;
    return ++done % kLookEvery == 0 ? look(watch, done, total) : Result<void>();
  }
};

Result<void> walk(Database& database, const Head* head, Course& course, SessionVerdict& verdict) {
  Walk walk(verdict, head);
  auto links = StoredLinks::open(database, verdict.session);
  if (!links) return forward(links.error());
  for (;;) {
    const auto link = links->next();
    if (!link && verdict.flaw != Flaw::kNone) break;  // what is damaged further on comes after it
    if (!link) return forward(link.error());
    if (!*link) break;
    walk.take(**link);
    if (const auto went_on = course.step(); !went_on) return went_on;
  }
  walk.finish();
  return {};
}

// By session and last hash: the archive that it was moved to, or "".
using PrunedEnds = std::map<std::pair<std::string, std::string>, std::string>;

Result<PrunedEnds> pruned_ends(Database& database) {
  auto rows =
      database.prepare("SELECT effect FROM records WHERE tool_name = 'prune' AND act = 'audit'");
  if (!rows) return forward(rows.error());
  PrunedEnds ends;
  for (;;) {
    const auto row = rows->step();
    if (!row) return forward(row.error());
    if (!*row) return ends;
    const auto effect = nlohmann::json::parse(rows->text(0), nullptr, false);
    if (!effect.is_object() || !effect.contains("sessions")) continue;
    for (const auto& session : effect["sessions"]) {
      if (session.is_object())
        ends.emplace(std::pair(session.value("id", ""), session.value("hash", "")),
                     effect.value("archive", ""));
    }
  }
}

void say_where(const std::string& archive, SessionVerdict& verdict) {
  verdict.state = archive.empty() ? SessionState::kPruned : SessionState::kRotated;
  verdict.detail = archive;
}

void judge_absent(const PrunedEnds& pruned, const Head& head, SessionVerdict& verdict) {
  const auto end = pruned.find({verdict.session, head.end.hash});
  if (end != pruned.end()) return say_where(end->second, verdict);
  verdict.state = SessionState::kUnknown;
  verdict.flaw = head.is_sound ? Flaw::kGone : Flaw::kBadHead;
  verdict.seq = 1;
  verdict.detail = kTornHead;
  if (head.is_sound) verdict.detail = "all " + number(head.end.seq) + " links are missing";
}

Result<std::set<std::string>> sessions_of(Database& database, const std::string& only) {
  auto rows = database.prepare(
      "SELECT session_id FROM records WHERE ?1 = '' OR session_id = ?1 GROUP BY 1 UNION "
      "SELECT session_id FROM outcomes WHERE ?1 = '' OR session_id = ?1 GROUP BY 1");
  if (!rows) return forward(rows.error());
  rows->bind(1, only);
  std::set<std::string> sessions;
  for (;;) {
    const auto row = rows->step();
    if (!row) return forward(row.error());
    if (!*row) return sessions;
    sessions.emplace(rows->text(0));
  }
}

// SQLite puts what it found on a line of its own each.
std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) line += c == '\n' ? std::string("; ") : std::string(1, c);
  return line;
}

// An index that does not fit its table would show a chain that is not the stored one.
Result<void> check_file(Database& database) {
  auto rows = database.prepare("PRAGMA integrity_check(1)");
  if (!rows) return forward(rows.error());
  const auto row = rows->step();
  if (!row) return forward(row.error());
  if (*row && rows->text(0) == "ok") return {};
  return fail(Code::kInvalid,
              "audit database: the file is damaged: " + safe_text(one_line(rows->text(0))));
}

// Rows whose session is no text are of no chain: a walk along all of them does not meet these.
Result<void> check_count(Database& database, const std::string& only, std::uint64_t walked) {
  auto rows = database.prepare(
      "SELECT (SELECT count(*) FROM records WHERE ?1 = '' OR CAST(session_id AS TEXT) = ?1) + "
      "(SELECT count(*) FROM outcomes WHERE ?1 = '' OR CAST(session_id AS TEXT) = ?1)");
  if (!rows) return forward(rows.error());
  rows->bind(1, only);
  const auto row = rows->step();
  if (!row) return forward(row.error());
  const auto stored = static_cast<std::uint64_t>(rows->integer(0));
  if (stored == walked) return {};
  return fail(Code::kInvalid, "audit database: holds " + count_text(stored, "row", "rows") +
                                  ", the chains have " + number(walked) + ": rows were forged");
}

using Heads = std::map<std::string, Head>;
using Visit = std::function<void(const SessionVerdict&)>;

Result<void> visit_stored(Database& database, const Heads& heads,
                          const std::set<std::string>& sessions, Course& course,
                          const Visit& visit) {
  for (const std::string& session : sessions) {
    const auto head = heads.find(session);
    SessionVerdict verdict;
    verdict.session = session;
    verdict.has_head = head != heads.end();
    const auto walked = walk(database, verdict.has_head ? &head->second : nullptr, course, verdict);
    if (!walked) return walked;
    visit(verdict);
  }
  return {};
}

// Visits the heads of sessions of which there is no link.
void visit_heads(const Heads& heads, const PrunedEnds& pruned,
                 const std::set<std::string>& sessions, const std::string& only,
                 const Visit& visit) {
  for (const auto& [session, head] : heads) {
    if (sessions.contains(session) || (!only.empty() && session != only)) continue;
    if (head.is_sound && head.end.seq == 0) continue;  // nothing was ever committed
    SessionVerdict verdict;
    verdict.session = session;
    verdict.has_head = true;
    judge_absent(pruned, head, verdict);
    visit(verdict);
  }
}

Result<void> visit_absent(Database& database, const Heads& heads,
                          const std::set<std::string>& sessions, const std::string& only,
                          const Visit& visit) {
  const auto pruned = pruned_ends(database);
  if (!pruned) return forward(pruned.error());
  for (const auto& [end, archive] : *pruned) {
    const std::string& session = end.first;
    if (sessions.contains(session) || (!only.empty() && session != only)) continue;
    if (heads.contains(session)) continue;
    SessionVerdict verdict;
    verdict.session = session;
    say_where(archive, verdict);
    visit(verdict);
  }
  visit_heads(heads, *pruned, sessions, only, visit);
  return {};
}

using Unwritten = std::map<std::string, std::vector<std::string>>;

// Another flaw goes first; the files are named with it.
void add_unwritten(const std::vector<std::string>& paths, SessionVerdict& verdict) {
  for (const std::string& path : paths) {
    if (!verdict.detail.empty()) verdict.detail += "; ";
    verdict.detail += "what could not be stored is in " + path;
  }
  if (verdict.flaw != Flaw::kNone) return;
  verdict.flaw = Flaw::kUnwritten;
  verdict.seq = verdict.links + 1;
}

// Visits the sessions of which nothing at all could be stored.
void visit_unwritten(const Unwritten& unwritten, const std::string& only, const Visit& visit) {
  for (const auto& [session, paths] : unwritten) {
    if (!only.empty() && session != only) continue;
    SessionVerdict verdict;
    verdict.session = session;
    verdict.state = SessionState::kUnknown;
    add_unwritten(paths, verdict);
    visit(verdict);
  }
}

// Those files of UNWRITTEN that are told of with a session are not told of again. Both outlive what
// is returned.
Visit with_files(Unwritten& unwritten, const Visit& visit) {
  return [&unwritten, &visit](const SessionVerdict& seen) {
    const auto files = unwritten.find(seen.session);
    if (files == unwritten.end()) return visit(seen);
    SessionVerdict verdict = seen;
    add_unwritten(files->second, verdict);
    unwritten.erase(files);
    visit(verdict);
  };
}

// Every session that is known from what lies beside the database is bad then.
Result<void> visit_without_database(const std::string& folder, const Heads& heads,
                                    Unwritten unwritten, const std::string& only,
                                    const Visit& visit) {
  const Remains remains{heads.size(), unwritten.size()};
  visit_heads(heads, {}, {}, only, with_files(unwritten, visit));
  visit_unwritten(unwritten, only, visit);
  return fail(Code::kNotFound, missing_database_text(folder, remains));
}

Result<void> visit_all(Database& database, const Heads& heads, const std::string& only,
                       Course& course, const Visit& visit) {
  const auto sessions = sessions_of(database, only);
  if (!sessions) return forward(sessions.error());
  if (const auto stored = visit_stored(database, heads, *sessions, course, visit); !stored)
    return stored;
  return visit_absent(database, heads, *sessions, only, visit);
}

}  // namespace

const char* name_of(Flaw flaw) {
  return kFlawNames[static_cast<std::size_t>(flaw)];
}

const char* name_of(SessionState state) {
  return kStateNames[static_cast<std::size_t>(state)];
}

Result<void> verify_audit(const VerifyRequest& request, const Visit& visit) {
  const auto folder = find_private_folder(request.directory);
  if (!folder) return forward(folder.error());
  // Read before the database: heads never run ahead of it.
  const auto heads = read_heads(*folder);
  if (!heads) return forward(heads.error());
  auto unwritten = unwritten_files(*folder);
  if (!unwritten) return forward(unwritten.error());
  if (is_database_missing(*folder))
    return visit_without_database(*folder, *heads, *unwritten, request.session, visit);
  auto database = Database::open(*folder + "/" + kDatabaseName, Access::kReadOnly);
  if (!database) return forward(database.error());
  if (const auto schema = check_schema(*database); !schema) return schema;
  Course course{request.watch};
  if (request.watch) {
    database->on_work([&course] { return course.watch(course.done, course.total); });
    const auto links = database->integer_of(
        "SELECT coalesce((SELECT max(id) FROM records), 0) + "
        "coalesce((SELECT max(id) FROM outcomes), 0)");
    if (links && request.session.empty()) course.total = static_cast<std::uint64_t>(*links);
  }
  // One state of both tables, whatever is committed meanwhile.
  if (const auto begun = database->execute("BEGIN"); !begun) return begun;
  std::uint64_t walked = 0;
  bool is_whole = true;
  const Visit visit_with_files = with_files(*unwritten, visit);
  const auto count_and_visit = [&](const SessionVerdict& seen) {
    walked += seen.links;
    is_whole = is_whole && seen.flaw == Flaw::kNone;
    visit_with_files(seen);
  };
  const auto visited = visit_all(*database, *heads, request.session, course, count_and_visit);
  if (!visited) return visited;
  visit_unwritten(*unwritten, request.session, visit);
  if (is_whole) {
    const auto counted = check_count(*database, request.session, walked);
    if (!counted) return counted;
  }
  return check_file(*database);
}

}  // namespace guard::supervisor
