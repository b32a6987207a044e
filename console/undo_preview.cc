// SPDX-License-Identifier: Apache-2.0
#include "console/undo_preview.h"

#include <cstdio>
#include <vector>

#include "base/text.h"
#include "console/printed_json.h"
#include "console/undo_difference.h"
#include "console/undo_metadata.h"
#include "console/undo_view.h"
#include "supervisor/undo/held_place.h"
#include "supervisor/undo/store_folder.h"

namespace guard::console {
namespace {

using Json = nlohmann::ordered_json;
using supervisor::Foresight;
using supervisor::History;
using supervisor::UndoDeed;
using supervisor::UndoEntry;

// What one step changes of what is there.
struct StepPreview {
  std::vector<std::string> metadata;
  std::string difference;
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

Json json_of(const UndoEntry& entry, const Foresight& step, const StepPreview& preview) {
  Json json = entry_json(entry);
  json["text"] = step_text(entry, step);
  if (!preview.metadata.empty()) json["metadata"] = preview.metadata;
  if (!step.conflict.empty()) json["conflict"] = step.conflict;
  if (!step.obstacle.empty()) json["obstacle"] = step.obstacle;
  if (!step.note.empty()) json["note"] = step.note;
  if (!preview.difference.empty()) json["diff"] = preview.difference;
  return json;
}

void print_step(const UndoEntry& entry, const Foresight& step, const StepPreview& preview) {
  std::string line = step_text(entry, step);
  const char* before = ": ";
  for (const std::string& change : preview.metadata) {
    line += before + change;
    before = ", ";
  }
  if (!step.note.empty()) line += "; " + step.note;
  if (!step.conflict.empty()) line += "  CONFLICT: " + step.conflict;
  if (!step.obstacle.empty()) line += "  CANNOT BE GIVEN BACK: " + step.obstacle;
  std::printf("%s\n%s", safe_text(line).c_str(), preview.difference.c_str());
}

}  // namespace

void show_plan(const PreviewOrder& order, const UndoSelection& selection,
               const supervisor::Foresights& steps) {
  Differences differences;
  auto list = Json::array();
  const History& history = *selection.history;
  for (auto at = selection.entries.rbegin(); at != selection.entries.rend(); ++at) {
    const UndoEntry& entry = **at;
    if (entry.deed == UndoDeed::kFolder) continue;
    const Foresight& step = steps.at(entry.number);
    StepPreview preview;
    if (step.obstacle.empty())
      preview = {metadata_of(history, entry, step.now),
                 difference_of(order, entry, step.now, differences)};
    if (order.json) {
      list.push_back(json_of(entry, step, preview));
    } else {
      print_step(entry, step, preview);
    }
  }
  if (!order.json) {
    if (const std::string summary = summary_of(count_plan(steps)); !summary.empty())
      std::printf("%s\n", summary.c_str());
    return;
  }
  Json plan = {{"session", history.session.name}, {"plan", std::move(list)}};
  if (!selection.moved_with.empty()) plan["hint"] = selection.moved_with;
  print_json(plan);
}

PlanCounts count_plan(const supervisor::Foresights& steps) {
  PlanCounts counts;
  for (const auto& [number, step] : steps) {
    ++counts.changes;
    if (!step.conflict.empty()) ++counts.conflicts;
    if (!step.obstacle.empty()) ++counts.obstacles;
  }
  return counts;
}

std::string summary_of(const PlanCounts& counts) {
  if (counts.conflicts + counts.obstacles == 0) return {};
  std::string text = count_text(counts.changes, "change", "changes");
  if (counts.conflicts != 0)
    text += ", changed by somebody since: " + std::to_string(counts.conflicts);
  if (counts.obstacles != 0)
    text += ", that cannot be given back: " + std::to_string(counts.obstacles);
  return text;
}

void print_json(const Json& value) {
  std::printf("%s\n", printed_json(value, 2).c_str());
}

}  // namespace guard::console
