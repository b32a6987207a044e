// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/store/schema.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace guard::supervisor {
namespace {

constexpr std::int64_t kApplicationId = 0x67756172;  // "guar"

// Columns of records carry the names of kRecordFields; lists and the effect are JSON text.
// There is no index over request_id: its values are random, so that every record would dirty a page
// of its own.
constexpr const char* kTables = R"sql(
CREATE TABLE records (
  id INTEGER PRIMARY KEY,
  act TEXT NOT NULL,
  approval_id TEXT,
  approval_status TEXT,
  args_hash TEXT NOT NULL,
  argv TEXT NOT NULL,
  categories TEXT NOT NULL,
  category TEXT NOT NULL,
  chain TEXT NOT NULL,
  cwd TEXT NOT NULL,
  decision TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  effect TEXT NOT NULL,
  errno INTEGER NOT NULL,
  exe TEXT NOT NULL,
  hash TEXT NOT NULL,
  kind TEXT NOT NULL,
  level TEXT NOT NULL,
  objects TEXT NOT NULL,
  outcome TEXT NOT NULL,
  pid INTEGER NOT NULL,
  prev_hash TEXT NOT NULL,
  reason TEXT NOT NULL,
  request_id TEXT NOT NULL,
  result_summary TEXT NOT NULL,
  risk_tier INTEGER NOT NULL,
  rule TEXT NOT NULL,
  seq INTEGER NOT NULL,
  session_id TEXT NOT NULL,
  syscall TEXT NOT NULL,
  timestamp TEXT NOT NULL,
  tool_name TEXT NOT NULL,
  undo_id TEXT,
  user_id TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX records_by_session ON records(session_id, seq);
CREATE INDEX records_by_time ON records(timestamp);
CREATE TABLE outcomes (
  id INTEGER PRIMARY KEY,
  duration_ms INTEGER NOT NULL,
  errno INTEGER NOT NULL,
  hash TEXT NOT NULL,
  intent_seq INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  prev_hash TEXT NOT NULL,
  request_id TEXT NOT NULL,
  result_summary TEXT NOT NULL,
  seq INTEGER NOT NULL,
  session_id TEXT NOT NULL,
  timestamp TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX outcomes_by_session ON outcomes(session_id, seq);
CREATE INDEX outcomes_by_intent ON outcomes(session_id, intent_seq);
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
INSERT INTO meta VALUES ('synced', '');
)sql";

std::string numbers_sql() {
  return "PRAGMA application_id = " + std::to_string(kApplicationId) +
         "; PRAGMA user_version = " + std::to_string(kSchemaVersion) + ";";
}

// The text of each statement, as SQLite keeps it for kTables. The index of a primary key has none,
// and VACUUM puts tables before indexes.
std::vector<std::string> statements_of(std::string_view script) {
  std::vector<std::string> out;
  while (!script.empty()) {
    const std::size_t end = std::min(script.find(';'), script.size());
    const std::size_t begin = std::min(script.find_first_not_of('\n'), end);
    const std::string_view statement = script.substr(begin, end - begin);
    if (statement.starts_with("CREATE ")) out.emplace_back(statement);
    script.remove_prefix(std::min(end + 1, script.size()));
  }
  std::sort(out.begin(), out.end());
  return out;
}

// A table that is not STRICT takes rows that no chain shows, a trigger keeps rows away.
Result<void> check_tables(Database& database) {
  auto rows = database.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL");
  if (!rows) return forward(rows.error());
  std::vector<std::string> found;
  for (;;) {
    const auto row = rows->step();
    if (!row) return forward(row.error());
    if (!*row) break;
    found.emplace_back(rows->text(0));
  }
  std::sort(found.begin(), found.end());
  static const std::vector<std::string> expected = statements_of(kTables);
  if (found == expected) return {};
  return fail(Code::kInvalid, "audit database: its tables are not as guard makes them");
}

Result<void> create_tables(Database& database) {
  if (const auto made = database.execute(kTables); !made) return made;
  return database.execute(numbers_sql().c_str());
}

}  // namespace

Result<void> check_schema(Database& database) {
  const auto version = database.integer_of("PRAGMA user_version");
  if (!version) return forward(version.error());
  const auto application = database.integer_of("PRAGMA application_id");
  if (!application) return forward(application.error());
  const auto tables = database.integer_of("SELECT count(*) FROM sqlite_schema");
  if (!tables) return forward(tables.error());
  if (*tables == 0) return fail(Code::kNotFound, "audit database: holds no records yet");
  if (*application != kApplicationId) {
    return fail(Code::kInvalid, "audit database: is not a file of guard");
  }
  if (*version != kSchemaVersion) {
    return fail(Code::kUnsupported, "audit database: has format " + std::to_string(*version) +
                                        ", this guard knows " + std::to_string(kSchemaVersion));
  }
  return check_tables(database);
}

Result<Database> open_record(const std::string& folder, Access access) {
  auto database = Database::open(folder + "/" + kDatabaseName, access);
  if (!database) return database;
  if (const auto schema = check_schema(*database); !schema) return forward(schema.error());
  return database;
}

Result<void> create_schema(Database& database) {
  if (const auto begun = database.execute("BEGIN IMMEDIATE"); !begun) return begun;
  auto result = check_schema(database);
  if (!result && result.error().code == Code::kNotFound) result = create_tables(database);
  if (result) result = database.execute("COMMIT");
  if (!result) (void)database.execute("ROLLBACK");
  return result;
}

}  // namespace guard::supervisor
