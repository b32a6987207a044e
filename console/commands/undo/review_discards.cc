// SPDX-License-Identifier: Apache-2.0
#include "console/commands/undo/review_discards.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "console/output/complaint.h"
#include "console/output/person_answer.h"
#include "console/output/printed_json.h"
#include "console/review/command_choice.h"
#include "console/review/command_discard.h"
#include "console/review/hunk_discard.h"
#include "console/review/hunks.h"
#include "console/review/review_text.h"
#include "console/session/session_choice.h"

namespace guard::console {
namespace {

constexpr int kNeedsAChoice = 3;

struct BelongsTo {
  const char* option;
  std::vector<const char*> to;
};
const std::vector<BelongsTo>& rows_of_words() {
  static const std::vector<BelongsTo> rows = {
      {"conflicts", {"discard", "discard-hunks"}},
      {"yes", {"discard", "discard-hunks", "discard-command"}},
      {"seen", {"discard-hunks"}}};
  return rows;
}

int complain_of(const Error& error) {
  return complain(error.code == Code::kInvalid ? kUsage : kNotDone, "review: " + error.text());
}

// {"undo": ["undo-..."], "given_back": 3, "partly": 0, "left": 0, "said": [...]}
int tell(const DiscardRequest& request, const Discarded& done) {
  if (request.options.has("json")) {
    const nlohmann::ordered_json told = {{"undo", done.undos},
                                         {"given_back", done.given_back},
                                         {"partly", done.partly},
                                         {"left", done.left},
                                         {"said", done.lines}};
    std::printf("%s\n", printed_json(told, 2).c_str());
  } else {
    for (const std::string& line : done.lines) std::printf("%s\n", line.c_str());
  }
  return done.left + done.partly == 0 ? kDone : kNotDone;
}

// Those that the words name; none named: all.
Result<DiscardPlan> plan_of(const Review& review) {
  if (review.order.paths.empty()) return plan_all(review);
  std::vector<const ReviewItem*> items;
  for (const std::string& path : review.order.paths) {
    const auto found = items_at(review, path);
    if (found.empty())
      return fail(Code::kNotFound, "session " + safe_text(review.session().typed) +
                                       " changed nothing of " + safe_text(path) +
                                       ", or it is as it was");
    items.insert(items.end(), found.begin(), found.end());
  }
  return plan_discard(review, items);
}

// In files and folders: one may be several changes, which the result counts.
bool is_confirmed(const DiscardRequest& request, std::size_t items) {
  if (request.options.has("yes")) return true;
  if (request.options.has("json") || ::isatty(STDIN_FILENO) == 0) return false;
  return person_says_yes("Discard " + count_text(items, "file or folder", "files and folders") +
                         " of session " + safe_text(request.review.session().typed) + "? [y/N] ");
}

int needs_a_yes() {
  return complain(kNeedsAChoice, "review: nothing was done: --yes discards it without asking");
}

// Somebody has to say more before anything is done; kDone: nobody has to.
int missing_choice(const DiscardRequest& request, const DiscardPlan& plan) {
  if (plan.conflicts > 0 && !request.options.has("conflicts"))
    return complain(kNeedsAChoice,
                    "review: nothing was done: somebody changed " + std::to_string(plan.conflicts) +
                        " of these" +
                        " since: choose --conflicts skip (leaves these as they are now) or "
                        "--conflicts overwrite (gives them back too)");
  return is_confirmed(request, plan.items) ? kDone : needs_a_yes();
}

// The one changed file that the words name.
Result<const ReviewItem*> only_item(const Review& review) {
  if (review.order.paths.size() != 1)
    return fail(Code::kInvalid, "--discard-hunks wants the one file that the hunks are of");
  for (const ReviewItem& item : review.items)
    if (item.now == review.order.paths.front()) return &item;
  return fail(Code::kNotFound, safe_text(review.order.paths.front()) +
                                   ": the session did not change it, or it is as it was");
}

// Tells what a discard of a command takes back, before somebody is asked.
void print_command_plan(const Review& review, const CommandPlan& plan) {
  constexpr std::size_t kColumns = 100;
  constexpr std::size_t kMostFiles = 40;
  std::vector<std::string> files;
  for (const ReviewItem* item : plan.files)
    if (is_told_alone(*item)) files.push_back(item_name(review, *item));
  for (const ReviewItem* item : plan.texts)
    files.push_back("its lines of " + item_name(review, *item));
  std::printf("what %s changed goes back:\n", shortened(safe_text(plan.command), kColumns).c_str());
  for (std::size_t i = 0; i < std::min(kMostFiles, files.size()); ++i)
    std::printf("  %s\n", files[i].c_str());
  if (files.size() > kMostFiles)
    std::printf("  and %zu more: guard review --by-command\n", files.size() - kMostFiles);
}

}  // namespace

Result<void> discard_words_fit(const ParsedOptions& options) {
  for (const BelongsTo& row : rows_of_words()) {
    const bool fits = std::ranges::any_of(row.to, [&](auto* to) { return options.has(to); });
    std::string words;
    for (const char* to : row.to) words += std::string(words.empty() ? "" : " or ") + "--" + to;
    if (options.has(row.option) && !fits)
      return fail(Code::kInvalid,
                  std::string("--") + row.option + " goes with " + words + " alone");
  }
  const std::string conflicts = options.get("conflicts", "skip");
  if (conflicts != "skip" && conflicts != "overwrite")
    return fail(Code::kInvalid, "--conflicts " + safe_text(conflicts) + ": use skip or overwrite");
  return {};
}

int discard_items_of(const DiscardRequest& request) {
  const auto plan = plan_of(request.review);
  if (!plan) return complain_of(plan.error());
  if (plan->entries.empty()) {
    Discarded nothing;
    nothing.lines = {"nothing is left to discard"};
    return tell(request, nothing);
  }
  if (const int status = missing_choice(request, *plan); status != kDone) return status;
  return tell(request,
              discard(request.review, *plan, request.options.get("conflicts"), request.words));
}

int discard_hunks_of(const DiscardRequest& request) {
  auto hunks = hunk_numbers(request.options.get("discard-hunks"));
  if (!hunks) return complain_of(hunks.error());
  const auto item = only_item(request.review);
  if (!item) return complain_of(item.error());
  HunkOrder order;
  order.hunks = std::move(*hunks);
  order.seen = request.options.get("seen");
  order.words = request.words;
  // A hunk tells what differs, not who wrote it.
  if (!(*item)->conflict.empty() && request.options.get("conflicts") != "overwrite")
    return complain(kNeedsAChoice,
                    "review: nothing was done: " + safe_text((*item)->now) + ": " +
                        (*item)->conflict +
                        ", and a hunk may hold that: --conflicts overwrite takes it back too");
  const std::size_t count = order.hunks.size();
  const auto done = discard_hunks(request.review, **item, order);
  if (!done) return complain_of(done.error().during(safe_text((*item)->now)));
  Discarded told;
  told.undos = {*done};
  told.given_back = 1;
  told.lines = {"took back " + count_text(count, "hunk", "hunks") +
                "; to revert: guard undo --session " + *done};
  return tell(request, told);
}

int discard_command_of(const DiscardRequest& request) {
  Review& review = request.review;
  const auto items = all_items(review);
  const std::string word = request.options.get("discard-command");
  const auto command = command_meant(commands_in_order(items), word);
  if (!command) {
    const int status = complain_of(command.error().during(safe_text(word)));
    if (status != kUsage) complain(0, "review: guard review --by-command lists the commands");
    return status;
  }
  const CommandPlan plan = plan_command(review, *command, items);
  if (!request.options.has("json") && plan.items() > 0) print_command_plan(review, plan);
  if (plan.items() > 0 && !is_confirmed(request, plan.items())) return needs_a_yes();
  Discarded done = discard_command(review, plan, request.words);
  if (done.lines.empty()) done.lines = {"nothing of it is left to take back"};
  return tell(request, done);
}

}  // namespace guard::console
