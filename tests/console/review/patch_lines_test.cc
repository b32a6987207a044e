// SPDX-License-Identifier: Apache-2.0
#include "console/review/patch_lines.h"

#include <gtest/gtest.h>

#include <sstream>

namespace guard::console {
namespace {

std::string told(const std::vector<PatchNames>& names, const std::string& patch) {
  PatchLines lines(names);
  std::istringstream text(patch);
  std::string all;
  for (std::string line; std::getline(text, line);) all += lines.take(line + "\n");
  return all;
}

TEST(PatchLinesTest, NumbersBecomeNames) {
  EXPECT_EQ(told({{"x", "x"}, {"src/a.c", "src/a.c"}},
                 "diff --git a/1 b/1\nindex 1..2 100644\n--- a/1\n+++ b/1\n@@ -1 +1 @@\n-a\n+b\n"),
            "diff --git a/src/a.c b/src/a.c\nindex 1..2 100644\n--- a/src/a.c\n+++ b/src/a.c\n"
            "@@ -1 +1 @@\n-a\n+b\n");
}

TEST(PatchLinesTest, ContentsThatLookLikeHeadsStay) {
  const std::string hunk = "@@ -1 +1 @@\n--- a/0\n+++ b/0\n";
  EXPECT_EQ(told({{"f", "f"}}, "diff --git a/0 b/0\n--- a/0\n+++ b/0\n" + hunk),
            "diff --git a/f b/f\n--- a/f\n+++ b/f\n" + hunk);
}

TEST(PatchLinesTest, AMovedFileIsARename) {
  EXPECT_EQ(told({{"old", "new"}},
                 "diff --git a/0 b/0\nindex 1..2 100644\n--- a/0\n+++ b/0\n@@ -1 +1 @@\n"),
            "diff --git a/old b/new\nsimilarity index 50%\nrename from old\nrename to new\n"
            "index 1..2 100644\n--- a/old\n+++ b/new\n@@ -1 +1 @@\n");
}

TEST(PatchLinesTest, AnotherKindOfFileGoesAndComes) {
  EXPECT_EQ(told({{"old", "new"}},
                 "diff --git a/0 a/0\ndeleted file mode 100644\nindex 1..0\n"
                 "diff --git b/0 b/0\nnew file mode 120000\nindex 0..2\n"),
            "diff --git a/old b/old\ndeleted file mode 100644\nindex 1..0\n"
            "diff --git a/new b/new\nnew file mode 120000\nindex 0..2\n");
}

TEST(PatchLinesTest, OddNamesStandInQuotes) {
  EXPECT_EQ(patch_name("a/", "plain-name_1.c"), "a/plain-name_1.c");
  EXPECT_EQ(patch_name("a/", "a b\t\"\\\xc3\n"), "\"a/a b\\011\\\"\\\\\\303\\012\"");
}

}  // namespace
}  // namespace guard::console
