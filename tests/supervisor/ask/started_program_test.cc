// SPDX-License-Identifier: Apache-2.0
// The facts known of a program that was let start: program_of() of remembering.h.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "supervisor/ask/remembering.h"
#include "tests/supervisor/support/made_call.h"

namespace guard::supervisor {
namespace {

using policy::ImageOrigin;
using Words = std::vector<std::string>;

std::shared_ptr<const Program> started(const PendingCall& call) {
  return program_of(call, {});
}

bool is_only_roots(const char* path) {
  struct stat status {};
  return ::stat(path, &status) == 0 && status.st_uid == 0 &&
         (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

TEST(StartedProgramTest, ItIsWhatWasJudged) {
  PendingCall call = made_exec("/usr/bin/rm", {"rm", "a"});
  call.action.cwd = "/w/d";
  call.decision.assessment.implied = policy::ImpliedLease{{policy::Act::kDelete}, {}, 1};
  const auto program = program_of(call, {7, 8, 9});
  EXPECT_EQ(program->actor.exe, "/usr/bin/rm");
  EXPECT_EQ(program->actor.argv, (Words{"rm", "a"}));
  EXPECT_EQ(program->cwd, "/w/d");
  EXPECT_EQ(program->implied, call.decision.assessment.implied);
  EXPECT_EQ(program->mark.device, 7U);
  EXPECT_EQ(program->mark.inode, 8U);
  EXPECT_EQ(program->mark.first_stack, 9U);
  EXPECT_FALSE(program->script);
  EXPECT_FALSE(program->login_steered);
  EXPECT_FALSE(program->loads_other_code);
  EXPECT_FALSE(program->actor.by_git);
  EXPECT_FALSE(program->actor.by_gits_login);
  call.action.image_script = true;
  EXPECT_TRUE(started(call)->script);
}

TEST(StartedProgramTest, ItIsInstalledOnlyWithoutForeignCode) {
  PendingCall call = made_exec("/usr/bin/rm", {"rm"});
  EXPECT_TRUE(started(call)->actor.installed);
  call.foreign_code = true;
  EXPECT_FALSE(started(call)->actor.installed);
  EXPECT_TRUE(started(call)->loads_other_code);
  call.foreign_code = false;
  for (const ImageOrigin origin :
       {ImageOrigin::kWorkspace, ImageOrigin::kBorn, ImageOrigin::kMemfd, ImageOrigin::kOther}) {
    call.action.image_origin = origin;
    EXPECT_FALSE(started(call)->actor.installed);
    EXPECT_FALSE(started(call)->loads_other_code);
  }
}

TEST(StartedProgramTest, WhatItsEnvironmentMakesOfItIsKnown) {
  PendingCall call = made_exec("/usr/bin/claude", {"claude"});
  call.action.environment_changes = {"BUN_BE_BUN=1"};
  EXPECT_TRUE(started(call)->loads_other_code);
  EXPECT_FALSE(started(call)->login_steered);
  call.action.environment_changes = {"HOME=/w"};
  EXPECT_FALSE(started(call)->loads_other_code);
  EXPECT_TRUE(started(call)->login_steered);
}

TEST(StartedProgramTest, AnInstalledScriptOfAnInterpreterIsKnownByItsName) {
  if (!is_only_roots("/usr/bin/env") || !is_only_roots("/usr/bin"))
    GTEST_SKIP() << "/usr/bin is not root's here";
  struct Row {
    std::string exe;
    Words argv;
    std::string script;
  };
  const std::vector<Row> rows = {
      {"/usr/bin/node", {"node", "/usr/bin/env"}, "env"},
      {"/usr/bin/node", {"node", "/usr/bin/env", "install"}, "env"},
      {"/usr/bin/rm", {"rm", "/usr/bin/env"}, ""},
      {"/usr/bin/node", {"node"}, ""},
      {"/usr/bin/node", {"node", "env"}, ""},
      {"/usr/bin/node", {"node", "--x", "/usr/bin/env"}, ""},
      {"/usr/bin/node", {"node", "/usr/bin/no-such-program"}, ""},
      {"/usr/bin/node", {"node", "/dev/null"}, ""},  // everybody writes it
  };
  for (const Row& row : rows)
    EXPECT_EQ(started(made_exec(row.exe, row.argv))->actor.script, row.script) << row.argv.back();
  PendingCall own = made_exec("/usr/bin/node", {"node", "/usr/bin/env"});
  own.foreign_code = true;
  EXPECT_EQ(started(own)->actor.script, "") << "what runs it is not the installed one";
}

// The name of a new script that a PATTERN of mkstemp(3) names. If root runs guard, the file is
// root's own.
std::string name_of_new_script(std::string pattern) {
  const int file = ::mkstemp(pattern.data());
  if (file < 0) return "cannot be made";
  ::close(file);
  std::string name = started(made_exec("/usr/bin/node", {"node", pattern}))->actor.script;
  ::unlink(pattern.c_str());
  return name;
}

TEST(StartedProgramTest, AScriptInAFolderThatOthersWriteIsNotInstalled) {
  if (::access("/var/tmp", W_OK) != 0) GTEST_SKIP() << "nothing can be made in /var/tmp";
  EXPECT_EQ(name_of_new_script("/var/tmp/guard-script-XXXXXX"), "");
}

TEST(StartedProgramTest, AScriptOutsideOfTheSystemsFoldersIsNotInstalled) {
  std::string folder = "/tmp/guard-scripts-XXXXXX";
  if (::mkdtemp(folder.data()) == nullptr) GTEST_SKIP() << "nothing can be made in /tmp";
  EXPECT_EQ(name_of_new_script(folder + "/script-XXXXXX"), "");
  ::rmdir(folder.c_str());
}

// The process that starts it, forked by a git that asks its helpers for a password.
struct LogIn {
  std::shared_ptr<Program> git = made_program("/usr/bin/git", {"git", "credential", "fill"});
  bool forked = true;
  bool confirmed = true;
  Words environment = {};

  [[nodiscard]] std::shared_ptr<const Program> start() const {
    PendingCall call = made_exec("/usr/bin/helper", {"helper", "get"});
    const auto process = made_process(kMadeActor, git);
    process->forked = forked;
    process->confirmed = confirmed;
    call.process = process;
    call.action.environment_changes = environment;
    return started(call);
  }
};

TEST(StartedProgramTest, WhatALoggingInGitForksIsToldThePassword) {
  struct Row {
    const char* what;
    std::function<void(LogIn&)> change;
    bool told;
  };
  const std::vector<Row> rows = {
      {"as it is", [](LogIn&) {}, true},
      {"it is git itself", [](LogIn& login) { login.forked = false; }, false},
      {"by number alone", [](LogIn& login) { login.confirmed = false; }, false},
      {"a steered git", [](LogIn& login) { login.git->login_steered = true; }, false},
      {"a steered helper", [](LogIn& login) { login.environment = {"HOME=/w"}; }, false},
      {"another's git", [](LogIn& login) { login.git->actor.installed = false; }, false},
      {"another command",
       [](LogIn& login) {
         login.git->actor.argv = {"git", "log"};
       },
       false},
  };
  for (const Row& row : rows) {
    LogIn login;
    row.change(login);
    EXPECT_EQ(login.start()->actor.by_gits_login, row.told) << row.what;
  }
}

// sh -c 'git credential-store get', as such a git has it done.
PendingCall helper_of_a_login() {
  PendingCall call = made_exec("/usr/bin/git", {"git", "credential-store", "get"});
  call.action.actor.exe = "/usr/bin/dash";
  call.action.actor.argv = {"sh", "-c", "git credential-store get"};
  call.action.actor.installed = true;
  call.action.actor.by_gits_login = true;
  return call;
}

TEST(StartedProgramTest, AHelperOfALogInIsToldThePasswordToo) {
  EXPECT_TRUE(started(helper_of_a_login())->actor.by_gits_login);
  PendingCall steered = helper_of_a_login();
  steered.action.environment_changes = {"HOME=/w"};
  EXPECT_FALSE(started(steered)->actor.by_gits_login);
  PendingCall other = helper_of_a_login();
  other.action.actor.by_gits_login = false;
  EXPECT_FALSE(started(other)->actor.by_gits_login);
}

TEST(StartedProgramTest, WhatAnInstalledGitStartsIsKnown) {
  struct Row {
    bool forked;
    bool confirmed;
    bool installed;
    bool by_git;
  };
  const std::vector<Row> rows = {{false, false, true, true},
                                 {true, true, true, true},
                                 {true, false, true, false},
                                 {false, true, false, false},
                                 {true, true, false, false}};
  for (const Row& row : rows) {
    LogIn login;
    login.forked = row.forked;
    login.confirmed = row.confirmed;
    login.git->actor.installed = row.installed;
    EXPECT_EQ(login.start()->actor.by_git, row.by_git)
        << row.forked << row.confirmed << row.installed;
  }
}

}  // namespace
}  // namespace guard::supervisor
