// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/restore/staged_since.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "supervisor/git/git_index_file.h"
#include "supervisor/undo/history/history.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> text_of(const fs::path& path) {
  const std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

// gitrepository-layout(5), commondir: of a further work tree the objects lie in the repository.
fs::path objects_of(const fs::path& git_folder) {
  auto common = text_of(git_folder / "commondir");
  if (!common) return git_folder / "objects";
  while (common->ends_with('\n')) common->pop_back();
  return git_folder / *common / "objects";
}

}  // namespace

bool staged_since(const std::string& index, std::chrono::system_clock::time_point since) {
  const auto bytes = text_of(index);
  if (!bytes) return fs::exists(index);
  const fs::path objects = objects_of(fs::path(index).parent_path());
  bool found = false;
  GitIndexEnd end;
  const bool is_read = read_git_index(
      *bytes,
      [&](const GitIndexEntry& entry) {
        if (found || entry.is_submodule() || entry.id.size() < 3) return;
        const fs::path object = objects / entry.id.substr(0, 2) / entry.id.substr(2);
        struct stat status {};
        found = ::lstat(object.c_str(), &status) == 0 && time_point_of(status.st_mtim) > since;
      },
      end);
  return found || !is_read || !end.shared.empty();
}

}  // namespace guard::supervisor
