// SPDX-License-Identifier: Apache-2.0
#include "console/review/review_source.h"

#include <fcntl.h>

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>

#include "base/clock.h"
#include "base/files/unique_fd.h"
#include "console/review/made_trees.h"
#include "console/review/net_changes.h"
#include "console/undo/undo_git.h"
#include "supervisor/undo/restore/foresight.h"
#include "supervisor/undo/restore/object_search.h"
#include "supervisor/undo/store/content.h"
#include "supervisor/undo/store/held_place.h"
#include "supervisor/undo/store/kept_secrets.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {
namespace {

using supervisor::is_at_or_below;

std::optional<supervisor::ObjectRecord> look(const std::string& path) {
  const UniqueFd held = supervisor::hold_object(path);
  if (!held.valid()) return std::nullopt;
  auto record = supervisor::record_of(held.get());
  return record ? std::optional(std::move(*record)) : std::nullopt;
}

UniqueFd open_again(const UniqueFd& held) {
  if (!held.valid()) return {};
  return UniqueFd(::open(supervisor::held_path(held.get()).c_str(),
                         O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

ReviewWorld world_of(const std::string& root) {
  return {look,
          [root](const std::string& content, const std::string& path) {
            const UniqueFd kept = open_again(
                UniqueFd(::open((root + "/" + content).c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC)));
            const UniqueFd there = open_again(supervisor::hold_object(path));
            return kept.valid() && there.valid() &&
                   supervisor::same_content(kept.get(), there.get());
          },
          [](const std::string& one, const std::string& other) {
            const UniqueFd first = open_again(supervisor::hold_object(one));
            const UniqueFd second = open_again(supervisor::hold_object(other));
            return first.valid() && second.valid() &&
                   supervisor::same_content(first.get(), second.get());
          }};
}

// A program parted a file from its further names: nothing of it is kept, and those still have what
// it was, unless somebody wrote there since.
void find_further_names(const Review& review, std::vector<ReviewItem>& items) {
  std::set<supervisor::ObjectKey> wanted;
  const auto is_wanted = [](const ReviewItem& item) {
    return !item.before.empty() && item.old.is_file() && item.old.links > 1 &&
           item.content.empty() && item.content_at.empty() && !item.same_content;
  };
  for (const ReviewItem& item : items)
    if (is_wanted(item)) wanted.insert(item.old.key);
  if (wanted.empty()) return;
  const auto names = supervisor::find_names(
      supervisor::folders_to_search(*review.selection.history), wanted, review.root());
  for (ReviewItem& item : items) {
    const auto found = is_wanted(item) ? names.find(item.old.key) : names.end();
    if (found == names.end() || found->second.empty()) continue;
    const auto there = look(found->second.front());
    const bool is_as_before = there && there->key == item.old.key && there->size == item.old.size &&
                              there->modified.tv_sec == item.old.modified.tv_sec &&
                              there->modified.tv_nsec == item.old.modified.tv_nsec;
    if (is_as_before) item.content_at = found->second.front();
  }
}

// Where it is not known which contents are of secrets, all may be.
void mark_secrets(const Review& review, std::vector<ReviewItem>& items) {
  const auto kept = supervisor::kept_secrets_in(review.order.state);
  std::unordered_set<std::string> secrets;
  if (kept) secrets.insert(kept->begin(), kept->end());
  const std::string root = review.root() + "/";
  const auto is_named = [&](const std::string& path) {
    return !path.empty() && review.order.is_secret && review.order.is_secret(path);
  };
  for (ReviewItem& item : items) {
    const bool is_kept = !item.content.empty() && (!kept || secrets.contains(root + item.content));
    item.is_secret =
        is_kept || is_named(item.before) || is_named(item.now) || is_named(item.content_at);
  }
}

// Where the states between cannot be read, an item is told as its last command's.
void add_steps(Review& review) {
  const auto history = supervisor::read_history(review.order.state, review.session(), true,
                                                supervisor::Versions::kTakenIn);
  if (!history) {
    for (ReviewItem& item : review.items) item.knows_steps = false;
    return;
  }
  const FileSteps steps(review.order.state, *history);
  for (ReviewItem& item : review.items) {
    if (item.is_folder || item.is_backup) continue;
    const bool is_made = item.kind == ReviewKind::kMade;
    const auto object = item.now.empty() ? std::nullopt : std::optional(item.there.key);
    item.steps = is_made ? steps.of_made(item.path(), object) : steps.of(item.path(), object);
    const bool moved = is_made && steps.name_before(item.path()) != item.path();
    if (moved && item.steps.size() == 1) {
      item.command = item.steps.front().command;
      item.time = iso_time(item.steps.front().time);
    }
    item.knows_steps = !steps.lacks_states(item.path()) && history->damaged == 0;
    const auto commands = commands_of(item);
    if (commands.size() > 1) continue;
    if (!item.steps.empty()) item.command = commands.front();
    item.steps.clear();
  }
}

// Adds the states that undos of hunks and of single commands met: the first of them kept what the
// session left.
void add_states_after(Review& review) {
  const auto sessions = supervisor::stored_sessions(review.order.state);
  if (!sessions) return;
  for (const supervisor::StoredSession& session : *sessions) {
    if (session.undoes != review.session().name) continue;
    const auto history = supervisor::read_history(review.order.state, session);
    if (!history) continue;
    const FileSteps steps(review.order.state, *history);
    for (ReviewItem& item : review.items) {
      if (item.steps.empty() || !item.after.empty()) continue;
      const auto of_undo = steps.of(item.now);
      if (!of_undo.empty()) item.after = of_undo.front().content;
    }
  }
}

void keep_wanted(const std::vector<std::string>& paths, std::vector<ReviewItem>& items) {
  if (paths.empty()) return;
  std::erase_if(items, [&](const ReviewItem& item) {
    return std::ranges::none_of(paths, [&](const std::string& path) {
      return is_at_or_below(item.now, path) || is_at_or_below(item.before, path);
    });
  });
  for (ReviewItem& item : items) {
    item.inside.clear();
    item.below = 0;
  }
  fold_trees(items);
}

}  // namespace

std::string Review::root() const {
  return supervisor::undo_root(order.state);
}

Result<Review> read_review(ReviewOrder order) {
  auto selection = select_session(order.state, order.session, UndoScope::kAll);
  if (!selection) return forward(selection.error());
  Review review;
  review.order = std::move(order);
  review.selection = std::move(*selection);
  const auto steps = supervisor::foresee(review.order.state, *review.selection.history,
                                         review.selection.entries, supervisor::OnConflict::kNone);
  NetChanges changes = net_changes(*review.selection.history, review.selection.entries, steps,
                                   world_of(review.root()));
  review.items = std::move(changes.items);
  review.untouched = changes.untouched;
  keep_wanted(review.order.paths, review.items);
  find_further_names(review, review.items);
  mark_secrets(review, review.items);
  add_steps(review);
  add_states_after(review);
  for (const GitChanges& one : git_changes(review.root(), review.selection.entries))
    review.git.push_back(git_line(one));
  return review;
}

std::string shown_path(const Review& review, const std::string& path) {
  const std::string& workspace = review.session().workspace;
  const bool is_in = !workspace.empty() && path.starts_with(workspace + "/");
  return is_in ? path.substr(workspace.size() + 1) : path;
}

}  // namespace guard::console
