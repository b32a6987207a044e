// SPDX-License-Identifier: Apache-2.0
// Commands that delete, move or overwrite are judged by what they would take.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/limits.h"
#include "policy/assess/assessor.h"
#include "tests/policy/assessor_fixture.h"

namespace guard::policy {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

constexpr auto kBorn = Recoverability::kBorn;
constexpr auto kBuilt = Recoverability::kBuilt;
constexpr auto kClean = Recoverability::kClean;

class FileEffectTest : public AssessorTest {};

TEST_F(FileEffectTest, WhatTheSessionMadeGoesUnasked) {
  facts_.add("t/tmp_a", kBorn);
  facts_.add("t/tmp_b", kBorn);
  facts_.set_wildcard(true);
  EXPECT_EQ(exec("rm -rf t/tmp_a t/tmp_b").tier, 0);
}

TEST_F(FileEffectTest, AWildcardListOfBeforeAsksOnceWithItsExtent) {
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

// Files in the workspace and outside are judged apart. The answer is about all of them.
TEST_F(FileEffectTest, WhatLeadsSaysTheWorstOfAllThatGoes) {
  facts_.add("src/a");
  facts_.add("/elsewhere/b");
  const auto assessment = exec("rm -rf src /elsewhere");
  EXPECT_EQ(assessment.tier, 3);
  EXPECT_EQ(assessment.reason,
            "deletes 2 directories, 2 files, 2.0 kB that existed before: src is a source folder as "
            "a whole");
}

TEST_F(FileEffectTest, FindPicksByTheTypeAlone) {
  facts_.add("data/a");
  facts_.add("data/sub/b");
  facts_.add("src/c");
  const auto files = exec("find data -type f -delete");
  EXPECT_EQ(files.tier, 2);
  EXPECT_EQ(files.effect->files, 2U);
  EXPECT_EQ(files.effect->directories, 0U);
  EXPECT_EQ(exec("find data -type l -delete").tier, 0);
  EXPECT_THAT(exec("find data -type d -delete").reason, HasSubstr("at most: "));
  EXPECT_EQ(exec("find data -type d -exec rm -rf {} +").effect->files, 2U);
  const auto source = exec("find src -type f -delete");
  EXPECT_EQ(source.tier, 3) << "it empties a source folder";
  EXPECT_EQ(source.rule, "fs.delete.whole");
  EXPECT_EQ(source.effect->files, 1U);
}

TEST_F(FileEffectTest, AtMostThreeDetailsTheLargestFirst) {
  for (const char* name : {"a/1", "b/1", "b/2", "c/1", "d/1"}) facts_.add(name);
  EXPECT_THAT(exec("rm -r a b c d").details, ElementsAre("b/ 2 files", "a/ 1 file", "and 2 more"));
}

TEST_F(FileEffectTest, BuiltFoldersAreLogged) {
  facts_.add("build/x.o", kBuilt);
  EXPECT_EQ(exec("rm -rf build").tier, 1);
  facts_.add("build/keep.txt");
  EXPECT_EQ(exec("rm -rf build").tier, 2);
}

TEST_F(FileEffectTest, OneNamedFileIsAsTheActItself) {
  facts_.add("old");
  facts_.add("tracked", kClean);
  EXPECT_EQ(exec("rm old").tier, 2);
  EXPECT_EQ(exec("rm tracked").tier, 1);
  EXPECT_EQ(exec("rm -f missing").tier, 0);
  facts_.set_wildcard(true);
  EXPECT_EQ(exec("rm tracked").tier, 2);
}

TEST_F(FileEffectTest, TheWorkspaceAndSourceFoldersAsAWholeAskTwice) {
  facts_.add("src/a.c");
  EXPECT_EQ(exec("rm -rf src").tier, 3);
  EXPECT_EQ(exec("rm -rf ./src/").tier, 3);
  EXPECT_EQ(exec("rm -rf /home/user/project").tier, 3);
  EXPECT_EQ(exec("rm -rf .").tier, 3);
  EXPECT_EQ(exec("find . -delete").tier, 3);
  EXPECT_FALSE(exec("rm -rf .").block);
}

TEST_F(FileEffectTest, GitsFolderAsksTwice) {
  facts_.add(".git/HEAD");
  facts_.add("vendor/lib/.git/HEAD");
  EXPECT_EQ(exec("rm -rf .git").tier, 3);
  EXPECT_EQ(exec("rm -rf vendor").tier, 3);
}

TEST_F(FileEffectTest, ACloneOfThisSessionGoes) {
  facts_.add("dep/.git/HEAD", kBorn);
  facts_.add("dep/a.c", kBorn);
  EXPECT_EQ(exec("rm -rf dep").tier, 0);
  EXPECT_LE(exec("rm -rf dep/.git").tier, 1);
}

TEST_F(FileEffectTest, ScratchFoldersAskOnlyWhenMuchOfBeforeGoes) {
  constexpr std::size_t kMost = size_limit("scratch.entries");
  facts_.add("/tmp/a/x");
  EXPECT_EQ(exec("rm -rf /tmp/a").tier, 1);
  for (std::size_t entries = 3; entries <= kMost + 1; ++entries) {  // the folder itself is one
    facts_.add("/tmp/a/" + std::to_string(entries));
    if (entries >= kMost - 1) {
      EXPECT_EQ(exec("rm -rf /tmp/a").tier, entries > kMost ? 2 : 1);
    }
  }
}

TEST_F(FileEffectTest, WhatIsNotCountedToItsEndIsOfBefore) {
  facts_.add("t/a", kBorn);
  facts_.set_complete(false);
  const auto assessment = exec("rm -rf t");
  EXPECT_EQ(assessment.tier, 3) << "version control data may be in it";
  EXPECT_THAT(assessment.categories, testing::Contains(Category::kFsConfigSecrets));
  EXPECT_THAT(assessment.reason, HasSubstr("at least"));
  EXPECT_THAT(assessment.reason, HasSubstr("not all of it was looked at"));
}

TEST_F(FileEffectTest, BuildFoldersHoldNobodysHistory) {
  facts_.add_folder("node_modules", Recoverability::kBuilt);
  facts_.set_complete(false);
  EXPECT_EQ(exec("rm -rf node_modules").tier, 2);
}

TEST_F(FileEffectTest, ASourceFolderThatIsNotSeenToItsEndIsAWhole) {
  facts_.add("src/a", kBorn);
  EXPECT_EQ(exec("rm -rf src").tier, 0);
  facts_.set_complete(false);
  EXPECT_EQ(exec("rm -rf src").tier, 3);
}

TEST_F(FileEffectTest, OperandsThatNobodyTypedAreAList) {
  std::string words = "rm -f";
  for (std::size_t i = 1; i <= size_limit("operands.named") + 1; ++i) {
    const std::string name = "f" + std::to_string(i);
    facts_.add(name, Recoverability::kSaved);
    words += " " + name;
    const bool list = i > size_limit("operands.named");
    EXPECT_EQ(exec(words).tier, list ? 2 : 1) << i;
  }
}

TEST_F(FileEffectTest, WhatChmodDoesNotSeeMayBeASecret) {
  facts_.add("t/a", kBorn);
  EXPECT_LT(exec("chmod -R a+r t").tier, 2);
  facts_.set_complete(false);
  const auto assessment = exec("chmod -R a+r t");
  EXPECT_GE(assessment.tier, 2);
  EXPECT_THAT(assessment.reason, HasSubstr("at least"));
}

class FindLimitsTest : public FileEffectTest {};

TEST_F(FindLimitsTest, MorePicksThanAreNamedAreAskedAboutAsAWhole) {
  const std::size_t most = size_limit("find.picked");
  facts_.add("x/.env");
  for (std::size_t i = 1; i < most - 1; ++i) facts_.add("x/" + std::to_string(i) + ".env");
  for (std::size_t picked = most - 1; picked <= most + 1; ++picked) {
    const auto assessment = exec("find . -name '*.env' -delete");
    EXPECT_EQ(assessment.tier, 2) << picked;
    EXPECT_THAT(assessment.categories, testing::Contains(Category::kFsConfigSecrets)) << picked;
    facts_.add("x/" + std::to_string(picked) + ".env");
  }
}

TEST_F(FindLimitsTest, PicksThatAreNotAllSeenMayBeAnything) {
  facts_.add("a.log");
  facts_.set_complete(false);
  const auto assessment = exec("find . -name '*.log' -delete");
  EXPECT_EQ(assessment.tier, 3);
  EXPECT_THAT(assessment.categories, testing::Contains(Category::kFsConfigSecrets));
  EXPECT_LE(exec("find . -name '*.pyc' -delete").tier, 1) << "what tools make again";
}

TEST_F(FileEffectTest, MixedPlacesAreJudgedEachAndWalkedAsOne) {
  facts_.add("/tmp/a/x");
  facts_.add("old/x");
  facts_.add("~/notes/x");
  const auto assessment = exec("rm -rf /tmp/a old ~/notes");
  EXPECT_EQ(assessment.tier, 3);
  EXPECT_THAT(assessment.categories,
              ElementsAre(Category::kFsOutsideWorkspace, Category::kFsDeleteOverwrite));
  EXPECT_THAT(facts_.last_walk(), SizeIs(3));
}

TEST_F(FileEffectTest, SecretsInAFolderAreNamed) {
  facts_.add("conf/.env");
  const auto assessment = exec("rm -rf conf");
  EXPECT_EQ(assessment.tier, 2);
  EXPECT_THAT(assessment.categories, Contains(Category::kFsConfigSecrets));
}

TEST_F(FileEffectTest, FindTakesWhatItsTestsPick) {
  facts_.add("a.log");
  facts_.add("sub/b.LOG");
  facts_.add("sub/c.txt");
  const auto picked = exec("find . -name '*.log' -delete");
  EXPECT_EQ(picked.tier, 2);
  EXPECT_THAT(picked.reason, Not(HasSubstr("at most")));
  EXPECT_EQ(picked.effect->files, 1U);
  EXPECT_EQ(exec("find . -type f -iname '*.log' -delete").effect->files, 2U);
  EXPECT_EQ(exec("find . -name '*.log' -exec rm -f {} +").effect->files, 1U);
  EXPECT_EQ(exec("find . -name sub -exec rm -rf {} +").effect->files, 2U);
  EXPECT_EQ(exec("find . -name '*.nothing' -delete").tier, 0);
  EXPECT_EQ(exec("find . -name '*.log'").tier, 0);
}

TEST_F(FileEffectTest, FindAsksForWhatItCouldTakeAtMost) {
  facts_.add("a.log");
  facts_.add("c.txt");
  const auto older = exec("find . -name '*.log' -mtime +3 -delete");
  EXPECT_THAT(older.reason, HasSubstr("at most"));
  EXPECT_EQ(older.effect->files, 1U);
  for (const char* line :
       {"find . -not -name '*.log' -delete", "find . -name '*.log' -o -name '*.txt' -delete",
        "find . ! -name x -delete", "find -L . -name '*.log' -delete"}) {
    const auto any = exec(line);
    EXPECT_EQ(any.tier, 2) << line;
    EXPECT_THAT(any.reason, HasSubstr("at most")) << line;
    EXPECT_EQ(any.effect->files, 2U) << line;
  }
  EXPECT_EQ(exec("find . -delete -name '*.pyc'").tier, 3);
  facts_.set_complete(false);
  EXPECT_THAT(exec("find . -name '*.log' -delete").reason, HasSubstr("at least"));
}

class AbsurdTest : public FileEffectTest, public ::testing::WithParamInterface<const char*> {};
TEST_P(AbsurdTest, IsBlocked) {
  facts_.set_raising(Raising::kInTree);
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

// Its shell starts no rm that could be asked about.
TEST_F(FileEffectTest, TheTextOfAShellThatRunsItsOwnRmIsJudgedAtItsExec) {
  facts_.add("photos/1");
  for (const char* line : {"busybox sh -c 'rm -rf photos'", "toybox sh -c 'true; rm -r photos'"}) {
    EXPECT_GE(exec(line).tier, 2) << line;
    EXPECT_TRUE(exec(line).rule.starts_with("fs.delete")) << exec(line).rule;
  }
  for (const char* line : {"sh -c 'rm -rf photos'", "busybox sh -c 'ls photos'"})
    EXPECT_EQ(exec(line).tier, 0) << line;
}

TEST_F(FileEffectTest, NotAbsurdOnlyGrave) {
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

TEST_F(FileEffectTest, MovingIsAsTheRenameItself) {
  facts_.add("a");
  facts_.add("b");
  facts_.add_folder("d", kBorn);
  facts_.add("lib/x");
  EXPECT_EQ(exec("mv a c").tier, 0);
  EXPECT_EQ(exec("mv a d").tier, 0);
  EXPECT_EQ(exec("mv a b").tier, 2);
  EXPECT_EQ(exec("mv -n a b").tier, 0);
  EXPECT_EQ(exec("mv lib lib2").tier, 0);
  EXPECT_EQ(exec("mv lib ~/lib").tier, 2);
  EXPECT_THAT(exec("mv lib ~/lib").pattern, IsEmpty());  // no folder that was shown holds both
  EXPECT_EQ(exec("mv -t /tmp lib").tier, 2);
  EXPECT_EQ(exec("mv a /etc/a").tier, 3);
}

TEST_F(FileEffectTest, OverwritingIsAsTheActItself) {
  facts_.add("a");
  facts_.add("b");
  facts_.add("~/notes.txt");
  EXPECT_EQ(exec("cp a c").tier, 0);
  EXPECT_EQ(exec("cp a b").tier, 2);
  EXPECT_EQ(exec("truncate -s 0 b").tier, 2);
  EXPECT_EQ(exec("tee b").tier, 2);
  EXPECT_EQ(exec("dd if=a of=b").tier, 2);
  EXPECT_EQ(exec("cp a ~/notes.txt").tier, 2);
  EXPECT_EQ(exec("cp a ~").tier, 2);
  EXPECT_EQ(exec("cp ~/notes.txt .").tier, 0);
  EXPECT_EQ(exec("cp a /dev/null").tier, 0);
}

TEST_F(FileEffectTest, WhatAMoveOutsideTouchesIsWalked) {
  facts_.add("a");
  facts_.add("~/a");
  const auto assessment = exec("mv a ~/a");
  EXPECT_EQ(assessment.tier, 2);
  EXPECT_THAT(facts_.last_walk(), ElementsAre("a", "~/a"));
}

// If a folder was not seen to its end, the rest may be of before.
TEST_F(FileEffectTest, AMoveThatIsNotCountedToItsEndIsOfBefore) {
  facts_.add("a/new", Recoverability::kBorn);
  EXPECT_LT(exec("mv a /tmp/a").tier, 2);
  facts_.set_complete(false);
  EXPECT_EQ(exec("mv a /tmp/a").tier, 2);
}

// Paths of what the command makes, "new" or "over" before each.
std::vector<std::string> made_by(const Assessment& assessment) {
  std::vector<std::string> made;
  if (!assessment.effect) return made;
  for (const EffectOperand& operand : assessment.effect->operands)
    if (operand.made)
      made.push_back((operand.object.type == ObjectType::kMissing ? "new " : "over ") +
                     operand.object.path);
  return made;
}

TEST_F(FileEffectTest, ACopyTellsWhatItBringsIntoAFolderThatIsThere) {
  facts_.add("src/a");
  facts_.add("src/b");
  facts_.add("src/sub/c");
  facts_.add("/srv2/dep/b");
  for (const char* copy : {"cp -r src/. /srv2/dep", "cp -a ./src/. /srv2/dep/",
                           "cp -rT src /srv2/dep", "cp -R -t /srv2/dep src/."}) {
    const auto assessment = exec(copy);
    EXPECT_EQ(assessment.tier, 2) << copy;
    EXPECT_THAT(made_by(assessment),
                UnorderedElementsAre("new /srv2/dep/a", "over /srv2/dep/b", "new /srv2/dep/sub"))
        << copy;
  }
  facts_.add("/srv2/dep/src/a");
  EXPECT_THAT(
      made_by(exec("cp -r src /srv2/dep")),
      UnorderedElementsAre("over /srv2/dep/src/a", "new /srv2/dep/src/b", "new /srv2/dep/src/sub"));
  EXPECT_THAT(made_by(exec("cp -rT src /srv2/new")), ElementsAre("new /srv2/new"));
  EXPECT_EQ(exec("cp -r src/. other").tier, 0) << "in the workspace each file is judged";
}

// Nobody has typed that name, and few would look for it.
TEST_F(FileEffectTest, WhatSteersProgramsIsNoPartOfWhatACopyBrings) {
  facts_.add("dot/.bashrc");
  facts_.add("dot/notes");
  const auto assessment = exec("cp -r dot/. /home/user");
  EXPECT_EQ(assessment.tier, 2);
  EXPECT_THAT(made_by(assessment), ElementsAre("new /home/user/notes"));
  EXPECT_THAT(made_by(exec("cp dot/.bashrc /home/user")), ElementsAre("new /home/user/.bashrc"));
}

TEST_F(FileEffectTest, MoreNamesThanACopyTellsOfAreAskedOneByOne) {
  facts_.add_folder("/srv2/dep");
  const std::size_t most = size_limit("copy.brought");
  for (std::size_t i = 0; i < most; ++i) facts_.add("src/" + std::to_string(i));
  EXPECT_THAT(made_by(exec("cp -r src/. /srv2/dep")), SizeIs(most));
  facts_.add("src/more");
  const auto assessment = exec("cp -r src/. /srv2/dep");
  EXPECT_EQ(assessment.tier, 2);
  EXPECT_THAT(made_by(assessment), IsEmpty());
}

TEST_F(FileEffectTest, FoldersOnTheWayAreMadeToo) {
  facts_.add("a");
  EXPECT_THAT(made_by(exec("install -D a /srv2/y")), ElementsAre("new /srv2", "new /srv2/y"));
  EXPECT_THAT(made_by(exec("install -d /srv2/x")), ElementsAre("new /srv2", "new /srv2/x"));
  EXPECT_EQ(exec("mkdir -p build/x").tier, 0);
}

TEST_F(FileEffectTest, WhatIsReplacedIsMadeAnewAndASourceIsNot) {
  facts_.add("a");
  facts_.add("/srv2/app.conf");
  for (const char* command :
       {"install -m 644 a /srv2/app.conf", "cp --remove-destination a /srv2/app.conf",
        "ln -sf a /srv2/app.conf", "ln -f a /srv2/app.conf"})
    EXPECT_THAT(made_by(exec(command)), ElementsAre("over /srv2/app.conf")) << command;
  EXPECT_THAT(made_by(exec("mv a /srv2/app.conf")), ElementsAre("over /srv2/app.conf"));
  EXPECT_THAT(made_by(exec("rm /srv2/app.conf")), IsEmpty());
}

}  // namespace
}  // namespace guard::policy
