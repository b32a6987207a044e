// SPDX-License-Identifier: Apache-2.0
// Checkpoints: what is kept for them beyond the first change of each object.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/files/unique_fd.h"
#include "supervisor/undo/history/history.h"
#include "supervisor/undo/store/store.h"

namespace guard::supervisor {
namespace {

class VersionsTest : public ::testing::Test {
 protected:
  VersionsTest() {
    std::string name = testing::TempDir() + "guard-versions-XXXXXX";
    folder_ = std::filesystem::canonical(::mkdtemp(name.data()));
    std::filesystem::create_directory(folder_ + "/state");
  }
  ~VersionsTest() override { std::filesystem::remove_all(folder_); }

  void open(UndoLimits limits = {}) {
    auto store = UndoStore::open(folder_ + "/state", {"s", "sh", folder_, ""}, limits);
    ASSERT_TRUE(store);
    store_ = std::move(*store);
  }
  std::string file(const std::string& name, const std::string& text) {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  // As the saver does it: the first change, else one for the last checkpoint.
  std::uint64_t change(const std::string& path) {
    const UniqueFd held(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    SaveOrder order;
    order.deed = UndoDeed::kModify;
    order.held = held.get();
    order.path = path;
    const auto saved = store_->save(order);
    return saved && *saved != 0 ? *saved : store_->keep_version(order);
  }
  History history(Versions versions) {
    return *read_history(folder_ + "/state", stored_sessions(folder_ + "/state")->front(), false,
                         versions);
  }

  std::string folder_;
  std::unique_ptr<UndoStore> store_;
};

TEST_F(VersionsTest, AnObjectIsKeptOnceForEachCheckpoint) {
  open();
  const std::string path = file("a", "text");
  EXPECT_NE(change(path), 0U);
  EXPECT_EQ(change(path), 0U) << "there is no checkpoint";
  EXPECT_TRUE(store_->begin_checkpoint("", "make"));
  EXPECT_NE(change(path), 0U);
  EXPECT_EQ(change(path), 0U);
  EXPECT_TRUE(store_->begin_checkpoint("mine", ""));
  EXPECT_NE(change(path), 0U);
  EXPECT_EQ(history(Versions::kLeftOut).entries.size(), 1U);
  const History all = history(Versions::kTakenIn);
  EXPECT_EQ(all.entries.size(), 3U);
  ASSERT_EQ(all.checkpoints.size(), 2U);
  EXPECT_EQ(all.checkpoints[0].command, "make");
  EXPECT_EQ(all.checkpoints[1].name, "mine");
  EXPECT_EQ(all.checkpoints[1].number, 2U);
  EXPECT_EQ(all.damaged, 0U);
}

TEST_F(VersionsTest, WhatWasMadeSinceTheLastCheckpointHasNoState) {
  open();
  ASSERT_TRUE(store_->begin_checkpoint("", "cp"));
  const std::string path = file("a", "text");
  const UniqueFd held(::open(path.c_str(), O_PATH | O_CLOEXEC));
  store_->note_made({MadeDeed::kMade, path, "", *key_of(held.get()), S_IFREG | 0600U});
  SaveOrder order;
  order.deed = UndoDeed::kModify;
  order.held = held.get();
  order.path = path;
  EXPECT_FALSE(store_->lacks_version(order));
  EXPECT_EQ(store_->keep_version(order), 0U);
  ASSERT_TRUE(store_->begin_checkpoint("", "sed"));
  EXPECT_TRUE(store_->lacks_version(order));
  EXPECT_NE(store_->keep_version(order), 0U);
}

TEST_F(VersionsTest, AFurtherNameMakesNoOlderFileANewOne) {
  open();
  const std::string path = file("a", "text");
  const UniqueFd held(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  MadeRow made;
  made.path = path;
  made.key = *key_of(held.get());
  store_->note_made(made);
  EXPECT_TRUE(store_->begin_checkpoint("", "ln a b"));
  SaveOrder link;
  link.deed = UndoDeed::kLink;
  link.held = held.get();
  link.path = folder_ + "/b";
  link.of = path;
  EXPECT_NE(store_->keep_version(link), 0U);
  std::filesystem::create_hard_link(path, link.path);
  made.path = link.path;
  made.is_further = true;
  store_->note_made(made);
  SaveOrder gone;
  gone.deed = UndoDeed::kDelete;
  gone.held = held.get();
  gone.path = path;
  EXPECT_NE(store_->keep_version(gone), 0U);
  EXPECT_TRUE(store_->begin_checkpoint("", "rm b"));
  std::filesystem::remove(path);
  gone.path = link.path;
  EXPECT_NE(store_->keep_version(gone), 0U);
  const History all = history(Versions::kTakenIn);
  ASSERT_EQ(all.entries.size(), 3U);
  EXPECT_EQ(all.entries[0].of, path);
  EXPECT_TRUE(all.entries[1].content.empty()) << "another name has it";
  EXPECT_FALSE(all.entries[2].content.empty());
}

TEST_F(VersionsTest, LargeFilesAreKeptForNoCheckpoint) {
  open();
  const std::string path = file("large", "x");
  std::filesystem::resize_file(path, kUndoVersionBytes + 1);
  EXPECT_NE(change(path), 0U);
  ASSERT_TRUE(store_->begin_checkpoint("", "dd"));
  EXPECT_EQ(change(path), 0U);
  const History all = history(Versions::kTakenIn);
  ASSERT_EQ(all.unkept.size(), 1U);
  EXPECT_EQ(all.unkept[0].path, path);
  EXPECT_EQ(all.unkept[0].after, 1U);
}

TEST_F(VersionsTest, CheckpointsLeaveHalfOfTheRoomToFirstChanges) {
  open({.files = 2});
  const std::string path = file("a", "text");
  EXPECT_NE(change(path), 0U);
  ASSERT_TRUE(store_->begin_checkpoint("", "sed"));
  EXPECT_EQ(change(path), 0U);
  EXPECT_NE(change(file("b", "text")), 0U);
}

TEST_F(VersionsTest, MoreCheckpointsThanMayBeAskedForAreRefused) {
  open();
  for (std::uint64_t i = 0; i < kUndoCheckpoints; ++i)
    ASSERT_TRUE(store_->begin_checkpoint(i % 2 == 0 ? "x" : "", "")) << i;
  const auto more = store_->begin_checkpoint("one more", "");
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().code, Code::kRefused);
  // Those of commands begin all the same: the session itself makes them.
  EXPECT_TRUE(store_->begin_checkpoint("", "make"));
}

TEST_F(VersionsTest, ANameThatNobodyCouldTypeOrThatIsANumberIsRefused) {
  open();
  for (const char* name : {"12", "-x", " x", "a\nb", "\xff"})
    EXPECT_FALSE(store_->begin_checkpoint(name, "")) << name;
  EXPECT_FALSE(store_->begin_checkpoint(std::string(65, 'a'), ""));
  for (const char* name : {"", "before the merge", "v2", "12:00", "größer"})
    EXPECT_TRUE(store_->begin_checkpoint(name, "")) << name;
}

// A limit on the size of files is a disk that is full for the journal, and not for the state.
TEST_F(VersionsTest, WhereNotEvenTheNameCanBeWrittenTheSessionSaysThatSomethingIsLacking) {
  open();
  const std::string path = file("a", "text");
  EXPECT_NE(change(path), 0U);
  ASSERT_TRUE(store_->begin_checkpoint("", "one"));
  EXPECT_TRUE(history(Versions::kTakenIn).session.names_unkept);
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit full{300, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &full), 0);
  EXPECT_EQ(change(path), 0U);
  store_.reset();
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  const History later = history(Versions::kTakenIn);
  EXPECT_TRUE(later.unkept.empty());
  EXPECT_FALSE(later.session.names_unkept);
  EXPECT_TRUE(later.session.has_ended);
}

}  // namespace
}  // namespace guard::supervisor
