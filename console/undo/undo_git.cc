// SPDX-License-Identifier: Apache-2.0
#include "console/undo/undo_git.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "supervisor/facts/git_files.h"
#include "supervisor/facts/git_objects.h"

namespace guard::console {
namespace {

using supervisor::UndoDeed;
using supervisor::UndoEntry;

constexpr std::string_view kFolder = "/.git";
constexpr std::string_view kHeads = "refs/heads/";
constexpr std::size_t kMostCommits = 1000;
constexpr std::size_t kMostNamed = 3;
constexpr std::size_t kLongestCommit = 1 << 20;  // bytes
constexpr std::size_t kLongestSubject = 40;
constexpr std::size_t kShortId = 7;

// Where the part below `.git/` begins; npos: PATH is not in such a folder. Of `.git` itself its
// end.
std::size_t below_git(std::string_view path) {
  for (std::size_t at = path.find(kFolder); at != std::string_view::npos;
       at = path.find(kFolder, at + 1)) {
    const std::size_t end = at + kFolder.size();
    if (end == path.size()) return end;
    if (path[end] == '/') return end + 1;
  }
  return std::string_view::npos;
}

// Settings and programs are a person's files, wherever git wants them.
bool is_setting(std::string_view name) {
  constexpr std::array<std::string_view, 3> kKept = {"config", "hooks", "info"};
  return std::ranges::any_of(kKept, [name](std::string_view kept) {
    return name.starts_with(kept) &&
           (name.size() == kept.size() || name[kept.size()] == '/' || name[kept.size()] == '.');
  });
}

bool is_id(std::string_view text) {
  return text.size() == 40 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

struct Commit {
  std::string parent;  // the first; empty: none
  std::string subject;
};

class Commits {
 public:
  explicit Commits(const std::string& folder)
      : objects_(UniqueFd(::open((folder + "/objects").c_str(),
                                 O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))) {}

  std::optional<Commit> read(const std::string& id) {
    const auto text =
        is_id(id) ? objects_.read(id, supervisor::GitKind::kCommit, kLongestCommit) : std::nullopt;
    if (!text) return std::nullopt;
    Commit commit;
    constexpr std::string_view kParent = "\nparent ";
    const std::size_t head = text->find("\n\n");
    const std::size_t parent = text->find(kParent);
    if (parent < head) commit.parent = text->substr(parent + kParent.size(), 40);
    if (head != std::string::npos)
      commit.subject = text->substr(head + 2, text->find('\n', head + 2) - head - 2);
    return commit;
  }

  // The subjects of what FROM has beyond TO, the newest first; nothing: TO is not behind it.
  std::optional<std::vector<std::string>> between(const std::string& from, const std::string& to) {
    std::vector<std::string> subjects;
    std::string id = from;
    for (std::size_t steps = 0; id != to; ++steps) {
      const auto commit = steps < kMostCommits ? read(id) : std::nullopt;
      if (!commit) return std::nullopt;
      subjects.push_back(shortened(safe_text(commit->subject), kLongestSubject));
      id = commit->parent;
    }
    return subjects;
  }

 private:
  supervisor::GitObjects objects_;
};

std::string commits_text(const std::vector<std::string>& subjects) {
  std::string text = count_text(subjects.size(), "commit", "commits") + " (";
  for (std::size_t i = 0; i < std::min(subjects.size(), kMostNamed); ++i)
    text += (i == 0 ? "" : ", ") + subjects[i];
  return text + (subjects.size() > kMostNamed ? ", ...)" : ")");
}

std::string branch_text(Commits& commits, const std::string& name, const std::string& now,
                        const std::string& before) {
  if (now.empty()) return "brings back " + name + " at " + before.substr(0, kShortId);
  if (const auto behind = commits.between(now, before))
    return name + " goes back " + commits_text(*behind);
  if (const auto ahead = commits.between(before, now))
    return name + " gets " + commits_text(*ahead) + " back";
  return name + " goes from " + now.substr(0, kShortId) + " back to " + before.substr(0, kShortId);
}

// "ref: refs/heads/main" -> "main"
std::string branch_of_head(const std::string& text) {
  constexpr std::string_view kRef = "ref: refs/heads/";
  return text.starts_with(kRef) ? safe_text(text.substr(kRef.size())) : text.substr(0, kShortId);
}

// As it was before the session: its first entry has that.
void add_branch(const std::string& root, const UndoEntry& entry, Commits& commits,
                GitChanges& changes) {
  const bool had_text = entry.deed == UndoDeed::kReplace || entry.deed == UndoDeed::kModify ||
                        entry.deed == UndoDeed::kDelete;
  if (!had_text || entry.content.empty()) return;
  const std::string name = entry.path.substr(below_git(entry.path));
  const auto kept = supervisor::text_of_git_file(root + "/" + entry.content);
  const auto there = supervisor::text_of_git_file(entry.path);
  if (!kept || !there) return;
  const std::string before = supervisor::without_newline(*kept);
  const std::string now = supervisor::without_newline(*there);
  if (before.empty() || before == now) return;
  if (name == "HEAD")
    changes.branches.push_back("HEAD is " + branch_of_head(before) + " again");
  else if (name.starts_with(kHeads) && is_id(before) && (now.empty() || is_id(now)))
    changes.branches.push_back(
        branch_text(commits, safe_text(name.substr(kHeads.size())), now, before));
}

}  // namespace

bool is_in_git(const UndoEntry& entry) {
  return below_git(entry.path) != std::string_view::npos;
}

bool is_gits_own(const UndoEntry& entry) {
  const std::size_t at = below_git(entry.path);
  return at != std::string_view::npos && !is_setting(std::string_view(entry.path).substr(at));
}

std::vector<GitChanges> git_changes(const std::string& root,
                                    const std::vector<const UndoEntry*>& entries) {
  std::map<std::string, std::vector<const UndoEntry*>> by_folder;
  for (const UndoEntry* entry : entries) {
    if (entry->deed == UndoDeed::kFolder || !is_gits_own(*entry)) continue;
    std::string folder = entry->path.substr(0, below_git(entry->path));
    if (folder.ends_with('/')) folder.pop_back();
    by_folder[folder].push_back(entry);
  }
  std::vector<GitChanges> all;
  for (const auto& [folder, own] : by_folder) {
    GitChanges changes{folder, own.size(), {}};
    Commits commits(folder);
    std::map<std::string, bool> seen;
    for (const UndoEntry* entry : own)
      if (!std::exchange(seen[entry->path], true)) add_branch(root, *entry, commits, changes);
    all.push_back(std::move(changes));
  }
  return all;
}

std::string git_line(const GitChanges& changes) {
  std::string text = safe_text(changes.folder) + ": ";
  for (const std::string& branch : changes.branches) text += branch + "; ";
  return text + count_text(changes.changes, "change", "changes") + " of git's own files";
}

}  // namespace guard::console
