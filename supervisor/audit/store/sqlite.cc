// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/store/sqlite.h"

#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

namespace guard::supervisor {
namespace {

constexpr std::chrono::milliseconds kBusyStep{5};
constexpr int kBusyTries = 2000;  // of kBusyStep: ten seconds

// Several sessions write one file: short waits, because a commit takes milliseconds.
int wait_for_lock(void* most, int tries) {
  if (tries >= *static_cast<const int*>(most)) return 0;
  std::this_thread::sleep_for(std::min(std::chrono::milliseconds(tries + 1), kBusyStep));
  return 1;
}

int errno_of(sqlite3* connection, int code) {
  if (code == SQLITE_FULL) return ENOSPC;
  if (code == SQLITE_INTERRUPT) return EINTR;
  const bool from_system = code == SQLITE_IOERR || code == SQLITE_CANTOPEN;
  return from_system ? sqlite3_system_errno(connection) : 0;
}

tl::unexpected<Error> failure(sqlite3* connection) {
  const int code = sqlite3_errcode(connection);
  if (const int number = errno_of(connection, code); number != 0) {
    return fail_with(number, "audit database");
  }
  const bool busy = code == SQLITE_BUSY || code == SQLITE_LOCKED;
  return fail(busy ? Code::kBusy : Code::kSystem,
              std::string("audit database: ") + sqlite3_errmsg(connection));
}

int keep_page_count(void* pages, sqlite3* /*connection*/, const char* /*name*/, int count) {
  *static_cast<int*>(pages) = count;
  return SQLITE_OK;
}

}  // namespace

Statement::Statement(sqlite3_stmt* statement) : statement_(statement) {}

void Statement::Finalizer::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

void Statement::bind(int index, std::string_view text) {
  // A null pointer would bind NULL, not the empty text.
  const char* const bytes = text.data() == nullptr ? "" : text.data();
  sqlite3_bind_text64(statement_.get(), index, bytes, text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void Statement::bind(int index, std::int64_t value) {
  sqlite3_bind_int64(statement_.get(), index, value);
}

void Statement::bind_null(int index) {
  sqlite3_bind_null(statement_.get(), index);
}

Result<bool> Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  auto error = failure(sqlite3_db_handle(statement_.get()));
  reset();
  return error;
}

Result<void> Statement::run() {
  for (;;) {
    const auto row = step();
    if (!row) return forward(row.error());
    if (!*row) break;
  }
  reset();
  return {};
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
}

std::string_view Statement::text(int column) const {
  const unsigned char* const bytes = sqlite3_column_text(statement_.get(), column);
  if (bytes == nullptr) return {};
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

Result<Database> Database::open(const std::string& path, Access access) {
  const int mode =
      access == Access::kWrite ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  sqlite3* connection = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &connection,
                                   mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW, nullptr);
  Database database(connection);
  if (connection == nullptr) return fail(Code::kSystem, "audit database: out of memory");
  if (code != SQLITE_OK) return failure(connection);
  sqlite3_busy_handler(connection, wait_for_lock, database.busy_tries_.get());
  // The log outlives its connection: emptying it at every end, and making it anew at every start,
  // costs several waits for the disk.
  int keep = 1;
  sqlite3_file_control(connection, nullptr, SQLITE_FCNTL_PERSIST_WAL, &keep);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  return database;
}

Database::Database(sqlite3* connection)
    : busy_tries_(std::make_unique<int>(kBusyTries)), connection_(connection) {}

void Database::wait_for_locks(std::chrono::milliseconds at_most) {
  *busy_tries_ = static_cast<int>(at_most / kBusyStep);
}

void Database::Closer::operator()(sqlite3* connection) const {
  sqlite3_close_v2(connection);
}

Result<void> Database::execute(const char* sql) {
  if (sqlite3_exec(connection_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
    return failure(connection_.get());
  }
  return {};
}

Result<Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(connection_.get(), sql.data(), static_cast<int>(sql.size()),
                                      0, &statement, nullptr);
  if (code != SQLITE_OK) return failure(connection_.get());
  return Statement(statement);
}

Result<std::int64_t> Database::integer_of(std::string_view sql) {
  auto statement = prepare(sql);
  if (!statement) return forward(statement.error());
  const auto row = statement->step();
  if (!row) return forward(row.error());
  return *row ? statement->integer(0) : 0;
}

// By SQLite's own descriptor: closing another one would drop its locks.
Result<std::string> Database::head_of_file(std::size_t length) {
  sqlite3_file* file = nullptr;
  std::string bytes(length, '\0');
  const int found =
      sqlite3_file_control(connection_.get(), "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (found != SQLITE_OK || file == nullptr || file->pMethods == nullptr)
    return fail(Code::kSystem, "audit database: has no file");
  const int read = file->pMethods->xRead(file, bytes.data(), static_cast<int>(length), 0);
  if (read != SQLITE_OK && read != SQLITE_IOERR_SHORT_READ) return fail_with(EIO, "audit database");
  return bytes;
}

void Database::count_log_pages(int* pages) {
  // Takes the place of SQLite's own checkpoint after a commit, which would make a waiting act wait
  // for it too.
  sqlite3_wal_hook(connection_.get(), keep_page_count, pages);
}

void Database::on_work(std::function<bool()> go_on) {
  constexpr int kSteps = 100'000;  // of SQLite's machine: about a millisecond
  go_on_ = std::make_unique<std::function<bool()>>(std::move(go_on));
  sqlite3_progress_handler(
      connection_.get(), kSteps,
      [](void* function) { return (*static_cast<std::function<bool()>*>(function))() ? 0 : 1; },
      go_on_.get());
}

void Database::checkpoint() {
  sqlite3_wal_checkpoint_v2(connection_.get(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr,
                            nullptr);
}

void Database::empty_log() {
  wait_for_locks(std::chrono::milliseconds(0));
  sqlite3_wal_checkpoint_v2(connection_.get(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr,
                            nullptr);
}

}  // namespace guard::supervisor
