// SPDX-License-Identifier: Apache-2.0
// Every rule id of guard's own is a row of the table: code takes it from there, docs/policy.md has
// the same words, and nothing that decides is named by a bare string.
#include "policy/vocabulary/own_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "policy/load/key_names.h"
#include "policy/network/network_tiers.h"

namespace guard::policy {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::string content_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

fs::path source_folder() {
  return GUARD_SOURCE_FOLDER;
}

template <class Each>
void each_source(Each each) {
  for (const char* folder : {"policy", "supervisor", "console"})
    for (const auto& entry : fs::recursive_directory_iterator(source_folder() / folder)) {
      const auto extension = entry.path().extension();
      if (extension == ".cc" || extension == ".h") each(entry.path(), content_of(entry.path()));
    }
}

std::string page_row(const OwnRule& rule) {
  std::string row = "| `" + std::string(rule.id) + "` |";
  for (const auto cell : {rule.tier, rule.category, rule.says, rule.instead})
    row += " " + std::string(cell) + " |";
  return row + "\n";
}

TEST(OwnRulesTest, EachIsThereOnceAndSaysWhatItMeans) {
  std::set<std::string_view> ids;
  for (const OwnRule& rule : kOwnRules) {
    EXPECT_TRUE(ids.insert(rule.id).second) << rule.id << " is there twice";
    for (const auto cell : {rule.tier, rule.category, rule.says, rule.instead})
      EXPECT_FALSE(cell.empty()) << rule.id;
  }
}

// Words of the table that name a category name one that there is.
TEST(OwnRulesTest, EachCategoryIsOneThatRecordsName) {
  const auto known = category_names();
  for (const OwnRule& rule : kOwnRules) {
    if (rule.category == "-" || rule.category.starts_with("by ")) continue;
    std::istringstream words{std::string(rule.category)};
    for (std::string word; words >> word;)
      EXPECT_NE(std::ranges::find(known, word), known.end()) << rule.id << ": " << word;
  }
}

// The table says what the assessment of one act of each kind says.
TEST(OwnRulesTest, TheTiersOfConnectionsAreThoseThatAreJudged) {
  struct Case {
    void (*change)(Destination&);
    const char* id;
  };
  for (const Case& one : {
           Case{[](Destination& d) { d.loopback = true; }, "network.loopback"},
           Case{[](Destination& d) { d.resolver = true; }, "network.resolver"},
           Case{[](Destination& d) { d.metadata_service = true; }, "network.metadata"},
           Case{[](Destination&) {}, "network.other"},
       }) {
    Destination destination;
    destination.address = "192.0.2.7";
    one.change(destination);
    const Finding finding = judge_connect(destination, {});
    EXPECT_EQ(finding.rule, one.id);
    EXPECT_EQ(std::to_string(finding.tier), find_own_rule(one.id)->tier) << one.id;
    EXPECT_EQ(name_of(finding.categories.at(0)), find_own_rule(one.id)->category) << one.id;
  }
}

TEST(OwnRulesTest, ThePageHasTheSameTable) {
  std::string table;
  for (const OwnRule& rule : kOwnRules) table += page_row(rule);
  EXPECT_THAT(content_of(source_folder() / "docs/policy.md"), HasSubstr(table))
      << "the table of docs/policy.md should be:\n"
      << table;
}

TEST(OwnRulesTest, EachIsTakenByTheCode) {
  std::string sources;
  each_source([&](const fs::path&, const std::string& text) { sources += text; });
  for (const OwnRule& rule : kOwnRules) {
    const std::string id(rule.id);
    const std::string wanted = id.ends_with('.') ? "\"" + id + "\"" : "own_rule(\"" + id + "\")";
    EXPECT_THAT(sources, HasSubstr(wanted));
  }
}

// "decision.rule = \"x\"", ".rule = \"x\"": what a person reads as a rule's name.
TEST(OwnRulesTest, NothingThatDecidesIsNamedByABareString) {
  const std::regex bare(R"re(\brule\s*=\s*"([^" ]*)")re");
  each_source([&](const fs::path& path, const std::string& text) {
    for (std::sregex_iterator at(text.begin(), text.end(), bare), end; at != end; ++at) {
      const std::string id = (*at)[1];
      EXPECT_TRUE(id.ends_with('.') && find_own_rule(id) != nullptr) << path << ": " << at->str();
    }
  });
}

TEST(OwnRulesTest, AnIdIsFoundWholeAndABeginningByWhatItBegins) {
  ASSERT_NE(find_own_rule("fs.delete"), nullptr);
  EXPECT_EQ(find_own_rule("fs.delete")->id, "fs.delete");
  ASSERT_NE(find_own_rule("mode.balanced"), nullptr);
  EXPECT_EQ(find_own_rule("mode.balanced")->id, "mode.");
  EXPECT_EQ(find_own_rule("fs.delet"), nullptr);
  EXPECT_EQ(find_own_rule(""), nullptr);
}

}  // namespace
}  // namespace guard::policy
