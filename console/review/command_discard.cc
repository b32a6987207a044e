// SPDX-License-Identifier: Apache-2.0
#include "console/review/command_discard.h"

#include <fcntl.h>

#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "console/review/text_rewrite.h"
#include "console/review/three_way.h"
#include "supervisor/undo/store/held_place.h"

namespace guard::console {
namespace {

bool is_of(const ReviewItem& item, const std::string& command) {
  const auto commands = commands_of(item);
  return std::ranges::find(commands, command) != commands.end();
}

// Why it can be no part of it; empty: it can.
std::string why_left(const ReviewItem& item, const std::string& command) {
  if (!item.knows_steps)
    return "not each of its states is kept: other commands may have changed it";
  const bool is_alone = commands_of(item).size() == 1;
  if (is_alone && !item.conflict.empty()) return item.conflict;
  if (is_alone) return item.obstacle;
  if (item.is_secret) return "its content is a secret's";
  if (item.now.empty()) return "it was changed by several commands, and deleted";
  for (const FileStep& step : item.steps) {
    if (step.command != command) continue;
    return step.made ? "it was made by this command, and changed by others since" : "";
  }
  return "it was changed by others, too";
}

Result<std::string> text_in_store(const Review& review, const std::string& content) {
  const std::string path = review.root() + "/" + content;
  auto held = hold_text(UniqueFd(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC)));
  if (!held) return forward(held.error());
  return std::move(held->text);
}

Result<std::string> text_there(const std::string& path) {
  auto held = hold_text(supervisor::hold_object(path));
  if (!held) return forward(held.error());
  return std::move(held->text);
}

Result<std::string> text_before(const Review& review, const FileStep& step) {
  if (step.made) return std::string();
  if (!step.content_at.empty()) return text_there(step.content_at);
  if (step.content.empty()) return fail(Code::kNotFound, "what it was is not in the store");
  return text_in_store(review, step.content);
}

// The text that was there when the session's last command had changed it: now it may be less of
// that, as steps of undos took lines back.
Result<std::string> text_after_all(const Review& review, const ReviewItem& item,
                                   const std::string& now) {
  if (!item.after.empty()) return text_in_store(review, item.after);
  if (!item.conflict.empty()) return fail(Code::kBusy, item.conflict);
  return now;
}

// From the last change of the command to the first, each taken out of what came of it.
Result<std::string> without_command(const Review& review, const ReviewItem& item,
                                    const std::string& command, const std::string& now) {
  std::string text = now;
  for (std::size_t i = item.steps.size(); i-- > 0;) {
    if (item.steps[i].command != command) continue;
    const bool is_last = i + 1 == item.steps.size();
    const auto after =
        is_last ? text_after_all(review, item, now) : text_before(review, item.steps[i + 1]);
    const auto before = text_before(review, item.steps[i]);
    if (!after) return forward(after.error());
    if (!before) return forward(before.error());
    auto merged = merged_text(*after, text, *before);
    if (!merged) return merged;
    text = std::move(*merged);
  }
  return text;
}

Result<std::string> take_out(const Review& review, const ReviewItem& item,
                             const std::string& command, const std::vector<std::string>& words) {
  auto now = hold_text(supervisor::hold_object(item.now));
  if (!now) return forward(now.error());
  if (now->text.find('\0') != std::string::npos) return fail(Code::kRefused, "it is no text");
  auto wanted = without_command(review, item, command, now->text);
  if (!wanted) return forward(wanted.error());
  if (*wanted == now->text) return std::string();
  constexpr std::size_t kLongest = 60;
  return rewrite_text(
      review, item, *now,
      {std::move(*wanted), "changes by " + shortened(safe_text(command), kLongest), words});
}

}  // namespace

CommandPlan plan_command(const Review& review, const std::string& command,
                         const std::vector<const ReviewItem*>& items) {
  CommandPlan plan;
  plan.command = command;
  for (const ReviewItem* item : items) {
    if (!is_of(*item, command)) continue;
    const std::string why = why_left(*item, command);
    if (!why.empty())
      plan.left.push_back(safe_text(shown_path(review, item->path())) + ": " + why);
    else if (commands_of(*item).size() == 1)
      plan.files.push_back(item);
    else
      plan.texts.push_back(item);
  }
  plan.whole = plan_discard(review, plan.files);
  return plan;
}

Discarded discard_command(Review& review, const CommandPlan& plan,
                          const std::vector<std::string>& words) {
  Discarded done;
  for (const std::string& left : plan.left) done.lines.push_back("left: " + left);
  done.left = plan.left.size();
  for (const ReviewItem* item : plan.texts) {
    const std::string path = safe_text(shown_path(review, item->now));
    const auto step = take_out(review, *item, plan.command, words);
    if (!step) {
      done.lines.push_back("left: " + path + ": " + step.error().text());
      ++done.left;
    } else if (!step->empty()) {
      done.lines.push_back("took its lines of " + path + " back; to revert: guard undo --session " +
                           *step);
      done.undos.push_back(*step);
      ++done.given_back;
    }
  }
  if (plan.whole.entries.empty()) return done;
  Discarded whole = discard(review, plan.whole, "", words);
  for (std::string& line : whole.lines) done.lines.push_back(std::move(line));
  for (std::string& undo : whole.undos) done.undos.push_back(std::move(undo));
  done.given_back += whole.given_back;
  done.partly += whole.partly;
  done.left += whole.left;
  return done;
}

}  // namespace guard::console
