// SPDX-License-Identifier: Apache-2.0
#include "console/policy/policy_difference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/load/yaml_loader.h"

namespace guard::console {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

policy::Policy loaded(const std::string& text) {
  auto policy = policy::load_policy({{"p.yaml", text}});
  if (!policy) ADD_FAILURE() << policy.error().text();
  return policy ? *policy : policy::Policy{};
}

std::vector<std::string> lines(const std::string& before, const std::string& after) {
  std::vector<std::string> lines;
  for (const auto& change : difference_of(loaded(before), loaded(after)))
    lines.push_back(std::string(name_of(change.direction)) + " " + change.key + ": " + change.text);
  return lines;
}

TEST(PolicyDifferenceTest, APolicyDoesNotDifferFromItself) {
  const std::string text =
      "mode: paranoid\nrules: [{id: a, when: {command: git}, decision: ask}]\n"
      "commands: [{command: deployctl, rules: [{id: d, has: [prod], category: GIT_PUBLISH, tier: "
      "3}]}]";
  EXPECT_THAT(lines(text, "# moved down\n" + text), IsEmpty());
}

struct Row {
  const char* before;
  const char* after;
  const char* line;
};

TEST(PolicyDifferenceTest, EachKeyHasItsDirection) {
  const Row rows[] = {
      {"version: 1", "mode: trusting",
       "looser mode: balanced -> trusting; tier 2: ask -> ask_then_remember; tier 3: confirm -> "
       "confirm_then_remember"},
      {"version: 1", "safe_mode: off", "looser safe_mode: on -> off"},
      {"version: 1", "network: {allow: 192.0.2.7}", "looser network.allow: added: 192.0.2.7"},
      {"network: {allow: 192.0.2.7}", "version: 1", "tighter network.allow: gone: 192.0.2.7"},
      {"network: {listen: ask}", "network: {listen: allow}", "looser network.listen: ask -> allow"},
      {"network: {listen: narrow}", "network: {listen: ask}",
       "tighter network.listen: narrow -> ask"},
      {"version: 1", "network: {names: real}", "looser network.names: fake -> real"},
      {"network: {names: off}", "network: {names: {default: off, fake: curl}}",
       "tighter network.names.fake: added: curl"},
      {"network: {names: {off: ping}}", "version: 1", "tighter network.names.off: gone: ping"},
      {"version: 1", "secrets: {reads: log}", "looser secrets.reads: judge -> log"},
      {"version: 1", "secrets: {after_read: off}", "looser secrets.after_read: ask -> off"},
      {"version: 1", "secrets: {environment: counts}",
       "tighter secrets.environment: ignored -> counts"},
      {"version: 1", "installs: {scripts: log}", "looser installs.scripts: on -> log"},
      {"version: 1", "environment: {drop: X}", "tighter environment.drop: added: X"},
      {"version: 1", "landlock: on", "tighter landlock: auto -> on"},
      {"version: 1", "timeouts: {tier2: 1h}", "tighter timeouts.tier2: 1d -> 1h"},
      {"version: 1", "undo: {max_files: 5}", "looser undo.max_files: 200000 -> 5"},
      {"undo: {max_file: 2GB}", "undo: {max_file: 1MB}", "looser undo.max_file: 2.0 GB -> 1.0 MB"},
      {"undo: {max: 2000001kB}", "undo: {max: 2000000kB}",
       "looser undo.max: 2000001000 B -> 2000000000 B"},
      {"version: 1", "categories: {SUDO: 3}", "tighter categories.SUDO: counts as tier 3"},
      {"categories: {SUDO: 3}", "categories: {SUDO: 1}", "looser categories.SUDO: 3 -> 1"},
      {"categories: {SUDO: 1}", "version: 1", "tighter categories.SUDO: counts as tier 1 no more"},
      {"version: 1", "paths: {secret: '**/*.sealed'}", "tighter paths.secret: added: **/*.sealed"},
      {"version: 1", "paths: {tmp: 'x/**'}", "looser paths.tmp: added: x/**"},
      {"version: 1", "pre_confirmed: 'rm -r build'", "looser pre_confirmed: added: rm -r build"},
      {"version: 1", "approvers: ana", "looser approvers: added: ana"},
      {"version: 1", "alerts: {tmux: off, after: 1m}",
       "changed alerts: bell, title, desktop auto, tmux message; tier 2 after 10s -> bell, title, "
       "desktop auto; tier 2 after 1m"},
      {"version: 1", "locked: mode", "tighter locked: added: mode"},
      {"version: 1", "rules: {id: a, when: {command: git}, decision: allow}",
       "looser rules.a: added: allow {command: git}"},
      {"rules: {id: a, when: {command: git}, decision: deny}", "version: 1",
       "looser rules.a: gone: deny {command: git}"},
      {"rules: {id: a, when: {command: git}, decision: deny}",
       "rules: {id: a, when: {command: hg}, decision: deny}",
       "changed rules.a: deny {command: git} -> deny {command: hg}"},
      {"version: 1",
       "commands: {command: deployctl, rules: {id: d, has: prod, category: GIT_PUBLISH, tier: 3}}",
       "tighter commands.deployctl: added: d"},
      {"commands: {command: deployctl, rules: {id: d, has: prod, category: GIT_PUBLISH, tier: 3}}",
       "commands: {command: deployctl, rules: {id: d, has: prod, category: GIT_PUBLISH, tier: 1}}",
       "looser commands.deployctl: d: tier 3 -> tier 1"},
      {"commands: {command: deployctl, rules: {id: d, has: prod, category: GIT_PUBLISH, tier: 2}}",
       "commands: {command: deployctl, rules: {id: d, has: test, category: GIT_PUBLISH, tier: 2}}",
       "changed commands.deployctl: another: d"},
  };
  for (const Row& row : rows)
    EXPECT_THAT(lines(row.before, row.after), ElementsAre(row.line)) << row.after;
}

// The first word of the line that tells of the change of one rule.
std::string way(const std::string& before, const std::string& after) {
  const auto rule = [](const std::string& says) { return "rules: {id: a, " + says + "}"; };
  const auto told = lines(rule(before), rule(after));
  return told.size() == 1 ? told.front().substr(0, told.front().find(' ')) : "";
}

TEST(PolicyDifferenceTest, AChangedRuleHasTheDirectionOfWhatItDecides) {
  const std::string git = "when: {command: git}, decision: ";
  EXPECT_EQ(way(git + "deny", git + "ask"), "looser");
  EXPECT_EQ(way(git + "ask", git + "deny"), "tighter");
  EXPECT_EQ(way(git + "ask", git + "allow"), "looser");
  EXPECT_EQ(way(git + "allow", git + "ask"), "tighter");
  EXPECT_EQ(way(git + "deny", git + "allow"), "looser");
  EXPECT_EQ(way(git + "ask", git + "ask, tier: 3"), "tighter");
  EXPECT_EQ(way(git + "ask", git + "ask, tier: 2"), "looser");
  EXPECT_EQ(way(git + "deny", git + "deny, message: 'use hg'"), "changed");
}

// Each holds for less than the one beside it.
constexpr const char* kReaches[][2] = {
    {"command: git", "command: [hg, git]"},
    {"command: git, sub: push", "command: git"},
    {"path: 'a/**', act: delete", "path: ['a/**', 'b/**'], act: delete"},
    {"command: git, tier: 2", "command: git"},
    {"command: git, tier: 3", "command: git, tier: 2"},
    {"command: git, category: GIT_PUBLISH", "command: git, category: [GIT_PUBLISH, SUDO]"},
    {"host: a.example", "host: [a.example, b.example]"}};
enum Column { kNarrow, kWide };

policy::Policy of_column(Column column, const std::string& decision) {
  std::string text = "rules:\n";
  for (std::size_t i = 0; i < std::size(kReaches); ++i)
    text += "  - {id: r" + std::to_string(i) + ", when: {" + kReaches[i][column] +
            "}, decision: " + decision + "}\n";
  return loaded(text);
}

TEST(PolicyDifferenceTest, AChangedRuleHasTheDirectionOfWhatItHoldsFor) {
  struct Change {
    std::pair<Column, const char*> before;
    std::pair<Column, const char*> after;
    Direction way;
  };
  const Change changes[] = {
      {{kNarrow, "deny"}, {kWide, "deny"}, Direction::kTighter},
      {{kWide, "ask"}, {kNarrow, "ask"}, Direction::kLooser},
      {{kNarrow, "allow"}, {kWide, "allow"}, Direction::kLooser},
      {{kWide, "allow"}, {kNarrow, "allow"}, Direction::kTighter},
      {{kNarrow, "allow"}, {kWide, "deny"}, Direction::kTighter},
      {{kWide, "deny"}, {kNarrow, "ask"}, Direction::kLooser},
      {{kNarrow, "deny"}, {kWide, "ask"}, Direction::kEither},
  };
  for (const Change& change : changes) {
    const auto told = difference_of(of_column(change.before.first, change.before.second),
                                    of_column(change.after.first, change.after.second));
    EXPECT_EQ(told.size(), std::size(kReaches));
    for (const PolicyChange& line : told) EXPECT_EQ(line.direction, change.way) << line.text;
  }
  EXPECT_EQ(way("when: {command: git, outside: true}, decision: deny",
                "when: {command: git}, decision: deny"),
            "tighter");
}

TEST(PolicyDifferenceTest, WhereTheWayOfARuleIsNotKnownItIsOnlyCalledChanged) {
  const std::string pairs[][2] = {
      {"when: {command: git}, decision: deny", "when: {command: hg}, decision: ask"},
      {"when: {path: ['a/**', '!a/b']}, decision: deny", "when: {path: 'a/**'}, decision: deny"},
      {"when: {path: 'a/**'}, decision: deny", "when: {path: 'a/**', act: delete}, decision: deny"},
      {"when: {command: git, host: h.example}, decision: deny",
       "when: {host: h.example}, decision: deny"}};
  for (const auto& [before, after] : pairs) EXPECT_EQ(way(before, after), "changed") << after;
}

// The path of a webhook's address may be a secret itself.
TEST(PolicyDifferenceTest, OfAWebhookOnlyItsOriginIsShown) {
  EXPECT_THAT(
      lines("version: 1",
            "alerts: {webhook: {url: 'https://h.example/p/T0KEN', secret_file: ~/k}}"),
      ElementsAre("changed alerts: bell, title, desktop auto, tmux message; tier 2 after 10s "
                  "-> bell, title, desktop auto, tmux message, webhook https://h.example; "
                  "tier 2 after 10s"));
}

}  // namespace
}  // namespace guard::console
