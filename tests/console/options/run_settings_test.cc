// SPDX-License-Identifier: Apache-2.0
#include "console/options/run_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "console/help/option_help.h"

namespace guard::console {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

class RunSettingsTest : public ::testing::Test {
 protected:
  Result<RunSettings> read(Words words) {
    words.insert(words.end(), {"--", "agent"});
    const auto options = parse_options(run_options(), words);
    if (!options) return forward(options.error());
    return read_run_settings(*options, [this](const char* name) { return environment_[name]; });
  }
  std::string error_of(const Words& words) {
    const auto settings = read(words);
    return settings ? "" : settings.error().text();
  }
  static std::string problem(const RunSettings& settings, policy::Policy& policy) {
    const auto applied = apply_settings(settings, policy);
    return applied ? "" : applied.error().text();
  }
  static policy::Policy policy_with_modes() {
    policy::Policy policy;
    for (const policy::Mode& mode :
         {policy::paranoid_mode(), policy::balanced_mode(), policy::trusting_mode()})
      policy.modes[mode.name] = mode;
    return policy;
  }

  std::map<std::string, std::string> environment_;
};

TEST_F(RunSettingsTest, TheHelpFitsAScreen) {
  const std::string help = help_text(run_options());
  EXPECT_LE(std::count(help.begin(), help.end(), '\n'), 24);
  std::size_t longest = 0;
  for (std::size_t at = 0; at < help.size();) {
    const std::size_t end = help.find('\n', at);
    longest = std::max(longest, end - at);
    at = end + 1;
  }
  EXPECT_LE(longest, 80U);
}

TEST_F(RunSettingsTest, ReadsEveryOption) {
  const auto settings =
      read({"--policy",    "p.yaml",   "--mode",         "paranoid",    "--safe-mode", "off",
            "--workspace", "a",        "--workspace",    "b",           "--session",   "s1",
            "--state-dir", "/s",       "--socket",       "/x.sock",     "--require",   "verified",
            "--on-ask",    "allow",    "--pre-confirm",  "rm -r build", "--keep-fd",   "9",
            "--keep-fd",   "3",        "--kill-at-exit", "--quiet",     "--landlock",  "on",
            "--log",       "journald", "--log-level",    "debug"});
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->policy, "p.yaml");
  EXPECT_EQ(settings->mode, "paranoid");
  EXPECT_EQ(settings->safe_mode, false);
  EXPECT_THAT(settings->workspace, ElementsAre("a", "b"));
  EXPECT_EQ(settings->session, "s1");
  EXPECT_EQ(settings->state_dir, "/s");
  EXPECT_EQ(settings->socket, "/x.sock");
  EXPECT_EQ(settings->require, "verified");
  EXPECT_EQ(settings->landlock, policy::LandlockUse::kOn);
  EXPECT_EQ(settings->on_ask, policy::OnAsk::kAllow);
  EXPECT_THAT(settings->pre_confirm, ElementsAre("rm -r build"));
  EXPECT_THAT(settings->keep_fds, ElementsAre(9, 3));
  EXPECT_TRUE(settings->kill_at_exit && settings->quiet);
  EXPECT_EQ(settings->log.kind, LogTarget::Kind::kJournald);
  EXPECT_EQ(settings->log.level, LogLevel::kDebug);
  EXPECT_THAT(settings->command, ElementsAre("agent"));
}

TEST_F(RunSettingsTest, OptionsOfLaterVersionsAreNotAccepted) {
  for (const char* option : {"--plan=f", "--summary=f"})
    EXPECT_THAT(error_of({option}), HasSubstr("unknown option")) << option;
}

TEST_F(RunSettingsTest, OnlyNumbersFromThreeUpAreKept) {
  for (const char* word : {"x", "", "9x", "-9", " 9", "99999999999999999999"})
    EXPECT_THAT(error_of({"--keep-fd", word}), HasSubstr("--keep-fd")) << word;
  for (const char* word : {"0", "1", "2"})
    EXPECT_THAT(error_of({"--keep-fd", word}), HasSubstr("standard streams stay open")) << word;
}

TEST_F(RunSettingsTest, AnOptionBeatsTheEnvironment) {
  environment_ = {{"GUARD_MODE", "trusting"}, {"GUARD_SAFE_MODE", "off"}, {"GUARD_ON_ASK", "deny"}};
  EXPECT_EQ(read({})->mode, "trusting");
  EXPECT_EQ(read({})->safe_mode, false);
  EXPECT_EQ(read({})->on_ask, policy::OnAsk::kDeny);
  EXPECT_EQ(read({"--mode", "paranoid"})->mode, "paranoid");
  EXPECT_EQ(read({"--on-ask", "wait"})->on_ask, policy::OnAsk::kWait);
}

TEST_F(RunSettingsTest, TheEnvironmentCannotPreConfirmOrNameTheSession) {
  environment_ = {{"GUARD_PRE_CONFIRM", "rm -rf x"}, {"GUARD_SESSION", "other"}};
  EXPECT_TRUE(read({})->pre_confirm.empty());
  EXPECT_EQ(read({})->session, "");
}

TEST_F(RunSettingsTest, OddValuesNameTheirSourceAndTheValidOnes) {
  EXPECT_EQ(error_of({"--on-ask", "maybe"}), "--on-ask maybe: use one of wait, deny, allow");
  EXPECT_THAT(error_of({"--require", "all"}), HasSubstr("mediated, verified"));
  environment_["GUARD_SAFE_MODE"] = "false";
  EXPECT_EQ(error_of({}), "GUARD_SAFE_MODE false: use one of on, off");
}

TEST_F(RunSettingsTest, AnEmptyValueIsNotTheDefault) {
  EXPECT_NE(error_of({"--on-ask", ""}), "");
}

TEST_F(RunSettingsTest, CiDeniesWhatWouldBeAsked) {
  EXPECT_EQ(read({"--ci"})->on_ask, policy::OnAsk::kDeny);
  EXPECT_TRUE(read({"--ci", "--on-ask", "deny"}));
  EXPECT_EQ(read({"--ci"})->fail_on, supervisor::FailOn::kAsk);
  EXPECT_EQ(read({"--ci", "--fail-on", "deny"})->fail_on, supervisor::FailOn::kDeny);
  EXPECT_EQ(read({})->fail_on, supervisor::FailOn::kNever);
  EXPECT_THAT(error_of({"--fail-on", "often"}), HasSubstr("deny, ask, skip, never"));
  EXPECT_THAT(error_of({"--ci", "--on-ask", "allow"}), HasSubstr("cannot be combined"));
  EXPECT_THAT(error_of({"--ci", "--on-ask", "wait"}), HasSubstr("cannot be combined"));
}

TEST_F(RunSettingsTest, ASessionsNameIsAFileName) {
  for (const char* name : {"../x", "a/b", ".hidden", "-x", "a b", "\x1b[2J"})
    EXPECT_NE(error_of({std::string("--session=") + name}), "") << name;
  EXPECT_NE(error_of({"--session", std::string(65, 'a')}), "");
  EXPECT_EQ(error_of({"--session", "feature-1.2_b"}), "");
}

TEST_F(RunSettingsTest, SettingsLieOverThePolicy) {
  policy::Policy policy = policy_with_modes();
  policy.pre_confirmed = {"first"};
  EXPECT_EQ(problem(*read({"--mode", "paranoid", "--safe-mode", "off", "--pre-confirm", "rm -r x",
                           "--landlock", "off"}),
                    policy),
            "");
  EXPECT_EQ(policy.landlock, policy::LandlockUse::kOff);
  EXPECT_EQ(policy.mode, policy::paranoid_mode());
  EXPECT_FALSE(policy.safe_mode);
  EXPECT_THAT(policy.pre_confirmed, ElementsAre("first", "rm -r x"));
}

TEST_F(RunSettingsTest, WhatCannotBePreConfirmedIsAnError) {
  policy::Policy policy = policy_with_modes();
  for (const char* line : {" ", "rm; x", "rm $X", "rm"})
    EXPECT_THAT(problem(*read({"--pre-confirm", line}), policy), HasSubstr("--pre-confirm"))
        << line;
}

TEST_F(RunSettingsTest, AnUnknownModeNamesTheNearest) {
  policy::Policy policy = policy_with_modes();
  EXPECT_EQ(problem(*read({"--mode", "balansed"}), policy),
            "unknown mode balansed (did you mean balanced?)");
  EXPECT_EQ(policy.mode, policy::balanced_mode());
}

TEST_F(RunSettingsTest, WhatThePolicyLockedStays) {
  policy::Policy policy = policy_with_modes();
  policy.locked_at = {{"mode", "e.yaml:1"},      {"safe_mode", "e.yaml:1"}, {"undo", "e.yaml:1"},
                      {"workspace", "e.yaml:1"}, {"landlock", "e.yaml:1"},  {"rules", "e.yaml:2"}};
  EXPECT_EQ(problem(*read({"--mode", "trusting"}), policy), "--mode: mode is locked by e.yaml:1");
  EXPECT_THAT(problem(*read({"--safe-mode", "off"}), policy), HasSubstr("safe_mode is locked"));
  EXPECT_THAT(problem(*read({"--pre-confirm", "x"}), policy),
              HasSubstr("--pre-confirm: rules is locked by e.yaml:2"));
  EXPECT_THAT(problem(*read({"--workspace", "x"}), policy), HasSubstr("workspace is locked"));
  EXPECT_THAT(problem(*read({"--landlock", "off"}), policy), HasSubstr("landlock is locked"));
  EXPECT_THAT(problem(*read({"--no-undo"}), policy), HasSubstr("undo is locked"));
  EXPECT_EQ(problem(*read({"--mode", "balanced", "--safe-mode", "on"}), policy), "");
}

TEST_F(RunSettingsTest, ALockOfTheModeHoldsWhatAnswersForThePerson) {
  for (const char* lock : {"mode", "safe_mode", "on_ask"}) {
    policy::Policy policy = policy_with_modes();
    policy.locked_at = {{lock, "e.yaml:1"}};
    EXPECT_EQ(problem(*read({"--on-ask", "allow"}), policy),
              std::string("--on-ask allow: ") + lock + " is locked by e.yaml:1");
    EXPECT_EQ(problem(*read({"--on-ask", "deny"}), policy), "");
    EXPECT_EQ(problem(*read({"--ci"}), policy), "");
  }
  policy::Policy policy = policy_with_modes();
  policy.locked_at = {{"mode", "e.yaml:1"}};
  EXPECT_THAT(problem(*read({"--safe-mode", "off"}), policy), HasSubstr("mode is locked"));
}

}  // namespace
}  // namespace guard::console
