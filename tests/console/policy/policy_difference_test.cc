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
      {"version: 1", "secrets: {reads: log}", "looser secrets.reads: judge -> log"},
      {"version: 1", "environment: {drop: X}", "tighter environment.drop: added: X"},
      {"version: 1", "landlock: on", "tighter landlock: auto -> on"},
      {"version: 1", "timeouts: {tier2: 1h}", "tighter timeouts.tier2: 1d -> 1h"},
      {"version: 1", "undo: {max_files: 5}", "looser undo.max_files: 200000 -> 5"},
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
  };
  for (const Row& row : rows)
    EXPECT_THAT(lines(row.before, row.after), ElementsAre(row.line)) << row.after;
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
