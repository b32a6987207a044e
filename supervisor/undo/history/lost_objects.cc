// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/history/lost_objects.h"

#include <sys/stat.h>

#include <algorithm>
#include <vector>

#include "base/text/grouped.h"
#include "base/text/text.h"
#include "supervisor/undo/store/held_place.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kShownNames = 3;
constexpr std::size_t kLongestName = 40;

bool is_there(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

std::string shown_name(const std::string& path, const std::string& workspace) {
  const bool inside = is_at_or_below(path, workspace) && path.size() > workspace.size() + 1;
  return shortened(safe_text(inside ? path.substr(workspace.size() + 1) : path), kLongestName);
}

// Those of PATHS, in order, that lie below none of the others.
std::vector<std::string> topmost(std::vector<std::string> paths) {
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> top;
  for (const std::string& path : paths) {
    const bool below = std::any_of(top.begin(), top.end(), [&path](const std::string& folder) {
      return is_at_or_below(path, folder);
    });
    if (below) continue;
    top.push_back(path);
    if (top.size() > kShownNames) break;
  }
  return top;
}

std::string text_of(const LostObjects& lost, LostKind kind, const std::string& workspace) {
  std::vector<std::string> paths;
  for (const LostObject& object : lost.objects)
    if (object.kind == kind) paths.push_back(object.path);
  if (paths.empty()) return {};
  const bool one = paths.size() == 1;
  std::string text = grouped(paths.size());
  text += kind == LostKind::kBuilt ? one ? " build file (" : " build files ("
          : one                    ? " file that was not saved ("
                                   : " files that were not saved (";
  const auto top = topmost(std::move(paths));
  for (std::size_t i = 0; i < std::min(top.size(), kShownNames); ++i)
    text += (i == 0 ? "" : ", ") + shown_name(top[i], workspace);
  return text + (top.size() > kShownNames ? " ...)" : ")");
}

}  // namespace

LostObjects lost_objects(const std::string& state_dir, const StoredSession& session,
                         const std::function<bool(const LostObject&)>& picks) {
  LostObjects lost = read_lost_list(undo_root(state_dir) + "/" + session.name + "/lost");
  std::erase_if(lost.objects, [&picks](const LostObject& object) {
    const bool is_back = object.kind == LostKind::kBuilt && is_there(object.path);
    return is_back || (picks && !picks(object));
  });
  return lost;
}

std::string lost_text(const LostObjects& lost, const std::string& workspace) {
  const std::string built = text_of(lost, LostKind::kBuilt, workspace);
  const std::string unsaved = text_of(lost, LostKind::kUnsaved, workspace);
  const std::string text = built + (built.empty() || unsaved.empty() ? "" : ", ") + unsaved;
  return text.empty() || lost.complete ? text : text + " and more";
}

}  // namespace guard::supervisor
