// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/git_config.h"

#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

using Values = std::vector<std::string>;

Values values(std::string_view text, std::string_view name) {
  const auto settings = parse_git_config(text);
  return settings ? values_of(*settings, name) : Values{"(none)"};
}

TEST(GitConfigTest, SectionsAndKeysAreFoldedAndTheirMiddleIsNot) {
  EXPECT_EQ(values("[Remote \"Up\"]\n\tURL = ../o.git\n", "remote.Up.url"), Values{"../o.git"});
  EXPECT_EQ(values("[remote \"Up\"] url=/a\n", "remote.Up.url"), Values{"/a"});
  EXPECT_EQ(values("[core]\nbare\n", "core.bare"), Values{"true"});
  EXPECT_EQ(values("[remote \"a\\\"b\"]\nurl = x\n", "remote.a\"b.url"), Values{"x"});
  EXPECT_EQ(values("[remote \"o\"]\nurl = 1\n[core]\n[remote \"o\"]\nurl = 2\n", "remote.o.url"),
            (Values{"1", "2"}));
}

TEST(GitConfigTest, ValuesAreReadAsGitReadsThem) {
  EXPECT_EQ(values("[a]\nb = c d  # e\n", "a.b"), Values{"c d"});
  EXPECT_EQ(values("[a]\nb = \"c # d\" ; e\n", "a.b"), Values{"c # d"});
  EXPECT_EQ(values("[a]\nb = c\\\n d\n", "a.b"), Values{"c d"});
  EXPECT_EQ(values("[a]\nb = \\\"c\\\\\n", "a.b"), Values{"\"c\\"});
  EXPECT_EQ(values("[a]\nb =\n", "a.b"), Values{""});
  EXPECT_EQ(values("; c\n# d\n\n[a]\r\nb = c\r\n", "a.b"), Values{"c"});
  EXPECT_EQ(values("", "a.b"), Values{});
}

TEST(GitConfigTest, WhatGitRefusesTellsNothing) {
  for (const char* text : {"b = c\n", "[a\nb = c\n", "[a \"b]\n", "[a]\nb c\n", "[a]\nb = \"c\n",
                           "[a]\nb = \\x\n", "[]\nb = c\n", "[a]\n= c\n"})
    EXPECT_FALSE(parse_git_config(text)) << text;
}

}  // namespace
}  // namespace guard::supervisor
