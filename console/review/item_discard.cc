// SPDX-License-Identifier: Apache-2.0
#include "console/review/item_discard.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <sstream>
#include <unordered_map>
#include <utility>

#include "base/files/unique_fd.h"
#include "base/text/path.h"
#include "base/text/text.h"
#include "console/undo/undo_giving.h"
#include "supervisor/undo/history/companions.h"
#include "supervisor/undo/restore/foresight.h"
#include "supervisor/undo/restore/move_halves.h"
#include "supervisor/undo/restore/moved_there.h"
#include "supervisor/undo/store/held_place.h"

namespace guard::console {
namespace {

using supervisor::MoveHalf;
using supervisor::UndoEntry;

// Standard output and standard error go to memory meanwhile: a screen is drawn there.
class KeptOutput {
 public:
  KeptOutput() {
    std::fflush(nullptr);
    for (std::size_t i = 0; i < kStreams.size(); ++i) {
      before_.at(i) = UniqueFd(::fcntl(kStreams.at(i), F_DUPFD_CLOEXEC, 10));
      (void)::dup2(memory_.get(), kStreams.at(i));
    }
  }
  ~KeptOutput() { restore(); }
  KeptOutput(const KeptOutput&) = delete;
  KeptOutput& operator=(const KeptOutput&) = delete;

  std::vector<std::string> lines() {
    restore();
    std::string text;
    std::array<char, 65536> buffer{};
    for (ssize_t size = 1; size > 0;) {
      size = ::pread(memory_.get(), buffer.data(), buffer.size(), static_cast<off_t>(text.size()));
      if (size > 0) text.append(buffer.data(), static_cast<std::size_t>(size));
    }
    std::vector<std::string> all;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) all.push_back(line);
    return all;
  }

 private:
  static constexpr std::array<int, 2> kStreams = {STDOUT_FILENO, STDERR_FILENO};
  void restore() {
    std::fflush(nullptr);
    for (std::size_t i = 0; i < kStreams.size(); ++i)
      if (before_.at(i).valid()) (void)::dup2(before_.at(i).get(), kStreams.at(i));
    for (UniqueFd& fd : before_) fd.reset();
  }
  const UniqueFd memory_{::memfd_create("output", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
  std::array<UniqueFd, 2> before_;
};

class Planner {
 public:
  explicit Planner(const Review& review) : review_(review) {
    for (const ReviewItem& item : review.items) {
      if (!item.inside.empty()) inside_[item.inside].push_back(&item);
      if (item.is_folder && item.kind == ReviewKind::kDeleted) gone_[item.before] = &item;
      if (item.kind == ReviewKind::kMoved) moved_to_[item.now] = &item;
    }
  }

  DiscardPlan of(const std::vector<const ReviewItem*>& items) {
    for (const ReviewItem* item : items) add(*item);
    add_what_belongs_together();
    supervisor::add_moves_in_the_way(*review_.selection.history, plan_.entries);
    for (const ReviewItem* item : taken_)
      if (item->half != MoveHalf::kWhole) add_half(*item);
    return std::move(plan_);
  }

 private:
  void add(const ReviewItem& item) {
    if (!taken_.insert(&item).second) return;
    ++plan_.items;
    if (!item.conflict.empty()) ++plan_.conflicts;
    if (!item.obstacle.empty()) ++plan_.obstacles;
    plan_.entries.insert(item.entries.begin(), item.entries.end());
    const auto inside = inside_.find(item.now);
    if (item.is_folder && inside != inside_.end())
      for (const ReviewItem* one : inside->second) add(*one);
    for (std::string above = folder_of(item.before); above.size() > 1; above = folder_of(above))
      if (const auto gone = gone_.find(above); gone != gone_.end()) add(*gone->second);
    // Another file of before stands where this one comes back, in whatever object it is by now.
    if (const auto there = moved_to_.find(item.before); there != moved_to_.end())
      add(*there->second);
  }
  // Adds one alone of a file and its backup.
  void add_half(const ReviewItem& item) {
    const auto& moves = review_.selection.history->moves;
    for (const std::uint64_t number : item.entries) {
      if (std::ranges::find(moves, number, &UndoEntry::number) == moves.end()) continue;
      const bool is_whole = std::ranges::any_of(taken_, [&](const ReviewItem* other) {
        return other->half != item.half &&
               std::ranges::find(other->entries, number) != other->entries.end();
      });
      if (!is_whole) plan_.halves.emplace(number, item.half);
      return;
    }
  }
  // The files of a database, and what the session made beside them (companions.h).
  void add_what_belongs_together() {
    supervisor::FileGroups groups(review_.root(), *review_.selection.history);
    std::set<std::string> wanted;
    for (const UndoEntry* entry : review_.selection.entries)
      if (plan_.entries.contains(entry->number)) wanted.insert(groups.name_of(*entry));
    wanted.erase("");
    const auto& beside = review_.selection.history->beside;
    for (const UndoEntry* entry : review_.selection.entries) {
      const auto made = beside.find(entry->number);
      const bool is_beside =
          made != beside.end() && std::ranges::any_of(made->second.owners, [&](auto owner) {
            return plan_.entries.contains(owner);
          });
      if (is_beside || (!wanted.empty() && wanted.contains(groups.name_of(*entry))))
        plan_.entries.insert(entry->number);
    }
  }

  const Review& review_;
  std::unordered_map<std::string, std::vector<const ReviewItem*>> inside_;
  std::unordered_map<std::string, const ReviewItem*> gone_;
  std::unordered_map<std::string, const ReviewItem*> moved_to_;  // by the new name
  std::set<const ReviewItem*> taken_;
  DiscardPlan plan_;
};

}  // namespace

DiscardPlan plan_discard(const Review& review, const std::vector<const ReviewItem*>& items) {
  return Planner(review).of(items);
}

std::vector<const ReviewItem*> items_at(const Review& review, const std::string& path) {
  std::vector<const ReviewItem*> items;
  for (const ReviewItem& item : review.items)
    if (supervisor::is_at_or_below(item.now, path) || supervisor::is_at_or_below(item.before, path))
      items.push_back(&item);
  return items;
}

std::vector<const ReviewItem*> all_items(const Review& review) {
  std::vector<const ReviewItem*> items;
  for (const ReviewItem& item : review.items) items.push_back(&item);
  return items;
}

DiscardPlan plan_all(const Review& review) {
  DiscardPlan plan = plan_discard(review, all_items(review));
  if (review.order.paths.empty())
    for (const UndoEntry* entry : review.selection.entries) plan.entries.insert(entry->number);
  return plan;
}

Discarded discard(Review& review, const DiscardPlan& plan, const std::string& conflicts,
                  const std::vector<std::string>& words) {
  std::set<std::uint64_t> chosen = plan.entries;
  for (const auto& [move, half] : plan.halves)
    supervisor::take_half(*review.selection.history, chosen, move, half);
  std::erase_if(review.selection.entries,
                [&](const UndoEntry* entry) { return !chosen.contains(entry->number); });
  review.selection.is_whole = false;
  review.selection.lost = {};
  const auto steps = supervisor::foresee(review.order.state, *review.selection.history,
                                         review.selection.entries, conflict_choice(conflicts));
  std::set<std::uint64_t> changed;
  for (const auto& [number, step] : steps)
    if (!step.conflict.empty()) changed.insert(number);
  Discarded done;
  if (!changed.empty() && conflicts.empty()) {
    done.lines = {"somebody changed something meanwhile: nothing was done"};
    done.left = plan.items;
    return done;
  }
  KeptOutput output;
  const Giving giving =
      give_back({review.order.state, words, conflicts, false, false}, review.selection, changed);
  done.lines = output.lines();
  if (!giving.undo.empty()) done.undos.push_back(giving.undo);
  done.given_back = giving.given_back;
  done.partly = giving.partly;
  // Where it did not begin, it says why.
  done.left = giving.given_back + giving.left == 0 ? plan.items : giving.left;
  return done;
}

}  // namespace guard::console
