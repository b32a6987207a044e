// SPDX-License-Identifier: Apache-2.0
// A rule that could never hold does not load, and says what to write instead.
#include "policy/load/rules_hold.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "policy/load/rule_words.h"
#include "policy/load/yaml_loader.h"

namespace guard::policy {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string of_rule(const std::string& when, const std::string& decision = "deny") {
  return "rules: [{id: a, when: {" + when + "}, decision: " + decision + "}]";
}

// Empty: it loads.
std::string error_of(const std::string& text) {
  const auto policy = load_policy({{"p.yaml", text}});
  return policy ? "" : policy.error().text();
}

std::vector<std::string> doubts_of(const std::string& text) {
  const auto policy = load_policy({{"p.yaml", text}});
  return policy ? doubts_about(*policy) : std::vector<std::string>{policy.error().text()};
}

struct Refused {
  std::string when;
  std::string error;
};

TEST(RulesHoldTest, WhatCanNeverHoldNamesTheRightForm) {
  const Refused kRefused[] = {
      {"act: read, path: \"photos/**\"", "paths: {secret: [\"photos/**\"]}"},
      {"act: [read, write], path: \"photos/**\"", "paths: {secret: [\"photos/**\"]}"},
      {"act: read, path: [.env, \"photos/**\"]", "paths: {secret: [\"photos/**\"]}"},
      {"act: read, path: /etc/hosts", "paths: {secret: [\"/etc/hosts\"]}"},
      {"act: read, path: \"~/**\"", "add `category: FS_CONFIG_SECRETS` to mean those"},
      {"act: read, path: \"**\"", "add `category: FS_CONFIG_SECRETS` to mean those"},
      {"act: read", "only reads of secrets are held"},
      {"act: read, command: cat", "only reads of secrets are held"},
      {"act: signal", "a signal out of the session is always refused"},
      {"act: [delete, connect], host: x.org", "\"delete\" never has a host"},
      {"act: exec, host: x.org", "none of the acts named here has a host"},
      {"act: delete, category: NETWORK_RISK", "none of the acts named here has a category"},
      {"act: [connect, delete], category: NETWORK_RISK", "\"delete\" never has a category"},
      {"host: x.org, category: FS_DELETE_OVERWRITE", "no act with a host is of these"},
      {"command: git, sub: psuh", "\"psuh\" is no subcommand of it: did you mean \"push\"?"},
      {"command: git, sub: [push, pusj]", "did you mean \"push\"?"},
      {"command: git, sub: psh", "did you mean \"push\"?"},
      {"command: git, sub: pus", "did you mean \"push\"?"},
      {"command: git, sub: puhs", "did you mean \"push\"?"},
      {"command: rm, has: [-rf]", "is two flags: write flags: [r, f], any of which will do"},
      {"command: docker, sub: \"compose dwon\"", "did you mean \"compose down\"?"},
      {"command: docker, sub: \"compsoe down\"", "did you mean \"compose\"?"},
      {"command: docker-compose, sub: \"compose down\"", "write \"down\""},
      {"command: git, sub: push, flags: [froce]", "did you mean \"force\"?"},
      {"command: rm, flags: [rf]", "for -rf write [r, f]"},
      {"command: git, has: [--force]", "write flags: [force]"},
      {"command: [git, nosuch], sub: push", "guard knows no subcommands of nosuch"},
  };
  for (const Refused& row : kRefused) {
    EXPECT_THAT(error_of(of_rule(row.when)), HasSubstr(row.error)) << row.when;
    EXPECT_THAT(error_of(of_rule(row.when)), HasSubstr("p.yaml:1")) << row.when;
  }
}

TEST(RulesHoldTest, WhatHoldsLoads) {
  for (const char* when :
       {"act: read, path: .env", "act: read, path: \"~/.ssh/**\"", "act: read, path: /etc/shadow",
        "act: read, category: FS_CONFIG_SECRETS", "act: read, tier: 2",
        "act: [connect, listen], host: x.org", "act: [connect, write], path: /run/x.sock",
        "command: git, sub: \"push origin\"", "command: docker, sub: \"compose down\"",
        "command: gh, sub: \"repo delete\"", "command: aws, sub: \"s3 rm\"",
        "command: aws, sub: \"ec2 terminate-instances\"", "command: ./bin/git, sub: push",
        "command: git, flags: [mirror]", "command: docker, has: [-delete]",
        "command: rm, flags: [r, R, recursive]", "command: no_such_program, flags: [xyz]"})
    EXPECT_EQ(error_of(of_rule(when)), "") << when;
}

TEST(RulesHoldTest, APathThatThePolicyCallsASecretIsHeld) {
  EXPECT_EQ(
      error_of("paths: {secret: [\"photos/**\"]}\n" + of_rule("act: read, path: \"photos/**\"")),
      "");
}

TEST(RulesHoldTest, ARuleAboutThePlaceOfSecretsIsHeld) {
  for (const char* pattern : {"vault/**", "vault/x.*", "vault/a.sealed", "~/vault/*"})
    EXPECT_EQ(error_of("paths: {secret: [\"**/*.sealed\"]}\n" +
                       of_rule("act: read, path: \"" + std::string(pattern) + "\"")),
              "")
        << pattern;
  EXPECT_THAT(error_of("paths: {secret: [\"**/*.sealed\"]}\n" +
                       of_rule("act: read, path: \"vault/*.txt\"")),
              HasSubstr("no secret lies there"));
}

TEST(RulesHoldTest, AnAllowRulePromisesNothingOfReads) {
  EXPECT_EQ(error_of(of_rule("act: read, path: \"photos/**\"", "allow")), "");
}

// Specs do not list all words of a tool.
TEST(RulesHoldTest, WordsOfAToolAreNoSlips) {
  for (const char* rule :
       {"command: git, sub: [stage, notes, show, log, mv, diff, fetch, init, switch, describe]",
        "command: docker, sub: [ps, images, stats, logs, port, info, pause, diff]",
        "command: kubectl, sub: [get, top, wait, explain, cordon, cp, set]",
        "command: npm, sub: [list, link, start, stop, test, root, view, docs, team]",
        "command: cargo, sub: [build, check, test, bench, tree, yank]",
        "command: git, flags: [cached, all, depth, stat, quiet, tags]"})
    EXPECT_EQ(error_of(of_rule(rule)), "") << rule;
}

TEST(RulesHoldTest, AnotherSpecMakesAWordKnown) {
  EXPECT_EQ(error_of("commands: [{command: git, rules: [{id: g.x, sub: psuh}]}]\n" +
                     of_rule("command: git, sub: psuh")),
            "");
}

TEST(RulesHoldTest, WhatNoSpecKnowsIsADoubt) {
  EXPECT_THAT(doubts_of(of_rule("command: git, sub: wibble")),
              ElementsAre(HasSubstr("guard does not know the subcommand \"wibble\"")));
  EXPECT_THAT(doubts_of(of_rule("command: docker, sub: down")),
              ElementsAre(HasSubstr("the subcommand \"down\", but \"compose down\"")));
  EXPECT_THAT(doubts_of(of_rule("path: \"photos/**\"")),
              ElementsAre(HasSubstr("every act but reads of \"photos/**\"")));
  EXPECT_THAT(doubts_of(of_rule("command: cat, path: \"photos/**\"")),
              ElementsAre(HasSubstr("every act but reads of \"photos/**\"")))
      << "cat does nothing else";
  EXPECT_THAT(doubts_of(of_rule("command: rm, path: \"photos/**\"")), IsEmpty());
  EXPECT_THAT(doubts_of(of_rule("command: npm, sub: test")), IsEmpty());
  EXPECT_THAT(doubts_of(of_rule("path: photos")),
              ElementsAre(HasSubstr("paths: {secret: [\"photos/**\"]}")));
  EXPECT_THAT(doubts_of(of_rule("path: photos/a.jpg")),
              ElementsAre(HasSubstr("paths: {secret: [\"photos/a.jpg\"]}")));
  EXPECT_THAT(doubts_of("secrets: {reads: off}\n" + of_rule("act: read, path: .env")),
              ElementsAre(HasSubstr("no read is judged")));
  EXPECT_THAT(doubts_of(of_rule("command: git, sub: push")), IsEmpty());
  EXPECT_THAT(doubts_of(of_rule("act: [write, delete], path: \"photos/**\"")), IsEmpty());
}

TEST(RulesHoldTest, CapitalsAreADoubt) {
  EXPECT_THAT(doubts_of(of_rule("command: git, sub: PUSH")),
              ElementsAre(HasSubstr("the subcommand \"PUSH\", but \"push\"")));
  EXPECT_THAT(doubts_of(of_rule("command: git, sub: push, flags: [FORCE, f]")),
              ElementsAre(HasSubstr("the flag \"FORCE\", but \"force\"")));
  EXPECT_THAT(doubts_of(of_rule("command: rm, flags: [R]")), IsEmpty());
}

std::string two_rules(const std::string& first, const std::string& second) {
  return "rules: [{id: a, when: {" + first + "}, decision: " + second;
}

TEST(RulesHoldTest, ARuleThatAnotherCoversIsADoubt) {
  EXPECT_THAT(doubts_of(two_rules("command: tool",
                                  "deny}, {id: b, when: {command: tool, flags: x}, "
                                  "decision: ask}]")),
              ElementsAre(HasSubstr("rule b: never decides: rule a (p.yaml:1) denies all")));
  EXPECT_THAT(doubts_of(two_rules("command: tool, flags: x",
                                  "allow}, {id: b, when: {command: [tool, "
                                  "other]}, decision: ask}]")),
              ElementsAre(HasSubstr("rule a: never decides: rule b (p.yaml:1) asks about all")));
  for (const char* second : {"deny}, {id: b, when: {command: [tool, other]}, decision: ask}]",
                             "allow}, {id: b, when: {command: tool, flags: x}, decision: ask}]",
                             "ask}, {id: b, when: {command: tool, flags: x}, decision: ask}]",
                             "deny}, {id: b, when: {flags: x}, decision: ask}]"})
    EXPECT_THAT(doubts_of(two_rules("command: tool", second)), IsEmpty()) << second;
  EXPECT_THAT(doubts_of(two_rules("act: delete, path: [\"a/**\", \"!a/b\"]",
                                  "deny}, {id: b, when: {act: delete, path: \"a/**\"}, "
                                  "decision: ask}]")),
              IsEmpty());
}

TEST(RulesHoldTest, AnAllowedHostThatARuleDeniesIsADoubt) {
  for (const char* text : {"network: {allow: [a.example.org], deny: [a.example.org]}",
                           "network: {allow: [a.example.org], deny: [\"*.example.org\"]}",
                           "network: {allow: [\"a.example.org:443\"], deny: [a.example.org]}"})
    EXPECT_THAT(doubts_of(text), ElementsAre(HasSubstr("is never reached: rule network.deny")))
        << text;
  for (const char* text : {"network: {allow: [a.example.org], deny: [b.example.org]}",
                           "network: {allow: [a.example.org], deny: [\"a.example.org:22\"]}",
                           "network: {allow: [\"*.example.org\"], deny: [a.example.org]}"})
    EXPECT_THAT(doubts_of(text), IsEmpty()) << text;
}

TEST(RulesHoldTest, AllowingTierThreeAnywhereIsADoubt) {
  for (const char* when :
       {"path: \"**\", tier: 3", "tier: 3", "act: delete, path: \"/**\", tier: 3"})
    EXPECT_THAT(doubts_of(of_rule(when, "allow")), ElementsAre(HasSubstr("wherever they are")))
        << when;
  EXPECT_THAT(doubts_of(of_rule("command: tool, path: \"**\", tier: 3", "allow")), IsEmpty());
  EXPECT_THAT(doubts_of(of_rule("tier: 3", "deny")), IsEmpty());
}

TEST(RulesHoldTest, APathInTwoListsIsADoubt) {
  EXPECT_THAT(doubts_of("paths: {tmp: [x], secret: [x]}"),
              ElementsAre(HasSubstr("secret: \"x\" does not count: tmp: \"x\" stands first")));
  EXPECT_THAT(doubts_of("paths: {secret: [x], cache: [x]}"),
              ElementsAre(HasSubstr("cache: \"x\" does not count: secret: \"x\" stands first")));
  EXPECT_THAT(doubts_of("paths: {tmp: [\"s/**\"], secret: [\"s/*.key\"]}"),
              ElementsAre(HasSubstr("secret: \"s/*.key\" does not count")));
  EXPECT_THAT(doubts_of("paths: {secret: [\"s/**\"], tmp: [\"s/t/**\"]}"), IsEmpty());
  EXPECT_THAT(doubts_of("paths: {secret: [\"s/*.key\"], tmp: [\"s/**\"]}"), IsEmpty());
  EXPECT_THAT(doubts_of("paths: {secret: [x], config: [x]}"), IsEmpty());
}

// Nobody can mend what guard ships; a file of the user may be called the same.
TEST(SettingsTest, ACallForEverythingToBeScratchDoesNotLoad) {
  for (const char* list : {"tmp", "cache", "own_state"}) {
    for (const char* pattern : {"**", "/**", "**/*", "/", "/*"})
      EXPECT_THAT(error_of("paths: {" + std::string(list) + ": [\"" + pattern + "\"]}"),
                  HasSubstr("name a folder, as in \"./scratch/**\""))
          << list << pattern;
  }
  for (const char* pattern : {"./**", "*", ".", "~", "~/**"})
    EXPECT_THAT(doubts_of("paths: {tmp: [\"" + std::string(pattern) + "\"]}"),
                ElementsAre(HasSubstr("deleted and written unasked. Name a folder")))
        << pattern;
  for (const char* text :
       {"paths: {tmp: [\"./scratch/**\", \"**/out\", \"/mnt/x/**\"]}", "paths: {secret: [\"**\"]}"})
    EXPECT_THAT(doubts_of(text), IsEmpty()) << text;
}

TEST(SettingsTest, AConfirmationThatNeverHoldsIsADoubt) {
  const auto of = [](const std::string& line) {
    return doubts_of("pre_confirmed: [\"" + line + "\"]");
  };
  for (const char* line : {"git push --force", "rm -rf .git"})
    EXPECT_THAT(of(line), ElementsAre(HasSubstr("is tier 3"))) << line;
  EXPECT_THAT(of("rm -rf /"), ElementsAre(HasSubstr("is absurd")));
  EXPECT_THAT(of("sudo rm -rf ./x"), ElementsAre(HasSubstr("starts another one")));
  EXPECT_THAT(of("sometool ./x"), ElementsAre(HasSubstr("{command: sometool}")));
  for (const char* line : {"rm -rf ./build/*", "git push origin main", "npm install", "mv a b"})
    EXPECT_THAT(of(line), IsEmpty()) << line;
}

TEST(SettingsTest, ASpecThatSaysNothingIsADoubt) {
  for (const char* text : {"commands: {command: python3}", "commands: [{command: [python3]}]"})
    EXPECT_THAT(doubts_of(text),
                ElementsAre(HasSubstr("{id: python3, when: {command: python3}, decision: allow}")))
        << text;
  EXPECT_THAT(doubts_of("commands: [{command: mytool, subcommand: on}]"), IsEmpty());
}

TEST(RulesHoldTest, ThePathOfAnExecIsTheProgramsOwn) {
  EXPECT_THAT(doubts_of(of_rule("act: exec, path: \"src/**\", command: rm")),
              ElementsAre(HasSubstr("`path` is the program's own place")));
  EXPECT_THAT(doubts_of(of_rule("act: [exec, delete], path: \".env\", command: rm")), IsEmpty());
  EXPECT_THAT(doubts_of(of_rule("act: exec, command: ./bin/deploy")), IsEmpty());
}

TEST(SettingsTest, APortBehindAnAddressWithoutBracketsIsADoubt) {
  const auto meant = HasSubstr("did you mean \"[::1]:8443\"?");
  EXPECT_THAT(doubts_of(of_rule("host: \"::1:8443\"")), ElementsAre(meant));
  for (const char* key : {"allow", "ask", "deny"})
    EXPECT_THAT(doubts_of(std::string("network: {") + key + ": [\"::1:8443\"]}"),
                ElementsAre(meant))
        << key;
  EXPECT_THAT(error_of("network: {deny: [\"2001:db8::1:10443\"]}"),
              HasSubstr("did you mean \"[2001:db8::1]:10443\"?"));
  for (const char* sound : {"[::1]:8443", "::1", "2001:db8::1", "2001:db8::a443", "192.0.2.7:443"})
    EXPECT_THAT(doubts_of(std::string("network: {deny: [\"") + sound + "\"]}"), IsEmpty()) << sound;
}

TEST(DefectsTest, ThoseLeftOutAreAllCounted) {
  std::string text = "rules:\n";
  for (int i = 0; i < 30; ++i)
    text += "  - {id: a" + std::to_string(i) + ", wehn: {command: make}, decision: ask}\n";
  EXPECT_THAT(error_of(text), HasSubstr("\n  and 10 more"));
}

TEST(DefectsTest, AQuoteThatNothingClosesIsNamed) {
  for (const char* text :
       {"mode: \"balanced\nrules: [{id: a, when: {command: make}, decision: ask}]\n",
        "mode: \"balanced\nrules: [{id: \"a\", when: {command: make}, decision: ask}]\n",
        "mode: 'balanced\nrules:\n  - {id: 'a', when: {command: make}, decision: ask}\n"})
    EXPECT_THAT(error_of(text), HasSubstr("p.yaml:1:7: nothing closes the quote that line 1 opens"))
        << text;
  EXPECT_EQ(error_of("rules: [{id: a, when: {command: make}, decision: deny,\n"
                     "  message: \"over\n    two lines\"}]\n"),
            "");
  EXPECT_THAT(error_of("mode: \"blanced\"\n"), HasSubstr("did you mean \"balanced\"?"));
}

TEST(SettingsTest, ABuiltInModeThatIsMadeAnotherIsADoubt) {
  EXPECT_THAT(doubts_of("modes: {balanced: {tier2: allow}}"),
              ElementsAre(HasSubstr("means something else here: tier 2 allow")));
  EXPECT_THAT(doubts_of("modes: {careful: {tier2: allow}, balanced: {tier2: ask}}"), IsEmpty());
}

TEST(DefectsTest, TheOppositeIsNeverProposed) {
  for (const char* text : {"network: {names: on}", "alerts: {tmux: on}"}) {
    EXPECT_THAT(error_of(text), HasSubstr("is none of")) << text;
    EXPECT_THAT(error_of(text), Not(HasSubstr("did you mean"))) << text;
  }
  EXPECT_THAT(error_of("network: {names: fkae}"), HasSubstr("did you mean \"fake\"?"));
}

TEST(RulesHoldTest, PacksRaiseNoDoubts) {
  EXPECT_THAT(doubts_of("extends: strict"), IsEmpty());
  const auto policy = load_policy({{"strict.yaml", of_rule("command: git, sub: wibble")}});
  ASSERT_TRUE(policy);
  EXPECT_THAT(doubts_about(*policy), ElementsAre(HasSubstr("strict.yaml:1")));
}

TEST(RulesHoldTest, ASlipIsOneLetterAway) {
  for (const auto& [typed, known] :
       std::vector<std::pair<std::string, std::string>>{{"psuh", "push"},
                                                        {"comit", "commit"},
                                                        {"upsh", "push"},
                                                        {"checkotu", "checkout"},
                                                        {"rollabkc", "rollback"}})
    EXPECT_TRUE(is_slip_of(typed, known)) << typed;
  for (const auto& [typed, known] :
       std::vector<std::pair<std::string, std::string>>{{"tags", "tag"},
                                                        {"images", "image"},
                                                        {"pull", "push"},
                                                        {"install", "uninstall"},
                                                        {"import", "export"},
                                                        {"rest", "test"},
                                                        {"list", "lint"},
                                                        {"add", "and"}})
    EXPECT_FALSE(is_slip_of(typed, known)) << typed;
}

}  // namespace
}  // namespace guard::policy
