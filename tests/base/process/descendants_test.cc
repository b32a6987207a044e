// SPDX-License-Identifier: Apache-2.0
// The processes below another one, and whether a look at a changing tree had all of them.
#include "base/process/descendants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <optional>
#include <vector>

#include "base/limits.h"

namespace guard {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

constexpr int kMost = static_cast<int>(limit("descendants.looks"));
const ChildrenByParent kSettled = {{0, {1}}, {1, {10, 20}}, {10, {11}}, {11, {12}}};

// A process below 10 hangs in the air, below a parent that nobody has seen.
ChildrenByParent in_the_air(pid_t parent) {
  return {{0, {1}}, {1, {10, 20}}, {10, {11}}, {parent, {12}}};
}

TEST(DescendantsTest, ASettledLookHasAllOfThem) {
  const auto below = processes_below(10, [] { return kSettled; });
  EXPECT_TRUE(below.all);
  EXPECT_THAT(below.found, ElementsAre(11, 12));
}

TEST(DescendantsTest, WhoHangsInTheAirIsLookedForAgain) {
  int looks = 0;
  const auto below =
      processes_below(10, [&] { return ++looks < kMost ? in_the_air(100 + looks) : kSettled; });
  EXPECT_TRUE(below.all);
  EXPECT_THAT(below.found, UnorderedElementsAre(11, 12));
}

TEST(DescendantsTest, AParentThatStaysHiddenIsNoneOfTheTree) {
  int looks = 0;
  const auto below = processes_below(10, [&] {
    ++looks;
    return in_the_air(99);
  });
  EXPECT_TRUE(below.all);
  EXPECT_THAT(below.found, ElementsAre(11));
  EXPECT_EQ(looks, 2);
}

TEST(DescendantsTest, LooksThatNeverSettleAreNotAll) {
  int looks = 0;
  const auto below = processes_below(10, [&] { return in_the_air(100 + ++looks); });
  EXPECT_FALSE(below.all);
  EXPECT_EQ(looks, kMost);
  EXPECT_THAT(below.found, ElementsAre(11)) << "what was seen is told all the same";
}

TEST(DescendantsTest, ALookThatFailsIsMadeAgain) {
  int looks = 0;
  const auto below = processes_below(10, [&]() -> std::optional<ChildrenByParent> {
    if (++looks < kMost) return std::nullopt;
    return kSettled;
  });
  EXPECT_TRUE(below.all);
  EXPECT_THAT(below.found, ElementsAre(11, 12));
  EXPECT_FALSE(
      processes_below(10, []() -> std::optional<ChildrenByParent> { return std::nullopt; }).all);
}

// Without descriptors nothing can be looked at: that is not "nobody is there".
TEST(DescendantsTest, WithoutDescriptorsNothingCountsAsSeen) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    for (;;) ::pause();
  }
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few{64, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  std::vector<int> taken;
  for (int fd = ::dup(0); fd >= 0; fd = ::dup(0)) taken.push_back(fd);
  const auto none = processes_below(::getpid());
  ::close(taken.back());  // for the folder alone
  taken.pop_back();
  const auto folder_alone = processes_below(::getpid());
  for (const int fd : taken) ::close(fd);
  ::setrlimit(RLIMIT_NOFILE, &before);
  const auto both = processes_below(::getpid());
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_FALSE(none.all);
  EXPECT_FALSE(folder_alone.all);
  EXPECT_TRUE(both.all);
  EXPECT_THAT(both.found, ElementsAre(child));
}

}  // namespace
}  // namespace guard
