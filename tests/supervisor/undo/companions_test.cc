// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/history/companions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/clock.h"
#include "supervisor/undo/history/shell_history.h"
#include "supervisor/undo/store/held_place.h"
#include "supervisor/undo/store/made_list.h"

namespace guard::supervisor {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A session that began an hour ago changed files; what is made here came since.
class CompanionsTest : public ::testing::Test {
 protected:
  CompanionsTest() {
    std::string name = std::filesystem::temp_directory_path() / "guard-beside-XXXXXX";
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    folder_ = std::filesystem::canonical(name).string();
    history_.session.started = iso_time(std::chrono::system_clock::now() - std::chrono::hours(1));
  }
  ~CompanionsTest() override { std::filesystem::remove_all(folder_); }

  void make(const std::string& name, const std::string& content = "x") const {
    const std::filesystem::path path = folder_ + "/" + name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << content;
  }
  // An entry with a journal's number for the file NAME, which is made.
  void change(const std::string& name, const std::string& content = "x") {
    make(name, content);
    UndoEntry entry;
    entry.number = history_.entries.size() + 1;
    entry.deed = UndoDeed::kModify;
    entry.path = folder_ + "/" + name;
    entry.object = *record_of(hold_object(entry.path).get());
    history_.entries.push_back(entry);
  }
  // The session has it on record as its own.
  void note_made(const std::string& name) const {
    MadeList list(folder_ + "/made");
    const std::string path = folder_ + "/" + name;
    const auto record = *record_of(hold_object(path).get());
    list.note({MadeDeed::kMade, path, "", record.key, record.mode});
    EXPECT_TRUE(list.flush());
  }
  std::vector<std::string> beside() {
    std::set<std::uint64_t> chosen;
    for (const UndoEntry& entry : history_.entries) chosen.insert(entry.number);
    add_companions(folder_, history_, chosen);
    std::vector<std::string> names;
    for (const UndoEntry& entry : history_.entries)
      if (is_companion(entry)) names.push_back(entry.path.substr(folder_.size() + 1));
    return names;
  }

  std::string folder_;
  History history_;
};

TEST_F(CompanionsTest, TheLogOfADatabaseGoesWithIt) {
  make("app.db-wal");
  make("app.db-shm");
  make("app.db-journal");
  make("app.db-notes");
  make("other.db-wal");
  change("app.db");
  EXPECT_THAT(beside(), ElementsAre("app.db-wal", "app.db-shm", "app.db-journal"));
  EXPECT_THAT(history_.beside.begin()->second.owners, ElementsAre(1U));
  EXPECT_TRUE(history_.beside.begin()->second.both_ways);
}

TEST_F(CompanionsTest, ADatabaseIsToldByWhatIsInIt) {
  make("store-wal");
  make("plan-journal");
  change("store", "SQLite format 3");
  change("plan", "buy milk");
  EXPECT_THAT(beside(), ElementsAre("store-wal"));
}

TEST_F(CompanionsTest, WhatWasThereBeforeOrHasAStepOfItsOwnIsNone) {
  make("a.db-wal");
  change("b.db-wal");
  change("b.db");
  change("a.db");
  history_.session.started = iso_time(std::chrono::system_clock::now() + std::chrono::hours(1));
  EXPECT_THAT(beside(), IsEmpty()) << "the session begins later";
  history_.session.started = iso_time(std::chrono::system_clock::now() - std::chrono::hours(1));
  EXPECT_THAT(beside(), ElementsAre("a.db-wal"));
}

TEST_F(CompanionsTest, FoldersOfDatabasesAreKnownByTheirFiles) {
  make("lmdb/lock.mdb");
  make("level/000005.ldb");
  make("level/LOG.old.1");
  make("level/notes");
  make("level/12.txt");
  make("berkeley/log.0000000002");
  make("berkeley/log.2");
  make("berkeley/__db.001");
  change("lmdb/data.mdb");
  change("level/CURRENT", "MANIFEST-000002");
  change("berkeley/a.db");
  EXPECT_THAT(beside(),
              testing::UnorderedElementsAre("lmdb/lock.mdb", "level/000005.ldb", "level/LOG.old.1",
                                            "berkeley/log.0000000002", "berkeley/__db.001"));
}

TEST_F(CompanionsTest, AFileThatIsOnlyCalledLikeOneOfADatabaseHasNone) {
  make("logs/20261129.log");
  make("logs/LOG");
  change("logs/CURRENT", "v2");
  EXPECT_THAT(beside(), IsEmpty());
}

TEST_F(CompanionsTest, WhatTheSessionDidNotMakeIsMarked) {
  make("app.db-wal");
  make("app.db-shm");
  note_made("app.db-wal");
  change("app.db");
  EXPECT_THAT(beside(), ElementsAre("app.db-wal", "app.db-shm"));
  std::vector<bool> by_others;
  for (const auto& [number, beside] : history_.beside) by_others.push_back(beside.by_others);
  EXPECT_THAT(by_others, ElementsAre(false, true));
}

TEST_F(CompanionsTest, TheStateOfAMergeGoesWithTheIndex) {
  make("w/.git/MERGE_HEAD");
  make("w/.git/rebase-merge/done");
  make("w/.git/FETCH_HEAD");
  make("w/MERGE_HEAD");
  change("w/.git/index");
  EXPECT_THAT(beside(),
              ElementsAre("w/.git/MERGE_HEAD", "w/.git/rebase-merge", "w/.git/rebase-merge/done"));
  EXPECT_FALSE(history_.beside.begin()->second.both_ways);
}

TEST_F(CompanionsTest, AFileOfTheWorkTreeLeavesAMergeAlone) {
  make("w/.git/MERGE_HEAD");
  change("w/src/a.c");
  EXPECT_THAT(beside(), IsEmpty());
}

class ShellHistoriesTest : public ::testing::Test {
 protected:
  ShellHistoriesTest() { history_.session.workspace = "/home/ana/shop"; }

  UndoEntry& add(const std::string& path, std::uint64_t inode, UndoDeed deed = UndoDeed::kModify,
                 const std::string& to = "") {
    UndoEntry entry;
    entry.number = history_.entries.size() + 1;
    entry.deed = deed;
    entry.path = path;
    entry.to = to;
    entry.object.mode = S_IFREG;
    entry.object.links = 1;
    entry.object.key.inode = inode;
    history_.entries.push_back(entry);
    return history_.entries.back();
  }
  [[nodiscard]] bool is_history(std::size_t at) const {
    const ShellHistories histories(
        history_, {"/home/ana", {"/home/ana/.local/share"}, "/home/ana/.cache/.histfile"});
    return histories.contain(history_.entries.at(at));
  }

  History history_;
};

TEST_F(ShellHistoriesTest, AreToldByNameAndPlace) {
  for (const char* name :
       {".bash_history", ".zsh_history", ".python_history", ".node_repl_history", ".psql_history",
        ".psql_history-shop", ".mysql_history", ".sqlite_history", ".lesshst", ".viminfo",
        ".local/share/fish/fish_history", ".cache/.histfile"}) {
    add(std::string("/home/ana/") + name, history_.entries.size());
    EXPECT_TRUE(is_history(history_.entries.size() - 1)) << name;
  }
  for (const char* name : {"history", "my_history", ".history", "bash_history", "history.c",
                           "shop/.bash_history", "shop/src/fish_history", "x/.lesshst"}) {
    add(std::string("/home/ana/") + name, history_.entries.size());
    EXPECT_FALSE(is_history(history_.entries.size() - 1)) << name;
  }
  add("/home/ana/.irb_history", 90, UndoDeed::kDelete);
  EXPECT_FALSE(is_history(history_.entries.size() - 1)) << "one that was deleted comes back";
}

TEST_F(ShellHistoriesTest, AFileThatHasSuchANameForAWhileIsNone) {
  add("/home/ana/shop/a.c", 1, UndoDeed::kRename, "/home/ana/.lesshst");
  add("/home/ana/.lesshst", 1);
  add("/home/ana/.lesshst", 1, UndoDeed::kRename, "/home/ana/shop/a.c");
  for (std::size_t at = 0; at < 3; ++at) EXPECT_FALSE(is_history(at)) << at;
}

TEST_F(ShellHistoriesTest, AFurtherNameOfAFileIsNone) {
  add("/home/ana/.viminfo", 1, UndoDeed::kLink);
  add("/home/ana/.viminfo", 1).object.links = 2;
  add("/home/ana/.bash_history", 2).object.links = 2;
  for (std::size_t at = 0; at < 3; ++at) EXPECT_FALSE(is_history(at)) << at;
}

TEST_F(ShellHistoriesTest, OneThatAFileOfBeforeReplacedIsNone) {
  add("/home/ana/.zsh_history", 1);
  add("/home/ana/.zsh_history", 1, UndoDeed::kReplace);
  add("/home/ana/shop/a.c", 2, UndoDeed::kRename, "/home/ana/.zsh_history");
  for (std::size_t at = 0; at < 3; ++at) EXPECT_FALSE(is_history(at)) << at;
}

}  // namespace
}  // namespace guard::supervisor
