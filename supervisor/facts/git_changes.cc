// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/git_changes.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/files/unique_fd.h"
#include "supervisor/git/git_commits.h"
#include "supervisor/git/git_files.h"
#include "supervisor/git/git_head.h"
#include "supervisor/git/git_index_file.h"
#include "supervisor/git/git_tree.h"
#include "supervisor/git/git_work_index.h"

namespace guard::supervisor {
namespace {

using policy::ObjectType;
using policy::PathClass;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostNames = 3;
constexpr std::size_t kMostOwn = 1000;
constexpr std::uint32_t kOwnerRuns = 0100;
constexpr const char* kEmptyBlob = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

bool is_as_noted(const GitIndexStatus& noted, const struct stat& now) {
  const auto low = [](auto number) { return static_cast<std::uint32_t>(number); };
  return noted == GitIndexStatus{low(now.st_ctim.tv_sec), low(now.st_ctim.tv_nsec),
                                 low(now.st_mtim.tv_sec), low(now.st_mtim.tv_nsec),
                                 low(now.st_ino),         low(now.st_size)};
}

bool is_before(const timespec& a, const timespec& b) {
  return a.tv_sec != b.tv_sec ? a.tv_sec < b.tv_sec : a.tv_nsec < b.tv_nsec;
}

std::string without_carriage_returns(const std::string& text) {
  std::string lines;
  lines.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') lines += text[i];
  return lines;
}

bool has_id(const std::string& content, const std::string& id) {
  return GitObjects::id_of_blob(content) == id;
}

bool has_id_without_carriage_returns(const std::string& content, const std::string& id) {
  return content.find("\r\n") != std::string::npos && has_id(without_carriage_returns(content), id);
}

class Comparison {
 public:
  explicit Comparison(const GitChangesQuery& query)
      : query_(query), end_(Clock::now() + query.time), bytes_left_(query.bytes) {}

  std::optional<GitChanges> run() {
    const auto index = read_work_index((query_.place.folder / "index").string());
    top_.reset(::open(query_.place.top.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!index || !top_.valid() || !list(*index)) return std::nullopt;
    for (const GitIndexEntry& entry : index->entries) {
      if (!goes_on()) break;
      look_at(entry, index->written);
    }
    look_at_untracked();
    changes_.own = only_own_ && changes_.complete && !own_.empty() && are_own();
    return std::move(changes_);
  }

 private:
  bool goes_on() {
    if (changes_.complete && Clock::now() > end_) changes_.complete = false;
    return changes_.complete;
  }

  bool list(const GitWorkIndex& index) {
    if (!query_.staged && query_.target.empty()) return true;
    auto repository = open_repository(query_.place.common.string());
    if (!repository) return false;
    const auto listing = [&](const std::string& commit) {
      return list_commit(*repository->objects, commit, index.end.trees,
                         [this] { return Clock::now() <= end_; });
    };
    const auto head = query_.staged ? head_of(query_.place) : std::optional<std::string>("");
    return head && keep(*head, listing, head_) && keep(query_.target, listing, target_);
  }
  template <class List>
  static bool keep(const std::string& commit, const List& listing, GitListing& kept) {
    auto listed = commit.empty() ? std::optional(GitListing()) : listing(commit);
    if (listed) kept = std::move(*listed);
    return listed.has_value();
  }

  // ID: in the index; empty: nobody's in particular.
  void count(const std::string& path, const std::string& id = {}) {
    only_own_ = only_own_ && !id.empty() && own_.size() < kMostOwn;
    if (only_own_) own_.emplace_back(path, id);
    ++changes_.count;
    last_ = path;
    if (changes_.names.size() < kMostNames) changes_.names.push_back(path);
  }

  void look_at(const GitIndexEntry& entry, const timespec& written) {
    target_.ids.erase(entry.path);
    const bool counted = changes_.count > 0 && last_ == entry.path;  // sides of one conflict
    const bool covered = query_.covers(entry.path);
    if (entry.is_whole() && (covered || !entry.is_submodule())) look_at_whole(entry);
    if (entry.is_whole() || counted || !covered) return;
    if (entry.stage != 0) return count(entry.path);
    if (is_staged(entry) || is_changed(entry, written)) count(entry.path, entry.id);
  }

  // git leaves the folder of a submodule alone, and makes an empty one where none is; which commit
  // of it is staged would be lost, and with the files of another commit the folder may go.
  void look_at_whole(const GitIndexEntry& entry) {
    const bool as_it_is = (!query_.staged || head_.leaves_out(entry.path)) &&
                          (query_.target.empty() || target_.leaves_out(entry.path));
    if (!entry.is_submodule() || !as_it_is || query_.into_submodules) changes_.sure = false;
    if (!entry.is_submodule()) return;
    struct stat status {};
    const UniqueFd there = hold(entry.path);
    if (there.valid() ? ::fstat(there.get(), &status) != 0 || !S_ISDIR(status.st_mode)
                      : is_in_the_way(errno))
      count(entry.path);
    else if (there.valid() && query_.into_submodules)
      look_into(entry.path, entry.id);
  }

  // Its own index, its own commit, and the one that git would check out in it. One that cannot be
  // read may hold anything.
  void look_into(const std::string& path, const std::string& commit) {
    const auto top = query_.place.top / path;
    const auto place = git_place_at(top);
    std::error_code error;
    if (!place && !std::filesystem::exists(std::filesystem::symlink_status(top / ".git", error)))
      return;  // nothing is checked out in it
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Clock::now());
    const auto within =
        place && query_.deepest > 0
            ? uncommitted_changes({.place = *place,
                                   .paths = query_.paths,
                                   .covers = [](std::string_view) { return true; },
                                   .staged = true,
                                   .target = commit,
                                   .into_submodules = true,
                                   .deepest = query_.deepest - 1,
                                   .time = std::max(left, std::chrono::milliseconds(0)),
                                   .bytes = bytes_left_})
            : std::nullopt;
    changes_.complete = changes_.complete && within && within->complete;
    if (!within || within->count == 0) return;
    only_own_ = false;
    changes_.count += within->count;
    for (const std::string& name : within->names)
      if (changes_.names.size() < kMostNames) changes_.names.push_back(path + "/" + name);
  }

  [[nodiscard]] bool is_staged(const GitIndexEntry& entry) const {
    if (!query_.staged || head_.leaves_out(entry.path)) return false;
    const auto committed = head_.ids.find(entry.path);
    return committed == head_.ids.end() || committed->second != entry.id;
  }

  // A file that is gone from the work tree is written anew: nothing of it is lost.
  bool is_changed(const GitIndexEntry& entry, const timespec& written) {
    const UniqueFd file = hold(entry.path);
    if (!file.valid()) return is_in_the_way(errno);
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) return true;
    if ((entry.mode & S_IFMT) != (status.st_mode & S_IFMT)) return true;
    if (S_ISREG(status.st_mode) && ((entry.mode ^ status.st_mode) & kOwnerRuns) != 0) return true;
    if (is_as_noted(entry.status, status) && is_before(status.st_mtim, written)) return false;
    const auto size = static_cast<std::uint32_t>(status.st_size);
    const bool emptied = entry.status.size == 0 && entry.id != kEmptyBlob;  // git distrusts it
    if (S_ISREG(status.st_mode) && size != entry.status.size && !emptied) return true;
    return differs(file.get(), status, entry.path, entry.id);
  }

  bool differs(int file, const struct stat& status, const std::string& path,
               const std::string& id) {
    if (S_ISLNK(status.st_mode)) {
      std::string target(static_cast<std::size_t>(status.st_size) + 1, '\0');
      const ssize_t length = ::readlinkat(file, "", target.data(), target.size());
      target.resize(length < 0 ? 0 : static_cast<std::size_t>(length));
      return !has_id(target, id);
    }
    if (!S_ISREG(status.st_mode) || is_secret(path)) return true;
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size > bytes_left_) {
      changes_.complete = false;
      return false;
    }
    bytes_left_ -= size;
    const std::string held = "/proc/self/fd/" + std::to_string(file);
    const UniqueFd open(::open(held.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    const auto content =
        open.valid() ? content_of_git_file(open.get(), size) : std::optional<std::string>();
    if (!content) return true;
    if (has_id(*content, id)) return false;
    if (!has_id_without_carriage_returns(*content, id)) return true;
    changes_.sure = false;
    return false;
  }

  // Something that is no folder stands where a folder of the path would be: git takes it away. If
  // that is a link, git takes away nothing but the link.
  bool is_in_the_way(int error) {
    if (error == ELOOP) changes_.sure = false;
    return error != ENOENT && error != ELOOP;
  }

  // Guard itself would be held back at it.
  [[nodiscard]] bool is_secret(const std::string& path) const {
    const std::string whole = (query_.place.top / path).string();
    return query_.paths.class_of(whole, ObjectType::kFile) == PathClass::kSecret;
  }

  [[nodiscard]] UniqueFd hold(const std::string& path) const {
    struct open_how how {};
    how.flags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    return UniqueFd(
        static_cast<int>(::syscall(SYS_openat2, top_.get(), path.c_str(), &how, sizeof how)));
  }

  // The rest of the other commit's files has no entry in the index.
  void look_at_untracked() {
    const std::map<std::string, std::string> in_order(target_.ids.begin(), target_.ids.end());
    for (const auto& [path, id] : in_order) {
      if (!goes_on()) return;
      if (!query_.covers(path)) continue;
      const UniqueFd file = hold(path);
      struct stat status {};
      if (!file.valid() && !is_in_the_way(errno)) continue;
      if (!file.valid() || ::fstat(file.get(), &status) != 0)
        count(path);
      else if (differs(file.get(), status, path, id))
        count(path);
    }
  }

  // Safe because undo keeps the state of before of each of them, which git has too.
  [[nodiscard]] bool are_own() const {
    if (!query_.paths.saves() || query_.paths.git() == nullptr) return false;
    std::set<std::string> paths;
    for (const auto& [path, id] : own_) paths.insert((query_.place.top / path).string());
    const auto before = query_.paths.files_of_before(paths);
    return before && std::ranges::all_of(own_, [&](const auto& file) {
             return !is_secret(file.first) && is_staged_here(file.first, file.second) &&
                    is_written_here(file.first, *before);
           });
  }

  // The index had another entry before, or git's own object would be older.
  [[nodiscard]] bool is_staged_here(const std::string& path, const std::string& id) const {
    if (!query_.staged || head_.leaves_out(path)) return true;
    const auto committed = head_.ids.find(path);
    if (committed != head_.ids.end() && committed->second == id) return true;
    const auto object = query_.place.common / "objects" / id.substr(0, 2) / id.substr(2);
    const UniqueFd held(::open(object.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    return held.valid() && is_born(held.get());
  }
  [[nodiscard]] bool is_born(int fd) const {
    return query_.paths.describe_held(fd).recoverability == policy::Recoverability::kBorn;
  }

  // The file there is this session's, or the very file that it changed; and each state of before is
  // that of the commit. Where there is no state of before, there was no file.
  [[nodiscard]] bool is_written_here(const std::string& path,
                                     const std::vector<FileOfBefore>& before) const {
    const std::string whole = (query_.place.top / path).string();
    const UniqueFd now = hold(path);
    const auto id = now.valid() ? birth_id_held(now.get()) : std::nullopt;
    bool own = now.valid() ? id && is_born(now.get()) : errno == ENOENT;
    bool changed = false;
    for (const FileOfBefore& file : before) {
      if (file.path != whole) continue;
      const UniqueFd content(::open(file.content.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
      if (!content.valid() || !query_.paths.git()->has(content.get(), whole)) return false;
      own = own || (id && *id == file.id);
      changed = true;
    }
    return own && (changed || query_.paths.git()->standing_of(whole) == GitStanding::kUntracked);
  }

  const GitChangesQuery& query_;
  const Clock::time_point end_;
  std::size_t bytes_left_;
  UniqueFd top_;
  GitListing head_;
  GitListing target_;
  std::string last_;
  bool only_own_ = true;
  std::vector<std::pair<std::string, std::string>> own_;  // path and id in the index
  GitChanges changes_;
};

}  // namespace

std::optional<GitChanges> uncommitted_changes(const GitChangesQuery& query) {
  return Comparison(query).run();
}

}  // namespace guard::supervisor
