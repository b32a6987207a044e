// SPDX-License-Identifier: Apache-2.0
#include "policy/assessor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/shell_words.h"
#include "policy/yaml_loader.h"
#include "tests/support/fake_facts.h"

namespace guard::policy {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr auto kBorn = Recoverability::kBorn;
constexpr auto kBuilt = Recoverability::kBuilt;
constexpr auto kClean = Recoverability::kClean;
constexpr auto kPrecious = Recoverability::kPrecious;

class AssessorTest : public testing::Test {
 protected:
  AssessorTest() {
    auto policy = load_policy({});
    EXPECT_TRUE(policy) << policy.error().context;
    use(*policy);
  }
  void use(const Policy& policy) {
    policy_ = std::make_shared<Policy>(policy);
    assessor_ = std::make_unique<Assessor>(policy_);
  }

  static Action exec_of(const std::string& line) {
    Action action;
    action.act = Act::kExec;
    action.cwd = "/home/user/project";
    action.argv = *split_words(line);
    const std::string& program = action.argv[0];
    action.exe = program.find('/') == std::string::npos ? "/usr/bin/" + program : program;
    return action;
  }
  Assessment assess(const Action& action) { return assessor_->assess(action, facts_); }
  Assessment exec(const std::string& line) { return assess(exec_of(line)); }
  Assessment act(Act act, const std::string& name, const std::string& second = "") {
    Action action;
    action.act = act;
    action.cwd = "/home/user/project";
    action.actor = actor_;
    action.objects = {facts_.object(name, false)};
    if (!second.empty()) action.objects.push_back(facts_.object(second, false));
    return assess(action);
  }

  FakeFacts facts_;
  Actor actor_ = {"/usr/bin/python3.11", {"python3"}, true};
  std::shared_ptr<Policy> policy_;
  std::unique_ptr<Assessor> assessor_;
};

// --- file acts: the table ---

TEST_F(AssessorTest, CreatingInTheWorkspaceIsFree) {
  EXPECT_EQ(act(Act::kCreate, "a.txt").tier, 0);
  EXPECT_EQ(act(Act::kCreate, "/tmp/a.txt").tier, 0);
}

TEST_F(AssessorTest, CreatingOutsideAsks) {
  const auto home = act(Act::kCreate, "~/a.txt");
  EXPECT_EQ(home.tier, 2);
  EXPECT_THAT(home.categories, ElementsAre(Category::kFsOutsideWorkspace));
  EXPECT_EQ(act(Act::kCreate, "/etc/x").tier, 3);
  EXPECT_EQ(act(Act::kCreate, ".env").tier, 2);
  EXPECT_EQ(act(Act::kCreate, "~/.bashrc").tier, 2);
}

TEST_F(AssessorTest, OverwritingAWorkspaceFileOfBeforeIsLogged) {
  facts_.add("old.c");
  facts_.add("new.c", kBorn);
  facts_.add("target/x.o", kBuilt);
  EXPECT_EQ(act(Act::kModify, "old.c").tier, 1);
  EXPECT_EQ(act(Act::kModify, "new.c").tier, 0);
  EXPECT_EQ(act(Act::kModify, "target/x.o").tier, 0);
}

TEST_F(AssessorTest, DeletingOneNamedFileGoesByWhatWouldBeLost) {
  facts_.add("born", kBorn);
  facts_.add("built", kBuilt);
  facts_.add("clean", kClean);
  facts_.add("precious");
  facts_.add("/tmp/old");
  facts_.add("/tmp/own", kBorn);
  EXPECT_EQ(act(Act::kDelete, "born").tier, 0);
  EXPECT_EQ(act(Act::kDelete, "built").tier, 0);
  EXPECT_EQ(act(Act::kDelete, "clean").tier, 1);
  EXPECT_EQ(act(Act::kDelete, "/tmp/own").tier, 0);
  EXPECT_EQ(act(Act::kDelete, "/tmp/old").tier, 1);
  const auto precious = act(Act::kDelete, "precious");
  EXPECT_EQ(precious.tier, 2);
  EXPECT_EQ(precious.rule, "fs.delete");
  EXPECT_THAT(precious.categories, ElementsAre(Category::kFsDeleteOverwrite));
  EXPECT_THAT(precious.alternative, Not(IsEmpty()));
  EXPECT_THAT(precious.details, SizeIs(3));
  EXPECT_EQ(precious.pattern, "/home/user/project");
}

TEST_F(AssessorTest, DeletingOutsideAsks) {
  facts_.add("~/notes.txt");
  facts_.add_folder("~/old");
  facts_.add("/usr/bin/x");
  EXPECT_EQ(act(Act::kDelete, "~/notes.txt").tier, 2);
  EXPECT_EQ(act(Act::kDelete, "~/old").tier, 3);
  const auto system = act(Act::kDelete, "/usr/bin/x");
  EXPECT_EQ(system.tier, 3);
  EXPECT_THAT(system.categories, ElementsAre(Category::kSystemImpact, Category::kFsOutsideWorkspace,
                                             Category::kFsDeleteOverwrite));
}

TEST_F(AssessorTest, RemovingAnEmptyFolderOfTheWorkspaceIsLogged) {
  facts_.add_folder("empty");
  EXPECT_EQ(act(Act::kDelete, "empty").tier, 1);
}

TEST_F(AssessorTest, VersionControlDataIsGitsOwn) {
  facts_.add(".git/HEAD");
  facts_.add(".git/config");
  EXPECT_EQ(act(Act::kModify, ".git/HEAD").tier, 2);
  EXPECT_EQ(act(Act::kDelete, ".git/HEAD").tier, 3);
  EXPECT_EQ(act(Act::kCreate, ".git/hooks/pre-commit").tier, 2);
  actor_ = {"/usr/bin/git", {"git", "commit"}, true};
  EXPECT_EQ(act(Act::kModify, ".git/HEAD").tier, 0);
  EXPECT_EQ(act(Act::kDelete, ".git/HEAD").tier, 0);
  EXPECT_EQ(act(Act::kCreate, ".git/hooks/pre-commit").tier, 0);
  EXPECT_EQ(act(Act::kModify, "~/.gitconfig").tier, 2);
  actor_.installed = false;
  EXPECT_EQ(act(Act::kDelete, ".git/HEAD").tier, 3);
}

TEST_F(AssessorTest, GitPutsTrackedFilesWhereTheyBelong) {
  actor_ = {"/usr/bin/git", {"git", "clone"}, true};
  EXPECT_EQ(act(Act::kCreate, ".vscode/tasks.json").tier, 0);
  EXPECT_EQ(act(Act::kCreate, "~/.bashrc").tier, 2);
}

TEST_F(AssessorTest, RenamingKeepsWhatStaysInPlace) {
  facts_.add("a");
  facts_.add("b");
  facts_.add("/tmp/t", kBorn);
  EXPECT_EQ(act(Act::kRename, "a", "c").tier, 0);
  EXPECT_EQ(act(Act::kRename, "a", "b").tier, 1);
  EXPECT_EQ(act(Act::kRename, "/tmp/t", "c").tier, 0);
  EXPECT_EQ(act(Act::kRename, "a", "/tmp/a").tier, 2);
  EXPECT_EQ(act(Act::kRename, "a", "~/a").tier, 2);
  EXPECT_EQ(act(Act::kRename, "a", "~/a").rule, "fs.rename");
}

TEST_F(AssessorTest, AHardLinkIsJudgedByWhatItReaches) {
  facts_.add("a");
  facts_.add(".env");
  facts_.add("~/notes.txt");
  EXPECT_EQ(act(Act::kLink, "a", "b").tier, 0);
  EXPECT_EQ(act(Act::kLink, ".env", "b").tier, 2);
  EXPECT_EQ(act(Act::kLink, "~/notes.txt", "b").tier, 2);
}

TEST_F(AssessorTest, HarmlessDevicesAreFreeDisksAreNot) {
  EXPECT_EQ(act(Act::kModify, "/dev/null").tier, 0);
  EXPECT_EQ(act(Act::kDelete, "/dev/null").tier, 3);
  EXPECT_TRUE(act(Act::kModify, "/dev/sda").block);
}

TEST_F(AssessorTest, GuardsOwnFilesAreOutOfReach) {
  Action action;
  action.act = Act::kModify;
  action.objects = {Object{.path = "/g/audit.db",
                           .path_class = PathClass::kGuard,
                           .type = ObjectType::kFile,
                           .recoverability = kPrecious,
                           .bytes = 1}};
  const auto assessment = assess(action);
  EXPECT_TRUE(assessment.block);
  EXPECT_EQ(assessment.rule, "guard.own");
}

TEST_F(AssessorTest, ReadingIsFreeButForSecrets) {
  facts_.add("a");
  facts_.add("/etc/passwd");
  facts_.add("/etc/shadow");
  facts_.add("~/.ssh/id_rsa");
  EXPECT_EQ(act(Act::kRead, "a").tier, 0);
  EXPECT_EQ(act(Act::kRead, "/etc/passwd").tier, 0);
  EXPECT_EQ(act(Act::kRead, "/etc/shadow").tier, 2);
  EXPECT_EQ(act(Act::kRead, "~/.ssh/id_rsa").tier, 2);
  actor_ = {"/usr/bin/ssh", {"ssh"}, true};
  EXPECT_EQ(act(Act::kRead, "~/.ssh/id_rsa").tier, 0);
}

TEST_F(AssessorTest, AProgramKeepsItsOwnHistory) {
  facts_.add("~/.bash_history");
  EXPECT_EQ(act(Act::kModify, "~/.bash_history").tier, 2);
  actor_ = {"/usr/bin/bash", {"bash"}, true};
  EXPECT_EQ(act(Act::kModify, "~/.bash_history").tier, 1);
  EXPECT_EQ(act(Act::kModify, "~/.bashrc").tier, 2);
  actor_.installed = false;
  EXPECT_EQ(act(Act::kModify, "~/.bash_history").tier, 2);
  actor_ = {"/usr/bin/wget", {"wget"}, true};
  EXPECT_EQ(act(Act::kCreate, "~/.wget-hsts").tier, 0);
}

// --- deleting commands ---

TEST_F(AssessorTest, WhatTheSessionMadeGoesUnasked) {
  facts_.add("t/tmp_a", kBorn);
  facts_.add("t/tmp_b", kBorn);
  facts_.set_wildcard(true);
  EXPECT_EQ(exec("rm -rf t/tmp_a t/tmp_b").tier, 0);
}

TEST_F(AssessorTest, AWildcardListOfBeforeAsksOnceWithItsExtent) {
  for (int i = 0; i < 12; ++i) facts_.add("tmp_a/" + std::to_string(i));
  facts_.add("tmp_b/x");
  facts_.set_wildcard(true);
  const auto assessment = exec("rm -rf ./tmp_a ./tmp_b");
  EXPECT_EQ(assessment.tier, 2);
  EXPECT_FALSE(assessment.block);
  EXPECT_TRUE(assessment.wildcard);
  EXPECT_EQ(assessment.rule, "fs.delete.wildcard");
  EXPECT_EQ(assessment.reason, "deletes 2 directories, 13 files, 13.0 kB that existed before");
  EXPECT_THAT(assessment.details, ElementsAre("./tmp_a/ 12 files", "./tmp_b/ 1 file"));
  EXPECT_THAT(assessment.pattern, IsEmpty());
  ASSERT_TRUE(assessment.effect);
  EXPECT_EQ(assessment.effect->files, 13U);
}

TEST_F(AssessorTest, AtMostThreeDetailsTheLargestFirst) {
  for (const char* name : {"a/1", "b/1", "b/2", "c/1", "d/1"}) facts_.add(name);
  EXPECT_THAT(exec("rm -r a b c d").details, ElementsAre("b/ 2 files", "a/ 1 file", "and 2 more"));
}

TEST_F(AssessorTest, BuiltFoldersAreLogged) {
  facts_.add("build/x.o", kBuilt);
  EXPECT_EQ(exec("rm -rf build").tier, 1);
  facts_.add("build/keep.txt");
  EXPECT_EQ(exec("rm -rf build").tier, 2);
}

TEST_F(AssessorTest, OneNamedFileIsAsTheActItself) {
  facts_.add("old");
  facts_.add("tracked", kClean);
  EXPECT_EQ(exec("rm old").tier, 2);
  EXPECT_EQ(exec("rm tracked").tier, 1);
  EXPECT_EQ(exec("rm -f missing").tier, 0);
  facts_.set_wildcard(true);
  EXPECT_EQ(exec("rm tracked").tier, 2);
}

TEST_F(AssessorTest, TheWorkspaceAndSourceFoldersAsAWholeAskTwice) {
  facts_.add("src/a.c");
  EXPECT_EQ(exec("rm -rf src").tier, 3);
  EXPECT_EQ(exec("rm -rf ./src/").tier, 3);
  EXPECT_EQ(exec("rm -rf /home/user/project").tier, 3);
  EXPECT_EQ(exec("rm -rf .").tier, 3);
  EXPECT_EQ(exec("find . -delete").tier, 3);
  EXPECT_FALSE(exec("rm -rf .").block);
}

TEST_F(AssessorTest, GitsFolderAsksTwice) {
  facts_.add(".git/HEAD");
  facts_.add("vendor/lib/.git/HEAD");
  EXPECT_EQ(exec("rm -rf .git").tier, 3);
  EXPECT_EQ(exec("rm -rf vendor").tier, 3);
}

TEST_F(AssessorTest, ACloneOfThisSessionGoes) {
  facts_.add("dep/.git/HEAD", kBorn);
  facts_.add("dep/a.c", kBorn);
  EXPECT_EQ(exec("rm -rf dep").tier, 0);
  EXPECT_LE(exec("rm -rf dep/.git").tier, 1);
}

TEST_F(AssessorTest, ScratchFoldersAskOnlyWhenMuchOfBeforeGoes) {
  facts_.add("/tmp/a/x");
  EXPECT_EQ(exec("rm -rf /tmp/a").tier, 1);
  for (int i = 0; i < 25; ++i) facts_.add("/tmp/a/" + std::to_string(i));
  EXPECT_EQ(exec("rm -rf /tmp/a").tier, 2);
}

TEST_F(AssessorTest, WhatIsNotCountedToItsEndIsOfBefore) {
  facts_.add("t/a", kBorn);
  facts_.set_complete(false);
  const auto assessment = exec("rm -rf t");
  EXPECT_EQ(assessment.tier, 2);
  EXPECT_THAT(assessment.reason, HasSubstr("at least"));
}

TEST_F(AssessorTest, MixedPlacesAreJudgedEachAndWalkedAsOne) {
  facts_.add("/tmp/a/x");
  facts_.add("old/x");
  facts_.add("~/notes/x");
  const auto assessment = exec("rm -rf /tmp/a old ~/notes");
  EXPECT_EQ(assessment.tier, 3);
  EXPECT_THAT(assessment.categories,
              ElementsAre(Category::kFsOutsideWorkspace, Category::kFsDeleteOverwrite));
  EXPECT_THAT(facts_.last_walk(), SizeIs(3));
}

TEST_F(AssessorTest, SecretsInAFolderAreNamed) {
  facts_.add("conf/.env");
  const auto assessment = exec("rm -rf conf");
  EXPECT_EQ(assessment.tier, 2);
  EXPECT_THAT(assessment.categories, Contains(Category::kFsConfigSecrets));
}

TEST_F(AssessorTest, FindAsksForWhatItCouldTakeAtMost) {
  facts_.add("a.log");
  const auto assessment = exec("find . -name '*.log' -delete");
  EXPECT_EQ(assessment.tier, 2);
  EXPECT_THAT(assessment.reason, HasSubstr("at most"));
  EXPECT_EQ(exec("find . -name '*.log' -exec rm -f {} +").tier, 2);
  EXPECT_EQ(exec("find . -name '*.log'").tier, 0);
  EXPECT_EQ(exec("find . -name '*.pyc' -delete").tier, 1);
  EXPECT_EQ(exec("find . -delete -name '*.pyc'").tier, 3);
}

class AbsurdTest : public AssessorTest, public testing::WithParamInterface<const char*> {};
TEST_P(AbsurdTest, IsBlocked) {
  facts_.set_root(true);
  EXPECT_TRUE(exec(GetParam()).block) << GetParam();
}
INSTANTIATE_TEST_SUITE_P(
    Commands, AbsurdTest,
    testing::Values("rm -rf /", "rm -rf '/*'", "rm -rf //", "rm -rf /.", "rm -rf /etc/..",
                    "rm -fr --no-preserve-root /", "rm --rec --for /", "/bin/rm -r -f /",
                    "rm -rf ~", "rm -rf ~/", "rm -rf /home", "rm -rf /home/ana", "rm -rf /usr",
                    "rm -rf /etc/", "rm -rf ../../..", "rm -rf /bin /boot /tmp", "sudo rm -rf /",
                    "timeout 5 rm -rf /", "env A=1 nice -n 5 rm -rf /", "busybox rm -rf /",
                    "xargs rm -rf /", "/lib64/ld-linux-x86-64.so.2 /bin/rm -rf /", "find / -delete",
                    "find / -name x -delete", "find /etc -delete", "chmod -R 777 /",
                    "chown -R a:b /usr", "chown --rec a /", "mv / /tmp/x", "mv /etc /tmp/x",
                    "mv ~ /tmp/x", "mkfs.ext4 /dev/sda", "mke2fs /dev/sdz1", "mkswap /dev/sda",
                    "wipefs -a /dev/sda", "blkdiscard /dev/nvme0n1",
                    "dd if=/dev/zero of=/dev/sda bs=1M", "dd of=/dev/sdq if=x", "shred /dev/sda",
                    "cp x /dev/sda", "tee /dev/sda", "truncate -s 0 /dev/sda", "sh -c 'rm -rf /'",
                    "bash -lc 'cd /; rm -rf /*'", "bash -c ':(){ :|:& };:'", "rmdir /home"));

TEST_F(AssessorTest, NotAbsurdOnlyGrave) {
  facts_.add("/tmp/x/y");
  facts_.add("/etc/x/y");
  for (const char* line :
       {"rm -rf /tmp/x", "rm -rf /etc/x", "chmod 755 /tmp", "find ~ -name x -delete",
        "rm -rf /bin/x /boot/x /etc/x", "cp x /dev/null", "dd if=/dev/sda of=x",
        "mkfs.ext4 disk.img", "wipefs /dev/sda"}) {
    EXPECT_FALSE(exec(line).block) << line;
  }
}

// --- moving and writing commands ---

TEST_F(AssessorTest, MovingIsAsTheRenameItself) {
  facts_.add("a");
  facts_.add("b");
  facts_.add_folder("d", kBorn);
  facts_.add("lib/x");
  EXPECT_EQ(exec("mv a c").tier, 0);
  EXPECT_EQ(exec("mv a d").tier, 0);
  EXPECT_EQ(exec("mv a b").tier, 1);
  EXPECT_EQ(exec("mv -n a b").tier, 0);
  EXPECT_EQ(exec("mv lib lib2").tier, 0);
  EXPECT_EQ(exec("mv lib ~/lib").tier, 2);
  EXPECT_EQ(exec("mv -t /tmp lib").tier, 2);
  EXPECT_EQ(exec("mv a /etc/a").tier, 3);
}

TEST_F(AssessorTest, OverwritingIsAsTheActItself) {
  facts_.add("a");
  facts_.add("b");
  facts_.add("~/notes.txt");
  EXPECT_EQ(exec("cp a c").tier, 0);
  EXPECT_EQ(exec("cp a b").tier, 1);
  EXPECT_EQ(exec("truncate -s 0 b").tier, 1);
  EXPECT_EQ(exec("tee b").tier, 1);
  EXPECT_EQ(exec("dd if=a of=b").tier, 1);
  EXPECT_EQ(exec("cp a ~/notes.txt").tier, 2);
  EXPECT_EQ(exec("cp a ~").tier, 2);
  EXPECT_EQ(exec("cp ~/notes.txt .").tier, 0);
  EXPECT_EQ(exec("cp a /dev/null").tier, 0);
}

TEST_F(AssessorTest, WhatAMoveOutsideTouchesIsWalked) {
  facts_.add("a");
  facts_.add("~/a");
  const auto assessment = exec("mv a ~/a");
  EXPECT_EQ(assessment.tier, 2);
  EXPECT_THAT(facts_.last_walk(), ElementsAre("a", "~/a"));
}

// --- who runs ---

TEST_F(AssessorTest, TheImageCountsWhateverItIsCalled) {
  facts_.add("old");
  Action action = exec_of("harmless old");
  action.exe = "/usr/bin/rm";
  EXPECT_EQ(assess(action).tier, 2);
  action = exec_of("rm old");
  action.exe = "/usr/bin/busybox";
  EXPECT_EQ(assess(action).tier, 2);
}

TEST_F(AssessorTest, ProgramsThatWereWrittenHere) {
  Action action = exec_of("./a.out");
  EXPECT_EQ(assess(action).tier, 0);
  action.image_origin = ImageOrigin::kBornInBuild;
  EXPECT_EQ(assess(action).tier, 0);
  action.image_origin = ImageOrigin::kBorn;
  EXPECT_EQ(assess(action).tier, 1);
  for (const auto origin : {ImageOrigin::kMemfd, ImageOrigin::kDeleted}) {
    action.image_origin = origin;
    EXPECT_EQ(assess(action).tier, 2);
    EXPECT_THAT(assess(action).categories, ElementsAre(Category::kExecArbitrary));
  }
}

TEST_F(AssessorTest, UnknownSetuidImageIsSudo) {
  Action action = exec_of("/opt/tool x");
  action.image_setuid = true;
  EXPECT_EQ(assess(action).tier, 2);
  EXPECT_THAT(assess(action).categories, ElementsAre(Category::kSudo));
}

TEST_F(AssessorTest, InjectedLoadersCount) {
  const auto with = [&](const std::string& line, const std::string& change) {
    Action action = exec_of(line);
    action.environment_changes = {change};
    return assess(action).tier;
  };
  EXPECT_EQ(with("ls", "LD_PRELOAD=./x.so"), 2);
  EXPECT_EQ(with("bash x.sh", "BASH_ENV=x"), 2);
  EXPECT_EQ(with("node x.js", "NODE_OPTIONS=--require ./x.js"), 2);
  EXPECT_EQ(with("git fetch", "GIT_SSH_COMMAND=x"), 2);
  EXPECT_EQ(with("node x.js", "NODE_OPTIONS=--max-old-space-size=4096 --no-warnings"), 0);
  EXPECT_EQ(with("make", "ENV=production"), 0);
  EXPECT_EQ(with("sh x.sh", "ENV=production"), 0);
  EXPECT_EQ(with("sh x.sh", "ENV=/tmp/x"), 2);
  EXPECT_EQ(with("ls", "BASH_ENV=x"), 0);
  EXPECT_EQ(with("ls", "LD_PRELOAD="), 0);
  EXPECT_EQ(with("npm test", "npm_config_cache=/tmp/x"), 0);
}

TEST_F(AssessorTest, AProgramBehindTheLoaderIsNoInstalledProgram) {
  EXPECT_EQ(exec("/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 ./prog").rule, "exec.loader");
  EXPECT_EQ(exec("/lib/ld-musl-x86_64.so.1 --library-path . /bin/ls").tier, 2);
  EXPECT_EQ(exec("timeout 5 /lib64/ld-linux-x86-64.so.2 /bin/ls").tier, 2);
  for (const char* line : {"--list /bin/ls", "--verify /bin/ls", "--help", "", "--version"})
    EXPECT_EQ(exec(std::string("/lib64/ld-linux-x86-64.so.2 ") + line).tier, 0) << line;
  Action traced = exec_of("/lib64/ld-linux-x86-64.so.2 /bin/ls");
  traced.environment_changes = {"LD_TRACE_LOADED_OBJECTS=1"};
  EXPECT_EQ(assess(traced).tier, 0);
  traced.environment_changes = {"LD_TRACE_LOADED_OBJECTS="};
  EXPECT_EQ(assess(traced).tier, 2);
}

TEST_F(AssessorTest, SudoIsNotToBeHadByAUser) {
  const auto user = exec("sudo ls");
  EXPECT_EQ(user.tier, 2);
  EXPECT_TRUE(user.cannot_be_had);
  EXPECT_THAT(user.reason, HasSubstr("run it outside"));
  facts_.set_root(true);
  EXPECT_FALSE(exec("sudo ls").cannot_be_had);
}

TEST_F(AssessorTest, SudoCountsAsMuchAsWhatItRuns) {
  facts_.set_root(true);
  facts_.add("src/a.c");
  const auto assessment = exec("sudo -u root rm -rf src");
  EXPECT_EQ(assessment.tier, 3);
  EXPECT_THAT(assessment.categories, ElementsAre(Category::kSudo, Category::kFsDeleteOverwrite));
}

TEST_F(AssessorTest, ManyWrappersHideNothing) {
  EXPECT_EQ(exec("nice nice nice nice nice nice nice nice nice ls").tier, 2);
  facts_.add("old");
  EXPECT_EQ(exec("nice nice nice nice nice nice nice rm old").tier, 2);
}

TEST_F(AssessorTest, NestedTextEnds) {
  std::string line = "env sh -c '";
  for (int i = 0; i < 2000; ++i) line += "ssh h ";
  EXPECT_GE(exec(line + "'").tier, 0);
}

// --- implied acts ---

TEST_F(AssessorTest, ImpliedActsBelongToTheInstalledImage) {
  ASSERT_TRUE(exec("git status").implied);
  EXPECT_THAT(exec("git status").implied->classes, Contains(PathClass::kVcs));
  EXPECT_TRUE(exec("ld -o a b.o").implied);
  Action named = exec_of("ld x");
  named.exe = "/usr/bin/python3.11";
  EXPECT_FALSE(assess(named).implied);
  Action own = exec_of("./ld x");
  own.image_origin = ImageOrigin::kBorn;
  EXPECT_FALSE(assess(own).implied);
  EXPECT_FALSE(exec("env ld x").implied);
  Action alias = exec_of("cc x.c");
  alias.exe = "/usr/bin/x86_64-linux-gnu-gcc-12";
  EXPECT_TRUE(assess(alias).implied);
}

TEST_F(AssessorTest, AskedRowsBringTheirOwn) {
  const auto reset = exec("git reset --hard");
  EXPECT_EQ(reset.tier, 2);
  EXPECT_TRUE(reset.implied);
  EXPECT_FALSE(exec("git push").implied);
}

// --- words for people ---

TEST_F(AssessorTest, PublishingNamesBranchAndRemote) {
  const auto assessment = exec("git push origin main");
  EXPECT_EQ(assessment.rule, "git.push");
  EXPECT_THAT(assessment.details, ElementsAre("git push", "branch or tag: main", "remote: origin"));
  EXPECT_EQ(assessment.pattern, "git push origin *");
  EXPECT_THAT(assessment.alternative, Not(IsEmpty()));
  EXPECT_EQ(exec("git -C x push origin main").pattern, "git -C x push origin main");
}

TEST_F(AssessorTest, InstallsDependOnALockFile) {
  EXPECT_EQ(exec("npm install").tier, 2);
  facts_.add("package-lock.json");
  EXPECT_EQ(exec("npm install").tier, 1);
  EXPECT_EQ(exec("npm install left-pad").tier, 2);
  EXPECT_THAT(exec("npm install left-pad").details,
              ElementsAre("manager: npm", "packages: left-pad", "manifest: package.json"));
}

TEST_F(AssessorTest, NpxOfTheProjectIsLogged) {
  EXPECT_EQ(exec("npx tsc").tier, 2);
  facts_.add("node_modules/.bin/tsc", kBuilt);
  EXPECT_EQ(exec("npx tsc").tier, 1);
  facts_.add("evil");
  EXPECT_EQ(exec("npx ../../evil").tier, 2);
}

// --- network ---

TEST_F(AssessorTest, ConnectionsGoByWhoIsReached) {
  Policy policy = *policy_;
  policy.network_allow = {"api.example.org", "192.0.2.7:443", "169.254.169.254"};
  use(policy);
  const auto to = [&](const Destination& destination) {
    Action action;
    action.act = Act::kConnect;
    action.destination = destination;
    return assess(action).tier;
  };
  Destination host;
  host.address = "198.51.100.1";
  host.port = 443;
  EXPECT_EQ(to(host), 2);
  host.name = "api.example.org";
  host.name_source = NameSource::kCommandLine;
  EXPECT_EQ(to(host), 2);
  host.name_source = NameSource::kDns;
  EXPECT_EQ(to(host), 1);
  host = {};
  host.address = "192.0.2.7";
  host.port = 443;
  EXPECT_EQ(to(host), 1);
  host.port = 80;
  EXPECT_EQ(to(host), 2);
  host.loopback = true;
  EXPECT_EQ(to(host), 0);
  host = {};
  host.address = "169.254.169.254";
  host.metadata_service = true;
  EXPECT_EQ(to(host), 3);
  host = {};
  host.address = "192.0.2.53";
  host.resolver = true;
  EXPECT_EQ(to(host), 0);
}

TEST_F(AssessorTest, OtherMachinesMayNotConnectUnasked) {
  Action action;
  action.act = Act::kListen;
  action.destination.address = "0.0.0.0";
  EXPECT_EQ(assess(action).tier, 2);
  action.destination.loopback = true;
  EXPECT_EQ(assess(action).tier, 0);
}

TEST_F(AssessorTest, SystemCallsAskTwice) {
  Action action;
  action.syscall = "mount";
  action.act = Act::kSystem;
  EXPECT_EQ(assess(action).tier, 3);
  action.act = Act::kSignal;
  EXPECT_EQ(assess(action).tier, 3);
}

// --- the policy's own tiers ---

TEST_F(AssessorTest, CategoriesCanBeRaisedAndLowered) {
  Policy policy = *policy_;
  policy.category_tiers = {
      {Category::kDepsInstallUpdate, 1}, {Category::kGitPublish, 1}, {Category::kNetworkRisk, 3}};
  use(policy);
  EXPECT_EQ(exec("pip install x").tier, 1);
  EXPECT_EQ(exec("git push").tier, 1);
  EXPECT_EQ(exec("git push --force").tier, 3);
  EXPECT_EQ(exec("curl x").tier, 3);
}

TEST_F(AssessorTest, OnlyWalksAndTextAreSlow) {
  EXPECT_TRUE(assessor_->is_slow(exec_of("rm x")));
  EXPECT_TRUE(assessor_->is_slow(exec_of("sudo rm x")));
  EXPECT_TRUE(assessor_->is_slow(exec_of("bash -c 'ls'")));
  EXPECT_TRUE(assessor_->is_slow(exec_of("find . -delete")));
  EXPECT_FALSE(assessor_->is_slow(exec_of("find . -name x")));
  EXPECT_FALSE(assessor_->is_slow(exec_of("ls")));
  EXPECT_FALSE(assessor_->is_slow(exec_of("git push")));
}

}  // namespace
}  // namespace guard::policy
