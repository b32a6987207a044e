// SPDX-License-Identifier: Apache-2.0
// The shipped packs: their own examples, and commands_cases.txt, a list of ordinary and dangerous
// commands that anybody can read and extend.
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "policy/assess/assessor.h"
#include "policy/load/examples.h"
#include "policy/load/yaml_loader.h"
#include "policy/text/shell_words.h"
#include "tests/support/fake_facts.h"

namespace guard::policy {
namespace {

const Policy& shipped() {
  static const Policy policy = [] {
    auto loaded = load_policy({}, Examples::kRead);
    EXPECT_TRUE(loaded) << loaded.error().context;
    return loaded ? *loaded : Policy{};
  }();
  return policy;
}

TEST(CommandsTest, TheirExamplesHold) {
  const auto checked = check_examples(shipped());
  EXPECT_TRUE(checked) << checked.error().context;
}

TEST(CommandsTest, EveryRowHasExamplesOfBothKinds) {
  for (const auto& spec : shipped().commands) {
    for (const auto& rule : spec.rules) {
      EXPECT_FALSE(rule.match.empty()) << rule.id;
      EXPECT_FALSE(rule.no_match.empty() && rule.id != "killall5") << rule.id;
      EXPECT_FALSE(rule.reason.empty()) << rule.id;
    }
  }
}

// The world that commands_cases.txt describes.
void furnish(FakeFacts& facts) {
  facts.set_raising(Raising::kInTree);
  for (const char* name :
       {"src/a.c", "src/b.c", "old.txt", "data/x.csv", "data/y.csv", ".git/HEAD", ".env",
        "~/notes.txt", "~/docs/x", "/etc/hosts", "/usr/bin/tool", "/tmp/old/x", "package.json"}) {
    facts.add(name);
  }
  facts.add("tracked.c", Recoverability::kClean);
  facts.add("saved.txt", Recoverability::kSaved);
  facts.add("new.txt", Recoverability::kBorn);
  facts.add("newdir/x", Recoverability::kBorn);
  facts.add("build/x.o", Recoverability::kBuilt);
  facts.add("node_modules/.bin/tsc", Recoverability::kBuilt);
  facts.add("__pycache__/x.pyc", Recoverability::kBuilt);
}

struct Case {
  int line = 0;
  std::string tier;
  std::string command;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  std::ifstream file(GUARD_COMMANDS_CASES);
  std::string text;
  for (int line = 1; std::getline(file, text); ++line) {
    if (text.empty() || text[0] == '#') continue;
    const std::size_t tab = text.find('\t');
    if (tab == std::string::npos) {
      ADD_FAILURE() << "line " << line << " has no tab";
      continue;
    }
    all.push_back({line, text.substr(0, tab), text.substr(tab + 1)});
  }
  return all;
}

std::string tier_text(const Assessment& assessment) {
  return assessment.block ? "B" : std::to_string(assessment.tier);
}

TEST(CommandsTest, CommandsMeanWhatTheListSays) {
  const Assessor assessor(std::make_shared<Policy>(shipped()));
  FakeFacts facts;
  furnish(facts);
  const auto all = cases();
  EXPECT_GT(all.size(), 300U);
  for (const Case& row : all) {
    const auto words = split_words(row.command);
    ASSERT_TRUE(words) << row.line << ": " << words.error().context;
    Action action;
    action.cwd = "/home/user/project";
    action.argv = *words;
    const bool named = action.argv[0].find('/') == std::string::npos;
    action.exe = named ? "/usr/bin/" + action.argv[0] : action.argv[0];
    const auto assessment = assessor.assess(action, facts);
    EXPECT_EQ(tier_text(assessment), row.tier)
        << "commands_cases.txt:" << row.line << ": " << row.command << "\n  " << assessment.rule
        << ": " << assessment.reason;
  }
}

}  // namespace
}  // namespace guard::policy
