// SPDX-License-Identifier: Apache-2.0
// The judgements on acts on single files: the table of acts, places and ages.
#include "policy/effects/file_assessment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/assess/assessor.h"
#include "tests/policy/assessor_fixture.h"

namespace guard::policy {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr auto kBorn = Recoverability::kBorn;
constexpr auto kBuilt = Recoverability::kBuilt;
constexpr auto kClean = Recoverability::kClean;
constexpr auto kPrecious = Recoverability::kPrecious;

class FileAssessmentTest : public AssessorTest {};

TEST_F(FileAssessmentTest, CreatingInTheWorkspaceIsFree) {
  EXPECT_EQ(act(Act::kCreate, "a.txt").tier, 0);
  EXPECT_EQ(act(Act::kCreate, "/tmp/a.txt").tier, 0);
}

TEST_F(FileAssessmentTest, CreatingOutsideAsks) {
  const auto home = act(Act::kCreate, "~/a.txt");
  EXPECT_EQ(home.tier, 2);
  EXPECT_THAT(home.categories, ElementsAre(Category::kFsOutsideWorkspace));
  EXPECT_EQ(act(Act::kCreate, "/etc/x").tier, 3);
  EXPECT_EQ(act(Act::kCreate, ".env").tier, 2);
  EXPECT_EQ(act(Act::kCreate, "~/.bashrc").tier, 2);
}

TEST_F(FileAssessmentTest, OverwritingAWorkspaceFileOfBeforeAsksUnlessSaved) {
  facts_.add("old.c");
  facts_.add("saved.c", Recoverability::kSaved);
  EXPECT_EQ(act(Act::kModify, "saved.c").tier, 0);
  facts_.add("new.c", kBorn);
  facts_.add("target/x.o", kBuilt);
  EXPECT_EQ(act(Act::kModify, "old.c").tier, 2);
  EXPECT_EQ(act(Act::kModify, "new.c").tier, 0);
  EXPECT_EQ(act(Act::kModify, "target/x.o").tier, 0);
}

TEST_F(FileAssessmentTest, WhatUndoCouldNotTakeBackAsksWhateverItIs) {
  facts_.add("old.c");
  facts_.add("clean", kClean);
  for (const auto& [kind, path] :
       {std::pair(Act::kRename, "old.c"), std::pair(Act::kDelete, "clean")}) {
    Action action;
    action.act = kind;
    action.cwd = "/home/user/project";
    action.objects = {facts_.object(path, LastLink::kKept)};
    if (kind == Act::kRename) action.objects.push_back(facts_.object("new.c", LastLink::kKept));
    EXPECT_LT(assess(action).tier, 2) << path;
    action.unsaved = true;
    EXPECT_EQ(assess(action).tier, 2) << path;
    EXPECT_EQ(assess(action).rule, "undo.unsaved");
  }
}

// gpg-agent takes its own sockets away when it ends.
TEST_F(FileAssessmentTest, ASocketThatTheSessionMadeIsItsOwnAmongSecretsToo) {
  facts_.add("/home/user/.gnupg/S.gpg-agent", kBorn);
  facts_.add("/home/user/.gnupg/S.scdaemon");
  const auto tier_of_delete = [this](const std::string& path, ObjectType type) {
    Action action;
    action.act = Act::kDelete;
    action.objects = {facts_.object(path, LastLink::kKept)};
    action.objects.front().type = type;
    return assess(action).tier;
  };
  EXPECT_EQ(tier_of_delete("/home/user/.gnupg/S.gpg-agent", ObjectType::kSocket), 0);
  EXPECT_EQ(tier_of_delete("/home/user/.gnupg/S.gpg-agent", ObjectType::kFile), 2);
  EXPECT_EQ(tier_of_delete("/home/user/.gnupg/S.scdaemon", ObjectType::kSocket), 2);
}

TEST_F(FileAssessmentTest, DeletingOneNamedFileGoesByWhatWouldBeLost) {
  facts_.add("born", kBorn);
  facts_.add("built", kBuilt);
  facts_.add("clean", kClean);
  facts_.add("precious");
  facts_.add("/tmp/old");
  facts_.add("saved", Recoverability::kSaved);
  EXPECT_EQ(act(Act::kDelete, "saved").tier, 1);
  facts_.add("/tmp/own", kBorn);
  EXPECT_EQ(act(Act::kDelete, "born").tier, 0);
  EXPECT_EQ(act(Act::kDelete, "built").tier, 0);
  EXPECT_EQ(act(Act::kDelete, "clean").tier, 1);
  EXPECT_EQ(act(Act::kDelete, "/tmp/own").tier, 0);
  EXPECT_EQ(act(Act::kDelete, "/tmp/old").tier, 2);
  const auto precious = act(Act::kDelete, "precious");
  EXPECT_EQ(precious.tier, 2);
  EXPECT_EQ(precious.rule, "fs.delete");
  EXPECT_THAT(precious.categories, ElementsAre(Category::kFsDeleteOverwrite));
  EXPECT_THAT(precious.alternative, Not(IsEmpty()));
  EXPECT_THAT(precious.details, SizeIs(3));
  EXPECT_EQ(precious.pattern, "/home/user/project");
}

// A secret is one inside the workspace too: another place there is no advice.
TEST_F(FileAssessmentTest, WhatIsCreatedInTheWorkspaceIsNotSentThere) {
  for (const char* path : {".env.local", ".vscode/settings.json", ".git/hooks/pre-commit"}) {
    EXPECT_GE(act(Act::kCreate, path).tier, 1) << path;
    EXPECT_EQ(act(Act::kCreate, path).alternative, "Ask the user first.") << path;
  }
  EXPECT_EQ(act(Act::kCreate, "~/.bashrc").alternative, "Ask the user first.");
  EXPECT_THAT(act(Act::kCreate, "/srv/x").alternative, HasSubstr("inside the workspace"));
}

TEST_F(FileAssessmentTest, DeletingOutsideAsks) {
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

TEST_F(FileAssessmentTest, WhatTheSessionMadeOutsideIsItsOwnToEditAndDelete) {
  facts_.add("~/made", kBorn);
  facts_.add_folder("~/folder", kBorn);
  facts_.add("~/go/bin/tool", kBorn);
  facts_.add("~/.tool/start", kBorn);
  facts_.add("~/.bashrc", kBorn);
  EXPECT_EQ(act(Act::kModify, "~/made").tier, 0);
  EXPECT_EQ(act(Act::kDelete, "~/made").tier, 0);
  EXPECT_EQ(act(Act::kDelete, "~/folder").tier, 0);
  EXPECT_EQ(act(Act::kDelete, "~/go/bin/tool").tier, 0);
  for (const char* later : {"~/go/bin/tool", "~/.tool/start", "~/.bashrc"})
    EXPECT_EQ(act(Act::kModify, later).tier, 2) << later;
  EXPECT_EQ(act(Act::kCreate, "~/another").tier, 2);
}

TEST_F(FileAssessmentTest, RemovingAnEmptyFolderOfTheWorkspaceIsLogged) {
  facts_.add_folder("empty");
  EXPECT_EQ(act(Act::kDelete, "empty").tier, 1);
}

TEST_F(FileAssessmentTest, VersionControlDataIsGitsOwn) {
  facts_.add(".git/HEAD");
  facts_.add(".git/config");
  EXPECT_EQ(act(Act::kModify, ".git/HEAD").tier, 2);
  EXPECT_EQ(act(Act::kDelete, ".git/HEAD").tier, 3);
  EXPECT_EQ(act(Act::kCreate, ".git/hooks/pre-commit").tier, 2);
  actor_ = {"/usr/bin/git", {"git", "commit"}, true};
  EXPECT_EQ(act(Act::kModify, ".git/HEAD").tier, 0);
  EXPECT_EQ(act(Act::kDelete, ".git/HEAD").tier, 0);
  EXPECT_EQ(act(Act::kCreate, ".git/hooks/pre-commit").tier, 2);
  EXPECT_EQ(act(Act::kCreate, ".git/hooks/pre-commit.sample").tier, 0);
  EXPECT_EQ(act(Act::kModify, ".git/config").tier, 2);
  EXPECT_EQ(act(Act::kCreate, ".git/worktrees/w/gitdir").tier, 2);
  EXPECT_EQ(act(Act::kModify, "~/.gitconfig").tier, 2);
  actor_.argv = {"git", "worktree", "add", "w"};
  EXPECT_EQ(act(Act::kCreate, ".git/worktrees/w/gitdir").tier, 0);
  actor_.installed = false;
  EXPECT_EQ(act(Act::kDelete, ".git/HEAD").tier, 3);
}

TEST_F(FileAssessmentTest, GitMakesTheFolderOfHooksOfASubmodule) {
  Action action;
  action.act = Act::kCreate;
  action.cwd = "/home/user/project";
  action.syscall = "mkdir";
  action.actor = {
      "/usr/bin/git", {"git", "clone", "--no-checkout", "--separate-git-dir", "x"}, true};
  for (const char* path : {".git/modules/sub/hooks", ".git/hooks"}) {
    action.objects = {facts_.object(path, LastLink::kKept)};
    EXPECT_EQ(assess(action).tier, 0) << path;
    action.syscall = "symlink";
    EXPECT_EQ(assess(action).tier, 2) << path;
    action.syscall = "mkdirat";
  }
  action.actor.exe = "/usr/bin/mkdir";
  EXPECT_EQ(assess(action).tier, 2);
}

TEST_F(FileAssessmentTest, GitSplitsMailIntoNewNamesOfDigitsForItself) {
  facts_.add(".git/rebase-apply/0001");
  actor_ = {"/usr/bin/git", {"git", "mailsplit", "-o.git/rebase-apply", "mbox"}, true};
  for (const char* path : {".git/rebase-apply/0002", ".git/worktrees/w/rebase-apply/0001",
                           ".git/modules/a/b/rebase-apply/12345"})
    EXPECT_EQ(act(Act::kCreate, path).tier, 0) << path;
  for (const char* path :
       {".git/0002", ".git/hooks/0002", ".git/refs/heads/0002", ".git/rebase-apply/next",
        ".git/rebase-apply/x/0002", ".git/refs/heads/rebase-apply/0002"})
    EXPECT_GE(act(Act::kCreate, path).tier, 2) << path;
  EXPECT_GE(act(Act::kModify, ".git/rebase-apply/0001").tier, 2);
  actor_.tampered = true;
  EXPECT_EQ(act(Act::kCreate, ".git/rebase-apply/0002").tier, 2);
  actor_ = {"/usr/bin/python3", {"python3", "mailsplit"}, true};
  EXPECT_EQ(act(Act::kCreate, ".git/rebase-apply/0002").tier, 2);
}

TEST_F(FileAssessmentTest, GitThatOnlyLooksRefreshesTheIndexOfAnyRepository) {
  facts_.add("~/other/.git/index");
  facts_.add("~/other/notes");
  for (const char* step : {"status", "diff", "describe"}) {
    actor_ = {"/usr/bin/git", {"git", "-C", "/home/user/other", step}, true};
    EXPECT_EQ(act(Act::kCreate, "~/other/.git/index.lock").tier, 0) << step;
    EXPECT_LE(act(Act::kRename, "~/other/.git/index.lock", "~/other/.git/index").tier, 1) << step;
    EXPECT_GE(act(Act::kCreate, "~/other/.git/config.lock").tier, 2) << step;
    EXPECT_GE(act(Act::kModify, "~/other/notes").tier, 2) << step;
    EXPECT_GE(act(Act::kCreate, "~/other/index.lock").tier, 2) << step;
  }
  actor_.argv = {"git", "diff", "--output=x"};
  EXPECT_GE(act(Act::kCreate, "~/other/.git/index.lock").tier, 2);
  actor_.argv = {"git", "add", "x"};
  EXPECT_GE(act(Act::kCreate, "~/other/.git/index.lock").tier, 2);
  actor_ = {"/usr/bin/python3", {"python3", "status"}, true};
  EXPECT_GE(act(Act::kCreate, "~/other/.git/index.lock").tier, 2);
}

TEST_F(FileAssessmentTest, ASubmoduleOfTheSessionGoesWithItsSettings) {
  facts_.add_folder(".git");
  for (const char* name : {"modules", "modules/old", "modules/old/hooks"})
    facts_.add_folder(std::string(".git/") + name);
  facts_.add(".git/modules/old/HEAD");
  for (const char* folder : {"modules/mine", "modules/old/hooks/more", "modules/old/modules",
                             "modules/old/modules/mine"})
    facts_.add_folder(std::string(".git/") + folder, kBorn);
  for (const char* folder : {"mine", "old/hooks/more", "old/modules/mine", "old"})
    facts_.add(".git/modules/" + std::string(folder) + "/config", kBorn);
  actor_ = {"/usr/bin/git", {"git", "clone", "x"}, true};
  EXPECT_LE(act(Act::kDelete, ".git/modules/mine/config").tier, 1);
  EXPECT_LE(act(Act::kDelete, ".git/modules/old/modules/mine/config").tier, 1);
  EXPECT_GE(act(Act::kDelete, ".git/modules/old/config").tier, 2);
  EXPECT_GE(act(Act::kDelete, ".git/modules/old/hooks/more/config").tier, 2);
}

TEST_F(FileAssessmentTest, AToolKeepsItsLockBesideGitsFiles) {
  facts_.add(".git/mine.lock", kBorn);
  facts_.add(".git/old.lock");
  EXPECT_EQ(act(Act::kCreate, ".git/tool.lock").tier, 0);
  EXPECT_EQ(act(Act::kModify, ".git/mine.lock").tier, 0);
  EXPECT_EQ(act(Act::kDelete, ".git/mine.lock").tier, 0);
  EXPECT_EQ(act(Act::kDelete, ".git/old.lock").tier, 3);
  for (const char* name : {"HEAD.lock", "index.lock", "config.lock", "ORIG_HEAD.lock", "tool",
                           "refs/heads/x.lock", "hooks/x.lock"})
    EXPECT_GE(act(Act::kCreate, std::string(".git/") + name).tier, 2) << name;
}

TEST_F(FileAssessmentTest, ARepositoryOfTheSessionGoesWithItsSettingsAndHooks) {
  facts_.add_folder("new/.git", kBorn);
  facts_.add("new/.git/config", kBorn);
  facts_.add("new/.git/hooks/pre-push.sample", kBorn);
  facts_.add("new/.git/hooks/old");
  EXPECT_EQ(act(Act::kDelete, "new/.git/config").tier, 1);
  EXPECT_EQ(act(Act::kDelete, "new/.git/hooks/pre-push.sample").tier, 1);
  EXPECT_EQ(act(Act::kDelete, "new/.git/hooks/old").tier, 2);
  EXPECT_EQ(act(Act::kModify, "new/.git/config").tier, 2);
  // git has written it anew.
  facts_.add_folder(".git");
  facts_.add(".git/config", kBorn);
  EXPECT_EQ(act(Act::kDelete, ".git/config").tier, 2);
  facts_.add(".envrc", kBorn);
  EXPECT_EQ(act(Act::kDelete, ".envrc").tier, 2);
}

TEST_F(FileAssessmentTest, GitPutsTrackedFilesWhereTheyBelong) {
  actor_ = {"/usr/bin/git", {"git", "clone"}, true};
  EXPECT_EQ(act(Act::kCreate, ".vscode/tasks.json").tier, 0);
  EXPECT_EQ(act(Act::kCreate, "~/.bashrc").tier, 2);
}

TEST_F(FileAssessmentTest, RenamingKeepsWhatStaysInPlace) {
  facts_.add("a");
  facts_.add("b");
  facts_.add("/tmp/t", kBorn);
  EXPECT_EQ(act(Act::kRename, "a", "c").tier, 0);
  EXPECT_EQ(act(Act::kRename, "a", "b").tier, 2);
  EXPECT_EQ(act(Act::kRename, "/tmp/t", "c").tier, 0);
  EXPECT_EQ(act(Act::kRename, "a", "/tmp/a").tier, 2);
  EXPECT_EQ(act(Act::kRename, "a", "~/a").tier, 2);
  EXPECT_EQ(act(Act::kRename, "a", "~/a").rule, "fs.rename");
}

TEST_F(FileAssessmentTest, AHardLinkIsJudgedByWhatItReaches) {
  facts_.add("a");
  facts_.add(".env");
  facts_.add("~/notes.txt");
  EXPECT_EQ(act(Act::kLink, "a", "b").tier, 0);
  EXPECT_EQ(act(Act::kLink, ".env", "b").tier, 2);
  EXPECT_EQ(act(Act::kLink, "~/notes.txt", "b").tier, 2);
}

TEST_F(FileAssessmentTest, HarmlessDevicesAreFreeDisksAreNot) {
  EXPECT_EQ(act(Act::kModify, "/dev/null").tier, 0);
  EXPECT_EQ(act(Act::kDelete, "/dev/null").tier, 3);
  EXPECT_TRUE(act(Act::kModify, "/dev/sda").block);
}

TEST_F(FileAssessmentTest, GuardsOwnFilesAreOutOfReach) {
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

TEST_F(FileAssessmentTest, ReadingIsFreeButForSecrets) {
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
  actor_ = {"/usr/bin/sudo", {"sudo", "id"}, true};
  EXPECT_EQ(act(Act::kRead, "/etc/shadow").tier, 0);
}

TEST_F(FileAssessmentTest, ToolsOfSshThatLoadOrShowAnythingOwnNoKey) {
  facts_.add("~/.ssh/id_rsa");
  for (const char* name : {"ssh-pkcs11-helper", "ssh-sk-helper", "ssh-keyscan"}) {
    actor_ = {std::string("/usr/bin/") + name, {name}, true};
    EXPECT_EQ(act(Act::kRead, "~/.ssh/id_rsa").tier, 2) << name;
  }
  actor_ = {"/usr/bin/ssh-add", {"ssh-add"}, true};
  EXPECT_EQ(act(Act::kRead, "~/.ssh/id_rsa").tier, 0);
}

TEST_F(FileAssessmentTest, WhomAnotherMayWriteOwnsNoSecret) {
  facts_.add("~/.ssh/id_rsa");
  actor_ = {"/usr/bin/ssh", {"ssh"}, true};
  actor_.tampered = true;
  EXPECT_EQ(act(Act::kRead, "~/.ssh/id_rsa").tier, 2);
}

TEST_F(FileAssessmentTest, WhatAProgramReadsOfItsOwnIsToldFromWhatOthersAreAskedAbout) {
  facts_.add("~/.ssh/id_rsa");
  facts_.add("src/a.c");
  const auto reads_own = [this](const char* path) {
    Action action;
    action.act = Act::kRead;
    action.actor = actor_;
    action.objects = {facts_.object(path, LastLink::kFollowed)};
    return reads_own_secret(action);
  };
  EXPECT_FALSE(reads_own("~/.ssh/id_rsa"));
  actor_ = {"/usr/bin/ssh", {"ssh"}, true};
  EXPECT_TRUE(reads_own("~/.ssh/id_rsa"));
  EXPECT_FALSE(reads_own("src/a.c"));
  actor_.tampered = true;
  EXPECT_FALSE(reads_own("~/.ssh/id_rsa"));
}

TEST_F(FileAssessmentTest, GitMayReadOfASecretOnlyWhatItHasCommitted) {
  facts_.add(".env");
  actor_ = {"/usr/bin/git", {"git", "add", ".env"}, true};
  EXPECT_EQ(act(Act::kRead, ".env").tier, 2);
  EXPECT_EQ(act(Act::kRead, "src/a.c").tier, 0);
}

TEST_F(FileAssessmentTest, GitOwnsNoSecretThatItsWordsName) {
  facts_.add("~/.git-credentials");
  actor_ = {"/usr/bin/git", {"git", "credential-store", "get"}, true};
  EXPECT_EQ(act(Act::kRead, "~/.git-credentials").tier, 0);
  for (const char* given : {"--no-index", "hash-object", "interpret-trailers"}) {
    actor_ = {"/usr/bin/git", {"git", given, "/dev/null", ".git-credentials"}, true};
    EXPECT_EQ(act(Act::kRead, "~/.git-credentials").tier, 2) << given;
  }
}

TEST_F(FileAssessmentTest, GitKeepsThePasswordsThatItWasTold) {
  facts_.add("~/.git-credentials");
  facts_.add("~/.netrc");
  actor_ = {"/usr/bin/git", {"git", "credential-store", "store"}, true};
  EXPECT_EQ(act(Act::kModify, "~/.git-credentials").tier, 1);
  EXPECT_EQ(act(Act::kModify, "~/.netrc").tier, 2);
  actor_ = {"/usr/bin/git", {"git", "log", "--output=.git-credentials"}, true};
  EXPECT_EQ(act(Act::kModify, "~/.git-credentials").tier, 2);
}

TEST_F(FileAssessmentTest, AProgramKeepsItsOwnHistory) {
  facts_.add("~/.bash_history");
  EXPECT_EQ(act(Act::kModify, "~/.bash_history").tier, 2);
  actor_ = {"/usr/bin/bash", {"bash"}, true};
  EXPECT_EQ(act(Act::kModify, "~/.bash_history").tier, 1);
  EXPECT_EQ(act(Act::kModify, "~/.bashrc").tier, 2);
  actor_ = {"/usr/bin/bash", {"bash", "-i", "--norc"}, true};
  EXPECT_EQ(act(Act::kRead, "~/.bash_history").tier, 0);
  for (const char* given : {"-c", "-ec", "script.sh"}) {
    actor_ = {"/usr/bin/bash", {"bash", given, "cat"}, true};
    EXPECT_EQ(act(Act::kRead, "~/.bash_history").tier, 2) << given;
    EXPECT_EQ(act(Act::kModify, "~/.bash_history").tier, 2) << given;
  }
  actor_ = {"/usr/bin/bash", {"bash", "-O", "autocd", "-o", "vi"}, true};
  EXPECT_EQ(act(Act::kRead, "~/.bash_history").tier, 0);
  for (const char* option : {"--rcfile", "--init-file"}) {
    actor_ = {"/usr/bin/bash", {"bash", option, "rc", "-i"}, true};
    EXPECT_EQ(act(Act::kRead, "~/.bash_history").tier, 2) << "code that CMD gave it";
    actor_.by_user = true;
    EXPECT_EQ(act(Act::kRead, "~/.bash_history").tier, 0) << option;
    EXPECT_EQ(act(Act::kModify, "~/.bash_history").tier, 1) << option;
    actor_.argv.emplace_back("script.sh");
    EXPECT_EQ(act(Act::kRead, "~/.bash_history").tier, 2) << option;
  }
  actor_ = {"/usr/bin/bash", {"bash"}, false};
  EXPECT_EQ(act(Act::kModify, "~/.bash_history").tier, 2);
  actor_ = {"/usr/bin/python3.13", {"python3"}, true};
  EXPECT_EQ(act(Act::kCreate, "~/.python_history-4711.tmp").tier, 0);
  EXPECT_EQ(act(Act::kCreate, "~/.bash_history-4711.tmp").tier, 2);
  actor_ = {"/usr/bin/wget", {"wget"}, true};
  EXPECT_EQ(act(Act::kCreate, "~/.wget-hsts").tier, 0);
}

}  // namespace
}  // namespace guard::policy
