// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/history/kept_before.h"

#include <map>
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

// Gives for each object the first: the state of before. An editor that saves by way of a backup
// moves the file away and deletes it there, so its content is kept under another name.
std::map<ObjectKey, std::string> first_contents(const std::vector<UndoEntry>& entries) {
  std::map<ObjectKey, std::string> contents;
  for (const UndoEntry& entry : entries)
    if (changes_content(entry.deed) && !entry.content.empty())
      contents.try_emplace(entry.object.key, entry.content);
  return contents;
}

}  // namespace

Result<std::vector<KeptBefore>> kept_before(const std::string& state_dir, const std::string& name,
                                            const std::set<std::string>& paths) {
  StoredSession session;
  session.name = name;
  const auto history = read_history(state_dir, session, false, Versions::kLeftOut);
  if (!history) return forward(history.error());
  if (history->damaged > 0) return fail(Code::kInvalid, "the journal has damaged lines");
  const auto contents = first_contents(history->entries);
  std::vector<KeptBefore> kept;
  for (const UndoEntry& entry : history->entries) {
    if (leaves_content(entry.deed)) continue;
    for (const std::string& path : {entry.path, entry.to}) {
      if (path.empty() || !paths.contains(path)) continue;
      std::string content = changes_content(entry.deed) ? entry.content : "";
      const auto first = contents.find(entry.object.key);
      if (entry.deed == UndoDeed::kRename && first != contents.end()) content = first->second;
      kept.push_back(
          {path, content.empty() ? "" : undo_root(state_dir) + "/" + content, entry.object.key});
    }
  }
  return kept;
}

}  // namespace guard::supervisor
