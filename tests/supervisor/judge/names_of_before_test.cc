// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/names_of_before.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Object;
using policy::ObjectType;
using policy::PathClass;
using policy::Recoverability;
using Name = std::optional<std::string>;

Object object(std::string path, Recoverability kept, std::uint64_t inode = 1) {
  Object made;
  made.path_class = path.starts_with("/w/") ? PathClass::kWorkspace : PathClass::kTmp;
  made.path = std::move(path);
  made.type = kept == Recoverability::kNothing ? ObjectType::kMissing : ObjectType::kFile;
  made.recoverability = kept;
  made.inode = inode;
  return made;
}
Object old(std::string path) {
  return object(std::move(path), Recoverability::kSaved);
}
Object born(std::string path, std::uint64_t inode = 1) {
  return object(std::move(path), Recoverability::kBorn, inode);
}
Object none(std::string path) {
  return object(std::move(path), Recoverability::kNothing);
}
Object folder(Object made) {
  made.type = ObjectType::kDirectory;
  return made;
}

class NamesOfBeforeTest : public ::testing::Test {
 protected:
  Name removes(Object one) {
    policy::Action action;
    action.act = Act::kDelete;
    action.objects = {std::move(one)};
    return done(action);
  }
  Name moves(Object from, Object to, bool exchange = false) {
    policy::Action action;
    action.act = Act::kRename;
    action.objects = {std::move(from), std::move(to)};
    action.exchange = exchange;
    return done(action);
  }
  // It is tried, and the kernel refuses it.
  void moves_in_vain(Object from, Object to, bool exchange = false) {
    policy::Action action;
    action.act = Act::kRename;
    action.objects = {std::move(from), std::move(to)};
    action.exchange = exchange;
    names_.note(++calls_, action);
    names_.ended(calls_, false);
  }
  Name done(const policy::Action& action) {
    Name name = names_.going(action);
    names_.note(++calls_, action);
    names_.ended(calls_, true);
    return name;
  }
  NamesOfBefore names_;
  std::uint64_t calls_ = 0;
};

TEST_F(NamesOfBeforeTest, AFileOfBeforeGoesWithItsName) {
  EXPECT_EQ(removes(old("/w/a")), "/w/a");
  EXPECT_EQ(removes(object("/w/c", Recoverability::kPrecious)), "/w/c");
  EXPECT_EQ(removes(born("/w/b")), Name());
  EXPECT_EQ(removes(object("/w/build/x", Recoverability::kBuilt)), Name());
  EXPECT_EQ(removes(old("/tmp/a")), Name());
  EXPECT_EQ(removes(folder(old("/w/d"))), Name());
}

TEST_F(NamesOfBeforeTest, AMoveThatFailsChangesNoName) {
  for (const char* name : {"/w/f1", "/w/f2", "/w/f3"}) {
    (void)moves(old(name), none("/w/d/y"));
    moves_in_vain(folder(born("/w/d")), none("/w/d/e"));
    moves_in_vain(born("/w/other"), old("/w/d/y"));
    moves_in_vain(old("/w/d/y"), none("/w/closed/y"));
    moves_in_vain(old("/w/d/y"), born("/w/d/z"), true);
    EXPECT_EQ(removes(old("/w/d/y")), name);
  }
}

TEST_F(NamesOfBeforeTest, AnActThatIsOnlyJudgedChangesNoName) {
  policy::Action action;
  action.act = Act::kRename;
  action.objects = {old("/w/a"), none("/w/b")};
  EXPECT_EQ(names_.going(action), Name());
  EXPECT_EQ(names_.former_name("/w/b"), "/w/b");
}

TEST_F(NamesOfBeforeTest, WhatReplacedItGoesForIt) {
  EXPECT_EQ(moves(born("/w/n"), old("/w/a")), Name()) << "an editor saves";
  EXPECT_EQ(moves(born("/w/n"), born("/w/a")), Name());
  EXPECT_EQ(removes(born("/w/a")), "/w/a");
  EXPECT_EQ(removes(old("/w/b")), "/w/b");
  EXPECT_EQ(removes(born("/w/b")), "/w/b") << "made anew in between";
  EXPECT_EQ(moves(born("/tmp/n"), old("/w/c")), Name());
  EXPECT_EQ(moves(born("/w/c"), none("/tmp/c")), "/w/c");
}

TEST_F(NamesOfBeforeTest, WhatACompilerReplacedIsDeletedLikeAnyOutput) {
  EXPECT_EQ(removes(old("/w/a.o")), "/w/a.o");
  EXPECT_EQ(removes(born("/w/a.o")), Name());
  // A name that it got in this session is not its own.
  EXPECT_EQ(moves(old("/w/photo.jpg"), none("/w/photo.o")), Name());
  EXPECT_EQ(removes(old("/w/photo.o")), "/w/photo.jpg");
  EXPECT_EQ(removes(born("/w/photo.o")), "/w/photo.jpg");
}

TEST_F(NamesOfBeforeTest, MovesInTheWorkspaceKeepTheNameOfBefore) {
  EXPECT_EQ(moves(old("/w/a"), none("/w/b")), Name());
  EXPECT_EQ(moves(old("/w/b"), none("/w/d/c")), Name());
  EXPECT_EQ(moves(folder(old("/w/d")), none("/w/e")), Name());
  EXPECT_EQ(names_.former_name("/w/e/c"), "/w/a");
  EXPECT_EQ(names_.former_name("/w/e/x"), "/w/d/x");
  EXPECT_EQ(removes(born("/w/a")), Name()) << "a new file; the old one lives on";
  EXPECT_EQ(removes(old("/w/e/c")), "/w/a");
  EXPECT_EQ(removes(old("/w/e/x")), "/w/d/x");
}

TEST_F(NamesOfBeforeTest, AReplacedFileInAFolderThatWasMovedGoesAsWell) {
  EXPECT_EQ(moves(born("/w/n"), old("/w/d/a")), Name());
  EXPECT_EQ(moves(folder(old("/w/d")), none("/w/e")), Name());
  EXPECT_EQ(removes(born("/w/e/a")), "/w/d/a");
}

TEST_F(NamesOfBeforeTest, OfTwoFilesOfBeforeTheOneThatMovedGoes) {
  EXPECT_EQ(moves(old("/w/a"), old("/w/b")), "/w/a");
  EXPECT_EQ(removes(old("/w/b")), "/w/b");
}

TEST_F(NamesOfBeforeTest, AMoveToWhereThingsAreDeletedUnaskedTakesItAway) {
  auto built = none("/w/build/a");
  built.recoverability = Recoverability::kBuilt;
  EXPECT_EQ(moves(old("/w/a"), built), "/w/a");
  for (const PathClass place : {PathClass::kTmp, PathClass::kCache, PathClass::kOwnState}) {
    auto away = none("/x/a");
    away.path_class = place;
    EXPECT_EQ(moves(old("/w/a"), away), "/w/a");
  }
}

TEST_F(NamesOfBeforeTest, AnExchangeInTheWorkspaceGivesEachTheOthersName) {
  EXPECT_EQ(moves(old("/w/a"), born("/w/n"), true), Name());
  EXPECT_EQ(removes(old("/w/n")), "/w/a");
  EXPECT_EQ(removes(born("/w/a")), "/w/a");
  EXPECT_EQ(moves(old("/w/b"), old("/w/c"), true), Name());
  EXPECT_EQ(removes(old("/w/b")), "/w/c");
  EXPECT_EQ(removes(old("/w/c")), "/w/b");
}

TEST_F(NamesOfBeforeTest, AnExchangeWithSomethingOutsideTakesItAway) {
  EXPECT_EQ(moves(old("/w/a"), born("/tmp/x"), true), "/w/a");
  EXPECT_EQ(moves(born("/tmp/x"), old("/w/b"), true), "/w/b");
  EXPECT_FALSE(names_.took_the_place(born("/w/a", 9)));
  EXPECT_EQ(removes(born("/w/a")), "/w/a");
}

TEST_F(NamesOfBeforeTest, ANewFileTakesThePlaceOfOneThatWent) {
  (void)removes(old("/w/a"));
  EXPECT_TRUE(names_.took_the_place(born("/w/a")));
  EXPECT_FALSE(names_.took_the_place(old("/w/a"))) << "it has not gone yet";
  EXPECT_FALSE(names_.took_the_place(none("/w/a")));
  EXPECT_FALSE(names_.took_the_place(folder(born("/w/a"))));
  (void)removes(born("/w/a", 7));
  EXPECT_FALSE(names_.took_the_place(born("/w/a", 7))) << "it has not gone yet";
  EXPECT_TRUE(names_.took_the_place(born("/w/a", 8)));
}

TEST_F(NamesOfBeforeTest, AnotherFileOfBeforeTakesNoPlace) {
  EXPECT_EQ(moves(old("/w/a"), none("/w/aside")), Name());
  EXPECT_EQ(moves(born("/w/n"), old("/w/b")), Name());
  EXPECT_EQ(moves(born("/w/b"), none("/w/a")), Name());
  EXPECT_EQ(removes(old("/w/aside")), "/w/a");
  EXPECT_FALSE(names_.took_the_place(born("/w/a"))) << "it is what replaced b";
}

}  // namespace
}  // namespace guard::supervisor
