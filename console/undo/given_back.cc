// SPDX-License-Identifier: Apache-2.0
#include "console/undo/given_back.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "base/clock.h"
#include "base/text/text.h"
#include "console/undo/undo_selection.h"
#include "supervisor/undo/history/past_undos.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {
namespace {

using supervisor::History;
using supervisor::UndoDeed;
using supervisor::UndoEntry;

// "undo-8a86b1 (2025-03-01T09:05:07Z)".
std::string undo_text(const GivenBack& given) {
  return safe_text(given.undo) + " (" + safe_text(given.time).substr(0, 19) + "Z)";
}

// "guard review: hunk 1 of f discarded", as such a step calls itself: "hunk 1 of f".
std::string part_of(const std::string& command) {
  constexpr std::string_view kBegin = "guard review: ";
  constexpr std::string_view kEnd = " discarded";
  if (!command.starts_with(kBegin) || !command.ends_with(kEnd)) return {};
  return safe_text(command.substr(kBegin.size(), command.size() - kBegin.size() - kEnd.size()));
}

std::string revert_text(const GivenBack& given) {
  if (!given.is_kept) return {};
  return "; to revert: guard undo --session " + safe_text(given.undo);
}

}  // namespace

std::vector<GivenBack> given_back_of(const History& history,
                                     const std::vector<const UndoEntry*>& entries) {
  std::vector<GivenBack> all;
  std::map<std::string, supervisor::FileTally> tallies;
  for (const UndoEntry* entry : entries) {
    const auto by = history.undone_by.find(entry->number);
    if (entry->deed == UndoDeed::kFolder || by == history.undone_by.end()) continue;
    auto given = std::ranges::find(all, by->second, &GivenBack::undo);
    if (given == all.end()) given = all.insert(all.end(), GivenBack{by->second, "", {}, false});
    tallies[by->second].add(*entry);
    const auto time = history.given_back.find(entry->number);
    if (time != history.given_back.end())
      given->time = std::max(given->time, iso_time(time->second));
  }
  for (GivenBack& given : all) given.files = tallies[given.undo].count();
  return all;
}

void look_for_undos(const std::string& state_dir, std::vector<GivenBack>& all) {
  if (all.empty()) return;
  const auto sessions = supervisor::stored_sessions(state_dir);
  if (!sessions) return;
  for (GivenBack& given : all)
    given.is_kept = std::any_of(sessions->begin(), sessions->end(),
                                [&](const auto& session) { return session.name == given.undo; });
}

void note_whole(const std::string& state_dir, const History& history, std::vector<GivenBack>& all) {
  if (const auto past = supervisor::past_undos(state_dir, history)) {
    for (const supervisor::PastUndo& undo : *past) {
      const auto given = std::ranges::find(all, undo.name, &GivenBack::undo);
      if (given != all.end() && given->files.total() < undo.given_back.total())
        given->files = undo.given_back;
    }
  }
  const auto sessions = supervisor::stored_sessions(state_dir);
  if (!sessions) return;
  for (const supervisor::StoredSession& session : *sessions) {
    std::string part = session.undoes == history.session.name ? part_of(session.command) : "";
    if (part.empty() || changes_left(state_dir, session).left.total() == 0) continue;
    all.push_back({session.name, session.started, {}, true, std::move(part)});
  }
}

std::string part_text(const GivenBack& given) {
  return "already taken back: " + given.part + ", by " + undo_text(given) + revert_text(given);
}

const GivenBack& last_undo(const std::vector<GivenBack>& all) {
  return *std::ranges::max_element(all, {}, &GivenBack::time);
}

bool undo_is_last(const std::vector<GivenBack>& all, const std::vector<const UndoEntry*>& entries) {
  const bool has_unknown =
      std::ranges::any_of(all, [](const GivenBack& given) { return given.time.empty(); });
  if (all.empty() || has_unknown) return has_unknown;
  const std::string& time = last_undo(all).time;
  return std::ranges::all_of(entries, [&](const UndoEntry* entry) { return entry->time <= time; });
}

// A word with a dash in front is no option behind `--`.
std::string further_command(const FurtherBack& further) {
  std::vector<std::string> words = {"guard", "undo", "--session", further.session};
  if (further.what.starts_with('-')) words.emplace_back("--");
  words.push_back(further.what);
  return command_text(words);
}

std::string nothing_left_text(const std::vector<GivenBack>& all, const FurtherBack& further) {
  if (!further.session.empty() && !all.empty())
    return "nothing was changed: " + safe_text(further.what) + " was given back already by " +
           undo_text(last_undo(all)) + revert_text(last_undo(all)) +
           "; to go further back: " + further_command(further);
  std::string text = "nothing is left to give back";
  for (const GivenBack& given : all)
    text += "\n" + (!given.part.empty()
                        ? part_text(given)
                        : given.files.text() + (given.files.total() == 1 ? " was" : " were") +
                              " given back by " + undo_text(given) + revert_text(given));
  return text;
}

}  // namespace guard::console
