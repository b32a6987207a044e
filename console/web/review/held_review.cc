// SPDX-License-Identifier: Apache-2.0
#include "console/web/review/held_review.h"

#include <malloc.h>

#include <algorithm>
#include <utility>

#include "base/uuid.h"

namespace guard::console {
namespace {

bool is_in_workspace(const Review& review, const ReviewItem& item) {
  return !shown_path(review, item.path()).starts_with('/');
}

// Hundreds of megabytes, where the session changed very many files: the system gets them back.
void let_go(const HeldReview* held) {
  delete held;
  (void)::malloc_trim(0);
}

}  // namespace

ReviewHandle held_review(Review review, std::string session) {
  auto held = std::make_unique<HeldReview>();
  held->name = make_uuid();
  held->session = std::move(session);
  held->review = std::move(review);
  for (const ReviewItem& item : held->review.items)
    if (is_told_alone(item)) held->rows.push_back(&item);
  std::stable_partition(held->rows.begin(), held->rows.end(), [&](const ReviewItem* item) {
    return is_in_workspace(held->review, *item);
  });
  held->paths.reserve(held->rows.size());
  for (const ReviewItem* item : held->rows)
    held->paths.push_back(shown_path(held->review, item->path()));
  held->commands = by_command(held->review);
  return ReviewHandle(held.release(), let_go);
}

std::string path_of(const HeldReview& held, const TreeFolder& folder) {
  const std::string shown = held.paths[folder.first].substr(0, folder.length);
  const std::string& whole = held.rows[folder.first]->path();
  // A name in the workspace leaves its folder out: that is the front of the whole path.
  const std::size_t left_out = whole.size() - held.paths[folder.first].size();
  std::string path = whole.substr(0, left_out) + shown;
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

Result<ReviewHandle> HeldReviews::add(const Read& read) {
  const std::lock_guard one(reading_);
  auto fresh = read();
  if (!fresh) return fresh;
  const std::lock_guard lock(mutex_);
  held_.push_back(*fresh);
  if (held_.size() > kMost) held_.pop_front();
  return fresh;
}

ReviewHandle HeldReviews::find(std::string_view name) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(
      held_, name, [](const ReviewHandle& one) -> const auto& { return one->name; });
  return found == held_.end() ? nullptr : *found;
}

void HeldReviews::drop(std::string_view name) {
  const std::lock_guard lock(mutex_);
  std::erase_if(held_, [&](const auto& one) { return name.empty() || one->name == name; });
}

}  // namespace guard::console
