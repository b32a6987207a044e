// SPDX-License-Identifier: Apache-2.0
// The folder and the files of the record: whose they are, and what is refused in their place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "supervisor/audit/store/recorder.h"
#include "supervisor/audit/store/sqlite.h"
#include "tests/supervisor/audit/opened_recorder.h"
#include "tests/supervisor/audit/sample_records.h"

namespace guard::supervisor {
namespace {

TEST(RecorderTest, OnlyTheOwnerCanReadTheFiles) {
  const TemporaryFolder folder;
  const auto recorder = open_recorder(folder);
  recorder->record(sample_record());
  ASSERT_TRUE(recorder->flush());
  const auto mode_of = [](const std::string& path) {
    struct stat found {};
    EXPECT_EQ(::stat(path.c_str(), &found), 0) << path;
    return found.st_mode & 07777;
  };
  EXPECT_EQ(mode_of(folder.path()), 0700U);
  for (const char* name : {"audit.db", "audit.db-wal", "audit.db-shm"}) {
    EXPECT_EQ(mode_of(folder.file(name)), 0600U) << name;
  }
}

TEST(RecorderTest, RefusesAFolderThatIsOpenToOthers) {
  const TemporaryFolder folder;
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
  const auto recorder = Recorder::open(folder.path(), "s");
  ASSERT_FALSE(recorder);
  EXPECT_THAT(recorder.error().text(), testing::HasSubstr("open to other users (mode 0755)"));
  EXPECT_FALSE(std::filesystem::exists(folder.file("audit.db")));
}

TEST(RecorderTest, MakesItsFolder) {
  const TemporaryFolder folder;
  EXPECT_TRUE(Recorder::open(folder.file("state"), "s"));
  EXPECT_FALSE(Recorder::open(folder.file("no/such/parent"), "s"));
}

TEST(RecorderTest, RefusesASymlinkInPlaceOfItsFolderOrFile) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkdir(folder.file("real").c_str(), 0700), 0);
  std::filesystem::create_directory_symlink(folder.file("real"), folder.file("link"));
  const auto linked = Recorder::open(folder.file("link"), "s");
  ASSERT_FALSE(linked);
  EXPECT_THAT(linked.error().text(), testing::HasSubstr("is not a folder"));
  std::filesystem::create_symlink(folder.file("elsewhere"), folder.file("real/audit.db"));
  const auto file = Recorder::open(folder.file("real"), "s");
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().text(), testing::HasSubstr("is not a file"));
  EXPECT_FALSE(std::filesystem::exists(folder.file("elsewhere")));
}

TEST(RecorderTest, RefusesAFileOfAnotherKindOrVersion) {
  const TemporaryFolder folder;
  open_recorder(folder)->record(sample_record());
  {
    auto database = Database::open(folder.file("audit.db"), Access::kWrite);
    ASSERT_TRUE(database);
    ASSERT_TRUE(database->execute("PRAGMA user_version = 99"));
  }
  const auto newer = Recorder::open(folder.path(), "s");
  ASSERT_FALSE(newer);
  EXPECT_THAT(newer.error().text(), testing::HasSubstr("has format 99"));
  EXPECT_THAT(newer.error().text(), testing::Not(testing::HasSubstr("\n")));
  {
    auto database = Database::open(folder.file("audit.db"), Access::kWrite);
    ASSERT_TRUE(database);
    ASSERT_TRUE(database->execute("PRAGMA application_id = 1"));
  }
  EXPECT_FALSE(Recorder::open(folder.path(), "s"));
}

TEST(RecorderTest, RefusesAFileThatIsNoDatabase) {
  const TemporaryFolder folder;
  {
    std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(folder.file("audit.db").c_str(), "w"),
                                               std::fclose);
    for (int i = 0; i < 1000; ++i) std::fputs("this is not a database\n", file.get());
  }
  EXPECT_FALSE(Recorder::open(folder.path(), "s"));
}

}  // namespace
}  // namespace guard::supervisor
