// SPDX-License-Identifier: Apache-2.0
#include "policy/command/written_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/load/yaml_loader.h"
#include "policy/text/shell_words.h"

namespace guard::policy {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

WrittenFiles written(const char* words) {
  static const SpecTable kShipped(load_policy({})->commands);
  const auto argv = split_words(words);
  EXPECT_TRUE(argv) << words;
  const auto chain = command_levels(*argv, kShipped);
  return written_files(chain.levels.front());
}

TEST(WrittenFilesTest, AnOptionOrAnOperandNamesTheFile) {
  for (const char* words :
       {"sort -o F a", "sort a -uoF", "sort --outp=F a", "sort --output F a", "uniq a F",
        "uniq -f 1 a F", "xxd -r -c 8 a F", "find . -name x -fprint F", "find . -fprintf F %p",
        "sed -n 'w F' a", "sed '/x/w F' a", "sed -e p -e 's/a/b/gw F' a", "tree -o F",
        "git diff --output=F", "git log --output F", "script -c ls F", "strace -f -o F ls"})
    EXPECT_THAT(written(words).files, ElementsAre("F")) << words;
}

TEST(WrittenFilesTest, OtherWordsNameNone) {
  for (const char* words :
       {"sort -to a", "sort -k 2 -S o a", "sort -o - a", "sort -o /dev/null a", "sort -- -o a",
        "uniq a", "uniq -f 1 a", "xxd -c 8 a", "find . -name -fprint", "sed p w",
        "sed -n 's/wa/w/p' a", "sed 's|x|w y|;/ w z/d' a", "git log --output-indicator-new=x",
        "git diff -- --output=x", "tree -L 2", "tee a", "ls -o a"}) {
    const WrittenFiles found = written(words);
    EXPECT_THAT(found.files, IsEmpty()) << words;
    EXPECT_FALSE(found.others) << words;
  }
}

TEST(WrittenFilesTest, WhatNoWordNamesIsSaidToo) {
  for (const char* words :
       {"git apply p", "git am p", "git bisect run make", "git rebase -x make HEAD", "script",
        "sed -f s a", "sort --compress-program=x a", "yq -i .a f", "file -C"})
    EXPECT_TRUE(written(words).others) << words;
  for (const char* words : {"git rebase main", "git bisect start", "git grep a"})
    EXPECT_FALSE(written(words).others) << words;
}

}  // namespace
}  // namespace guard::policy
