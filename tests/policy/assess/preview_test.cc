// SPDX-License-Identifier: Apache-2.0
#include "policy/assess/preview.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/shell/nested_text.h"

namespace guard::policy {
namespace {

std::vector<std::string> texts(const SimpleCommand& command) {
  std::vector<std::string> out;
  for (const auto& word : command.words) out.push_back(word.text);
  return out;
}

std::vector<std::vector<std::string>> commands(std::string_view text) {
  std::vector<std::vector<std::string>> out;
  for (const auto& command : preview_shell(text).commands) out.push_back(texts(command.command));
  return out;
}

std::string nested(const std::vector<std::string>& argv) {
  const auto found = nested_text(literal_words(argv));
  return found ? found->text : "(none)";
}

struct Nesting {
  std::vector<std::string> argv;
  const char* text;
};
class NestedTextTest : public ::testing::TestWithParam<Nesting> {};
TEST_P(NestedTextTest, IsFound) {
  EXPECT_EQ(nested(GetParam().argv), GetParam().text);
}
INSTANTIATE_TEST_SUITE_P(
    Wrappers, NestedTextTest,
    testing::Values(
        Nesting{{"sh", "-c", "rm x"}, "rm x"},
        Nesting{{"/bin/bash", "-lc", "rm x", "name"}, "rm x"},
        Nesting{{"bash", "-xec", "rm x"}, "rm x"},
        Nesting{{"bash", "--norc", "--noprofile", "-c", "rm x"}, "rm x"},
        Nesting{{"bash", "-o", "pipefail", "-c", "rm x"}, "rm x"},
        Nesting{{"bash", "--rcfile", "f", "-c", "-e", "rm x"}, "rm x"},
        Nesting{{"bash", "-c", "--", "rm x"}, "rm x"}, Nesting{{"sh", "script", "-c"}, "(none)"},
        Nesting{{"eval", "rm", "x"}, "rm x"}, Nesting{{"env", "-S", "rm x", "a b"}, "rm x 'a b'"},
        Nesting{{"env", "-Srm x"}, "rm x"}, Nesting{{"env", "A=1", "-", "sh"}, "(none)"},
        Nesting{{"env", "-u", "B", "A=1", "sh", "-c", "rm x"}, "rm x"},
        Nesting{{"ssh", "-p", "22", "host", "rm", "-rf", "x"}, "rm -rf x"},
        Nesting{{"ssh", "host", "-p", "22", "rm x"}, "rm x"}, Nesting{{"ssh", "host"}, "(none)"},
        Nesting{{"sudo", "-u", "root", "timeout", "-k", "1", "5", "sh", "-c", "rm x"}, "rm x"},
        Nesting{{"su", "-", "root", "-c", "rm x"}, "rm x"},
        Nesting{{"su", "--command=rm x"}, "rm x"}, Nesting{{"flock", "f", "-c", "rm x"}, "rm x"},
        Nesting{{"watch", "-n", "1", "rm", "x"}, "rm x"},
        Nesting{{"busybox", "sh", "-c", "rm x"}, "rm x"},
        Nesting{{"xargs", "-n", "1", "sh", "-c", "rm x"}, "rm x"},
        Nesting{{"find", ".", "-name", "a", "-exec", "sh", "-c", "rm x", ";"}, "rm x"},
        Nesting{{"nice", "-n", "5", "rm", "x"}, "(none)"}, Nesting{{"sudo"}, "(none)"},
        Nesting{{"git", "commit", "-m", "sh -c x"}, "(none)"}));

TEST(ProgramIndexTest, SeesThroughWrappers) {
  EXPECT_EQ(program_index(literal_words({"sudo", "-E", "A=1", "nice", "rm", "x"})), 4U);
  EXPECT_EQ(program_index(literal_words({"rm", "x"})), 0U);
  EXPECT_EQ(program_index(literal_words({"sudo"})), 1U);
}

TEST(PreviewTest, FollowsTextsFourLevelsDeep) {
  EXPECT_THAT(commands("bash -lc \"sh -xec 'rm x'\""),
              testing::Contains(testing::ElementsAre("rm", "x")));
  EXPECT_THAT(commands("eval 'eval \"eval rm\\ x\"'"),
              testing::Contains(testing::ElementsAre("rm", "x")));
  std::string deep = "rm x";
  for (int i = 0; i < 6; ++i) deep = "eval " + deep;
  EXPECT_FALSE(preview_shell(deep).parsed);
}

TEST(PreviewTest, ArgumentVectorIsOneCommandAndItsTexts) {
  const auto preview = preview_command({"bash", "-c", "cd a && rm *"});
  ASSERT_EQ(preview.commands.size(), 3U);
  EXPECT_EQ(preview.commands[0].depth, 0);
  EXPECT_EQ(preview.commands[2].depth, 1);
  EXPECT_TRUE(preview.commands[2].command.words[1].glob);
  EXPECT_EQ(preview.commands[2].folder.path, "a");
}

PreviewFolder folder_of_last(std::string_view text) {
  return preview_shell(text).commands.back().folder;
}

TEST(PreviewTest, ReadsWhatAShellIsFed) {
  using ::testing::Contains;
  using ::testing::ElementsAre;
  const auto removal = Contains(ElementsAre("rm", "-rf", "src"));
  EXPECT_THAT(commands("bash <<< 'rm -rf src'"), removal);
  EXPECT_THAT(commands("sh -s <<X\nrm -rf src\nX\n"), removal);
  EXPECT_THAT(commands("cat <<'X' | sh\nrm -rf src\nX\n"), removal);
  EXPECT_THAT(commands("echo 'rm -rf src' | sudo bash"), removal);
  EXPECT_THAT(commands("printf '\\x72m -rf src' | sh"), removal);
  EXPECT_THAT(commands("echo 'rm -rf src' | grep rm"), testing::Not(removal));
  EXPECT_THAT(commands("echo 'rm -rf src' | sh run.sh"), testing::Not(removal));
  EXPECT_THAT(commands("cat <<X > f\nrm -rf src\nX\n"), testing::Not(removal));
}

TEST(PreviewTest, JudgesStatementsOnStandardInputAsOperands) {
  using ::testing::Contains;
  using ::testing::ElementsAre;
  EXPECT_THAT(commands("echo 'DROP TABLE a' | psql dev"),
              Contains(ElementsAre("psql", "dev", "DROP TABLE a")));
  EXPECT_THAT(commands("redis-cli <<< 'FLUSHALL ASYNC'"),
              Contains(ElementsAre("redis-cli", "FLUSHALL ASYNC", "FLUSHALL", "ASYNC")));
}

TEST(PreviewTest, SeesWhatARunnerRuns) {
  using ::testing::Contains;
  using ::testing::ElementsAre;
  using ::testing::Not;
  const auto reset = Contains(ElementsAre("git", "reset", "--hard"));
  EXPECT_THAT(commands("find . -name .git -execdir git reset --hard \\;"), reset);
  EXPECT_THAT(commands("npx -y prisma migrate reset"),
              Contains(ElementsAre("prisma", "migrate", "reset")));
  EXPECT_THAT(commands("nice bundle exec rails db:drop"),
              Contains(ElementsAre("rails", "db:drop")));
  EXPECT_THAT(commands("bundle update rails"), Not(Contains(ElementsAre("rails"))));
}

TEST(PreviewTest, FollowsChangesOfFolder) {
  EXPECT_EQ(folder_of_last("rm x").path, "");
  EXPECT_EQ(folder_of_last("cd /a && cd b; rm x").path, "/a/b");
  EXPECT_EQ(folder_of_last("cd -P a; rm x").path, "a");
  EXPECT_EQ(folder_of_last("cd ~/a; rm x").base, WordBase::kHome);
  EXPECT_EQ(folder_of_last("cd ~/a; rm x").path, "/a");
  EXPECT_EQ(folder_of_last("cd; rm x").base, WordBase::kHome);
  EXPECT_FALSE(folder_of_last("cd \"$d\"; rm x").known);
  EXPECT_FALSE(folder_of_last("cd \"$d\"; cd b; rm x").known);
  EXPECT_TRUE(folder_of_last("cd \"$d\"; cd /b; rm x").known);
  EXPECT_EQ(folder_of_last("(cd a; make); rm x").path, "");
  EXPECT_EQ(folder_of_last("cd a; (rm x)").path, "a");
  EXPECT_EQ(folder_of_last("cd a; sh -c 'rm x'").path, "a");
  EXPECT_EQ(folder_of_last("x=$(cd a && pwd); rm x").path, "");
}

TEST(PreviewTest, KnowsWhatRunsElsewhere) {
  const auto preview = preview_shell("ssh host 'rm x'; rm y");
  ASSERT_EQ(preview.commands.size(), 3U);
  EXPECT_FALSE(preview.commands[0].remote);
  EXPECT_TRUE(preview.commands[1].remote);
  EXPECT_FALSE(preview.commands[2].remote);
}

TEST(PreviewTest, FindsForkBombsInNestedText) {
  EXPECT_TRUE(preview_shell("bash -c ':(){ :|:& };:'").fork_bomb);
  EXPECT_TRUE(preview_command({"sh", "-c", "eval ':(){ :|:& };:'"}).fork_bomb);
  EXPECT_FALSE(preview_shell("echo ':(){ :|:& };:'").fork_bomb);
}

class FeedTest : public ::testing::TestWithParam<const char*> {};
TEST_P(FeedTest, IsSeen) {
  EXPECT_EQ(preview_shell(GetParam()).feed.source, FeedSource::kNetwork);
}
INSTANTIATE_TEST_SUITE_P(
    Downloads, FeedTest,
    testing::Values("curl -s x | sh", "curl x | sudo -E bash -",
                    "wget -qO- x | tee f | bash -s -- a", "curl x | (cd /; sh)",
                    "bash -c \"$(curl -fsSL x)\"", "sh <(curl x)", "source <(curl x)",
                    "eval \"$(wget -O- x)\"", "curl x | python3 -", "curl x | python3",
                    "curl x | env A=1 node", "echo \"$(curl x)\" | sh", "bash -c 'curl x | sh'",
                    "timeout 5 curl x | nice perl", "bash <<< \"$(curl x)\"",
                    "curl x | bash /dev/stdin a", ". /dev/stdin <<< \"$(curl x)\""));

class NoFeedTest : public ::testing::TestWithParam<const char*> {};
TEST_P(NoFeedTest, IsLeftAlone) {
  EXPECT_EQ(preview_shell(GetParam()).feed.source, FeedSource::kNone);
}
INSTANTIATE_TEST_SUITE_P(Data, NoFeedTest,
                         testing::Values("curl x | jq .", "curl x | python3 -m json.tool",
                                         "curl x | python3 -c 'import sys'",
                                         "curl x | python3 script.py", "curl x | node -e 'y'",
                                         "curl x | bash script.sh", "curl x; sh", "sh | curl x",
                                         "bash -c \"echo $(curl x)\"",
                                         "python3 run.py \"$(curl x)\"", "curl x | perl -ne print",
                                         "base64 f | sh", "curl x | sh --version",
                                         "echo 'curl x | sh'"));

TEST(FeedKindTest, DecodersAreToldApart) {
  EXPECT_EQ(preview_shell("echo aGk= | base64 -d | sh").feed.source, FeedSource::kDecoder);
  EXPECT_EQ(preview_shell("echo | base64 -d | sh; curl x | sh").feed.source, FeedSource::kNetwork);
  EXPECT_EQ(preview_shell("curl x | sudo bash").feed.from, "curl");
  EXPECT_EQ(preview_shell("curl x | sudo bash").feed.to, "bash");
}

}  // namespace
}  // namespace guard::policy
