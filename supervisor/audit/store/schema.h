// SPDX-License-Identifier: Apache-2.0
// The tables of audit.db (docs/audit_format.md) and their version. A file of a newer version is
// refused: its meaning is not ours to guess.
#ifndef GUARD_SUPERVISOR_AUDIT_STORE_SCHEMA_H_
#define GUARD_SUPERVISOR_AUDIT_STORE_SCHEMA_H_

#include <string>

#include "base/error.h"
#include "supervisor/audit/store/sqlite.h"

namespace guard::supervisor {

inline constexpr const char* kDatabaseName = "audit.db";
inline constexpr int kSchemaVersion = 1;

// Makes the tables in an empty file; several processes may try at the same time.
[[nodiscard]] Result<void> create_schema(Database& database);
// Its tables, indexes and triggers are those that create_schema makes, to the letter.
// kNotFound: the file holds no tables yet.
[[nodiscard]] Result<void> check_schema(Database& database);
// FOLDER/audit.db, with tables as they should be.
[[nodiscard]] Result<Database> open_record(const std::string& folder, Access access);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_STORE_SCHEMA_H_
