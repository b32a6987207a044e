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
    const auto& times = entry.second.times;
    return times.empty() || now - times.back() > limits_.within;
  });
}

std::optional<DeleteStreak> DeleteStreaks::count(int command, const std::string& path, Time now,
                                                 int remover) {
  const std::lock_guard lock(mutex_);
  if (deleted_.size() > kManyCommands) forget_old(now);
  Deleted& deleted = deleted_[command];
  while (!deleted.times.empty() && now - deleted.times.front() > limits_.within)
    deleted.times.pop_front();
  if (deleted.times.empty())
    deleted = {.times = {}, .streak = {.folder = std::string(parent_of(path))}};
  ++deleted.streak.files;
  deleted.streak.folder = common_folder(std::move(deleted.streak.folder), path);
  const bool counted = remover != 0 && std::exchange(deleted.remover, remover) == remover;
  if (!counted) {
    deleted.times.push_back(now);
    deleted.past = deleted.times.size() > limits_.unasked;
    if (deleted.past) deleted.times.pop_front();
  }
  return deleted.past ? std::optional(deleted.streak) : std::nullopt;
}

}  // namespace guard::supervisor
