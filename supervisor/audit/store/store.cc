// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/store/store.h"

#include <sys/statvfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <concepts>
#include <string_view>
#include <thread>

#include "base/text/text.h"
#include "supervisor/audit/record/fields.h"
#include "supervisor/audit/record/json_text.h"
#include "supervisor/audit/store/private_folder.h"
#include "supervisor/audit/store/schema.h"

namespace guard::supervisor {
namespace {

enum StatementIndex : std::size_t { kChainEnd, kInsertRecord, kInsertOutcome, kTouch };

constexpr std::string_view kLastKindSql =
    "SELECT kind FROM records WHERE session_id = ? ORDER BY seq DESC LIMIT 1";
constexpr std::string_view kChainEndSql =
    "SELECT seq, hash FROM ("
    "SELECT * FROM (SELECT seq, hash FROM records WHERE session_id = ?1 ORDER BY seq DESC LIMIT 1) "
    "UNION ALL "
    "SELECT * FROM (SELECT seq, hash FROM outcomes WHERE session_id = ?1 ORDER BY seq DESC LIMIT "
    "1)) ORDER BY seq DESC LIMIT 1";
constexpr std::string_view kInsertOutcomeSql =
    "INSERT INTO outcomes (duration_ms, errno, hash, intent_seq, outcome, prev_hash, request_id, "
    "result_summary, seq, session_id, timestamp) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
// Another value each time: SQLite writes no page for one that stays the same, and then nothing goes
// to the disk.
constexpr std::string_view kTouchSql =
    "UPDATE meta SET value = CASE value WHEN '' THEN '-' ELSE '' END WHERE key = 'synced'";

constexpr unsigned long kRoomToStart = 256UL << 10U;
constexpr std::chrono::seconds kLockWait{10};
constexpr std::chrono::milliseconds kLockWaitWhileHeld{300};
constexpr int kTidyPages = 2000;  // 8 MB
// A log that is left is read by the next start, about 4 ms for 8 MB *(measured)*.
constexpr int kPagesToLeave = 100;
constexpr std::size_t kMaxOpenIntents = 1U << 18U;  // about 25 MB

std::string insert_record_sql() {
  std::string names;
  std::string places;
  for (const RecordField& field : kRecordFields) {
    names += (names.empty() ? "" : ", ") + std::string(field.name);
    places += places.empty() ? "?" : ", ?";
  }
  return "INSERT INTO records (" + names + ") VALUES (" + places + ")";
}

// Binds the members of one record; keeps the texts it had to make until the statement has run.
class Binder {
 public:
  explicit Binder(Statement& statement) : statement_(statement) {}

  void bind_all(const AuditRecord& record) {
    for (std::size_t i = 0; i < kRecordFields.size(); ++i) {
      index_ = i;
      std::visit([&](auto member) { bind(record.*member); }, kRecordFields[i].member);
    }
  }

 private:
  void bind(const std::string& value) { statement_.bind(place(), value); }
  void bind(const std::optional<std::string>& value) {
    if (value) return statement_.bind(place(), *value);
    statement_.bind_null(place());
  }
  void bind(const std::vector<std::string>& value) {
    append_json(made_[index_], value);
    statement_.bind(place(), made_[index_]);
  }
  void bind(const nlohmann::json& value) {
    made_[index_] = json_text(value);
    statement_.bind(place(), made_[index_]);
  }
  void bind(std::integral auto value) {
    statement_.bind(place(), static_cast<std::int64_t>(value));
  }
  [[nodiscard]] int place() const { return static_cast<int>(index_) + 1; }

  Statement& statement_;
  std::size_t index_ = 0;
  std::array<std::string, kRecordFields.size()> made_;
};

std::string prefixed(const std::string& path, const Error& error) {
  return safe_text(path) + ": " + error.context;
}

Error at_path(const std::string& path, Error error) {
  error.context = prefixed(path, error);
  return error;
}

Result<void> switch_to_wal(Database& database) {
  auto statement = database.prepare("PRAGMA journal_mode = WAL");
  if (!statement) return forward(statement.error());
  const auto row = statement->step();
  if (!row) return forward(row.error());
  if (!*row || statement->text(0) != "wal") {
    return fail(Code::kUnsupported, "audit database: this file system allows no shared log");
  }
  return {};
}

// Another process may be making the same switch; it holds the lock for a moment only.
Result<void> use_write_ahead_log(Database& database) {
  Result<void> result = switch_to_wal(database);
  for (int tries = 0; tries < 500 && !result && result.error().code == Code::kBusy; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    result = switch_to_wal(database);
  }
  return result;
}

// A log that is there already may take one more page on a full disk; a session needs more.
Result<void> check_room(const std::string& folder) {
  struct statvfs disk {};
  if (::statvfs(folder.c_str(), &disk) != 0) return fail_errno(safe_text(folder));
  const auto blocks = ::geteuid() == 0 ? disk.f_bfree : disk.f_bavail;
  if (blocks * disk.f_frsize < kRoomToStart) return fail_with(ENOSPC, safe_text(folder));
  return {};
}

bool closes(const std::vector<Entry*>& entries) {
  const auto* last = entries.empty() ? nullptr : std::get_if<AuditRecord>(entries.back());
  return last != nullptr && last->kind == kKindEnd;
}

}  // namespace

AuditStore::AuditStore(Database database, std::string session_id)
    : database_(std::move(database)),
      session_id_(std::move(session_id)),
      log_pages_(std::make_unique<int>(0)) {}

Result<AuditStore> AuditStore::open(const std::string& directory, const std::string& session_id) {
  const auto folder = open_private_folder(directory);
  if (!folder) return forward(folder.error());
  if (const auto room = check_room(*folder); !room) return forward(room.error());
  const std::string path = *folder + "/" + kDatabaseName;
  if (const auto file = ensure_private_file(path); !file) return forward(file.error());
  auto database = Database::open(path, Access::kWrite);
  if (!database) return forward(at_path(path, database.error()));
  AuditStore store(std::move(*database), session_id);
  if (const auto ready = store.prepare(path); !ready) return forward(at_path(path, ready.error()));
  auto head = HeadFile::open(*folder, session_id);
  if (!head) return forward(head.error());
  store.head_.emplace(std::move(*head));
  return store;
}

Result<void> AuditStore::prepare(const std::string& path) {
  if (const auto wal = use_write_ahead_log(database_); !wal) return wal;
  (void)database_.execute("PRAGMA cache_size = -16384; PRAGMA journal_size_limit = 67108864");
  if (const auto normal = database_.execute("PRAGMA synchronous = NORMAL"); !normal) return normal;
  if (const auto schema = create_schema(database_); !schema) return schema;
  const std::string insert = insert_record_sql();
  for (const std::string_view sql :
       {kChainEndSql, std::string_view(insert), kInsertOutcomeSql, kTouchSql}) {
    auto statement = database_.prepare(sql);
    if (!statement) return forward(statement.error());
    statements_.push_back(std::move(*statement));
  }
  if (const auto looked = look_at_last_run(); !looked) return looked;
  database_.count_log_pages(log_pages_.get());
  // A disk that takes nothing is noticed here.
  if (const auto written = write_nothing(); !written) return written;
  auto held = HeldDatabase::hold(path);
  if (!held) return forward(held.error());
  held_ = std::move(*held);
  return {};
}

Result<void> AuditStore::look_at_last_run() {
  auto statement = database_.prepare(kLastKindSql);
  if (!statement) return forward(statement.error());
  statement->bind(1, session_id_);
  const auto row = statement->step();
  if (!row) return forward(row.error());
  follows_unclosed_ = *row && statement->text(0) != kKindEnd;
  return {};
}

// The page is taken from the disk; that it lies there can wait for the first record that must.
Result<void> AuditStore::write_nothing() {
  return statements_[kTouch].run();
}

Result<void> AuditStore::set_durability(Durability durability) {
  if (durability == durability_) return {};
  const auto set = database_.execute(
      durability == Durability::kNow ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
  if (set) durability_ = durability;
  return set;
}

// A process that holds the lock that long holds it on purpose: then each act that must be on record
// first is refused soon, and does not wait another ten seconds.
Result<void> AuditStore::begin() {
  const auto begun = database_.execute("BEGIN IMMEDIATE");
  const bool is_held = !begun && begun.error().code == Code::kBusy;
  database_.wait_for_locks(is_held ? kLockWaitWhileHeld : kLockWait);
  return begun;
}

Result<void> AuditStore::write(const std::vector<Entry*>& entries, Durability durability) {
  if (const auto held = held_->check(database_); !held) return held;
  if (const auto set = set_durability(durability); !set) return set;
  if (const auto begun = begin(); !begun) return begun;
  batch_intents_.clear();
  const ChainEnd end_before = end_;
  Result<void> result = write_all(entries, durability);
  if (result) result = database_.execute("COMMIT");
  if (!result) {
    (void)database_.execute("ROLLBACK");
    end_ = end_before;
    for (const auto& [request_id, seq] : batch_intents_) open_intents_.erase(request_id);
    return result;
  }
  for (const Entry* entry : entries) {
    if (const auto* timed = std::get_if<TimedOutcome>(entry)) {
      open_intents_.erase(timed->outcome.request_id);
    }
  }
  // A reader that sees the session's end finds its head complete, and nothing written after it.
  if (closes(entries)) {
    write_new_head();
    head_->sync();
  }
  return {};
}

Result<void> AuditStore::write_all(const std::vector<Entry*>& entries, Durability durability) {
  // A commit that changes nothing would not reach the disk.
  if (entries.empty())
    return durability == Durability::kNow ? statements_[kTouch].run() : Result<void>();
  auto end = chain_end();
  if (!end) return forward(end.error());
  for (Entry* entry : entries) {
    const auto stored = std::visit([&](auto& value) { return insert(*end, value); }, *entry);
    if (!stored) return stored;
  }
  end_ = *end;
  return {};
}

Result<ChainEnd> AuditStore::chain_end() {
  Statement& statement = statements_[kChainEnd];
  statement.bind(1, session_id_);
  const auto row = statement.step();
  if (!row) return forward(row.error());
  ChainEnd end;
  if (*row) {
    end = {static_cast<std::uint64_t>(statement.integer(0)), std::string(statement.text(1))};
  }
  statement.reset();
  return end;
}

Result<void> AuditStore::insert(ChainEnd& end, AuditRecord& record) {
  if (record.kind == kKindEnd) record.effect["links"] = end.seq + 1;
  append_to(end, record);
  if (record.kind == kKindIntent && open_intents_.size() < kMaxOpenIntents) {
    open_intents_.insert_or_assign(record.request_id, record.seq);
    batch_intents_.emplace_back(record.request_id, record.seq);
  }
  Binder binder(statements_[kInsertRecord]);
  binder.bind_all(record);
  return statements_[kInsertRecord].run();
}

Result<void> AuditStore::insert(ChainEnd& end, const TimedOutcome& timed) {
  OutcomeLink link;
  link.outcome = timed.outcome;
  link.session_id = session_id_;
  link.intent_seq = intent_seq_of(timed.outcome.request_id);
  link.timestamp = timed.timestamp;
  append_to(end, link);
  Statement& statement = statements_[kInsertOutcome];
  statement.bind(1, link.outcome.duration_ms);
  statement.bind(2, std::int64_t{link.outcome.error});
  statement.bind(3, link.hash);
  statement.bind(4, static_cast<std::int64_t>(link.intent_seq));
  statement.bind(5, link.outcome.outcome);
  statement.bind(6, link.prev_hash);
  statement.bind(7, link.outcome.request_id);
  statement.bind(8, link.outcome.result_summary);
  statement.bind(9, static_cast<std::int64_t>(link.seq));
  statement.bind(10, link.session_id);
  statement.bind(11, link.timestamp);
  return statement.run();
}

std::uint64_t AuditStore::intent_seq_of(const std::string& request_id) const {
  const auto found = open_intents_.find(request_id);
  return found == open_intents_.end() ? 0 : found->second;
}

// A head that cannot be written stays behind until the next commit: verification then misses less,
// and no act waits for it.
void AuditStore::write_new_head() {
  if (end_.seq == head_seq_) return;
  if (head_->write(end_)) head_seq_ = end_.seq;
}

void AuditStore::tidy() {
  write_new_head();
  if (*log_pages_ < kTidyPages) return;
  database_.checkpoint();
  *log_pages_ = 0;
}

// The next start finds a log with its first page, and waits for no disk to make one.
void AuditStore::close_log() {
  if (*log_pages_ < kPagesToLeave || !held_->check(database_)) return;
  database_.empty_log();
  (void)write_nothing();
}

}  // namespace guard::supervisor
