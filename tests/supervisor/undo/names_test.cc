// SPDX-License-Identifier: Apache-2.0
// The names that the objects of a session's changes have had, and have: before it, and after some
// of its moves were undone.
#include <gtest/gtest.h>

#include "supervisor/undo/history/earlier_names.h"
#include "supervisor/undo/history/history.h"
#include "supervisor/undo/restore/moved_back.h"

namespace guard::supervisor {
namespace {

class NamesTest : public ::testing::Test {
 protected:
  void add(UndoDeed deed, const std::string& path, const std::string& to = "") {
    UndoEntry entry;
    entry.number = history_.entries.size() + 1;
    entry.deed = deed;
    entry.path = path;
    entry.to = to;
    history_.entries.push_back(entry);
  }
  std::string before_last() { return EarlierNames(history_).before(history_.entries.back()); }
  std::string last_after_undo_of(const std::set<std::uint64_t>& undone) {
    history_.undone = undone;
    follow_moves_back(history_, undone);
    return history_.entries.back().path;
  }

  History history_;
};

TEST_F(NamesTest, AMovedFolderHadAnotherNameBefore) {
  add(UndoDeed::kRename, "/w/src", "/w/lib");
  add(UndoDeed::kModify, "/w/lib/a");
  EXPECT_EQ(before_last(), "/w/src/a");
}

TEST_F(NamesTest, AnExchangeGoesBothWays) {
  add(UndoDeed::kExchange, "/w/a", "/w/b");
  add(UndoDeed::kModify, "/w/a");
  EXPECT_EQ(before_last(), "/w/b");
  add(UndoDeed::kModify, "/w/b");
  EXPECT_EQ(before_last(), "/w/a");
}

TEST_F(NamesTest, MovesBehindTheActCountOnlyForTheNameOfNow) {
  add(UndoDeed::kModify, "/w/src/a");
  const UndoEntry act = history_.entries.back();
  add(UndoDeed::kRename, "/w/src", "/w/lib");
  EXPECT_EQ(EarlierNames(history_).before(act), "/w/src/a");
  history_.index();
  EXPECT_EQ(history_.place_of(act), "/w/lib/a");
}

TEST_F(NamesTest, WhatAMoveTookThePlaceOfWentWithoutIt) {
  add(UndoDeed::kModify, "/w/a");
  const UndoEntry act = history_.entries.back();
  add(UndoDeed::kReplace, "/w/b");
  add(UndoDeed::kRename, "/w/a", "/w/b");
  history_.index();
  EXPECT_EQ(history_.place_of(act), "/w/b");
}

TEST_F(NamesTest, WhatWentBeforeItsFolderMovedIsGone) {
  add(UndoDeed::kModify, "/w/d/a");
  const UndoEntry act = history_.entries.back();
  add(UndoDeed::kDelete, "/w/d/a");
  add(UndoDeed::kRename, "/w/d", "/w/e");
  history_.index();
  EXPECT_EQ(history_.place_of(act), "");
}

TEST_F(NamesTest, TheMoveOfAFolderAboveIsFoundByEitherName) {
  add(UndoDeed::kRename, "/w/src", "/w/lib");
  const EarlierNames names(history_);
  EXPECT_NE(names.move_above("/w/src/a"), nullptr);
  EXPECT_NE(names.move_above("/w/lib/a"), nullptr);
  EXPECT_EQ(names.move_above("/w/lib"), nullptr);
  EXPECT_EQ(names.move_above("/w/library/a"), nullptr);
  history_.undone = {1};
  EXPECT_EQ(names.move_above("/w/src/a"), nullptr);
}

TEST_F(NamesTest, AFolderThatWasMovedAwayAndBackIsNotMoved) {
  add(UndoDeed::kRename, "/w/src", "/w/lib");
  add(UndoDeed::kRename, "/w/lib", "/w/old");
  add(UndoDeed::kRename, "/w/old", "/w/src");
  EXPECT_EQ(EarlierNames(history_).move_above("/w/src/a"), nullptr);
  history_.undone = {3};
  ASSERT_NE(EarlierNames(history_).move_above("/w/src/a"), nullptr);
  add(UndoDeed::kExchange, "/w/x", "/w/y");
  EXPECT_NE(EarlierNames(history_).move_above("/w/y/a"), nullptr);
  add(UndoDeed::kExchange, "/w/x", "/w/y");
  EXPECT_EQ(EarlierNames(history_).move_above("/w/y/a"), nullptr);
}

TEST_F(NamesTest, WhatWasChangedAfterAMoveGoesBackWithIt) {
  add(UndoDeed::kRename, "/w/src", "/w/lib");
  add(UndoDeed::kRename, "/w/lib/a", "/w/lib/b");
  add(UndoDeed::kModify, "/w/lib/b");
  EXPECT_EQ(last_after_undo_of({1}), "/w/src/b");
  EXPECT_EQ(history_.entries[1].path, "/w/src/a");
  EXPECT_EQ(history_.entries[1].to, "/w/src/b");
}

TEST_F(NamesTest, WhatAnotherMoveBroughtStays) {
  add(UndoDeed::kRename, "/w/b", "/w/a");
  add(UndoDeed::kRename, "/w/c", "/w/a");
  add(UndoDeed::kModify, "/w/a");
  EXPECT_EQ(last_after_undo_of({1}), "/w/a");
}

TEST_F(NamesTest, WithoutAnUndoneMoveAllStays) {
  add(UndoDeed::kRename, "/w/src", "/w/lib");
  add(UndoDeed::kModify, "/w/lib/a");
  EXPECT_EQ(last_after_undo_of({}), "/w/lib/a");
}

}  // namespace
}  // namespace guard::supervisor
