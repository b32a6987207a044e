// SPDX-License-Identifier: Apache-2.0
#include "supervisor/actors/agent_credentials.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "policy/paths/path_names.h"
#include "policy/text/glob.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Action;
using policy::Object;
using policy::ObjectType;

bool is_credential(const Process& process, const Object& object) {
  return keeps_credential(process, object.path);
}

bool are_credentials(const Process& process, const Action& action) {
  return std::ranges::all_of(action.objects,
                             [&](const Object& object) { return is_credential(process, object); });
}

// A link, a socket or a device under its name would lead what is written there elsewhere. An empty
// folder is how many keep others out meanwhile.
bool makes_file(const Process& process, const Action& action) {
  constexpr std::array<std::string_view, 3> kMakers = {"open", "creat", "mkdir"};
  return are_credentials(process, action) &&
         std::ranges::any_of(
             kMakers, [&](std::string_view maker) { return action.syscall.starts_with(maker); });
}

// A file that becomes one was written beside it; one that is one stays under such a name.
bool takes_its_place(const Process& process, const Action& action) {
  if (action.objects.size() < 2 || action.objects[0].type != ObjectType::kFile) return false;
  const Object& from = action.objects[0];
  const bool beside = !action.exchange && from.path_class == policy::PathClass::kOwnState;
  return (beside || is_credential(process, from)) && is_credential(process, action.objects[1]);
}

// Nobody else may read it for that.
bool stays_private(const Process& process, const Action& action) {
  constexpr std::uint32_t kForOthers = 07077;
  const policy::MetadataChange& change = action.change;
  const bool narrows =
      change.kind == policy::MetadataKind::kMode && (change.mode & kForOthers) == 0;
  const bool times = change.kind == policy::MetadataKind::kTimes;
  return (change.same || narrows || times) && are_credentials(process, action);
}

struct Row {
  Act act;
  bool (*keeps)(const Process&, const Action&);
};
constexpr std::array kAgentCredentialsRows = {
    Row{Act::kRead, are_credentials},   Row{Act::kCreate, makes_file},
    Row{Act::kModify, are_credentials}, Row{Act::kDelete, are_credentials},
    Row{Act::kRename, takes_its_place}, Row{Act::kLink, are_credentials},
    Row{Act::kMetadata, stays_private},
};

}  // namespace

bool keeps_own_credential(const Process& process, const Action& action) {
  if (action.objects.empty()) return false;
  const auto row = std::ranges::find(kAgentCredentialsRows, action.act, &Row::act);
  return row != kAgentCredentialsRows.end() && row->keeps(process, action);
}

// A folder under the name of one file would keep that file away.
bool makes_own_folder(const Action& action, const OwnFolders& own) {
  if (action.act != Act::kCreate || !action.syscall.starts_with("mkdir") || action.objects.empty())
    return false;
  const Object& made = action.objects.front();
  if (made.path_class == policy::PathClass::kHome)
    return std::ranges::any_of(own.folders, [&](const std::string& folder) {
      return policy::below(folder, made.path).has_value();
    });
  return made.path_class == policy::PathClass::kConfig &&
         std::ranges::any_of(own.settings, [&](const std::string& glob) {
           return glob.ends_with("/**") && policy::path_glob_matches(glob, made.path);
         });
}

}  // namespace guard::supervisor
