// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/made_list.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "supervisor/undo/history/made_objects.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

class MadeListTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = fs::temp_directory_path() / "guard-made-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    state_ = name;
    session_.name = "s";
    fs::create_directories(folder());
  }
  void TearDown() override { fs::remove_all(state_); }

  [[nodiscard]] std::string folder() const { return undo_root(state_) + "/s"; }
  [[nodiscard]] std::string file() const { return folder() + "/made"; }
  static MadeRow made(const std::string& path, std::uint64_t inode, std::uint32_t mode = S_IFREG) {
    return {MadeDeed::kMade, path, "", {1, inode, 7}, mode, "touch x", ""};
  }
  static MadeRow moved(const std::string& from, const std::string& to) {
    return {MadeDeed::kMoved, from, to, {}};
  }
  // "path inode", in order.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const UndoEntry& entry : made_entries(state_, session_).entries)
      names.push_back(entry.path + " " + std::to_string(entry.object.key.inode));
    return names;
  }

  std::string state_;
  StoredSession session_;
};

using Names = std::vector<std::string>;

TEST_F(MadeListTest, NothingIsWrittenBeforeAFlushAndAllOfItThen) {
  MadeList list(file());
  EXPECT_TRUE(list.is_empty());
  list.note(made("/w/a", 1));
  list.note(made(std::string("/w/\xff"), 2));
  EXPECT_FALSE(list.is_empty());
  EXPECT_FALSE(fs::exists(file()));
  ASSERT_TRUE(list.flush());
  list.note(made("/w/b", 3));
  ASSERT_TRUE(list.flush());
  const MadeRows read = read_made_list(file());
  ASSERT_EQ(read.rows.size(), 3U);
  EXPECT_TRUE(read.complete);
  EXPECT_EQ(read.rows[1].path, "/w/\xff");
  EXPECT_EQ(read.rows[2].key, (ObjectKey{1, 3, 7}));
  EXPECT_EQ(read.rows[2].command, "touch x");
}

TEST_F(MadeListTest, WhatCannotBeWrittenIsWrittenLater) {
  MadeList list(file());
  list.note(made("/w/a", 1));
  fs::remove_all(folder());
  EXPECT_FALSE(list.flush());
  fs::create_directories(folder());
  list.note(made("/w/b", 2));
  ASSERT_TRUE(list.flush());
  EXPECT_EQ(names(), (Names{"/w/a 1", "/w/b 2"}));
}

TEST_F(MadeListTest, ALineThatCannotBeReadLeavesTheListIncomplete) {
  MadeList list(file());
  list.note(made("/w/a", 1));
  ASSERT_TRUE(list.flush());
  std::ofstream(file(), std::ios::app) << R"({"path":"/w/b"})"
                                       << "\n";
  EXPECT_FALSE(made_entries(state_, session_).complete);
  EXPECT_EQ(names(), (Names{"/w/a 1"}));
}

TEST_F(MadeListTest, ANameIsTheLastOneThatTheSessionGave) {
  MadeList list(file());
  for (const char* path : {"/w/d", "/w/d/a", "/w/db", "/w/x"})
    list.note(made(path, static_cast<std::uint64_t>(path[3]) + std::string(path).size()));
  list.note(moved("/w/d", "/w/e"));
  list.note(moved("/w/e/a", "/w/f"));
  list.note(moved("/w/f", "/w/x"));  // which is replaced
  list.note({MadeDeed::kExchanged, "/w/x", "/w/db", {}});
  ASSERT_TRUE(list.flush());
  EXPECT_EQ(names(), (Names{"/w/db 106", "/w/e 104", "/w/x 105"}));
}

// Else `undone` would mark another object's step.
TEST_F(MadeListTest, NumbersStayWhenMoreIsMade) {
  MadeList list(file());
  list.note(made("/w/b", 1));
  ASSERT_TRUE(list.flush());
  const std::uint64_t before = made_entries(state_, session_).entries.at(0).number;
  list.note(made("/w/a", 2));
  ASSERT_TRUE(list.flush());
  EXPECT_EQ(made_entries(state_, session_).entries.at(1).number, before);
  EXPECT_TRUE(is_made_number(before));
  EXPECT_FALSE(is_made_number(1));
}

TEST_F(MadeListTest, WhatIsNoLongerThatObjectIsNotTakenAway) {
  const std::string path = state_ + "/file";
  std::ofstream(path) << "x";
  MadeList list(file());
  list.note(made(path, 1));
  ASSERT_TRUE(list.flush());
  auto history = read_history(state_, session_, true);
  ASSERT_TRUE(history);
  EXPECT_EQ(history->entries.size(), 1U);
  look_at_made(*history);
  EXPECT_TRUE(history->entries.empty());
}

}  // namespace
}  // namespace guard::supervisor
