// SPDX-License-Identifier: Apache-2.0
#include "console/review/hunk_discard.h"

#include <utility>

#include "console/review/hunks.h"
#include "console/review/item_contents.h"
#include "console/review/text_rewrite.h"
#include "supervisor/audit/record/digest.h"

namespace guard::console {
namespace {

// The file as it is, and the text that is to be there.
struct Change {
  HeldText now;
  std::string wanted;
};

Result<Change> change_of(const Review& review, const ReviewItem& item, const HunkOrder& order) {
  const bool is_text = item.kind == ReviewKind::kChanged && !item.now.empty();
  if (!is_text) return fail(Code::kRefused, "it is no changed text file: discard it as a whole");
  auto contents = hold_contents(review.root(), item);
  if (!contents) return forward(contents.error());
  auto now = hold_text(std::move(contents->now));
  if (!now) return forward(now.error());
  const ItemDifference difference = ItemDifferences(review.root()).of(item);
  if (!difference.why_none.empty()) return fail(Code::kRefused, difference.why_none);
  if (difference.is_cut) return fail(Code::kRefused, "its difference is too long");
  if (!order.seen.empty() && order.seen != digest_of(difference))
    return fail(Code::kBusy, "the file was changed meanwhile: nothing was done");
  const auto hunks = hunks_of(difference.plain);
  if (!hunks) return forward(hunks.error());
  auto wanted = without_hunks(now->text, *hunks, order.hunks);
  if (!wanted) return forward(wanted.error());
  return Change{std::move(*now), std::move(*wanted)};
}

std::string hunks_text(const std::set<std::size_t>& hunks) {
  std::string text;
  for (const std::size_t hunk : hunks) text += (text.empty() ? "" : ",") + std::to_string(hunk);
  return (hunks.size() == 1 ? "hunk " : "hunks ") + text;
}

}  // namespace

std::string digest_of(const ItemDifference& difference) {
  return supervisor::sha256_hex(difference.plain);
}

Result<std::string> discard_hunks(const Review& review, const ReviewItem& item,
                                  const HunkOrder& order) {
  if (order.hunks.empty()) return fail(Code::kInvalid, "no hunk is named");
  auto change = change_of(review, item, order);
  if (!change) return forward(change.error());
  return rewrite_text(review, item, change->now,
                      {std::move(change->wanted), hunks_text(order.hunks), order.words});
}

}  // namespace guard::console
