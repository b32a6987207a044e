// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/provenance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

constexpr const char* kWrapped =
    "source /home/ana/.x/snapshot.sh 2>/dev/null || true && shopt -u extglob 2>/dev/null || true "
    "&& eval 'rm -rf ./tmp_*' < /dev/null && pwd -P >| /tmp/x-cwd";

Chain chain(std::vector<std::vector<std::string>> commands) {
  Chain links;
  for (auto& argv : commands) links.push_back({1, std::move(argv), "", "", false});
  return links;
}

TEST(ProvenanceTest, ShowsTheCommandOfTheAgent) {
  EXPECT_EQ(why_of(chain({{"claude"}, {"bash", "-c", "rm -rf ./tmp_*"}, {"rm", "-rf", "./tmp_a"}})),
            "the agent's command: bash -c 'rm -rf ./tmp_*'");
  EXPECT_EQ(why_of(chain({{"codex"}, {"/bin/bash", "-lc", "make"}})),
            "the agent's command: bash -lc make");
  EXPECT_EQ(why_of(chain({{"agent"}, {"rm", "x"}})), "the agent's command: rm x");
}

TEST(ProvenanceTest, TakesOffWhatAnAgentWrapsAroundEveryCommand) {
  EXPECT_EQ(inner_command(kWrapped), "rm -rf ./tmp_*");
  EXPECT_EQ(why_of(chain({{"claude"}, {"bash", "-c", kWrapped}, {"rm"}})),
            "the agent's command: bash -c 'rm -rf ./tmp_*'");
}

TEST(ProvenanceTest, TheAgentMayGoOnAsAnotherProcess) {
  auto links = chain({{"node", "gemini.js"}, {"node", "gemini.js"}, {"bash", "-c", "rm -r x"}});
  links[1].agent = true;
  EXPECT_EQ(why_of(links), "the agent's command: bash -c 'rm -r x'");
  links.pop_back();
  EXPECT_EQ(why_of(links), "the agent itself: node gemini.js");
}

TEST(ProvenanceTest, TakesOffWhatAProfileSaysIsWrapped) {
  const auto links =
      chain({{"gemini"}, {"bash", "-c", "shopt -u x\n(\nrm -r ./tmp_*\n)\nexit $c"}});
  EXPECT_EQ(why_of(links, {"shopt -u x\n(\n{}\n)\nexit $c"}),
            "the agent's command: bash -c 'rm -r ./tmp_*'");
}

TEST(ProvenanceTest, LeavesOtherEvalsAlone) {
  for (const char* text : {"eval 'rm x'", "a && eval \"$x\" && pwd -P >| f", "make && pwd > f"}) {
    EXPECT_EQ(inner_command(text), text);
  }
}

TEST(ProvenanceTest, NamesTheNearestShellText) {
  const auto links = chain({{"agent"},
                            {"bash", "-c", "make clean"},
                            {"make", "clean"},
                            {"/bin/sh", "-c", "rm -f *.o"},
                            {"rm", "-f", "a.o"}});
  EXPECT_EQ(why_of(links), "the agent's command: bash -c 'make clean'; in it: sh -c 'rm -f *.o'");
}

TEST(ProvenanceTest, NamesTheScript) {
  auto links = chain({{"agent"}, {"bash", "-c", "./clean.sh"}, {"/bin/sh", "./clean.sh"}, {"rm"}});
  links[2].script = "/work/clean.sh";
  EXPECT_EQ(why_of(links), "the agent's command: bash -c ./clean.sh; in it: script /work/clean.sh");
}

TEST(ProvenanceTest, TheAgentItselfMayAct) {
  EXPECT_EQ(why_of(chain({{"node", "agent.js"}})), "the agent itself: node agent.js");
  EXPECT_FALSE(why_of({}).empty());
}

TEST(ProvenanceTest, NothingOfATextReachesTheTerminalRaw) {
  const auto why = why_of(chain({{"agent"}, {"bash", "-c", "echo \x1b[2J\n; rm x"}, {"rm"}}));
  EXPECT_EQ(why.find('\x1b'), std::string::npos);
  EXPECT_EQ(why.find('\n'), std::string::npos);
}

TEST(ProvenanceTest, NamesTheChain) {
  auto links = chain({{"/usr/bin/claude"}, {"bash", "-c", "x"}, {}});
  links[2].exe = "/bin/rm";
  EXPECT_THAT(names_of(links), testing::ElementsAre("claude", "bash", "rm"));
}

Chain script_at(const char* line) {
  auto links = chain({{"agent"}, {"./clean.sh"}});
  links[1].script = "/w/clean.sh";
  links[1].line = line;
  return links;
}

TEST(ProvenanceTest, QuotesTheLineOfAScript) {
  const auto links = script_at("rm -rf \"$OUT\"/*");
  const std::string why = "the agent's command: ./clean.sh (script /w/clean.sh)";
  EXPECT_EQ(why_of(links, {}, {"rm", "-rf", "old/a"}),
            why + "; its shell is at: rm -rf \"$OUT\"/*");
  auto acts = links;
  acts.push_back({2, {"/usr/bin/rm", "-rf", "old/a"}, "", "", false});
  EXPECT_EQ(why_of(acts), why + "; its shell is at: rm -rf \"$OUT\"/*");
  EXPECT_EQ(why_of(script_at("$TOOL x"), {}, {"rm", "x"}), why + "; its shell is at: $TOOL x");
}

TEST(ProvenanceTest, QuotesNoLineThatLedElsewhere) {
  const std::string why = "the agent's command: ./clean.sh (script /w/clean.sh)";
  for (const char* line : {"ls", "rm -rf new", "mv \"$X\" old/a", "", "((", "x=1"})
    EXPECT_EQ(why_of(script_at(line), {}, {"rm", "-rf", "old/a"}), why) << line;
  EXPECT_EQ(why_of(script_at("rm -rf \"$OUT\"")), why) << "what the shell does itself";
}

TEST(ProvenanceTest, QuotesNoLineThatIsThereAlready) {
  EXPECT_EQ(why_of(script_at("rm -rf old"), {}, {"rm", "-rf", "old"}),
            "the agent's command: ./clean.sh (script /w/clean.sh)");
  auto links = chain({{"agent"}, {"bash", "-c", "rm -rf tmp_*; ls"}});
  links[1].line = "rm -rf tmp_*";
  EXPECT_EQ(why_of(links, {}, {"rm", "-rf", "tmp_1"}),
            "the agent's command: bash -c 'rm -rf tmp_*; ls'");
}

TEST(ProvenanceTest, AQuotedLineIsSafeForATerminal) {
  EXPECT_THAT(why_of(script_at("rm $'\x1b[2J' \"$X\"\n"), {}, {"rm"}),
              testing::Not(testing::HasSubstr("\x1b")));
}

}  // namespace
}  // namespace guard::supervisor
