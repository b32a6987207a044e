// SPDX-License-Identifier: Apache-2.0
#include "policy/decide/rule_set.h"

#include <gtest/gtest.h>

namespace guard::policy {
namespace {

CommandSpec spec(const std::string& name) {
  CommandSpec spec;
  spec.commands = {name};
  return spec;
}

// rm deletes, mv moves, git has subcommands, timeout is a plain wrapper, sudo one with a meaning.
SpecTable specs() {
  CommandSpec rm = spec("rm");
  rm.operand_role = OperandRole::kDelete;
  rm.recursive_flags = {"r"};
  CommandSpec mv = spec("mv");
  mv.operand_role = OperandRole::kMove;
  CommandSpec git = spec("git");
  git.subcommand = true;
  CommandSpec timeout = spec("timeout");
  timeout.wrapper = {true, 1, false, ""};
  timeout.stop_at_operand = true;
  CommandSpec sudo = spec("sudo");
  sudo.wrapper = {true, 0, true, ""};
  sudo.stop_at_operand = true;
  SpecRule row;
  row.id = "sudo";
  row.categories = {Category::kSudo};
  row.tier = 2;
  sudo.rules = {row};
  CommandSpec sh = spec("sh");
  sh.wrapper = {true, 0, false, "c"};
  sh.stop_at_operand = true;
  CommandSpec loader = spec("ld-linux*.so*");
  loader.wrapper = {true, 0, false, ""};
  loader.stop_at_operand = true;
  CommandSpec npm = spec("npm");
  npm.subcommand = true;
  npm.short_subcommands = true;
  npm.subcommands = {"publish", "pack", "test", "install", "rm"};
  CommandSpec docker = spec("docker");
  docker.subcommand = true;
  return SpecTable({rm, mv, git, timeout, sudo, sh, loader, npm, docker});
}

Action exec(std::vector<std::string> argv) {
  Action action;
  action.act = Act::kExec;
  action.exe = "/usr/bin/" + argv.front();
  action.argv = std::move(argv);
  return action;
}

Object object(const std::string& path, ObjectType type = ObjectType::kFile) {
  Object object;
  object.path = path;
  object.type = type;
  return object;
}

Action file_act(Act act, std::vector<Object> objects, const std::string& program = "rm") {
  Action action;
  action.act = act;
  action.objects = std::move(objects);
  action.actor = {"/usr/bin/" + program, {program}, true};
  return action;
}

Assessment effect_on(const std::vector<std::string>& paths) {
  Assessment assessment;
  assessment.tier = 2;
  assessment.categories = {Category::kFsDeleteOverwrite};
  assessment.effect.emplace();
  for (const auto& path : paths) assessment.effect->operands.push_back({path, object(path), 1});
  return assessment;
}

class RuleSetTest : public ::testing::Test {
 protected:
  Condition& when() { return rule_.when; }

  bool holds(Verdict decision, const Action& action, const Assessment& assessment = {}) const {
    Rule rule = rule_;
    rule.id = "r";
    rule.decision = decision;
    const RuleSet rules({rule}, place_);
    const Subject subject = make_subject(action, assessment, specs_);
    if (decision == Verdict::kDeny) return rules.deny(subject) != nullptr;
    if (decision == Verdict::kAsk) return rules.ask(subject) != nullptr;
    return rules.allow(subject) != nullptr;
  }
  bool denies(const Action& action, const Assessment& assessment = {}) const {
    EXPECT_EQ(holds(Verdict::kDeny, action, assessment), holds(Verdict::kAsk, action, assessment));
    return holds(Verdict::kDeny, action, assessment);
  }
  bool allows(const Action& action, const Assessment& assessment = {}) const {
    return holds(Verdict::kAllow, action, assessment);
  }

  SpecTable specs_ = specs();
  Place place_{{"/w"}, "/h"};
  Rule rule_;
};

TEST_F(RuleSetTest, ACommandIsItsProgramItsSubcommandAndItsFlags) {
  when().command = {"git"};
  when().subcommand = {"push"};
  when().flags = {"force", "f"};
  EXPECT_TRUE(denies(exec({"git", "push", "--force"})));
  EXPECT_TRUE(denies(exec({"git", "push", "-fu", "origin", "main"})));
  EXPECT_FALSE(denies(exec({"git", "push"})));
  EXPECT_FALSE(denies(exec({"git", "commit", "-m", "git push -f"})));
  EXPECT_FALSE(denies(exec({"rm", "push", "-f"})));
}

// The tool takes them for the whole, whatever guard's specs know of it.
TEST_F(RuleSetTest, ASubcommandIsMeantByEachOfItsNames) {
  when().command = {"npm", "docker"};
  when().subcommand = {"install", "rm"};
  for (const char* name : {"install", "i", "add", "isntall", "rm", "uninstall"})
    EXPECT_TRUE(denies(exec({"npm", name, "x"}))) << name;
  EXPECT_FALSE(denies(exec({"npm", "test"})));
  EXPECT_TRUE(denies(exec({"npm", "insta", "x"})));
  EXPECT_TRUE(denies(exec({"npm", "insta"}))) << "by its beginning";
  EXPECT_TRUE(denies(exec({"docker", "rm", "x"})));
  EXPECT_TRUE(denies(exec({"docker", "container", "rm", "x"})));
  EXPECT_FALSE(denies(exec({"docker", "container", "ls"})));
  EXPECT_FALSE(denies(exec({"docker", "i", "x"}))) << "another program's name";
}

TEST_F(RuleSetTest, TheBeginningOfALongFlagIsDeniedAndNotAllowed) {
  when().command = {"git"};
  when().flags = {"amend", "no-verify", "author=root*"};
  for (const char* flag : {"--amend", "--amen", "--am", "--no-veri", "--no", "--auth=root"}) {
    EXPECT_TRUE(denies(exec({"git", "commit", flag}))) << flag;
    EXPECT_EQ(allows(exec({"git", "commit", flag})), std::string(flag) == "--amend") << flag;
  }
  for (const char* flag : {"-a", "-am", "--all", "--amends", "--auth=me", "--auth", "amen"})
    EXPECT_FALSE(denies(exec({"git", "commit", flag}))) << flag;
  // The tool has that flag as well, and takes the exact one.
  when().command = {"rm"};
  when().flags = {"recursive-with-care", "r-all"};
  EXPECT_TRUE(denies(exec({"rm", "--recursive"})));
  EXPECT_FALSE(denies(exec({"rm", "-r"})));
}

TEST_F(RuleSetTest, ADeniedReadIsDeniedToWhoMayWriteToo) {
  when().act = {Act::kRead};
  when().path = {"sec/**"};
  Action both = file_act(Act::kModify, {object("/w/sec/f")});
  EXPECT_FALSE(denies(both));
  both.also_reads = true;
  EXPECT_TRUE(denies(both));
  EXPECT_FALSE(allows(both));
  when().act = {Act::kModify};
  EXPECT_TRUE(allows(both));
}

TEST_F(RuleSetTest, AnOperandMayBeAGlob) {
  when().command = {"rm"};
  when().has = {"prod*"};
  EXPECT_TRUE(denies(exec({"rm", "-r", "x", "production"})));
  EXPECT_FALSE(denies(exec({"rm", "staging"})));
}

TEST_F(RuleSetTest, WrappersHideNothingFromADenial) {
  when().command = {"rm"};
  EXPECT_TRUE(denies(exec({"timeout", "5", "rm", "x"})));
  EXPECT_TRUE(denies(exec({"sudo", "A=1", "timeout", "5", "rm", "x"})));
}

TEST_F(RuleSetTest, AnAllowedCommandIsNotAllowedBehindSudo) {
  when().command = {"rm"};
  EXPECT_TRUE(allows(exec({"rm", "x"})));
  EXPECT_TRUE(allows(exec({"timeout", "5", "rm", "x"})));
  EXPECT_FALSE(allows(exec({"sudo", "rm", "x"})));
  when().command = {"sudo", "rm"};
  EXPECT_TRUE(allows(exec({"sudo", "rm", "x"})));
}

TEST_F(RuleSetTest, AnAllowedWrapperAllowsNothingBehindIt) {
  when().command = {"timeout"};
  EXPECT_FALSE(allows(exec({"timeout", "5", "rm", "-rf", "/w"})));
  when().command = {"sudo"};
  EXPECT_FALSE(allows(exec({"sudo", "rm", "x"})));
}

TEST_F(RuleSetTest, AnAllowRuleOfAnotherKindDoesNotLiftSudo) {
  when().category = {Category::kFsDeleteOverwrite};
  EXPECT_TRUE(allows(exec({"rm", "x"}), effect_on({"/w/x"})));
  EXPECT_FALSE(allows(exec({"sudo", "rm", "x"}), effect_on({"/w/x"})));
}

TEST_F(RuleSetTest, ALookAlikeIsDeniedButNeverAllowed) {
  when().command = {"git"};
  Action born = exec({"git", "status"});
  born.exe = "/w/git";
  born.image_origin = ImageOrigin::kBorn;
  EXPECT_TRUE(denies(born));
  EXPECT_FALSE(allows(born));

  Action lying = exec({"git", "status"});
  lying.exe = "/usr/bin/rm";
  EXPECT_TRUE(denies(lying));
  EXPECT_FALSE(allows(lying));
}

TEST_F(RuleSetTest, AProgramMayCarryItsVersion) {
  when().command = {"python3"};
  Action python = exec({"python3", "x.py"});
  python.exe = "/usr/bin/python3.11";
  EXPECT_TRUE(allows(python));
}

TEST_F(RuleSetTest, ALoaderInTheEnvironmentIsNotWhatWasAllowed) {
  when().command = {"git"};
  Action action = exec({"git", "status"});
  action.environment_changes = {"LD_PRELOAD=/w/x.so"};
  EXPECT_FALSE(allows(action));
  EXPECT_TRUE(denies(action));
}

TEST_F(RuleSetTest, ACopyIsDeniedAsWhatItIsAndAllowedAsNothingElse) {
  Action action = exec({"x", "push"});
  action.exe = "/w/x";
  action.image_origin = ImageOrigin::kWorkspace;
  when().command = {"git"};
  when().subcommand = {"push"};
  EXPECT_FALSE(denies(action));
  action.known_argv = {"/usr/bin/git", "push"};
  EXPECT_TRUE(denies(action));
  EXPECT_FALSE(allows(action));
  when().subcommand = {"fetch"};
  EXPECT_FALSE(denies(action));
  when().subcommand.clear();
  when().command = {"/usr/bin/git"};
  EXPECT_TRUE(denies(action));
  EXPECT_FALSE(allows(action));
}

TEST_F(RuleSetTest, OfAFileActOfACopyTheCommandIsWhatItIs) {
  when().command = {"rm"};
  when().act = {Act::kDelete};
  Action action = file_act(Act::kDelete, {object("/w/x")}, "x");
  EXPECT_FALSE(denies(action));
  action.actor.known_argv = {"/usr/bin/rm", "x"};
  EXPECT_TRUE(denies(action));
  EXPECT_FALSE(allows(action));
}

TEST_F(RuleSetTest, ACommandWithASlashIsAPath) {
  when().command = {"./bin/deploy"};
  Action action = exec({"deploy"});
  action.exe = "/w/bin/deploy";
  action.image_origin = ImageOrigin::kWorkspace;
  EXPECT_TRUE(allows(action));
  action.exe = "/w/other/deploy";
  EXPECT_FALSE(allows(action));
}

TEST_F(RuleSetTest, OfAFileActTheCommandIsTheActor) {
  when().command = {"rm"};
  when().act = {Act::kDelete};
  EXPECT_TRUE(denies(file_act(Act::kDelete, {object("/w/x")})));
  EXPECT_FALSE(denies(file_act(Act::kDelete, {object("/w/x")}, "git")));
}

TEST_F(RuleSetTest, PathsHangFromTheWorkspace) {
  when().path = {"db/**"};
  EXPECT_TRUE(denies(file_act(Act::kModify, {object("/w/db/x/1.sql")})));
  EXPECT_FALSE(denies(file_act(Act::kModify, {object("/other/db/1.sql")})));
  when().path = {"~/keys/*"};
  EXPECT_TRUE(denies(file_act(Act::kModify, {object("/h/keys/a")})));
}

// A rule that names a folder means the files in it. A rule that allows must say so.
TEST_F(RuleSetTest, APathWrittenOutHoldsForWhatLiesInItWhereItRestricts) {
  for (const char* path : {"photos", "./photos", "/w/photos"}) {
    when().path = {path};
    EXPECT_TRUE(denies(file_act(Act::kDelete, {object("/w/photos/a/b.jpg")}))) << path;
    EXPECT_TRUE(denies(file_act(Act::kDelete, {object("/w/photos")}))) << path;
    EXPECT_FALSE(denies(file_act(Act::kDelete, {object("/w/photos.txt")}))) << path;
    EXPECT_FALSE(allows(file_act(Act::kDelete, {object("/w/photos/a/b.jpg")}))) << path;
    EXPECT_TRUE(allows(file_act(Act::kDelete, {object("/w/photos")}))) << path;
  }
  when().path = {"~/Documents"};
  EXPECT_TRUE(denies(file_act(Act::kModify, {object("/h/Documents/a")})));
  when().path = {"photo?"};
  EXPECT_FALSE(denies(file_act(Act::kModify, {object("/w/photos/a.jpg")})));
}

TEST_F(RuleSetTest, ARenameRemovesOneNameAndMakesAnother) {
  when().path = {"db/**"};
  const Action in =
      file_act(Act::kRename, {object("/w/x"), object("/w/db/x", ObjectType::kMissing)});
  const Action over = file_act(Act::kRename, {object("/w/x"), object("/w/db/x")});
  const Action out =
      file_act(Act::kRename, {object("/w/db/x"), object("/w/x", ObjectType::kMissing)});
  when().act = {Act::kDelete};
  EXPECT_TRUE(denies(out));
  EXPECT_FALSE(denies(in));
  when().act = {Act::kCreate};
  EXPECT_TRUE(denies(in));
  EXPECT_FALSE(denies(out));
  when().act = {Act::kModify};
  EXPECT_TRUE(denies(over));
  EXPECT_FALSE(denies(in));
}

TEST_F(RuleSetTest, AnAllowRuleMustHoldForEveryObject) {
  when().path = {"scratch/**"};
  EXPECT_TRUE(allows(file_act(Act::kRename, {object("/w/scratch/a"), object("/w/scratch/b")})));
  EXPECT_FALSE(allows(file_act(Act::kRename, {object("/w/scratch/a"), object("/w/b")})));
  EXPECT_FALSE(allows(file_act(Act::kRename, {object("/w/a"), object("/w/scratch/b")})));
}

TEST_F(RuleSetTest, MovingAFolderAwayTakesWhatARuleProtects) {
  when().path = {"db/migrations/**"};
  EXPECT_TRUE(
      denies(file_act(Act::kRename, {object("/w/db"), object("/w/db2", ObjectType::kMissing)})));
  EXPECT_FALSE(denies(file_act(Act::kModify, {object("/w/db")})));
  EXPECT_FALSE(allows(file_act(Act::kDelete, {object("/w/db")})));
}

TEST_F(RuleSetTest, TheEffectOfACommandIsJudgedBeforeItHappens) {
  when().path = {"db/**"};
  when().act = {Act::kDelete};
  EXPECT_TRUE(denies(exec({"rm", "-rf", "x", "db"}), effect_on({"/w/x", "/w/db"})));
  EXPECT_TRUE(denies(exec({"rm", "-rf", "."}), effect_on({"/w"})));
  EXPECT_FALSE(denies(exec({"rm", "-rf", "x"}), effect_on({"/w/x"})));
}

TEST_F(RuleSetTest, AnAllowedDeletionMustLieInsideAltogether) {
  when().path = {"scratch/**"};
  when().act = {Act::kDelete};
  EXPECT_TRUE(
      allows(exec({"rm", "scratch/a", "scratch/b"}), effect_on({"/w/scratch/a", "/w/scratch/b"})));
  EXPECT_FALSE(allows(exec({"rm", "scratch/a", "b"}), effect_on({"/w/scratch/a", "/w/b"})));
  EXPECT_FALSE(allows(exec({"rm"}), {}));
  EXPECT_FALSE(allows(exec({"mv", "scratch/a", "b"}), effect_on({"/w/scratch/a"})));
}

TEST_F(RuleSetTest, ExecRulesMayNameTheImage) {
  when().act = {Act::kExec};
  when().path = {"/tmp/**"};
  Action action = exec({"x"});
  EXPECT_FALSE(denies(action));
  action.exe = "/tmp/x";
  EXPECT_TRUE(denies(action));
}

TEST_F(RuleSetTest, HostsOfConnections) {
  when().host = {"api.example.org"};
  Action action;
  action.act = Act::kConnect;
  action.destination.name = "api.example.org";
  action.destination.address = "192.0.2.1";
  EXPECT_TRUE(denies(action));
  EXPECT_TRUE(allows(action));
  action.destination.name = "";
  EXPECT_FALSE(denies(action));
  EXPECT_FALSE(denies(exec({"rm", "api.example.org"})));
}

TEST_F(RuleSetTest, EveryCategoryMustBeAllowedAndAnyIsDenied) {
  when().category = {Category::kNetworkRisk};
  Assessment both;
  both.categories = {Category::kSudo, Category::kNetworkRisk};
  EXPECT_TRUE(denies(exec({"git", "x"}), both));
  EXPECT_FALSE(allows(exec({"git", "x"}), both));
  both.categories = {Category::kNetworkRisk};
  EXPECT_TRUE(allows(exec({"git", "x"}), both));
}

TEST_F(RuleSetTest, ATierMeansThatTierOrMore) {
  when().min_tier = 2;
  Assessment assessment;
  assessment.tier = 1;
  EXPECT_FALSE(denies(exec({"git"}), assessment));
  assessment.tier = 3;
  EXPECT_TRUE(denies(exec({"git"}), assessment));
}

TEST_F(RuleSetTest, WithoutAPlaceRestrictionsHoldAnywhereAndPermissionsNowhere) {
  place_ = {};
  when().path = {"./db/**"};
  EXPECT_TRUE(denies(file_act(Act::kModify, {object("/any/db/x")})));
  EXPECT_FALSE(allows(file_act(Act::kModify, {object("/any/db/x")})));
  when().path = {"~/x"};
  EXPECT_TRUE(denies(file_act(Act::kModify, {object("/home/ana/x")})));
  EXPECT_FALSE(allows(file_act(Act::kModify, {object("/home/ana/x")})));
}

// --- by the look of a name ---

TEST_F(RuleSetTest, APathIsOutsideByItsPlaceOrByClimbing) {
  when().outside = true;
  EXPECT_TRUE(denies(exec({"cat", "/etc/hostname"})));
  EXPECT_TRUE(denies(exec({"cat", "//etc/hostname"})));
  EXPECT_TRUE(denies(exec({"cat", "../a"})));
  EXPECT_TRUE(denies(exec({"cat", "a/../b"}))) << "by the letter, wherever it leads";
  EXPECT_TRUE(denies(exec({"ls", ".."})));
  EXPECT_TRUE(denies(exec({"ls", "~"})));
  EXPECT_TRUE(denies(exec({"tar", "--directory=/srv"})));
  EXPECT_TRUE(denies(exec({"tar", "-C/srv"})));
  EXPECT_TRUE(denies(exec({"dd", "if=/srv/a"})));
  EXPECT_TRUE(denies(exec({"curl", "-d", "@/srv/a", "x"})));
  EXPECT_TRUE(denies(exec({"timeout", "5", "cat", "/srv/a"})));
  EXPECT_TRUE(denies(exec({"timeout", "5", "/srv/program"})));
  EXPECT_FALSE(denies(exec({"cat", "/w/a"})));
  EXPECT_TRUE(denies(exec({"cat", "/w2/a"})));
  EXPECT_FALSE(denies(exec({"git", "log", "a..b"})));
  EXPECT_FALSE(denies(exec({"timeout", "5", "/usr/bin/cat", "a"})));
  EXPECT_FALSE(denies(exec({"cat", "/dev/null"})));
  EXPECT_FALSE(denies(exec({"curl", "https://example.org/a"})));
  EXPECT_TRUE(denies(file_act(Act::kModify, {object("/tmp/a")})));
  EXPECT_FALSE(denies(file_act(Act::kModify, {object("/w/a")})));
}

// Files that the command reads beside that are no write, and its own act once one is opened.
TEST_F(RuleSetTest, ARuleAboutFilesIsOutsideByWhatTheCommandDoesToThem) {
  when().outside = true;
  when().act = {Act::kDelete};
  EXPECT_FALSE(denies(exec({"rm", "--files-from=/srv/list", "x"}), effect_on({"/w/x"})));
  EXPECT_TRUE(denies(exec({"rm", "link/x"}), effect_on({"/srv/x"})));
  EXPECT_TRUE(denies(exec({"rm", "a", "../x"}), effect_on({"/w/a", "/srv/x"})));
  when().act = {Act::kDelete, Act::kExec};
  EXPECT_TRUE(denies(exec({"rm", "--files-from=/srv/list", "x"}), effect_on({"/w/x"})));
}

TEST_F(RuleSetTest, AnInstalledProgramIsNoPathOfTheMatter) {
  when().outside = true;
  Action action = exec({"tool"});
  EXPECT_FALSE(denies(action));
  action.exe = "/tmp/tool";
  action.image_origin = ImageOrigin::kBorn;
  EXPECT_TRUE(denies(action));
  action.image_origin = ImageOrigin::kOther;
  EXPECT_FALSE(denies(action)) << "found by its name, in a folder on PATH";
  action.argv = {"/tmp/tool"};
  EXPECT_TRUE(denies(action));
}

TEST_F(RuleSetTest, WithoutAWorkspaceEveryAbsolutePathIsOutside) {
  place_ = {};
  when().outside = true;
  EXPECT_TRUE(denies(exec({"cat", "/w/a"})));
  EXPECT_TRUE(denies(exec({"cat", "~/a"})));
  EXPECT_FALSE(denies(exec({"cat", "a"})));
}

TEST_F(RuleSetTest, ANameIsMentionedInAnyCase) {
  when().mentions = {"*token*"};
  EXPECT_TRUE(denies(exec({"cat", "a/MyToken.txt"})));
  EXPECT_TRUE(denies(exec({"git", "add", "token"})));
  EXPECT_TRUE(denies(exec({"tar", "--file=token"})));
  EXPECT_TRUE(denies(exec({"cat", "--", "-token"})));
  EXPECT_FALSE(denies(exec({"tar", "--token"}))) << "a flag's own name is no path";
  EXPECT_FALSE(denies(exec({"git", "token"}))) << "nor is a subcommand";
  EXPECT_TRUE(denies(file_act(Act::kModify, {object("/w/a/token")})));
  EXPECT_TRUE(denies(exec({"rm", "x"}), effect_on({"/w/token"}))) << "what it would touch";
}

TEST_F(RuleSetTest, TheFoldersAboveTheWorkspaceAreNoPartOfANameInIt) {
  place_.workspace = {"/home/token@x/w"};
  when().mentions = {"*token*"};
  EXPECT_FALSE(denies(file_act(Act::kModify, {object("/home/token@x/w/a")})));
  EXPECT_FALSE(denies(exec({"cat", "/home/token@x/w/a"})));
  EXPECT_TRUE(denies(file_act(Act::kModify, {object("/home/token@x/a")})));
}

TEST_F(RuleSetTest, NoCategoryIsAConditionToo) {
  when().command = {"git"};
  when().no_category = true;
  EXPECT_TRUE(denies(exec({"git", "x"})));
  EXPECT_FALSE(denies(exec({"git", "x"}), effect_on({"/w/a"})));
  EXPECT_FALSE(allows(exec({"git", "x"}), effect_on({"/w/a"})));
}

TEST_F(RuleSetTest, APathOfAProgramHoldsForTheScriptOfAnInterpreter) {
  when().command = {"./bin/deploy"};
  const auto called = [](std::vector<std::string> argv, std::string folder = "/w") {
    Action action = exec(std::move(argv));
    action.cwd = std::move(folder);
    return action;
  };
  EXPECT_TRUE(denies(called({"sh", "bin/deploy"})));
  EXPECT_TRUE(denies(called({"sh", "-e", "./bin/../bin/deploy", "now"})));
  EXPECT_TRUE(denies(called({"timeout", "5", "sh", "/w/bin/deploy"})));
  EXPECT_TRUE(denies(called({"sh", "deploy"}, "/w/bin")));
  EXPECT_TRUE(denies(called({"timeout", "5", "./deploy"}, "/w/bin")));
  EXPECT_FALSE(denies(called({"timeout", "5", "deploy"}, "/w/bin"))) << "looked for on PATH";
  EXPECT_FALSE(denies(called({"sh", "bin/deploy"}, "/w/other")));
  EXPECT_FALSE(denies(called({"sh", "other/deploy"})));
  EXPECT_FALSE(denies(called({"cat", "bin/deploy"})));
  EXPECT_FALSE(allows(called({"sh", "bin/deploy"}))) << "what allows must know the image";
}

TEST_F(RuleSetTest, APathOfAProgramHoldsForWhatALoaderRuns) {
  when().command = {"/usr/bin/tar"};
  for (const char* tar : {"/usr/bin/tar", "/bin/tar", "/usr/bin/../bin/tar"}) {
    EXPECT_TRUE(denies(exec({"ld-linux-x86-64.so.2", tar, "--version"}))) << tar;
    EXPECT_FALSE(allows(exec({"ld-linux-x86-64.so.2", tar, "--version"}))) << tar;
  }
  EXPECT_FALSE(denies(exec({"ld-linux-x86-64.so.2", "/usr/bin/cat"})));
  when().command = {"/bin/tar"};
  EXPECT_TRUE(denies(exec({"ld-linux-x86-64.so.2", "/usr/bin/tar"})));
}

// A link that the rule does not lead through: /opt/tools/*, and one made later.
TEST_F(RuleSetTest, AProgramIsDeniedByThePathThatItIsCalledBy) {
  when().command = {"/opt/tools/*"};
  Action action = exec({"/opt/tools/awk"});
  action.exe = "/usr/bin/mawk";
  EXPECT_TRUE(denies(action));
  EXPECT_FALSE(allows(action));
}

// As in gitignore: the last pattern that fits decides.
TEST_F(RuleSetTest, AnExceptionTakesBackWhatStandsBeforeIt) {
  when().path = {"src/**", "!src/gen/**", "src/gen/keep.c"};
  const auto removes = [](const std::string& path, ObjectType type = ObjectType::kFile) {
    return file_act(Act::kDelete, {object(path, type)});
  };
  for (const char* path : {"/w/src/a.c", "/w/src", "/w/src/gen/keep.c"}) {
    EXPECT_TRUE(denies(removes(path))) << path;
    EXPECT_TRUE(allows(removes(path))) << path;
  }
  for (const char* path : {"/w/src/gen/a.c", "/w/src/gen/b/c", "/w/other"}) {
    EXPECT_FALSE(denies(removes(path))) << path;
    EXPECT_FALSE(allows(removes(path))) << path;
  }
  // It would take the file along that is meant again.
  EXPECT_TRUE(denies(removes("/w/src/gen", ObjectType::kDirectory)));
  // A folder that holds an exception is protected, and not free.
  EXPECT_TRUE(denies(removes("/w/src", ObjectType::kDirectory)));
  EXPECT_FALSE(allows(removes("/w/src", ObjectType::kDirectory)));
}

TEST_F(RuleSetTest, AnExceptionMeansAFolderWithItsContent) {
  when().path = {"src/**", "!src/gen"};
  EXPECT_FALSE(denies(file_act(Act::kModify, {object("/w/src/gen/a.c")})));
  EXPECT_FALSE(allows(file_act(Act::kModify, {object("/w/src/gen/a.c")})));
  EXPECT_TRUE(denies(file_act(Act::kModify, {object("/w/src/general.c")})));
  EXPECT_TRUE(allows(file_act(Act::kModify, {object("/w/src/general.c")})));
}

TEST_F(RuleSetTest, WhatIsExceptedAnywhereFreesNoFolderThatMayHoldIt) {
  when().path = {"src/**", "!**/*.key"};
  EXPECT_FALSE(allows(file_act(Act::kDelete, {object("/w/src/d", ObjectType::kDirectory)})));
  EXPECT_TRUE(allows(file_act(Act::kDelete, {object("/w/src/d/a.c")})));
  EXPECT_FALSE(allows(file_act(Act::kDelete, {object("/w/src/d/a.key")})));
  EXPECT_TRUE(denies(file_act(Act::kDelete, {object("/w/src/d", ObjectType::kDirectory)})));
  EXPECT_FALSE(denies(file_act(Act::kDelete, {object("/w/src/d/a.key")})));
}

TEST_F(RuleSetTest, AnExceptionOfAnUnknownPlaceLoosensNothing) {
  when().path = {"/x/**", "!~/a"};
  place_.home.clear();
  EXPECT_TRUE(denies(file_act(Act::kDelete, {object("/x/a")})));
  EXPECT_FALSE(allows(file_act(Act::kDelete, {object("/x/a")})));
  EXPECT_TRUE(allows(file_act(Act::kDelete, {object("/x/b")})));
}

// git leaves connecting to others, so it is judged by where it is about to go.
TEST_F(RuleSetTest, ARuleOfGitAndAHostHoldsForTheGitThatGoesThere) {
  Rule rule;
  rule.when.command = {"git"};
  rule.when.subcommand = {"push"};
  rule.when.host = {"h.example"};
  const auto holds_where = [&](Verdict decision, const NamedPlaces& found,
                               const std::string& sub = "push") {
    rule.decision = decision;
    const RuleSet rules({rule}, place_, [&](const Action&, const CommandLine&) { return found; });
    const Assessment none;
    const Action action = exec({"git", sub});
    const Subject subject = make_subject(action, none, specs_);
    return (decision == Verdict::kDeny ? rules.deny(subject) : rules.allow(subject)) != nullptr;
  };
  const NamedPlaces there{.places = {{"h.example", 22}}};
  const NamedPlaces both{.places = {{"h.example", 22}, {"other.example", 443}}};
  const NamedPlaces elsewhere{.places = {{"other.example", 443}}};
  const NamedPlaces perhaps{.places = {{"h.example", 22}}, .certain = false};
  const NamedPlaces unknown{.places = {}, .certain = false};
  for (const auto& found : {there, both, perhaps, unknown})
    EXPECT_TRUE(holds_where(Verdict::kDeny, found));
  for (const auto& found : {elsewhere, NamedPlaces()})
    EXPECT_FALSE(holds_where(Verdict::kDeny, found));
  EXPECT_TRUE(holds_where(Verdict::kAllow, there));
  for (const auto& found : {both, elsewhere, perhaps, unknown, NamedPlaces()})
    EXPECT_FALSE(holds_where(Verdict::kAllow, found));
  EXPECT_FALSE(holds_where(Verdict::kDeny, there, "fetch"));
}

}  // namespace
}  // namespace guard::policy
