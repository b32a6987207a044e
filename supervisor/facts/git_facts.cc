// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/git_facts.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/limits.h"
#include "base/text/path.h"
#include "base/text/text.h"
#include "base/weaken.h"
#include "policy/paths/path_names.h"
#include "supervisor/git/git_head.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostOfTree = size_limit("git.tree");
constexpr std::size_t kMostOfCommit = size_limit("git.commit");
constexpr std::size_t kMostOfRules = 256UL << 10U;
constexpr std::size_t kMostFolders = 20'000;
constexpr std::size_t kMostCompared = 10'000;
// Where a repository keeps what was there before, in files that git writes anew.
constexpr std::array<std::string_view, 4> kStores = {".git/objects", ".git/refs", ".git/logs",
                                                     ".git/packed-refs"};

// Somebody else's repository is somebody else's word, and his to take back.
bool belongs_to_us(int folder) {
  struct stat status {};
  if (::fstat(folder, &status) != 0) return false;
  const bool ours = status.st_uid == ::geteuid() || status.st_uid == 0;
  return ours && (status.st_mode & S_IWOTH) == 0;
}

std::int64_t nanoseconds(const timespec& time) {
  return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}

// As far as SIZE; empty when it is not so long any more.
std::optional<std::string> content_of(int fd, std::size_t size) {
  const std::string path = "/proc/self/fd/" + std::to_string(fd);
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file.valid()) return std::nullopt;
  std::string content(size + 1, '\0');
  std::size_t have = 0;
  while (have < content.size()) {
    const auto got = ::read(file.get(), content.data() + have, content.size() - have);
    if (got < 0) return std::nullopt;
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
  }
  if (have != size) return std::nullopt;
  content.resize(size);
  return content;
}

}  // namespace

GitFacts::GitFacts(const policy::PathClassifier& classifier) {
  for (const std::string& workspace : classifier.roots().workspace) open(workspace);
}

void GitFacts::open(const std::string& workspace) {
  const UniqueFd root(::open(workspace.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root.valid()) return;
  const UniqueFd repository = open_plain_folder(root.get(), ".git");
  if (!repository.valid() || !belongs_to_us(repository.get())) return;
  UniqueFd objects = open_plain_folder(repository.get(), "objects");
  if (!objects.valid() || !belongs_to_us(objects.get())) return;
  auto commit = head_commit(repository.get());
  if (!commit) return;
  repositories_.push_back({workspace,
                           std::move(*commit),
                           std::make_unique<GitObjects>(std::move(objects)),
                           {},
                           {},
                           {}});
}

// The innermost workspace's alone: what an outer repository says of a file below an inner one is
// not what the inner one's git would bring back.
GitFacts::Repository* GitFacts::repository_of(std::string_view path) const {
  Repository* innermost = nullptr;
  for (Repository& repository : repositories_) {
    const std::string& root = repository.path;
    const bool below =
        path.size() > root.size() + 1 && path.starts_with(root) && path[root.size()] == '/';
    if (below && (innermost == nullptr || root.size() > innermost->path.size()))
      innermost = &repository;
  }
  return innermost;
}

bool GitFacts::keeps(std::string_view path) const {
  return std::any_of(repositories_.begin(), repositories_.end(), [&](const auto& repository) {
    const auto name = policy::below(path, repository.path);
    return name && std::ranges::any_of(kStores, [&](std::string_view store) {
             return policy::below(*name, store).has_value();
           });
  });
}

bool GitFacts::may_have(const policy::Object& object) const {
  return object.type == policy::ObjectType::kFile &&
         object.path_class == policy::PathClass::kWorkspace && object.bytes <= kMostBytes &&
         repository_of(object.path) != nullptr;
}

std::optional<std::string> GitFacts::tree_of(Repository& repository,
                                             const std::string& name) const {
  if (name.empty()) {
    const auto commit =
        repository.objects->read(repository.commit, GitKind::kCommit, kMostOfCommit);
    return commit ? tree_of_commit(*commit) : std::nullopt;
  }
  const GitTree& above = folder_of(repository, std::string(parent_of(name)));
  const auto entry = above.find(std::string(base_name(name)));
  if (entry == above.end() || !entry->second.folder) return std::nullopt;
  return entry->second.id;
}

const GitTree& GitFacts::folder_of(Repository& repository, const std::string& name) const {
  if (const auto known = repository.folders.find(name); known != repository.folders.end())
    return known->second;
  if (repository.folders.size() >= kMostFolders) repository.folders.clear();
  const auto id = tree_of(repository, name);
  const auto tree = id ? repository.objects->read(*id, GitKind::kTree, kMostOfTree) : std::nullopt;
  return repository.folders.emplace(name, tree ? parse_git_tree(*tree) : GitTree()).first->second;
}

const GitTreeEntry* GitFacts::entry_of(Repository& repository, std::string_view path) const {
  const std::string_view relative = path.substr(repository.path.size() + 1);
  const GitTree& folder = folder_of(repository, std::string(parent_of(relative)));
  const auto found = folder.find(std::string(base_name(relative)));
  return found == folder.end() || !found->second.file ? nullptr : &found->second;
}

const IgnoreRules& GitFacts::rules_of(Repository& repository, const std::string& name) const {
  if (const auto known = repository.rules.find(name); known != repository.rules.end())
    return known->second;
  if (repository.rules.size() >= kMostFolders) repository.rules.clear();
  const GitTree& folder = folder_of(repository, name);
  const auto entry = folder.find(".gitignore");
  const auto text = entry == folder.end() || !entry->second.file
                        ? std::nullopt
                        : repository.objects->read(entry->second.id, GitKind::kBlob, kMostOfRules);
  return repository.rules.emplace(name, text ? IgnoreRules(*text) : IgnoreRules()).first->second;
}

// Below an ignored folder all is; else the nearest .gitignore that says something.
bool GitFacts::is_ignored(Repository& repository, const std::string& name, EntryKind kind) const {
  std::string folder(parent_of(name));
  if (is_ignored_folder(repository, folder)) return true;
  for (;; folder = std::string(parent_of(folder))) {
    const std::size_t above = folder.empty() ? 0 : folder.size() + 1;
    if (const auto said = rules_of(repository, folder).says(name.substr(above), kind)) return *said;
    if (folder.empty()) return false;
  }
}

bool GitFacts::is_ignored_folder(Repository& repository, const std::string& name) const {
  if (name.empty()) return false;
  if (const auto known = repository.ignored.find(name); known != repository.ignored.end())
    return known->second;
  const bool ignored = is_ignored(repository, name, EntryKind::kFolder);
  if (repository.ignored.size() >= kMostFolders) repository.ignored.clear();
  return repository.ignored.emplace(name, ignored).first->second;
}

GitStanding GitFacts::standing_of(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  Repository* const repository = repository_of(path);
  if (repository == nullptr) return GitStanding::kUnknown;
  const std::string name = path.substr(repository->path.size() + 1);
  const GitTree& folder = folder_of(*repository, std::string(parent_of(name)));
  if (const auto entry = folder.find(std::string(base_name(name)));
      entry != folder.end() && !entry->second.folder)
    return GitStanding::kTracked;
  return is_ignored(*repository, name, EntryKind::kFile) ? GitStanding::kIgnored
                                                         : GitStanding::kUntracked;
}

bool GitFacts::has_moved(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  const Repository* const repository = repository_of(path);
  if (repository == nullptr) return false;
  const UniqueFd folder(
      ::open((repository->path + "/.git").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return !folder.valid() || head_commit(folder.get()) != repository->commit;
}

bool GitFacts::has_content(Repository& repository, const GitTreeEntry& entry, int fd) const {
  struct stat before {};
  if (::fstat(fd, &before) != 0 || !S_ISREG(before.st_mode)) return false;
  const auto size = static_cast<std::size_t>(before.st_size);
  if (size > kMostBytes) return false;
  // Nobody sets the time of a change back.
  const Compared now{size, nanoseconds(before.st_ctim), entry.id};
  Compared& known = compared_[{before.st_dev, before.st_ino}];
  if (known == now) return repository.objects->has(entry.id);
  const auto kept = repository.objects->read(entry.id, GitKind::kBlob, kMostBytes);
  if (!kept || kept->size() != size || content_of(fd, size) != kept) return false;
  struct stat after {};
  if (::fstat(fd, &after) != 0 || nanoseconds(after.st_ctim) != now.changed_ns) return false;
  known = now;
  return true;
}

bool GitFacts::has(int fd, const std::string& path) const {
  const auto id = birth_id_held(fd);
  if (!id) return false;
  if (id->born_ns != 0 && changed_.contains(*id)) return true;
  const std::lock_guard lock(mutex_);
  Repository* const repository = repository_of(path);
  if (repository == nullptr) return false;
  const GitTreeEntry* const entry = entry_of(*repository, path);
  if (compared_.size() >= kMostCompared) compared_.clear();
  return entry != nullptr && (weakened("git-content") || has_content(*repository, *entry, fd));
}

bool GitFacts::stores(int fd, const std::string& path) const {
  struct stat status {};
  if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return false;
  const auto size = static_cast<std::size_t>(status.st_size);
  const std::lock_guard lock(mutex_);
  Repository* const repository = repository_of(path);
  if (repository == nullptr || size > kMostBytes) return false;
  const auto content = content_of(fd, size);
  return content && repository->objects->has_blob(*content);
}

void GitFacts::note_changed(int fd) const {
  if (const auto id = birth_id_held(fd)) changed_.add(*id);
}

}  // namespace guard::supervisor
