// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/tree_facts.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

using policy::Extent;
using policy::ObjectType;
using policy::PathClass;
using policy::Recoverability;
using ::testing::UnorderedElementsAre;

class TreeFactsTest : public ScratchTree {
 protected:
  [[nodiscard]] struct statx status_of(const std::string& name) const {
    struct statx status {};
    const std::string path = workspace_ + "/" + name;
    EXPECT_EQ(statx(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, STATX_CTIME | STATX_INO, &status),
              0);
    return status;
  }
};

TEST_F(TreeFactsTest, ResolvesOperandsFromTheWorkingFolder) {
  file("sub/a");
  auto tree = facts();
  EXPECT_EQ(tree.object("sub//./a", LastLink::kKept).path, workspace_ + "/sub/a");
  EXPECT_EQ(tree.object("sub/..", LastLink::kKept).path, workspace_);
  EXPECT_EQ(tree.object("sub/..", LastLink::kKept).path_class, PathClass::kWorkspaceRoot);
  EXPECT_EQ(tree.object(".", LastLink::kKept).type, ObjectType::kDirectory);
}

TEST_F(TreeFactsTest, FollowsTheLastLinkOnlyWhenTold) {
  link("/etc", "l");
  auto tree = facts();
  EXPECT_EQ(tree.object("l", LastLink::kKept).type, ObjectType::kSymlink);
  EXPECT_EQ(tree.object("l", LastLink::kFollowed).path, "/etc");
  EXPECT_EQ(tree.object("l/passwd", LastLink::kKept).path, "/etc/passwd");
}

TEST_F(TreeFactsTest, MissingObjectsAreNamedByTheirParent) {
  folder("real");
  link("real", "l");
  auto tree = facts();
  EXPECT_EQ(tree.object("l/new", LastLink::kKept).path, workspace_ + "/real/new");
  EXPECT_EQ(tree.object("new", LastLink::kKept).type, ObjectType::kMissing);
  EXPECT_EQ(tree.object("no/such/../x", LastLink::kKept).path, workspace_ + "/no/x");
  EXPECT_EQ(tree.object("no/such", LastLink::kKept).type, ObjectType::kMissing);
}

TEST_F(TreeFactsTest, NameThatCannotBeLookedAtIsTheWorstCase) {
  auto tree = facts();
  const auto object = tree.object(std::string(5000, 'a'), LastLink::kKept);
  EXPECT_EQ(object.path_class, PathClass::kOutside);
  EXPECT_EQ(object.recoverability, Recoverability::kPrecious);
}

TEST_F(TreeFactsTest, CountsWhatADeleteWouldTake) {
  file("d/a", "123");
  file("d/s/b", "45");
  file("e");
  auto tree = facts();
  const auto effect = tree.effect({"./d", "e", "missing"}, Extent::kAllBelow);
  EXPECT_EQ(effect.files, 3U);
  EXPECT_EQ(effect.directories, 2U);
  EXPECT_EQ(effect.bytes, 6U);
  EXPECT_EQ(effect.preexisting, 5U);
  EXPECT_TRUE(effect.complete);
  EXPECT_THAT(effect.names, UnorderedElementsAre("./d/", "./d/a", "./d/s/", "./d/s/b", "e"));
  ASSERT_EQ(effect.operands.size(), 3U);
  EXPECT_EQ(effect.operands[0].shown, "./d");
  EXPECT_EQ(effect.operands[0].files, 2U);
  EXPECT_EQ(effect.operands[2].object.type, ObjectType::kMissing);
  EXPECT_EQ(tree.last_objects().size(), 5U);
}

TEST_F(TreeFactsTest, WithoutRecursionAFolderIsOneEntry) {
  file("d/a");
  const auto effect = facts().effect({"d"}, Extent::kItself);
  EXPECT_EQ(effect.directories, 1U);
  EXPECT_EQ(effect.files, 0U);
}

TEST_F(TreeFactsTest, NeverFollowsLinks) {
  folder("d");
  link("/usr", "d/l");
  link("d", "top");
  const auto below = facts().effect({"d"}, Extent::kAllBelow);
  EXPECT_EQ(below.files, 1U);
  EXPECT_EQ(below.directories, 1U);
  const auto itself = facts().effect({"top"}, Extent::kAllBelow);
  EXPECT_EQ(itself.files, 1U);
  EXPECT_EQ(itself.directories, 0U);
}

TEST_F(TreeFactsTest, TellsBornBuiltSecretsAndHistoryApart) {
  born(file("d/new"));
  file("d/old");
  file("d/node_modules/m/i.js");
  file("d/.env");
  file("d/.git/objects/aa");
  const auto effect = facts().effect({"d"}, Extent::kAllBelow);
  EXPECT_EQ(effect.born, 1U);
  EXPECT_EQ(effect.built, 3U);
  EXPECT_EQ(effect.secrets, 1U);
  EXPECT_GE(effect.vcs, 3U);
  EXPECT_EQ(effect.preexisting, effect.files + effect.directories - 4);
}

TEST_F(TreeFactsTest, WhatStandsInThePlaceOfASavedFileCountsAsOneOfBefore) {
  born(file("d/replaced"));
  born(file("d/new"));
  paths().replaced().replaced(workspace_ + "/d/replaced");
  const auto effect = facts().effect({"d"}, Extent::kAllBelow);
  EXPECT_EQ(effect.born, 1U);
  EXPECT_EQ(effect.preexisting, 2U) << "the folder and one file";
  EXPECT_EQ(effect.newer, 0U);
}

TEST_F(TreeFactsTest, CountsAFolderOnceThoughNamedTwice) {
  file("d/s/a");
  const auto effect = facts().effect({"d", "d/s", "d"}, Extent::kAllBelow);
  EXPECT_EQ(effect.files, 1U);
  EXPECT_EQ(effect.directories, 2U);
}

TEST_F(TreeFactsTest, StopsAtItsLimitAndSaysSo) {
  for (int i = 0; i < 30; ++i) file("d/f" + std::to_string(i));
  auto tree = facts("", {.entries = 10, .time = kNoHurry, .names = 4});
  const auto effect = tree.effect({"d"}, Extent::kAllBelow);
  EXPECT_FALSE(effect.complete);
  EXPECT_EQ(effect.files + effect.directories, 10U);
  EXPECT_EQ(effect.names.size(), 4U);
  EXPECT_EQ(tree.last_objects().size(), 10U);
  for (const std::uint64_t entries : {30U, 31U, 32U}) {  // there are 31
    auto other = facts("", {.entries = entries, .time = kNoHurry});
    EXPECT_EQ(other.effect({"d"}, Extent::kAllBelow).complete, entries >= 31) << entries;
  }
  EXPECT_EQ(WalkLimits{}.entries, limit("walk.entries"));
}

// Shows PASSED since its first look.
struct FakeClock {
  static std::chrono::steady_clock::time_point now() {
    return std::chrono::steady_clock::time_point(looks++ == 0 ? std::chrono::milliseconds(0)
                                                              : passed);
  }
  static inline int looks = 0;
  static inline std::chrono::milliseconds passed{0};
};

// A count within LIMITS that looks at the clock PASSED after it began.
bool is_complete_after(const std::function<TreeFacts(WalkLimits)>& facts_within, WalkLimits limits,
                       std::chrono::milliseconds passed) {
  FakeClock::looks = 0;
  FakeClock::passed = passed;
  limits.now = &FakeClock::now;
  return facts_within(limits).effect({"d"}, Extent::kAllBelow).complete;
}

TEST_F(TreeFactsTest, OutOfTimeACountIsNotComplete) {
  const std::pair<WalkLimits, std::chrono::milliseconds> kCounts[] = {
      {WalkLimits{}, time_limit("walk.ms")},
      {kWalkOfAQuestion, time_limit("question.walk_ms")},
      {walk_of_an_approval(std::chrono::system_clock::now()), time_limit("approval.walk_ms")}};
  file("d/f");
  const auto within = [this](WalkLimits limits) { return facts("", limits); };
  for (const auto& [limits, most] : kCounts) {
    const std::chrono::milliseconds one(1);
    EXPECT_TRUE(is_complete_after(within, limits, most - one)) << most.count();
    EXPECT_TRUE(is_complete_after(within, limits, most)) << most.count();
    EXPECT_FALSE(is_complete_after(within, limits, most + one)) << most.count();
  }
}

TEST_F(TreeFactsTest, AQuestionCountsFurther) {
  EXPECT_EQ(kWalkOfAQuestion.entries, limit("question.walk_entries"));
  EXPECT_GT(kWalkOfAQuestion.entries, WalkLimits{}.entries);
  EXPECT_GT(kWalkOfAQuestion.time, WalkLimits{}.time);
}

TEST_F(TreeFactsTest, AnApprovalCountsFurther) {
  const WalkLimits limits = walk_of_an_approval({});
  EXPECT_EQ(limits.entries, limit("approval.walk_entries"));
  EXPECT_GT(limits.entries, kWalkOfAQuestion.entries);
  EXPECT_GT(limits.time, kWalkOfAQuestion.time);
}

TEST_F(TreeFactsTest, AnApprovalCoversNothingThatChangedAfterTheQuestion) {
  file("d/before");
  folder("d/sub");
  const auto covers = [&](const TreeFacts& facts, const std::string& name) {
    return std::ranges::any_of(
        facts.last_objects(),
        [inode = status_of(name).stx_ino](const WalkedObject& one) { return one.inode == inode; });
  };
  const auto changed_at = [&](const std::string& name) {
    const auto time = status_of(name).stx_ctime;
    return std::chrono::system_clock::time_point(std::chrono::seconds(time.tv_sec) +
                                                 std::chrono::nanoseconds(time.tv_nsec));
  };
  const auto asked = std::chrono::system_clock::now();
  // Until the kernel's coarse clock stamps a later time.
  do {
    file("d/sub/later");
  } while (changed_at("d/sub/later") <= asked);
  TreeFacts of_approval = facts("", walk_of_an_approval(asked));
  const auto effect = of_approval.effect({"d"}, Extent::kAllBelow);
  EXPECT_EQ(effect.files, 2U);
  EXPECT_TRUE(covers(of_approval, "d/before"));
  EXPECT_FALSE(covers(of_approval, "d/sub/later"));
}

// A move changes the time of what is moved alone, nothing deeper in it; the two folders that it
// changes tell of it.
TEST_F(TreeFactsTest, AnApprovalCoversNothingBelowAFolderThatChangedAfterTheQuestion) {
  file("photos/holiday/one");
  file("d/same/before");
  file("d/takes/before");
  const auto covers = [&](const TreeFacts& facts, const std::string& name) {
    return std::ranges::any_of(
        facts.last_objects(),
        [inode = status_of(name).stx_ino](const WalkedObject& one) { return one.inode == inode; });
  };
  const auto asked = kernel_clock() + std::chrono::milliseconds(20);
  std::this_thread::sleep_until(asked + std::chrono::milliseconds(20));
  std::filesystem::rename(workspace_ + "/photos", workspace_ + "/d/takes/photos");
  TreeFacts of_approval = facts("", walk_of_an_approval(asked));
  const auto effect = of_approval.effect({"d"}, Extent::kAllBelow);
  EXPECT_EQ(effect.files, 3U);
  EXPECT_TRUE(covers(of_approval, "d/same/before"));
  EXPECT_FALSE(covers(of_approval, "d/takes/photos"));
  EXPECT_FALSE(covers(of_approval, "d/takes/photos/holiday"));
  EXPECT_FALSE(covers(of_approval, "d/takes/photos/holiday/one"));
  EXPECT_FALSE(covers(of_approval, "d/takes/before"));  // it may have come by a link
}

TEST_F(TreeFactsTest, FindsWhatSteersProgramsInAFolderThatIsMoved) {
  file("sub/deep/.vscode/tasks.json");
  file("plain/src/a.c");
  file("plain/.vscode/notes.txt");
  file("plain/nested/.git/config");
  const auto moved = [this](const std::string& from, const std::string& to,
                            WalkLimits limits = {.time = kNoHurry}) {
    TreeFacts tree = facts("", limits);
    return tree.steering_moved(tree.object(from, LastLink::kKept), to);
  };
  const std::string tasks = workspace_ + "/sub/deep/.vscode/tasks.json";
  EXPECT_EQ(moved("sub", workspace_ + "/x").taken, tasks);
  EXPECT_EQ(moved("sub", workspace_ + "/x").brought, "");
  EXPECT_EQ(moved("sub/deep/.vscode", workspace_ + "/x").taken, tasks);
  EXPECT_EQ(moved("plain", workspace_ + "/x").taken, "");
  born(tasks);
  EXPECT_EQ(moved("sub", workspace_ + "/x").taken, "");
  file("hidden/tasks.json");
  EXPECT_EQ(moved("hidden", workspace_ + "/.vscode").brought, workspace_ + "/.vscode/tasks.json");
  file(".claude/notes/a");
  const WalkLimits short_walk{.entries = 1, .time = kNoHurry};
  EXPECT_EQ(moved(".claude", workspace_ + "/x", short_walk).taken, workspace_ + "/.claude");
  EXPECT_EQ(moved("plain", workspace_ + "/x", short_walk).taken, "");
}

TEST_F(TreeFactsTest, ALinkOfASteeringNameSteersWhereItLies) {
  folder("to");
  link("to", ".claude");
  link("to", "other");
  TreeFacts tree = facts();
  const auto taken = [&](const std::string& name) {
    return tree.steering_moved(tree.object(name, LastLink::kKept), workspace_ + "/x").taken;
  };
  EXPECT_EQ(taken(".claude"), workspace_ + "/.claude");
  EXPECT_EQ(taken("other"), "");
}

TEST_F(TreeFactsTest, FoldersDeeperThanAPathMakeTheCountIncomplete) {
  std::string deep = workspace_ + "/d";
  std::filesystem::create_directory(deep);
  UniqueFd fd(open(deep.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const std::string name(200, 'n');
  for (int i = 0; i < 30; ++i) {
    ASSERT_EQ(mkdirat(fd.get(), name.c_str(), 0700), 0);
    fd.reset(openat(fd.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }
  EXPECT_FALSE(facts().effect({"d"}, Extent::kAllBelow).complete);
}

TEST_F(TreeFactsTest, AsksTheShellTextForTheWildcard) {
  file("tmp_a");
  EXPECT_TRUE(facts("rm -rf ./tmp_*").from_wildcard({"./tmp_a"}));
  EXPECT_FALSE(facts("rm -rf ./tmp_a").from_wildcard({"./tmp_a"}));
  EXPECT_FALSE(facts().from_wildcard({"./tmp_a"}));
}

TEST_F(TreeFactsTest, WorkingFolderThatIsGoneAnswersWithTheWorst) {
  TreeFacts tree(paths(), {UniqueFd(), workspace_ + "/none", "", policy::Raising::kNever, {}});
  EXPECT_EQ(tree.object("x", LastLink::kKept).path_class, PathClass::kOutside);
  EXPECT_FALSE(tree.effect({"x"}, Extent::kAllBelow).complete);
}

TEST_F(TreeFactsTest, NothingLiesInAFolderThatIsStillToBeMade) {
  ActPlace place{UniqueFd(), workspace_ + "/none", "", policy::Raising::kNever, {}};
  place.may_be_made = true;
  TreeFacts tree(paths(), std::move(place));
  const auto object = tree.object("x", LastLink::kKept);
  EXPECT_EQ(object.type, policy::ObjectType::kMissing);
  EXPECT_EQ(object.path_class, PathClass::kWorkspace);
  EXPECT_EQ(tree.effect({"x"}, Extent::kAllBelow).files, 0U);
}

TEST(LexicallyNormalTest, TakesOutDotsAndSlashes) {
  EXPECT_EQ(lexically_normal("/a", "b//./c/../d/"), "/a/b/d");
  EXPECT_EQ(lexically_normal("/a", "/x/../.."), "/");
  EXPECT_EQ(lexically_normal("/a", ""), "/a");
}

// A file's time of birth may lie some milliseconds back.
TEST_F(TreeFactsTest, WhatOthersMakeInTheSessionDidNotExistBefore) {
  file("d/before");
  file("d/node_modules/before.js");
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  note_start();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  file("d/meanwhile");
  file("d/node_modules/meanwhile.js");
  born(file("d/own"));
  const auto effect = facts().effect({"d"}, policy::Extent::kAllBelow);
  EXPECT_EQ(effect.entries(), 7U);
  EXPECT_EQ(effect.preexisting, 3U);
  EXPECT_EQ(effect.built, 3U);
  EXPECT_EQ(effect.newer, 2U);
  EXPECT_EQ(effect.of_before(), 4U);
  EXPECT_EQ(effect.build_folders, std::vector<std::string>{"node_modules"});
}

}  // namespace
}  // namespace guard::supervisor
