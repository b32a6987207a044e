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

bool DeleteStreaks::is_past(const Deleted& deleted) const {
  std::size_t runs = 0;
  int last = 0;
  for (const File& file : deleted.files) runs += std::exchange(last, file.run) == file.run ? 0 : 1;
  return runs > limits_.unasked || deleted.files.size() > limits_.files;
}

// The last one is only about to go.
void DeleteStreaks::drop_replaced(Deleted& deleted, const IsReplaced& is_replaced) {
  File last = std::move(deleted.files.back());
  deleted.files.pop_back();
  const auto dropped = std::erase_if(
      deleted.files, [&](const File& file) { return !file.asked && is_replaced(file.path); });
  deleted.streak.files -= dropped;
  deleted.files.push_back(std::move(last));
}

std::optional<DeleteStreak> DeleteStreaks::count(int command, const std::string& path, Time now,
                                                 int remover, const IsReplaced& is_replaced) {
  const std::lock_guard lock(mutex_);
  if (deleted_.size() > kManyCommands) forget_old(now);
  Deleted& deleted = deleted_[command];
  drop_old_files(deleted, now);
  if (deleted.files.empty())
    deleted = {.files = {}, .streak = {.folder = std::string(parent_of(path))}};
  const bool counted = std::ranges::any_of(
      deleted.files, [&](const File& file) { return !file.asked && file.path == path; });
  if (counted) return std::nullopt;
  // Not when it is asked about: a file that is refused then takes no other one's place.
  while (deleted.files.size() > limits_.files) deleted.files.pop_front();
  ++deleted.streak.files;
  deleted.streak.folder = common_folder(std::move(deleted.streak.folder), path);
  const bool goes_on = remover != 0 && std::exchange(deleted.remover, remover) == remover;
  if (remover == 0) deleted.remover = 0;
  if (!goes_on) ++deleted.run;
  deleted.files.push_back({.at = now, .path = path, .run = deleted.run});
  if (is_past(deleted) && is_replaced) drop_replaced(deleted, is_replaced);
  if (!is_past(deleted)) return std::nullopt;
  deleted.files.back().asked = true;
  return deleted.streak;
}

void DeleteStreaks::forget(int command, const std::string& path) {
  const std::lock_guard lock(mutex_);
  const auto found = deleted_.find(command);
  if (found == deleted_.end()) return;
  Deleted& deleted = found->second;
  deleted.streak.files -=
      std::erase_if(deleted.files, [&path](const File& file) { return file.path == path; });
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
