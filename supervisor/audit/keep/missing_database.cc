// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/keep/missing_database.h"

#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <string_view>

#include "base/text/text.h"
#include "supervisor/audit/store/schema.h"

namespace guard::supervisor {
namespace {

// The database's log, what was rotated out of it, and what sessions saved for undo: a session that
// made one of these was on record.
constexpr std::array<std::string_view, 3> kBeside = {"audit.db-wal", "archive", "undo"};

bool is_there(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

void add(std::string& list, const std::string& what) {
  list += (list.empty() ? "" : ", ") + what;
}

std::string list_of(const std::string& folder, const Remains& remains) {
  std::string list;
  if (remains.heads != 0) add(list, "heads of " + count_text(remains.heads, "session", "sessions"));
  if (remains.unwritten != 0)
    add(list, "unwritten records of " + count_text(remains.unwritten, "session", "sessions"));
  for (const std::string_view name : kBeside)
    if (is_there(folder + "/" + std::string(name))) add(list, std::string(name));
  return list;
}

}  // namespace

bool is_database_missing(const std::string& folder) {
  struct stat status {};
  if (::lstat((folder + "/" + kDatabaseName).c_str(), &status) != 0) return errno == ENOENT;
  return S_ISREG(status.st_mode) && status.st_size == 0;
}

std::string missing_database_text(const std::string& folder, const Remains& remains) {
  const std::string list = list_of(folder, remains);
  if (list.empty()) return "no audit database in " + safe_text(folder);
  return "the audit database " + safe_text(folder + "/" + kDatabaseName) +
         " is missing, or empty. What guard keeps beside it is still there (" + list +
         "), so somebody removed, moved or emptied the database: put it back from a copy";
}

}  // namespace guard::supervisor
