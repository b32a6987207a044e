// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/history/past_undos.h"

#include <algorithm>
#include <map>

#include "supervisor/undo/store/journal.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

std::string text_of(const Json& line, const char* key) {
  const auto found = line.find(key);
  return found == line.end() || !found->is_string() ? std::string() : found->get<std::string>();
}

struct Tallies {
  FileTally given_back;
  FileTally taken_back;
};

PastUndo& undo_named(std::vector<PastUndo>& undos, const std::string& name) {
  const auto found = std::find_if(undos.begin(), undos.end(),
                                  [&](const PastUndo& undo) { return undo.name == name; });
  if (found != undos.end()) return *found;
  undos.push_back({name, "", {}, {}});
  return undos.back();
}

}  // namespace

Result<std::vector<PastUndo>> past_undos(const std::string& state_dir, const History& history) {
  const auto whole = read_history(state_dir, history.session, true);
  if (!whole) return forward(whole.error());
  std::map<std::uint64_t, const UndoEntry*> told;
  for (const UndoEntry& entry : whole->entries)
    if (entry.deed != UndoDeed::kFolder) told.emplace(entry.number, &entry);
  std::map<std::string, Tallies> tallies;
  std::vector<PastUndo> undos;
  const auto take = [&](const Json& line) {
    const std::string name = text_of(line, "by");
    const auto number = line.is_object() ? line.value("n", std::uint64_t{0}) : std::uint64_t{0};
    const auto step = told.find(number);
    if (name.empty() || line.value("begun", false)) return;
    // Its end: of an undo of lines alone there is no more.
    if (number == 0 && line.contains("n")) {
      PastUndo& undo = undo_named(undos, name);
      if (undo.last.empty()) undo.last = text_of(line, "time");
    }
    if (step == told.end()) return;
    PastUndo& undo = undo_named(undos, name);
    Tallies& own = tallies[name];
    (line.value("again", false) ? own.taken_back : own.given_back).add(*step->second);
    undo.last = text_of(line, "time");
  };
  const auto read =
      read_journal(undo_root(state_dir) + "/" + history.session.name + "/undone", take);
  if (!read) return forward(read.error());
  for (PastUndo& undo : undos) {
    undo.given_back = tallies[undo.name].given_back.count();
    undo.taken_back = tallies[undo.name].taken_back.count();
  }
  return undos;
}

}  // namespace guard::supervisor
