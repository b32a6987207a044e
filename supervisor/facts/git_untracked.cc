// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/git_untracked.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/files/unique_fd.h"
#include "base/text/path.h"
#include "supervisor/git/git_files.h"
#include "supervisor/git/git_work_index.h"
#include "supervisor/git/ignore_rules.h"

namespace guard::supervisor {
namespace {

using policy::ObjectType;
using policy::PathClass;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostNames = 3;
constexpr std::size_t kMostOfRules = 256UL << 10U;
constexpr std::size_t kDeepest = 200;

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

// One folder of the walk.
struct Level {
  std::string path;      // below the top; "" is the top
  bool ignored = false;  // as a whole
  std::string named;     // the untracked folder that it is, or lies in: "out/"
};

IgnoreRules rules_at(int folder, const char* name) {
  const UniqueFd file(
      ::openat(folder, name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC));
  const auto text = file.valid() ? content_of_git_file(file.get(), kMostOfRules) : std::nullopt;
  return text ? IgnoreRules(*text) : IgnoreRules();
}

class Walk {
 public:
  explicit Walk(const GitCleanQuery& query)
      : query_(query), end_(Clock::now() + query.time), kept_(query.kept) {}

  std::optional<GitUntracked> run() {
    auto index = read_work_index((query_.place.folder / "index").string());
    const UniqueFd top(::open(query_.place.top.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!index || !top.valid()) return std::nullopt;
    for (const GitIndexEntry& entry : index->entries) track(entry);
    standing_.push_back(rules_at(AT_FDCWD, query_.excludes.c_str()));
    standing_.push_back(rules_at(AT_FDCWD, (query_.place.common / "info/exclude").c_str()));
    walk(top.get(), {});
    return std::move(found_);
  }

 private:
  void track(const GitIndexEntry& entry) {
    std::string path = entry.path.substr(0, entry.path.find_last_not_of('/') + 1);
    if (entry.is_whole()) wholes_.insert(path);
    if (!files_.insert(path).second) return;
    for (path = std::string(parent_of(path)); !path.empty(); path = std::string(parent_of(path)))
      if (!folders_.insert(path).second) return;
  }

  bool goes_on() {
    if (++seen_ > query_.entries || Clock::now() > end_) found_.complete = false;
    return found_.complete;
  }

  // The nearest file that says something counts.
  [[nodiscard]] bool is_ignored(const std::string& path, EntryKind kind) const {
    for (std::size_t i = rules_.size(); i-- > 0;) {
      const std::string& folder = folders_of_rules_[i];
      const std::size_t above = folder.empty() ? 0 : folder.size() + 1;
      if (const auto said = rules_[i].says(path.substr(above), kind)) return *said;
    }
    for (auto rules = standing_.rbegin(); rules != standing_.rend(); ++rules)
      if (const auto said = rules->says(path, kind)) return *said;
    return false;
  }

  // In their order, so that the first few are the same ones each time.
  std::vector<std::string> names_in(int folder) {
    std::vector<std::string> names;
    const int listed = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const std::unique_ptr<DIR, CloseFolder> entries(listed < 0 ? nullptr : ::fdopendir(listed));
    while (const dirent* entry = entries ? ::readdir(entries.get()) : nullptr) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == ".." || name == ".git") continue;
      if (!goes_on()) break;
      names.emplace_back(name);
    }
    std::ranges::sort(names);
    return names;
  }

  void walk(int folder, const Level& level) {
    if (rules_.size() >= kDeepest) found_.complete = false;
    if (!found_.complete) return;
    rules_.push_back(rules_at(folder, ".gitignore"));
    folders_of_rules_.push_back(level.path);
    for (const std::string& name : names_in(folder)) {
      if (!found_.complete) break;
      visit(folder, name, level);
    }
    rules_.pop_back();
    folders_of_rules_.pop_back();
  }

  void visit(int folder, const std::string& name, const Level& level) {
    struct stat status {};
    const std::string path = level.path.empty() ? name : level.path + "/" + name;
    if (::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return;
    if (wholes_.contains(path)) return;
    if (S_ISDIR(status.st_mode)) {
      enter(folder, name, path, level);
    } else if (!files_.contains(path)) {
      look_at(path, status, level);
    }
  }

  void enter(int folder, const std::string& name, const std::string& path, const Level& level) {
    const bool tracked = folders_.contains(path);
    if (!tracked && !query_.folders) return;
    const UniqueFd below(
        ::openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!below.valid()) return;
    const bool repository =
        !tracked && ::faccessat(below.get(), ".git", F_OK, AT_SYMLINK_NOFOLLOW) == 0;
    if (repository && !query_.repositories) return;
    if (!tracked && kept_.says(path, EntryKind::kFolder).value_or(false)) return;
    const bool ignored = level.ignored || (!tracked && is_ignored(path, EntryKind::kFolder));
    if (ignored && query_.ignored == GitIgnored::kKept) return;
    walk(below.get(), {path, ignored, !level.named.empty() || tracked ? level.named : path + "/"});
  }

  void look_at(const std::string& path, const struct stat& status, const Level& level) {
    if (!query_.covers(path) || kept_.says(path, EntryKind::kFile).value_or(false)) return;
    const bool ignored = level.ignored || is_ignored(path, EntryKind::kFile);
    if (ignored && query_.ignored == GitIgnored::kKept) return;
    if (!ignored && query_.ignored == GitIgnored::kAlone) return;
    ++found_.files;
    if (S_ISREG(status.st_mode)) found_.bytes += static_cast<std::uint64_t>(status.st_size);
    const std::string whole = (query_.place.top / path).string();
    if (query_.paths.class_of(whole, ObjectType::kFile) == PathClass::kSecret) ++found_.secrets;
    if (!is_own(whole)) ++found_.of_before;
    add_name(level.named.empty() ? path : level.named);
  }

  [[nodiscard]] bool is_own(const std::string& path) const {
    const UniqueFd object(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    return object.valid() &&
           query_.paths.describe_held(object.get()).recoverability == policy::Recoverability::kBorn;
  }

  void add_name(const std::string& name) {
    auto& names = found_.names;
    if (std::ranges::find(names, name) != names.end()) return;
    if (names.size() < kMostNames) {
      names.push_back(name);
    } else {
      found_.more_names = true;
    }
  }

  const GitCleanQuery& query_;
  const Clock::time_point end_;
  const IgnoreRules kept_;
  std::unordered_set<std::string> files_;
  std::unordered_set<std::string> folders_;
  std::unordered_set<std::string> wholes_;  // submodules, and folders of a sparse index
  std::vector<IgnoreRules> standing_;       // of all folders, the weakest first
  std::vector<IgnoreRules> rules_;          // of the folder that is walked, and those above it
  std::vector<std::string> folders_of_rules_;
  std::uint64_t seen_ = 0;
  GitUntracked found_;
};

}  // namespace

std::optional<GitUntracked> untracked_files(const GitCleanQuery& query) {
  return Walk(query).run();
}

}  // namespace guard::supervisor
