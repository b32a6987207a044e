// SPDX-License-Identifier: Apache-2.0
#include "policy/model/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/load/yaml_loader.h"

namespace guard::policy {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Words = std::vector<std::string>;

Result<Policy> load(const std::string& text, FileTrust trust = FileTrust::kTrusted) {
  return load_policy({{.name = "f.yaml", .text = text, .trust = trust}});
}

std::string name_for(const Words& command) {
  static const Policy policy = *load_policy({});
  const Profile* profile = profile_for(policy.profiles, command);
  return profile == nullptr ? "" : profile->name;
}

TEST(ProfileTest, IsPickedByTheCommandThatIsStarted) {
  EXPECT_EQ(name_for({"claude"}), "claude");
  EXPECT_EQ(name_for({"/usr/local/bin/codex", "exec"}), "codex");
  EXPECT_EQ(name_for({"node", "/opt/node_modules/@qwen-code/qwen-code/cli.js"}), "qwen");
  EXPECT_EQ(name_for({"node", "--max-old-space-size=4096", "/usr/local/bin/gemini"}), "gemini");
  EXPECT_EQ(name_for({"npx", "-y", "@github/copilot@1.0.102", "-p", "x"}), "copilot");
  EXPECT_EQ(name_for({"bunx", "opencode-ai"}), "opencode");
}

TEST(ProfileTest, IsNotPickedByWordsBehindAnotherCommand) {
  EXPECT_EQ(name_for({}), "");
  EXPECT_EQ(name_for({"bash", "-c", "claude"}), "");
  EXPECT_EQ(name_for({"rm", "claude"}), "");
  EXPECT_EQ(name_for({"node", "server.js", "claude"}), "");
  EXPECT_EQ(name_for({"claude.sh"}), "");
}

TEST(ProfileTest, EveryShippedOneHasAFolderOfItsOwnAndHosts) {
  const auto policy = load_policy({});
  ASSERT_TRUE(policy) << policy.error().text();
  EXPECT_EQ(policy->profiles.size(), 8U);
  for (const Profile& profile : policy->profiles) {
    EXPECT_FALSE(profile.state.empty()) << profile.name;
    EXPECT_FALSE(profile.hosts.empty()) << profile.name;
    EXPECT_FALSE(profile.settings.empty()) << profile.name;
  }
}

TEST(ProfileTest, ALaterOneStandsForTheEarlierOfItsName) {
  const auto policy = load("version: 1\nprofiles: {qwen: {command: myqwen, state: ~/.mine}}");
  ASSERT_TRUE(policy) << policy.error().text();
  EXPECT_EQ(profile_for(policy->profiles, {"qwen"}), nullptr);
  const Profile* mine = profile_for(policy->profiles, {"myqwen"});
  ASSERT_NE(mine, nullptr);
  EXPECT_THAT(mine->state, ElementsAre("~/.mine"));
}

TEST(ProfileTest, AnUntrustedProjectBringsNone) {
  const auto policy =
      load("version: 1\nprofiles: {bash: {command: bash, hosts: evil.example, state: ~/.mine}}",
           FileTrust::kMayOnlyTighten);
  ASSERT_TRUE(policy) << policy.error().text();
  EXPECT_EQ(profile_for(policy->profiles, {"bash"}), nullptr);
  EXPECT_THAT(policy->not_applied, ElementsAre(HasSubstr("f.yaml:2:12: profiles.bash")));
}

TEST(ProfileTest, DefectsAreToldWithTheirPlace) {
  constexpr std::array kDefects = {
      std::pair("state: \"~\"", "state: write one folder or file below the home"),
      std::pair("state: ~/", "below the home"),
      std::pair("state: /etc", "below the home"),
      std::pair("state: ~/bin", "below the home"),
      std::pair("state: ~/.x/../.ssh", "below the home"),
      std::pair("state: \"~/.*\"", "below the home"),
      std::pair("state: \"~/.mine/*/y\"", "lies in one that `state` names"),
      std::pair("state: [~/.mine, \"~/.mine/**/y\"]", "without **"),
      std::pair("state: [~/.mine, \"~/.your/*/y\"]", "lies in one that `state` names"),
      std::pair("state: \"~/*/x\"", "below the home"),
      std::pair("state: \"~/.x/*\"", "below the home"),
      std::pair("state: \"~/.*x\"", "below the home"),
      std::pair("state: /", "below the home"),
      std::pair("state: ~/.ssh", "state: ~/.ssh lies where secrets are kept"),
      std::pair("state: ~/.ssh/agent", "lies where secrets are kept"),
      std::pair("state: ~/.bashrc", "what steers other programs"),
      std::pair("state: ~/.config/systemd/user", "what steers other programs"),
      std::pair("state: ~/.netrc", "lies where secrets are kept"),
      std::pair("state: ~/.aws", "holds secrets, or what steers other programs: name one that"),
      std::pair("state: ~/.kube", "holds secrets"),
      std::pair("state: ~/.config", "is shared by many programs"),
      std::pair("state: ~/.local/share", "is shared by many programs"),
      std::pair("state: ~/.cache", "is shared by many programs"),
      std::pair("state: ~/.mozilla/firefox", "is another program's"),
      std::pair("state: ~/.git", "lies where secrets are kept"),
      std::pair("state: \"~/.ss*\"", "takes in secrets"),
      std::pair("state: \"~/.bash*\"", "takes in secrets"),
      std::pair("state: \"~/.config/gi*\"", "takes in secrets"),
      std::pair("state: \"~/.co*\"", "takes in secrets"),
      std::pair("state: \"~/.aws/c*\"", "takes in secrets"),
      std::pair("state: \"~/.ssh/x*\"", "takes in secrets"),
      std::pair("hosts: \"*\"", "is every host: name those that the agent needs"),
      std::pair("hosts: \"*:443\"", "is every host"),
      std::pair("hosts: co.uk", "is the end of many names"),
      std::pair("settings: ~/.x", "as it lies in the folders of `state`"),
      std::pair("secrets: ../x", "as it lies in the folders of `state`"),
      std::pair("wrapped: \"{}\"", "text before it"),
      std::pair("wrapped: \"a {} b {}\"", "one {}"),
      std::pair("git_settings: core", "write KEY=VALUE"),
      std::pair("hosts: \"a*.example.org\"", "hosts"),
      std::pair("comand: x", "did you mean \"command\"?"),
  };
  for (const auto& [line, message] : kDefects) {
    const auto policy =
        load(std::string("version: 1\nprofiles:\n  x:\n    command: x\n    ") + line);
    ASSERT_FALSE(policy) << line;
    EXPECT_THAT(policy.error().text(), HasSubstr(message)) << line;
    EXPECT_THAT(policy.error().text(), HasSubstr("f.yaml:5:")) << line;
  }
}

TEST(ProfileTest, AFileOfProfilesSaysNothingElse) {
  const auto load_as_profiles = [](const char* text) {
    return load_policy({{.name = "p.yaml", .text = text, .only_profiles = true}});
  };
  EXPECT_TRUE(load_as_profiles("version: 1\nprofiles: {x: {command: x}}"));
  const auto wider = load_as_profiles("version: 1\nmode: trusting\nprofiles: {x: {command: x}}");
  ASSERT_FALSE(wider);
  EXPECT_THAT(wider.error().text(), HasSubstr("p.yaml:2:1: mode: a file of profiles"));
  EXPECT_FALSE(load_as_profiles("version: 1"));
  EXPECT_FALSE(load_as_profiles("version: 1\nprofiles: {}"));
}

TEST(ChooseProfileTest, ItsHostsBecomeKnown) {
  auto policy = load_policy({});
  ASSERT_TRUE(choose_profile(*policy, "", {"claude", "-p", "x"}));
  ASSERT_TRUE(policy->profile);
  EXPECT_EQ(policy->profile->name, "claude");
  EXPECT_THAT(policy->network_allow, Contains("api.anthropic.com:443"));
}

TEST(ChooseProfileTest, WithoutAnAgentNothingChanges) {
  auto policy = load_policy({});
  ASSERT_TRUE(choose_profile(*policy, "", {"make"}));
  ASSERT_TRUE(choose_profile(*policy, "none", {"claude"}));
  EXPECT_FALSE(policy->profile);
  EXPECT_THAT(policy->network_allow, IsEmpty());
}

TEST(ChooseProfileTest, OneThatIsNotThereIsAnError) {
  auto policy = load_policy({});
  const auto chosen = choose_profile(*policy, "claud", {"make"});
  ASSERT_FALSE(chosen);
  EXPECT_THAT(chosen.error().text(), HasSubstr("did you mean claude?"));
}

TEST(ChooseProfileTest, ALockLeavesOnlyWhatTheCommandPicks) {
  auto policy = load("version: 1\nlocked: [profiles]");
  ASSERT_TRUE(policy) << policy.error().text();
  EXPECT_FALSE(choose_profile(*policy, "codex", {"make"}));
  EXPECT_FALSE(choose_profile(*policy, "codex", {"claude"}));
  EXPECT_TRUE(choose_profile(*policy, "none", {"claude"}));
  EXPECT_TRUE(choose_profile(*policy, "claude", {"claude"}));
}

// An organisation's lock holds against files that come later: a profile says no more than before.
TEST(ProfileTest, ALockHoldsAgainstProfilesThatComeLater) {
  const auto laid = [](const std::string& locked, const std::string& profile) {
    return load_policy(
        {{.name = "org.yaml", .text = "version: 1\nlocked: [" + locked + "]"},
         {.name = "p.yaml", .text = "version: 1\nprofiles:\n  " + profile, .only_profiles = true}});
  };
  const auto hosts = laid("network, paths", "x: {command: x, hosts: evil.example}");
  ASSERT_FALSE(hosts);
  EXPECT_THAT(hosts.error().text(),
              HasSubstr("p.yaml:3:26: hosts: evil.example: network is locked by org.yaml:2"));
  const auto state = laid("network, paths", "x: {command: x, state: ~/.mine}");
  ASSERT_FALSE(state);
  EXPECT_THAT(state.error().text(), HasSubstr("state: ~/.mine: paths is locked by org.yaml:2"));
  EXPECT_TRUE(laid("network, paths", "x: {command: x, secrets: a}"));
  EXPECT_TRUE(laid("mode", "x: {command: x, hosts: evil.example, state: ~/.mine}"));
  // A copy of a shipped one that says less, to the same commands.
  EXPECT_TRUE(
      laid("network, paths",
           "claude: {command: claude, state: ~/.claude, hosts: \"api.anthropic.com:443\"}"));
  EXPECT_FALSE(laid("network", "claude: {command: claude, hosts: api.anthropic.com}"));
  EXPECT_FALSE(laid("paths", "claude: {command: [claude, bash], state: ~/.claude}"));
}

TEST(ChooseProfileTest, ALockOfWhatAProfileWidensLeavesTheCommandsOwn) {
  for (const char* key : {"network", "paths"}) {
    auto policy = load(std::string("version: 1\nlocked: [") + key + "]");
    ASSERT_TRUE(policy) << policy.error().text();
    const auto chosen = choose_profile(*policy, "claude", {"bash"});
    ASSERT_FALSE(chosen) << key;
    EXPECT_THAT(chosen.error().text(), HasSubstr(std::string(key) + " is locked by f.yaml:2"));
    EXPECT_TRUE(choose_profile(*policy, "claude", {"claude"}));
    EXPECT_TRUE(choose_profile(*policy, "none", {"claude"}));
  }
}

TEST(UnwrappedTest, FindsTheCommandInside) {
  const std::string wrapped = "source * && eval {} < /dev/null && pwd -P >| *";
  EXPECT_EQ(
      unwrapped(wrapped, "source /tmp/s.sh && eval 'rm -r x' < /dev/null && pwd -P >| /tmp/c"),
      "rm -r x");
  EXPECT_EQ(unwrapped(wrapped, "source /s && eval 'echo '\\''a'\\''' < /dev/null && pwd -P >| /c"),
            "echo 'a'");
  EXPECT_EQ(unwrapped("shopt -u nullglob; { {}; }; true", "shopt -u nullglob; { a; b; }; true"),
            "a; b");
}

// Nothing of a command may be hidden from the person who is asked.
TEST(UnwrappedTest, TakesNoCommandForAWord) {
  const std::string wrapped = "source * && eval {} && pwd >| *";
  EXPECT_EQ(unwrapped(wrapped, "source /s; rm -rf ~ && eval 'ls' && pwd >| /c"), std::nullopt);
  EXPECT_EQ(unwrapped(wrapped, "source $(rm x) && eval 'ls' && pwd >| /c"), std::nullopt);
  EXPECT_EQ(unwrapped(wrapped, "source /s && eval 'ls' && pwd >| /c; rm -rf ~"), std::nullopt);
  EXPECT_EQ(unwrapped(wrapped, "rm x"), std::nullopt);
  // The text between is all that stands there.
  EXPECT_EQ(unwrapped(wrapped, "source /s && eval 'ls' && pwd >| /x && eval 'rm' && pwd >| /c"),
            "'ls' && pwd >| /x && eval 'rm'");
}

TEST(BelowStateTest, HangsGlobsFromEveryFolder) {
  Profile profile;
  profile.state = {"~/.a", "~/.config/a"};
  EXPECT_THAT(below_state(profile, {"settings.json"}, "/home/u"),
              ElementsAre("/home/u/.a/settings.json", "/home/u/.config/a/settings.json"));
}

TEST(MixedFilesTest, AreWhatStateNamesWithAWildcardBesideItsFolders) {
  Profile profile;
  profile.state = {"~/.a", "~/.a.json*", "~/.a/x/on.json*", "~/.a/*/in*"};
  EXPECT_THAT(mixed_files(profile, "/home/u"), ElementsAre("/home/u/.a.json*"));
  EXPECT_THAT(below_state(profile, {"x"}, "/home/u"), ElementsAre("/home/u/.a/x"));
}

}  // namespace
}  // namespace guard::policy
