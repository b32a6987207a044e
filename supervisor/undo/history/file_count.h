// SPDX-License-Identifier: Apache-2.0
// FileCount: how many files and folders some entries are about, as people count: one that changed
// in several steps is one. The same for the end of a run, the list, the plan and the result of an
// undo. A file that goes along with another one (companions.h), and the times of folders, count for
// nothing. Values; any thread.
#ifndef GUARD_SUPERVISOR_UNDO_HISTORY_FILE_COUNT_H_
#define GUARD_SUPERVISOR_UNDO_HISTORY_FILE_COUNT_H_

#include <cstddef>
#include <string>
#include <unordered_map>

#include "supervisor/undo/store/entry.h"

namespace guard::supervisor {

struct FileCount {
  std::size_t files = 0;
  std::size_t folders = 0;

  [[nodiscard]] std::size_t total() const { return files + folders; }
  // "3 files and 1 folder"; "0 files".
  [[nodiscard]] std::string text() const;
};

class FileTally {
 public:
  void add(const UndoEntry& entry);
  [[nodiscard]] FileCount count() const;

 private:
  std::unordered_map<std::string, bool> is_folder_;  // by path
};

// ENTRY is about a file or folder of its own.
[[nodiscard]] bool is_counted(const UndoEntry& entry);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_HISTORY_FILE_COUNT_H_
