// SPDX-License-Identifier: Apache-2.0
#include "console/undo_preview.h"

#include <cstdio>
#include <vector>

#include "console/undo_difference.h"
#include "console/undo_metadata.h"
#include "console/undo_view.h"
#include "supervisor/undo/held_place.h"
#include "supervisor/undo/store_folder.h"

namespace guard::console {
namespace {

using Json = nlohmann::ordered_json;
using supervisor::History;
using supervisor::UndoDeed;
using supervisor::UndoEntry;

// What one step changes of what is there.
struct StepPreview {
  std::vector<std::string> metadata;
  std::string difference;
  std::string conflict;
};

std::vector<std::string> metadata_of(const History& history, const UndoEntry& entry,
                                     const std::string& now) {
  const bool gives_metadata = entry.deed == UndoDeed::kMetadata || entry.deed == UndoDeed::kModify;
  if (!gives_metadata || now.empty()) return {};
  const UniqueFd held = supervisor::hold_object(now);
  if (!held.valid()) return {};
  const auto record = supervisor::record_of(held.get());
  if (!record || record->key != history.current(entry.object.key)) return {};
  return metadata_changes(*record, entry.object);
}

std::string difference_of(const PreviewOrder& order, const UndoEntry& entry, const std::string& now,
                          Differences& differences) {
  const bool has_text = entry.deed == UndoDeed::kModify || entry.deed == UndoDeed::kReplace;
  if (!has_text || entry.content.empty() || now.empty()) return {};
  return differences.between(supervisor::undo_root(order.state) + "/" + entry.content, now,
                             entry.path);
}

Json json_of(const UndoEntry& entry, const StepPreview& preview) {
  Json json = entry_json(entry);
  if (!preview.metadata.empty()) json["metadata"] = preview.metadata;
  if (!preview.conflict.empty()) json["conflict"] = preview.conflict;
  if (!preview.difference.empty()) json["diff"] = preview.difference;
  return json;
}

void print_step(const UndoEntry& entry, const StepPreview& preview) {
  std::string line = step_text(entry);
  const char* before = ": ";
  for (const std::string& change : preview.metadata) {
    line += before + change;
    before = ", ";
  }
  if (!preview.conflict.empty()) line += "  CONFLICT: " + preview.conflict;
  std::printf("%s\n%s", line.c_str(), preview.difference.c_str());
}

}  // namespace

void show_plan(const PreviewOrder& order, const UndoSelection& selection,
               const Conflicts& conflicts) {
  Differences differences;
  auto list = Json::array();
  const History& history = *selection.history;
  for (auto at = selection.entries.rbegin(); at != selection.entries.rend(); ++at) {
    const UndoEntry& entry = **at;
    if (entry.deed == UndoDeed::kFolder) continue;
    const std::string now = history.place_of(entry);
    const auto conflict = conflicts.find(entry.number);
    const StepPreview preview{metadata_of(history, entry, now),
                              difference_of(order, entry, now, differences),
                              conflict == conflicts.end() ? "" : conflict->second};
    if (order.json) {
      list.push_back(json_of(entry, preview));
    } else {
      print_step(entry, preview);
    }
  }
  if (!order.json) return;
  Json plan = {{"session", history.session.name}, {"plan", std::move(list)}};
  if (!selection.moved_with.empty()) plan["hint"] = selection.moved_with;
  print_json(plan);
}

void print_json(const Json& value) {
  std::printf("%s\n", value.dump(2, ' ', true, Json::error_handler_t::replace).c_str());
}

}  // namespace guard::console
