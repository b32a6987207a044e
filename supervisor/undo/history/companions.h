// SPDX-License-Identifier: Apache-2.0
// Files that belong together: a database and what its library keeps beside it (SQLite, LMDB,
// LevelDB and RocksDB, Berkeley DB), and the state of a git operation. An old database beside a new
// log is damaged: whoever opens it replays the log. So what a session made beside a file that is
// given back goes aside with it. Looks at what is there; any thread.
#ifndef GUARD_SUPERVISOR_UNDO_HISTORY_COMPANIONS_H_
#define GUARD_SUPERVISOR_UNDO_HISTORY_COMPANIONS_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "supervisor/undo/history/history.h"

namespace guard::supervisor {

// One group: its kind, and the file or folder that it is about.
struct FileGroup {
  enum Kind { kNone, kSqlite, kLmdb, kLevel, kBerkeley, kGit } kind = kNone;
  std::string about;
  auto operator<=>(const FileGroup&) const = default;
};

// The entries that belong together. One thread; HISTORY, and what is there, stay as they are
// meanwhile.
class FileGroups {
 public:
  // ROOT: STATE/undo.
  FileGroups(std::string root, const History& history);
  [[nodiscard]] FileGroup of(const UndoEntry& entry);
  // For a choice of single files: what belongs together has one name; "": ENTRY stands alone. So
  // do the files of a repository: somebody who names one of them wants that one.
  [[nodiscard]] std::string name_of(const UndoEntry& entry);

 private:
  struct Folder {
    bool is_level = false;      // of LevelDB or RocksDB: CURRENT names a manifest
    bool has_berkeley = false;  // environment or log
  };
  [[nodiscard]] const Folder& folder(const std::string& path);
  [[nodiscard]] bool is_sqlite(const UndoEntry& entry, const std::string& base) const;

  const std::string root_;
  const History& history_;
  std::set<std::string> sqlite_bases_;   // of whose log or journal the history tells
  std::set<std::string> level_folders_;  // in which CURRENT named a manifest
  std::map<std::string, Folder> folders_;
};

// Adds to HISTORY what was made since the session began beside the files of CHOSEN, as entries that
// are given back by taking it away (UndoDeed::kPlaced), with numbers that no journal has. A file
// that the session has not on record as its own (made_list.h) is marked so: it needs a choice.
// Pointers to its entries hold no more. CHOSEN: numbers of entries.
void add_companions(const std::string& root, History& history,
                    const std::set<std::uint64_t>& chosen);
// ENTRY is one of these.
[[nodiscard]] bool is_companion(const UndoEntry& entry);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_HISTORY_COMPANIONS_H_
