// SPDX-License-Identifier: Apache-2.0
#include "console/review/net_changes.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace guard::console {
namespace {

using supervisor::ObjectRecord;
using supervisor::UndoDeed;
using supervisor::UndoEntry;

constexpr std::uint64_t kMade = 1ULL << 51U;

ObjectRecord record(std::uint64_t inode, std::uint64_t size = 1, std::uint32_t type = S_IFREG) {
  ObjectRecord made;
  made.key = {1, inode, 1};
  made.mode = type | 0644U;
  made.size = size;
  return made;
}

// A session, told act by act, and what is there now.
class NetChangesTest : public testing::Test {
 protected:
  UndoEntry& act(UndoDeed deed, const std::string& path, ObjectRecord object,
                 const std::string& to = "") {
    UndoEntry entry;
    entry.number = ++number_;
    entry.deed = deed;
    entry.path = path;
    entry.to = to;
    entry.object = std::move(object);
    if (deed != UndoDeed::kRename && deed != UndoDeed::kMetadata && entry.object.is_file())
      entry.content = "s/content/" + std::to_string(number_);
    history_.entries.push_back(std::move(entry));
    return history_.entries.back();
  }
  void made(const std::string& path, ObjectRecord object) {
    UndoEntry entry;
    entry.number = kMade + ++number_;
    entry.deed = UndoDeed::kPlaced;
    entry.path = path;
    entry.object = object;
    history_.entries.push_back(std::move(entry));
    there_[path] = std::move(object);
  }
  NetChanges changes() {
    history_.index();
    supervisor::Foresights steps = steps_;
    std::vector<const UndoEntry*> chosen;
    for (const UndoEntry& entry : history_.entries) {
      chosen.push_back(&entry);
      steps[entry.number].now = history_.place_of(entry);
    }
    return net_changes(
        history_, chosen, steps,
        {[this](const std::string& path) {
           const auto found = there_.find(path);
           return found == there_.end() ? std::nullopt : std::optional(found->second);
         },
         [this](const std::string& content, const std::string&) { return content == same_; }});
  }
  // "M /w/a", "R /w/a -> /w/b".
  std::vector<std::string> lines() {
    std::vector<std::string> all;
    for (const ReviewItem& item : changes().items) {
      std::string line(1, letter_of(item.kind));
      line += " " + item.path();
      if (!item.before.empty() && !item.now.empty() && item.before != item.now)
        line += " from " + item.before;
      if (item.is_listed()) all.push_back(line);
    }
    return all;
  }

  supervisor::History history_;
  supervisor::Foresights steps_;
  std::map<std::string, ObjectRecord> there_;
  std::string same_;  // the content that is what is there now
  std::uint64_t number_ = 0;
};
using Lines = std::vector<std::string>;

TEST_F(NetChangesTest, SeveralChangesOfAFileAreOne) {
  act(UndoDeed::kModify, "/w/a", record(1));
  act(UndoDeed::kMetadata, "/w/a", record(1));
  there_["/w/a"] = record(1, 2);
  const auto found = changes().items;
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, ReviewKind::kChanged);
  EXPECT_EQ(found[0].content, "s/content/1");
  EXPECT_EQ(found[0].entries, (std::vector<std::uint64_t>{1, 2}));
}

// Somebody put the second one there between the two.
TEST_F(NetChangesTest, AFileThatTwiceGotAnotherIsOne) {
  act(UndoDeed::kReplace, "/w/a", record(1));
  act(UndoDeed::kReplace, "/w/a", record(2));
  there_["/w/a"] = record(3);
  const auto found = changes().items;
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, ReviewKind::kChanged);
  EXPECT_EQ(found[0].content, "s/content/1");
  EXPECT_EQ(found[0].entries, (std::vector<std::uint64_t>{1, 2}));
}

TEST_F(NetChangesTest, WhatIsAsItWasIsNoChange) {
  act(UndoDeed::kModify, "/w/a", record(1));
  there_["/w/a"] = record(1);
  same_ = "s/content/1";
  EXPECT_EQ(lines(), Lines{});
  EXPECT_EQ(changes().untouched, 1U);
}

TEST_F(NetChangesTest, RightsAloneAreRights) {
  act(UndoDeed::kMetadata, "/w/a", record(1));
  there_["/w/a"] = record(1);
  there_["/w/a"].mode = S_IFREG | 0600U;
  EXPECT_EQ(lines(), Lines{"T /w/a"});
  EXPECT_EQ(changes().items[0].rights, std::vector<std::string>{"mode 0644 -> 0600"});
}

TEST_F(NetChangesTest, DeletedAndWrittenAnewIsChanged) {
  act(UndoDeed::kDelete, "/w/a", record(1));
  there_["/w/a"] = record(2, 3);
  act(UndoDeed::kDelete, "/w/b", record(3));
  EXPECT_EQ(lines(), (Lines{"M /w/a", "D /w/b"}));
}

TEST_F(NetChangesTest, AnEditorThatKeepsTheOldFileMakesTwoItems) {
  act(UndoDeed::kRename, "/w/a", record(1), "/w/a~");
  there_["/w/a~"] = record(1);
  there_["/w/a"] = record(2, 5);
  EXPECT_EQ(lines(), (Lines{"M /w/a", "A /w/a~"}));
}

TEST_F(NetChangesTest, MovedAndWrittenAnewHasMoved) {
  act(UndoDeed::kRename, "/w/a", record(1), "/w/b");
  act(UndoDeed::kReplace, "/w/b", record(1));
  there_["/w/b"] = record(2, 5);
  EXPECT_EQ(lines(), Lines{"R /w/b from /w/a"});
}

TEST_F(NetChangesTest, WhatChangedInAMovedFolderKeepsItsNameOfBefore) {
  act(UndoDeed::kRename, "/w/old", record(1, 0, S_IFDIR), "/w/new");
  act(UndoDeed::kModify, "/w/new/x", record(2));
  act(UndoDeed::kDelete, "/w/new/y", record(3));
  there_["/w/new"] = record(1, 0, S_IFDIR);
  there_["/w/new/x"] = record(2, 7);
  EXPECT_EQ(lines(), (Lines{"R /w/new from /w/old", "M /w/new/x from /w/old/x", "D /w/old/y"}));
}

TEST_F(NetChangesTest, WhatChangedPlacesAreTwoMoves) {
  act(UndoDeed::kExchange, "/w/a", record(1), "/w/b").content.clear();
  there_["/w/a"] = record(2);
  there_["/w/b"] = record(1);
  EXPECT_EQ(lines(), (Lines{"R /w/a from /w/b", "R /w/b from /w/a"}));
}

// The exchange is on record as the first one's alone.
TEST_F(NetChangesTest, TheOtherOneOfAnExchangeHasItsOwnContent) {
  act(UndoDeed::kExchange, "/w/a", record(1, 10), "/w/b").content.clear();
  act(UndoDeed::kModify, "/w/a", record(2, 20));
  act(UndoDeed::kReplace, "/w/b", record(1, 10));
  there_["/w/a"] = record(2, 21);
  there_["/w/b"] = record(3, 11);
  EXPECT_EQ(lines(), (Lines{"R /w/a from /w/b", "R /w/b from /w/a"}));
  const auto items = changes().items;
  EXPECT_EQ(items[0].content, "s/content/2");
  EXPECT_EQ(items[0].old.size, 20U);
  EXPECT_EQ(items[1].content, "s/content/3");
}

TEST_F(NetChangesTest, TheOtherOneOfAnExchangeIsFoundWhereItWasMoved) {
  act(UndoDeed::kExchange, "/w/a", record(1), "/w/b").content.clear();
  act(UndoDeed::kRename, "/w/a", record(2), "/w/c");
  there_["/w/b"] = record(1);
  there_["/w/c"] = record(2);
  EXPECT_EQ(lines(), (Lines{"R /w/b from /w/a", "R /w/c from /w/b"}));
}

TEST_F(NetChangesTest, AFileWrittenBesideABackupThatWentStandsForIt) {
  act(UndoDeed::kRename, "/w/a", record(1), "/w/b");
  act(UndoDeed::kRename, "/w/b", record(1), "/w/b~");
  act(UndoDeed::kDelete, "/w/b~", record(1));
  made("/w/b", record(2));
  EXPECT_EQ(lines(), Lines{"R /w/b from /w/a"});
}

TEST_F(NetChangesTest, AFolderThatWasMadeAsAWholeIsOneItem) {
  made("/w/build", record(1, 0, S_IFDIR));
  made("/w/build/deep", record(2, 0, S_IFDIR));
  made("/w/build/deep/x", record(3));
  made("/w/mixed", record(4, 0, S_IFDIR));
  made("/w/mixed/new", record(5));
  act(UndoDeed::kRename, "/w/old", record(6), "/w/mixed/old");
  there_["/w/mixed/old"] = record(6);
  EXPECT_EQ(lines(),
            (Lines{"A /w/build", "A /w/mixed", "A /w/mixed/new", "R /w/mixed/old from /w/old"}));
  EXPECT_EQ(changes().items[0].below, 2U);
}

TEST_F(NetChangesTest, AConflictOfOneStepIsTheItems) {
  act(UndoDeed::kModify, "/w/a", record(1));
  there_["/w/a"] = record(1, 2);
  steps_[1].conflict = "it was changed since";
  EXPECT_EQ(changes().items.at(0).conflict, "it was changed since");
}

TEST_F(NetChangesTest, AFoldersContentStandsBehindIt) {
  made("/w/a-b", record(1));
  made("/w/a", record(2, 0, S_IFDIR));
  made("/w/a/x", record(3));
  const auto items = changes().items;
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[1].now, "/w/a/x");
}

TEST_F(NetChangesTest, AHundredThousandEntriesAreTold) {
  made("/w/build", record(1, 0, S_IFDIR));
  for (std::uint64_t i = 0; i < 50'000; ++i) {
    const std::string number = std::to_string(i);
    made("/w/build/f" + number, record(100 + i));
    act(UndoDeed::kRename, "/w/f" + number, record(200'000 + i), "/w/g" + number);
    there_["/w/g" + number] = record(200'000 + i);
  }
  EXPECT_EQ(lines().size(), 50'001U);
}

}  // namespace
}  // namespace guard::console
