// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/standing_grants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "supervisor/approval/grants.h"

namespace guard::supervisor {
namespace {

using policy::Category;
using ::testing::HasSubstr;
using ::testing::SizeIs;

const std::chrono::system_clock::time_point kNow{std::chrono::seconds(1'700'000'000)};

class StandingGrantsTest : public ::testing::Test {
 protected:
  StandingGrantsTest() {
    char name[] = "/tmp/guard_standing_XXXXXX";
    folder_ = ::mkdtemp(name);
    path_ = folder_ + "/guard/grants.yaml";
  }
  ~StandingGrantsTest() override { std::filesystem::remove_all(folder_); }

  static Grant push_grant() {
    Grant grant;
    grant.id = "11112222-3333";
    grant.scope = Scope::kAlways;
    grant.kind = "deletes";
    grant.pattern = "git push 'it''s' origin *";
    grant.categories = {Category::kGitPublish, Category::kNetworkRisk};
    grant.approval_id = "aaaa";
    grant.by = "ana (guard approve)";
    return grant;
  }
  [[nodiscard]] std::unique_ptr<StandingGrants> session(const std::string& workspace) const {
    std::filesystem::create_directories(folder_ + workspace);
    return std::make_unique<StandingGrants>(path_, folder_ + workspace);
  }

  std::string folder_;
  std::string path_;
};

TEST_F(StandingGrantsTest, AreThereForTheNextSessionOfTheWorkspaceOnly) {
  ASSERT_TRUE(session("/w")->add(push_grant()));
  const auto here = session("/w")->here();
  ASSERT_THAT(here, SizeIs(1));
  EXPECT_EQ(here[0].pattern, push_grant().pattern);
  EXPECT_EQ(here[0].kind, push_grant().kind);
  EXPECT_EQ(here[0].categories, push_grant().categories);
  EXPECT_EQ(here[0].scope, Scope::kAlways);
  EXPECT_EQ(here[0].by, push_grant().by);
  EXPECT_THAT(session("/w/x")->here(), SizeIs(0));
}

TEST_F(StandingGrantsTest, WhatIsTakenBackElsewhereEndsAtOnce) {
  const auto one = session("/w");
  ASSERT_TRUE(one->add(push_grant()));
  EXPECT_THAT(one->here(), SizeIs(1));
  EXPECT_EQ(revoke_standing_grant(OwnFile(path_), "222").error().code, Code::kNotFound);
  EXPECT_EQ(revoke_standing_grant(OwnFile(path_), "111").error().code, Code::kNotFound);  // short
  ASSERT_TRUE(revoke_standing_grant(OwnFile(path_), "1111"));
  EXPECT_THAT(one->here(), SizeIs(0));
  EXPECT_THAT(*read_standing_grants(OwnFile(path_)), SizeIs(0));
  EXPECT_TRUE(one->add(push_grant()));
}

TEST_F(StandingGrantsTest, AnotherFolderAtThePathOfTheWorkspaceIsAskedAnew) {
  ASSERT_TRUE(session("/w")->add(push_grant()));
  std::filesystem::rename(folder_ + "/w", folder_ + "/old");
  EXPECT_THAT(session("/w")->here(), SizeIs(0));
  std::filesystem::remove(folder_ + "/w");
  std::filesystem::rename(folder_ + "/old", folder_ + "/w");
  EXPECT_THAT(session("/w")->here(), SizeIs(1));
}

TEST_F(StandingGrantsTest, OneOfBeforeTheFolderWasKnownCoversNothing) {
  const auto one = session("/w");
  std::filesystem::create_directory(folder_ + "/guard");
  std::ofstream(path_) << "- {id: '11112222', pattern: 'git push *', workspace: '" << folder_
                       << "/w', categories: [GIT_PUBLISH], approval: a, by: b, since: c}\n";
  EXPECT_THAT(*read_standing_grants(OwnFile(path_)), SizeIs(1));
  EXPECT_THAT(one->here(), SizeIs(0));
  EXPECT_TRUE(revoke_standing_grant(OwnFile(path_), "1111"));
}

TEST_F(StandingGrantsTest, AWorkspaceThatCannotBeLookedAtIsRememberedForNothing) {
  StandingGrants nowhere(path_, folder_ + "/nowhere");
  EXPECT_FALSE(nowhere.add(push_grant()));
  EXPECT_THAT(nowhere.here(), SizeIs(0));
}

TEST_F(StandingGrantsTest, APrefixOfTwoTakesBackNeither) {
  const auto one = session("/w");
  ASSERT_TRUE(one->add(push_grant()));
  Grant other = push_grant();
  other.id = "11113333-4444";
  ASSERT_TRUE(one->add(other));
  EXPECT_EQ(revoke_standing_grant(OwnFile(path_), "1111").error().code, Code::kInvalid);
  EXPECT_THAT(one->here(), SizeIs(2));
}

TEST_F(StandingGrantsTest, ADamagedFileCoversNothingAndSaysWhere) {
  const auto one = session("/w");
  ASSERT_TRUE(one->add(push_grant()));
  std::ofstream(path_, std::ios::app) << "- {id: x, pattern: y}\n";
  EXPECT_THAT(one->here(), SizeIs(0));
  EXPECT_THAT(read_standing_grants(OwnFile(path_)).error().text(), HasSubstr(path_ + ":"));
  EXPECT_FALSE(one->add(push_grant()));
  std::ofstream(path_)
      << "- {id: x, pattern: y, workspace: /w, categories: [NO], approval: a, by: b,"
         " since: c}\n";
  EXPECT_THAT(read_standing_grants(OwnFile(path_)).error().text(), HasSubstr("\"NO\""));
  std::ofstream(path_) << "id: x\n";
  EXPECT_THAT(read_standing_grants(OwnFile(path_)).error().text(), HasSubstr("list of grants"));
}

policy::Action git_push() {
  policy::Action action;
  action.exe = "/usr/bin/git";
  action.argv = {"git", "push", "origin", "main"};
  return action;
}

policy::Assessment publishes(int tier) {
  policy::Assessment assessment;
  assessment.categories = {Category::kGitPublish};
  assessment.tier = tier;
  return assessment;
}

TEST_F(StandingGrantsTest, CoverWhatASessionsGrantWouldAndNeverTierThree) {
  Grants first(session("/w"));
  bool more = false;
  first.on_more([&more] { more = true; });
  Grant grant = push_grant();
  grant.pattern = "git push origin *";
  ASSERT_TRUE(first.remember_always(grant));
  EXPECT_TRUE(more);
  const Grants second(session("/w"));
  const auto covering = second.covering(git_push(), publishes(2), {7}, kNow);
  ASSERT_TRUE(covering);
  EXPECT_FALSE(second.covering(git_push(), publishes(3), {7}, kNow));
  policy::Assessment wildcard = publishes(2);
  wildcard.wildcard = true;
  EXPECT_FALSE(second.covering(git_push(), wildcard, {7}, kNow));
  EXPECT_THAT(second.list(), SizeIs(1));
  ASSERT_TRUE(first.revoke(covering->id));
  EXPECT_FALSE(second.covering(git_push(), publishes(2), {7}, kNow));
}

TEST_F(StandingGrantsTest, WhatCannotBeWrittenHoldsForTheSession) {
  std::ofstream(folder_ + "/guard") << "a file where the folder should be";
  Grants grants(session("/w"));
  Grant grant = push_grant();
  grant.pattern = "git push origin *";
  EXPECT_FALSE(grants.remember_always(grant));
  const auto covering = grants.covering(git_push(), publishes(2), {7}, kNow);
  ASSERT_TRUE(covering);
  EXPECT_EQ(covering->scope, Scope::kSession);
}

}  // namespace
}  // namespace guard::supervisor
