// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/ignore_rules.h"

#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

struct Row {
  const char* rules;
  const char* name;
  EntryKind kind;
  std::optional<bool> says;
};

// As `git check-ignore` says.
TEST(IgnoreRulesTest, ReadsWhatGitReads) {
  using enum EntryKind;
  const Row rows[] = {
      {"*.o", "a/b.o", kFile, true},
      {"*.o", "a.c", kFile, std::nullopt},
      {"# *.o\n\n", "b.o", kFile, std::nullopt},
      {"\\#a", "#a", kFile, true},
      {"*.o\n!b.o", "b.o", kFile, false},
      {"!b.o\n*.o", "b.o", kFile, true},
      {"out/", "out", kFolder, true},
      {"out/", "out", kFile, std::nullopt},
      {"/out", "a/out", kFolder, std::nullopt},
      {"a/b", "x/a/b", kFile, std::nullopt},
      {"a/b", "a/b", kFile, true},
      {"**/b", "x/y/b", kFile, true},
      {"a/**/b", "a/b", kFile, true},
      {"a/*", "a/b/c", kFile, std::nullopt},
      {"x  ", "x", kFile, true},
      {"x\\ ", "x ", kFile, true},
      {"[ab].c", "b.c", kFile, true},
      {"/\n!\n", "a", kFolder, std::nullopt},
  };
  for (const Row& row : rows)
    EXPECT_EQ(IgnoreRules(row.rules).says(row.name, row.kind), row.says)
        << row.rules << " | " << row.name;
}

TEST(IgnoreRulesTest, AFileWithoutEndIsReadInPart) {
  std::string text;
  for (std::size_t i = 0; i < IgnoreRules::kMostRules; ++i) text += "x" + std::to_string(i) + "\n";
  text += "last\n";
  EXPECT_EQ(IgnoreRules(text).says("last", EntryKind::kFile), std::nullopt);
  EXPECT_EQ(IgnoreRules(text).says("x0", EntryKind::kFile), true);
}

}  // namespace
}  // namespace guard::supervisor
