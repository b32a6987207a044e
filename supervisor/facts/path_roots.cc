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

std::string home_folder() {
  std::string home = variable("HOME");
  if (!home.starts_with('/')) {
    const passwd* entry = ::getpwuid(::geteuid());
    home = entry != nullptr && entry->pw_dir != nullptr ? entry->pw_dir : "";
  }
  return home.empty() ? home : canonical_text(home);
}

void add(std::vector<std::string>& roots, const std::string& path) {
  if (!path.starts_with('/')) return;
  std::string root = canonical_text(path);
  // "/" as a scratch folder or a cache would make everything harmless.
  if (root.size() < 2 || std::find(roots.begin(), roots.end(), root) != roots.end()) return;
  roots.push_back(std::move(root));
}

std::string git_top(const std::string& start) {
  std::error_code error;
  for (fs::path folder = start; folder.has_relative_path(); folder = folder.parent_path()) {
    if (fs::exists(folder / ".git", error)) return folder.string();
  }
  return start;
}

}  // namespace

Result<std::vector<std::string>> find_workspace(const std::vector<std::string>& wanted,
                                                const std::string& start) {
  const std::string from = canonical_text(start);
  if (wanted.empty()) return std::vector<std::string>{git_top(from)};
  std::vector<std::string> found;
  for (const std::string& name : wanted) {
    std::string expanded = name;
    if (name == "~" || name.starts_with("~/")) expanded = home_folder() + name.substr(1);
    const std::string folder = canonical_text(fs::path(from) / expanded);
    std::error_code error;
    if (!fs::is_directory(folder, error)) {
      return fail(Code::kInvalid, "workspace " + name + ": no such folder");
    }
    found.push_back(folder);
  }
  return found;
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
