// SPDX-License-Identifier: Apache-2.0
// The door to SQLite: a connection and a prepared statement as owners, errors as Error. A full disk
// reads "No space left on device", a taken lock is Code::kBusy. One thread at a time.
#ifndef GUARD_SUPERVISOR_AUDIT_STORE_SQLITE_H_
#define GUARD_SUPERVISOR_AUDIT_STORE_SQLITE_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

struct sqlite3;
struct sqlite3_stmt;

namespace guard::supervisor {

enum class Access { kWrite, kReadOnly };

class Statement {
 public:
  explicit Statement(sqlite3_stmt* statement);

  // Indexes count from 1. The bytes must live until the statement is reset.
  void bind(int index, std::string_view text);
  void bind(int index, std::int64_t value);
  void bind_null(int index);
  Result<bool> step();  // true: there is a row
  Result<void> run();   // step to the end, then reset
  void reset();

  // Columns count from 0.
  [[nodiscard]] std::string_view text(int column) const;  // lives until the next step or reset
  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] bool is_null(int column) const;

 private:
  struct Finalizer {
    void operator()(sqlite3_stmt* statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
};

class Database {
 public:
  // kWrite makes the file when it is missing. `path` must hold no symlink.
  static Result<Database> open(const std::string& path, Access access);

  Result<void> execute(const char* sql);
  Result<Statement> prepare(std::string_view sql);
  Result<std::int64_t> integer_of(std::string_view sql);  // first column of the first row
  // The first LENGTH bytes of the file itself, as it lies on the disk now.
  Result<std::string> head_of_file(std::size_t length);
  // After every commit: how many pages wait in the write-ahead log.
  void count_log_pages(int* pages);
  // Called now and then while a statement runs; false ends it with EINTR.
  void on_work(std::function<bool()> go_on);
  // How long a statement waits for a lock that another holds; 10 s unless said.
  void wait_for_locks(std::chrono::milliseconds at_most);
  void checkpoint();
  // The same to the end, with the log emptied, unless another connection is in the way: for the
  // last moment of a connection. The first one to come would read the whole log.
  void empty_log();  // without waiting for anybody; failing costs only disk

 private:
  struct Closer {
    void operator()(sqlite3* connection) const;
  };
  explicit Database(sqlite3* connection);
  std::unique_ptr<int> busy_tries_;  // these two outlive the connection
  std::unique_ptr<std::function<bool()>> go_on_;
  std::unique_ptr<sqlite3, Closer> connection_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_STORE_SQLITE_H_
