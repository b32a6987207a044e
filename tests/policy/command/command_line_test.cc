// SPDX-License-Identifier: Apache-2.0
#include "policy/command/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace guard::policy {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

CommandSpec rm_spec() {
  CommandSpec spec;
  spec.commands = {"rm"};
  SpecRule rule;
  rule.flags = {"recursive", "force", "no-preserve-root"};
  spec.rules = {rule};
  return spec;
}

CommandSpec git_spec() {
  CommandSpec spec;
  spec.commands = {"git"};
  spec.subcommand = true;
  spec.value_flags = {":C", ":c", "git-dir", "commit:m"};
  SpecRule rule;
  rule.flags = {"force", "delete", "dry-run"};
  spec.rules = {rule};
  return spec;
}

CommandSpec wrapper(std::vector<std::string> value_flags, int skip = 0) {
  CommandSpec spec;
  spec.value_flags = std::move(value_flags);
  spec.stop_at_operand = true;
  spec.wrapper.is_wrapper = true;
  spec.wrapper.skip_operands = skip;
  return spec;
}

TEST(CommandLineTest, ClustersAreTakenApart) {
  const auto line = parse_command_line({"/bin/rm", "-rfv", "a", "-i", "b"}, rm_spec());
  EXPECT_EQ(line.program, "rm");
  EXPECT_TRUE(line.has_flag("r"));
  EXPECT_TRUE(line.has_flag("f"));
  EXPECT_TRUE(line.has_flag("i"));
  EXPECT_THAT(line.operands, ElementsAre("a", "b"));
}

TEST(CommandLineTest, DoubleDashEndsOptions) {
  const auto line = parse_command_line({"rm", "--", "-rf"}, rm_spec());
  EXPECT_FALSE(line.has_flag("r"));
  EXPECT_TRUE(line.has_flag("--"));
  EXPECT_THAT(line.operands, ElementsAre("-rf"));
}

TEST(CommandLineTest, ADoubleDashBehindWhichNothingStandsNamesNothing) {
  EXPECT_FALSE(parse_command_line({"rm", "a", "--"}, rm_spec()).has_flag("--"));
  EXPECT_TRUE(parse_command_line({"rm", "--"}, rm_spec()).has_flag("--"));
  EXPECT_TRUE(parse_command_line({"rm", "a", "--", "b"}, rm_spec()).has_flag("--"));
}

TEST(CommandLineTest, AbbreviationsAreWrittenOut) {
  const auto line = parse_command_line({"rm", "--rec", "--no-p", "x"}, rm_spec());
  EXPECT_TRUE(line.has_flag("recursive"));
  EXPECT_TRUE(line.has_flag("no-preserve-root"));
}

TEST(CommandLineTest, AmbiguousAbbreviationStandsForAll) {
  const auto line = parse_command_line({"git", "push", "--d"}, git_spec());
  EXPECT_TRUE(line.has_flag("delete"));
  EXPECT_TRUE(line.has_flag("dry-run"));
}

TEST(CommandLineTest, AbbreviationsCanBeOff) {
  auto spec = rm_spec();
  spec.abbreviations = false;
  EXPECT_FALSE(parse_command_line({"rm", "--rec"}, spec).has_flag("recursive"));
}

TEST(CommandLineTest, GlobalOptionsBeforeTheSubcommand) {
  const auto line = parse_command_line(
      {"git", "-Cx", "-c", "a=b", "--git-dir=y", "push", "-fu", "o"}, git_spec());
  EXPECT_EQ(line.subcommand, "push");
  EXPECT_EQ(line.value_of("C"), "x");
  EXPECT_EQ(line.value_of("c"), "a=b");
  EXPECT_EQ(line.value_of("git-dir"), "y");
  EXPECT_TRUE(line.has_flag("f"));
  EXPECT_THAT(line.operands, ElementsAre("o"));
}

TEST(CommandLineTest, ScopedValueFlagsHoldWhereTheySay) {
  const auto branch = parse_command_line({"git", "branch", "-C", "a", "b"}, git_spec());
  EXPECT_THAT(branch.operands, ElementsAre("a", "b"));
  const auto commit = parse_command_line({"git", "commit", "-m", "push -f"}, git_spec());
  EXPECT_THAT(commit.operands, IsEmpty());
  EXPECT_EQ(commit.value_of("m"), "push -f");
}

TEST(CommandLineTest, AttachedOnlyValueLeavesTheNextWord) {
  CommandSpec sed;
  sed.value_flags = {"i?", "e"};
  const auto line = parse_command_line({"sed", "-i", "-e", "s/a/b/", "f"}, sed);
  EXPECT_THAT(line.operands, ElementsAre("f"));
  EXPECT_EQ(parse_command_line({"sed", "-i.bak", "f"}, sed).value_of("i"), ".bak");
}

TEST(CommandLineTest, SingleDashLongNames) {
  CommandSpec find;
  find.single_dash_long = true;
  find.value_flags = {"name"};
  const auto line = parse_command_line({"find", ".", "-name", "-delete", "-delete"}, find);
  EXPECT_EQ(line.value_of("name"), "-delete");
  EXPECT_TRUE(line.has_flag("delete"));
  EXPECT_THAT(line.operands, ElementsAre("."));
}

TEST(CommandLineTest, FlagWithValueGlob) {
  CommandSpec curl;
  curl.value_flags = {"X", "request"};
  for (const auto& argv : {std::vector<std::string>{"curl", "-XPOST"}, {"curl", "-sX", "POST"}}) {
    EXPECT_TRUE(parse_command_line(argv, curl).has_flag("X=P*"));
  }
  EXPECT_FALSE(parse_command_line({"curl", "-X", "GET"}, curl).has_flag("X=P*"));
  EXPECT_TRUE(parse_command_line({"curl", "--req=PUT"}, curl).has_flag("request=PUT"));
}

TEST(CommandLineTest, SubcommandWordsAreMatchedWordByWord) {
  const auto line = parse_command_line({"git", "remote", "-v", "set-url", "o"}, git_spec());
  EXPECT_TRUE(line.has_subcommand("remote"));
  EXPECT_TRUE(line.has_subcommand("remote set-url"));
  EXPECT_TRUE(line.has_subcommand("* set-*"));
  EXPECT_FALSE(line.has_subcommand("remote add"));
  EXPECT_FALSE(line.has_subcommand("remote set-url o more"));
}

TEST(CommandLineTest, SeveralSubcommandWords) {
  CommandSpec docker;
  docker.subcommand = true;
  docker.subcommand_words = 2;
  docker.stop_at_operand = true;
  docker.value_flags = {"compose:f"};
  const auto line = parse_command_line({"docker", "compose", "-f", "x", "down", "-v"}, docker);
  EXPECT_EQ(line.subcommand, "compose down");
  EXPECT_TRUE(line.has_subcommand("compose"));
  EXPECT_TRUE(line.has_subcommand("compose down"));
  EXPECT_TRUE(line.has_flag("v"));
}

TEST(CommandLineTest, LoginShellNameLosesItsDash) {
  EXPECT_EQ(parse_command_line({"-bash"}, {}).program, "bash");
}

TEST(CommandLineTest, EmptyArgvIsEmpty) {
  EXPECT_EQ(parse_command_line({}, {}), CommandLine{});
}

TEST(UnwrapTest, SkipsOptionsAndOwnOperands) {
  EXPECT_THAT(unwrap({"timeout", "-s", "KILL", "5", "rm", "-rf", "x"}, wrapper({"s", "k"}, 1)).argv,
              ElementsAre("rm", "-rf", "x"));
  EXPECT_THAT(unwrap({"nice", "-n", "5", "--", "rm", "x"}, wrapper({"n"})).argv,
              ElementsAre("rm", "x"));
  EXPECT_THAT(unwrap({"nice"}, wrapper({"n"})).argv, IsEmpty());
}

TEST(UnwrapTest, SkipsAssignments) {
  auto env = wrapper({"u", "C", "S"});
  env.wrapper.assignments = true;
  env.wrapper.shell_text_flag = "S";
  EXPECT_THAT(unwrap({"env", "-u", "X", "A=1", "B_2=", "rm", "c=d"}, env).argv,
              ElementsAre("rm", "c=d"));
  EXPECT_EQ(unwrap({"env", "-S", "rm -rf x"}, env).shell_text, "rm -rf x");
}

TEST(UnwrapTest, AnAssignmentNeedsNoProperName) {
  auto env = wrapper({"u", "C", "S"});
  env.wrapper.assignments = true;
  for (const char* word : {"a-b=c", "./x=1", "/x=1", ".="})
    EXPECT_THAT(unwrap({"env", word, "rm", "x"}, env).argv, ElementsAre("rm", "x")) << word;
  for (const char* word : {"a-b=c", "./x=1"})
    EXPECT_THAT(unwrap({"sudo", word, "rm", "x"}, env).argv, ElementsAre("rm", "x")) << word;
  EXPECT_THAT(unwrap({"sudo", "/x=1", "rm"}, env).argv, ElementsAre("/x=1", "rm"));
}

TEST(UnwrapTest, ShellTextIsTheFirstOperandOfAShell) {
  auto bash = wrapper({"o", "O", "rcfile"});
  bash.wrapper.shell_text_flag = "c";
  EXPECT_EQ(unwrap({"bash", "-lc", "rm x", "name"}, bash).shell_text, "rm x");
  EXPECT_EQ(unwrap({"bash", "-c", "-l", "rm x"}, bash).shell_text, "rm x");
  EXPECT_EQ(unwrap({"bash", "-e", "script", "-c"}, bash).shell_text, std::nullopt);
}

TEST(UnwrapTest, TextMayFollowTheWrappersOwnOperand) {
  auto flock = wrapper({"w", "c"}, 1);
  flock.wrapper.shell_text_flag = "c";
  EXPECT_EQ(unwrap({"flock", "-w", "5", "/tmp/l", "-c", "rm x"}, flock).shell_text, "rm x");
  EXPECT_THAT(unwrap({"flock", "/tmp/l", "rm", "x"}, flock).argv, ElementsAre("rm", "x"));
}

TEST(UnwrapTest, RemainingWordsCanBeText) {
  auto ssh = wrapper({"p", "i"}, 1);
  ssh.wrapper.shell_text_flag = "*";
  EXPECT_EQ(unwrap({"ssh", "-p", "22", "host", "-i", "key", "rm", "-rf", "/x"}, ssh).shell_text,
            "rm -rf /x");
  EXPECT_EQ(unwrap({"ssh", "host"}, ssh).shell_text, std::nullopt);
}

TEST(UnwrapTest, NoWrapperRunsNothing) {
  EXPECT_THAT(unwrap({"rm", "x"}, rm_spec()).argv, IsEmpty());
}

TEST(CommandLineTest, ARowMayNameFlagsByHowTheyBegin) {
  CommandSpec spec;
  const auto line = parse_command_line({"firewall-cmd", "--add-rich-rule=x", "--state"}, spec);
  EXPECT_TRUE(line.has_flag("add-*"));
  EXPECT_TRUE(line.has_flag("add-*=x"));
  EXPECT_FALSE(line.has_flag("add-*=y"));
  EXPECT_FALSE(line.has_flag("remove-*"));
  EXPECT_FALSE(parse_command_line({"tool", "-x"}, spec).has_flag("?"));
}

CommandSpec npm_spec() {
  CommandSpec spec;
  spec.subcommand = true;
  spec.short_subcommands = true;
  spec.subcommands = {"pack", "t", "dist-tag", "add"};
  SpecRule rule;
  rule.sub = {"publish", "token create", "adduser"};
  spec.rules = {rule};
  return spec;
}

TEST(CommandLineTest, TheBeginningOfASubcommandIsWrittenOut) {
  EXPECT_TRUE(parse_command_line({"npm", "pub"}, npm_spec()).has_subcommand("publish"));
  EXPECT_TRUE(parse_command_line({"npm", "tok", "create"}, npm_spec()).has_subcommand("token *"));
  EXPECT_EQ(parse_command_line({"npm", "t"}, npm_spec()).subcommand, "t") << "a name of its own";
  EXPECT_EQ(parse_command_line({"npm", "add"}, npm_spec()).subcommand, "add");
  EXPECT_EQ(parse_command_line({"npm", "distT"}, npm_spec()).subcommand, "dist-tag");
  EXPECT_EQ(parse_command_line({"npm", "x"}, npm_spec()).subcommand, "x");
}

TEST(CommandLineTest, TheBeginningOfSeveralSubcommandsMayMeanEach) {
  const auto line = parse_command_line({"npm", "p"}, npm_spec());
  EXPECT_FALSE(line.has_subcommand("publish"));
  EXPECT_TRUE(may_have_subcommand(line, "publish"));
  EXPECT_TRUE(may_have_subcommand(line, "pack"));
  EXPECT_FALSE(may_have_subcommand(line, "token"));
}

TEST(CommandLineTest, AToolchainStandsBeforeTheSubcommand) {
  CommandSpec cargo;
  cargo.subcommand = true;
  cargo.selectors = {"+*"};
  EXPECT_TRUE(
      parse_command_line({"cargo", "+nightly", "publish"}, cargo).has_subcommand("publish"));
  EXPECT_THAT(parse_command_line({"cargo", "run", "+x"}, cargo).operands, ElementsAre("+x"));
}

TEST(CommandLineTest, FlagsNeedNoDashInTheFirstWordOfTar) {
  CommandSpec tar;
  tar.bundled_flags = true;
  tar.value_flags = {"f", "C"};
  const auto line = parse_command_line({"tar", "xfC", "a.tar", "d", "b"}, tar);
  EXPECT_TRUE(line.has_flag("x"));
  EXPECT_EQ(line.value_of("f"), "a.tar");
  EXPECT_EQ(line.value_of("C"), "d");
  EXPECT_THAT(line.operands, ElementsAre("b"));
}

}  // namespace
}  // namespace guard::policy
