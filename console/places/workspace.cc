// SPDX-License-Identifier: Apache-2.0
#include "console/places/workspace.h"

#include <filesystem>
#include <system_error>

#include "base/text/text.h"

namespace guard::console {
namespace {

namespace fs = std::filesystem;

Result<fs::path> canonical_folder(const fs::path& path) {
  std::error_code error;
  fs::path canonical = fs::canonical(path, error);
  const std::string shown = "workspace " + safe_text(path.lexically_normal().string());
  if (error) return fail_with(error.value(), shown);
  if (!fs::is_directory(canonical, error)) return fail(Code::kInvalid, shown + ": not a folder");
  return canonical;
}

bool too_wide(const fs::path& folder, const fs::path& home) {
  return folder == folder.root_path() || folder == home;
}

// The nearest folder upwards with a .git that is not too wide to be meant.
fs::path default_folder(const fs::path& start, const fs::path& home) {
  for (fs::path folder = start; !too_wide(folder, home); folder = folder.parent_path()) {
    std::error_code error;
    if (fs::exists(folder / ".git", error)) return folder;
  }
  return start;
}

std::string warning_for(const fs::path& folder) {
  return "everything below " + safe_text(folder.string()) +
         " counts as the workspace; name a smaller one with --workspace";
}

// As a policy file says it: no shell reads "~/x" there.
fs::path told_folder(const std::string& told, const std::string& start, const std::string& home) {
  if (told == "~") return home;
  if (told.starts_with("~/")) return fs::path(home) / told.substr(2);
  return fs::path(start) / told;
}

}  // namespace

Result<Workspace> find_workspace(const std::vector<std::string>& told,
                                 const std::string& start_folder, const std::string& home) {
  Workspace workspace;
  for (const std::string& folder : told) {
    const auto canonical = canonical_folder(told_folder(folder, start_folder, home));
    if (!canonical) return forward(canonical.error());
    workspace.folders.push_back(canonical->string());
  }
  if (!told.empty()) return workspace;
  const auto start = canonical_folder(start_folder);
  if (!start) return forward(start.error());
  std::error_code ignored;
  const fs::path canonical_home = fs::weakly_canonical(home, ignored);
  const fs::path folder = default_folder(*start, canonical_home);
  if (too_wide(folder, canonical_home)) workspace.warning = warning_for(folder);
  const bool by_git = !too_wide(folder, canonical_home) && fs::exists(folder / ".git", ignored);
  workspace.chosen = by_git ? WorkspaceChosen::kByGit : WorkspaceChosen::kByStart;
  workspace.folders.push_back(folder.string());
  return workspace;
}

}  // namespace guard::console
