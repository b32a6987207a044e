// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/delete_streaks.h"

#include <gtest/gtest.h>

#include "base/limits.h"

namespace guard::supervisor {
namespace {

const DeleteStreaks::Time kNow{std::chrono::seconds(1'000'000)};
constexpr int kCommand = 7;

TEST(DeleteStreaksTest, AFewFilesAreNoStreak) {
  DeleteStreaks streaks;
  for (std::size_t i = 0; i < size_limit("streak.unasked"); ++i)
    EXPECT_FALSE(streaks.count(kCommand, "/w/src/" + std::to_string(i), kNow));
  const auto streak = streaks.count(kCommand, "/w/src/4", kNow);
  ASSERT_TRUE(streak);
  EXPECT_EQ(streak->files, 5U);
  EXPECT_EQ(streak->folder, "/w/src");
  EXPECT_EQ(streaks.count(kCommand, "/w/src/5", kNow)->files, 6U);
}

TEST(DeleteStreaksTest, NameTheFolderThatHoldsAllOfThem) {
  DeleteStreaks streaks({.unasked = 1});
  EXPECT_FALSE(streaks.count(kCommand, "/w/src/a/1", kNow));
  EXPECT_EQ(streaks.count(kCommand, "/w/src/a/b/2", kNow)->folder, "/w/src/a");
  EXPECT_EQ(streaks.count(kCommand, "/w/src/ab/3", kNow)->folder, "/w/src");
  EXPECT_EQ(streaks.count(kCommand, "/w/4", kNow)->folder, "/w");
}

TEST(DeleteStreaksTest, WhatOneProgramDeletesByItsWordsCountsAsOne) {
  DeleteStreaks streaks({.unasked = 2, .files = 100});
  for (int i = 0; i < 9; ++i)
    EXPECT_FALSE(streaks.count(kCommand, "/w/a/" + std::to_string(i), kNow, 100));
  EXPECT_FALSE(streaks.count(kCommand, "/w/b/1", kNow, 101));
  EXPECT_FALSE(streaks.count(kCommand, "/w/b/2", kNow, 101));
  EXPECT_TRUE(streaks.count(kCommand, "/w/c/1", kNow, 102));
  EXPECT_EQ(streaks.count(kCommand, "/w/c/2", kNow, 102)->folder,
            "/w");  // all that it goes on with
}

// A limit on runs alone takes four times whatever one run may take.
TEST(DeleteStreaksTest, FilesCountHoweverManyRunsNameThem) {
  const std::size_t most = size_limit("streak.named");
  for (const std::size_t each : {most, most / 2, most / 3}) {
    DeleteStreaks streaks;
    for (std::size_t i = 0; i < most; ++i)
      EXPECT_FALSE(
          streaks.count(kCommand, "/w/" + std::to_string(i), kNow, 1 + static_cast<int>(i / each)))
          << each << " " << i;
    EXPECT_TRUE(streaks.count(kCommand, "/w/more", kNow, 99)) << each;
    EXPECT_FALSE(streaks.count(kCommand, "/w/later", kNow + std::chrono::minutes(2), 100));
  }
}

TEST(DeleteStreaksTest, OneNameIsOneFileHoweverOftenItGoes) {
  DeleteStreaks streaks({.unasked = 1});
  for (int i = 0; i < 9; ++i) EXPECT_FALSE(streaks.count(kCommand, "/w/1", kNow)) << i;
  // Whether one that was asked about went is not known.
  for (int i = 0; i < 9; ++i) EXPECT_TRUE(streaks.count(kCommand, "/w/2", kNow)) << i;
}

TEST(DeleteStreaksTest, WhatWasRefusedDoesNotCount) {
  DeleteStreaks streaks({.unasked = 2});
  for (int i = 0; i < 2; ++i)
    EXPECT_FALSE(streaks.count(kCommand, "/w/" + std::to_string(i), kNow));
  for (int i = 0; i < 9; ++i) {
    const auto streak = streaks.count(kCommand, "/w/denied", kNow);
    ASSERT_TRUE(streak) << i;
    EXPECT_EQ(streak->files, 3U) << i;
    streaks.forget(kCommand, "/w/denied");
  }
  streaks.forget(kCommand, "/w/0");
  EXPECT_FALSE(streaks.count(kCommand, "/w/other", kNow));
  // Nor does one that is refused make room for another.
  DeleteStreaks few({.unasked = 9, .files = 3});
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(few.count(kCommand, "/w/" + std::to_string(i), kNow));
  for (int i = 0; i < 9; ++i) {
    const std::string path = "/w/denied" + std::to_string(i);
    EXPECT_TRUE(few.count(kCommand, path, kNow)) << i;
    few.forget(kCommand, path);
  }
  streaks.forget(kCommand + 1, "/w/other");
}

TEST(DeleteStreaksTest, WhatWasReplacedCountsNoMore) {
  DeleteStreaks streaks({.unasked = 2, .files = 3});
  const auto replaced = [](const std::string& path) { return path != "/w/gone"; };
  for (int i = 0; i < 9; ++i)
    EXPECT_FALSE(streaks.count(kCommand, "/w/" + std::to_string(i), kNow, 0, replaced)) << i;
  EXPECT_FALSE(streaks.count(kCommand, "/w/gone", kNow, 0, replaced));
  const auto none = [](const std::string&) { return false; };
  const auto streak = streaks.count(kCommand, "/w/last", kNow, 0, none);
  ASSERT_TRUE(streak);
  EXPECT_LE(streak->files, 4U);
}

TEST(DeleteStreaksTest, EachCommandHasItsOwn) {
  DeleteStreaks streaks({.unasked = 1});
  EXPECT_FALSE(streaks.count(kCommand, "/w/1", kNow));
  EXPECT_FALSE(streaks.count(8, "/w/2", kNow));
  EXPECT_TRUE(streaks.count(kCommand, "/w/3", kNow));
}

TEST(DeleteStreaksTest, WhatWasLongAgoCountsNoMore) {
  DeleteStreaks streaks({.unasked = 2, .within = std::chrono::seconds(60)});
  EXPECT_FALSE(streaks.count(kCommand, "/w/a/1", kNow));
  EXPECT_FALSE(streaks.count(kCommand, "/w/a/2", kNow + std::chrono::seconds(50)));
  EXPECT_FALSE(streaks.count(kCommand, "/w/a/3", kNow + std::chrono::seconds(100)));
  const auto streak = streaks.count(kCommand, "/w/a/4", kNow + std::chrono::seconds(105));
  ASSERT_TRUE(streak);
  // All gone: a new one begins.
  EXPECT_FALSE(streaks.count(kCommand, "/w/b/1", kNow + std::chrono::seconds(500)));
  EXPECT_FALSE(streaks.count(kCommand, "/w/b/2", kNow + std::chrono::seconds(500)));
  EXPECT_EQ(streaks.count(kCommand, "/w/b/3", kNow + std::chrono::seconds(500))->folder, "/w/b");
}

TEST(DeleteStreaksTest, OldCommandsAreForgotten) {
  DeleteStreaks streaks({.unasked = 1});
  for (int command = 0; command < 200; ++command)
    EXPECT_FALSE(streaks.count(command, "/w/x", kNow + command * std::chrono::minutes(2)));
}

TEST(DeleteStreaksTest, FilesBelowAFolderAreKnownForAMinute) {
  DeleteStreaks streaks;
  EXPECT_EQ(streaks.below(kCommand, "/w", kNow), 0U);
  (void)streaks.count(kCommand, "/w/a/1", kNow);
  (void)streaks.count(kCommand, "/w/a/b/2", kNow);
  (void)streaks.count(kCommand, "/w/ab/3", kNow);
  EXPECT_EQ(streaks.below(kCommand, "/w/a", kNow), 2U);
  EXPECT_EQ(streaks.below(kCommand, "/w/a/b", kNow), 1U);
  EXPECT_EQ(streaks.below(kCommand + 1, "/w/a", kNow), 0U);
  EXPECT_EQ(streaks.below(kCommand, "/w/a", kNow + std::chrono::minutes(2)), 0U);
}

}  // namespace
}  // namespace guard::supervisor
