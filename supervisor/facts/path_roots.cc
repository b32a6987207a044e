// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/path_roots.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/weaken.h"
#include "policy/text/glob.h"
#include "supervisor/facts/linked_repository.h"
#include "supervisor/facts/rules_here.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

// The folders of what package managers fetched, and of their locks: where each keeps it unless told
// otherwise.
constexpr auto kHomeCaches = std::to_array<const char*>(
    {".cache", ".npm", ".cargo/registry", ".cargo/git", ".cargo/.package-cache",
     ".cargo/.package-cache-mutate", ".cargo/.global-cache", ".gradle/caches", ".m2/repository",
     "go/pkg/mod", ".local/share/pnpm/store", ".local/state/pnpm", ".yarn/berry/cache",
     ".bun/install/cache", ".nuget/packages", ".conan2/p"});

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

void add(std::vector<std::string>& roots, const std::string& path) {
  if (!path.starts_with('/')) return;
  std::string root = canonical_text(path);
  // "/" as a scratch folder or a cache would make everything harmless.
  if (root.size() < 2 || std::find(roots.begin(), roots.end(), root) != roots.end()) return;
  roots.push_back(std::move(root));
}

// Every symbolic link that is followed on the way to PATH, where it lies itself.
std::vector<std::string> links_towards(const std::string& path) {
  constexpr std::size_t kMostLinks = 40;  // MAXSYMLINKS
  std::error_code error;
  std::vector<std::string> links;
  fs::path left = fs::absolute(path, error).lexically_normal();
  fs::path done = "/";
  while (!error && links.size() < kMostLinks) {
    const fs::path rest = left.relative_path();
    if (rest.empty()) break;
    const fs::path next = done / *rest.begin();
    fs::path after;
    for (auto part = std::next(rest.begin()); part != rest.end(); ++part) after /= *part;
    if (!fs::is_symlink(next, error)) {
      error.clear();  // what is not there yet is no link
      done = fs::path(canonical_text(next));
      left = after;
      continue;
    }
    links.push_back(next.string());
    const fs::path target = fs::read_symlink(next, error);
    left = (target.is_absolute() ? target : done / target) / after;
    left = left.lexically_normal();
    done = "/";
  }
  return links;
}

// Behind what the policy itself says of paths. The folders of the run's own agent are free. Files
// that steer an agent, and its credentials, are judged in every run: one agent must not set up
// another.
void add_agents(policy::PathRoots& roots, const policy::Policy& policy) {
  if (roots.home.empty()) return;
  const auto append = [&](std::vector<std::string> globs, policy::PathClass path_class) {
    for (std::string& glob : globs) roots.patterns.emplace_back(std::move(glob), path_class);
  };
  const auto own = policy.profile ? policy.profile->state : std::vector<std::string>();
  const auto mixed = policy.profile ? policy::mixed_files(*policy.profile, roots.home)
                                    : std::vector<std::string>();
  for (const std::string& path : own) {
    std::string absolute = policy::anchored_glob(path, "", roots.home);
    if (!policy::has_wildcard(path)) {
      roots.own_state.push_back(std::move(absolute));
    } else if (std::ranges::find(mixed, absolute) == mixed.end()) {
      // Among its settings: files that the agent writes at every start.
      roots.patterns.emplace_back(std::move(absolute), policy::PathClass::kOwnState);
    }
  }
  for (const policy::Profile& profile : policy.profiles) {
    append(policy::below_state(profile, profile.secrets, roots.home), policy::PathClass::kSecret);
    append(policy::below_state(profile, profile.settings, roots.home), policy::PathClass::kConfig);
    append(policy::mixed_files(profile, roots.home), policy::PathClass::kConfig);
  }
}

// A path that a policy names through a symbolic link lies elsewhere, where it is judged.
void add_where_links_lead(policy::PathRoots& roots, const policy::Policy& policy) {
  using policy::PathClass;
  for (const auto& [pattern, path_class] : policy.paths) {
    const bool restricts = path_class == PathClass::kSecret || path_class == PathClass::kConfig ||
                           path_class == PathClass::kSystem;
    if (!restricts || !(pattern.starts_with('/') || pattern.starts_with("~/"))) continue;
    auto real = pattern_behind_links(policy::anchored_glob(pattern, "", roots.home));
    if (real) roots.patterns.emplace_back(std::move(*real), path_class);
  }
}

// The next run must not be held to a file that a session may write unasked. Where a file is
// guarded closer already, as in /etc or among guard's own, it stays so.
bool is_guarded_less(policy::PathClass path_class) {
  using policy::PathClass;
  return path_class != PathClass::kGuard && path_class != PathClass::kSystem &&
         path_class != PathClass::kDevice && path_class != PathClass::kSecret;
}

// They steer the next run as a project's .guard.yaml does.
void add_policy_files(policy::PathRoots& roots, const policy::Policy& policy) {
  std::vector<std::string> paths;
  for (const std::string& file : policy.files) {
    if (!file.starts_with('/')) continue;  // a built-in pack
    paths.push_back(canonical_text(file));
    for (std::string& link : links_towards(file)) paths.push_back(std::move(link));
  }
  const policy::PathClassifier known(roots);
  for (std::string& path : paths) {
    if (!path.empty() && is_guarded_less(known.classify(path, policy::ObjectType::kFile)))
      roots.policy_files.push_back(std::move(path));
  }
}

}  // namespace

std::string home_folder() {
  std::string home = variable("HOME");
  if (!home.starts_with('/')) {
    const passwd* entry = ::getpwuid(::geteuid());
    home = entry != nullptr && entry->pw_dir != nullptr ? entry->pw_dir : "";
  }
  return home.empty() ? home : canonical_text(home);
}

policy::PathRoots find_path_roots(const policy::Policy& policy, std::vector<std::string> workspace,
                                  const std::vector<std::string>& guard_folders,
                                  const std::string& home) {
  policy::PathRoots roots;
  roots.workspace = std::move(workspace);
  for (const std::string& folder : roots.workspace) {
    for (std::string& git : git_folders_of(folder)) roots.git_folders.push_back(std::move(git));
  }
  roots.home = home_folder();
  if (!home.empty() && home != roots.home) roots.other_homes = {std::exchange(roots.home, home)};
  for (const auto& folder : {std::string("/tmp"), std::string("/var/tmp"), variable("TMPDIR")}) {
    add(roots.tmp, folder);
  }
  for (const auto& folder : guard_folders) {
    add(roots.guard, folder);
    // Whoever may put another link in its place leads guard, run later by a person, elsewhere.
    if (weakened("state-links")) continue;
    for (std::string& link : links_towards(folder)) roots.guard.push_back(std::move(link));
  }
  add(roots.cache, variable("XDG_CACHE_HOME"));
  for (const char* name : kHomeCaches) {
    if (!roots.home.empty()) add(roots.cache, roots.home + "/" + name);
  }
  roots.patterns = policy.paths;
  add_where_links_lead(roots, policy);
  add_agents(roots, policy);
  add_policy_files(roots, policy);
  return roots;
}

}  // namespace guard::supervisor
