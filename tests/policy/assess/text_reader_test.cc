// SPDX-License-Identifier: Apache-2.0
// The values of variables and of the folder that are known at each place of a text: what a builtin,
// a function, a loop or a branch may have changed is never taken for what it was before.
#include "policy/assess/text_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "policy/assess/preview.h"
#include "policy/assess/shell_findings.h"

namespace guard::policy {
namespace {

std::string spelled(const PreviewFolder& folder) {
  if (!folder.known) return "?";
  if (folder.base == WordBase::kHome) return "~" + folder.path;
  if (folder.base == WordBase::kMade) return "new" + folder.path;
  return folder.path.empty() ? "." : folder.path;
}

std::string spelled(const ShellWord& word) {
  if (!is_usable(word)) return "?";
  if (word.base == WordBase::kHome) return "~" + word.below;
  if (word.base == WordBase::kMade) return "new" + word.below;
  return word.text;
}

// Each `rm` of the text: "FOLDER: WORDS", with ? for what is not known, one behind the other.
std::string removals(const std::string& text) {
  std::string all;
  for (const PreviewCommand& command : preview_shell(text).commands) {
    const auto& words = command.words;
    auto word = std::ranges::find(words, "rm", &ShellWord::text);
    if (word == words.end() || words[0].text == "eval") continue;
    if (!all.empty()) all += "; ";
    all += spelled(command.folder) + ":";
    for (++word; word != words.end(); ++word) all += " " + spelled(*word);
  }
  return all;
}

struct Row {
  const char* text;
  const char* removed;
};

void expect(const std::vector<Row>& rows) {
  for (const Row& row : rows) EXPECT_EQ(removals(row.text), row.removed) << row.text;
}

TEST(TextReaderTest, WhatIsAssignedIsKnownUntilItMayBeAnother) {
  expect({{"X=a; rm $X", ".: a"},
          {"X=a; X=b; rm $X", ".: b"},
          {"X=a; rm $X; X=b", ".: a"},
          {"X=a; X+=b; rm $X", ".: ab"},
          {"X+=b; rm $X", ".: ?"},
          {"X=a Y=b; rm $X ${Y}", ".: a b"},
          {"X=a; Y=$X; rm $Y", ".: a"},
          {"Y=a; Y=$X; rm $Y", ".: ?"},
          {"X=a; X[1]=b; rm $X", ".: ?"},
          {"X=(a b); rm $X", ".: ?"},
          {"X=~/a; rm $X", ".: ~/a"},
          {"X=a; X=$(date); rm $X", ".: ?"},
          {"X=a rm $X", ".: ?"},
          {"rm $X", ".: ?"}});
}

TEST(TextReaderTest, DeclarationsAssign) {
  expect({{"X=a; export X=b; rm $X", ".: b"},
          {"X=a; export X; rm $X", ".: a"},
          {"X=a; declare X=b; rm $X", ".: b"},
          {"X=a; readonly X=b; rm $X", ".: b"},
          {"X=a; typeset -x X=b; rm $X", ".: b"},
          {"X=a; command export X=b; rm $X", ".: b"},
          {"X=a; builtin declare X; rm $X", ".: ?"},
          {"X=a; declare -i X=1+1; rm $X", ".: ?"},
          {"X=a; declare -u X=b; rm $X", ".: ?"},
          {"X=a; declare -n R=X; R=b; rm $X", ".: ?"},
          {"X=a; export \"X=$Y\"; rm $X", ".: ?"},
          {"X=a; export \"$N=b\"; rm $X", ".: ?"},
          {"X=a; export $(cat .env); rm $X", ".: ?"},
          {"X=a; unset X; rm $X", ".: ?"},
          {"X=a; export Y=b; rm $X", ".: a"}});
}

TEST(TextReaderTest, WhatABuiltinReadsOrCountsIsNotKnown) {
  for (const char* change : {"read X",
                             "read -r X Y",
                             "read -p '? ' X",
                             "read -ra X",
                             "mapfile X < f",
                             "readarray -t X < f",
                             "printf -v X b",
                             "printf -vX b",
                             "let X=1",
                             "let X++",
                             "((X = 1))",
                             "((X++))",
                             "getopts ab X",
                             "wait -n -p X",
                             ": ${X:=b}",
                             ": ${X=b}",
                             "echo $((X += 1))",
                             "[[ -n ${X:=b} ]]",
                             "source f",
                             ". ./f",
                             "eval \"$C\"",
                             "command read X",
                             "read \"$N\"",
                             "time X=b",
                             "trap 'X=b' DEBUG",
                             "for ((X=0; X<3; X++)); do :; done",
                             "select X in b; do break; done",
                             "echo b | read X",
                             "X=b : | cat; read X",
                             "coproc X { cat; }"}) {
    const auto removed = removals("X=a; " + std::string(change) + "; rm $X");
    EXPECT_TRUE(removed.ends_with(": ?")) << change << " " << removed;
  }
}

TEST(TextReaderTest, WhatTouchesAnotherVariableLeavesThisOne) {
  for (const char* change : {"read Y",
                             "read -p X Y",
                             "mapfile Y < f",
                             "printf '%s' X",
                             "let Y=1",
                             "((Y++))",
                             "getopts X Y",
                             ": ${X:-b}",
                             "echo $((X + 1))",
                             "((X == 1))",
                             "(X=b)",
                             "x=$(X=b; echo)",
                             "X=b make",
                             "bash -c 'X=b'",
                             "for y in 1 2; do :; done",
                             "command -v read X",
                             "X=b & true",
                             "ls | while read y; do echo $y; done",
                             "unset Y",
                             "f() { local X=b; }; f"}) {
    EXPECT_EQ(removals("X=a; " + std::string(change) + "; rm $X"), ".: a") << change;
  }
}

TEST(TextReaderTest, BranchesAndLoopsLeaveWhatBothWaysHave) {
  expect({{"X=a; if t; then X=b; fi; rm $X", ".: b a"},
          {"if t; then X=a; else X=b; fi; rm $X", ".: a b"},
          {"if t; then X=a; elif u; then X=b; else X=c; fi; rm $X", ".: a b c"},
          {"if t; then X=a; fi; rm $X", ".: ?"},
          {"X=a; t && X=b; rm $X", ".: a b"},
          {"X=a; t || X=b; rm $X", ".: a b"},
          {"X=a; cat <<E && X=b\ntext\nE\nrm $X", ".: a b"},
          {"t && X=b; rm $X", ".: ?"},
          {"X=a && rm $X", ".: a"},
          {"X=a && Y=b && rm $X $Y", ".: a b"},
          {"X=a; t && X=b || exit 1; rm $X", ".: a b"},
          {"X=a; if t; then X=b; exit; fi; rm $X", ".: a"},
          {"X=a; case $1 in b) X=b;; esac; rm $X", ".: a b"},
          {"X=a; case $1 in b) X=b;; *) X=c;; esac; rm $X", ".: b c"},
          {"X=a; while t; do rm $X; X=b; done; rm $X", ".: ?; .: ?"},
          {"X=a; for i in 1 2; do rm $X; X=$i; done", ".: ?"},
          {"for i in a b; do rm $i; done", ".: a b"},
          {"X=a; for X in b c; do :; done; rm $X", ".: b c"},
          {"for i in a $N; do rm $i; done", ".: ?"},
          {"for i; do rm $i; done", ".: ?"}});
}

TEST(TextReaderTest, AFunctionIsReadWhereItIsCalled) {
  expect({{"f() { X=b; }; X=a; f; rm $X", ".: b"},
          {"f() { rm $X; }; X=a; f", ".: a"},
          {"f() { rm $X; }; X=a; f; X=b; f", ".: a; .: b"},
          {"f() { cd b; }; f; rm x", "b: x"},
          {"f() { (cd b); }; f; rm x", ".: x"},
          {"f() { rm $X; }; X=a; X=b; trap f EXIT", ".: a b"},
          {"f() { rm x; }; cd a; trap f EXIT", ".: x; a: x"},
          {"f() { read X; }; X=a; f; rm $X", ".: ?"},
          {"f() { local X; rm $X; }; X=a; f", ".: ?"},
          {"f() { g; }; g() { X=b; }; X=a; f; rm $X", ".: b"},
          {"f() { f; }; X=a; f; rm $X", "?: ?"},
          {"if t; then f() { X=b; }; else f() { X=c; }; fi; f; rm $X", ".: b c"},
          {"X=a; while t; do rm $X; f; done; f() { X=b; }", ".: a"},
          {"f() { X=b; }; X=a; while t; do rm $X; f; done", ".: ?"},
          {"f() { rm \"$1\"; }; f a", ".: ?"},
          {"f() { X=b; }; X=a; bash -c f; rm $X", ".: a"}});
}

TEST(TextReaderTest, TextsWithinSeeWhatTheirShellHas) {
  expect({{"X='rm a'; eval $X", ".: a"},
          {"X='rm a'; eval \"$X\"", ".: a"},
          {"X='rm a'; $X", ".: a"},
          {"X=a; eval X=b; rm $X", ".: b"},
          {"X=a; eval 'read X'; rm $X", ".: ?"},
          {"X=a eval 'rm $X'", ".: a"},
          {"X=a; X=b eval 'rm $X'; rm $X", ".: b; .: ?"},
          {"eval 'cd b'; rm x", "b: x"},
          {"X=a; eval \"$(tool)\"; rm $X", "?: ?"},
          {"X=a; bash -c 'rm $X'", ".: a"},
          {"X=a bash -c 'rm $X'", ".: a"},
          {"env X=a sh -c 'rm $X'", ".: a"},
          {"X=a; ssh host 'rm $X'", ".: ?"},
          {"T='rm a'; bash -c \"$T\"", ".: a"}});
}

TEST(TextReaderTest, ValuesAreSplitAndExpandedAsTheShellDoes) {
  expect({{"X='a b'; rm $X", ".: a b"},
          {"X='a b'; rm \"$X\"", ".: a b"},
          {"X=; rm $X a", ".: a"},
          {"IFS=,; X=a,b; rm $X", ".: ?"},
          {"while IFS= read -r y; do :; done; X=a; rm $X", ".: a"}});
  EXPECT_TRUE(preview_shell("X='*'; rm $X").commands.back().words[1].glob);
  EXPECT_FALSE(preview_shell("X='*'; rm \"$X\"").commands.back().words[1].glob);
}

TEST(TextReaderTest, TheFolderIsThatOfTheWayThere) {
  expect({{"command cd b; rm x", "b: x"},
          {"builtin cd b; rm x", "b: x"},
          {"{ cd b; }; rm x", "b: x"},
          {"cd b && cd c && rm x", "b/c: x"},
          {"if cd b; then rm x; fi; rm y", "b: x; b: y"},
          {"t && cd b; rm x", ".: x; b: x"},
          {"cd b || cd c; rm x", "b: x; c: x"},
          {"if t; then cd b; fi; rm x", "b: x; .: x"},
          {"while t; do rm x; cd b; done; rm y", "?: x; ?: y"},
          {"for d in a b; do (cd $d && rm x); done", "a: x; b: x"},
          {"for d in a b; do cd $d; rm x; cd ..; done", "?: x"},
          {"pushd b; rm x; popd; rm y", "b: x; .: y"},
          {"pushd b; pushd; rm x", "?: x"},
          {"popd; rm x", "?: x"},
          {"cd b; cd -; rm x", ".: x"},
          {"cd -; rm x", "?: x"},
          {"cd b & rm x", ".: x"},
          {"cd b | rm x; rm y", ".: x; .: y; b: y"},
          {"D=b; cd \"$D\"; rm x", "b: x"},
          {"read D; cd $D; rm x", "?: x"},
          {"source f; rm x", "?: x"},
          {"source .venv/bin/activate; rm x", ".: x"},
          {"CDPATH=/srv; cd b; rm x", "?: x"},
          {"CDPATH=/srv; cd ./b; rm x", "./b: x"},
          {"HOME=/srv; cd; rm ~/x", "?: ?"},
          {"cd $PWD/b; rm x", "b: x"},
          {"trap 'cd b' DEBUG; cd /c; rm x", "?: x"},
          {"trap 'rm a' EXIT; rm x", ".: x"},
          {"cd b > log; rm x", "b: x"}});
}

TEST(TextReaderTest, AWrapperRunsItsCommandInAnotherFolder) {
  expect({{"env -C b rm x", "b: x"},
          {"env -Cb rm x; rm y", "b: x; .: y"},
          {"env --chdir b rm x", "b: x"},
          {"env --chdir=b A=1 rm x", "b: x"},
          {"nice env -C b rm x", "b: x"},
          {"env -C \"$D\" rm x", "?: x"},
          {"sudo -D /b rm x", "/b: x"},
          {"env -C b sh -c 'rm x'", "b: x"}});
  const Preview preview = preview_shell("env -C b tool > out");
  ASSERT_EQ(preview.commands.size(), 2U);
  EXPECT_EQ(preview.commands[0].folder.path, "");
  EXPECT_EQ(preview.commands[0].redirections.size(), 1U);
  EXPECT_TRUE(preview.commands[1].redirections.empty());
}

TEST(TextReaderTest, WhatAGroupWritesToIsOpenedBeforeItRuns) {
  const Preview preview = preview_shell("{ cd b; ls; } > out");
  const auto group = std::ranges::find_if(preview.commands, [](const PreviewCommand& command) {
    return !command.redirections.empty();
  });
  ASSERT_NE(group, preview.commands.end());
  EXPECT_EQ(spelled(group->folder), ".");
}

TEST(TextReaderTest, WhatMktempMadeIsNew) {
  expect({{"T=$(mktemp -d); rm -r $T", ".: -r new"},
          {"T=\"$(mktemp -d -t x.XXXX)\"; rm -r \"$T\"", ".: -r new"},
          {"cd \"$(mktemp -d)\" && rm x", "new: x"},
          {"T=$(mktemp -d || echo a); rm $T", ".: ?"},
          {"T=$(mktemp $(tool)); rm $T", ".: ?"},
          {"mktemp() { echo a; }; T=$(mktemp -d); rm $T", ".: ?"}});
}

TEST(TextReaderTest, MoreThanIsFollowedIsNotKnown) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += "V" + std::to_string(i) + "=a; ";
  EXPECT_EQ(removals(text + "rm $V0"), ".: ?");
  std::string calls = "f() { cd b; cd ..; }; X=a; ";
  for (int i = 0; i < 100; ++i) calls += "f; ";
  const Preview many = preview_shell(calls + "rm $X");
  EXPECT_TRUE(many.complete);
  EXPECT_FALSE(is_usable(many.commands.back().words[1]));
  EXPECT_FALSE(many.commands.back().folder.known);
}

TEST(TextReaderTest, LoopsWithinLoopsStayWithinTheirLimit) {
  std::string text;
  for (int i = 0; i < 8; ++i) text += "for v" + std::to_string(i) + " in a b c d e f g h; do ";
  text += "bash -c \"$v0\"; rm $v1 $v2 $v3 $v4; ";
  for (int i = 0; i < 8; ++i) text += "done; ";
  const Preview preview = preview_shell(text);
  EXPECT_TRUE(preview.complete);
  EXPECT_LT(preview.commands.size(), 100U);
}

}  // namespace
}  // namespace guard::policy
