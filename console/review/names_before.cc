// SPDX-License-Identifier: Apache-2.0
#include "console/review/names_before.h"

#include <algorithm>
#include <utility>

#include "base/text/path.h"

namespace guard::console {

using supervisor::UndoDeed;

namespace {

std::uint64_t back_since(const supervisor::History& history, std::uint64_t move) {
  const auto found = history.back_since.find(move);
  return found == history.back_since.end() ? NamesBefore::kNever : found->second;
}

}  // namespace

// The last one that was in force when the act NUMBER happened.
const NamesBefore::Move* NamesBefore::last_of(const std::vector<Move>& moves,
                                              std::uint64_t number) {
  auto at = std::ranges::lower_bound(moves, number, {}, &Move::number);
  while (at != moves.begin())
    if (const Move& move = *--at; move.until == kNever || number < move.until) return &move;
  return nullptr;
}

NamesBefore::NamesBefore(const supervisor::History& history) {
  for (const supervisor::UndoEntry& entry : history.entries) {
    const bool swaps = entry.deed == UndoDeed::kExchange;
    if (swaps || entry.deed == UndoDeed::kRename)
      led_to_[entry.to].push_back(
          {.number = entry.number, .from = entry.path, .until = back_since(history, entry.number)});
    // A further name leads to the same file.
    if (entry.deed == UndoDeed::kLink && !entry.of.empty())
      led_to_[entry.path].push_back({entry.number, entry.of, true});
    // A file that comes to a link's name when the link is gone is another one.
    const auto known = led_to_.find(entry.path);
    const bool goes = entry.deed == UndoDeed::kDelete && !history.undone.contains(entry.number);
    if (goes && known != led_to_.end() && known->second.back().is_link)
      known->second.push_back({entry.number, ""});
    if (swaps) led_to_[entry.path].push_back({entry.number, entry.to});
  }
}

std::string NamesBefore::of(std::string path, std::uint64_t number) const {
  return stages(std::move(path), number).back().path;
}

bool NamesBefore::is_further(std::string path, std::uint64_t number) const {
  return std::ranges::any_of(stages(std::move(path), number), &Stage::is_further);
}

std::vector<NamesBefore::Stage> NamesBefore::stages(std::string path, std::uint64_t number) const {
  std::vector<Stage> all;
  while (!led_to_.empty()) {
    const Move* last = nullptr;
    std::size_t length = 0;  // of the name that it led to
    for (std::string above = path; above.size() > 1; above = folder_of(above)) {
      const auto found = led_to_.find(above);
      if (found == led_to_.end()) continue;
      const Move* const move = last_of(found->second, number);
      if (move == nullptr || (last != nullptr && last->number >= move->number)) continue;
      last = move;
      length = above.size();
    }
    if (last == nullptr) break;
    if (last->from.empty()) {
      all.push_back({std::move(path), last->number});
      return all;
    }
    number = last->number;
    all.push_back({path, number, last->is_link});
    path = last->from + path.substr(length);
  }
  all.push_back({std::move(path), 0});
  return all;
}

}  // namespace guard::console
