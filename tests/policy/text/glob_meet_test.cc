// SPDX-License-Identifier: Apache-2.0
#include "policy/text/glob_meet.h"

#include <gtest/gtest.h>

#include <string>

namespace guard::policy {
namespace {

struct Pair {
  const char* a;
  const char* b;
};

TEST(GlobsMeetTest, TwoThatHaveAPathInCommonMeet) {
  for (const auto& [a, b] : {Pair{"/w/vault/**", "/**/*.sealed"}, Pair{"/w/x.*", "/w/*.sealed"},
                             Pair{"/w/a", "/w/a"}, Pair{"/**", "/w/a"}, Pair{"/w/?", "/w/a"},
                             Pair{"/w/[ab]", "/w/a"}, Pair{"/w/**", "/w"}, Pair{"/*/b", "/a/*"}}) {
    EXPECT_TRUE(globs_meet(a, b)) << a << " " << b;
    EXPECT_TRUE(globs_meet(b, a)) << b << " " << a;
  }
}

TEST(GlobsMeetTest, TwoThatHaveNoneDoNot) {
  for (const auto& [a, b] : {Pair{"/w/vault/*.txt", "/**/*.sealed"}, Pair{"/w/a", "/w/b"},
                             Pair{"/w/*", "/w/a/b"}, Pair{"/w/??", "/w/a"}, Pair{"/a/**", "/b/**"}})
    EXPECT_FALSE(globs_meet(a, b)) << a << " " << b;
}

TEST(GlobsMeetTest, ManyStarsTakeNoLonger) {
  std::string a = "/w/";
  std::string b = "/w/";
  for (int i = 0; i < 200; ++i) {
    a += "*a";
    b += "*b";
  }
  EXPECT_FALSE(globs_meet(a, b + "c"));
}

}  // namespace
}  // namespace guard::policy
