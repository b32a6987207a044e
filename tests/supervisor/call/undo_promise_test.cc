// SPDX-License-Identifier: Apache-2.0
// The saver's promise about an act before it happens: whether it can be undone, and why it cannot.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "supervisor/call/saver.h"
#include "tests/supervisor/call/saver_fixture.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::ObjectType;
using R = policy::Recoverability;

class UndoPromiseTest : public SaverFixture {
 protected:
  // The usual store of these tests: a kilobyte in all, a hundred bytes a file, ten files.
  UndoPromiseTest() { open_store({.bytes = 1000, .file_bytes = 100, .files = 10}); }

  static PendingCall removal_of(std::vector<R> kept) {
    PendingCall call = made_act(Act::kDelete);
    for (const R one : kept) call.action.objects.push_back(made_object("/w/a", one));
    return call;
  }
  static PendingCall command_with(const policy::Effect& effect) {
    PendingCall call = made_exec("/usr/bin/rm", {"rm", "-r", "d"});
    call.decision.assessment.effect = effect;
    return call;
  }
  // Three files of 300 bytes in all.
  static policy::Effect small_effect() {
    policy::Effect effect;
    effect.preexisting = 3;
    effect.stored = 300;
    return effect;
  }
  static PendingCall removal_of(std::uint64_t bytes, R kept, ObjectType type) {
    PendingCall call = removal_of({kept});
    call.action.objects.front().bytes = bytes;
    call.action.objects.front().type = type;
    return call;
  }
};

TEST_F(UndoPromiseTest, WhatIsSavedOrNewCanBeUndone) {
  struct Row {
    std::vector<R> kept;
    bool undone;
  };
  const std::vector<Row> rows = {{{R::kSaved}, true},
                                 {{R::kBorn}, true},
                                 {{R::kNothing}, true},
                                 {{R::kPrecious}, false},
                                 {{R::kBuilt}, false},
                                 {{R::kClean}, false},
                                 {{R::kSaved, R::kNothing}, true},
                                 {{R::kSaved, R::kBorn}, true},
                                 {{R::kSaved, R::kPrecious}, false},
                                 {{R::kClean, R::kSaved}, false},
                                 {{}, false}};
  for (const Row& row : rows)
    EXPECT_EQ(saver_->can_be_undone(removal_of(row.kept)), row.undone) << row.kept.size();
}

TEST_F(UndoPromiseTest, WhatCouldNotBeSavedIsPromisedNoMore) {
  PendingCall call = removal_of({R::kSaved});
  call.why_unsaved = "no space";
  EXPECT_FALSE(saver_->can_be_undone(call));
}

TEST_F(UndoPromiseTest, ACommandCanBeUndoneWhenAllOfItIsKept) {
  const PendingCall call = command_with(small_effect());
  EXPECT_TRUE(saver_->can_be_undone(call));
  EXPECT_EQ(saver_->why_lost(call), "");
  const PendingCall unknown = made_exec("/usr/bin/make", {"make"});
  EXPECT_FALSE(saver_->can_be_undone(unknown));
  EXPECT_EQ(saver_->why_lost(unknown), "");
}

TEST_F(UndoPromiseTest, ACommandThatCannotBeUndoneHasItsReason) {
  struct Row {
    bool complete;
    std::uint64_t unsaved;
    std::uint64_t preexisting;
    std::uint64_t stored;
    std::string why;
  };
  const std::vector<Row> rows = {
      {true, 0, 10, 1000, ""},
      {false, 2, 11, 1001, "not all of it could be counted"},
      {true, 1, 11, 1001, "undo cannot keep 1 entry of it (unreadable, too large, or a device)"},
      {true, 2, 11, 1001, "undo cannot keep 2 entries of it (unreadable, too large, or a device)"},
      {true, 0, 11, 1001, "undo.max_files is reached: 10 files"},
      {true, 0, 10, 1001, "undo.max is reached: 1.0 kB"},
  };
  for (const Row& row : rows) {
    policy::Effect effect;
    effect.complete = row.complete;
    effect.unsaved = row.unsaved;
    effect.preexisting = row.preexisting;
    effect.stored = row.stored;
    const PendingCall call = command_with(effect);
    EXPECT_EQ(saver_->why_lost(call), row.why);
    EXPECT_EQ(saver_->can_be_undone(call), row.why.empty()) << row.why;
  }
}

TEST_F(UndoPromiseTest, AFileThatIsLostHasTheLimitThatIsInItsWay) {
  const auto why = [this](std::uint64_t bytes, R kept, ObjectType type) {
    return saver_->why_lost(removal_of(bytes, kept, type));
  };
  constexpr auto kFile = ObjectType::kFile;
  EXPECT_EQ(why(101, R::kPrecious, kFile), "101 B are more than undo.max_file");
  EXPECT_EQ(why(100, R::kPrecious, kFile), "");
  EXPECT_EQ(why(101, R::kSaved, kFile), "");
  EXPECT_EQ(why(101, R::kClean, kFile), "");
  EXPECT_EQ(why(101, R::kPrecious, ObjectType::kMissing), "");
  EXPECT_EQ(saver_->why_lost(removal_of({})), "");
}

TEST_F(UndoPromiseTest, EveryObjectIsLookedAt) {
  PendingCall call = removal_of({R::kSaved, R::kPrecious});
  call.action.objects.back().bytes = 101;
  EXPECT_EQ(saver_->why_lost(call), "101 B are more than undo.max_file");
}

TEST_F(UndoPromiseTest, AStoreThatIsFullSaysSo) {
  open_store({.bytes = 50, .file_bytes = 100, .files = 10});
  EXPECT_EQ(saver_->why_lost(removal_of(51, R::kPrecious, ObjectType::kFile)),
            "undo.max is reached: 50 B");
  open_store({.bytes = 50, .file_bytes = 100, .files = 0});
  EXPECT_EQ(saver_->why_lost(removal_of(1, R::kPrecious, ObjectType::kFile)),
            "undo.max_files is reached: 0 files");
}

TEST_F(UndoPromiseTest, WithoutAStoreNothingIsPromised) {
  const Saver none(nullptr, born_, paths_, leases_, redactor_);
  EXPECT_FALSE(none.can_be_undone(removal_of({R::kSaved})));
  EXPECT_FALSE(none.can_be_undone(command_with(small_effect())));
  EXPECT_EQ(none.why_lost(removal_of(101, R::kPrecious, ObjectType::kFile)), "");
  EXPECT_EQ(none.why_lost(command_with({})), "");
}

}  // namespace
}  // namespace guard::supervisor
