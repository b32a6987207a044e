// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/delete_streaks.h"

#include <utility>

#include "base/text/path.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kManyCommands = 64;

std::string common_folder(std::string folder, const std::string& path) {
  while (!path.starts_with(folder + "/")) folder = std::string(parent_of(folder));
  return folder;
}

}  // namespace

void DeleteStreaks::forget_old(Time now) {
  std::erase_if(deleted_, [&](const auto& entry) {
    const auto& files = entry.second.files;
    return files.empty() || now - files.back() > limits_.within;
  });
}

// Adds one to what happened lately; true: that is more than MOST.
bool DeleteStreaks::is_past(std::deque<Time>& times, std::size_t most, Time now) const {
  while (!times.empty() && now - times.front() > limits_.within) times.pop_front();
  times.push_back(now);
  if (times.size() <= most) return false;
  times.pop_front();
  return true;
}

std::optional<DeleteStreak> DeleteStreaks::count(int command, const std::string& path, Time now,
                                                 int remover) {
  const std::lock_guard lock(mutex_);
  if (deleted_.size() > kManyCommands) forget_old(now);
  Deleted& deleted = deleted_[command];
  if (deleted.files.empty() || now - deleted.files.back() > limits_.within)
    deleted = {.runs = {}, .files = {}, .streak = {.folder = std::string(parent_of(path))}};
  ++deleted.streak.files;
  deleted.streak.folder = common_folder(std::move(deleted.streak.folder), path);
  const bool past_files = is_past(deleted.files, limits_.files, now);
  const bool counted = remover != 0 && std::exchange(deleted.remover, remover) == remover;
  if (!counted) deleted.past_runs = is_past(deleted.runs, limits_.unasked, now);
  return past_files || deleted.past_runs ? std::optional(deleted.streak) : std::nullopt;
}

}  // namespace guard::supervisor
