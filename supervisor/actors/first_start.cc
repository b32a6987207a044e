// SPDX-License-Identifier: Apache-2.0
#include "supervisor/actors/first_start.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text/text.h"
#include "policy/paths/path_names.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Object;
using policy::PathClass;

// ".opencode" of "/home/u/.config/opencode".
std::string project_name_of(std::string_view folder) {
  std::string name(base_name(folder));
  return name.starts_with('.') ? name : "." + name;
}

// Agents look for them in the folders above as well.
bool is_steered_from(const std::string& workspace, const std::vector<std::string>& folders) {
  for (std::string place = workspace; place.size() > 1; place.resize(place.rfind('/'))) {
    for (const std::string& folder : folders) {
      const std::string settings = place + "/" + project_name_of(folder);
      if (settings != folder && ::access(settings.c_str(), F_OK) == 0) return true;
    }
  }
  return false;
}

bool comes_back(const Object& object) {
  return object.recoverability != policy::Recoverability::kPrecious;
}

bool is_agents(const Object& object, const std::vector<std::string>& folders) {
  const bool kind =
      object.path_class == PathClass::kConfig || object.path_class == PathClass::kOwnState;
  return kind && std::ranges::any_of(folders, [&](const std::string& folder) {
           return policy::below(object.path, folder).has_value();
         });
}

// Folders are another row's (makes_own_folder): one under the name of a file would keep that away.
bool changes_files(const policy::Action& action) {
  if (action.syscall.starts_with("mkdir")) return false;
  constexpr std::array kActs = {Act::kCreate, Act::kModify, Act::kDelete,
                                Act::kRename, Act::kLink,   Act::kMetadata};
  return std::ranges::find(kActs, action.act) != kActs.end();
}

}  // namespace

FirstStart::FirstStart(std::vector<std::string> folders, const std::vector<std::string>& workspaces)
    : folders_(std::move(folders)),
      over_(folders_.empty() || std::ranges::any_of(workspaces, [&](const auto& workspace) {
              return is_steered_from(workspace, folders_);
            })) {}

bool FirstStart::covers(const Process& process, const policy::Action& action) const {
  const Program& program = *process.program;
  return !is_over() && program.agent_itself && !program.actor.tampered && changes_files(action) &&
         !action.unsaved && !action.objects.empty() &&
         std::ranges::all_of(action.objects, [&](const Object& object) {
           return is_agents(object, folders_) && comes_back(object);
         });
}

}  // namespace guard::supervisor
