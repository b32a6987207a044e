// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/git_place.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/files/unique_fd.h"
#include "base/limits.h"
#include "supervisor/git/git_files.h"
#include "supervisor/git/git_head.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepestInclude = int_limit("git.includes");
constexpr int kDeepestFolder = 64;

bool is_include(const GitSetting& setting) {
  return setting.name == "include.path" ||
         (setting.name.starts_with("includeif.") && setting.name.ends_with(".path"));
}

fs::path included(const fs::path& from, const std::string& value, const std::string& home) {
  if (value.starts_with("~/")) return fs::path(home) / value.substr(2);
  return from.parent_path() / value;
}

// With what it includes, conditions or not: a setting that might hold is one that is not certain.
bool add_settings(const fs::path& path, const std::string& home, int depth, GitSettings& all) {
  const auto text = text_of_git_file(path);
  auto settings = text ? parse_git_config(*text) : std::nullopt;
  if (!settings || depth > kDeepestInclude) return false;
  for (GitSetting& setting : *settings) {
    if (is_include(setting) &&
        !add_settings(included(path, setting.value, home), home, depth + 1, all))
      return false;
    all.push_back(std::move(setting));
  }
  return true;
}

// A linked worktree or a submodule: .git is a file that says where.
std::optional<GitPlace> behind_file(const fs::path& top) {
  constexpr std::string_view kGitdir = "gitdir: ";
  const auto text = text_of_git_file(top / ".git");
  if (!text || !text->starts_with(kGitdir)) return std::nullopt;
  GitPlace found{top, top / without_newline(text->substr(kGitdir.size())), {}};
  const auto common = text_of_git_file(found.folder / "commondir");
  if (!common) return std::nullopt;
  found.common = common->empty() ? found.folder : found.folder / without_newline(*common);
  return found;
}

std::optional<GitPlace> repository_at(const fs::path& folder) {
  const fs::path git = folder / ".git";
  if (is_git_folder(git)) return GitPlace{folder, git, git};
  std::error_code error;
  if (fs::is_regular_file(git, error)) return behind_file(folder);
  if (is_git_folder(folder)) return GitPlace{folder, folder, folder};
  return std::nullopt;
}

}  // namespace

std::optional<GitPlace> repository_around(fs::path folder) {
  for (int depth = 0; depth < kDeepestFolder; ++depth) {
    if (auto found = repository_at(folder)) return found;
    if (folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  return std::nullopt;
}

std::optional<fs::path> git_working_folder(const policy::Action& exec,
                                           const policy::CommandLine& line) {
  constexpr auto kElsewhere = std::to_array<std::string_view>(
      {"git-dir", "work-tree", "namespace", "c", "config-env", "bare", "receive-pack", "exec"});
  const bool steered = std::ranges::any_of(exec.environment_changes, [](const auto& change) {
    return change.starts_with("GIT_") || change.starts_with("HOME=") || change.starts_with("XDG_");
  });
  constexpr auto kInherited =
      std::to_array<const char*>({"GIT_DIR", "GIT_COMMON_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE",
                                  "GIT_OBJECT_DIRECTORY", "GIT_CONFIG_COUNT", "GIT_CONFIG_GLOBAL"});
  const bool inherited =
      std::ranges::any_of(kInherited, [](const char* name) { return ::getenv(name) != nullptr; });
  if (steered || inherited || exec.cwd.empty()) return std::nullopt;
  fs::path folder = exec.cwd;
  for (const policy::Flag& flag : line.flags) {
    if (std::ranges::find(kElsewhere, flag.name) != kElsewhere.end()) return std::nullopt;
    if (flag.name == "C" && flag.leads && flag.value) folder /= *flag.value;
  }
  std::error_code error;
  fs::path real = fs::canonical(folder, error);
  return error ? std::nullopt : std::optional(std::move(real));
}

std::optional<GitPlace> git_place_of(const policy::Action& exec, const policy::CommandLine& line) {
  auto folder = git_working_folder(exec, line);
  auto place = folder ? repository_around(*folder) : std::nullopt;
  if (place) place->cwd = std::move(*folder);
  return place;
}

std::optional<GitPlace> git_place_at(const fs::path& top) {
  std::error_code error;
  const bool has_own = fs::exists(fs::symlink_status(top / ".git", error));
  return has_own ? repository_at(top) : std::nullopt;
}

std::optional<GitSettings> settings_of(const GitPlace& repository, const std::string& home) {
  const char* const config_home = ::getenv("XDG_CONFIG_HOME");
  const fs::path user = config_home != nullptr && *config_home != '\0'
                            ? fs::path(config_home) / "git/config"
                            : fs::path(home) / ".config/git/config";
  GitSettings settings;
  for (const fs::path& path : {fs::path("/etc/gitconfig"), user, fs::path(home) / ".gitconfig",
                               repository.common / "config"})
    if (!add_settings(path, home, 0, settings)) return std::nullopt;
  return settings;
}

std::string branch_of(const GitPlace& repository) {
  constexpr std::string_view kBranch = "ref: refs/heads/";
  const auto head = text_of_git_file(repository.folder / "HEAD");
  return head && head->starts_with(kBranch) ? without_newline(head->substr(kBranch.size())) : "";
}

std::optional<std::string> head_of(const GitPlace& place) {
  const UniqueFd folder(::open(place.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const UniqueFd common(::open(place.common.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.valid() || !common.valid()) return std::nullopt;
  const std::string branch = branch_of(place);
  if (branch.empty()) return head_commit(folder.get());
  return commit_of_ref(common.get(), "refs/heads/" + branch);
}

}  // namespace guard::supervisor
