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
#include "base/text/text.h"
#include "supervisor/git/git_commits.h"
#include "supervisor/git/git_config.h"
#include "supervisor/git/git_files.h"
#include "supervisor/git/git_place.h"
#include "supervisor/git/git_push_told.h"
#include "supervisor/git/git_refs.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;
using Settings = GitSettings;

// Addresses that other settings rewrite, or that another file may set.
bool is_rewritten(const Settings& settings) {
  return std::ranges::any_of(settings, [](const GitSetting& setting) {
    return setting.name.starts_with("url.") || setting.name == "extensions.worktreeconfig" ||
           setting.name == "core.worktree";
  });
}

std::string last_of(const Settings& settings, const std::string& name) {
  const auto values = values_of(settings, name);
  return values.empty() ? "" : values.back();
}

// git-push(1): the first operand, else what the branch and the settings say, else origin.
std::string remote_of(const policy::CommandLine& line, const Settings& settings,
                      const GitPlace& repository) {
  if (!line.operands.empty()) return line.operands.front();
  if (const auto repo = line.value_of("repo")) return *repo;
  const std::string branch = "branch." + branch_of(repository);
  for (const std::string& name :
       {branch + ".pushremote", std::string("remote.pushdefault"), branch + ".remote"})
    if (std::string remote = last_of(settings, name); !remote.empty()) return remote;
  return "origin";
}

// The place of a remote with one address; nothing where it has several.
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

// Neither a name that is set up, also in the way of old (gitrepository-layout(5)), nor a path or an
// address.
bool is_no_remote(const PushPlace& place, const GitPlace& repository) {
  constexpr auto kOfOld = std::to_array<const char*>({"remotes", "branches"});
  if (!place.remote.empty() || !place.repository.empty() ||
      place.address.find_first_of("/:") != std::string::npos || place.address.starts_with('.'))
    return false;
  return std::ranges::none_of(kOfOld, [&](const char* folder) {
    std::error_code error;
    return fs::exists(repository.common / folder / place.address, error) || error;
  });
}

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
  const auto repository = git_place_of(exec, line);
  const auto settings = repository ? settings_of(*repository, home) : std::nullopt;
  if (!settings) return std::nullopt;
  const std::string remote = remote_of(line, *settings, *repository);
  const bool replaces = replaces_by_settings(line, *settings, remote);
  auto place = is_rewritten(*settings) ? std::nullopt : place_of(remote, *settings);
  if (!place) return replaces ? std::optional(PushPlace{.replaces = true}) : std::nullopt;
  place->repository = repository_below(repository->top, place->address);
  place->replaces = replaces;
  if (is_no_remote(*place, *repository)) {
    place->told = {"no remote is called " + safe_text(remote) + ", so git has nowhere to push to"};
    place->address.clear();
    return place;
  }
  place->told = told_of_push(repository->common, branch_of(*repository), place->remote, line);
  return place;
}

std::vector<std::string> told_of_reset(const policy::Action& exec,
                                       const policy::CommandLine& line) {
  const auto repository = git_place_of(exec, line);
  if (!repository) return {};
  return told_of_reset(repository->common.string(), repository->folder.string(),
                       branch_of(*repository), line);
}

std::vector<std::string> refs_named(const policy::Action& exec, const policy::CommandLine& line) {
  const auto repository = git_place_of(exec, line);
  return repository ? refs_named(*repository, line) : std::vector<std::string>();
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
