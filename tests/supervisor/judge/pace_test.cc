// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/pace.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/limits.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::ObjectType;
using policy::PathClass;
using policy::Recoverability;

policy::Object file(const std::string& path, Recoverability kept = Recoverability::kSaved,
                    PathClass place = PathClass::kWorkspace) {
  policy::Object object;
  object.path = path;
  object.path_class = place;
  object.type = ObjectType::kFile;
  object.recoverability = kept;
  return object;
}

class PaceTest : public ::testing::Test {
 protected:
  // Whether one act of EXE is asked about; each process is a command of its own.
  bool asks(const std::string& exe, Act act, std::vector<policy::Object> objects, pid_t pid,
            const std::vector<std::string>& argv = {}, const std::string& script = "") {
    auto program = std::make_shared<Program>();
    program->actor.exe = exe;
    program->actor.argv = argv;
    program->actor.script = script;
    program->actor.installed = true;
    auto process = std::make_shared<Process>();
    process->pid = process->command = pid;
    process->program = program;
    process->typed_line = line_;
    if (line_ != 0) process->parent = shell();
    PendingCall call;
    call.process = process;
    call.action.act = act;
    call.action.objects = std::move(objects);
    policy::Assessment assessment;
    assessment.tier = act == Act::kDelete ? 1 : 0;
    assessment.rule = act == Act::kDelete ? "fs.delete" : "fs.rename";
    pace_->ask_for_many(
        call, assessment,
        [this](const std::string& path) {
          auto object = file(path, there_.value_or(Recoverability::kNothing));
          if (!there_) object.type = ObjectType::kMissing;
          return object;
        },
        [this](std::size_t) { return git_has_it_; });
    call.notification.id = ++calls_;
    pace_->note(call);
    pace_->ended(call, true);
    return assessment.tier == 2 && assessment.rule == "fs.delete.many";
  }
  bool removes(const std::string& exe, pid_t pid, const std::vector<std::string>& argv = {},
               const std::string& script = "") {
    return asks(exe, Act::kDelete, {file("/w/" + std::to_string(++files_))}, pid, argv, script);
  }

  static ProcessPtr shell() {
    auto program = std::make_shared<Program>();
    program->actor.exe = "/usr/bin/bash";
    program->actor.argv = {"bash"};
    auto process = std::make_shared<Process>();
    process->pid = process->command = 1;
    process->program = std::move(program);
    process->agent = true;
    return process;
  }

  int line_ = 0;                         // that was typed at CMD
  std::optional<Recoverability> there_;  // of what stands where one went
  pid_t pid_ = 1000;
  policy::Policy policy_;
  std::optional<Pace> pace_{std::in_place, policy_, false};
  int files_ = 0;
  bool git_has_it_ = true;
  std::uint64_t calls_ = 0;
};

TEST_F(PaceTest, WhatGitHasNotIsCountedWhenGitDeletesIt) {
  git_has_it_ = false;
  int asked = 0;
  for (int i = 0; i < 30; ++i)
    asked += removes("/usr/bin/git", 7, {"git", "checkout", "x"}) ? 1 : 0;
  EXPECT_GT(asked, 20);
  git_has_it_ = true;
  EXPECT_FALSE(removes("/usr/bin/git", 7, {"git", "checkout", "x"}));
}

TEST_F(PaceTest, ManyCommandsThatDeleteOneFileEachAreAskedAbout) {
  const int most = int_limit("streak.of_session");
  for (pid_t pid = 1; pid <= most; ++pid) EXPECT_FALSE(removes("/usr/bin/rm", pid)) << pid;
  EXPECT_TRUE(removes("/usr/bin/rm", most + 1));
  EXPECT_TRUE(removes("/usr/bin/python3", most + 2));
  EXPECT_TRUE(removes("/usr/bin/gzip", most + 3));
  EXPECT_FALSE(removes("/usr/bin/git", most + 4)) << "judged whole";
}

// CMD is an interactive bash: each `rm` is a process of its own.
TEST_F(PaceTest, ALineThatIsTypedIsCountedAndSoAreAllLines) {
  const auto by_line = [this](int line) {
    line_ = line;
    return removes("/usr/bin/rm", ++pid_);
  };
  for (int i = 0; i < 4; ++i) EXPECT_FALSE(by_line(-1)) << i;
  EXPECT_TRUE(by_line(-1)) << "a loop";
  EXPECT_FALSE(by_line(-2)) << "another line";
  for (int line = -3; line > -7; --line) EXPECT_FALSE(by_line(line)) << line;
  EXPECT_TRUE(by_line(-7)) << "the eleventh in all";
}

TEST_F(PaceTest, EveryProgramCountsButGitAndManagersInTheirFolders) {
  struct Row {
    std::string exe;
    std::vector<std::string> argv;
    std::string script;
    std::string folder;
    bool counts;
  };
  const std::vector<Row> rows = {
      {"/usr/bin/python3.11", {}, "", "/w/", true},
      {"/usr/bin/python3.11", {}, "timeit.py", "/w/", true},
      {"/usr/bin/python3.11", {}, "pip", "/w/", true},
      {"/usr/bin/python3.11", {}, "pip", "/w/env/lib/python3/site-packages/x/", false},
      {"/usr/bin/composer", {}, "", "/w/vendor/x/", false},
      {"/usr/bin/gzip", {}, "", "/w/vendor/x/", true},
      {"/usr/bin/busybox", {"busybox", "sh", "x.sh"}, "", "/w/", true},
      {"/usr/bin/ninja", {"ninja", "-t", "clean"}, "", "/w/", true},
      {"/usr/bin/zsh", {"zsh"}, "", "/w/", true},
      {"/usr/lib/jvm/bin/java", {"java", "Del.java"}, "", "/w/", true},
      {"/usr/bin/tar", {"tar"}, "", "/w/", true},
      {"/usr/bin/git", {"git", "checkout", "x"}, "", "/w/", false},
  };
  pid_t pid = 100;
  for (const Row& row : rows) {
    pace_.emplace(policy_, false);
    ++pid;
    bool asked = false;
    for (int i = 0; i < 5; ++i)
      asked = asks(row.exe, Act::kDelete, {file(row.folder + std::to_string(i))}, pid, row.argv,
                   row.script);
    EXPECT_EQ(asked, row.counts) << row.exe << " " << row.script << " " << row.folder;
  }
}

// Typed as words of one command: a list of up to ten. Code that has them counts each.
TEST_F(PaceTest, OneRunMayNameTenFiles) {
  const std::vector<std::string> argv = {"x", "1", "2", "3", "4",  "5",
                                         "6", "7", "8", "9", "10", "11"};
  for (const std::string exe : {"/usr/bin/rm", "/usr/bin/gzip", "/usr/bin/busybox"}) {
    pace_.emplace(policy_, false);
    for (int i = 1; i <= 10; ++i)
      EXPECT_FALSE(asks(exe, Act::kDelete, {file("/w/" + std::to_string(i))}, 7, argv)) << exe << i;
    EXPECT_TRUE(asks(exe, Act::kDelete, {file("/w/11")}, 7, argv)) << exe;
  }
  pace_.emplace(policy_, false);
  for (int i = 1; i <= 5; ++i)
    EXPECT_EQ(asks("/usr/bin/python3", Act::kDelete, {file("/w/" + std::to_string(i))}, 7, argv),
              i == 5);
}

TEST_F(PaceTest, WhatAnotherFileTookThePlaceOfCountsNoMore) {
  const auto is_made_anew = [this](bool anew) {
    pace_.emplace(policy_, false);
    there_ = anew ? Recoverability::kBorn : Recoverability::kSaved;
    bool asked = false;
    for (int i = 0; i < 30; ++i) asked = removes("/usr/bin/tar", 7) || asked;
    return !asked;
  };
  EXPECT_TRUE(is_made_anew(true));
  EXPECT_FALSE(is_made_anew(false)) << "they are only about to go";
}

TEST_F(PaceTest, ARenameCountsWhenAFileOfBeforeGoes) {
  const auto fifth = [this](const policy::Object& from, const policy::Object& to) {
    pace_.emplace(policy_, false);
    bool asked = false;
    for (int i = 0; i < 5; ++i) {
      auto one = from;
      auto other = to;
      one.path += std::to_string(i);
      other.path += std::to_string(i);
      asked = asks("/usr/bin/python3", Act::kRename, {one, other}, 7);
    }
    return asked;
  };
  const auto missing = [](const std::string& path, PathClass place) {
    auto object = file(path, Recoverability::kPrecious, place);
    object.type = ObjectType::kMissing;
    return object;
  };
  EXPECT_TRUE(fifth(file("/w/a"), file("/w/b")));
  for (const PathClass place : {PathClass::kTmp, PathClass::kCache, PathClass::kOwnState})
    EXPECT_TRUE(fifth(file("/w/a"), missing("/x/a", place)));
  auto built = missing("/w/build/a", PathClass::kWorkspace);
  built.recoverability = Recoverability::kBuilt;
  EXPECT_TRUE(fifth(file("/w/a"), built));
  EXPECT_FALSE(fifth(file("/w/a"), missing("/w/b", PathClass::kWorkspace)));
  EXPECT_FALSE(fifth(file("/w/new", Recoverability::kBorn), file("/w/b"))) << "an editor saves";
}

TEST_F(PaceTest, AFolderOfBeforeIsAskedAboutOnceItsFilesWent) {
  const auto folder = [](const std::string& path, Recoverability kept = Recoverability::kSaved) {
    auto object = file(path, kept);
    object.type = ObjectType::kDirectory;
    return object;
  };
  const auto asks_about = [&](const policy::Object& object,
                              const std::string& exe = "/usr/bin/rmdir", pid_t pid = 7,
                              const std::vector<std::string>& argv = {}) {
    return asks(exe, Act::kDelete, {object}, pid, argv);
  };
  EXPECT_FALSE(asks_about(folder("/w/empty"))) << "nothing went with it";
  EXPECT_FALSE(asks("/usr/bin/python3", Act::kDelete, {file("/w/photos/1")}, 7));
  EXPECT_FALSE(asks_about(folder("/w/pho"))) << "another folder";
  EXPECT_FALSE(asks_about(folder("/w/photos"), "/usr/bin/rmdir", 8)) << "another command";
  EXPECT_FALSE(asks_about(folder("/w/photos"), "/usr/bin/git")) << "judged whole";
  EXPECT_FALSE(asks_about(folder("/w/photos"), "/usr/bin/git", 7, {"git", "rm", "photos/1"}))
      << "emptied by files that were counted";
  EXPECT_TRUE(asks_about(folder("/w/photos"), "/usr/bin/rm", 7, {"git", "rm", "photos/1"}));
  EXPECT_FALSE(asks_about(folder("/w/photos", Recoverability::kBorn))) << "of this session";
  EXPECT_TRUE(asks_about(folder("/w/photos"), "/usr/bin/python3"));
  EXPECT_TRUE(asks_about(folder("/w/photos")));
}

}  // namespace
}  // namespace guard::supervisor
