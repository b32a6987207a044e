// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/landlock_roots.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "policy/text/glob.h"

namespace guard::supervisor {
namespace {

using policy::PathClass;

bool lies_in(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

// A root cannot leave out a part of itself: one that holds the home folder or files of guard would
// open those too. All that is done there is done by guard anyway.
bool holds_more(const std::string& folder, const policy::PathRoots& roots) {
  const auto inside = [&](const std::string& path) { return lies_in(path, folder); };
  return inside(roots.home) || std::any_of(roots.guard.begin(), roots.guard.end(), inside);
}

void add(std::vector<std::string>& folders, const std::vector<std::string>& more,
         const policy::PathRoots& roots) {
  for (const std::string& folder : more) {
    // "/" as a root would bound nothing.
    if (folder.starts_with('/') && folder != "/" && !holds_more(folder, roots))
      folders.push_back(folder);
  }
}

bool is_unasked(PathClass path_class) {
  return path_class == PathClass::kTmp || path_class == PathClass::kCache ||
         path_class == PathClass::kOwnState;
}

// "/w/scratch/**" and "/w/scratch" -> "/w/scratch"; empty for what names no single folder.
std::string folder_of(std::string_view pattern) {
  constexpr std::string_view kEverythingBelow = "/**";
  if (pattern.ends_with(kEverythingBelow)) pattern.remove_suffix(kEverythingBelow.size());
  return policy::has_wildcard(pattern) ? std::string() : std::string(pattern);
}

}  // namespace

interceptor::LandlockRoots landlock_roots_of(const policy::PathRoots& roots) {
  interceptor::LandlockRoots result;
  result.devices = {"/dev", "/proc"};
  result.folders = {"/dev/shm", "/dev/mqueue"};
  for (const auto* folders : {&roots.workspace, &roots.tmp, &roots.cache, &roots.own_state})
    add(result.folders, *folders, roots);
  for (const auto& [pattern, path_class] : roots.patterns) {
    if (!is_unasked(path_class)) continue;
    for (const std::string& workspace : roots.workspace)
      add(result.folders, {folder_of(policy::anchored_glob(pattern, workspace, roots.home))},
          roots);
  }
  return result;
}

}  // namespace guard::supervisor
