// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/history/past_undos.h"

#include <algorithm>
#include <set>

#include "supervisor/undo/history/made_objects.h"
#include "supervisor/undo/store/journal.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

std::string text_of(const Json& line, const char* key) {
  const auto found = line.find(key);
  return found == line.end() || !found->is_string() ? std::string() : found->get<std::string>();
}

PastUndo& undo_named(std::vector<PastUndo>& undos, const std::string& name) {
  const auto found = std::find_if(undos.begin(), undos.end(),
                                  [&](const PastUndo& undo) { return undo.name == name; });
  if (found != undos.end()) return *found;
  undos.push_back({name, "", 0, 0});
  return undos.back();
}

}  // namespace

Result<std::vector<PastUndo>> past_undos(const std::string& state_dir, const History& history) {
  std::set<std::uint64_t> told;
  for (const UndoEntry& entry : history.entries)
    if (entry.deed != UndoDeed::kFolder) told.insert(entry.number);
  std::vector<PastUndo> undos;
  const auto take = [&](const Json& line) {
    const std::string name = text_of(line, "by");
    const auto number = line.is_object() ? line.value("n", std::uint64_t{0}) : std::uint64_t{0};
    const bool is_step = told.contains(number) || is_made_number(number);
    if (name.empty() || line.value("begun", false)) return;
    // Its end: of an undo of lines alone there is no more.
    if (number == 0 && line.contains("n")) {
      PastUndo& undo = undo_named(undos, name);
      if (undo.last.empty()) undo.last = text_of(line, "time");
    }
    if (!is_step) return;
    PastUndo& undo = undo_named(undos, name);
    ++(line.value("again", false) ? undo.taken_back : undo.given_back);
    undo.last = text_of(line, "time");
  };
  const auto read =
      read_journal(undo_root(state_dir) + "/" + history.session.name + "/undone", take);
  if (!read) return forward(read.error());
  return undos;
}

}  // namespace guard::supervisor
