// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/history/shell_history.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace guard::supervisor {
namespace {

constexpr auto kNames = std::to_array<std::string_view>(
    {".lesshst", ".viminfo", "fish_history", ".fish_history", ".histfile", ".zhistory",
     "ConsoleHost_history.txt", ".scala_history", "lesshst"});

// vim deletes its file, and gives a new one the name.
bool stands_again(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

}  // namespace

bool is_shell_history(const UndoEntry& entry) {
  if (entry.deed == UndoDeed::kFolder || !entry.object.is_file()) return false;
  if (entry.deed == UndoDeed::kDelete && !stands_again(entry.path)) return false;
  const std::string_view name = std::string_view(entry.path).substr(entry.path.rfind('/') + 1);
  if (std::find(kNames.begin(), kNames.end(), name) != kNames.end()) return true;
  // ".bash_history", ".python_history", ".node_repl_history", ".psql_history-shop", ".irb-history"
  const bool hidden = name.starts_with('.');
  const std::size_t at = name.find("history");
  return hidden && at != std::string_view::npos && at > 1 &&
         (name[at - 1] == '_' || name[at - 1] == '-');
}

}  // namespace guard::supervisor
