// SPDX-License-Identifier: Apache-2.0
#include "console/undo/undo_git.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "supervisor/git/git_commits.h"
#include "supervisor/git/git_files.h"
#include "supervisor/git/git_head.h"
#include "supervisor/git/git_objects.h"
#include "supervisor/undo/history/file_count.h"
#include "supervisor/undo/history/made_objects.h"

namespace guard::console {
namespace {

using supervisor::UndoDeed;
using supervisor::UndoEntry;

constexpr std::string_view kFolder = "/.git";
constexpr std::string_view kHeads = "refs/heads/";
constexpr std::size_t kShortId = 7;

// Where the part below `.git/` begins; npos: PATH is not in such a folder. For `.git` itself, its
// end.
std::size_t below_dot_git(std::string_view path) {
  for (std::size_t at = path.find(kFolder); at != std::string_view::npos;
       at = path.find(kFolder, at + 1)) {
    const std::size_t end = at + kFolder.size();
    if (end == path.size()) return end;
    if (path[end] == '/') return end + 1;
  }
  return std::string_view::npos;
}

bool stands_at(const std::string& path) {
  return ::faccessat(AT_FDCWD, path.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

bool is_folder_at(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

// Anybody can make three names; git takes a folder for a bare repository by what is in them.
bool is_bare(const std::string& folder) {
  if (!is_folder_at(folder + "/objects") || !is_folder_at(folder + "/refs")) return false;
  const auto head = supervisor::text_of_git_file(folder + "/HEAD");
  const auto config = supervisor::text_of_git_file(folder + "/config");
  if (!head || !config) return false;
  const bool is_head = head->starts_with("ref: refs/") ||
                       supervisor::is_commit_id(supervisor::without_newline(*head));
  std::string settings;
  for (const char letter : *config)
    if (letter != ' ' && letter != '\t') settings += letter;
  return is_head && settings.find("\nbare=true\n") != std::string::npos;
}

bool is_hex(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// "ab", "ab/0123...", "pack/pack-0123....idx"; of what git has not finished "tmp_obj_x",
// "incoming-x", "ab/tmp_obj_x".
bool is_name_of_object(std::string_view name) {
  constexpr std::array<std::string_view, 4> kOthers = {"pack", "info", "tmp_", "incoming-"};
  constexpr std::size_t kLetters = 2;
  const auto begins = [name](std::string_view other) { return name.starts_with(other); };
  if (name.empty() || std::ranges::any_of(kOthers, begins)) return true;
  if (!is_hex(name.substr(0, kLetters))) return false;
  if (name.size() == kLetters) return true;
  if (name[kLetters] != '/') return false;
  name.remove_prefix(kLetters + 1);
  return name.starts_with("tmp_") || is_hex(name);
}

// As git calls what it keeps in a bare repository. All else there is somebody's file.
bool is_name_in_bare(std::string_view name) {
  constexpr std::array<std::string_view, 10> kFiles = {
      "HEAD",        "FETCH_HEAD", "ORIG_HEAD", "packed-refs", "config",
      "description", "shallow",    "gc.log",    "gc.pid",      "config.worktree"};
  constexpr std::array<std::string_view, 7> kFolders = {"refs", "hooks",     "info",    "logs",
                                                        "lfs",  "worktrees", "branches"};
  constexpr std::string_view kLock = ".lock";
  const std::size_t end = name.find('/');
  const std::string_view first = name.substr(0, end);
  if (first == "objects")
    return is_name_of_object(name.substr(std::min(name.size(), first.size() + 1)));
  if (std::ranges::find(kFolders, first) != kFolders.end()) return true;
  if (end != std::string_view::npos) return false;
  if (name.ends_with(kLock)) name.remove_suffix(kLock.size());
  return std::ranges::find(kFiles, name) != kFiles.end();
}

struct KnownFolder {
  bool is_bare = false;
  bool has_dot_git = false;  // it is a work tree
};

// A plan has thousands of files in few folders. A folder can become another kind while guard runs.
const KnownFolder& folder_at(const std::string& path) {
  static std::map<std::string, KnownFolder> known;
  static std::chrono::steady_clock::time_point since;
  if (const auto now = std::chrono::steady_clock::now(); now - since > std::chrono::seconds(2)) {
    known.clear();
    since = now;
  }
  const auto [found, is_new] = known.try_emplace(path);
  if (is_new) found->second = {is_bare(path), stands_at(path + "/.git")};
  return found->second;
}

// The same for a bare repository, which lies there still.
std::size_t below_bare(const std::string& path) {
  for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
    const bool found = folder_at(path.substr(0, at)).is_bare;
    if (found && is_name_in_bare(std::string_view(path).substr(at + 1))) return at + 1;
  }
  return std::string::npos;
}

std::size_t below_git(const std::string& path) {
  const std::size_t at = below_dot_git(path);
  return at != std::string::npos ? at : below_bare(path);
}

// A file in a work tree is shown, whatever its names.
bool is_in_work_tree(const std::string& path) {
  for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1))
    if (folder_at(path.substr(0, at)).has_dot_git) return true;
  return false;
}

// Where people look for git's own files.
std::size_t below_shown_git(const std::string& path) {
  const std::size_t at = below_dot_git(path);
  if (at != std::string::npos) return at;
  const std::size_t bare = below_bare(path);
  return bare != std::string::npos && is_in_work_tree(path) ? std::string::npos : bare;
}

// Settings and programs are a person's files, wherever git wants them.
bool is_setting(std::string_view name) {
  constexpr std::array<std::string_view, 3> kKept = {"config", "hooks", "info"};
  return std::ranges::any_of(kKept, [name](std::string_view kept) {
    return name.starts_with(kept) &&
           (name.size() == kept.size() || name[kept.size()] == '/' || name[kept.size()] == '.');
  });
}

std::string branch_text(supervisor::GitObjects& objects, const std::string& name,
                        const std::string& now, const std::string& before) {
  if (now.empty()) return "brings back " + name + " at " + before.substr(0, kShortId);
  const auto goes = supervisor::commits_only_in(objects, now, before);
  const auto comes = supervisor::commits_only_in(objects, before, now);
  if (goes && comes && comes->count == 0) return name + " goes back " + text_of(*goes);
  if (goes && comes && goes->count == 0) return name + " gets " + text_of(*comes) + " back";
  return name + " goes from " + now.substr(0, kShortId) + " back to " + before.substr(0, kShortId);
}

// "ref: refs/heads/main" -> "main"
std::string branch_of_head(const std::string& text) {
  constexpr std::string_view kRef = "ref: refs/heads/";
  return text.starts_with(kRef) ? safe_text(text.substr(kRef.size())) : text.substr(0, kShortId);
}

// The entry of packed-refs for the ref NAME, which is it again when the file of its own is gone: a
// clone packs all of them (git-pack-refs(1)). Empty: it has none.
std::string packed_commit(const std::string& repository, const std::string& name) {
  const auto packed = supervisor::text_of_git_file(repository + "/packed-refs");
  const std::size_t at = packed ? packed->find(" " + name + "\n") : std::string::npos;
  if (at == std::string::npos) return {};
  const std::size_t line = packed->rfind('\n', at) + 1;
  std::string id = packed->substr(line, at - line);
  return supervisor::is_commit_id(id) ? id : std::string();
}

// A branch or a tag that the session made goes with its name.
void add_made(const UndoEntry& entry, const std::string& name, GitChanges& changes) {
  constexpr std::string_view kTags = "refs/tags/";
  if (!entry.object.is_file()) return;
  if (name.starts_with(kHeads))
    changes.branches.push_back("branch " + safe_text(name.substr(kHeads.size())) + " goes");
  if (name.starts_with(kTags))
    changes.branches.push_back("tag " + safe_text(name.substr(kTags.size())) + " goes");
}

// As it was before the session: its first entry has that.
void add_branch(const std::string& root, const UndoEntry& entry, supervisor::GitObjects& objects,
                GitChanges& changes) {
  const bool had_text = entry.deed == UndoDeed::kReplace || entry.deed == UndoDeed::kModify ||
                        entry.deed == UndoDeed::kDelete;
  const std::string name = entry.path.substr(below_git(entry.path));
  if (supervisor::is_made(entry)) {
    const std::string before = packed_commit(in_git(entry.path).repository, name);
    const auto there = supervisor::text_of_git_file(entry.path);
    const std::string now = there ? supervisor::without_newline(*there) : std::string();
    if (before.empty() || !name.starts_with(kHeads) || !supervisor::is_commit_id(now))
      return add_made(entry, name, changes);
    if (before == now) return;
    const std::string branch = safe_text(name.substr(kHeads.size()));
    return changes.branches.push_back(branch_text(objects, branch, now, before));
  }
  if (!had_text || entry.content.empty()) return;
  const auto kept = supervisor::text_of_git_file(root + "/" + entry.content);
  const auto there = supervisor::text_of_git_file(entry.path);
  if (!kept || !there) return;
  const std::string before = supervisor::without_newline(*kept);
  const std::string now = supervisor::without_newline(*there);
  if (before.empty() || before == now) return;
  if (name == "HEAD")
    changes.branches.push_back("HEAD is " + branch_of_head(before) + " again");
  else if (name.starts_with(kHeads) && supervisor::is_commit_id(before) &&
           (now.empty() || supervisor::is_commit_id(now)))
    changes.branches.push_back(
        branch_text(objects, safe_text(name.substr(kHeads.size())), now, before));
}

}  // namespace

bool is_in_git(const UndoEntry& entry) {
  return below_shown_git(entry.path) != std::string_view::npos;
}

bool is_gits_own(const UndoEntry& entry) {
  const std::size_t at = below_shown_git(entry.path);
  return at != std::string_view::npos && !is_setting(std::string_view(entry.path).substr(at));
}

InGit in_git(const std::string& path) {
  const std::size_t at = below_git(path);
  if (at == std::string::npos) return {};
  InGit found{path.substr(0, at), path.substr(at)};
  if (found.repository.ends_with('/')) found.repository.pop_back();
  return found;
}

std::vector<GitChanges> git_changes(const std::string& root,
                                    const std::vector<const UndoEntry*>& entries) {
  std::map<std::string, std::vector<const UndoEntry*>> by_folder;
  for (const UndoEntry* entry : entries) {
    if (entry->deed == UndoDeed::kFolder || !is_gits_own(*entry)) continue;
    by_folder[in_git(entry->path).repository].push_back(entry);
  }
  std::vector<GitChanges> all;
  for (const auto& [folder, own] : by_folder) {
    supervisor::FileTally tally;
    for (const UndoEntry* entry : own) tally.add(*entry);
    GitChanges changes{folder, tally.count().total(), {}};
    supervisor::GitObjects objects(UniqueFd(
        ::open((folder + "/objects").c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)));
    std::map<std::string, bool> seen;
    for (const UndoEntry* entry : own)
      if (!std::exchange(seen[entry->path], true)) add_branch(root, *entry, objects, changes);
    all.push_back(std::move(changes));
  }
  return all;
}

std::string git_line(const GitChanges& changes) {
  std::string text = safe_text(changes.folder) + ": ";
  for (const std::string& branch : changes.branches) text += branch + "; ";
  return text + count_text(changes.changes, "file of git's own", "files of git's own");
}

void GitConflicts::add(const UndoEntry& entry, const std::string& conflict) {
  const InGit place = in_git(entry.path);
  Row& row = by_repository_[place.repository];
  if (row.files++ == 0) row = {1, place.name, conflict};
}

std::vector<std::string> GitConflicts::lines() const {
  std::vector<std::string> all;
  for (const auto& [repository, row] : by_repository_)
    all.push_back(safe_text(repository) + ": " +
                  count_text(row.files, "file of git's own", "files of git's own") + ", such as " +
                  safe_text(row.first) + ": " + row.conflict);
  return all;
}

}  // namespace guard::console
