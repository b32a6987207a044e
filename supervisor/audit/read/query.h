// SPDX-License-Identifier: Apache-2.0
// AuditReader: reads DIR/audit.db while sessions write it. Read-only; takes the rows in short
// bites, so that neither a slow consumer nor a long export holds memory, the writer or the writer's
// log. Outcomes are joined to their intents; an intent that has none (its session crashed, or the
// act is under way) reads "unknown". One thread at a time.
#ifndef GUARD_SUPERVISOR_AUDIT_READ_QUERY_H_
#define GUARD_SUPERVISOR_AUDIT_READ_QUERY_H_

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "supervisor/audit/read/answers.h"
#include "supervisor/audit/read/record_page.h"
#include "supervisor/audit/read/record_tail.h"
#include "supervisor/audit/read/trends.h"
#include "supervisor/audit/record/chain.h"
#include "supervisor/audit/record/record.h"
#include "supervisor/audit/store/watch.h"

namespace guard::supervisor {

class Database;

enum class Order { kOldestFirst, kNewestFirst, kAsStored };

// Records of one session: all of them, or those of one of its runs (SessionRun).
struct SessionPart {
  std::string session;
  std::uint64_t first_seq = 0;
  std::uint64_t last_seq = 0;  // 0: to the last
  bool operator==(const SessionPart&) const = default;
};

// An empty field does not filter; all given fields must hold together. If a list has several texts,
// one must hold.
struct AuditFilter {
  std::string session;                // in the order of its chain
  std::vector<SessionPart> sessions;  // any of these, by time; then `session` is empty
  std::string since;  // ISO 8601 UTC as records have it (audit_time.h makes one); inclusive
  std::string until;  // exclusive
  std::vector<std::string> categories;  // among the record's categories
  int min_tier = 0;
  std::vector<std::string> decisions;  // of the record; or how a question ended (asked_words)
  std::vector<std::string> by;     // who answered its question, or where: "ana", "guard approve"
  std::vector<std::string> rules;  // of the record; with * ? or [ a pattern
  std::vector<std::string> acts;
  std::string path;             // part of an object's path; with * ? or [ a pattern for all of it
  std::string command;          // part of the arguments, joined by blanks
  std::string request_id;       // or its beginning
  std::string undo_id;          // what was saved under it
  std::string approval_id;      // of the question, or its beginning
  std::uint64_t first_seq = 0;  // of the session: from there on
  std::uint64_t last_seq = 0;   // up to there
  std::uint64_t seq = 0;        // its place in the session's chain
  bool saved = false;           // only what was kept for undo
  std::uint64_t limit = 0;      // the newest so many, in either order; 0: all
  Order order = Order::kOldestFirst;
  std::int64_t until_id = 0;  // up to that one; 0: to the last
  std::int64_t after_id = 0;  // stored after that one (StoredRecord::id)
  bool operator==(const AuditFilter&) const = default;
};

struct StoredRecord {
  AuditRecord record;                 // as it ended: outcome, errno and duration joined
  std::optional<OutcomeLink> ending;  // the link they come from
  std::optional<GivenAnswer> answer;  // that its question was given
  std::int64_t id = 0;                // of the row: later ones are greater
};

// The words that AuditFilter::decision takes besides a record's own: approved, denied, timeout,
// withdrawn, skipped (let through by --on-ask allow or with safe mode off), and unasked (nobody was
// asked: let through, or denied because nobody was there).
[[nodiscard]] const std::vector<std::string>& asked_words();
// The words of AuditFilter::acts besides the acts of a policy.
inline constexpr std::array kOwnActs = {kUndoTool,  kAnswerTool, kInheritTool, kBrakeTool,
                                        kAlertTool, kPolicyTool, "api",        "audit"};
// Every word that AuditFilter::decisions can hold.
[[nodiscard]] std::vector<std::string> decision_words();
// It would have been asked, and nobody was there to answer.
[[nodiscard]] bool is_unasked(const AuditRecord& record);

// to_json(record) and outcome_summary, outcome_timestamp, outcome_seq, outcome_prev_hash,
// outcome_hash; these are null without an ending. And answer_by, answer_channel, answer_scope,
// answer_ms; these are null without an answer.
[[nodiscard]] nlohmann::json to_json(const StoredRecord& stored);

struct AuditCounts {
  std::string name;                                           // "decision"
  std::vector<std::pair<std::string, std::uint64_t>> values;  // most frequent first
};

struct AuditStats {
  std::uint64_t records = 0;
  std::uint64_t sessions = 0;
  std::string first;  // timestamps; empty when there are no records
  std::string last;
  std::vector<AuditCounts> counts;
};

// A name may have been used several times: all of them write one chain.
struct SessionRun {
  std::uint64_t first_seq = 0;
  std::uint64_t last_seq = 0;
  std::string first;  // timestamps
  std::string last;
};

// A session as its records tell of it.
struct RecordedSession {
  std::string id;
  std::uint64_t run = 0;  // from 1 where the name was used several times, else 0
  SessionRun range;       // its records
  std::string after;      // when the run before ended; empty: there was none
  bool is_newest = true;  // of the name
  std::string user;
  std::string level;
  std::string last;                  // timestamp of its records, or of the last outcome
  std::vector<std::string> command;  // redacted; empty where none is on record
  std::string summary;               // of the first record
  std::uint64_t records = 0;
  std::uint64_t asked = 0;   // questions that came to an end
  std::uint64_t denied = 0;  // acts, by whomever
  std::uint64_t saved = 0;   // acts that were saved for undo
  bool is_closed = false;    // its closing record is the last
};

class AuditReader {
 public:
  // kNotFound: there is no database (yet).
  static Result<std::unique_ptr<AuditReader>> open(const std::string& directory);
  ~AuditReader();
  AuditReader(const AuditReader&) = delete;
  AuditReader& operator=(const AuditReader&) = delete;

  // The visitor returns false to stop.
  using Visitor = std::function<bool(const StoredRecord&)>;
  Result<void> each(const AuditFilter& filter, const Visitor& visit);
  // By time; by place in its chain where the filter names a session. The filter's own order and
  // limit do not count. kInvalid: the place is none.
  Result<RecordPage> page(const AuditFilter& filter, const PageWish& wish);  // record_page.cc
  // At most MOST records behind that place. is_all: what is left is under way.
  Result<RecordTail> tail(const TailPlace& after, std::uint64_t most);  // record_tail.cc
  // Every link that tail() has told up to that place, but for those that were moved away since.
  Result<void> links(const TailPlace& reached,
                     const std::function<void(const RecordedLink&)>& visit);  // record_tail.cc
  Result<std::int64_t> last_id();                                             // 0: no records
  Result<AuditStats> stats(const AuditFilter& filter);
  Result<AuditTrends> trends(const AuditFilter& filter);  // trends.cc
  // Those that began at SINCE or later (empty: all), the newest LIMIT (0: all), newest first.
  Result<std::vector<std::string>> session_ids(const std::string& since, std::uint64_t limit);
  // Oldest first; none: nothing is on record.
  Result<std::vector<SessionRun>> runs(const std::string& session);
  Result<std::vector<RecordedSession>> sessions(const std::string& since, std::uint64_t limit);
  // Looks on from now on.
  void watch(Watch watch);

 private:
  explicit AuditReader(std::unique_ptr<Database> database);
  std::unique_ptr<Database> database_;
  Answers answers_;
  Watch watch_;
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_READ_QUERY_H_
