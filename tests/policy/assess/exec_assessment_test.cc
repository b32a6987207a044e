// SPDX-License-Identifier: Apache-2.0
// The programs that run: images, wrappers, injected code, and what an installed program may do
// unasked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/assess/assessor.h"
#include "policy/command/git_steps.h"
#include "policy/command/login_settings.h"
#include "tests/policy/assessor_fixture.h"

namespace guard::policy {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ExecAssessmentTest : public AssessorTest {};

TEST_F(ExecAssessmentTest, TheImageCountsWhateverItIsCalled) {
  facts_.add("old");
  Action action = exec_of("harmless old");
  action.exe = "/usr/bin/rm";
  EXPECT_EQ(assess(action).tier, 2);
  action = exec_of("rm old");
  action.exe = "/usr/bin/busybox";
  EXPECT_EQ(assess(action).tier, 2);
}

TEST_F(ExecAssessmentTest, ACopyCountsAsWhatItIs) {
  facts_.add("old");
  Action action = exec_of("./x old");
  action.image_origin = ImageOrigin::kWorkspace;
  EXPECT_EQ(assess(action).tier, 0);
  action.known_argv = {"/usr/bin/rm", "old"};
  const Assessment assessment = assess(action);
  EXPECT_EQ(assessment.tier, 2);
  ASSERT_TRUE(assessment.effect);
  EXPECT_THAT(assessment.details, Contains("read as /usr/bin/rm old"));
  EXPECT_EQ(assessment.pattern, "");
}

TEST_F(ExecAssessmentTest, ACopyHasNoneOfTheRightsOfWhatItIs) {
  Action action = exec_of("./x status");
  action.exe = "/w/x";
  action.image_origin = ImageOrigin::kWorkspace;
  action.known_argv = {"/usr/bin/git", "status"};
  EXPECT_FALSE(assess(action).implied);
  // Nor does what a spec knows of it make a set-user-ID program harmless.
  action.image_setuid = true;
  EXPECT_THAT(assess(action).categories, Contains(Category::kSudo));
}

TEST_F(ExecAssessmentTest, WhatCannotBeToldFromACopyIsAsked) {
  Action action = exec_of("./x");
  action.image_origin = ImageOrigin::kWorkspace;
  action.image_unread = true;
  EXPECT_EQ(assess(action).tier, 2);
  EXPECT_EQ(assess(action).rule, "exec.unread");
}

TEST_F(ExecAssessmentTest, ProgramsThatWereWrittenHere) {
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

// The client's own exec names no statement.
TEST_F(ExecAssessmentTest, StatementsThatATextFeedsCountWhereTheTextStarts) {
  const auto tier_of = [&](const std::string& text) {
    Action action = exec_of("bash -c x");
    action.argv.back() = text;
    return assess(action).tier;
  };
  EXPECT_EQ(tier_of("sqlite3 a.db <<X\nDELETE FROM users;\nX"), 2);
  EXPECT_EQ(tier_of("cd sub && echo 'drop table x' | sqlite3 a.db"), 2);
  EXPECT_EQ(tier_of("sqlite3 a.db <<X\nselect 1;\nX"), 0);
}

TEST_F(ExecAssessmentTest, UnknownSetuidImageIsSudo) {
  Action action = exec_of("/opt/tool x");
  action.image_setuid = true;
  EXPECT_EQ(assess(action).tier, 2);
  EXPECT_THAT(assess(action).categories, ElementsAre(Category::kSudo));
}

TEST_F(ExecAssessmentTest, InjectedLoadersCount) {
  const auto with = [&](const std::string& line, const std::string& change) {
    Action action = exec_of(line);
    action.environment_changes = {change};
    return assess(action).tier;
  };
  EXPECT_EQ(with("ls", "LD_PRELOAD=./x.so"), 2);
  EXPECT_EQ(with("bash x.sh", "BASH_ENV=x"), 2);
  EXPECT_EQ(with("node x.js", "NODE_OPTIONS=--require ./x.js"), 2);
  EXPECT_EQ(with("git fetch", "GIT_SSH_COMMAND=x"), 2);
  EXPECT_EQ(with("git fetch", "GIT_SSH_COMMAND=false; x"), 2);
  EXPECT_LT(with("git status --porcelain", "GIT_SSH_COMMAND=x"), 2);  // reaches nobody
  EXPECT_EQ(with("git ls-remote", "GIT_SSH_COMMAND=x"), 2);
  EXPECT_EQ(with("git diff", "GIT_EXTERNAL_DIFF=x"), 2);
  EXPECT_LT(with("git fetch", "GIT_SSH_COMMAND=ssh -o ControlMaster=no -o BatchMode=yes"),
            2);  // go
  EXPECT_EQ(with("git fetch", "GIT_SSH_COMMAND=ssh -o ProxyCommand=x"), 2);
  EXPECT_EQ(with("git fetch", "GIT_SSH_COMMAND=ssh -oProxyCommand=x -o BatchMode=yes"), 2);
  EXPECT_EQ(with("git fetch", "GIT_SSH_COMMAND=sshx"), 2);
  EXPECT_LT(with("git fetch", "GIT_SSH_COMMAND=false"), 2);  // claude's own looks at git
  EXPECT_EQ(with("node x.js", "NODE_OPTIONS=--max-old-space-size=4096 --no-warnings"), 0);
  EXPECT_EQ(with("make", "ENV=production"), 0);
  EXPECT_EQ(with("sh x.sh", "ENV=production"), 0);
  EXPECT_EQ(with("sh x.sh", "ENV=/tmp/x"), 2);
  EXPECT_EQ(with("git commit", "GIT_CONFIG_KEY_0=core.hooksPath"), 2);
  EXPECT_EQ(with("git commit", "GIT_CONFIG_KEY_12=CORE.HOOKSPATH"), 2);
  EXPECT_EQ(with("git commit", "GIT_CONFIG_PARAMETERS='core.hookspath'='/x'"), 2);
  EXPECT_EQ(with("git commit", "GIT_CONFIG_KEY_0=safe.directory"), 0);
  EXPECT_EQ(with("git -C x rev-parse HEAD", "GIT_CONFIG_KEY_0=core.hooksPath"), 0);
  EXPECT_EQ(with("git an-alias", "GIT_CONFIG_KEY_0=core.hooksPath"), 2);
  EXPECT_EQ(with("ls", "GIT_CONFIG_KEY_0=core.hooksPath"), 0);
  EXPECT_EQ(with("ls", "BASH_ENV=x"), 0);
  EXPECT_EQ(with("ls", "LD_PRELOAD="), 0);
  EXPECT_EQ(with("npm test", "npm_config_cache=/tmp/x"), 0);
}

// A tool below a script is judged where it starts.
TEST_F(ExecAssessmentTest, AScriptIsAskedAboutForWhatItsInterpreterLoadsAlone) {
  const auto with = [&](const std::string& change, const std::string& interpreter) {
    Action action = exec_of("./x.sh");
    action.image_script = true;
    action.environment_changes = {change};
    if (!interpreter.empty()) action.known_argv = {interpreter, "./x.sh"};
    return assess(action).tier;
  };
  const int plain = with("X=1", "");
  EXPECT_EQ(with("HOME=/tmp/x", ""), plain);
  EXPECT_EQ(with("TAR_OPTIONS=--remove-files", ""), plain);
  EXPECT_EQ(with("GIT_SSH_COMMAND=x", ""), plain);
  EXPECT_EQ(with("BASH_ENV=x", ""), 2);
  EXPECT_EQ(with("PERL5OPT=-Mx", ""), 2);
  EXPECT_EQ(with("HOME=/tmp/x", "/usr/bin/rsync"), 2);
  EXPECT_EQ(with("TAR_OPTIONS=--remove-files", "/usr/bin/tar"), 2);
}

TEST_F(ExecAssessmentTest, AProgramBehindTheLoaderIsNoInstalledProgram) {
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

TEST_F(ExecAssessmentTest, ManyWrappersHideNothing) {
  EXPECT_EQ(exec("nice nice nice nice nice nice nice nice nice ls").tier, 2);
  facts_.add("old");
  EXPECT_EQ(exec("nice nice nice nice nice nice nice rm old").tier, 2);
}

TEST_F(ExecAssessmentTest, NestedTextEnds) {
  std::string line = "env sh -c '";
  for (int i = 0; i < 2000; ++i) line += "ssh h ";
  EXPECT_GE(exec(line + "'").tier, 0);
}

// --- implied acts ---

TEST_F(ExecAssessmentTest, ImpliedActsBelongToTheInstalledImage) {
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

TEST_F(ExecAssessmentTest, AskedRowsBringTheirOwn) {
  const auto reset = exec("git reset --hard");
  EXPECT_EQ(reset.tier, 2);
  EXPECT_TRUE(reset.implied);
  EXPECT_FALSE(exec("git push").implied);
}

// It throws nothing away: what is checked out there was cloned just now.
TEST_F(ExecAssessmentTest, GitChecksOutANewSubmodule) {
  const auto step = [this](const std::string& helper, const std::string& line) {
    Action action = exec_of(line);
    action.image_origin = ImageOrigin::kInstalled;
    action.actor = {"/usr/lib/git-core/git", *split_words(helper), true};
    return assess(action).tier;
  };
  const std::string hash(40, 'a');
  const std::string add = "git submodule--helper add --quiet -- ../part lib";
  const std::string update = "git --super-prefix lib/ submodule--helper update --init --quiet";
  EXPECT_EQ(step(add, "git checkout -f -q"), 1);
  EXPECT_EQ(step(add, "git checkout -f -q -B main origin/main"), 1);
  EXPECT_EQ(step(update, "git checkout -q -f " + hash), 1);
  EXPECT_EQ(step(update + " --force", "git checkout -q -f " + hash), 2);
  EXPECT_EQ(step(update, "git checkout -q -f ."), 2);
  EXPECT_EQ(step(update, "git checkout -f -q"), 2);
  EXPECT_EQ(step(add, "git checkout -f -q -- a.c"), 2);
  EXPECT_EQ(step("git submodule--helper foreach -- git checkout -f -q", "git checkout -f -q"), 2);
  EXPECT_EQ(step("git submodule add ../part lib", "git checkout -f -q"), 2);
}

// Whoever else fills a credential in gets to see it.
TEST_F(ExecAssessmentTest, GitLfsLogsIn) {
  const auto fill = [this](const std::string& program) {
    Action action = exec_of("git credential fill");
    action.image_origin = ImageOrigin::kInstalled;
    action.actor = {program, {program, "x"}, true};
    return assess(action).tier;
  };
  EXPECT_EQ(fill("/usr/bin/git-lfs"), 1);
  EXPECT_EQ(fill("/usr/bin/bash"), 2);
  EXPECT_EQ(fill("/usr/lib/git-core/git"), 2);
}

// The helper prints a password: to the git that logs in it is no question, and nobody else stands
// between the two.
TEST_F(ExecAssessmentTest, GitIsToldItsPasswords) {
  const auto get = [this](std::vector<std::string> shell, bool by_gits_login) {
    Action action = exec_of("git credential-store get");
    action.image_origin = ImageOrigin::kInstalled;
    action.actor = {"/usr/bin/dash", std::move(shell), true};
    action.actor.by_gits_login = by_gits_login;
    return assess(action).tier;
  };
  EXPECT_EQ(get({"sh", "-c", "git credential-store get"}, true), 1);
  EXPECT_EQ(get({"sh", "-c", "git credential-store --file ~/.mine get"}, true), 1);
  EXPECT_EQ(get({"sh", "-c", "git credential-store get"}, false), 2);
  EXPECT_EQ(get({"sh", "-c", "git credential-store get >shown"}, true), 2);
  EXPECT_EQ(get({"sh", "-c", "git credential-store get | tee shown"}, true), 2);
  EXPECT_EQ(get({"sh", "-c", "tee shown; git credential-store get"}, true), 2);
  EXPECT_EQ(get({"bash", "-xc", "git credential-store get"}, true), 2);
  EXPECT_EQ(get({"sh", "-c", "gh auth git-credential get"}, true), 2);
}

TEST_F(ExecAssessmentTest, GitAsksHelpersByWholePathAndThoseOfForges) {
  const auto get = [this](const char* text, const char* command, const char* exe) {
    Action action = exec_of(command);
    action.exe = exe;
    action.image_origin = ImageOrigin::kInstalled;
    action.actor = {"/usr/bin/dash", {"sh", "-c", text}, true};
    action.actor.by_gits_login = true;
    return assess(action).tier;
  };
  const char* store = "/usr/lib/git-core/git-credential-store --file /h/x get";
  EXPECT_EQ(get(store, store, "/usr/bin/git"), 1);
  EXPECT_EQ(get(store, store, "/usr/lib/git-core/git-credential-store"), 1);
  EXPECT_EQ(get("cat /usr/lib/git-core/git-credential-store get", store, "/usr/bin/git"), 2);
  const char* forge = "/usr/bin/gh auth git-credential get";
  EXPECT_EQ(get(forge, forge, "/usr/bin/gh"), 1);
  EXPECT_EQ(get("/usr/bin/gh auth git-credential get >shown", forge, "/usr/bin/gh"), 2);
  EXPECT_EQ(get("/usr/bin/gh auth status", forge, "/usr/bin/gh"), 2);
  EXPECT_EQ(get(forge, "gh auth token", "/usr/bin/gh"), 3);
  EXPECT_EQ(get(forge, forge, "/usr/bin/glab"), 2) << "another program than its name says";
}

// `git credential-manager get` is git, which has it done by the program of that name.
TEST_F(ExecAssessmentTest, AGitThatIsAskedMayAskTheHelperItself) {
  const auto get = [this](const char* exe, const char* command, std::vector<std::string> git,
                          bool at_login) {
    Action action = exec_of(command);
    action.exe = exe;
    action.image_origin = ImageOrigin::kInstalled;
    action.actor = {"/usr/bin/git", std::move(git), true};
    action.actor.by_gits_login = at_login;
    return assess(action).tier;
  };
  const std::vector<std::string> asked = {"git", "credential-manager", "get"};
  const char* helper = "/usr/bin/git-credential-manager";
  EXPECT_EQ(get(helper, "git-credential-manager get", asked, true), 1);
  EXPECT_EQ(get(helper, "git-credential-manager get", asked, false), 2);
  EXPECT_EQ(get(helper, "git-credential-manager get", {"git", "credential-cache", "get"}, true), 2);
  EXPECT_EQ(get(helper, "git-credential-manager --x get", asked, true), 2);
}

TEST_F(ExecAssessmentTest, WhatSetsLoginsToComeIsAskedAbout) {
  for (const char* line :
       {"git clone -c credential.helper=x u", "git clone -qcCredential.Helper=x u",
        "git clone --config credential.helper=x u", "git clone --config=http.proxy=x u",
        "git clone --template=t u", "git init --template t", "git -c init.templateDir=t init",
        "git config CREDENTIAL.helper x", "git config http.proxy x",
        "git-clone -c url.a.insteadOf=b u", "git config --global HTTP.sslVerify false",
        "git config set http.proxy x"})
    EXPECT_EQ(exec(line).tier, 2) << line;
  for (const char* line :
       {"git clone u", "git clone -c core.autocrlf=false u",
        "git clone https://credential.example/x=y d", "git clone --template= u", "git init",
        "git config user.name x", "git config --get http.proxy", "git config http.postBuffer 1",
        "git -c user.name=x init", "git clone --depth=1 -b credential u"})
    EXPECT_LT(exec(line).tier, 2) << line;
}

TEST_F(ExecAssessmentTest, AClientThatLogsInAsksItsHelperUnasked) {
  const auto tier = [this](const char* command, const char* client, bool installed = true) {
    Action action = exec_of(command);
    action.image_origin = ImageOrigin::kInstalled;
    action.actor = {client, {client, "x"}, installed};
    return assess(action).tier;
  };
  EXPECT_EQ(tier("docker-credential-pass get", "/usr/bin/docker"), 1);
  EXPECT_EQ(tier("aws eks get-token --cluster-name c", "/usr/bin/kubectl"), 1);
  EXPECT_EQ(tier("gcloud config config-helper --format json", "/usr/bin/kubectl"), 1);
  EXPECT_EQ(tier("aws-vault export prod", "/usr/bin/aws"), 1);
  EXPECT_GE(tier("docker-credential-pass get", "/usr/bin/bash"), 2);
  EXPECT_GE(tier("docker-credential-pass get", "/home/user/project/docker", false), 2);
  EXPECT_GE(tier("aws eks get-token --cluster-name c", "/usr/bin/docker"), 2);
  EXPECT_GE(tier("aws ec2 get-password-data --instance-id i", "/usr/bin/kubectl"), 2);
}

TEST_F(ExecAssessmentTest, NothingThatTheTreeMadeIsToldAPassword) {
  Action action = exec_of("gh auth git-credential store");
  action.actor = {"/usr/bin/dash", {"sh", "-c", "gh auth git-credential store"}, true};
  action.image_origin = ImageOrigin::kBorn;
  EXPECT_NE(assess(action).rule, "git.login.told");
  action.actor.by_gits_login = true;
  EXPECT_EQ(assess(action).rule, "git.login.told");
  action.image_origin = ImageOrigin::kWorkspace;
  EXPECT_EQ(assess(action).rule, "git.login.told");
  action.image_origin = ImageOrigin::kOther;  // the user's own, of before
  EXPECT_NE(assess(action).rule, "git.login.told");
}

TEST_F(ExecAssessmentTest, GitLogsInByItsTransportAndByWhatWasJudged) {
  const auto actor = [](const char* exe, std::vector<std::string> argv) {
    return Actor{exe, std::move(argv), true};
  };
  Actor transport = actor("/usr/lib/git-core/git-remote-http", {"git-remote-https", "o", "u"});
  EXPECT_FALSE(logs_in(transport)) << "started by hand";
  transport.by_git = true;
  EXPECT_TRUE(logs_in(transport));
  EXPECT_TRUE(logs_in(actor("/usr/bin/git", {"git", "credential", "fill"})));
  EXPECT_FALSE(logs_in(actor("/usr/bin/git", {"git", "-c", "alias.x=!y", "x"})));
  EXPECT_FALSE(logs_in(actor("/usr/bin/git", {"git", "fetch"})));
  EXPECT_FALSE(logs_in(actor("/usr/bin/dash", {"git", "credential"})));
  Actor replaced = actor("/home/user/git-remote-http", {"git-remote-https"});
  replaced.installed = false;
  EXPECT_FALSE(logs_in(replaced));
}

TEST_F(ExecAssessmentTest, AHookThatIsGitIsNoStepOfGit) {
  Action action = exec_of("git stash clear");
  action.image_origin = ImageOrigin::kInstalled;
  action.actor = {"/usr/bin/git", {"git", "rebase", "stash", "clear"}, true};
  EXPECT_EQ(assess(action).tier, 1);
  action.argv[0] = "/home/user/hooks/pre-rebase";
  EXPECT_GE(assess(action).tier, 2);
}

TEST(LoginSettingsTest, WhatTheTreeSetSteersALogin) {
  for (const char* change :
       {"GIT_TRACE_REDACT=0", "GIT_CONFIG_COUNT=1", "https_proxy=http://x", "ALL_PROXY=x",
        "HOME=/w/home", "BASH_FUNC_git%%=() { x; }", "SSLKEYLOGFILE=/w/keys",
        "GIT_CONFIG_PARAMETERS='credential.helper'='!cat'",
        "GIT_CONFIG_PARAMETERS='HTTP.proxy'='http://x'",
        "GIT_CONFIG_PARAMETERS='http.postbuffer'='1' 'http.sslverify'='false'"})
    EXPECT_TRUE(steers_a_login({"PWD=/w", change})) << change;
  for (const char* change :
       {"GIT_DIR=.git", "GIT_PREFIX=a", "LANG=C", "GIT_TERMINAL_PROMPT=0",
        "GIT_CONFIG_PARAMETERS='user.name'='x'", "GIT_CONFIG_PARAMETERS='http.postBuffer'='1'"})
    EXPECT_FALSE(steers_a_login({change})) << change;
}

// The command that git gives the other side is no session there; everything else that ssh can do is
// judged.
TEST_F(ExecAssessmentTest, GitFetchesOverSsh) {
  const auto below = [this](const std::vector<std::string>& git,
                            const std::vector<std::string>& ssh) {
    Action action;
    action.act = Act::kExec;
    action.cwd = "/home/user/project";
    action.exe = "/usr/bin/ssh";
    action.image_origin = ImageOrigin::kInstalled;
    action.actor = {"/usr/bin/git", git, true};
    action.argv = ssh;
    return assess(action).tier;
  };
  const std::string fetch = "git-upload-pack '/srv/it'\\''s.git'";
  EXPECT_EQ(below({"git", "clone", "h:r"}, {"ssh", "h", fetch}), 1);
  EXPECT_EQ(below({"git", "fetch"}, {"ssh", "-o", "SendEnv=GIT_PROTOCOL", "-p", "22", "h", fetch}),
            1);
  EXPECT_EQ(below({"git", "push"}, {"ssh", "h", "git-receive-pack 'r.git'"}), 1);
  EXPECT_EQ(below({"git", "p"}, {"ssh", "h", "git-receive-pack 'r.git'"}), 2);
  EXPECT_EQ(below({"git", "clone"}, {"ssh", "h", "git-upload-pack 'r'; rm -rf 'x'"}), 2);
  EXPECT_EQ(below({"git", "clone"}, {"ssh", "h", "git-upload-pack r"}), 2);
  EXPECT_EQ(below({"git", "clone"}, {"ssh", "h", "id; rm -v x;", "git-upload-pack 'r'"}), 2);
  EXPECT_EQ(below({"git", "clone"}, {"ssh", "-F", "./cfg", "h", fetch}), 2);
  EXPECT_EQ(below({"git", "clone"}, {"ssh", "-t", "h", fetch}), 2);
  EXPECT_EQ(below({"git", "clone"}, {"ssh", "h", "-D", "1080", fetch}), 3);
  EXPECT_EQ(below({"git", "clone"}, {"ssh", "-o", "DynamicForward=1080", "h", fetch}), 3);
  EXPECT_EQ(below({"git", "clone"}, {"ssh", "h", "sh 'r'"}), 2);
  EXPECT_EQ(below({"git", "clone"}, {"ssh", "-o", "ProxyCommand=x", "h", fetch}), 3);
  // GIT_SSH_COMMAND with options goes through a shell.
  const auto by_shell = [this](const std::string& asked) {
    Action action;
    action.act = Act::kExec;
    action.exe = "/usr/bin/ssh";
    action.image_origin = ImageOrigin::kInstalled;
    action.actor = {"/usr/bin/dash", {"sh", "-c", "ssh -v \"$@\""}, true};
    action.argv = {"ssh", "-v", "h", asked};
    return assess(action).tier;
  };
  EXPECT_EQ(by_shell(fetch), 1);
  EXPECT_EQ(by_shell("git-receive-pack 'r.git'"), 2);
}

}  // namespace
}  // namespace guard::policy
