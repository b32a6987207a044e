// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/searches.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace guard::supervisor {
namespace {

using Words = std::vector<std::string>;

Words places(Words argv) {
  const auto search = policy::tree_search_of(argv);
  return search ? search->places : Words{"no search"};
}

TEST(SearchesTest, WhatGoesDownATreeIsASearch) {
  EXPECT_EQ(places({"grep", "-rn", "avg", "."}), Words{"."});
  EXPECT_EQ(places({"/usr/bin/grep", "-R", "avg", "src", "lib"}), (Words{"src", "lib"}));
  EXPECT_EQ(places({"grep", "-r", "avg"}), Words{"."});
  EXPECT_EQ(places({"grep", "-re", "avg", "src"}), Words{"src"});
  EXPECT_EQ(places({"grep", "-rA", "3", "-e", "avg"}), Words{"."});
  EXPECT_EQ(places({"grep", "--recursive", "--", "-x", "src"}), Words{"src"});
  EXPECT_EQ(places({"grep", "--directories=recurse", "avg", "src"}), Words{"src"});
  EXPECT_EQ(places({"tar", "cf", "x.tar", "."}), (Words{"cf", "x.tar", "."}));
  EXPECT_EQ(places({"tar", "-czf", "x.tar", "src"}), (Words{"x.tar", "src"}));
  EXPECT_EQ(places({"tar", "--create", "src"}), Words{"src"});
}

TEST(SearchesTest, WhatOpensOneByOneIsNone) {
  for (const Words& argv : {Words{"grep", "-n", "avg", "a"}, Words{"tar", "xf", "x.tar"},
                            Words{"tar", "-tvf", "x"}, Words{"rg", "avg"}, Words{"grep"}, Words{}})
    EXPECT_FALSE(policy::tree_search_of(argv));
}

TEST(SearchesTest, WhatItLeavesOutItDoesNotOpen) {
  const auto opens = [](const Words& argv, const char* path) {
    return policy::would_open(*policy::tree_search_of(argv), "/w", path);
  };
  EXPECT_TRUE(opens({"grep", "-r", "x"}, "/w/.env"));
  EXPECT_FALSE(opens({"grep", "-r", "--include=*.py", "x"}, "/w/.env"));
  EXPECT_TRUE(opens({"grep", "-r", "--include", ".e*", "x"}, "/w/.env"));
  EXPECT_FALSE(opens({"grep", "-r", "--exclude=.env", "x"}, "/w/a/.env"));
  EXPECT_FALSE(opens({"grep", "-r", "--exclude-dir=a", "x"}, "/w/a/.env"));
  EXPECT_FALSE(opens({"grep", "-r", "--exclude-dir=b", "x"}, "/w/a/b/.env"));
  EXPECT_TRUE(opens({"grep", "-r", "--exclude-dir=.env", "x"}, "/w/a/.env"));
  EXPECT_FALSE(opens({"tar", "c", "--exclude=a", "."}, "/w/a/.env"));
}

TEST(SearchesTest, EachSecretIsMetOnce) {
  std::string root = std::filesystem::temp_directory_path() / "guard-search-XXXXXX";
  ASSERT_NE(mkdtemp(root.data()), nullptr);
  root = std::filesystem::canonical(root).string();
  std::filesystem::create_directory(root + "/a");
  Words asked;
  const SecretsBelow below = [&](const std::string& folder) {
    asked.push_back(folder);
    return std::vector<KnownSecret>{{root + "/a/.env", {1, 2}}};
  };
  const auto search = policy::tree_search_of({"grep", "-r", "avg", ".", "a", "none"});
  const auto met = secrets_met(*search, root, below);
  ASSERT_EQ(met.size(), 1U);
  EXPECT_EQ(asked, (Words{root, root + "/a"}));
  policy::Action exec;
  exec.cwd = root;
  exec.exe = "/usr/bin/grep";
  exec.argv = {"grep", "-r", "avg"};
  const policy::Assessment assessment = assessment_of(*search, exec, met);
  EXPECT_EQ(assessment.reason, "would read 1 secret: a/.env");
  EXPECT_EQ(assessment.tier, 2);
  EXPECT_EQ(assessment.pattern, "grep *");
  const std::vector<KnownSecret> many(4, met[0]);
  EXPECT_EQ(assessment_of(*search, exec, many).pattern, "grep -r avg") << "not all are named";
  std::filesystem::remove_all(root);
}

TEST(SearchesTest, ADenialHoldsForItsProgram) {
  DeniedSearches denied;
  denied.add("grep");
  EXPECT_TRUE(denied.contains("grep"));
  EXPECT_FALSE(denied.contains("tar"));
  EXPECT_EQ(policy::tree_search_of({"egrep", "-r", "x"})->program, "grep");
}

}  // namespace
}  // namespace guard::supervisor
