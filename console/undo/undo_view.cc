// SPDX-License-Identifier: Apache-2.0
#include "console/undo/undo_view.h"

#include <sys/stat.h>

#include <array>

#include "base/clock.h"
#include "base/text/text.h"
#include "console/output/text_table.h"
#include "supervisor/undo/history/companions.h"
#include "supervisor/undo/history/made_objects.h"

namespace guard::console {
namespace {

using supervisor::StoredSession;
using supervisor::UndoDeed;
using supervisor::UndoEntry;

constexpr std::size_t kLongestCommand = 60;

// In the order of UndoDeed.
constexpr std::array<const char*, 9> kGivesBack = {
    "bring back", "bring back",    "put back the content of", "put back mode, owner and times of",
    "move back",  "exchange back", "put back the times of",   "take away the further name",
    "take away"};

std::string extent_of(const UndoEntry& entry) {
  if (entry.object.is_folder()) return "folder";
  if (S_ISLNK(entry.object.mode)) return "link";
  return size_text(entry.object.size);
}

// A file that a session made has no number to be named by: beside another file it goes with that
// one, else with all that the session made.
bool is_numbered(const UndoEntry& entry) {
  return !supervisor::is_companion(entry) && !supervisor::is_made(entry);
}

std::string number_text(const UndoEntry& entry) {
  return is_numbered(entry) ? std::to_string(entry.number) : "-";
}

nlohmann::ordered_json number_json(const UndoEntry& entry) {
  return is_numbered(entry) ? nlohmann::ordered_json(entry.number) : nlohmann::ordered_json();
}

const char* act_text(const UndoEntry& entry) {
  return supervisor::is_made(entry) ? "made" : name_of(entry.deed);
}

const char* verb_of(const UndoEntry& entry) {
  return kGivesBack.at(static_cast<std::size_t>(entry.deed));
}

// Where nothing is there, no content is put back.
bool exists(const supervisor::Foresight& step) {
  struct stat status {};
  return !step.now.empty() && ::lstat(step.now.c_str(), &status) == 0;
}

std::string text_of(const UndoEntry& entry, const supervisor::Foresight& step,
                    const std::string& verb) {
  const bool moves = entry.deed == UndoDeed::kRename || entry.deed == UndoDeed::kExchange;
  if (step.half == supervisor::MoveHalf::kName) return "take away " + safe_text(step.path);
  if (step.half == supervisor::MoveHalf::kContent)
    return "bring back " + safe_text(step.path) + " (" + extent_of(entry) + ")";
  if (moves) return verb + " " + safe_text(step.from) + " to " + safe_text(step.path);
  return verb + " " + safe_text(step.path) + " (" + extent_of(entry) + ")";
}

}  // namespace

std::string session_line(const StoredSession& session, const ShownTimes& times) {
  return safe_text(session.typed) + "  " + times.with_zone(session.started) + "  " +
         size_text(session.usage.bytes) + "  " +
         shortened(safe_text(session.command), kLongestCommand);
}

nlohmann::ordered_json session_json(const StoredSession& session) {
  return {
      {"session", session.name},       {"id", session.id},
      {"started", session.started},    {"last_alive", iso_time(session.last_alive)},
      {"command", session.command},    {"workspace", supervisor::bytes_to_json(session.workspace)},
      {"files", session.usage.files},  {"bytes", session.usage.bytes},
      {"running", session.is_running}, {"kept", session.is_pinned},
      {"undoes", session.undoes},      {"undo_session", session.typed}};
}

std::string entry_head(const ShownTimes& times) {
  constexpr std::size_t kTime = 19;
  return padded("N", 6) + "  " + padded(times.heading("WHEN"), kTime) + "  " + padded("ACT", 8) +
         "  WHAT\n";
}

std::string entry_line(const UndoEntry& entry, const ShownTimes& times) {
  std::string line = padded(number_text(entry), 6) + "  " + times.second(entry.time) + "  " +
                     padded(act_text(entry), 8) + "  " + safe_text(entry.path);
  if (!entry.to.empty()) line += " -> " + safe_text(entry.to);
  return line + "  (" + extent_of(entry) +
         (entry.command.empty() ? ""
                                : ", " + shortened(safe_text(entry.command), kLongestCommand)) +
         ")";
}

std::string step_text(const UndoEntry& entry) {
  supervisor::Foresight step;
  step.path = entry.path;
  step.from = entry.to;
  return text_of(entry, step, verb_of(entry));
}

std::string step_text(const UndoEntry& entry, const supervisor::Foresight& step) {
  const bool is_gone = entry.deed == UndoDeed::kModify && !exists(step);
  return text_of(entry, step, is_gone ? "bring back" : verb_of(entry));
}

nlohmann::ordered_json entry_json(const UndoEntry& entry) {
  nlohmann::ordered_json json = supervisor::to_json(entry);
  json["n"] = number_json(entry);
  json["act"] = act_text(entry);
  json["text"] = step_text(entry);
  return json;
}

nlohmann::ordered_json lost_json(const supervisor::LostObjects& lost) {
  std::size_t built = 0;
  auto objects = nlohmann::ordered_json::array();
  for (const supervisor::LostObject& object : lost.objects) {
    if (object.kind == supervisor::LostKind::kBuilt) ++built;
    objects.push_back(
        {{"kind", name_of(object.kind)}, {"path", supervisor::bytes_to_json(object.path)}});
  }
  return {{"built", built},
          {"unsaved", lost.objects.size() - built},
          {"complete", lost.complete},
          {"objects", std::move(objects)}};
}

nlohmann::ordered_json result_json(const supervisor::Step& step) {
  return {{"n", number_json(*step.entry)},
          {"act", act_text(*step.entry)},
          {"path", supervisor::bytes_to_json(step.entry->path)},
          {"result", supervisor::name_of(step.end)},
          {"note", safe_text(step.note)}};
}

}  // namespace guard::console
