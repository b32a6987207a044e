// SPDX-License-Identifier: Apache-2.0
#include "console/review/screen/review_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <deque>

#include "console/review/screen/review_layout.h"

namespace guard::console {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Kind = ReviewWish::Kind;

class ReviewModelTest : public testing::Test {
 protected:
  ReviewItem& add(ReviewKind kind, const std::string& path) {
    ReviewItem& item = items_.emplace_back();
    item.kind = kind;
    if (kind != ReviewKind::kMade) item.before = "/w/" + path;
    if (kind != ReviewKind::kDeleted) item.now = "/w/" + path;
    item.time = std::to_string(1000 + items_.size());
    return item;
  }
  void show() {
    std::vector<ReviewModel::Shown> shown;
    for (const ReviewItem& item : items_) shown.push_back({&item, item.path().substr(3)});
    model_.set_items(std::move(shown), "session s");
  }
  void SetUp() override {
    add(ReviewKind::kChanged, "src/a.c").command = "sed";
    add(ReviewKind::kDeleted, "src/b.c").command = "rm";
    add(ReviewKind::kMade, "top").command = "sed";
    show();
  }
  ReviewWish type(const std::string& text) {
    ReviewWish wish;
    for (const char letter : text) wish = press(Press::kChar, letter);
    return wish;
  }
  ReviewWish press(Press key, char letter = 0) { return model_.on_keys({{key, letter}}, 10); }
  std::vector<std::string> screen(std::size_t rows, std::size_t columns) {
    std::vector<std::string> lines;
    for (const ScreenLine& line :
         review_screen(model_, {rows, columns}, ViewStyle(),
                       [](std::size_t, const std::string&) { return "+1"; }))
      lines.push_back(line.text);
    return lines;
  }
  static DifferenceLine line(DifferenceLine::Kind kind, const std::string& text, std::size_t hunk) {
    DifferenceLine made;
    made.kind = kind;
    made.text = text;
    made.hunk = hunk;
    return made;
  }
  void show_difference() {
    using LineKind = DifferenceLine::Kind;
    model_.set_difference(0,
                          {line(LineKind::kHead, "[1] @@", 1), line(LineKind::kAdded, "+x", 1),
                           line(LineKind::kHead, "[2] @@", 2), line(LineKind::kRemoved, "-y", 2)});
  }

  std::deque<ReviewItem> items_;
  ReviewModel model_;
};

TEST_F(ReviewModelTest, DiscardAsksForWhatIsUnderTheCursor) {
  type("j");  // src/a.c
  const ReviewWish plan = type("d");
  EXPECT_EQ(plan.kind, Kind::kPlan);
  EXPECT_THAT(plan.items, ElementsAre(0));
  model_.ask(1, 0, 0);
  EXPECT_EQ(type("x").kind, Kind::kNone);
  EXPECT_EQ(model_.mode(), ReviewMode::kAskYes);
  const ReviewWish wish = type("y");
  EXPECT_EQ(wish.kind, Kind::kDiscard);
  EXPECT_THAT(wish.items, ElementsAre(0));
}

TEST_F(ReviewModelTest, KeysTypedAheadAnswerNoQuestion) {
  const ReviewWish plan = model_.on_keys({{Press::kChar, 'd'}, {Press::kChar, 'y'}}, 10);
  EXPECT_EQ(plan.kind, Kind::kPlan);
  model_.ask(2, 0, 0);
  EXPECT_EQ(model_.mode(), ReviewMode::kAskYes);
}

TEST_F(ReviewModelTest, APasteIsNoKey) {
  EXPECT_EQ(press(Press::kPasted, 'a').kind, Kind::kNone);
  EXPECT_EQ(press(Press::kPasted, 'q').kind, Kind::kNone);
  EXPECT_FALSE(model_.done());
}

TEST_F(ReviewModelTest, NoAndEscapeDiscardNothing) {
  for (const WatchKey key : {WatchKey{Press::kChar, 'n'}, WatchKey{Press::kEscape, 0}}) {
    type("d");
    model_.ask(1, 1, 0);
    EXPECT_EQ(model_.on_keys({key}, 10).kind, Kind::kNone);
    EXPECT_EQ(model_.mode(), ReviewMode::kBrowse);
  }
}

TEST_F(ReviewModelTest, ConflictsWantAChoice) {
  type("a");
  model_.ask(3, 1, 0);
  EXPECT_THAT(model_.question(), HasSubstr("1 changed since: [s]kip"));
  EXPECT_EQ(type("y").kind, Kind::kNone);
  const ReviewWish wish = type("s");
  EXPECT_EQ(wish.kind, Kind::kDiscard);
  EXPECT_EQ(wish.conflicts, "skip");
  EXPECT_THAT(wish.items, IsEmpty());
}

TEST_F(ReviewModelTest, MarksOfAFolderAreThoseOfItsFiles) {
  type(" ");
  EXPECT_TRUE(model_.is_marked(0));
  EXPECT_TRUE(model_.is_marked(1));
  EXPECT_FALSE(model_.is_marked(2));
  EXPECT_THAT(type("d").items, ElementsAre(0, 1));
}

TEST_F(ReviewModelTest, MarkedHunksAreDiscardedAlone) {
  type("j");
  show_difference();
  press(Press::kTab);
  type("jjh");
  EXPECT_TRUE(model_.is_hunk_marked(2));
  EXPECT_EQ(type("d").kind, Kind::kNone);
  const ReviewWish wish = type("y");
  EXPECT_EQ(wish.kind, Kind::kDiscardHunks);
  EXPECT_THAT(wish.hunks, ElementsAre(2));
  EXPECT_THAT(wish.items, ElementsAre(0));
}

TEST_F(ReviewModelTest, AHunkOfAMadeFileIsNotMarkedAndTheScreenSaysWhy) {
  using LineKind = DifferenceLine::Kind;
  model_.set_difference(2, {line(LineKind::kHead, "[1] @@", 1)});
  press(Press::kTab);
  type("h");
  EXPECT_FALSE(model_.is_hunk_marked(1));
  ASSERT_EQ(model_.said().size(), 1U);
  EXPECT_THAT(model_.said().front(), HasSubstr("this one was made: d discards it as a whole"));
}

TEST_F(ReviewModelTest, ByCommandAndBack) {
  type("c");
  EXPECT_EQ(model_.tree().node(model_.tree().rows()[0]).name, "sed");
  EXPECT_EQ(model_.tree().rows().size(), 5U);
  type("c");
  EXPECT_EQ(model_.tree().rows().size(), 4U);
}

TEST_F(ReviewModelTest, AFilterShowsWhatHasIt) {
  type("/b.c");
  EXPECT_EQ(model_.tree().rows().size(), 2U);
  press(Press::kEnter);
  EXPECT_THAT(screen(24, 80)[22], HasSubstr("only with: b.c"));
  type("/");
  press(Press::kEscape);
  EXPECT_EQ(model_.tree().rows().size(), 4U);
}

TEST_F(ReviewModelTest, TheCursorStaysWhereItWas) {
  type("jj");
  const auto item = model_.item();
  show();
  EXPECT_EQ(model_.item(), item);
}

TEST_F(ReviewModelTest, AnySizeIsFilledAndNoLineIsWider) {
  items_.clear();
  add(ReviewKind::kMade, "\xe6\xbc\xa2\xe5\xad\x97\x1b[2J").conflict = "it was changed since";
  add(ReviewKind::kChanged, std::string(300, 'x'));
  show();
  show_difference();
  for (const std::size_t rows : {1U, 2U, 3U, 4U, 8U, 9U, 10U, 24U, 60U})
    for (const std::size_t columns : {1U, 2U, 5U, 20U, 40U, 80U, 200U})
      for (const char key : {'?', 'x', '\t'}) {
        const auto lines = screen(rows, columns);
        EXPECT_EQ(lines.size(), rows);
        for (const std::string& line : lines) {
          EXPECT_LE(columns_of(line), columns) << rows << "x" << columns << ": " << line;
          EXPECT_EQ(line.find('\x1b'), std::string::npos);
        }
        if (key == '\t') {
          press(Press::kTab);
        } else {
          type(std::string(1, key));
        }
      }
}

TEST_F(ReviewModelTest, OfVeryManyOnlyWhatIsSeenIsAskedFor) {
  items_.clear();
  for (int i = 0; i < 100'000; ++i)
    add(ReviewKind::kMade, "d" + std::to_string(i / 1000) + "/f" + std::to_string(i));
  show();
  std::size_t asked = 0;
  (void)review_screen(model_, {24, 80}, ViewStyle(), [&](std::size_t, const std::string&) {
    ++asked;
    return std::string();
  });
  EXPECT_LT(asked, 24U);
  press(Press::kEnd);
  EXPECT_EQ(model_.item(), 99'999U);
}

}  // namespace
}  // namespace guard::console
