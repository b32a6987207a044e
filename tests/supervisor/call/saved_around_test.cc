// SPDX-License-Identifier: Apache-2.0
// The notes of the saver around an act: the folders that it changes, the answer that led to it, and
// the command that did it.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "supervisor/call/saver.h"
#include "tests/supervisor/audit/redacted_text.h"
#include "tests/supervisor/call/saver_fixture.h"

namespace guard::supervisor {
namespace {

using interceptor::Operation;
using policy::Act;
using policy::Recoverability;

class SavedAroundTest : public SaverFixture {
 protected:
  // The act saves nothing itself: there is nothing of the name.
  [[nodiscard]] PendingCall nothing_in(const std::string& folder, Act act,
                                       Operation operation) const {
    return act_on(folder + "/x", act, operation, Recoverability::kNothing);
  }
  // A folder of its own for each look.
  std::string next_folder() {
    const std::string name = "f" + std::to_string(++folders_);
    folder(name);
    return name;
  }
  [[nodiscard]] Names noted_by(PendingCall call) {
    const std::size_t before = noted_folders().size();
    EXPECT_TRUE(save(call));
    EXPECT_TRUE(deeds().empty());
    const Names all = noted_folders();
    return {all.begin() + static_cast<std::ptrdiff_t>(before), all.end()};
  }
  // As the journal has it of the last deed; "none": nothing.
  [[nodiscard]] std::string last(const char* key) const {
    return journal().back().value(key, "none");
  }
  // By which answer a new session saves it.
  std::string question_of(PendingCall call) {
    open_store();
    EXPECT_TRUE(save(call));
    return last("question");
  }
  void lease(pid_t pid, Act act, const struct stat& status) {
    Lease lease;
    lease.approval_id = "leased";
    lease.pid = pid;
    lease.acts = {act};
    lease.objects = {{status.st_dev, status.st_ino}};
    leases_.grant(lease);
  }

 private:
  int folders_ = 0;
};

TEST_F(SavedAroundTest, FoldersAreNotedWhoseEntriesChange) {
  struct Row {
    Operation operation;
    Act act;
    bool noted;
  };
  const std::vector<Row> rows = {
      {Operation::kRemove, Act::kDelete, true},
      {Operation::kRename, Act::kRename, true},
      {Operation::kMakeDirectory, Act::kCreate, true},
      {Operation::kMakeNode, Act::kCreate, true},
      {Operation::kLink, Act::kLink, true},
      {Operation::kSymlink, Act::kCreate, true},
      {Operation::kOpen, Act::kCreate, true},
      {Operation::kBind, Act::kCreate, true},
      {Operation::kOpen, Act::kModify, false},
      {Operation::kOpen, Act::kRead, false},
      {Operation::kBind, Act::kListen, false},
      {Operation::kTruncate, Act::kModify, false},
      {Operation::kChangeMode, Act::kMetadata, false},
      {Operation::kExec, Act::kExec, false},
  };
  for (const Row& row : rows) {
    const std::string name = next_folder();
    EXPECT_EQ(noted_by(nothing_in(name, row.act, row.operation)), row.noted ? Names{name} : Names())
        << policy::name_of(row.act) << " " << name;
  }
}

TEST_F(SavedAroundTest, OnlyANameIsAnEntryOfItsFolder) {
  struct Row {
    std::string name;
    bool noted;
  };
  const std::vector<Row> rows = {{"x", true},   {"x/", true},  {"x//", true}, {".x", true},
                                 {"...", true}, {"", false},   {"/", false},  {".", false},
                                 {"./", false}, {"..", false}, {"../", false}};
  for (const Row& row : rows) {
    const std::string name = next_folder();
    PendingCall call = nothing_in(name, Act::kCreate, Operation::kOpen);
    call.held.first.name = row.name;
    EXPECT_EQ(noted_by(std::move(call)), row.noted ? Names{name} : Names()) << row.name;
  }
}

TEST_F(SavedAroundTest, AFolderIsNotedUnderItsOwnName) {
  struct Row {
    std::string path;  // of what is made in it
    Names noted;
  };
  const std::vector<Row> rows = {{"/elsewhere/d/x", {"/elsewhere/d"}},
                                 {"/x", {"/"}},
                                 {"pipe:/x", {}},
                                 {"/proc/x", {}},
                                 {"/proc/self/x", {}},
                                 {"/sys/x", {}},
                                 {"/dev/x", {}},
                                 {"/dev/pts/x", {}},
                                 {"/dev/shm/x", {"/dev/shm"}},
                                 {"/process/x", {"/process"}}};
  for (const Row& row : rows) {
    PendingCall call = nothing_in(next_folder(), Act::kCreate, Operation::kOpen);
    call.action.objects.front().path = row.path;
    EXPECT_EQ(noted_by(std::move(call)), row.noted) << row.path;
  }
}

TEST_F(SavedAroundTest, TheFolderThatIsHeldIsNoted) {
  const std::string name = next_folder();
  struct stat status {};
  ASSERT_EQ(::stat(place(name).c_str(), &status), 0);
  EXPECT_EQ(noted_by(nothing_in(name, Act::kCreate, Operation::kOpen)), Names{name});
  EXPECT_EQ(journal().back().at("object").at("inode"), status.st_ino);
  EXPECT_EQ(noted_by(nothing_in(name, Act::kCreate, Operation::kOpen)), Names()) << "once";
}

TEST_F(SavedAroundTest, ARenameAndALinkChangeTwoFolders) {
  struct Row {
    Act act;
    Operation operation;
    std::size_t objects;
    bool both;
  };
  const std::vector<Row> rows = {{Act::kRename, Operation::kRename, 2, true},
                                 {Act::kLink, Operation::kLink, 2, true},
                                 {Act::kRename, Operation::kRename, 1, false},
                                 {Act::kCreate, Operation::kSymlink, 2, false}};
  for (const Row& row : rows) {
    const std::string from = next_folder();
    const std::string to = next_folder();
    PendingCall call = nothing_in(from, row.act, row.operation);
    call.held.second = held(place(to + "/y"));
    if (row.objects == 2) call.action.objects.push_back(made_object(place(to + "/y")));
    EXPECT_EQ(noted_by(std::move(call)), row.both ? (Names{from, to}) : Names{from});
  }
}

TEST_F(SavedAroundTest, FoldersOfEverybodyOrOfThisSessionAreNotNoted) {
  const auto makes_in = [this](const std::string& name) {
    return noted_by(nothing_in(name, Act::kCreate, Operation::kOpen));
  };
  const std::string shared = next_folder();
  ASSERT_EQ(::chmod(place(shared).c_str(), 01777), 0);
  EXPECT_EQ(makes_in(shared), Names());
  const std::string born = next_folder();
  ASSERT_TRUE(born_.add(held(place(born)).object.get()));
  EXPECT_EQ(makes_in(born), Names());
  names_differ_ = true;
  EXPECT_EQ(makes_in(next_folder()), Names());
  names_differ_ = false;
  EXPECT_EQ(makes_in(next_folder()).size(), 1U);
}

TEST_F(SavedAroundTest, NothingIsNotedOfACallWithoutAFolderOrAnObject) {
  PendingCall no_folder = nothing_in(next_folder(), Act::kCreate, Operation::kOpen);
  no_folder.held.first.parent.reset();
  EXPECT_EQ(noted_by(std::move(no_folder)), Names());
  PendingCall no_object = nothing_in(next_folder(), Act::kCreate, Operation::kOpen);
  no_object.action.objects.clear();
  EXPECT_EQ(noted_by(std::move(no_object)), Names());
}

TEST_F(SavedAroundTest, TheAnswerThatLedToItIsKeptWithIt) {
  file("a");
  const auto removes = [this](const std::string& approval_id) {
    PendingCall call = removal("a");
    call.approval_id = approval_id;
    return call;
  };
  EXPECT_EQ(question_of(removes("")), "none");
  EXPECT_EQ(question_of(removes("own")), "own");
  lease(kMadeShell, Act::kDelete, removes("").held.first.status);
  EXPECT_EQ(question_of(removes("")), "leased") << "of the command that does it";
  EXPECT_EQ(question_of(removes("own")), "own");
  PendingCall of_nobody = removes("");
  of_nobody.process = nullptr;
  EXPECT_EQ(question_of(std::move(of_nobody)), "none");
}

TEST_F(SavedAroundTest, AnAnswerToSomethingElseIsNotKeptWithIt) {
  file("a");
  file("b");
  lease(kMadeShell, Act::kModify, removal("a").held.first.status);
  lease(kMadeShell, Act::kDelete, removal("b").held.first.status);
  lease(kMadeShell - 100, Act::kDelete, removal("a").held.first.status);
  EXPECT_EQ(question_of(removal("a")), "none");
}

TEST_F(SavedAroundTest, TheCommandThatDidItIsKeptWithoutItsSecrets) {
  file("a");
  PendingCall call = removal("a");
  ASSERT_TRUE(save(call));
  EXPECT_EQ(last("command"), "rm -f a.o");
  PendingCall next = removal("a");
  next.process =
      made_process(kMadeActor, made_program("/usr/bin/mysql", {"mysql", "-ps3cret", "db"}));
  ASSERT_TRUE(save(next));
  EXPECT_EQ(without_tags(last("command")), "mysql '-p[redacted]' db");
  PendingCall of_nobody = removal("a");
  of_nobody.process = nullptr;
  ASSERT_TRUE(save(of_nobody));
  EXPECT_EQ(last("command"), "none");
}

}  // namespace
}  // namespace guard::supervisor
