// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/restore/staged_since.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "supervisor/git/git_files.h"
#include "supervisor/git/git_work_index.h"
#include "supervisor/undo/history/history.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

// gitrepository-layout(5), commondir: the objects of a further work tree lie in the repository.
std::optional<fs::path> objects_of(const fs::path& git_folder) {
  const auto common = text_of_git_file(git_folder / "commondir");
  if (!common) return std::nullopt;
  if (common->empty()) return git_folder / "objects";
  return git_folder / without_newline(*common) / "objects";
}

}  // namespace

bool staged_since(const std::string& index, std::chrono::system_clock::time_point since) {
  const auto now = read_work_index(index);
  const auto objects = objects_of(fs::path(index).parent_path());
  if (!now || !objects) return true;
  return std::ranges::any_of(now->entries, [&](const GitIndexEntry& entry) {
    if (entry.is_submodule() || entry.id.size() < 3) return false;
    const fs::path object = *objects / entry.id.substr(0, 2) / entry.id.substr(2);
    struct stat status {};
    return ::lstat(object.c_str(), &status) == 0 && time_point_of(status.st_mtim) > since;
  });
}

}  // namespace guard::supervisor
