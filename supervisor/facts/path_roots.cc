// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/path_roots.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

constexpr auto kHomeCaches = std::to_array<const char*>(
    {".cache", ".npm", ".cargo/registry", ".gradle/caches", ".m2/repository", "go/pkg/mod"});

// As far as it exists; the rest as it is written.
std::string canonical_text(const fs::path& path) {
  std::error_code error;
  auto found = fs::weakly_canonical(path, error);
  if (error) return {};
  std::string text = found.string();
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text;
}

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
                                  const std::vector<std::string>& guard_folders) {
  policy::PathRoots roots;
  roots.workspace = std::move(workspace);
  roots.home = home_folder();
  for (const auto& folder : {std::string("/tmp"), std::string("/var/tmp"), variable("TMPDIR")}) {
    add(roots.tmp, folder);
  }
  for (const auto& folder : guard_folders) add(roots.guard, folder);
  add(roots.cache, variable("XDG_CACHE_HOME"));
  for (const char* name : kHomeCaches) {
    if (!roots.home.empty()) add(roots.cache, roots.home + "/" + name);
  }
  roots.patterns = policy.paths;
  return roots;
}

}  // namespace guard::supervisor
