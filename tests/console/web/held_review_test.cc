// SPDX-License-Identifier: Apache-2.0
#include "console/web/review/held_review.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "supervisor/undo/history/history.h"

namespace guard::console {
namespace {

ReviewHandle a_review() {
  auto held = std::make_shared<HeldReview>();
  static int number = 0;
  held->name = "review " + std::to_string(++number);
  return held;
}

ReviewItem changed(const std::string& path) {
  ReviewItem item;
  item.before = path;
  item.now = path;
  return item;
}

Review review_of(std::vector<ReviewItem> items) {
  Review review;
  review.selection.history = std::make_unique<supervisor::History>();
  review.selection.history->session.workspace = "/w";
  review.items = std::move(items);
  return review;
}

TEST(HeldReviewsTest, WhatWasReadIsFoundUntilItIsDropped) {
  HeldReviews reviews;
  const auto held = reviews.add([] { return Result<ReviewHandle>(a_review()); });
  ASSERT_TRUE(held.has_value());
  EXPECT_EQ(reviews.find((*held)->name), *held);
  EXPECT_EQ(reviews.find("another"), nullptr);
  EXPECT_EQ(reviews.find(""), nullptr);
  reviews.drop((*held)->name);
  EXPECT_EQ(reviews.find((*held)->name), nullptr);
}

TEST(HeldReviewsTest, TheOldestMakesRoom) {
  HeldReviews reviews;
  const auto read = [] { return Result<ReviewHandle>(a_review()); };
  const auto first = reviews.add(read);
  for (std::size_t i = 0; i < HeldReviews::kMost; ++i) (void)reviews.add(read);
  EXPECT_EQ(reviews.find((*first)->name), nullptr);
}

TEST(HeldReviewsTest, WhatCannotBeReadIsNotHeld) {
  HeldReviews reviews;
  const auto none =
      reviews.add([]() -> Result<ReviewHandle> { return fail(Code::kNotFound, "no"); });
  EXPECT_FALSE(none.has_value());
}

TEST(HeldReviewTest, TheWorkspaceComesFirstAndByRelativeNames) {
  const auto held = held_review(
      review_of({changed("/a/out"), changed("/w/src/a"), changed("/w/src/b"), changed("/z/out")}),
      "s");
  EXPECT_EQ(held->paths, (TreePaths{"src/a", "src/b", "/a/out", "/z/out"}));
  EXPECT_EQ(held->rows[2]->now, "/a/out");
}

TEST(HeldReviewTest, AFolderIsNamedAsItIs) {
  const auto held = held_review(review_of({changed("/a/b/out"), changed("/w/src/a")}), "s");
  EXPECT_EQ(path_of(*held, {0, 4}), "/w/src");
  EXPECT_EQ(path_of(*held, {1, 5}), "/a/b");
  EXPECT_EQ(path_of(*held, {1, 3}), "/a");
}

TEST(HeldReviewTest, WhatLiesInAFoldedFolderHasNoRow) {
  ReviewItem inside = changed("/w/build/1");
  inside.inside = "/w/build";
  const auto held = held_review(review_of({changed("/w/build"), std::move(inside)}), "s");
  EXPECT_EQ(held->paths, (TreePaths{"build"}));
}

}  // namespace
}  // namespace guard::console
