// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/lease.h"

#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Category;

Lease some_lease() {
  Lease lease;
  lease.approval_id = "q1";
  lease.pid = 7;
  lease.acts = {Act::kDelete};
  lease.objects = {{1, 100}, {1, 101}};
  return lease;
}

policy::Assessment deletion(int tier = 2) {
  policy::Assessment assessment;
  assessment.tier = tier;
  assessment.categories = {Category::kFsDeleteOverwrite};
  return assessment;
}

TEST(LeaseTest, CoversExactlyTheWalkedObjects) {
  LeaseTable leases;
  leases.grant(some_lease());
  EXPECT_EQ(leases.covers({7}, {Act::kDelete}, 1, 100), "q1");
  EXPECT_EQ(leases.covers({9, 8, 7, 1}, {Act::kDelete}, 1, 101), "q1");
  EXPECT_FALSE(leases.covers({7}, {Act::kDelete}, 1, 102));
  EXPECT_FALSE(leases.covers({7}, {Act::kDelete}, 2, 100));
}

TEST(LeaseTest, OtherActsAndOtherProcessesAreNotCovered) {
  LeaseTable leases;
  leases.grant(some_lease());
  EXPECT_FALSE(leases.covers({7}, {Act::kModify}, 1, 100));
  EXPECT_FALSE(leases.covers({8, 1}, {Act::kDelete}, 1, 100));
  EXPECT_FALSE(leases.covers({}, {Act::kDelete}, 1, 100));
}

TEST(LeaseTest, AFoldersLeaseEndsWithItsProcessAndAnObjectsDoesNot) {
  LeaseTable leases;
  bool lives = true;
  leases.tell_ends_by([&lives](int) { return lives; });
  Lease of_folder = some_lease();
  of_folder.objects.clear();
  of_folder.directories = {"/w"};
  of_folder.categories = {Category::kFsDeleteOverwrite};
  leases.grant(of_folder);
  const auto covers_folder = [&] {
    return leases.covers_path({9, 7}, {Act::kDelete}, "/w/a", deletion()).has_value();
  };
  EXPECT_TRUE(covers_folder());
  lives = false;
  EXPECT_FALSE(covers_folder());
  leases.grant(some_lease());
  EXPECT_TRUE(leases.covers({9, 7}, {Act::kDelete}, 1, 100)) << "setsid has ended, rm has not";
}

TEST(LeaseTest, RemembersThatUndoWasPromised) {
  LeaseTable leases;
  leases.grant(some_lease());
  EXPECT_FALSE(leases.promises_undo("q1"));
  Lease promised = some_lease();
  promised.approval_id = "q2";
  promised.undo_promised = true;
  leases.grant(promised);
  EXPECT_TRUE(leases.promises_undo("q2"));
  EXPECT_FALSE(leases.promises_undo("q1"));
}

TEST(LeaseTest, BornObjectsAreCoveredForTheLeasedActs) {
  LeaseTable leases;
  leases.grant(some_lease());
  EXPECT_TRUE(leases.covers({7}, {Act::kDelete}, 5, 5, true));
  EXPECT_FALSE(leases.covers({7}, {Act::kModify}, 5, 5, true));
  Lease exact = some_lease();
  exact.pid = 8;
  exact.born = false;
  leases.grant(exact);
  EXPECT_FALSE(leases.covers({8}, {Act::kDelete}, 5, 5, true));
}

TEST(LeaseTest, EndsWithItsProcess) {
  LeaseTable leases;
  leases.grant(some_lease());
  leases.drop(7);
  EXPECT_FALSE(leases.covers({7}, {Act::kDelete}, 1, 100));
}

TEST(LeaseTest, AForgottenObjectIsNoLongerCovered) {
  LeaseTable leases;
  leases.grant(some_lease());
  leases.forget(1, 100);
  EXPECT_FALSE(leases.covers({7}, {Act::kDelete}, 1, 100));
  EXPECT_TRUE(leases.covers({7}, {Act::kDelete}, 1, 101));
}

TEST(LeaseTest, GrowsWithTheWalk) {
  LeaseTable leases;
  leases.grant(some_lease());
  EXPECT_TRUE(leases.extend("q1", {{1, 200}}));
  EXPECT_TRUE(leases.covers({7}, {Act::kDelete}, 1, 200));
  EXPECT_FALSE(leases.extend("q2", {{1, 201}}));
}

TEST(LeaseTest, DirectoryLeaseCoversBelowOnly) {
  LeaseTable leases;
  Lease lease = some_lease();
  lease.directories = {"/w/build"};
  lease.categories = {Category::kFsDeleteOverwrite};
  leases.grant(lease);
  EXPECT_EQ(leases.covers_path({9, 7}, {Act::kDelete}, "/w/build/x", deletion()), "q1");
  EXPECT_FALSE(leases.covers_path({9, 7}, {Act::kDelete}, "/w/builds/x", deletion()));
  EXPECT_FALSE(leases.covers_path({9, 7}, {Act::kRename}, "/w/build/x", deletion()));
  EXPECT_FALSE(leases.covers_path({9}, {Act::kDelete}, "/w/build/x", deletion()));
}

TEST(LeaseTest, DirectoryLeaseCoversNoMoreThanWasAskedAbout) {
  LeaseTable leases;
  Lease lease = some_lease();
  lease.directories = {"/w"};
  lease.categories = {Category::kFsDeleteOverwrite};
  leases.grant(lease);
  EXPECT_TRUE(leases.covers_path({7}, {Act::kDelete}, "/w/a", deletion()));
  EXPECT_FALSE(leases.covers_path({7}, {Act::kDelete}, "/w/.git/HEAD", deletion(3)));
  policy::Assessment of_secret = deletion();
  of_secret.categories.push_back(Category::kFsConfigSecrets);
  EXPECT_FALSE(leases.covers_path({7}, {Act::kDelete}, "/w/.env", of_secret));
  policy::Assessment blocked = deletion();
  blocked.block = true;
  EXPECT_FALSE(leases.covers_path({7}, {Act::kDelete}, "/w/a", blocked));
}

TEST(LeaseTest, ARenameLeadsOnlyWhereItWasShownToLead) {
  LeaseTable leases;
  Lease lease = some_lease();
  lease.acts = {Act::kRename};
  lease.directories = {"/w/from"};
  lease.targets = {"/h/to"};
  leases.grant(lease);
  EXPECT_TRUE(leases.covers_target({9, 7}, {Act::kRename}, "/h/to"));
  EXPECT_TRUE(leases.covers_target({9, 7}, {Act::kRename}, "/h/to/x"));
  EXPECT_FALSE(leases.covers_target({9, 7}, {Act::kRename}, "/h/.bashrc"));
  EXPECT_FALSE(leases.covers_target({9, 7}, {Act::kRename}, "/w/from/x"));
  EXPECT_FALSE(leases.covers_target({9}, {Act::kRename}, "/h/to"));
}

TEST(LeaseTest, DeniedIntentIsDeniedAgain) {
  LeaseTable leases;
  leases.refuse({"q3", 7, {Act::kDelete}, "/w/data", "keep the data"});
  const auto refusal = leases.refusal_for(7, Act::kDelete, "/w/data/x");
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->approval_id, "q3");
  EXPECT_EQ(refusal->reason, "keep the data");
  EXPECT_FALSE(leases.refusal_for(7, Act::kDelete, "/w/other/x"));
  EXPECT_FALSE(leases.refusal_for(7, Act::kModify, "/w/data/x"));
  EXPECT_FALSE(leases.refusal_for(8, Act::kDelete, "/w/data/x"));
  leases.drop(7);
  EXPECT_FALSE(leases.refusal_for(7, Act::kDelete, "/w/data/x"));
}

TEST(LeaseTest, AShellsRefusalEndsWithTheTypedLine) {
  LeaseTable leases;
  std::optional<int> line = 4;
  leases.tell_lines_by([&line](int) { return line; });
  Refusal refusal{"q3", 7, {Act::kModify}, "/h/x", "no"};
  refusal.typed = 4;
  leases.refuse(refusal);
  EXPECT_TRUE(leases.refusal_for(7, Act::kModify, "/h/x"));
  line = 5;
  EXPECT_FALSE(leases.refusal_for(7, Act::kModify, "/h/x"));
  // The same is denied at the next line again: that No is the one that holds.
  refusal.approval_id = "q4";
  refusal.typed = 5;
  leases.refuse(refusal);
  ASSERT_TRUE(leases.refusal_for(7, Act::kModify, "/h/x"));
  EXPECT_EQ(leases.refusal_for(7, Act::kModify, "/h/x")->approval_id, "q4");
  line = std::nullopt;
  EXPECT_TRUE(leases.refusal_for(7, Act::kModify, "/h/x"));
}

TEST(LeaseTest, ADeniedConnectionIsDeniedAgainAndNoOther) {
  LeaseTable leases;
  leases.refuse({"q5", 7, {Act::kConnect}, "tcp 192.0.2.7 443", "no"});
  EXPECT_TRUE(leases.refusal_for(7, Act::kConnect, "tcp 192.0.2.7 443"));
  EXPECT_FALSE(leases.refusal_for(7, Act::kConnect, "tcp 192.0.2.7 80"));
  EXPECT_FALSE(leases.refusal_for(7, Act::kConnect, "udp 192.0.2.7 443"));
  EXPECT_FALSE(leases.refusal_for(7, Act::kListen, "tcp 192.0.2.7 443"));
}

TEST(LeaseTest, SettingUpIsCoveredForWhoWasApprovedAndItsChildren) {
  LeaseTable leases;
  Lease lease = some_lease();
  lease.acts = {Act::kSystem};
  leases.grant(lease);
  EXPECT_EQ(leases.covers_act({9, 7}, Act::kSystem), "q1");
  EXPECT_FALSE(leases.covers_act({9}, Act::kSystem));
  EXPECT_FALSE(leases.covers_act({7}, Act::kDelete));
}

TEST(LeaseTest, DeniedActWithoutAPathIsDeniedAgain) {
  LeaseTable leases;
  leases.refuse({"q4", 7, {Act::kConnect}, "", "no"});
  EXPECT_TRUE(leases.refusal_for(7, Act::kConnect, ""));
}

TEST(LeaseTest, RightsNeedALeaseForRights) {
  Lease lease;
  lease.approval_id = "q1";
  lease.pid = 7;
  lease.acts = {Act::kMetadata};
  lease.objects = {{1, 100}};
  LeaseTable leases;
  leases.grant(lease);
  EXPECT_TRUE(leases.covers({7}, {Act::kMetadata}, 1, 100));
  EXPECT_FALSE(leases.covers({7}, {Act::kMetadata, true}, 1, 100));
  EXPECT_FALSE(leases.covers({7}, {Act::kMetadata, true}, 5, 5, true));  // born, too
  lease.approval_id = "q2";
  lease.rights = true;
  leases.grant(lease);
  EXPECT_EQ(leases.covers({7}, {Act::kMetadata, true}, 1, 100), "q2");
}

Lease push_lease() {
  Lease lease;
  lease.approval_id = "q1";
  lease.pid = 7;
  lease.acts = {Act::kCreate, Act::kRename, Act::kDelete};
  lease.repository = "/srv/o.git";
  lease.born = false;
  return lease;
}

policy::Assessment outside(int tier = 2) {
  policy::Assessment assessment;
  assessment.tier = tier;
  assessment.categories = {Category::kFsOutsideWorkspace};
  return assessment;
}

TEST(LeaseTest, APushCoversWhatGitDoesInTheRepositoryThatItNamed) {
  LeaseTable leases;
  leases.grant(push_lease());
  const LeasedAct by_git{.act = Act::kCreate, .by_git = true};
  EXPECT_EQ(leases.covers_path({9, 7}, by_git, "/srv/o.git/objects/ab", outside()), "q1");
  EXPECT_FALSE(leases.covers_path({9, 7}, by_git, "/srv/o.gitx/objects", outside()));
  EXPECT_FALSE(leases.covers_path({9, 7}, {Act::kCreate}, "/srv/o.git/objects/ab", outside()))
      << "another program";
  EXPECT_FALSE(leases.covers_path({9, 7}, {.act = Act::kConnect, .by_git = true},
                                  "/srv/o.git/objects/ab", outside()))
      << "another act";
  EXPECT_FALSE(leases.covers_path({9}, by_git, "/srv/o.git/objects/ab", outside()));
  EXPECT_FALSE(leases.covers_path({7}, by_git, "/srv/o.git/objects/ab", outside(3)));
  const LeasedAct waste{.act = Act::kDelete, .by_git = true, .born = true};
  EXPECT_TRUE(leases.covers_path({7}, waste, "/srv/o.git/objects/tmp", outside(3)));
  EXPECT_FALSE(leases.covers_path({7}, waste, "/srv/p.git/objects/tmp", outside(3)));
  EXPECT_FALSE(leases.covers_path({7}, {.act = Act::kDelete, .by_git = true},
                                  "/srv/o.git/objects/ab", outside(3)))
      << "of before";
  policy::Assessment steering = outside();
  steering.categories.push_back(Category::kFsConfigSecrets);
  EXPECT_FALSE(leases.covers_path({7}, by_git, "/srv/o.git/config", steering));
  EXPECT_TRUE(leases.covers_target({7}, {.act = Act::kRename, .by_git = true}, "/srv/o.git/refs"));
  EXPECT_FALSE(leases.covers_target({7}, {.act = Act::kRename}, "/srv/o.git/refs"));
}

TEST(LeaseTest, ANewFileBesideWhatIsEditedIsCovered) {
  LeaseTable leases;
  Lease lease = some_lease();
  lease.acts = {Act::kCreate, Act::kRename};
  lease.beside = {"/home/u"};
  leases.grant(lease);
  const LeasedAct made{.act = Act::kCreate, .made_new = true};
  EXPECT_EQ(leases.covers_path({7}, made, "/home/u/sedAbCdEf", outside()), "q1");
  EXPECT_FALSE(leases.covers_path({7}, {Act::kCreate}, "/home/u/sedAbCdEf", outside()));
  EXPECT_FALSE(leases.covers_path({7}, made, "/home/u/x/sedAbCdEf", outside()));
  EXPECT_EQ(leases.covers_path({7}, made, "/home/u/XyZ_1234", outside()), "q1") << "perl's";
  for (const char* other : {"/home/u/git", "/home/u/sedAbCd.f", "/home/u/evil", "/home/u/.bashrc"})
    EXPECT_FALSE(leases.covers_path({7}, made, other, outside())) << other;
}

TEST(LeaseTest, ANewNameThatWasShownIsMadeWithAllBelowIt) {
  LeaseTable leases;
  Lease lease = some_lease();
  lease.acts = {Act::kCreate};
  lease.made = {"/home/u/copy"};
  leases.grant(lease);
  const LeasedAct made{.act = Act::kCreate, .made_new = true};
  EXPECT_EQ(leases.covers_path({7}, made, "/home/u/copy", outside()), "q1");
  EXPECT_EQ(leases.covers_path({7}, made, "/home/u/copy/a/b", outside()), "q1");
  EXPECT_FALSE(leases.covers_path({7}, made, "/home/u/copy2", outside()));
  EXPECT_FALSE(leases.covers_path({9}, made, "/home/u/copy", outside())) << "another process";
  EXPECT_FALSE(leases.covers_path({7}, {Act::kCreate}, "/home/u/copy", outside()))
      << "something is there";
  EXPECT_FALSE(leases.covers_path({7}, made, "/home/u/copy/a", outside(3)));
  policy::Assessment steering = outside();
  steering.categories.push_back(Category::kFsConfigSecrets);
  EXPECT_FALSE(leases.covers_path({7}, made, "/home/u/copy/.bashrc", steering));
}

TEST(LeaseTest, AnExecGoesOnAsTheCommandsOfItsWords) {
  LeaseTable leases;
  Lease lease;
  lease.approval_id = "q1";
  lease.pid = 7;
  lease.commands = {{{"git", "push"}}, "/w", "git.push", 2, {Category::kGitPublish}};
  leases.grant(lease);
  policy::Assessment push;
  push.tier = 2;
  push.rule = "git.push";
  push.categories = {Category::kGitPublish};
  EXPECT_TRUE(leases.has_commands(7));
  EXPECT_FALSE(leases.has_commands(8));
  EXPECT_EQ(leases.covers_command(7, {"git", "push"}, "/w", push), "q1");
  EXPECT_FALSE(leases.covers_command(8, {"git", "push"}, "/w", push)) << "another process";
  EXPECT_FALSE(leases.covers_command(7, {"git", "push", "-f"}, "/w", push));
  EXPECT_FALSE(leases.covers_command(7, {"git", "push"}, "/v", push)) << "another folder";
  policy::Assessment more = push;
  more.tier = 3;
  EXPECT_FALSE(leases.covers_command(7, {"git", "push"}, "/w", more));
  more = push;
  more.categories.push_back(Category::kFsConfigSecrets);
  EXPECT_FALSE(leases.covers_command(7, {"git", "push"}, "/w", more));
  more = push;
  more.rule = "git.push.force";
  EXPECT_FALSE(leases.covers_command(7, {"git", "push"}, "/w", more));
}

class HostLeaseTest : public ::testing::Test {
 protected:
  HostLeaseTest() {
    Lease lease;
    lease.approval_id = "q1";
    lease.pid = 7;
    lease.born = false;
    lease.host = {.pattern = "dual.test:443/tcp",
                  .address = "2001:db8::70",
                  .rule = "network.unknown",
                  .tier = 2,
                  .categories = {Category::kNetworkRisk},
                  .by = "ana (terminal)",
                  .until = now_ + kFurtherAddress};
    leases_.grant(lease);
    action_.act = Act::kConnect;
    action_.destination.name = "dual.test";
    action_.destination.name_source = policy::NameSource::kDns;
    action_.destination.address = "192.0.2.70";
    action_.destination.port = 443;
    action_.destination.protocol = "tcp";
    assessment_.tier = 2;
    assessment_.categories = {Category::kNetworkRisk};
  }
  [[nodiscard]] bool is_covered(int pid = 7, const std::string& rule = "network.unknown") const {
    return leases_.covers_address(pid, action_, assessment_, rule, now_).has_value();
  }

  std::chrono::steady_clock::time_point now_ = std::chrono::steady_clock::now();
  LeaseTable leases_;
  policy::Action action_;
  policy::Assessment assessment_;
};

TEST_F(HostLeaseTest, AnotherAddressOfTheHostIsCovered) {
  EXPECT_TRUE(is_covered());
  EXPECT_FALSE(is_covered(8)) << "another process";
  EXPECT_FALSE(is_covered(7, "office.hosts")) << "another rule asks";
}

TEST_F(HostLeaseTest, TheAddressThatWasAskedAboutIsAnotherAct) {
  action_.destination.address = "2001:db8::70";
  EXPECT_FALSE(is_covered());
}

TEST_F(HostLeaseTest, WhatDiffersIsAskedAbout) {
  const policy::Destination same = action_.destination;
  action_.destination.port = 80;
  EXPECT_FALSE(is_covered());
  action_.destination = same;
  action_.destination.protocol = "udp";
  EXPECT_FALSE(is_covered());
  action_.destination = same;
  action_.destination.name = "other.test";
  EXPECT_FALSE(is_covered());
  action_.destination = same;
  action_.destination.name_source = policy::NameSource::kCommandLine;
  EXPECT_FALSE(is_covered()) << "only the program says so";
  action_.destination = same;
  action_.destination.address = "10.1.2.3";
  EXPECT_FALSE(is_covered()) << "an internal address";
}

TEST_F(HostLeaseTest, MoreDangerIsAskedAbout) {
  assessment_.tier = 3;
  EXPECT_FALSE(is_covered());
  assessment_.tier = 2;
  assessment_.categories.push_back(Category::kFsConfigSecrets);
  EXPECT_FALSE(is_covered());
}

TEST_F(HostLeaseTest, ItHoldsForAMoment) {
  now_ += kFurtherAddress - std::chrono::milliseconds(1);
  EXPECT_TRUE(is_covered()) << "just below";
  now_ += std::chrono::milliseconds(1);
  EXPECT_FALSE(is_covered()) << "at it";
  now_ += std::chrono::milliseconds(1);
  EXPECT_FALSE(is_covered()) << "above it";
}

TEST_F(HostLeaseTest, ItEndsWithItsProcess) {
  leases_.drop(7);
  EXPECT_FALSE(is_covered());
}

// cp a /x/.bashrc; ln -sf a /x/old.
Lease lease_of_names() {
  Lease lease;
  lease.approval_id = "q1";
  lease.pid = 7;
  lease.acts = {Act::kCreate, Act::kLink, Act::kRename};
  lease.born = false;
  lease.anew = {.names = {"/x/old", "/x/.bashrc"},
                .tier = 2,
                .categories = {Category::kFsOutsideWorkspace, Category::kFsConfigSecrets},
                .replaced_in = {"/x"}};
  return lease;
}

policy::Assessment creation(std::vector<Category> categories, int tier = 2) {
  policy::Assessment assessment;
  assessment.tier = tier;
  assessment.categories = std::move(categories);
  return assessment;
}

TEST(LeaseTest, ANameThatWasShownIsMadeOnceItIsFree) {
  LeaseTable leases;
  leases.grant(lease_of_names());
  const auto covers = [&](const MadeName& made, const policy::Assessment& assessment) {
    return leases.covers_made({9, 7}, made, assessment).has_value();
  };
  const auto outside = creation({Category::kFsOutsideWorkspace});
  const auto config = creation({Category::kFsConfigSecrets});
  EXPECT_TRUE(covers({.path = "/x/old"}, outside));
  EXPECT_TRUE(covers({.act = Act::kLink, .path = "/x/old"}, outside));
  EXPECT_TRUE(covers({.path = "/x/.bashrc"}, config));
  EXPECT_FALSE(covers({.path = "/x/.bashrc/a"}, config)) << "exactly these";
  EXPECT_FALSE(covers({.path = "/x/.profile"}, config));
  EXPECT_FALSE(covers({.path = "/x"}, outside));
  EXPECT_FALSE(covers({.path = "/x/old"}, creation({Category::kSystemImpact})));
  EXPECT_FALSE(covers({.path = "/x/old"}, creation({Category::kFsOutsideWorkspace}, 3)));
  EXPECT_FALSE(covers({.rights = true, .path = "/x/old"}, outside));
  auto blocked = outside;
  blocked.block = true;
  EXPECT_FALSE(covers({.path = "/x/old"}, blocked));
  EXPECT_FALSE(leases.covers_made({9}, {.path = "/x/old"}, outside));
}

TEST(LeaseTest, LnMayMakeALinkBesideWhatItReplacesAndRenameItOverThatAlone) {
  LeaseTable leases;
  leases.grant(lease_of_names());
  const auto outside = creation({Category::kFsOutsideWorkspace});
  const auto covers = [&](const MadeName& made) {
    return leases.covers_made({7}, made, outside).has_value();
  };
  EXPECT_TRUE(covers({.path = "/x/CuQ3x9aZ"}));
  EXPECT_FALSE(covers({.path = "/x/CuQ3x9aZ1"}));
  EXPECT_FALSE(covers({.path = "/x/Cu.bashr"}));
  EXPECT_FALSE(covers({.path = "/x/sub/CuQ3x9aZ"}));
  const auto rename = [](const char* from, const char* to) {
    return MadeName{.act = Act::kRename, .path = to, .from = from};
  };
  EXPECT_TRUE(covers(rename("/x/CuQ3x9aZ", "/x/old")));
  EXPECT_FALSE(covers(rename("/x/CuQ3x9aZ", "/x/other")));
  EXPECT_FALSE(covers(rename("/x/CuQ3x9aZ", "/x/CuQ3x9aY"))) << "no name that was shown";
  EXPECT_FALSE(covers(rename("/x/notes", "/x/old")));
  EXPECT_FALSE(covers(rename("/y/CuQ3x9aZ", "/x/old")));
}

}  // namespace
}  // namespace guard::supervisor
