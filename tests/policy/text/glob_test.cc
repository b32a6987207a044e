// SPDX-License-Identifier: Apache-2.0
#include "policy/text/glob.h"

#include <gtest/gtest.h>

#include "policy/text/foreign_glob.h"

namespace guard::policy {
namespace {

struct MatchRow {
  const char* pattern;
  const char* text;
  bool matches;
};

TEST(WordGlobTest, MatchesAsAShellWould) {
  constexpr MatchRow kRows[] = {
      {"abc", "abc", true},
      {"abc", "abcd", false},
      {"*", "", true},
      {"*", "a/b", true},
      {"a*c", "abbbc", true},
      {"a*c", "abbbd", false},
      {"?", "x", true},
      {"?", "", false},
      {"[a-c]x", "bx", true},
      {"[a-c]x", "dx", false},
      {"[!a-c]x", "dx", true},
      {"[]]", "]", true},
      {"[^]]", "]", false},
      {"\\*", "*", true},
      {"\\*", "x", false},
      {"python3.*", "python3.11", true},
      {"python3.*", "python3", false},
      {"a*b*c", "aXbYbZc", true},
      {"[", "[", true},
      {"[-a]", "-", true},
      {"\xff*", "\xff\xfe", true},
      {"", "", true},
      {"", "a", false},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(word_glob_matches(row.pattern, row.text), row.matches)
        << row.pattern << " on " << row.text;
  }
}

TEST(PathGlobTest, StarStaysInItsComponent) {
  constexpr MatchRow kRows[] = {
      {"/w/*.c", "/w/a.c", true},
      {"/w/*.c", "/w/d/a.c", false},
      {"/w/**/*.c", "/w/a.c", true},
      {"/w/**/*.c", "/w/d/e/a.c", true},
      {"/w/db/**", "/w/db/x/y", true},
      {"/w/db/**", "/w/db", true},
      {"/w/db/**", "/w/dbx", false},
      {"/**/*.tfvars", "/a/b/c.tfvars", true},
      {"/**/.env", "/.env", true},
      {"/w/?", "/w/ab", false},
      {"/**/a/**/b", "/x/a/a/y/b", true},
      {"/**/a/**/b", "/x/b/a", false},
      {"/w/[ab]/c", "/w/b/c", true},
      {"/", "/", true},
      {"/**", "/", true},
      {"/w", "/w/x", false},
      {"/w//d/*", "/w/d/x", true},
      {"/w/d/*", "/w//d/x", true},
      {"w/d/*", "/w/d/x", true},
      {"/w/d?/x", "/w/d?/x", true},
      {"/w/*/x", "/w/*/y", false},
      {"/wd/x", "/w/d/x", false},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(path_glob_matches(row.pattern, row.text), row.matches)
        << row.pattern << " on " << row.text;
  }
}

TEST(PathGlobTest, CoversWhatLiesInsideAMatch) {
  EXPECT_TRUE(path_glob_covers("/w/build/*", "/w/build/obj/a.o"));
  EXPECT_TRUE(path_glob_covers("/w/build/*", "/w/build/obj"));
  EXPECT_FALSE(path_glob_covers("/w/build/*", "/w/build"));
  EXPECT_FALSE(path_glob_covers("/w/build/*", "/w/src/a.c"));
}

TEST(PathGlobTest, KnowsTheFoldersAboveAPattern) {
  EXPECT_TRUE(path_glob_below("/w/db/migrations/**", "/w/db"));
  EXPECT_TRUE(path_glob_below("/w/db/migrations/**", "/w"));
  EXPECT_FALSE(path_glob_below("/w/db/migrations/**", "/w/db/migrations/x"));
  EXPECT_FALSE(path_glob_below("/w/db/migrations/**", "/x"));
  EXPECT_FALSE(path_glob_below("/**/*.key", "/w"));
}

TEST(PathGlobTest, ReachesTheFoldersThatAMatchMayLieBelow) {
  for (const char* folder : {"/", "/srv", "/srv/a", "/srv/a/sec", "/srv/a/sec/deep/er"})
    EXPECT_TRUE(path_glob_reaches("/srv/*/sec/**", folder)) << folder;
  for (const char* folder : {"/opt", "/srv/a/other", "/srv/a/other/sec"})
    EXPECT_FALSE(path_glob_reaches("/srv/*/sec/**", folder)) << folder;
  EXPECT_TRUE(path_glob_reaches("/**/x", "/any/where"));
  EXPECT_FALSE(path_glob_reaches("/a/b", "/a/b"));
}

TEST(PathGlobTest, BeginsWithWhatIsNoPattern) {
  EXPECT_EQ(literal_beginning("/srv/sec/**"), "/srv/sec");
  EXPECT_EQ(literal_beginning("/srv/*/sec/**"), "/srv");
  EXPECT_EQ(literal_beginning("/srv/one.file"), "/srv/one.file");
  EXPECT_EQ(literal_beginning("/a\\*b/c?"), "/a*b");
  EXPECT_EQ(literal_beginning("/**/x"), "/");
}

TEST(PathGlobTest, HostilePatternsStayCheap) {
  std::string pattern;
  std::string path;
  for (int i = 0; i < 200; ++i) pattern += "/**/a*a*a*a*";
  for (int i = 0; i < 400; ++i) path += "/aaaaaaaaaaaaaaaaaaaaaaaaaaaa";
  EXPECT_FALSE(path_glob_matches(pattern + "/b", path));
  EXPECT_FALSE(word_glob_matches(std::string(300, '*') + "b", std::string(5000, 'a')));
}

TEST(AnchoredGlobTest, RelativePatternsHangFromTheWorkspace) {
  EXPECT_EQ(anchored_glob("./scratch/**", "/w", "/h"), "/w/scratch/**");
  EXPECT_EQ(anchored_glob("db/*", "/w", "/h"), "/w/db/*");
  EXPECT_EQ(anchored_glob("**/*.tfvars", "/w", "/h"), "/**/*.tfvars");
  EXPECT_EQ(anchored_glob("~/x", "/w", "/h"), "/h/x");
  EXPECT_EQ(anchored_glob("/etc/**", "/w", "/h"), "/etc/**");
  EXPECT_EQ(anchored_glob(".", "/w", "/h"), "/w");
  EXPECT_EQ(anchored_glob(".//x", "/w", "/h"), "/w/x");
  EXPECT_EQ(anchored_glob("db/*", "", "/h"), "");
}

TEST(AnchoredGlobTest, AWorkspaceNameIsNeverAPattern) {
  const auto pattern = anchored_glob("x", "/w[1]*", "");
  EXPECT_TRUE(path_glob_matches(pattern, "/w[1]*/x"));
  EXPECT_FALSE(path_glob_matches(pattern, "/w1y/x"));
}

TEST(GlobDefectTest, WhatOtherToolsMeanByAPatternIsNamed) {
  for (const char* pattern :
       {"!a", "a/{b,c}", "*.{c,h}", "*.(c|h)", "a|b", " a", "a ", "\ta", "a\\\\ "})
    EXPECT_TRUE(foreign_glob_defect(pattern).has_value()) << pattern;
  for (const char* pattern : {"", "a", "a b", "\\!a", "a!", "\\{b,c}", "{b}", "{}", "a,b", "a\\|b",
                              "[|]", "[{]a,b}", "\\ a", "a\\ ", "[!a]", "a(1)"})
    EXPECT_FALSE(foreign_glob_defect(pattern).has_value()) << pattern;
}

TEST(GlobDefectTest, UnenforceablePatternsAreNamed) {
  for (const char* pattern :
       {"", ".//", "a**b", "a/../b", "a/./b", "x[", "dir/", "~bob/x", "a\\", "[[:alpha:]]"}) {
    EXPECT_TRUE(path_glob_defect(pattern).has_value()) << pattern;
  }
  for (const char* pattern : {"**/*.key", "./a", ".", "/etc/**", "~/x", "[a-z]*", "a b", "\\[x"}) {
    EXPECT_FALSE(path_glob_defect(pattern).has_value()) << pattern;
  }
}

}  // namespace
}  // namespace guard::policy
