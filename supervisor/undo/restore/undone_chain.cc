// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/restore/undone_chain.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "supervisor/undo/store/journal.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::supervisor {
namespace {

// The session that each session of the store undoes, by its folder.
std::map<std::string, std::string> undone_by_all(const std::string& root) {
  std::map<std::string, std::string> undone;
  const auto sessions = stored_sessions(std::filesystem::path(root).parent_path().string());
  if (!sessions) return undone;
  for (const StoredSession& session : *sessions) undone.emplace(session.name, session.undoes);
  return undone;
}

bool is_move(const std::string& deed) {
  return deed == "rename" || deed == "exchange";
}

}  // namespace

UndoneChain::Acts UndoneChain::acts_of(const std::string& folder) {
  Acts acts;
  (void)read_journal(folder + "/journal", [&](const nlohmann::json& line) {
    if (line.contains("n") && line.contains("act"))
      acts[line.value("n", std::uint64_t{0})] = {line.value("act", ""),
                                                 line.value("reverts", std::uint64_t{0})};
  });
  return acts;
}

Result<UndoneChain> UndoneChain::open(const std::string& root, const std::string& undoes) {
  UndoneChain chain;
  if (undoes.empty()) return chain;
  const auto undone = undone_by_all(root);
  for (std::string name = undoes; !name.empty();) {
    const std::string folder = root + "/" + name;
    if (!chain.links_.empty() && !undone.contains(name)) break;  // it is kept no more
    auto marks = Journal::open(folder + "/undone");
    if (!marks) return forward(marks.error());
    const auto before = undone.find(name);
    const std::string next = before == undone.end() ? "" : before->second;
    chain.links_.push_back({std::move(*marks), acts_of(folder)});
    name = next;
  }
  return chain;
}

// An undo of one half of a move (move_halves.h) took the new name away: the move itself stayed in
// effect. Its act does not tell what else it did to a move, and that is not noted.
Result<void> UndoneChain::note(WayBack& own, std::uint64_t reverts, const UndoneMark& again,
                               const UndoneMark& given_back) {
  bool is_again = true;
  std::string undone_by;  // the deed of the undo that this session's act was undone by
  for (Link& link : links_) {
    const auto act = link.acts.find(reverts);
    if (reverts == 0) break;
    const std::string deed = act == link.acts.end() ? "" : act->second.deed;
    const bool of_half = !is_again && is_move(deed) && !is_move(undone_by);
    if (of_half && undone_by != "delete") break;
    UndoneMark mark = is_again || of_half ? again : given_back;
    mark.number = reverts;
    mark.is_name_gone = of_half;
    if (auto marked = own.mark(link.marks, mark); !marked) return marked;
    reverts = act == link.acts.end() ? 0 : act->second.reverts;
    undone_by = deed;
    is_again = !is_again;
  }
  return {};
}

void UndoneChain::note_end(WayBack& own, const UndoneMark& end) {
  for (Link& link : links_) (void)own.mark(link.marks, end);
}

}  // namespace guard::supervisor
