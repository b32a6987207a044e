// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/wildcard_origin.h"

#include <gtest/gtest.h>

#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

class WildcardOriginTest : public ScratchTree {
 protected:
  bool explains(std::string_view text, const std::vector<std::string>& operands) const {
    const UniqueFd cwd(open(workspace_.c_str(), O_PATH | O_CLOEXEC));
    return WildcardOrigin(text, "/home/ana", "/work").explains(operands, cwd.get());
  }
};

TEST_F(WildcardOriginTest, PatternInTheTextExplainsItsExpansion) {
  EXPECT_TRUE(explains("rm -rf ./tmp_*", {"./tmp_a", "./tmp_b"}));
  EXPECT_TRUE(explains("rm -rf keep ./tmp_*", {"keep", "./tmp_a"}));
  EXPECT_TRUE(explains("for f in *.o; do rm \"$f\"; done", {"a.o"}));
  EXPECT_TRUE(explains("ls *.o | xargs rm", {"a.o"}));
  EXPECT_TRUE(explains("bash -c 'rm *.o'", {"a.o"}));
  EXPECT_TRUE(explains("rm ~/x*", {"/home/ana/xy"}));
  EXPECT_TRUE(explains("rm \"$PWD\"/x*", {"/work/xy"}));
  EXPECT_TRUE(explains("rm $dir/*.o", {"some/where/a.o"}));
  EXPECT_TRUE(explains("rm -r */", {"sub/"}));
}

TEST_F(WildcardOriginTest, OtherPatternsDoNot) {
  EXPECT_FALSE(explains("rm -rf ./tmp_*", {"./other"}));
  EXPECT_FALSE(explains("rm '*.o'", {"a.o"}));
  EXPECT_FALSE(explains("rm *", {"a/b"}));
  EXPECT_FALSE(explains("rm *", {".hidden"}));
  EXPECT_FALSE(explains("ls *.c; rm main.c", {"main.c"}));
}

TEST_F(WildcardOriginTest, WholeListingOfAFolderIsOne) {
  for (const char* name : {"a", "b", "c", "d", "e"}) file(std::string("l/") + name);
  file("l/.hidden");
  const std::vector<std::string> all = {"l/a", "l/b", "l/c", "l/d", "l/e"};
  EXPECT_TRUE(explains("", all));
  EXPECT_TRUE(explains("./clean.sh", all));
  EXPECT_FALSE(explains("rm l/a l/b l/c l/d l/e", all));
  EXPECT_FALSE(explains("", {"l/a", "l/b", "l/c", "l/d"}));
  file("l/f");
  EXPECT_FALSE(explains("", all));
}

TEST_F(WildcardOriginTest, ListingMustBeOfOneFolder) {
  for (const char* name : {"a", "b", "c", "d", "e"}) file(std::string("l/") + name);
  EXPECT_FALSE(explains("", {"l/a", "l/b", "l/c", "l/d", "m/e"}));
  EXPECT_FALSE(explains("", {"n/a", "n/b", "n/c", "n/d", "n/e"}));
}

}  // namespace
}  // namespace guard::supervisor
