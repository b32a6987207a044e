// SPDX-License-Identifier: Apache-2.0
#include "policy/shell/shell_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/shell/fork_bomb.h"

namespace guard::policy {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> texts(const std::vector<ShellWord>& words) {
  std::vector<std::string> out;
  for (const auto& word : words) out.push_back(word.text);
  return out;
}

std::vector<std::vector<std::string>> commands(std::string_view text) {
  std::vector<std::vector<std::string>> out;
  for (const auto& command : parse_shell_text(text).commands) out.push_back(texts(command.words));
  return out;
}

ShellWord only_operand(std::string_view text) {
  const auto parsed = parse_shell_text(text);
  EXPECT_TRUE(parsed.parsed) << text;
  if (parsed.commands.empty() || parsed.commands[0].words.size() != 2) return {};
  return parsed.commands[0].words[1];
}

struct Spelling {
  const char* text;
  const char* value;
};

class QuotingTest : public ::testing::TestWithParam<Spelling> {};

TEST_P(QuotingTest, IsTakenOff) {
  const auto parsed = parse_shell_text(GetParam().text);
  ASSERT_TRUE(parsed.parsed);
  ASSERT_EQ(parsed.commands.size(), 1U);
  ASSERT_EQ(parsed.commands[0].words.size(), 1U);
  EXPECT_TRUE(parsed.commands[0].words[0].literal);
  EXPECT_EQ(parsed.commands[0].words[0].text, GetParam().value);
}

INSTANTIATE_TEST_SUITE_P(
    Spellings, QuotingTest,
    testing::Values(Spelling{"rm", "rm"}, Spelling{"r\\m", "rm"}, Spelling{"r''m", "rm"},
                    Spelling{"r\"\"m", "rm"}, Spelling{"'r'\"m\"", "rm"},
                    Spelling{"$'\\x72m'", "rm"}, Spelling{"$'\\162\\u006d'", "rm"},
                    Spelling{"$'r\\155\\0hidden'", "rm"}, Spelling{"r\\\nm", "rm"},
                    Spelling{"\"a b\"", "a b"}, Spelling{"\"a\\\"b\\x\"", "a\"b\\x"},
                    Spelling{"'a\\b'", "a\\b"}, Spelling{"\\*", "*"}, Spelling{"a$", "a$"},
                    Spelling{"$\"hi\"", "hi"}, Spelling{"\"  a$ \"", "  a$ "}));

TEST(ShellWordTest, ExpansionsKeepTheirPlaceButAreUnknown) {
  for (const char* text : {"rm $x", "rm \"$x\"", "rm a$(b)c", "rm {a,b}", "rm {1..3}", "rm ~ana/x",
                           "rm \"${x:-y}\"", "rm <(ls)"}) {
    const auto word = only_operand(text);
    EXPECT_FALSE(word.literal) << text;
    EXPECT_EQ(word.base, WordBase::kNone) << text;
    EXPECT_EQ(word.text, std::string_view(text).substr(3)) << text;
  }
}

TEST(ShellWordTest, WildcardsCountOnlyUnquoted) {
  EXPECT_TRUE(only_operand("rm ./tmp_*").glob);
  EXPECT_TRUE(only_operand("rm foo?[ab]").glob);
  EXPECT_FALSE(only_operand("rm '*'").glob);
  EXPECT_FALSE(only_operand("rm \"*\"").glob);
  EXPECT_FALSE(only_operand("rm \\*").glob);
}

TEST(ShellWordTest, PatternEscapesWhatWasQuoted) {
  EXPECT_EQ(only_operand("rm 'a*'*").pattern, "a\\**");
  EXPECT_EQ(only_operand("rm 'a*'*").text, "a**");
}

TEST(ShellWordTest, HomeAndWorkingFolderAreToldByName) {
  for (const char* text : {"rm ~/x", "rm $HOME/x", "rm \"$HOME/x\"", "rm ${HOME}/x"}) {
    const auto word = only_operand(text);
    EXPECT_EQ(word.base, WordBase::kHome) << text;
    EXPECT_EQ(word.below, "/x") << text;
    EXPECT_FALSE(word.literal) << text;
  }
  EXPECT_EQ(only_operand("rm ~").base, WordBase::kHome);
  EXPECT_EQ(only_operand("rm \"$(pwd)\"").base, WordBase::kCwd);
  EXPECT_EQ(only_operand("rm $PWD/*").below, "/*");
  EXPECT_EQ(only_operand("rm '~'").text, "~");
  EXPECT_TRUE(only_operand("rm '~'").literal);
  EXPECT_TRUE(only_operand("rm ''~").literal);
  EXPECT_EQ(only_operand("rm a$HOME").base, WordBase::kNone);
}

TEST(ShellTextTest, FindsCommandsWhereverTheyStand) {
  const std::vector<std::string> hidden = {"rm", "x"};
  for (const char* text : {"rm x",
                           "echo a; rm x",
                           "echo $(rm x)",
                           "echo `rm x`",
                           "cat <(rm x)",
                           "f() { rm x; }",
                           "(rm x)",
                           "{ rm x; }",
                           "if a; then rm x; fi",
                           "while a; do rm x; done",
                           "for i in a; do rm x; done",
                           "case a in a) rm x ;; esac",
                           "a && rm x",
                           "a || rm x",
                           "a | rm x",
                           "! rm x",
                           "rm x &",
                           "A=$(rm x)",
                           "export A=$(rm x)",
                           "echo \"${a:-$(rm x)}\"",
                           "cat <<E\n$(rm x)\nE\n",
                           "[ -f a ] && rm x",
                           "[[ $(rm x) ]]",
                           "echo > $(rm x)",
                           "cat <<< \"$(rm x)\"",
                           "cat <<E | rm x\nhi\nE\n",
                           "for i in $(rm x); do a; done"}) {
    EXPECT_TRUE(parse_shell_text(text).parsed) << text;
    EXPECT_THAT(commands(text), testing::Contains(hidden)) << text;
  }
}

TEST(ShellTextTest, DataIsNoCommand) {
  EXPECT_THAT(commands("echo 'rm x'"), ElementsAre(ElementsAre("echo", "rm x")));
  EXPECT_THAT(commands("cat <<E\nrm x\nE\n"), ElementsAre(ElementsAre("cat")));
  EXPECT_THAT(commands("a # rm x"), ElementsAre(ElementsAre("a")));
}

TEST(ShellTextTest, ReadsAssignmentsAndRedirections) {
  const auto parsed = parse_shell_text("A=1 B='x y' cmd a > out b 2>&1 <in");
  ASSERT_EQ(parsed.commands.size(), 1U);
  const auto& command = parsed.commands[0];
  EXPECT_THAT(texts(command.assignments), ElementsAre("A=1", "B=x y"));
  EXPECT_THAT(texts(command.words), ElementsAre("cmd", "a", "b"));
  ASSERT_EQ(command.redirections.size(), 3U);
  EXPECT_EQ(command.redirections[0].op, ">");
  EXPECT_EQ(command.redirections[0].target.text, "out");
  EXPECT_EQ(command.redirections[1].op, ">&");
  EXPECT_EQ(command.redirections[2].op, "<");
}

TEST(ShellTextTest, RedirectionToReadAndWriteIsRead) {
  const auto text = parse_shell_text("psql -c 'a <> b' 5<>f && exec 3<> /dev/x; rm y");
  EXPECT_TRUE(text.parsed);
  ASSERT_EQ(text.commands.size(), 3U);
  EXPECT_THAT(texts(text.commands[0].words), ElementsAre("psql", "-c", "a <> b"));
  ASSERT_EQ(text.commands[0].redirections.size(), 1U);
  EXPECT_EQ(text.commands[0].redirections[0].op, "<>");
  EXPECT_EQ(text.commands[0].redirections[0].target.text, "f");
  ASSERT_EQ(text.commands[1].redirections.size(), 1U);
  EXPECT_EQ(text.commands[1].redirections[0].target.text, "/dev/x");
  EXPECT_FALSE(parse_shell_text("cat <> f; (").parsed);
}

TEST(ShellTextTest, RedirectionOfAChainBelongsToItsLastCommand) {
  const auto parsed = parse_shell_text("a && b >| f");
  ASSERT_EQ(parsed.commands.size(), 2U);
  EXPECT_TRUE(parsed.commands[0].redirections.empty());
  ASSERT_EQ(parsed.commands[1].redirections.size(), 1U);
  EXPECT_EQ(parsed.commands[1].redirections[0].op, ">|");
}

TEST(ShellTextTest, RedirectionWithoutCommandIsKept) {
  for (const char* text : {"> f", "{ a; } > f", "(a) > f"}) {
    const auto parsed = parse_shell_text(text);
    ASSERT_FALSE(parsed.commands.empty()) << text;
    EXPECT_TRUE(parsed.commands.back().words.empty()) << text;
    EXPECT_EQ(parsed.commands.back().redirections.size(), 1U) << text;
  }
}

TEST(ShellTextTest, KnowsBackgroundPipelineAndSubstitution) {
  const auto parsed = parse_shell_text("a | (b | c) & d $(e)");
  ASSERT_EQ(parsed.commands.size(), 5U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(parsed.commands[i].pipeline, parsed.commands[0].pipeline);
    EXPECT_TRUE(parsed.commands[i].background);
  }
  EXPECT_GE(parsed.commands[0].pipeline, 0);
  EXPECT_EQ(parsed.commands[3].pipeline, -1);
  EXPECT_FALSE(parsed.commands[3].background);
  EXPECT_EQ(parsed.commands[4].inside, 3);
}

TEST(ShellTextTest, SubshellsAreScopesOfTheirOwn) {
  const auto parsed = parse_shell_text("a; (b; (c)); d | e; f");
  ASSERT_EQ(parsed.commands.size(), 6U);
  const auto scope = [&](std::size_t i) { return parsed.commands[i].scope; };
  const auto around = [&](int s) { return parsed.scopes[static_cast<std::size_t>(s)]; };
  EXPECT_EQ(scope(0), 0);
  EXPECT_EQ(scope(5), 0);
  EXPECT_NE(scope(1), 0);
  EXPECT_EQ(around(scope(1)), 0);
  EXPECT_EQ(around(scope(2)), scope(1));
  EXPECT_NE(scope(3), 0);
}

TEST(ShellTextTest, KnowsWhatALoopGoesThrough) {
  const auto loops = parse_shell_text("for i in *.o a; do rm \"$i\"; done").loops;
  ASSERT_EQ(loops.size(), 1U);
  EXPECT_EQ(loops[0].variable, "i");
  EXPECT_THAT(texts(loops[0].words), ElementsAre("*.o", "a"));
}

TEST(ShellTextTest, SyntaxErrorIsNotParsed) {
  EXPECT_FALSE(parse_shell_text("if then (((").parsed);
}

TEST(ShellTextTest, DeepNestingEndsTheWalkNotTheProgram) {
  const std::string deep = std::string(20000, '(') + "a" + std::string(20000, ')');
  EXPECT_FALSE(parse_shell_text(deep).parsed);
  std::string substitutions = "a";
  for (int i = 0; i < 1000; ++i) substitutions = "$(" + substitutions + ")";
  EXPECT_FALSE(parse_shell_text("echo " + substitutions).parsed);
}

class ForkBombTest : public ::testing::TestWithParam<const char*> {};
TEST_P(ForkBombTest, IsSeen) {
  EXPECT_TRUE(parse_shell_text(GetParam()).fork_bomb);
}
INSTANTIATE_TEST_SUITE_P(
    Bombs, ForkBombTest,
    testing::Values(":(){ :|:& };:", ":() { : | : & } ; :", "bomb() { bomb | bomb & }; bomb",
                    ":(){ :|: & }\n:", "function f { f | f & }; f", "f() ( f|f& ); f",
                    "f() { f & f & }; f", "x(){ x|x|x& };x", "echo hi; f() { sleep 1; f | f & }; f",
                    ":(){:|:&};:", "((( :(){ :|:& };: if"));

class NoForkBombTest : public ::testing::TestWithParam<const char*> {};
TEST_P(NoForkBombTest, IsLeftAlone) {
  EXPECT_FALSE(parse_shell_text(GetParam()).fork_bomb);
}
INSTANTIATE_TEST_SUITE_P(
    Harmless, NoForkBombTest,
    testing::Values("echo ':(){ :|:& };:'", "git commit -m \"block :(){ :|:& };:\"",
                    "walk() { for d in $1/*; do walk \"$d\" & done; wait; }; walk .",
                    "f() { g | h & }; f", "retry() { run || retry; }; retry",
                    "cat <<'E'\n:(){ :|:& };:\nE\n", "a | a &",
                    "fact() { echo $(( $1 * $(fact $(( $1 - 1 )) ) )); }"));

TEST(ForkBombScanTest, NeedsDefinitionAndMultiplication) {
  EXPECT_TRUE(looks_like_fork_bomb("if ((( : ( ) { : | : & } ; :"));
  EXPECT_FALSE(looks_like_fork_bomb("main() { a | b & }"));
  EXPECT_FALSE(looks_like_fork_bomb("()()(){"));
}

}  // namespace
}  // namespace guard::policy
