// SPDX-License-Identifier: Apache-2.0
#include "console/options/option_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "console/help/option_help.h"

namespace guard::console {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Words = std::vector<std::string>;

constexpr OptionRow kRows[] = {
    {"mode", 0, "MODE", "how strict"},
    {"state-dir", 0, "DIR", "where"},
    {"quiet", 'q', nullptr, "say less"},
    {"verbose", 'v', nullptr, "say more"},
};
const OptionTable kRun = {"run", "supervise CMD",    "-- CMD [ARG...]", kRows, 1, kAnyNumber,
                          true,  "guard run -- bash"};
const OptionTable kApprove = {"approve", "let it happen", "ID", kRows, 1, 1};

std::string error_of(const OptionTable& table, const Words& words) {
  const auto options = parse_options(table, words);
  return options ? "" : options.error().text();
}

TEST(OptionParserTest, ReadsValuesFlagsAndTheCommand) {
  const auto options =
      parse_options(kRun, {"--mode", "paranoid", "--state-dir=/s", "-vv", "--", "rm", "--mode"});
  ASSERT_TRUE(options);
  EXPECT_EQ(options->get("mode"), "paranoid");
  EXPECT_EQ(options->get("state-dir"), "/s");
  EXPECT_EQ(options->count("verbose"), 2U);
  EXPECT_FALSE(options->has("quiet"));
  EXPECT_EQ(options->get("absent", "x"), "x");
  EXPECT_THAT(options->rest(), ElementsAre("rm", "--mode"));
}

TEST(OptionParserTest, ACommandMayStartWithoutTheDashes) {
  const auto options = parse_options(kRun, {"--mode", "trusting", "ls", "--unknown", "-q"});
  ASSERT_TRUE(options);
  EXPECT_THAT(options->rest(), ElementsAre("ls", "--unknown", "-q"));
  EXPECT_FALSE(options->has("quiet"));
}

TEST(OptionParserTest, OnlyTheFirstDashesEndTheOptions) {
  const auto options = parse_options(kRun, {"--", "git", "checkout", "--", "file"});
  ASSERT_TRUE(options);
  EXPECT_THAT(options->rest(), ElementsAre("git", "checkout", "--", "file"));
}

TEST(OptionParserTest, RepeatedOptionsAreAllKeptAndTheLastOneCounts) {
  const auto options = parse_options(kRun, {"--mode", "a", "--mode", "b", "x"});
  ASSERT_TRUE(options);
  EXPECT_THAT(options->values("mode"), ElementsAre("a", "b"));
  EXPECT_EQ(options->get("mode"), "b");
}

TEST(OptionParserTest, OperandsMayStandBetweenOptions) {
  const auto options = parse_options(kApprove, {"3f2a", "--mode", "m"});
  ASSERT_TRUE(options);
  EXPECT_THAT(options->operands(), ElementsAre("3f2a"));
  EXPECT_THAT(options->rest(), IsEmpty());
}

TEST(OptionParserTest, AnUnknownOptionNamesTheNearestOne) {
  EXPECT_EQ(error_of(kRun, {"--sate-dir", "/x", "ls"}),
            "unknown option --sate-dir (did you mean --state-dir?)");
  EXPECT_THAT(error_of(kRun, {"--zzzzzz", "--", "ls"}), testing::Not(HasSubstr("did you mean")));
  EXPECT_THAT(error_of(kRun, {"-x", "--", "ls"}), HasSubstr("unknown option -x"));
}

TEST(OptionParserTest, AbbreviationsAreRefusedWithTheFullName) {
  EXPECT_EQ(error_of(kRun, {"--state", "--", "ls"}),
            "unknown option --state (did you mean --state-dir?)");
}

TEST(OptionParserTest, MissingAndSurplusValuesAreErrors) {
  EXPECT_EQ(error_of(kApprove, {"id", "--mode"}), "option --mode needs a value");
  EXPECT_EQ(error_of(kApprove, {"--mode", "--", "id"}), "option --mode needs a value");
  EXPECT_EQ(error_of(kApprove, {"id", "--quiet=yes"}), "option --quiet takes no value");
}

TEST(OptionParserTest, AnEmptyValueIsAnErrorNotTheDefault) {
  EXPECT_EQ(error_of(kApprove, {"id", "--mode", ""}), "option --mode needs a value, not \"\"");
  EXPECT_EQ(error_of(kRun, {"--state-dir", "", "--", "cmd"}),
            "option --state-dir needs a value, not \"\"");
}

TEST(OptionParserTest, TheNumberOfOperandsIsChecked) {
  EXPECT_THAT(error_of(kApprove, {}), HasSubstr("missing ID"));
  EXPECT_THAT(error_of(kApprove, {"a", "b"}), HasSubstr("too many words"));
  EXPECT_THAT(error_of(kApprove, {"a", "--", "b"}), HasSubstr("too many words"));
  EXPECT_THAT(error_of(kRun, {"--mode", "x"}), HasSubstr("missing -- CMD"));
}

TEST(OptionParserTest, EscapeSequencesInAnUnknownOptionAreShownSafely) {
  EXPECT_THAT(error_of(kRun, {"--\x1b[2Jx", "--", "ls"}), HasSubstr("\\x1B[2Jx"));
}

TEST(OptionParserTest, HelpIsNeverAnErrorAndListsEveryRow) {
  const auto options = parse_options(kApprove, {"--help"});
  ASSERT_TRUE(options);
  EXPECT_TRUE(options->has("help"));
  EXPECT_EQ(help_text(kRun),
            "usage: guard run [options] -- CMD [ARG...]\n"
            "supervise CMD\n\n"
            "      --mode MODE      how strict\n"
            "      --state-dir DIR  where\n"
            "  -q, --quiet          say less\n"
            "  -v, --verbose        say more\n"
            "  -h, --help           print this\n"
            "\nexample: guard run -- bash\n");
  EXPECT_EQ(option_names(kApprove), "--mode\n--state-dir\n--quiet\n--verbose\n--help\n");
}

TEST(NearestNameTest, FindsTyposAndBeginningsOnly) {
  const Words names = {"approve", "approve-session", "deny", "audit"};
  EXPECT_EQ(nearest_name("aprove", names), "approve");
  EXPECT_EQ(nearest_name("audti", names), "audit");
  EXPECT_EQ(nearest_name("appr", names), "approve");
  EXPECT_EQ(nearest_name("frobnicate", names), "");
  EXPECT_EQ(nearest_name("foo", {"hook", "run"}), "");
  EXPECT_EQ(nearest_name("rum", {"hook", "run"}), "run");
}

}  // namespace
}  // namespace guard::console
