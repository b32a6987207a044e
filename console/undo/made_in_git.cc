// SPDX-License-Identifier: Apache-2.0
#include "console/undo/made_in_git.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include "base/files/unique_fd.h"
#include "console/undo/undo_git.h"
#include "supervisor/git/git_head.h"
#include "supervisor/git/git_objects.h"
#include "supervisor/undo/history/made_objects.h"

namespace guard::console {
namespace {

namespace fs = std::filesystem;
using supervisor::History;
using supervisor::UndoEntry;

class MadeRepositories {
 public:
  MadeRepositories(const History& history, const std::vector<const UndoEntry*>& entries)
      : history_(history) {
    for (const UndoEntry* entry : entries)
      if (supervisor::is_made(*entry)) made_.emplace(entry->path, entry);
  }

  [[nodiscard]] bool made(const std::string& repository) const {
    return made_.contains(repository);
  }
  // A folder of before that the session made look like a bare repository.
  [[nodiscard]] bool made_look_so(const std::string& repository) const {
    constexpr auto kParts = std::to_array<const char*>({"/HEAD", "/config", "/objects", "/refs"});
    return !made(repository) && !repository.ends_with("/.git") &&
           std::ranges::any_of(kParts, [&](const char* part) { return made(repository + part); });
  }
  // The session made REPOSITORY, and it is as the session left it.
  [[nodiscard]] bool is_whole(const std::string& repository) {
    const auto [known, is_new] = whole_.try_emplace(repository, false);
    if (is_new) known->second = is_as_made(repository) && has_nothing_else(repository);
    return known->second;
  }

 private:
  [[nodiscard]] bool is_as_made(const std::string& path) const {
    const auto found = made_.find(path);
    if (found == made_.end()) return false;
    const UndoEntry& entry = *found->second;
    return !history_.is_others_change(history_.current(entry.object.key),
                                      supervisor::time_point_of(entry.object.changed));
  }
  [[nodiscard]] bool has_nothing_else(const std::string& repository) const {
    std::error_code error;
    // The file `.git` of a further work tree, or of a submodule: it names the repository.
    if (fs::is_regular_file(fs::symlink_status(repository, error)) && !error) return true;
    fs::recursive_directory_iterator at(repository, error);
    for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error))
      if (!is_as_made(at->path().string())) return false;
    return !error;
  }

  const History& history_;
  std::map<std::string, const UndoEntry*> made_;
  std::map<std::string, bool> whole_;
};

// "0123..." of "objects/01/23..."; empty: no loose object.
std::string id_of_object(std::string_view name) {
  constexpr std::string_view kObjects = "objects/";
  constexpr std::size_t kDigits = 40;
  if (!name.starts_with(kObjects)) return {};
  std::string id(name.substr(kObjects.size()));
  if (id.size() != kDigits + 1 || id[2] != '/') return {};
  id.erase(2, 1);
  return supervisor::is_commit_id(id) ? id : std::string();
}

}  // namespace

void leave_made_in_git(const History& history, std::vector<const UndoEntry*>& entries,
                       bool objects_alone) {
  MadeRepositories repositories(history, entries);
  std::set<const UndoEntry*> left;
  for (const UndoEntry* entry : entries) {
    if (!supervisor::is_made(*entry)) continue;
    const InGit place = in_git(entry->path);
    const bool is_object = place.name == "objects" || place.name.starts_with("objects/");
    if (place.repository.empty() || repositories.made_look_so(place.repository)) continue;
    const bool stays = repositories.made(place.repository)
                           ? !repositories.is_whole(place.repository)
                           : is_object || !objects_alone;
    if (stays) left.insert(entry);
  }
  std::erase_if(entries, [&](const UndoEntry* entry) { return left.contains(entry); });
}

void leave_packed(std::vector<const UndoEntry*>& entries) {
  std::map<std::string, supervisor::GitObjects> stores;
  std::erase_if(entries, [&](const UndoEntry* entry) {
    const bool is_lost_file = entry->deed == supervisor::UndoDeed::kDelete &&
                              entry->object.is_file() && entry->content.empty();
    if (!is_lost_file) return false;
    const InGit place = in_git(entry->path);
    const std::string id = id_of_object(place.name);
    if (id.empty()) return false;
    const std::string folder = place.repository + "/objects";
    const auto store =
        stores
            .try_emplace(folder, UniqueFd(::open(folder.c_str(),
                                                 O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)))
            .first;
    return store->second.has(id);
  });
}

}  // namespace guard::console
