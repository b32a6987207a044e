// SPDX-License-Identifier: Apache-2.0
// The questions that a person would have been asked, once each.
#include "console/ci/unasked_questions.h"

#include <gtest/gtest.h>

namespace guard::console {
namespace {

using supervisor::AuditRecord;

class UnaskedQuestionsTest : public ::testing::Test {
 protected:
  UnaskedQuestionsTest() {
    for (std::size_t tier = 0; tier < 4; ++tier)
      policy_->mode.tiers.at(tier) =
          tier < 2 ? policy::TierAction::kAllow : policy::TierAction::kAsk;
    AuditRecord cmd = command(10, {"job"}, 0, "exec.ordinary");
    cmd.approval_status = "auto";
    cmd.chain = {"10 guard"};
    EXPECT_FALSE(questions_.take(cmd));
  }

  static AuditRecord act(const std::string& what, int pid, int tier, const std::string& rule) {
    AuditRecord record;
    record.act = what;
    record.pid = pid;
    record.chain = {std::to_string(pid) + " x", "10 job"};
    record.risk_tier = tier;
    record.rule = rule;
    record.categories = {"FS_DELETE_OVERWRITE"};
    record.approval_status = "skipped";
    record.outcome = "done";
    record.cwd = "/p";
    return record;
  }
  static AuditRecord command(int pid, std::vector<std::string> argv, int tier,
                             const std::string& rule) {
    AuditRecord record = act("exec", pid, tier, rule);
    record.argv = std::move(argv);
    return record;
  }
  static AuditRecord removal(int pid, const std::string& path, const std::string& rule) {
    AuditRecord record = act("delete", pid, rule == "fs.delete" ? 1 : 2, rule);
    record.objects = {path};
    return record;
  }
  static AuditRecord remover(int pid, const std::string& folder) {
    AuditRecord record = command(pid, {"rm", "-rf", folder}, 2, "fs.delete");
    record.objects = {"/p/" + folder};
    record.effect = {{"files", 2}};
    return record;
  }

  std::shared_ptr<policy::Policy> policy_ = std::make_shared<policy::Policy>();
  UnaskedQuestions questions_{policy_};
};

TEST_F(UnaskedQuestionsTest, WhatTheModeLetsGoIsNoQuestion) {
  EXPECT_FALSE(questions_.take(command(11, {"rm", "a"}, 1, "fs.delete")));
  EXPECT_FALSE(questions_.take(removal(11, "/p/a", "fs.delete")));
  policy_->rules.emplace_back();
  policy_->rules.back().id = "keep";
  policy_->rules.back().decision = policy::Verdict::kAsk;
  AuditRecord asked = removal(12, "/p/a", "keep");
  asked.risk_tier = 1;
  EXPECT_TRUE(questions_.take(asked));
}

TEST_F(UnaskedQuestionsTest, ACommandCoversItsFiles) {
  EXPECT_TRUE(questions_.take(remover(11, "b")));
  EXPECT_FALSE(questions_.take(removal(11, "/p/b/1", "fs.delete.many")));
  EXPECT_FALSE(questions_.take(removal(11, "/p/b", "fs.delete.many")));
  EXPECT_TRUE(questions_.take(remover(12, "b"))) << "the same command is asked about again";
  AuditRecord connect = act("connect", 11, 2, "network.other");
  connect.categories = {"NETWORK_RISK"};
  connect.objects = {"tcp example.org 80"};
  EXPECT_TRUE(questions_.take(connect));
  EXPECT_FALSE(questions_.take(connect)) << "it tries again";
}

TEST_F(UnaskedQuestionsTest, AnotherCommandIsAnotherQuestion) {
  EXPECT_TRUE(questions_.take(remover(11, "b")));
  EXPECT_TRUE(questions_.take(remover(12, "c")));
  AuditRecord ordinary = command(11, {"python3"}, 0, "exec.ordinary");
  ordinary.approval_status = "auto";
  EXPECT_FALSE(questions_.take(ordinary));
  EXPECT_TRUE(questions_.take(removal(11, "/p/b/1", "fs.delete.many")));
}

TEST_F(UnaskedQuestionsTest, WhatACommandStartsWasInItsQuestion) {
  AuditRecord timeout = command(11, {"timeout", "5", "rm", "-rf", "b"}, 2, "fs.delete");
  timeout.effect = {{"files", 2}};
  EXPECT_TRUE(questions_.take(timeout));
  AuditRecord started = remover(12, "b");
  started.chain = {"12 timeout", "11 timeout", "10 job"};
  EXPECT_FALSE(questions_.take(started));
  AuditRecord file = removal(12, "/p/b/1", "fs.delete.many");
  file.chain = {"12 rm", "11 timeout", "10 job"};
  EXPECT_FALSE(questions_.take(file));
  AuditRecord push = command(13, {"git", "push", "-f"}, 3, "git.push.force");
  push.chain = {"13 timeout", "11 timeout", "10 job"};
  push.categories = {"GIT"};
  EXPECT_TRUE(questions_.take(push));
}

TEST_F(UnaskedQuestionsTest, ManyFilesOfAFolderAreOneQuestion) {
  EXPECT_TRUE(questions_.take(removal(11, "/p/c/1", "fs.delete.many")));
  EXPECT_FALSE(questions_.take(removal(11, "/p/c/2", "fs.delete.many")));
  EXPECT_FALSE(questions_.take(removal(11, "/p/c/d/3", "fs.delete.many")));
  EXPECT_TRUE(questions_.take(removal(11, "/p/e/1", "fs.delete.many")));
  EXPECT_TRUE(questions_.take(removal(12, "/p/c/4", "fs.delete.many"))) << "of another command";
}

TEST(UnaskedQuestionsOfAShellTest, ItsProgramsAreOneCommand) {
  UnaskedQuestions questions(nullptr);
  AuditRecord shell;
  shell.act = "exec";
  shell.argv = {"/bin/bash", "-c", "for i in 1 2; do rm d/$i; done"};
  shell.pid = 10;
  shell.chain = {"10 guard"};
  EXPECT_FALSE(questions.take(shell));
  AuditRecord removal;
  removal.act = "delete";
  removal.rule = "fs.delete.many";
  removal.approval_status = "skipped";
  removal.categories = {"FS_DELETE_OVERWRITE"};
  removal.objects = {"/p/d/1"};
  removal.pid = 11;
  removal.chain = {"11 rm", "10 bash"};
  EXPECT_TRUE(questions.take(removal));
  removal.objects = {"/p/d/2"};
  removal.pid = 12;
  removal.chain = {"12 rm", "10 bash"};
  EXPECT_FALSE(questions.take(removal));
}

TEST_F(UnaskedQuestionsTest, AModeThatRemembersAsksOnce) {
  policy_->mode.tiers[2] = policy::TierAction::kAskThenRemember;
  EXPECT_TRUE(questions_.take(remover(11, "b")));
  EXPECT_FALSE(questions_.take(remover(12, "b")));
  EXPECT_TRUE(questions_.take(remover(12, "c")));
}

}  // namespace
}  // namespace guard::console
