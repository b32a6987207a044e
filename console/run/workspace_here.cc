// SPDX-License-Identifier: Apache-2.0
#include "console/run/workspace_here.h"

#include "base/text/text.h"
#include "console/places/locations.h"
#include "console/places/workspace.h"
#include "supervisor/facts/linked_repository.h"

namespace guard::console {
namespace {

std::string why_workspace(const Workspace& workspace) {
  const std::string super = supervisor::superproject_of(workspace.folders.front());
  const std::string of_module =
      super.empty() ? "" : ", a submodule of " + super + ", whose other files are outside";
  switch (workspace.chosen) {
    case WorkspaceChosen::kByName:
      return "named by the policy or GUARD_WORKSPACE" + of_module;
    case WorkspaceChosen::kByGit:
      return "the git top level of this folder" + of_module;
    case WorkspaceChosen::kByStart:
      break;
  }
  return "this folder, which is in no git repository that counts";
}

}  // namespace

WorkspaceHere workspace_here(const policy::Policy& policy, const std::string& cwd) {
  const auto found = find_workspace(policy.workspace, cwd, home_folder());
  if (!found) return {{}, "", found.error().text()};
  return {found->folders, why_workspace(*found), ""};
}

std::string text_of(const WorkspaceHere& workspace) {
  std::string folders;
  for (const std::string& folder : workspace.folders)
    folders += (folders.empty() ? "" : ", ") + safe_text(folder);
  return folders.empty() ? "none; " + safe_text(workspace.problem)
                         : folders + " (" + safe_text(workspace.why) + ")";
}

}  // namespace guard::console
