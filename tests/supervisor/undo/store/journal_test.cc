// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/journal.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "supervisor/undo/store/entry.h"

namespace guard::supervisor {
namespace {

class JournalTest : public ::testing::Test {
 protected:
  JournalTest() {
    std::string name = testing::TempDir() + "guard-journal-XXXXXX";
    folder_ = ::mkdtemp(name.data());
    path_ = folder_ + "/journal";
  }
  ~JournalTest() override { std::filesystem::remove_all(folder_); }

  std::vector<int> numbers() {
    std::vector<int> found;
    const auto read = read_journal(path_, [&](const auto& line) { found.push_back(line.at("n")); });
    EXPECT_TRUE(read);
    damaged_ = read ? read->damaged : 0;
    return found;
  }
  void append_raw(const std::string& text) {
    std::ofstream(path_, std::ios::app | std::ios::binary) << text;
  }

  std::string folder_;
  std::string path_;
  std::uint64_t damaged_ = 0;
};

TEST_F(JournalTest, ATornLastLineIsLeftOutAndCutOff) {
  {
    auto journal = Journal::open(path_);
    ASSERT_TRUE(journal);
    ASSERT_TRUE(journal->append({{"n", 1}}));
  }
  append_raw(R"({"n":2,"pa)");
  EXPECT_EQ(numbers(), std::vector<int>({1}));
  EXPECT_EQ(damaged_, 0U);
  auto journal = Journal::open(path_);
  ASSERT_TRUE(journal);
  ASSERT_TRUE(journal->append({{"n", 3}}));
  EXPECT_EQ(numbers(), std::vector<int>({1, 3}));
}

TEST_F(JournalTest, ADamagedLineInTheMiddleIsCounted) {
  append_raw("{\"n\":1}\nnonsense\n{\"n\":2}\n");
  EXPECT_EQ(numbers(), std::vector<int>({1, 2}));
  EXPECT_EQ(damaged_, 1U);
}

TEST_F(JournalTest, WhatCameSinceTheLastTimeIsToldUntilItIsOnTheDisk) {
  auto journal = Journal::open(path_);
  ASSERT_TRUE(journal);
  EXPECT_TRUE(journal->is_synced());
  ASSERT_TRUE(journal->append({{"n", 1}}));
  EXPECT_FALSE(journal->is_synced());
  ASSERT_TRUE(journal->sync());
  EXPECT_TRUE(journal->is_synced());
}

TEST_F(JournalTest, OnlyOneWrites) {
  EXPECT_FALSE(is_being_written(path_));
  auto journal = Journal::open(path_);
  ASSERT_TRUE(journal);
  EXPECT_TRUE(is_being_written(path_));
  const auto second = Journal::open(path_);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Code::kBusy);
}

TEST_F(JournalTest, TheLockGoesWithItsWriter) {
  const std::string lock = path_ + ".lock";
  {
    const auto journal = Journal::open(path_);
    ASSERT_TRUE(journal);
    EXPECT_TRUE(std::filesystem::exists(lock));
    const auto second = Journal::open(path_);
    EXPECT_FALSE(second);
  }
  EXPECT_FALSE(std::filesystem::exists(lock));
  EXPECT_FALSE(is_being_written(path_));
  std::ofstream(lock) << "";  // of a writer that was killed
  EXPECT_TRUE(Journal::open(path_));
}

TEST_F(JournalTest, AnEntryIsReadAsItWasWritten) {
  UndoEntry entry;
  entry.number = 7;
  entry.deed = UndoDeed::kRename;
  entry.path = "/w/\xff\xfe \n\"";
  entry.to = "/w/plain";
  entry.object.key = {1, 2, 3};
  entry.object.mode = S_IFREG | 0640;
  entry.object.modified = {5, 6};
  entry.object.attributes = {{"user.a", std::string("\0\xff", 2)}};
  entry.content = "s/content/7";
  entry.is_original = true;
  const auto read = entry_from_json(nlohmann::json::parse(to_json(entry).dump()));
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->path, entry.path);
  EXPECT_EQ(read->to, entry.to);
  EXPECT_EQ(read->deed, entry.deed);
  EXPECT_EQ(read->object.key, entry.object.key);
  EXPECT_EQ(read->object.attributes, entry.object.attributes);
  EXPECT_EQ(read->object.modified.tv_nsec, 6);
  EXPECT_TRUE(read->is_original);
}

TEST_F(JournalTest, AnEntryOfAnotherKindIsAnError) {
  EXPECT_FALSE(entry_from_json({{"n", 1}, {"act", "dance"}, {"path", "/w"}}));
  EXPECT_FALSE(entry_from_json({{"n", 1}}));
}

}  // namespace
}  // namespace guard::supervisor
