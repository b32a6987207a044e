// SPDX-License-Identifier: Apache-2.0
#include "supervisor/alerts/alert_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace guard::supervisor {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class AlertPlanTest : public ::testing::Test {
 protected:
  AlertPlanTest() {
    std::string name = testing::TempDir() + "alert_plan_XXXXXX";
    home_ = std::filesystem::canonical(::mkdtemp(name.data())).string();
    for (const char* folder : {"/bin", "/w/bin"})
      std::filesystem::create_directories(home_ + folder);
    world_.home = home_;
    world_.session = "s1";
    world_.socket = "/run/s1.sock";
    world_.guard_image = "/usr/bin/guard";
    world_.environment = {"PATH=" + home_ + "/w/bin:relative:" + home_ + "/bin", "HOME=" + home_,
                          "LANG=C.UTF-8", "LD_PRELOAD=/w/evil.so", "SECRET_TOKEN=x"};
    world_.tree_may_write = [this](const std::string& path) {
      return path.starts_with(home_ + "/w/");
    };
  }
  ~AlertPlanTest() override { std::filesystem::remove_all(home_); }

  std::string program(const std::string& place) const {
    std::string path = home_ + place;
    std::ofstream(path) << "#!/bin/sh\n";
    ::chmod(path.c_str(), 0755);
    return path;
  }
  std::string secret(mode_t mode) const {
    std::string path = home_ + "/secret";
    std::ofstream(path) << "0123456789abcdef0123456789abcdef\n";
    ::chmod(path.c_str(), mode);
    return path;
  }

  std::string home_;
  AlertWorld world_;
  policy::Alerts alerts_;
};

TEST_F(AlertPlanTest, WithoutADesktopOrTmuxThereIsNothingToDo) {
  const AlertPlan plan = plan_alerts(alerts_, world_);
  EXPECT_FALSE(plan.has_ways());
  EXPECT_THAT(plan.problems, IsEmpty());
}

TEST_F(AlertPlanTest, ACommandGetsACleanEnvironment) {
  alerts_.command = {program("/bin/page"), "--now"};
  const AlertPlan plan = plan_alerts(alerts_, world_);
  ASSERT_TRUE(plan.command);
  EXPECT_EQ(plan.command->program, home_ + "/bin/page");
  EXPECT_THAT(plan.environment, Contains("LANG=C.UTF-8"));
  EXPECT_THAT(plan.environment, Contains("PATH=" + home_ + "/bin"));
  EXPECT_THAT(plan.environment, Not(Contains(StartsWith("LD_PRELOAD"))));
  EXPECT_THAT(plan.environment, Not(Contains(StartsWith("SECRET_TOKEN"))));
}

TEST_F(AlertPlanTest, ATildeIsTheHome) {
  program("/bin/page");
  alerts_.command = {"~/bin/page"};
  ASSERT_TRUE(plan_alerts(alerts_, world_).command);
}

// It would run outside of the tree, as the tree wrote it.
TEST_F(AlertPlanTest, NothingThatTheTreeMayWriteIsRun) {
  alerts_.command = {program("/w/bin/page")};
  EXPECT_FALSE(plan_alerts(alerts_, world_).command);
  EXPECT_THAT(plan_alerts(alerts_, world_).problems.at(0).cause, HasSubstr("may write"));
  // Found by PATH, behind a link, or as a script that an argument names.
  alerts_.command = {"page"};
  EXPECT_FALSE(plan_alerts(alerts_, world_).command);
  std::filesystem::create_symlink(home_ + "/w/bin/page", home_ + "/bin/linked");
  alerts_.command = {home_ + "/bin/linked"};
  EXPECT_FALSE(plan_alerts(alerts_, world_).command);
  alerts_.command = {"/bin/sh", home_ + "/w/bin/page"};
  EXPECT_FALSE(plan_alerts(alerts_, world_).command);
}

TEST_F(AlertPlanTest, ByItsNameAProgramIsFoundWhereTheTreeCannotPutOne) {
  program("/w/bin/page");
  program("/bin/page");
  alerts_.command = {"page"};
  ASSERT_TRUE(plan_alerts(alerts_, world_).command);
  EXPECT_EQ(plan_alerts(alerts_, world_).command->program, home_ + "/bin/page");
}

TEST_F(AlertPlanTest, AMissingProgramIsAProblem) {
  alerts_.command = {home_ + "/bin/missing"};
  EXPECT_THAT(
      plan_alerts(alerts_, world_).problems,
      ElementsAre(AlertProblem{"command", home_ + "/bin/missing: no program is found there"}));
}

TEST_F(AlertPlanTest, ADesktopIsNotifiedWhereOneIs) {
  program("/bin/notify-send");
  EXPECT_FALSE(plan_alerts(alerts_, world_).notify_send);
  world_.environment.insert(world_.environment.end(),
                            {"DISPLAY=:0", "DBUS_SESSION_BUS_ADDRESS=unix:path=/x"});
  EXPECT_EQ(plan_alerts(alerts_, world_).notify_send, home_ + "/bin/notify-send");
  alerts_.desktop = policy::DesktopAlerts::kOff;
  EXPECT_FALSE(plan_alerts(alerts_, world_).notify_send);
}

TEST_F(AlertPlanTest, ADesktopThatWasAskedForAndIsMissingIsAProblem) {
  alerts_.desktop = policy::DesktopAlerts::kOn;
  EXPECT_THAT(plan_alerts(alerts_, world_).problems.at(0).cause, HasSubstr("libnotify-bin"));
}

TEST_F(AlertPlanTest, TmuxIsUsedInsideTmux) {
  program("/bin/tmux");
  EXPECT_FALSE(plan_alerts(alerts_, world_).tmux);
  world_.environment.insert(world_.environment.end(), {"TMUX=/tmp/t/default,12,3", "TMUX_PANE=%7"});
  const AlertPlan plan = plan_alerts(alerts_, world_);
  ASSERT_TRUE(plan.tmux);
  EXPECT_EQ(plan.tmux->pane, "%7");
  EXPECT_EQ(plan.tmux->session, "$3:");
  EXPECT_THAT(plan.environment, Contains("TMUX=/tmp/t/default,12,3"));
  EXPECT_THAT(plan.tmux->watch, ElementsAre("/usr/bin/guard", "watch", "--until-answered",
                                            "--session", "/run/s1.sock"));
}

// A command of a popup runs outside of the tree.
TEST_F(AlertPlanTest, AGuardThatTheTreeMayReplaceIsNotStartedInAPopup) {
  program("/bin/tmux");
  world_.environment.insert(world_.environment.end(), {"TMUX=/tmp/t/default,12,3", "TMUX_PANE=%7"});
  alerts_.tmux = policy::TmuxAlerts::kPopup;
  EXPECT_EQ(plan_alerts(alerts_, world_).tmux->how, policy::TmuxAlerts::kPopup);
  world_.guard_image = home_ + "/w/build/guard";
  const AlertPlan plan = plan_alerts(alerts_, world_);
  EXPECT_EQ(plan.tmux->how, policy::TmuxAlerts::kMessage);
  EXPECT_THAT(plan.problems.at(0).cause, HasSubstr("guard itself"));
}

TEST_F(AlertPlanTest, AWebhookHasItsSecret) {
  alerts_.webhook = policy::Webhook{"https://h.example/x", secret(0600), "", {}};
  const AlertPlan plan = plan_alerts(alerts_, world_);
  ASSERT_TRUE(plan.webhook) << plan.problems.at(0).cause;
  EXPECT_EQ(plan.webhook->key, "0123456789abcdef0123456789abcdef");
  EXPECT_EQ(alert_secret_of(alerts_, home_), home_ + "/secret");
}

TEST_F(AlertPlanTest, ASecretThatOthersMayReadIsNone) {
  alerts_.webhook = policy::Webhook{"https://h.example/x", secret(0640), "", {}};
  EXPECT_FALSE(plan_alerts(alerts_, world_).webhook);
  EXPECT_THAT(plan_alerts(alerts_, world_).problems.at(0).cause, HasSubstr("chmod 600"));
  alerts_.webhook->secret_file = home_ + "/missing";
  EXPECT_THAT(plan_alerts(alerts_, world_).problems.at(0).cause, HasSubstr("is not there"));
}

TEST_F(AlertPlanTest, ASecretMayBeInAVariable) {
  alerts_.webhook = policy::Webhook{"https://h.example/x", "", "HOOK", {}};
  EXPECT_THAT(plan_alerts(alerts_, world_).problems.at(0).cause, HasSubstr("HOOK is not set"));
  world_.environment.emplace_back("HOOK=0123456789abcdef");
  ASSERT_TRUE(plan_alerts(alerts_, world_).webhook);
  // Its programs need it as little as the tree does.
  EXPECT_THAT(plan_alerts(alerts_, world_).environment, Not(Contains(StartsWith("HOOK="))));
}

}  // namespace
}  // namespace guard::supervisor
