// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/git_push.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/files/unique_fd.h"
#include "base/limits.h"
#include "supervisor/facts/git_commits.h"
#include "supervisor/facts/git_config.h"
#include "supervisor/facts/git_files.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;
using Settings = std::vector<GitSetting>;

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
bool add_settings(const fs::path& path, const std::string& home, int depth, Settings& all) {
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

struct Repository {
  fs::path top;     // where git works: relative addresses hang from here
  fs::path folder;  // with HEAD
  fs::path common;  // with the configuration
};

// A linked worktree or a submodule: .git is a file that says where.
std::optional<Repository> behind_file(const fs::path& top) {
  constexpr std::string_view kGitdir = "gitdir: ";
  const auto text = text_of_git_file(top / ".git");
  if (!text || !text->starts_with(kGitdir)) return std::nullopt;
  Repository found{top, top / without_newline(text->substr(kGitdir.size())), {}};
  const auto common = text_of_git_file(found.folder / "commondir");
  if (!common) return std::nullopt;
  found.common = common->empty() ? found.folder : found.folder / without_newline(*common);
  return found;
}

std::optional<Repository> repository_at(const fs::path& folder) {
  const fs::path git = folder / ".git";
  if (is_git_folder(git)) return Repository{folder, git, git};
  std::error_code error;
  if (fs::is_regular_file(git, error)) return behind_file(folder);
  if (is_git_folder(folder)) return Repository{folder, folder, folder};
  return std::nullopt;
}

std::optional<Repository> repository_around(fs::path folder) {
  for (int depth = 0; depth < kDeepestFolder; ++depth) {
    if (auto found = repository_at(folder)) return found;
    if (folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  return std::nullopt;
}

// The folder that `git -C A -C B` works in. Nothing where other options say what it works on.
std::optional<fs::path> working_folder(const policy::Action& exec,
                                       const policy::CommandLine& line) {
  constexpr auto kElsewhere = std::to_array<std::string_view>(
      {"git-dir", "work-tree", "namespace", "c", "config-env", "bare", "receive-pack", "exec"});
  const bool steered = std::ranges::any_of(exec.environment_changes, [](const auto& change) {
    return change.starts_with("GIT_") || change.starts_with("HOME=") || change.starts_with("XDG_");
  });
  const bool inherited = ::getenv("GIT_DIR") != nullptr ||
                         ::getenv("GIT_CONFIG_COUNT") != nullptr ||
                         ::getenv("GIT_CONFIG_GLOBAL") != nullptr;
  if (steered || inherited || exec.cwd.empty()) return std::nullopt;
  fs::path folder = exec.cwd;
  for (const policy::Flag& flag : line.flags) {
    if (std::ranges::find(kElsewhere, flag.name) != kElsewhere.end()) return std::nullopt;
    if (flag.name == "C" && flag.value) folder /= *flag.value;
  }
  std::error_code error;
  fs::path real = fs::canonical(folder, error);
  return error ? std::nullopt : std::optional(std::move(real));
}

// Addresses that other settings rewrite, or that another file may set.
bool is_rewritten(const Settings& settings) {
  return std::ranges::any_of(settings, [](const GitSetting& setting) {
    return setting.name.starts_with("url.") || setting.name == "extensions.worktreeconfig" ||
           setting.name == "core.worktree";
  });
}

std::optional<Settings> settings_of(const Repository& repository, const std::string& home) {
  const char* const config_home = ::getenv("XDG_CONFIG_HOME");
  const fs::path user = config_home != nullptr && *config_home != '\0'
                            ? fs::path(config_home) / "git/config"
                            : fs::path(home) / ".config/git/config";
  Settings settings;
  for (const fs::path& path : {fs::path("/etc/gitconfig"), user, fs::path(home) / ".gitconfig",
                               repository.common / "config"})
    if (!add_settings(path, home, 0, settings)) return std::nullopt;
  return settings;
}

std::string last_of(const Settings& settings, const std::string& name) {
  const auto values = values_of(settings, name);
  return values.empty() ? "" : values.back();
}

std::string branch_of(const Repository& repository) {
  constexpr std::string_view kBranch = "ref: refs/heads/";
  const auto head = text_of_git_file(repository.folder / "HEAD");
  return head && head->starts_with(kBranch) ? without_newline(head->substr(kBranch.size())) : "";
}

// git-push(1): the first operand, else what the branch and the settings say, else origin.
std::string remote_of(const policy::CommandLine& line, const Settings& settings,
                      const Repository& repository) {
  if (!line.operands.empty()) return line.operands.front();
  if (const auto repo = line.value_of("repo")) return *repo;
  const std::string branch = "branch." + branch_of(repository);
  for (const std::string& name :
       {branch + ".pushremote", std::string("remote.pushdefault"), branch + ".remote"})
    if (std::string remote = last_of(settings, name); !remote.empty()) return remote;
  return "origin";
}

// Of a remote with one address; nothing where it has several.
std::optional<PushPlace> place_of(const std::string& remote, const Settings& settings) {
  for (const char* key : {".pushurl", ".url"}) {
    const auto addresses = values_of(settings, "remote." + remote + key);
    if (addresses.size() > 1) return std::nullopt;
    if (addresses.size() == 1) return PushPlace{remote, addresses.front(), {}};
  }
  return PushPlace{"", remote, {}};
}

// The path that an address names on this machine; empty: it names another, or a helper.
std::string local_path(std::string_view address) {
  constexpr std::string_view kFile = "file://";
  if (address.starts_with(kFile)) address.remove_prefix(kFile.size());
  const auto colon = address.find(':');
  const auto slash = address.find('/');
  const bool elsewhere =
      colon != std::string_view::npos && (slash == std::string_view::npos || colon < slash);
  return elsewhere ? std::string() : std::string(address);
}

// Where git-receive-pack looks (git's enter_repo()), in this order.
std::string repository_below(const fs::path& top, const std::string& address) {
  const std::string path = local_path(address);
  if (path.empty()) return {};
  for (const char* suffix : {"/.git", "", ".git/.git", ".git"}) {
    const fs::path tried = top / (path + suffix);
    std::error_code error;
    if (!is_git_folder(tried)) continue;
    const fs::path real = fs::canonical(tried, error);
    return error ? std::string() : real.string();
  }
  return {};
}

}  // namespace

namespace {

// git-push(1): what is set counts where no refspec is given.
bool replaces_by_settings(const policy::CommandLine& line, const Settings& settings,
                          const std::string& remote) {
  if (line.operands.size() > 1) return false;
  const std::string mirror = last_of(settings, "remote." + remote + ".mirror");
  const auto refspecs = values_of(settings, "remote." + remote + ".push");
  return (!mirror.empty() && mirror != "false" && mirror != "no" && mirror != "0") ||
         std::ranges::any_of(refspecs, [](std::string_view spec) {
           return spec.starts_with('+') || (spec.starts_with(':') && spec.size() > 1);
         });
}

}  // namespace

std::optional<PushPlace> push_place_of(const policy::Action& exec, const policy::CommandLine& line,
                                       const std::string& home) {
  const auto folder = working_folder(exec, line);
  const auto repository = folder ? repository_around(*folder) : std::nullopt;
  const auto settings = repository ? settings_of(*repository, home) : std::nullopt;
  if (!settings) return std::nullopt;
  const std::string remote = remote_of(line, *settings, *repository);
  const bool replaces = replaces_by_settings(line, *settings, remote);
  auto place = is_rewritten(*settings) ? std::nullopt : place_of(remote, *settings);
  if (!place) return replaces ? std::optional(PushPlace{.replaces = true}) : std::nullopt;
  place->repository = repository_below(repository->top, place->address);
  place->replaces = replaces;
  place->told = told_of_push(repository->common, branch_of(*repository), place->remote, line);
  return place;
}

std::vector<std::string> told_of_reset(const policy::Action& exec,
                                       const policy::CommandLine& line) {
  const auto folder = working_folder(exec, line);
  const auto repository = folder ? repository_around(*folder) : std::nullopt;
  if (!repository) return {};
  return told_of_reset(repository->common.string(), branch_of(*repository), line);
}

bool is_born_repository(const PathFacts& paths, const std::string& repository) {
  constexpr auto kParts = std::to_array<const char*>({"", "/HEAD", "/objects", "/refs"});
  return std::ranges::all_of(kParts, [&](const char* part) {
    const UniqueFd fd(::open((repository + part).c_str(), O_PATH | O_CLOEXEC | O_NOFOLLOW));
    return fd.valid() &&
           paths.describe_held(fd.get()).recoverability == policy::Recoverability::kBorn;
  });
}

}  // namespace guard::supervisor
