// SPDX-License-Identifier: Apache-2.0
// The judgements on changes of mode, owner, times, attributes and flags: alone, and as a command
// whose acts must then agree with it.
#include "policy/effects/metadata_assessment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/assess/assessor.h"
#include "policy/load/yaml_loader.h"
#include "policy/text/shell_words.h"
#include "tests/support/fake_facts.h"

namespace guard::policy {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr auto kBorn = Recoverability::kBorn;
constexpr auto kBuilt = Recoverability::kBuilt;

MetadataChange mode(std::uint32_t bits) {
  MetadataChange change;
  change.kind = MetadataKind::kMode;
  change.mode = bits;
  return change;
}

MetadataChange owner(std::uint32_t uid) {
  MetadataChange change;
  change.kind = MetadataKind::kOwner;
  change.uid = uid;
  return change;
}

MetadataChange times() {
  MetadataChange change;
  change.kind = MetadataKind::kTimes;
  return change;
}

MetadataChange attribute(const char* name) {
  MetadataChange change;
  change.kind = MetadataKind::kAttribute;
  change.attribute = name;
  return change;
}

MetadataChange locked() {
  MetadataChange change;
  change.kind = MetadataKind::kFlags;
  change.flags = "+i";
  change.locks = true;
  return change;
}

class MetadataAssessmentTest : public ::testing::Test {
 protected:
  MetadataAssessmentTest() {
    auto policy = load_policy({});
    EXPECT_TRUE(policy) << policy.error().context;
    assessor_ = std::make_unique<Assessor>(std::make_shared<Policy>(*policy));
    facts_.add("old.c");
    facts_.add("new.c", kBorn);
    facts_.add("target/x.o", kBuilt);
    facts_.add(".env");
    facts_.add(".git/config");
    facts_.add(".git/objects/x");
    facts_.add("~/notes");
    facts_.add("/tmp/x");
    facts_.add("/etc/hosts");
    facts_.add_folder("src");
  }
  Assessment judged(const MetadataChange& change, const std::string& name) {
    Action action;
    action.act = Act::kMetadata;
    action.cwd = "/home/user/project";
    action.actor = actor_;
    action.objects = {facts_.object(name, LastLink::kKept)};
    action.change = change;
    return assessor_->assess(action, facts_);
  }
  int tier(const MetadataChange& change, const std::string& name) {
    return judged(change, name).tier;
  }
  Assessment exec(const std::string& line) {
    Action action;
    action.act = Act::kExec;
    action.cwd = "/home/user/project";
    action.argv = *split_words(line);
    action.exe = "/usr/bin/" + action.argv[0];
    return assessor_->assess(action, facts_);
  }

  FakeFacts facts_;
  Actor actor_ = {"/usr/bin/python3.11", {"python3"}, true};
  std::unique_ptr<Assessor> assessor_;
};

TEST_F(MetadataAssessmentTest, WhatTheSessionMadeIsItsOwn) {
  facts_.add("~/mine", kBorn);
  facts_.add("/etc/mine", kBorn);
  facts_.add(".git/mine", kBorn);
  for (const char* name : {"new.c", "~/mine", "/etc/mine", ".git/mine", "target/x.o"}) {
    EXPECT_EQ(tier(mode(0777), name), 0) << name;
    EXPECT_EQ(tier(owner(5), name), 0) << name;
    EXPECT_EQ(tier(times(), name), 0) << name;
    EXPECT_EQ(tier(mode(0), name), 0) << name;
    EXPECT_EQ(tier(attribute("user.a"), name), 0) << name;
  }
}

TEST_F(MetadataAssessmentTest, TimesAndTheXOfAWorkspaceFileAreFree) {
  EXPECT_EQ(tier(times(), "old.c"), 0);
  EXPECT_EQ(tier(times(), "."), 0);
  EXPECT_EQ(tier(mode(0755), "old.c"), 0);
  facts_.set_permissions("old.c", 0755);
  EXPECT_EQ(tier(mode(0644), "old.c"), 0);
}

TEST_F(MetadataAssessmentTest, TheRestOfTheWorkspaceAsksUnlessSaved) {
  facts_.add("saved.c", Recoverability::kSaved);
  EXPECT_EQ(tier(mode(0640), "saved.c"), 0);
  EXPECT_EQ(tier(attribute("user.a"), "saved.c"), 0);
  EXPECT_EQ(tier(mode(0640), "old.c"), 2);
  EXPECT_EQ(tier(mode(0666), "old.c"), 2);
  EXPECT_EQ(tier(owner(5), "old.c"), 2);
  EXPECT_EQ(tier(attribute("user.a"), "old.c"), 2);
  EXPECT_EQ(tier(mode(0777), "."), 2);
}

TEST_F(MetadataAssessmentTest, WhatChangesNothingIsFree) {
  MetadataChange change = mode(0644);
  change.same = true;
  EXPECT_EQ(tier(change, "~/notes"), 0);
  EXPECT_EQ(tier(change, "/etc/hosts"), 0);
}

TEST_F(MetadataAssessmentTest, OutsideAsksAndTheSystemAsksTwice) {
  const auto outside = judged(mode(0755), "~/notes");
  EXPECT_EQ(outside.tier, 2);
  EXPECT_EQ(outside.rule, "fs.metadata");
  EXPECT_THAT(outside.categories, ElementsAre(Category::kFsOutsideWorkspace));
  EXPECT_THAT(outside.reason, HasSubstr("changes the mode of /home/user/notes"));
  EXPECT_THAT(outside.details,
              ElementsAre("/home/user/notes", "mode 0755, was 0644", HasSubstr("file")));
  EXPECT_EQ(tier(times(), "~/notes"), 2);
  EXPECT_EQ(tier(owner(0), "~/notes"), 2);
  EXPECT_EQ(tier(mode(0666), "/etc/hosts"), 3);
  EXPECT_EQ(tier(owner(5), "/etc/hosts"), 3);
  EXPECT_EQ(tier(mode(0666), "/tmp/x"), 0);
}

TEST_F(MetadataAssessmentTest, ASecretMayBeClosedAndNotOpened) {
  EXPECT_EQ(tier(mode(0600), ".env"), 1);
  EXPECT_EQ(tier(times(), ".env"), 1);
  facts_.set_permissions(".env", 0600);
  const auto opened = judged(mode(0644), ".env");
  EXPECT_EQ(opened.tier, 2);
  EXPECT_EQ(opened.rule, "fs.metadata.open");
  EXPECT_THAT(opened.categories, Contains(Category::kFsConfigSecrets));
  EXPECT_EQ(tier(attribute("system.posix_acl_access"), ".env"), 2);
  EXPECT_EQ(tier(owner(5), ".env"), 2);
  facts_.add("~/.ssh/id_ed25519");
  EXPECT_EQ(tier(mode(0600), "~/.ssh/id_ed25519"), 2);
}

TEST_F(MetadataAssessmentTest, VersionControlDataIsGitsOwn) {
  EXPECT_EQ(tier(mode(0600), ".git/objects/x"), 2);
  EXPECT_EQ(tier(mode(0600), ".git/config"), 2);
  actor_ = {"/usr/bin/git", {"git", "init"}, true};
  EXPECT_EQ(tier(mode(0600), ".git/objects/x"), 0);
  EXPECT_EQ(tier(mode(0600), ".git/config"), 0);
}

TEST_F(MetadataAssessmentTest, RightsAreAskedWhoeverMadeTheFile) {
  for (const char* name : {"old.c", "new.c", "/tmp/x", "target/x.o"}) {
    for (const auto& change : {mode(04755), mode(02755), attribute("security.capability")}) {
      const auto judgement = judged(change, name);
      EXPECT_EQ(judgement.tier, 2) << name;
      EXPECT_EQ(judgement.rule, "fs.metadata.rights") << name;
      EXPECT_THAT(judgement.categories, Contains(Category::kSystemImpact));
      EXPECT_TRUE(gives_rights(change, facts_.object(name, LastLink::kKept)));
    }
  }
  EXPECT_EQ(tier(mode(04755), "/etc/hosts"), 3);
}

TEST_F(MetadataAssessmentTest, GroupBitsOfFoldersAndOfWhatNobodyRunsAreNone) {
  EXPECT_EQ(tier(mode(02775), "src"), 2);
  EXPECT_EQ(tier(mode(02644), "new.c"), 0);  // mandatory locking, once
  facts_.set_permissions("new.c", 04755);
  EXPECT_EQ(tier(mode(04711), "new.c"), 0);  // it has the bit already
}

TEST_F(MetadataAssessmentTest, LocksAndLabelsAsk) {
  EXPECT_EQ(judged(locked(), "new.c").rule, "fs.metadata.lock");
  EXPECT_EQ(tier(locked(), "new.c"), 2);
  EXPECT_EQ(judged(attribute("security.selinux"), "old.c").rule, "fs.metadata.label");
  EXPECT_EQ(tier(attribute("trusted.x"), "old.c"), 2);
  EXPECT_EQ(tier(attribute("security.selinux"), "new.c"), 0);
}

TEST_F(MetadataAssessmentTest, TakingTheOwnersAccessAsks) {
  const auto closed = judged(mode(0), "old.c");
  EXPECT_EQ(closed.tier, 2);
  EXPECT_EQ(closed.rule, "fs.metadata.close");
  EXPECT_EQ(tier(mode(0200), "old.c"), 2);
  EXPECT_EQ(tier(mode(0444), "old.c"), 2);
  EXPECT_EQ(tier(mode(0600), "src"), 2);
  EXPECT_EQ(tier(mode(0), "/tmp/x"), 1);
  EXPECT_EQ(tier(mode(0), "new.c"), 0);
}

TEST_F(MetadataAssessmentTest, DevicesOfAllAreNotTheTreesOwn) {
  EXPECT_EQ(tier(mode(0), "/dev/null"), 3);
  EXPECT_EQ(tier(times(), "/dev/null"), 0);
  Object terminal = facts_.object("/dev/pts/5", LastLink::kKept);
  terminal.type = ObjectType::kCharDevice;
  terminal.path_class = PathClass::kHarmlessDevice;
  EXPECT_THAT(judge_metadata(mode(0600), terminal, {}, facts_), IsEmpty());
}

TEST_F(MetadataAssessmentTest, GuardsOwnFilesAreOutOfReach) {
  Object object = facts_.object("old.c", LastLink::kKept);
  object.path_class = PathClass::kGuard;
  const auto findings = judge_metadata(times(), object, {}, facts_);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_TRUE(findings[0].block);
}

TEST_F(MetadataAssessmentTest, NodesAndFilesBornWithRightsAsk) {
  Action action;
  action.act = Act::kCreate;
  action.objects = {facts_.object("fresh", LastLink::kKept)};
  action.made = ObjectType::kFile;
  action.change.mode = 0755;
  EXPECT_EQ(assessor_->assess(action, facts_).tier, 0);
  action.change.mode = 04755;
  EXPECT_EQ(assessor_->assess(action, facts_).rule, "fs.metadata.rights");
  action.made = ObjectType::kBlockDevice;
  EXPECT_EQ(assessor_->assess(action, facts_).rule, "fs.device");
  EXPECT_EQ(assessor_->assess(action, facts_).tier, 3);
  action.made = ObjectType::kMissing;
  EXPECT_EQ(assessor_->assess(action, facts_).tier, 0);
}

TEST_F(MetadataAssessmentTest, CommandsAreAsTheirActs) {
  EXPECT_EQ(exec("chmod +x old.c").tier, 0);
  EXPECT_EQ(exec("chmod 644 old.c").tier, 0);
  EXPECT_EQ(exec("chmod 600 old.c").tier, 2);
  EXPECT_EQ(exec("chmod -r old.c").rule, "fs.metadata.close");
  EXPECT_EQ(exec("chmod 000 old.c").tier, 2);
  EXPECT_EQ(exec("chmod 755 ~/notes").tier, 2);
  EXPECT_EQ(exec("chown user old.c").tier, 2);
  EXPECT_EQ(exec("chown user /etc/hosts").tier, 3);
  EXPECT_EQ(exec("chattr +i new.c").tier, 2);
  EXPECT_EQ(exec("chattr -i new.c").tier, 2);
  EXPECT_EQ(exec("setfacl -m u:x:r old.c").tier, 2);
  EXPECT_EQ(exec("setfacl -m u:x:r .env").tier, 2);
  EXPECT_EQ(exec("setfattr -n user.a -v b old.c").tier, 2);
  EXPECT_EQ(exec("setfattr -n security.x -v b old.c").tier, 2);
}

TEST_F(MetadataAssessmentTest, AFolderIsAskedForTheWorstInIt) {
  facts_.add("src/a.c");
  EXPECT_EQ(exec("chmod -R u+w src").tier, 0);
  EXPECT_EQ(exec("chmod -R go-rwx src").tier, 2);
  const auto whole = exec("chmod -R go-rwx .");
  EXPECT_EQ(whole.tier, 2);
  EXPECT_EQ(whole.rule, "fs.metadata");
  EXPECT_THAT(whole.reason, HasSubstr("changes the mode of"));
  ASSERT_TRUE(whole.effect);
  EXPECT_GT(whole.effect->files, 4U);
  EXPECT_TRUE(whole.changes_metadata);
  EXPECT_EQ(exec("chmod -R u+w target").tier, 0);
}

TEST_F(MetadataAssessmentTest, TextNamesTheActPlainly) {
  EXPECT_EQ(metadata_text(mode(0777), "/w/x"), "chmod 0777 /w/x");
  MetadataChange both = owner(0);
  both.gid = 0;
  EXPECT_EQ(metadata_text(both, "/w/x"), "chown 0:0 /w/x");
  EXPECT_EQ(metadata_text(owner(5), "/w/x"), "chown 5 /w/x");
  EXPECT_EQ(metadata_text(times(), "/w/x"), "set times of /w/x");
  EXPECT_EQ(metadata_text(attribute("user.a"), "/w/x"), "set attribute user.a of /w/x");
  EXPECT_EQ(metadata_text(locked(), "/w/x"), "chattr +i /w/x");
}

}  // namespace
}  // namespace guard::policy
