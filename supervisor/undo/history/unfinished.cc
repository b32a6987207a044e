// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/history/unfinished.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "supervisor/undo/store/held_place.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

bool is_kept_type(mode_t mode) {
  return S_ISREG(mode) || S_ISFIFO(mode) || S_ISSOCK(mode);
}

bool still_stands(const UndoEntry& entry, const struct stat& kept) {
  const UniqueFd there = hold_object(entry.path);
  struct stat status {};
  return there.valid() && ::fstat(there.get(), &status) == 0 && status.st_dev == kept.st_dev &&
         status.st_ino == kept.st_ino;
}

}  // namespace

void drop_unfinished(const std::string& root, const History& history) {
  std::map<std::string, const UndoEntry*> entries;
  for (const UndoEntry& entry : history.entries) entries.emplace(entry.content, &entry);
  const std::string folder = history.session.name + "/content/";
  std::error_code error;
  for (fs::directory_iterator at(root + "/" + folder, error), end; !error && at != end;
       at.increment(error)) {
    const char* const path = at->path().c_str();
    struct stat kept {};
    if (::lstat(path, &kept) != 0 || !is_kept_type(kept.st_mode) || kept.st_nlink < 2) continue;
    const auto entry = entries.find(folder + at->path().filename().string());
    // Without a line in the journal nothing had happened yet.
    if (entry == entries.end() || still_stands(*entry->second, kept)) ::unlink(path);
  }
}

}  // namespace guard::supervisor
