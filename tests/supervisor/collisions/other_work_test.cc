// SPDX-License-Identifier: Apache-2.0
// Real undo stores tell what others wrote, in a real repository.
#include "supervisor/collisions/other_work.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "supervisor/facts/born_set.h"
#include "supervisor/git/git_committed.h"
#include "supervisor/undo/store/made_list.h"
#include "supervisor/undo/store/store.h"
#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;
using std::chrono::seconds;

class OtherWorkTest : public ScratchTree {
 protected:
  void SetUp() override {
    state_ = fs::path(workspace_).parent_path() / "state";
    fs::create_directory(state_);
  }
  std::unique_ptr<UndoStore> session(const std::string& id) {
    auto store = UndoStore::open(state_, {id, "run of " + id, workspace_, ""}, {});
    EXPECT_TRUE(store);
    return std::move(*store);
  }
  std::string file(const std::string& name, const std::string& text = "x") {
    const std::string path = workspace_ + "/" + name;
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path) << text;
    return path;
  }
  static void save(UndoStore& store, UndoDeed deed, const std::string& path,
                   const std::string& to = "") {
    const UniqueFd held(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    SaveOrder order;
    order.deed = deed;
    order.held = held.get();
    order.path = path;
    order.to = to;
    EXPECT_TRUE(store.save(order));
  }
  void made(const std::string& session, const MadeRow& row) const {
    MadeList list(undo_root(state_) + "/" + session + "/made");
    list.note(row);
    EXPECT_TRUE(list.flush());
  }
  OtherWork others(seconds ended = seconds(0)) {
    return {state_, "own", ended, [this](const std::string& path) {
              return path.starts_with(workspace_) && !path.ends_with(".log");
            }};
  }
  void git(const std::string& words) const {
    const std::string line =
        "cd '" + workspace_ +
        "' && HOME=/nonexistent GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b"
        " GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b git " +
        words;
    ASSERT_EQ(std::system(line.c_str()), 0) << words;
  }
  static std::string session_at(OtherWork& work, const std::string& path) {
    const auto found = work.at(path);
    return found ? found->session + (found->lives ? "" : " ended") : "";
  }
  Names below(OtherWork& work, const std::string& folder, std::size_t most = 9) const {
    Names names;
    for (const OtherWrite& write : work.below(folder, most))
      names.push_back(write.path.substr(workspace_.size() + 1));
    return names;
  }

  std::string state_;
};

TEST_F(OtherWorkTest, ALivingSessionsChangesAreSeenAsTheyCome) {
  const std::string a = file("a");
  const std::string b = file("b");
  OtherWork work = others();
  EXPECT_EQ(session_at(work, a), "");
  const auto other = session("other");
  save(*other, UndoDeed::kModify, a);
  EXPECT_EQ(session_at(work, a), "other");
  EXPECT_EQ(session_at(work, b), "");
  save(*other, UndoDeed::kReplace, b);
  EXPECT_EQ(session_at(work, b), "other");
  EXPECT_EQ(work.at(b)->command, "run of other");
}

TEST_F(OtherWorkTest, WhatItMadeAndMovedIsItsOwnAtTheNewName) {
  const auto other = session("other");
  const std::string to = file("to");
  made("other", {MadeDeed::kMade, workspace_ + "/from", "", {1, 2, 3}, S_IFREG});
  made("other", {MadeDeed::kMade, workspace_ + "/folder", "", {1, 3, 3}, S_IFDIR});
  made("other", {MadeDeed::kMoved, workspace_ + "/from", to, {}});
  const std::string moved = file("moved");
  save(*other, UndoDeed::kRename, file("before"), moved);
  fs::create_directory(workspace_ + "/folder");
  OtherWork work = others();
  EXPECT_EQ(session_at(work, to), "other");
  EXPECT_EQ(session_at(work, moved), "other");
  EXPECT_EQ(session_at(work, workspace_ + "/folder"), "");
}

TEST_F(OtherWorkTest, WhatItMovedInFromElsewhereIsItsOwn) {
  const auto other = session("other");
  const std::string a = file("a");
  const std::string in_folder = file("d/x");
  const std::string exchanged = file("e");
  const UniqueFd held(::open(a.c_str(), O_PATH | O_CLOEXEC));
  made("other", {MadeDeed::kMade, "/tmp/one", "", *key_of(held.get()), S_IFREG});
  made("other", {MadeDeed::kMoved, "/tmp/one", a, {}});
  made("other", {MadeDeed::kMade, "/tmp/d/x", "", {1, 2, 3}, S_IFREG});
  made("other", {MadeDeed::kMoved, "/tmp/d", workspace_ + "/d", {}});
  made("other", {MadeDeed::kMade, "/tmp/e", "", {1, 3, 3}, S_IFREG});
  made("other", {MadeDeed::kExchanged, exchanged, "/tmp/e", {}});
  OtherWork work = others();
  EXPECT_EQ(session_at(work, a), "other");
  EXPECT_EQ(session_at(work, in_folder), "other");
  EXPECT_EQ(session_at(work, exchanged), "other");
  EXPECT_EQ(below(work, workspace_), (Names{"a", "d/x", "e"}));
  const std::string link = workspace_ + "/link";
  fs::create_hard_link(a, link);
  EXPECT_TRUE(work.at(link, *key_of(held.get())));
}

TEST_F(OtherWorkTest, WhatItMadeElsewhereAndLeftThereIsNoObjectOfItsOwn) {
  const auto other = session("other");
  const std::string built = file("built.log");
  const UniqueFd held(::open(built.c_str(), O_PATH | O_CLOEXEC));
  made("other", {MadeDeed::kMade, built, "", *key_of(held.get()), S_IFREG});
  OtherWork work = others();
  EXPECT_FALSE(work.at(workspace_ + "/name.log", *key_of(held.get())));
}

TEST_F(OtherWorkTest, AKnownTimeStaysWhereTheListOfWhatWasMadeComesLater) {
  const auto other = session("other");
  const std::string a = file("a");
  save(*other, UndoDeed::kReplace, a);
  OtherWork work = others();
  const std::string time = work.at(a)->time;
  EXPECT_FALSE(time.empty());
  made("other", {MadeDeed::kMade, workspace_ + "/sedX", "", {1, 2, 3}, S_IFREG});
  made("other", {MadeDeed::kMoved, workspace_ + "/sedX", a, {}});
  EXPECT_EQ(work.at(a)->time, time);
}

TEST_F(OtherWorkTest, ARepositoryThatThisSessionMadeTellsOfNoCommit) {
  const std::string a = file("src/a");
  const auto other = session("other");
  save(*other, UndoDeed::kModify, a);
  ::usleep(20'000);
  git("-C src init -q");
  git("-C src add a");
  git("-C src commit -qm one");
  BornSet born;
  OtherWork work(
      state_, "own", seconds(0), [](const std::string&) { return true; }, &born);
  EXPECT_EQ(session_at(work, a), "") << "somebody else made it";
  const UniqueFd held(::open((workspace_ + "/src/.git").c_str(), O_PATH | O_CLOEXEC));
  ASSERT_TRUE(born.add(held.get()));
  EXPECT_EQ(session_at(work, a), "other");
  ::usleep(20'000);
  save(*session("later"), UndoDeed::kModify, file("src/b"));
  git("-C src add b");
  git("-C src commit -qm two");
  OtherWork later(
      state_, "own", seconds(3600), [](const std::string&) { return true; }, &born);
  EXPECT_EQ(session_at(later, workspace_ + "/src/b"), "") << "it is older than the write";
}

TEST_F(OtherWorkTest, OneThatEndedCountsForAsLongAsThePolicySays) {
  const std::string a = file("a");
  save(*session("other"), UndoDeed::kModify, a);
  OtherWork none = others();
  OtherWork an_hour = others(seconds(3600));
  EXPECT_EQ(session_at(none, a), "");
  EXPECT_EQ(session_at(an_hour, a), "other ended");
}

TEST_F(OtherWorkTest, ItsOwnChangesAndThoseOfUndosAreNoOthers) {
  const std::string a = file("a");
  const auto own = session("own");
  save(*own, UndoDeed::kModify, a);
  auto undo = UndoStore::open(state_, {"undo", "", "", "own"}, {});
  save(**undo, UndoDeed::kModify, a);
  OtherWork work = others();
  EXPECT_EQ(session_at(work, a), "");
}

TEST_F(OtherWorkTest, WhatWasAnsweredForCommittedOrIsGoneIsAskedNoMore) {
  git("init -q -b main .");
  const std::string a = file("a");
  const std::string b = file("deep/b");
  const std::string c = file("c");
  const std::string d = file("d.log");
  const auto other = session("other");
  for (const std::string& path : {a, b, c, d}) save(*other, UndoDeed::kModify, path);
  OtherWork work = others();
  EXPECT_EQ(below(work, workspace_), (Names{"a", "c", "deep/b"}));
  EXPECT_EQ(below(work, workspace_ + "/deep"), (Names{"deep/b"}));
  EXPECT_EQ(below(work, workspace_ + "/dee"), Names{});
  EXPECT_EQ(below(work, workspace_, 1).size(), 1U);
  work.settle(a);
  fs::remove(c);
  EXPECT_EQ(below(work, workspace_), (Names{"deep/b"}));
  git("add deep");
  git("commit -qm one");
  EXPECT_EQ(below(work, workspace_), Names{});
  file("deep/b", "changed since");
  EXPECT_EQ(below(work, workspace_), (Names{"deep/b"}));
}

TEST_F(OtherWorkTest, AnotherNameOfTheSameFileIsKnown) {
  const std::string a = file("a");
  const std::string b = workspace_ + "/b";
  fs::create_hard_link(a, b);
  const auto other = session("other");
  save(*other, UndoDeed::kModify, a);
  OtherWork work = others();
  const UniqueFd held(::open(b.c_str(), O_PATH | O_CLOEXEC));
  EXPECT_EQ(session_at(work, b), "");
  EXPECT_TRUE(work.at(b, *key_of(held.get())));
}

TEST_F(OtherWorkTest, WhereAListLacksSomethingAllThatChangedSinceCounts) {
  const std::string before = file("before");
  ::usleep(50'000);
  const auto other = session("other");
  std::ofstream(undo_root(state_) + "/other/made") << "{\"more\":true}\n";
  ::usleep(20'000);
  const std::string later = file("later");
  OtherWork work = others();
  EXPECT_EQ(session_at(work, before), "");
  EXPECT_EQ(session_at(work, later), "other");
}

TEST_F(OtherWorkTest, ADamagedLineOrAnUnreadableListTakesTheStricterReading) {
  const std::string before = file("before");
  ::usleep(50'000);
  const auto other = session("other");
  std::ofstream(undo_root(state_) + "/other/made") << "{\"path\":7,\"mode\":\"x\"}\n";
  ::usleep(20'000);
  const std::string later = file("later");
  OtherWork work = others();
  EXPECT_EQ(session_at(work, later), "other");
  EXPECT_EQ(session_at(work, before), "");
  fs::rename(undo_root(state_), state_ + "/away");
  fs::create_symlink("undo", undo_root(state_));  // a loop: ELOOP
  OtherWork blind = others();
  EXPECT_EQ(session_at(blind, before), "that guard cannot read");
}

TEST_F(OtherWorkTest, OfSeveralTheLastOneIsNamed) {
  const std::string a = file("a");
  const auto zero = session("zero");
  const auto one = session("one");
  save(*zero, UndoDeed::kModify, a);
  ::usleep(2000);
  save(*one, UndoDeed::kModify, a);
  OtherWork work = others();
  EXPECT_EQ(session_at(work, a), "one");
}

class GitCommittedTest : public OtherWorkTest {};

TEST_F(GitCommittedTest, OfSeveralRepositoriesTheOutermostThatHasTheNameCounts) {
  git("init -q -b main .");
  const std::string a = file("src/a");
  git("add src");
  git("commit -qm one");
  file("src/a", "changed");
  const std::string b = file("src/b");
  git("-C src init -q");
  git("-C src add a b");
  git("-C src commit -qm inner");
  EXPECT_FALSE(is_committed_now(a));
  EXPECT_TRUE(is_committed_now(b)) << "the outer one has no such name";
}

TEST_F(GitCommittedTest, OnlyTheVeryContentUnderItsNameIsCommitted) {
  const std::string bare = file("outside");
  EXPECT_FALSE(is_committed_now(bare));
  git("init -q -b main .");
  const std::string a = file("deep/down/a", "text");
  fs::create_symlink("a", workspace_ + "/deep/down/link");
  EXPECT_FALSE(is_committed_now(a));
  git("add deep");
  EXPECT_FALSE(is_committed_now(a)) << "staged is not committed";
  git("commit -qm one");
  EXPECT_TRUE(is_committed_now(a));
  EXPECT_TRUE(is_committed_now(workspace_ + "/deep/down/link"));
  EXPECT_FALSE(is_committed_now(file("a", "text"))) << "under another name";
  file("deep/down/a", "other");
  EXPECT_FALSE(is_committed_now(a));
  git("commit -qam two");
  git("reset -q --soft HEAD~1");
  EXPECT_FALSE(is_committed_now(a)) << "in a commit that HEAD is not at";
}

}  // namespace
}  // namespace guard::supervisor
