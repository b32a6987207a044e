// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/history/shell_history.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "supervisor/undo/history/earlier_names.h"
#include "supervisor/undo/store/held_place.h"

namespace guard::supervisor {
namespace {

constexpr auto kNames = std::to_array<std::string_view>(
    {".lesshst", ".viminfo", "fish_history", ".fish_history", ".histfile", ".zhistory",
     "ConsoleHost_history.txt", ".scala_history", "lesshst"});

bool has_history_name(const std::string& path) {
  const std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
  if (std::find(kNames.begin(), kNames.end(), name) != kNames.end()) return true;
  // ".bash_history", ".python_history", ".node_repl_history", ".psql_history-shop", ".irb-history"
  const bool hidden = name.starts_with('.');
  const std::size_t at = name.find("history");
  return hidden && at != std::string_view::npos && at > 1 &&
         (name[at - 1] == '_' || name[at - 1] == '-');
}

// vim deletes its file, and gives a new one the name.
bool file_stands_at(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

std::string history_path(const std::string& path) {
  std::error_code error;
  const auto found = std::filesystem::weakly_canonical(path, error);
  std::string text = error ? path : found.string();
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text;
}

std::string from_environment(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && value[0] == '/' ? history_path(value) : std::string();
}

// The folder of the git work tree around WORKSPACE; where there is none, WORKSPACE.
std::string work_tree_around(const std::string& workspace) {
  struct stat status {};
  for (std::string folder = workspace; folder.size() > 1; folder = folder_of(folder))
    if (::lstat((folder + "/.git").c_str(), &status) == 0) return folder;
  return workspace;
}

class Places {
 public:
  Places(const History& history, const HistoryPlaces& places)
      : places_(places), tree_(work_tree_around(history.session.workspace)) {
    // Somebody who works in the home folder, which is no work tree, has the histories in it.
    struct stat status {};
    const bool is_git = ::lstat((tree_ + "/.git").c_str(), &status) == 0;
    if (!is_git && is_at_or_below(places_.home, tree_)) tree_.clear();
  }

  [[nodiscard]] bool have(const std::string& path) const {
    if (!has_history_name(path) || (!tree_.empty() && is_at_or_below(path, tree_))) return false;
    if (!places_.home.empty() && folder_of(path) == places_.home) return true;
    return path == places_.file || std::ranges::any_of(places_.folders, [&](const auto& folder) {
             return is_at_or_below(path, folder);
           });
  }

 private:
  const HistoryPlaces& places_;
  std::string tree_;
};

// The changes of objects that are no histories.
class Others {
 public:
  Others(const History& history, const Places& places) : history_(history), places_(places) {
    const EarlierNames names(history);
    for (const UndoEntry& entry : history.entries)
      if (entry.deed != UndoDeed::kFolder && !is_of_history(entry, names)) note(entry);
  }

  [[nodiscard]] bool concern(const UndoEntry& entry) const {
    return objects_.contains(history_.current(entry.object.key)) || names_.contains(entry.path);
  }

 private:
  [[nodiscard]] bool is_of_history(const UndoEntry& entry, const EarlierNames& names) const {
    return entry.object.is_file() && entry.object.links < 2 && entry.deed != UndoDeed::kLink &&
           places_.have(entry.path) && (entry.to.empty() || places_.have(entry.to)) &&
           places_.have(names.before(entry));
  }
  void note(const UndoEntry& entry) {
    objects_.insert(history_.current(entry.object.key));
    if (!entry.to.empty()) names_.insert(entry.to);
    if (entry.deed == UndoDeed::kExchange || entry.deed == UndoDeed::kLink)
      names_.insert(entry.path);
  }

  const History& history_;
  const Places& places_;
  std::set<ObjectKey> objects_;
  std::set<std::string> names_;  // that such an object got
};

}  // namespace

HistoryPlaces history_places() {
  HistoryPlaces places;
  places.home = from_environment("HOME");
  places.file = from_environment("HISTFILE");
  if (!places.home.empty())
    for (const char* folder : {"/.config", "/.local/share", "/.local/state"})
      places.folders.push_back(history_path(places.home + folder));
  for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
    if (std::string folder = from_environment(name); !folder.empty())
      places.folders.push_back(std::move(folder));
  return places;
}

ShellHistories::ShellHistories(const History& history, const HistoryPlaces& places) {
  const Places known(history, places);
  std::vector<const UndoEntry*> candidates;
  for (const UndoEntry& entry : history.entries)
    if (entry.deed != UndoDeed::kFolder && known.have(entry.path)) candidates.push_back(&entry);
  if (candidates.empty()) return;
  const Others others(history, known);
  for (const UndoEntry* entry : candidates) {
    const bool went = entry->deed == UndoDeed::kDelete || entry->deed == UndoDeed::kReplace;
    if (!others.concern(*entry) && (!went || file_stands_at(entry->path)))
      numbers_.insert(entry->number);
  }
}

}  // namespace guard::supervisor
