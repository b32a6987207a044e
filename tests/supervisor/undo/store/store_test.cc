// SPDX-License-Identifier: Apache-2.0
// The store and the way back, on real files.
#include "supervisor/undo/store/store.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stop_token>
#include <thread>

#include "base/limits.h"
#include "supervisor/undo/restore/foresight.h"
#include "supervisor/undo/restore/restorer.h"

namespace guard::supervisor {
namespace {

class UndoStoreTest : public ::testing::Test {
 protected:
  UndoStoreTest() {
    std::string name = testing::TempDir() + "guard-undo-XXXXXX";
    folder_ = ::mkdtemp(name.data());
    folder_ = std::filesystem::canonical(folder_);
    state_ = folder_ + "/state";
    std::filesystem::create_directory(state_);
    std::filesystem::create_directory(folder_ + "/w");
  }
  ~UndoStoreTest() override { std::filesystem::remove_all(folder_); }

  std::unique_ptr<UndoStore> open(UndoLimits limits = {}) {
    auto store = UndoStore::open(state_, {"s", "rm", folder_ + "/w", ""}, limits);
    EXPECT_TRUE(store) << (store ? "" : store.error().text());
    return store ? std::move(*store) : nullptr;
  }
  std::string file(const std::string& name, const std::string& text) {
    const std::string path = folder_ + "/w/" + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  static std::string text_of(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  static Result<std::uint64_t> save(UndoStore& store, UndoDeed deed, const std::string& path) {
    const UniqueFd held(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    SaveOrder order;
    order.deed = deed;
    order.held = held.get();
    order.path = path;
    return store.save(order);
  }
  std::vector<Step> give_back() {
    auto sessions = stored_sessions(state_);
    EXPECT_TRUE(sessions);
    history_ = *read_history(state_, sessions->front());
    auto own = UndoStore::open(state_, {"undo", "", "", "s"}, {});
    auto restorer = Restorer::begin(undo_root(state_), history_, own->get());
    std::vector<const UndoEntry*> all;
    for (const UndoEntry& entry : history_.entries) all.push_back(&entry);
    return restorer->restore(all, {}, OnConflict::kSkip, {});
  }

  std::string folder_;
  std::string state_;
  History history_;
};

TEST_F(UndoStoreTest, ADeletedFileComesBackAsTheSameFile) {
  const std::string path = file("a", "text");
  struct stat before {};
  ::stat(path.c_str(), &before);
  auto store = open();
  const auto number = save(*store, UndoDeed::kDelete, path);
  ASSERT_TRUE(number) << number.error().text();
  ASSERT_EQ(::unlink(path.c_str()), 0);
  store.reset();
  ASSERT_EQ(give_back().size(), 1U);
  struct stat after {};
  ASSERT_EQ(::stat(path.c_str(), &after), 0);
  EXPECT_EQ(after.st_ino, before.st_ino);
  EXPECT_EQ(after.st_nlink, 1U);
  EXPECT_EQ(text_of(path), "text");
}

TEST_F(UndoStoreTest, OnlyTheFirstChangeIsKept) {
  const std::string path = file("a", "first");
  auto store = open();
  ASSERT_NE(*save(*store, UndoDeed::kModify, path), 0U);
  file("a", "second");
  EXPECT_EQ(*save(*store, UndoDeed::kModify, path), 0U);
  file("a", "third");
  store.reset();
  (void)give_back();
  EXPECT_EQ(text_of(path), "first");
}

TEST_F(UndoStoreTest, AnActThatFailedLeavesNothing) {
  const std::string path = file("a", "text");
  auto store = open();
  const auto number = save(*store, UndoDeed::kDelete, path);
  struct stat status {};
  ::stat(path.c_str(), &status);
  EXPECT_EQ(status.st_nlink, 2U);
  store->cancel(*number);
  ::stat(path.c_str(), &status);
  EXPECT_EQ(status.st_nlink, 1U);
  store.reset();
  EXPECT_TRUE(give_back().empty());
}

TEST_F(UndoStoreTest, WhatSomebodyHasOpenIsCopied) {
  const std::string path = file("a", "text");
  std::ofstream writer(path, std::ios::app);
  auto store = open();
  ASSERT_TRUE(save(*store, UndoDeed::kDelete, path));
  ::unlink(path.c_str());
  writer << "more" << std::flush;
  store.reset();
  (void)give_back();
  EXPECT_EQ(text_of(path), "text");
}

// Whoever holds a removed file by O_PATH could write into what is kept of it.
TEST_F(UndoStoreTest, WhatTheStoreKeepsIsNotChangedWhenItCannotBeCopied) {
  const std::string path = file("a", "text");
  auto store = open();
  const UniqueFd held(::open(path.c_str(), O_PATH | O_CLOEXEC));
  const auto removed = save(*store, UndoDeed::kDelete, path);
  ASSERT_TRUE(removed);
  ::unlink(path.c_str());
  ASSERT_TRUE(store->done(*removed, held.get()));
  SaveOrder order;
  order.deed = UndoDeed::kModify;
  order.held = held.get();
  order.path = path;
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  const rlimit none{0, files.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &none);
  const auto failed = store->save(order);
  ::setrlimit(RLIMIT_NOFILE, &files);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, Code::kBusy);
  EXPECT_TRUE(store->save(order));
}

TEST_F(UndoStoreTest, LimitsAreErrors) {
  const std::string path = file("a", "more than three");
  auto store = open({.bytes = 1 << 20, .file_bytes = 3, .files = 10});
  EXPECT_FALSE(store->has_room(15));
  const auto saved = save(*store, UndoDeed::kModify, path);
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().code, Code::kRefused);
  EXPECT_TRUE(save(*store, UndoDeed::kMetadata, path));
}

TEST_F(UndoStoreTest, TheUsualLimitsAreThoseOfTheList) {
  const UndoLimits usual;
  EXPECT_EQ(usual.bytes, limit("undo.bytes"));
  EXPECT_EQ(usual.file_bytes, limit("undo.file"));
  EXPECT_EQ(usual.files, limit("undo.files"));
  EXPECT_EQ(usual.same_names, int_limit("undo.same_names"));
  EXPECT_EQ(usual.open_tries, int_limit("undo.open_tries"));
}

TEST_F(UndoStoreTest, MoreSessionsOfOneNameThanMayAreRefused) {
  constexpr int kMost = 2;
  for (int i = 1; i <= kMost + 1; ++i) {
    const auto store =
        UndoStore::open(state_, {"s", "rm", folder_ + "/w", ""}, {.same_names = kMost});
    EXPECT_EQ(store.has_value(), i <= kMost) << i;
    if (!store) {
      EXPECT_EQ(store.error().code, Code::kBusy);
    }
  }
}

TEST_F(UndoStoreTest, WhatStaysLeasedIsNotSaved) {
  const std::string path = file("a", "text");
  UniqueFd leased(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  ::signal(SIGIO, SIG_IGN);
  ASSERT_EQ(::fcntl(leased.get(), F_SETLEASE, F_WRLCK), 0);
  // Without patience the tries are all that ends it.
  auto store = open({.open_tries = 2, .patience = Patience(std::chrono::milliseconds(0))});
  const auto refused = save(*store, UndoDeed::kModify, path);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sys_errno, EWOULDBLOCK);
  leased.reset();
  EXPECT_TRUE(save(*store, UndoDeed::kModify, path));
}

TEST_F(UndoStoreTest, WhatOthersKeepCountsAsSoonAsItIsKnown) {
  const auto store = open({1000, 1000, 10});
  EXPECT_TRUE(store->has_room(600));
  store->note_used_by_others(500);
  EXPECT_FALSE(store->has_room(600));
  EXPECT_EQ(store->room(), 500U);
  EXPECT_FALSE(save(*store, UndoDeed::kModify, file("large", std::string(8192, 'x'))));
}

TEST_F(UndoStoreTest, TheLastOfSeveralNamesIsKeptEvenInARace) {
  const std::string path = file("a", "text");
  const std::string other = folder_ + "/w/b";
  std::filesystem::create_hard_link(path, other);
  auto store = open();
  const UniqueFd held(::open(path.c_str(), O_PATH | O_CLOEXEC));
  const auto number = save(*store, UndoDeed::kDelete, path);
  ASSERT_TRUE(number);
  EXPECT_TRUE(store->content_of(*number).empty());
  // Somebody else takes the other name between saving and acting.
  ::unlink(other.c_str());
  ::unlink(path.c_str());
  ASSERT_TRUE(store->done(*number, held.get()));
  store.reset();
  (void)give_back();
  EXPECT_EQ(text_of(path), "text");
}

// Two that act at once may come into the journal the other way round.
TEST_F(UndoStoreTest, WhatOnlyTheOrderIsInTheWayOfIsTriedAgain) {
  std::filesystem::create_directory(folder_ + "/w/d");
  const std::string inner = file("d/x", "text");
  auto store = open();
  ASSERT_TRUE(save(*store, UndoDeed::kDelete, folder_ + "/w/d"));
  ASSERT_TRUE(save(*store, UndoDeed::kDelete, inner));
  ASSERT_EQ(::unlink(inner.c_str()), 0);
  ASSERT_EQ(::rmdir((folder_ + "/w/d").c_str()), 0);
  store.reset();
  for (const Step& step : give_back()) EXPECT_EQ(step.end, StepEnd::kDone) << step.note;
  EXPECT_EQ(text_of(inner), "text");
}

TEST_F(UndoStoreTest, WhatAnUndoWroteHalfIsNobodysChange) {
  const std::string path = file("a", "text");
  auto store = open();
  ASSERT_TRUE(save(*store, UndoDeed::kModify, path));
  std::ofstream(path) << "session";
  store.reset();
  const auto session = stored_sessions(state_)->front();
  const auto conflicts = [&] {
    history_ = *read_history(state_, session);
    history_.own_until = {};
    std::vector<const UndoEntry*> all;
    for (const UndoEntry& entry : history_.entries) all.push_back(&entry);
    const auto steps = foresee(state_, history_, all, OnConflict::kNone);
    return std::count_if(steps.begin(), steps.end(),
                         [](const auto& step) { return !step.second.conflict.empty(); });
  };
  EXPECT_EQ(conflicts(), 1);
  {
    auto marks = Journal::open(undo_root(state_) + "/" + session.name + "/undone");
    ASSERT_TRUE(marks);
    ASSERT_TRUE(append_mark(*marks, {1, "undo", {}, false, "", true}));
  }
  EXPECT_EQ(conflicts(), 0);
  EXPECT_TRUE(history_.undone.empty());
}

TEST_F(UndoStoreTest, PruningLeavesPinnedAndRunningSessions) {
  auto running = open();
  auto ended = open();
  auto pinned = open();
  const std::string ended_name = ended->name();
  ASSERT_TRUE(pin_session(state_, pinned->name(), Pin::kPutOn));
  ended.reset();
  pinned.reset();
  const auto pruned =
      prune_store(state_, {std::chrono::system_clock::now() + std::chrono::hours(1), ~0ULL}, false);
  ASSERT_TRUE(pruned);
  ASSERT_EQ(pruned->sessions.size(), 1U);
  EXPECT_EQ(pruned->sessions.front().name, ended_name);
  EXPECT_EQ(stored_sessions(state_)->size(), 2U);
}

// An undo right behind a run would else take for the session's own what was written since.
TEST_F(UndoStoreTest, TheEndOfASessionsTreeIsReadWholeWhileItIsWritten) {
  auto store = open();
  store->note_tree_ended();
  const auto noted = [this] {
    const auto sessions = stored_sessions(state_);
    return sessions && sessions->size() == 1 &&
           sessions->front().tree_ended != std::chrono::system_clock::time_point();
  };
  ASSERT_TRUE(noted());
  std::jthread writer([&store](const std::stop_token& stop) {
    while (!stop.stop_requested()) store->note_alive();
  });
  for (int look = 0; look < 3000; ++look) ASSERT_TRUE(noted()) << look;
}

}  // namespace
}  // namespace guard::supervisor
