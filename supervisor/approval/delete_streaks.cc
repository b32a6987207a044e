// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/delete_streaks.h"

#include <algorithm>
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
    return files.empty() || now - files.back().at > limits_.within;
  });
}

void DeleteStreaks::drop_old_files(Deleted& deleted, Time now) const {
  while (!deleted.files.empty() && now - deleted.files.front().at > limits_.within)
    deleted.files.pop_front();
}

// Adds one to what happened lately; true: that is more than goes unasked.
bool DeleteStreaks::runs_are_past(Deleted& deleted, Time now) const {
  std::deque<Time>& runs = deleted.runs;
  while (!runs.empty() && now - runs.front() > limits_.within) runs.pop_front();
  runs.push_back(now);
  if (runs.size() <= limits_.unasked) return false;
  runs.pop_front();
  return true;
}

bool DeleteStreaks::files_are_past(Deleted& deleted, const std::string& path, Time now) const {
  drop_old_files(deleted, now);
  deleted.files.push_back({now, path});
  if (deleted.files.size() <= limits_.files) return false;
  deleted.files.pop_front();
  return true;
}

std::optional<DeleteStreak> DeleteStreaks::count(int command, const std::string& path, Time now,
                                                 int remover) {
  const std::lock_guard lock(mutex_);
  if (deleted_.size() > kManyCommands) forget_old(now);
  Deleted& deleted = deleted_[command];
  if (deleted.files.empty() || now - deleted.files.back().at > limits_.within)
    deleted = {.runs = {}, .files = {}, .streak = {.folder = std::string(parent_of(path))}};
  ++deleted.streak.files;
  deleted.streak.folder = common_folder(std::move(deleted.streak.folder), path);
  const bool past_files = files_are_past(deleted, path, now);
  const bool counted = remover != 0 && std::exchange(deleted.remover, remover) == remover;
  if (!counted) deleted.past_runs = runs_are_past(deleted, now);
  return past_files || deleted.past_runs ? std::optional(deleted.streak) : std::nullopt;
}

std::size_t DeleteStreaks::below(int command, const std::string& folder, Time now) {
  const std::lock_guard lock(mutex_);
  const auto found = deleted_.find(command);
  if (found == deleted_.end()) return 0;
  drop_old_files(found->second, now);
  return static_cast<std::size_t>(std::ranges::count_if(
      found->second.files, [&](const File& file) { return file.path.starts_with(folder + "/"); }));
}

}  // namespace guard::supervisor
