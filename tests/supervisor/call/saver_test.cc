// SPDX-License-Identifier: Apache-2.0
// The objects that are saved before an act, and what becomes of them. Folders and origins:
// saved_around_test.cc; what is promised: undo_promise_test.cc.
#include "supervisor/call/saver.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/supervisor/call/saver_fixture.h"

namespace guard::supervisor {
namespace {

using interceptor::Operation;
using policy::Act;
using policy::ObjectType;
using policy::Recoverability;

class SaverTest : public SaverFixture {
 protected:
  static constexpr auto kSaved = Recoverability::kSaved;
  static constexpr auto kBorn = Recoverability::kBorn;
  static constexpr auto kPrecious = Recoverability::kPrecious;

  [[nodiscard]] PendingCall rename(Recoverability from = kSaved,
                                   Recoverability onto = kSaved) const {
    return of_two(Act::kRename, "a", "b", from, onto);
  }
  [[nodiscard]] PendingCall exchange(Recoverability from, Recoverability onto) const {
    PendingCall call = rename(from, onto);
    call.action.exchange = true;
    return call;
  }
  // The names that a new session keeps of it.
  Names kept_of(PendingCall& call) {
    open_store();
    EXPECT_TRUE(save(call));
    return deeds();
  }
  Names kept_of(PendingCall&& call) { return kept_of(call); }
  // The inode of what the deed was done to.
  [[nodiscard]] std::uint64_t inode_of(const std::string& deed) const {
    for (const Json& line : journal())
      if (line.value("act", "") == deed) return line.at("object").at("inode");
    return 0;
  }
};

TEST_F(SaverTest, WhatIsTakenAwayIsSaved) {
  struct Row {
    Operation operation;
    Act act;
    Recoverability kept;
    ObjectType type;
    Names deeds;
  };
  constexpr auto kFile = ObjectType::kFile;
  const std::vector<Row> rows = {
      {Operation::kRemove, Act::kDelete, kSaved, kFile, {"delete a"}},
      {Operation::kRemove, Act::kDelete, kSaved, ObjectType::kFifo, {"delete a"}},
      {Operation::kRemove, Act::kDelete, kPrecious, kFile, {}},
      {Operation::kRemove, Act::kDelete, kBorn, kFile, {}},
      {Operation::kRemove, Act::kDelete, Recoverability::kClean, kFile, {}},
      {Operation::kOpen, Act::kModify, kSaved, kFile, {"modify a"}},
      {Operation::kTruncate, Act::kModify, kSaved, kFile, {"modify a"}},
      {Operation::kOpen, Act::kModify, kSaved, ObjectType::kFifo, {}},
      {Operation::kOpen, Act::kModify, kPrecious, kFile, {}},
      {Operation::kChangeMode, Act::kMetadata, kSaved, kFile, {"metadata a"}},
      {Operation::kChangeMode, Act::kMetadata, kBorn, kFile, {}},
      {Operation::kOpen, Act::kRead, kSaved, kFile, {}},
  };
  for (const Row& row : rows) {
    std::filesystem::remove(place("a"));
    file("a");
    PendingCall call = act_on("a", row.act, row.operation, row.kept);
    call.action.objects.front().type = row.type;
    EXPECT_EQ(kept_of(call), row.deeds) << policy::name_of(row.act);
    EXPECT_EQ(call.saved.size(), row.deeds.size());
    EXPECT_EQ(call.undo_id.empty(), row.deeds.empty());
  }
}

TEST_F(SaverTest, AChangeThatChangesNothingIsNotSaved) {
  file("a");
  PendingCall call = chmod("a");
  call.action.change.same = true;
  EXPECT_EQ(kept_of(call), Names());
}

TEST_F(SaverTest, OnlyWhatIsThereIsSaved) {
  EXPECT_EQ(kept_of(removal("a")), Names());
  file("a");
  PendingCall nothing = removal("a");
  nothing.action.objects.clear();
  EXPECT_EQ(kept_of(nothing), Names());
}

TEST_F(SaverTest, AFurtherNameIsNotedWhateverTheFileIs) {
  file("a");
  const auto link = [this](Recoverability kept) {
    return of_two(Act::kLink, "a", "b", kept, Recoverability::kNothing);
  };
  EXPECT_EQ(kept_of(link(kSaved)), Names{"link b"});
  EXPECT_EQ(inode_of("link"), held(place("a")).status.st_ino);
  EXPECT_EQ(kept_of(link(kPrecious)), Names{"link b"});
  EXPECT_EQ(kept_of(link(kBorn)), Names()) << "it is the session's own";
  PendingCall one = link(kSaved);
  one.action.objects.pop_back();
  EXPECT_EQ(kept_of(one), Names());
  names_differ_ = true;
  EXPECT_EQ(kept_of(link(kSaved)), Names()) << "its name may mean something else here";
}

TEST_F(SaverTest, AFurtherNameOfItsOwnIsNotedForACheckpoint) {
  file("a");
  open_store();
  ASSERT_TRUE(store_->begin_checkpoint("point", ""));
  PendingCall link = of_two(Act::kLink, "a", "b", kBorn, Recoverability::kNothing);
  EXPECT_TRUE(save(link));
  EXPECT_EQ(link.saved.size(), 1U);
  EXPECT_TRUE(link.undo_id.empty()) << "a plain undo knows nothing of it";
  EXPECT_EQ(inode_of("link"), held(place("a")).status.st_ino);
}

TEST_F(SaverTest, AFurtherNameOfWhatOnlyTheStoreHasIsNotedEverywhere) {
  file("a");
  PendingCall gone = removal("a");
  ASSERT_TRUE(save(gone));
  std::filesystem::remove(place("a"));
  saver_->ended(gone, 0);
  if (!store_->keeps_as_it_was(gone.held.first.object.get()))
    GTEST_SKIP() << "this file system cannot tell who has a file open";
  names_differ_ = true;
  PendingCall link = of_two(Act::kLink, "a", "b", kSaved, Recoverability::kNothing);
  link.held.first = std::move(gone.held.first);
  ASSERT_TRUE(save(link));
  EXPECT_EQ(deeds(), (Names{"delete a", "content_of"})) << "a copy takes its place";
}

TEST_F(SaverTest, ARenameIsFollowedAndWhatItReplacesSaved) {
  file("a");
  EXPECT_EQ(kept_of(rename()), Names{"rename a to b"}) << "nothing is there";
  EXPECT_EQ(kept_of(exchange(kSaved, kSaved)), Names{"rename a to b"}) << "nothing is there";
  file("b");
  EXPECT_EQ(kept_of(rename()), (Names{"replace b", "rename a to b"}));
  EXPECT_EQ(kept_of(rename(kSaved, kPrecious)), Names{"rename a to b"});
  EXPECT_EQ(kept_of(rename(kPrecious, kSaved)), (Names{"replace b", "rename a to b"}));
  EXPECT_EQ(kept_of(rename(kBorn, kSaved)), Names{"replace b"});
  EXPECT_EQ(kept_of(rename(kBorn, kBorn)), Names());
  PendingCall one = rename();
  one.action.objects.pop_back();
  EXPECT_EQ(kept_of(one), Names());
}

TEST_F(SaverTest, OfTwoThatChangePlacesOnlyThoseOfBeforeAreMovedBack) {
  file("a");
  file("b");
  EXPECT_EQ(kept_of(exchange(kSaved, kSaved)), Names{"exchange a to b"});
  EXPECT_EQ(kept_of(exchange(kSaved, kBorn)), Names{"rename a to b"});
  EXPECT_EQ(inode_of("rename"), held(place("a")).status.st_ino);
  EXPECT_EQ(kept_of(exchange(kBorn, kSaved)), Names{"rename b to a"});
  EXPECT_EQ(inode_of("rename"), held(place("b")).status.st_ino);
  EXPECT_EQ(kept_of(exchange(kBorn, kBorn)), Names());
}

// The session may remove its own folder afterwards, and nothing is saved of that.
TEST_F(SaverTest, OfTwoFoldersThatChangePlacesTheOneOfBeforeIsNamed) {
  folder("a");
  folder("b");
  const auto exchange_folders = [this](Recoverability from, Recoverability onto) {
    PendingCall call = exchange(from, onto);
    for (auto& object : call.action.objects) object.type = ObjectType::kDirectory;
    return call;
  };
  EXPECT_EQ(kept_of(exchange_folders(kSaved, kBorn)), Names{"exchange a to b"});
  EXPECT_EQ(inode_of("exchange"), held(place("a")).status.st_ino);
  EXPECT_EQ(kept_of(exchange_folders(kBorn, kSaved)), Names{"exchange b to a"});
  EXPECT_EQ(inode_of("exchange"), held(place("b")).status.st_ino);
  EXPECT_EQ(kept_of(exchange_folders(kBorn, kBorn)), Names{"exchange a to b"});
}

TEST_F(SaverTest, ANewFolderIsFollowedForWhatMayLieInIt) {
  folder("a");
  PendingCall call = rename(kBorn);
  call.action.objects.front().type = ObjectType::kDirectory;
  EXPECT_EQ(kept_of(call), Names{"rename a to b"});
  names_differ_ = true;
  EXPECT_EQ(kept_of(call), Names());
}

TEST_F(SaverTest, WhereNamesMayDifferOnlyWhatIsSavedIsFollowed) {
  file("a");
  names_differ_ = true;
  EXPECT_EQ(kept_of(rename(kPrecious)), Names());
  EXPECT_EQ(kept_of(rename(kSaved)), Names{"rename a to b"});
}

TEST_F(SaverTest, ARenameOfAFileOntoItselfKeepsNothing) {
  std::filesystem::create_hard_link(file("a"), place("b"));
  EXPECT_EQ(kept_of(rename()), Names());
}

TEST_F(SaverTest, TheCallKnowsWhatWasSavedOfWhichObject) {
  file("a");
  file("b");
  PendingCall call = rename();
  ASSERT_TRUE(save(call));
  ASSERT_EQ(call.saved.size(), 2U);
  const auto& [replaced, held_b] = call.saved[0];
  const auto& [moved, held_a] = call.saved[1];
  EXPECT_EQ(held_b, call.held.second.object.get());
  EXPECT_EQ(held_a, call.held.first.object.get());
  EXPECT_EQ(inode_of("replace"), call.held.second.status.st_ino);
  EXPECT_EQ(inode_of("rename"), call.held.first.status.st_ino);
  EXPECT_EQ(moved, replaced + 1);
  EXPECT_EQ(journal().back().at("n"), moved);
  EXPECT_EQ(call.undo_id, store_->name() + ":" + std::to_string(replaced));
}

TEST_F(SaverTest, ASecondChangeSavesNothingMore) {
  file("a");
  PendingCall first = change("a");
  PendingCall second = change("a");
  ASSERT_TRUE(save(first));
  ASSERT_TRUE(save(second));
  EXPECT_FALSE(first.undo_id.empty());
  EXPECT_TRUE(second.undo_id.empty());
  EXPECT_TRUE(second.saved.empty());
  EXPECT_EQ(deeds(), Names{"modify a"});
}

TEST_F(SaverTest, AChangeOfTheOwnerIsSavedAfterOneOfTheMode) {
  file("a");
  PendingCall owner = chmod("a");
  owner.action.change.kind = policy::MetadataKind::kOwner;
  PendingCall mode = chmod("a");
  ASSERT_TRUE(save(mode));
  ASSERT_TRUE(save(mode));
  EXPECT_EQ(deeds(), Names{"metadata a"});
  ASSERT_TRUE(save(owner));
  EXPECT_EQ(deeds(), (Names{"metadata a", "metadata a"}));
}

TEST_F(SaverTest, NothingIsKeptOfAnActThatDidNotHappen) {
  const std::vector<std::function<void(PendingCall&)>> ends = {
      [this](PendingCall& call) { saver_->ended(call, EACCES); },
      [this](PendingCall& call) { saver_->cancel(call); }};
  for (const auto& end : ends) {
    file("a");
    PendingCall call = removal("a");
    open_store();
    ASSERT_TRUE(save(call));
    EXPECT_EQ(contents(), 1U);
    end(call);
    EXPECT_EQ(contents(), 0U);
    EXPECT_TRUE(call.saved.empty());
    EXPECT_TRUE(call.undo_id.empty());
    EXPECT_EQ(deeds(), (Names{"delete a", "cancel"}));
  }
}

TEST_F(SaverTest, WhatHappenedIsKept) {
  file("a");
  PendingCall call = removal("a");
  ASSERT_TRUE(save(call));
  const std::string id = call.undo_id;
  const std::uint64_t number = call.saved.front().first;
  EXPECT_NE(store_->content_of(number), "");
  saver_->ended(call, 0);
  EXPECT_EQ(store_->content_of(number), "") << "it is done";
  EXPECT_TRUE(call.saved.empty());
  EXPECT_EQ(call.undo_id, id);
  saver_->cancel(call);
  EXPECT_EQ(deeds(), Names{"delete a"});
  EXPECT_EQ(contents(), 1U);
}

TEST_F(SaverTest, AFileInThePlaceOfASavedOneStandsForIt) {
  const auto stands_for_one = [this](const std::string& name) {
    return saver_->gives_back_former(made_object(place(name), kBorn));
  };
  const auto rename_onto = [this](Recoverability onto, int error) {
    file("a");
    file("b");
    PendingCall call = rename(kBorn, onto);
    ASSERT_TRUE(save(call));
    saver_->ended(call, error);
  };
  rename_onto(kSaved, EACCES);
  EXPECT_FALSE(stands_for_one("b")) << "it was not replaced";
  rename_onto(kBorn, 0);
  rename_onto(kPrecious, 0);
  EXPECT_FALSE(stands_for_one("b")) << "undo has no former one";
  rename_onto(kSaved, 0);
  EXPECT_TRUE(stands_for_one("b"));
  EXPECT_FALSE(stands_for_one("a"));
  EXPECT_FALSE(saver_->gives_back_former(made_object(place("b"), kSaved)));
  PendingCall gone = removal("b", kBorn);
  saver_->ended(gone, 0);
  EXPECT_FALSE(stands_for_one("b")) << "another file may get that name";
}

TEST_F(SaverTest, TheLastNameThatWentMeanwhileIsKeptAtTheEnd) {
  std::filesystem::create_hard_link(file("a"), place("b"));
  PendingCall call = removal("a");
  ASSERT_TRUE(save(call));
  EXPECT_EQ(contents(), 0U) << "another name has it";
  std::filesystem::remove(place("a"));
  std::filesystem::remove(place("b"));
  saver_->ended(call, 0);
  EXPECT_EQ(contents(), 1U);
  EXPECT_EQ(deeds(), (Names{"delete a", "content_of"}));
}

// The second of two things cannot be saved: the first is let go.
TEST_F(SaverTest, AnErrorLeavesNothingSaved) {
  constexpr int kNeverOpen = 1'000'000;
  file("a");
  file("b");
  PendingCall call = rename();
  call.held.first.object.reset(kNeverOpen);
  const auto saved = save(call);
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().sys_errno, EBADF);
  EXPECT_TRUE(saved.error().context.starts_with("save for undo")) << saved.error().text();
  EXPECT_TRUE(call.saved.empty());
  EXPECT_TRUE(call.undo_id.empty());
  EXPECT_EQ(deeds(), (Names{"replace b", "cancel"}));
  EXPECT_EQ(contents(), 0U);
}

TEST_F(SaverTest, WhatIsTooLargeIsAnErrorThatSaysSo) {
  file("a", "more than three");
  open_store({.bytes = 1 << 20, .file_bytes = 3, .files = 10});
  PendingCall call = change("a");
  const auto saved = save(call);
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().code, Code::kRefused);
  EXPECT_EQ(saved.error().text(), "save for undo: 15 B are more than undo.max_file");
  EXPECT_EQ(deeds(), Names());
}

TEST_F(SaverTest, ACopyIsGivenUpWhenNobodyWaitsForIt) {
  file("a");
  PendingCall call = change("a");
  int asked = 0;
  const auto saved = saver_->save(call, [&asked] { return ++asked < 0; });
  if (asked == 0) GTEST_SKIP() << "this file system shares contents: nothing is copied";
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().sys_errno, ECANCELED);
  EXPECT_EQ(contents(), 0U);
  EXPECT_TRUE(save(call));
  EXPECT_EQ(contents(), 1U);
}

TEST_F(SaverTest, WhatIsSaidToBeLostIsNotTriedAgain) {
  file("a");
  PendingCall call = removal("a");
  call.why_unsaved = "no space";
  EXPECT_TRUE(save(call));
  EXPECT_TRUE(call.saved.empty());
  EXPECT_TRUE(journal().empty());
}

TEST_F(SaverTest, WithoutAStoreNothingIsSavedAndNothingIsSlow) {
  file("a");
  Saver none(nullptr, born_, paths_, leases_, redactor_);
  PendingCall call = change("a");
  EXPECT_FALSE(none.is_slow(call));
  EXPECT_TRUE(none.save(call, [] { return true; }));
  EXPECT_TRUE(call.saved.empty());
  none.ended(call, 0);
  EXPECT_TRUE(journal().empty());
}

TEST_F(SaverTest, OnlyWhatMayHaveToBeCopiedIsSlow) {
  constexpr std::size_t kMuch = 300U << 10;
  file("a");
  file("b", std::string(kMuch, 'x'));
  EXPECT_TRUE(saver_->is_slow(change("a")));
  EXPECT_FALSE(saver_->is_slow(removal("a")));
  EXPECT_TRUE(saver_->is_slow(removal("b")));
  EXPECT_FALSE(saver_->is_slow(removal("b", kPrecious))) << "it is not saved";
  EXPECT_FALSE(saver_->is_slow(chmod("a")));
  EXPECT_FALSE(saver_->is_slow(removal("missing")));
  EXPECT_TRUE(saver_->is_slow(rename())) << "one of two is enough";
  PendingCall saved = change("a");
  ASSERT_TRUE(save(saved));
  EXPECT_FALSE(saver_->is_slow(change("a"))) << "it is saved by now";
}

}  // namespace
}  // namespace guard::supervisor
