// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/ignore_rules.h"

#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

struct Row {
  const char* rules;
  const char* name;
  bool folder;
  std::optional<bool> says;
};

// As `git check-ignore` says.
TEST(IgnoreRulesTest, ReadsWhatGitReads) {
  const Row rows[] = {
      {"*.o", "a/b.o", false, true},
      {"*.o", "a.c", false, std::nullopt},
      {"# *.o\n\n", "b.o", false, std::nullopt},
      {"\\#a", "#a", false, true},
      {"*.o\n!b.o", "b.o", false, false},
      {"!b.o\n*.o", "b.o", false, true},
      {"out/", "out", true, true},
      {"out/", "out", false, std::nullopt},
      {"/out", "a/out", true, std::nullopt},
      {"a/b", "x/a/b", false, std::nullopt},
      {"a/b", "a/b", false, true},
      {"**/b", "x/y/b", false, true},
      {"a/**/b", "a/b", false, true},
      {"a/*", "a/b/c", false, std::nullopt},
      {"x  ", "x", false, true},
      {"x\\ ", "x ", false, true},
      {"[ab].c", "b.c", false, true},
      {"/\n!\n", "a", true, std::nullopt},
  };
  for (const Row& row : rows)
    EXPECT_EQ(IgnoreRules(row.rules).says(row.name, row.folder), row.says)
        << row.rules << " | " << row.name;
}

TEST(IgnoreRulesTest, AFileWithoutEndIsReadInPart) {
  std::string text;
  for (std::size_t i = 0; i < IgnoreRules::kMostRules; ++i) text += "x" + std::to_string(i) + "\n";
  text += "last\n";
  EXPECT_EQ(IgnoreRules(text).says("last", false), std::nullopt);
  EXPECT_EQ(IgnoreRules(text).says("x0", false), true);
}

}  // namespace
}  // namespace guard::supervisor
