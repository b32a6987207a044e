// SPDX-License-Identifier: Apache-2.0
// The front between a real terminal with job control and a program, without supervision.
#include "console/front/front.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <clocale>
#include <csignal>
#include <utility>

#include "base/clock.h"
#include "tests/console/support/small_shell.h"

namespace guard::console {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

JobPlan with_pty(std::string command) {
  return {std::move(command), true, false, "", nullptr};
}
JobPlan without_pty(std::string command) {
  return {std::move(command), false, false, "", nullptr};
}

TEST(FrontTest, PassesTheExitStatusOnAndRestoresTheTerminal) {
  SmallShell shell(with_pty("exit 7"));
  EXPECT_EQ(shell.report(), "exited 7 cooked");
}

TEST(FrontTest, EndsByTheSignalThatEndedTheCommand) {
  SmallShell shell(with_pty("kill -9 $$"));
  EXPECT_EQ(shell.report(), "signalled 9 cooked");
  SmallShell term(without_pty("kill -TERM $$"));
  EXPECT_EQ(term.report(), "signalled 15 cooked");
}

TEST(FrontTest, InputOutputAndSizeAreTheCommands) {
  SmallShell shell(with_pty("stty size; read x; echo got-$x"));
  EXPECT_TRUE(shell.see("30 90"));
  shell.type("abc\r");
  EXPECT_TRUE(shell.see("got-abc"));
  EXPECT_EQ(shell.report(), "exited 0 cooked");
}

TEST(FrontTest, AllOutputIsShownBeforeTheEnd) {
  SmallShell shell(
      with_pty("i=0; while [ $i -lt 20000 ]; do echo line-$i; i=$((i+1)); done; exit 3"));
  EXPECT_TRUE(shell.see("line-19999"));
  EXPECT_THAT(shell.screen(), HasSubstr("line-10000\r\nline-10001\r\n"));
  EXPECT_EQ(shell.report(), "exited 3 cooked");
}

TEST(FrontTest, CtrlCReachesTheCommandOnce) {
  const std::string command = "n=0; trap 'n=$((n+1))' INT; echo ready; read x; echo int-$n; exit 3";
  for (const bool pty : {true, false}) {
    SmallShell shell(pty ? with_pty(command) : without_pty(command));
    ASSERT_TRUE(shell.see("ready"));
    shell.type("\x03");
    shell.type("go\r");
    EXPECT_TRUE(shell.see("int-1")) << shell.screen();
    EXPECT_EQ(shell.report(), "exited 3 cooked");
  }
}

TEST(FrontTest, CtrlZStopsTheJobAndForegroundContinuesIt) {
  for (const bool pty : {true, false}) {
    const std::string command =
        "trap 'echo on' CONT; echo ready; until read x; do :; done; echo got-$x; exit 4";
    SmallShell shell(pty ? with_pty(command) : without_pty(command));
    ASSERT_TRUE(shell.see("ready"));
    for (int i = 0; i < 3; ++i) {
      shell.type("\x1a");
      EXPECT_EQ(shell.report(), "stopped 20 cooked");
      shell.foreground();
      EXPECT_TRUE(shell.see("on"));
    }
    shell.type("abc\r");
    EXPECT_TRUE(shell.see("got-abc"));
    EXPECT_EQ(shell.report(), "exited 4 cooked");
  }
}

TEST(FrontTest, ACommandThatStopsItselfStopsTheJob) {
  for (const bool pty : {true, false}) {
    const std::string command = "kill -STOP $$; echo on; exit 5";
    SmallShell shell(pty ? with_pty(command) : without_pty(command));
    EXPECT_EQ(shell.report(), "stopped 19 cooked");
    shell.foreground();
    EXPECT_TRUE(shell.see("on"));
    EXPECT_EQ(shell.report(), "exited 5 cooked");
  }
}

TEST(FrontTest, ContinuedInTheBackgroundItLeavesTheTerminalAlone) {
  SmallShell shell(with_pty("echo ready; read x; echo got-$x"));
  ASSERT_TRUE(shell.see("ready"));
  shell.type("\x1a");
  EXPECT_EQ(shell.report(), "stopped 20 cooked");
  shell.background();
  EXPECT_FALSE(shell.raw());
  shell.hand_terminal();
  shell.type("abc\r");
  EXPECT_TRUE(shell.see("got-abc"));
  EXPECT_EQ(shell.report(), "exited 0 cooked");
}

TEST(FrontTest, StartedInTheBackgroundItShowsOutputAndReadsNothing) {
  JobPlan plan = with_pty("echo ready; read x; echo got-$x");
  plan.background = true;
  SmallShell shell(plan);
  EXPECT_TRUE(shell.see("ready"));
  EXPECT_FALSE(shell.raw());
  shell.hand_terminal();
  shell.type("abc\r");
  EXPECT_TRUE(shell.see("got-abc"));
  EXPECT_EQ(shell.report(), "exited 0 cooked");
}

TEST(FrontTest, SignalsSentToTheFrontReachTheCommand) {
  for (const bool pty : {true, false}) {
    const std::string command =
        "trap 'echo term; exit 6' TERM; echo ready; while :; do sleep 0.05; done";
    SmallShell shell(pty ? with_pty(command) : without_pty(command));
    ASSERT_TRUE(shell.see("ready"));
    ::kill(shell.job(), SIGTERM);
    EXPECT_TRUE(shell.see("term"));
    EXPECT_EQ(shell.report(), "exited 6 cooked");
  }
}

TEST(FrontTest, TheServingProcessDyingIsGuardsOwnFailure) {
  SmallShell shell(with_pty("echo ready; kill -9 $PPID; sleep 1"));
  EXPECT_EQ(shell.report(), "exited 125 cooked");
  EXPECT_TRUE(shell.see("guard: the supervising process died; everything it supervised was ended"));
}

TEST(FrontTest, AFailedStartIsOneLineAndItsStatus) {
  JobPlan plan = with_pty("");
  plan.fails_with = "no listener\x1b[2J";
  SmallShell shell(plan);
  EXPECT_EQ(shell.report(), "exited 127 cooked");
  EXPECT_TRUE(shell.see("guard: no listener\\x1B[2J"));
}

TEST(FrontTest, LeavesAtOnceAndShowsWhatBackgroundProgramsStillWrite) {
  SmallShell shell(with_pty("(sleep 1; echo later) & echo now; exit 4"));
  EXPECT_EQ(shell.report(), "exited 4 cooked");
  EXPECT_TRUE(shell.see("later"));
}

// One waiting question; its answer is reported and settles it.
class OneQuestion : public QuestionSource {
 public:
  OneQuestion(int tier, std::function<void(const std::string&)> report)
      : tier_(tier), report_(std::move(report)), fd_(::eventfd(1, EFD_CLOEXEC)) {}

  [[nodiscard]] int fd() const override { return fd_.get(); }
  std::vector<SourceItem> take() override {
    eventfd_t count = 0;
    ::eventfd_read(fd_.get(), &count);
    SourceItem item;
    item.id = "3f2a91bc";
    item.kind = answered_.empty() ? SourceItem::Kind::kAsked : SourceItem::Kind::kSettled;
    item.question = {
        {"id", item.id},
        {"tier", tier_},
        {"what", "rm -rf ./tmp_a"},
        {"risk_level", "medium"},
        {"state", answered_},
        {"deadline", iso_time(std::chrono::system_clock::now() + std::chrono::hours(1))}};
    return {item};
  }
  void answer(const std::string&, const PromptAnswer& answer) override {
    answered_ = answer.approve ? "approved" : "denied";
    report_("answer " + answered_ + " " + answer.confirm);
    ::eventfd_write(fd_.get(), 1);
  }
  void check(const std::string&, const PromptAnswer&) override {}
  void fetch_detail(const std::string&) override {}

 private:
  int tier_;
  std::function<void(const std::string&)> report_;
  UniqueFd fd_;
  std::string answered_;
};

SourceItem question_item(const std::string& id, const std::string& what, const std::string& state,
                         const std::string& by) {
  SourceItem item;
  item.id = id;
  item.kind = state == "pending" ? SourceItem::Kind::kAsked : SourceItem::Kind::kSettled;
  item.question = {{"id", id},       {"tier", 2},        {"what", what}, {"risk_level", "medium"},
                   {"state", state}, {"answered_by", by}};
  return item;
}

// Two questions; ana answers the second one in guard watch as soon as the first one is answered
// here, or at once where nobody can answer here.
class AnsweredElsewhere : public QuestionSource {
 public:
  explicit AnsweredElsewhere(bool at_once) : at_once_(at_once), fd_(::eventfd(1, EFD_CLOEXEC)) {}
  [[nodiscard]] int fd() const override { return fd_.get(); }
  std::vector<SourceItem> take() override {
    eventfd_t count = 0;
    ::eventfd_read(fd_.get(), &count);
    if (std::exchange(began_, true))
      return {question_item("b2", "rm -rf ./tmp_b", "approved", "ana (guard watch)"),
              question_item("a1", "rm -rf ./tmp_a", "denied", "ana (terminal)")};
    if (at_once_) ::eventfd_write(fd_.get(), 1);
    return {question_item("a1", "rm -rf ./tmp_a", "pending", ""),
            question_item("b2", "rm -rf ./tmp_b", "pending", "")};
  }
  void answer(const std::string&, const PromptAnswer&) override { ::eventfd_write(fd_.get(), 1); }
  void check(const std::string&, const PromptAnswer&) override {}
  void fetch_detail(const std::string&) override {}

 private:
  bool at_once_;
  bool began_ = false;
  UniqueFd fd_;
};

JobPlan answered_elsewhere(std::string command, bool pty) {
  JobPlan plan{std::move(command), pty, false, "", nullptr};
  plan.questions = [pty](const std::function<void(const std::string&)>&) {
    return std::make_unique<AnsweredElsewhere>(!pty);
  };
  return plan;
}

JobPlan asking(std::string command, int tier = 2, bool pty = true) {
  JobPlan plan{std::move(command), pty, false, "", nullptr};
  plan.questions = [tier](std::function<void(const std::string&)> report) {
    return std::make_unique<OneQuestion>(tier, std::move(report));
  };
  return plan;
}

// The keys of the box answer after a pause, because a person reads first; each comes by itself.
std::string answer_with(SmallShell& shell, const std::string& keys) {
  EXPECT_TRUE(shell.see("[y] approve"));
  for (const char key : keys) {
    shell.type(std::string(1, key));
    ::usleep(100'000);
  }
  return shell.report();
}

class FrontQuestionTest : public ::testing::Test {
 protected:
  void SetUp() override { std::setlocale(LC_CTYPE, "C.UTF-8"); }
};

TEST_F(FrontQuestionTest, YesIsAnsweredAndTheAgentSeesNoneOfIt) {
  SmallShell shell(asking("sleep 0.3; echo hidden; read x; echo got-$x"));
  ASSERT_TRUE(shell.see("rm -rf ./tmp_a"));
  shell.type("y\r");  // before it is open
  EXPECT_EQ(answer_with(shell, "y\r"), "answer approved ");
  EXPECT_TRUE(shell.see("approved"));
  EXPECT_TRUE(shell.see("hidden"));
  shell.type("abc\r");
  EXPECT_TRUE(shell.see("got-abc"));
  EXPECT_EQ(shell.report(), "exited 0 cooked");
}

TEST_F(FrontQuestionTest, WhatIsTypedAtTheQuestionReachesTheAgentWhenThePersonSaysSo) {
  SmallShell shell(asking("read x; echo got-$x"));
  ASSERT_TRUE(shell.see("[y] after"));
  shell.type("abc\r");
  ASSERT_TRUE(shell.see("[k] give "));
  shell.type("k");
  ASSERT_TRUE(shell.see("the program gets the 4 characters"));
  ::usleep(500'000);
  shell.type("n");
  EXPECT_EQ(shell.report(), "answer denied ");
  EXPECT_TRUE(shell.see("got-abc"));
}

TEST_F(FrontQuestionTest, CtrlCDeniesAndInterruptsWhatRuns) {
  SmallShell shell(asking("trap 'echo int; exit 3' INT; read x; echo got-$x"));
  EXPECT_EQ(answer_with(shell, "\x03"), "answer denied ");
  EXPECT_TRUE(shell.see("denied"));
  EXPECT_TRUE(shell.see("int\r\n"));
}

TEST_F(FrontQuestionTest, CtrlCDeniesAndDoesNotReachAnAgentThatReadsKeys) {
  SmallShell shell(asking("stty raw -echo; head -c 1 | od -c; stty sane; echo ended"));
  EXPECT_EQ(answer_with(shell, "\x03"), "answer denied ");
  EXPECT_TRUE(shell.see("denied"));
  shell.type("z");
  EXPECT_TRUE(shell.see("ended"));
  EXPECT_THAT(shell.screen(), HasSubstr("0000000   z"));
}

TEST_F(FrontQuestionTest, TierThreeTakesTheWord) {
  SmallShell shell(asking("read x", 3));
  ASSERT_TRUE(shell.see("[y] approve"));
  shell.type("y");
  ASSERT_TRUE(shell.see("Type CONFIRM"));
  shell.type("CONFIRM");
  shell.type("\r");
  EXPECT_EQ(shell.report(), "answer approved CONFIRM");
}

TEST_F(FrontQuestionTest, TheEndOfTheCommandClosesTheQuestion) {
  SmallShell shell(asking("sleep 0.3; exit 9"));
  ASSERT_TRUE(shell.see("[y] after"));
  EXPECT_TRUE(shell.see("the program has ended"));
  EXPECT_EQ(shell.report(), "exited 9 cooked");
}

TEST_F(FrontQuestionTest, WithoutATerminalOfItsOwnOneLineNamesTheCommands) {
  SmallShell shell(asking("sleep 0.3; exit 2", 2, false));
  EXPECT_TRUE(
      shell.see("guard: waiting for an answer: rm -rf ./tmp_a (guard approve 3f2a91bc | "
                "guard deny 3f2a91bc)"));
  EXPECT_EQ(shell.report(), "exited 2 cooked");
}

TEST_F(FrontQuestionTest, AnAnswerFromElsewhereLeavesALineBesideTheOneOnTheScreen) {
  SmallShell shell(answered_elsewhere("read x; echo got-$x", true));
  ASSERT_TRUE(shell.see("[y] approve"));
  shell.type("n");
  EXPECT_TRUE(shell.see("guard: denied: rm -rf ./tmp_a (ana)"));
  EXPECT_TRUE(shell.see("guard: approved once: rm -rf ./tmp_b (ana, guard watch)"));
  shell.type("abc\r");
  EXPECT_TRUE(shell.see("got-abc"));
}

TEST_F(FrontQuestionTest, WithoutATerminalOfItsOwnALineSaysHowAQuestionEnded) {
  SmallShell shell(answered_elsewhere("sleep 0.3; exit 2", false));
  EXPECT_TRUE(shell.see("guard: waiting for an answer: rm -rf ./tmp_b"));
  EXPECT_TRUE(shell.see("guard: approved once: rm -rf ./tmp_b (ana, guard watch)"));
  EXPECT_EQ(shell.report(), "exited 2 cooked");
}

}  // namespace
}  // namespace guard::console
