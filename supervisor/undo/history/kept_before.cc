// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/history/kept_before.h"

#include <utility>

#include "supervisor/undo/history/history.h"

namespace guard::supervisor {
namespace {

bool changes_content(UndoDeed deed) {
  return deed == UndoDeed::kDelete || deed == UndoDeed::kReplace || deed == UndoDeed::kModify;
}
bool leaves_content(UndoDeed deed) {
  return deed == UndoDeed::kMetadata || deed == UndoDeed::kFolder;
}

}  // namespace

Result<std::vector<KeptBefore>> kept_before(const std::string& state_dir, const std::string& name,
                                            const std::set<std::string>& paths) {
  StoredSession session;
  session.name = name;
  const auto history = read_history(state_dir, session, false, Versions::kLeftOut);
  if (!history) return forward(history.error());
  if (history->damaged > 0) return fail(Code::kInvalid, "the journal has damaged lines");
  std::vector<KeptBefore> kept;
  for (const UndoEntry& entry : history->entries) {
    if (leaves_content(entry.deed)) continue;
    for (const std::string& path : {entry.path, entry.to}) {
      if (path.empty() || !paths.contains(path)) continue;
      const bool has_content = changes_content(entry.deed) && !entry.content.empty();
      kept.push_back(
          {path, has_content ? undo_root(state_dir) + "/" + entry.content : "", entry.object.key});
    }
  }
  return kept;
}

}  // namespace guard::supervisor
