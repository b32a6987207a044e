// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/history/file_count.h"

#include "base/text/text.h"
#include "supervisor/undo/history/companions.h"

namespace guard::supervisor {

std::string FileCount::text() const {
  const std::string of_files = count_text(files, "file", "files");
  if (folders == 0) return of_files;
  const std::string of_folders = count_text(folders, "folder", "folders");
  return files == 0 ? of_folders : of_files + " and " + of_folders;
}

bool is_counted(const UndoEntry& entry) {
  UndoEntry given_back;  // by an undo
  given_back.number = entry.reverts;
  return entry.deed != UndoDeed::kFolder && !is_companion(entry) && !is_companion(given_back);
}

void FileTally::add(const UndoEntry& entry) {
  if (is_counted(entry)) is_folder_.try_emplace(entry.path, entry.object.is_folder());
}

FileCount FileTally::count() const {
  FileCount count;
  for (const auto& [path, is_folder] : is_folder_) ++(is_folder ? count.folders : count.files);
  return count;
}

}  // namespace guard::supervisor
