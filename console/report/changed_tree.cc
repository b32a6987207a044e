// SPDX-License-Identifier: Apache-2.0
#include "console/report/changed_tree.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace guard::console {
namespace {

constexpr std::array<const char*, kChanges> kWords = {"created", "modified", "deleted",
                                                      "renamed", "linked",   "metadata changed"};
constexpr std::size_t kMostInAFolder = 40;
constexpr std::size_t kDeepest = 64;

std::uint64_t sum(const ChangeCounts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace

std::string counts_text(const ChangeCounts& counts) {
  std::string out;
  for (std::size_t i = 0; i < kChanges; ++i) {
    if (counts[i] == 0) continue;
    out += (out.empty() ? "" : ", ") + std::to_string(counts[i]) + " " + kWords[i];
  }
  return out;
}

void ChangedTree::add(std::string_view path, Change change) {
  const auto index = static_cast<std::size_t>(change);
  Place* place = &root_;
  ++place->counts[index];
  for (std::size_t depth = 0; !path.empty() && depth < kDeepest; ++depth) {
    const std::size_t begin = std::min(path.find_first_not_of('/'), path.size());
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view name = path.substr(begin, end - begin);
    path.remove_prefix(end);
    if (name.empty()) break;
    auto next = place->below.find(name);
    if (next == place->below.end()) {
      if (places_ >= kMostPlaces) return;
      ++places_;
      next = place->below.emplace(std::string(name), Place{}).first;
    }
    place = &next->second;
    ++place->counts[index];
  }
}

void ChangedTree::add_lines(const Place& place, std::size_t depth, std::size_t most,
                            std::vector<Line>& out) {
  std::vector<const std::pair<const std::string, Place>*> shown;
  for (const auto& entry : place.below) shown.push_back(&entry);
  const std::size_t room = std::min(kMostInAFolder, most > out.size() ? most - out.size() : 0);
  if (shown.size() > room) {
    std::stable_sort(shown.begin(), shown.end(), [](const auto* a, const auto* b) {
      return sum(a->second.counts) > sum(b->second.counts);
    });
    shown.resize(room);
    std::sort(shown.begin(), shown.end(),
              [](const auto* a, const auto* b) { return a->first < b->first; });
  }
  for (const auto* entry : shown) {
    std::string name = (depth == 0 ? "/" : "") + entry->first;
    const Place* below = &entry->second;
    // Only what happened in the one thing inside: one line for both.
    while (below->below.size() == 1 && below->below.begin()->second.counts == below->counts) {
      name += "/" + below->below.begin()->first;
      below = &below->below.begin()->second;
    }
    if (!below->below.empty()) name += "/";
    out.push_back({depth, std::move(name), below->counts, 0});
    add_lines(*below, depth + 1, most, out);
  }
  if (shown.size() == place.below.size()) return;
  Line rest{depth, "", place.counts, place.below.size() - shown.size()};
  for (const auto* entry : shown) {
    for (std::size_t i = 0; i < kChanges; ++i) rest.counts[i] -= entry->second.counts[i];
  }
  out.push_back(std::move(rest));
}

std::vector<ChangedTree::Line> ChangedTree::lines(std::size_t most) const {
  std::vector<Line> out;
  add_lines(root_, 0, most, out);
  return out;
}

}  // namespace guard::console
