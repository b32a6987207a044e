// SPDX-License-Identifier: Apache-2.0
// A state folder without its audit.db: either nothing was recorded there yet, or somebody took the
// database away, which what lies beside it shows. Looks, and changes nothing; any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_KEEP_MISSING_DATABASE_H_
#define GUARD_SUPERVISOR_AUDIT_KEEP_MISSING_DATABASE_H_

#include <cstddef>
#include <string>

namespace guard::supervisor {

[[nodiscard]] bool is_database_missing(const std::string& folder);

// The signs of a database of before, besides files that are found by their names.
struct Remains {
  std::size_t heads = 0;      // head_file.h
  std::size_t unwritten = 0;  // sessions with an unwritten_file.h
};
// Safe text for people, for a FOLDER whose database is missing.
[[nodiscard]] std::string missing_database_text(const std::string& folder, const Remains& remains);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_KEEP_MISSING_DATABASE_H_
