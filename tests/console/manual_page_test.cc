// SPDX-License-Identifier: Apache-2.0
#include "console/help/manual_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "console/help/manual_notes.h"
#include "console/help/policy_page.h"
#include "console/help/roff.h"
#include "console/options/run_settings.h"
#include "policy/load/schema.h"

namespace guard::console {
namespace {

using ::testing::HasSubstr;

TEST(RoffTest, NothingOfATextIsARequestOrAnEscape) {
  EXPECT_EQ(roff_literal("rm -rf 'x' \\n ~"), "rm \\-rf \\(aqx\\(aq \\en \\(ti");
  EXPECT_EQ(roff_example(".guard.yaml\n'quoted'\n"),
            ".RS 4\n.EX\n\\&.guard.yaml\n\\(aqquoted\\(aq\n.EE\n.RE\n");
  EXPECT_EQ(roff_prose(".x"), "\\&.x\n");
}

TEST(RoffTest, ProseIsFilledAndItsParagraphsStayApart) {
  EXPECT_EQ(roff_prose("one `two`\n\nthree"), "one \\fBtwo\\fR\n.PP\nthree\n");
  const std::string text = roff_prose(std::string(30, 'a') + " " + std::string(60, 'b'));
  EXPECT_EQ(text, std::string(30, 'a') + "\n" + std::string(60, 'b') + "\n");
}

TEST(RoffTest, ReferencesSayTheirSection) {
  EXPECT_EQ(roff_references("guard-run guard-policy.5"),
            "\\fBguard\\-run\\fR(1), \\fBguard\\-policy\\fR(5)\n");
}

constexpr OptionRow kRows[] = {{"quiet", 'q', nullptr, "say less"}, {"mode", 0, "MODE", "which"}};
constexpr OptionTable kTable = {.command = "run",
                                .summary = "start it; and more",
                                .operands = "CMD",
                                .rows = kRows,
                                .example = "guard run -- a\n         guard run -- b"};

TEST(ManualPageTest, ThePageOfASubcommandHasWhatItsHelpHas) {
  const std::string page = manual_page(kTable);
  EXPECT_THAT(page, testing::StartsWith(".TH GUARD\\-RUN 1 "));
  EXPECT_THAT(page, HasSubstr("\nguard\\-run \\-\nstart it\n"));
  EXPECT_THAT(page, HasSubstr(".TP\n\\fB\\-q\\fR, \\fB\\-\\-quiet\\fR\nsay less\n"));
  EXPECT_THAT(page, HasSubstr("\\fB\\-\\-mode\\fR \\fIMODE\\fR\nwhich\n"));
  EXPECT_THAT(page, HasSubstr("\nguard run \\-\\- a\nguard run \\-\\- b\n"));
  for (const char* title : {"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS",
                            "ENVIRONMENT", "FILES", "SEE ALSO"})
    EXPECT_THAT(page, HasSubstr(std::string(".SH ") + title + "\n"));
}

TEST(ManualPageTest, WithoutANoteThePageIsThereAllTheSame) {
  constexpr OptionTable kOther = {"other", "do it", "", kRows, 0, 0, false, "guard other"};
  const std::string page = manual_page(kOther);
  EXPECT_THAT(page, HasSubstr(".SH DESCRIPTION\nDo it.\n"));
  EXPECT_THAT(page, HasSubstr(".SH EXIT STATUS\n"));
  EXPECT_THAT(page, HasSubstr(".SH SEE ALSO\n"));
}

TEST(ManualPageTest, RunTellsOfEachVariableThatStandsForAnOption) {
  const std::string page = manual_page(run_options());
  for (const std::string& name : run_variables()) {
    const auto notes = environment_notes();
    EXPECT_TRUE(std::any_of(notes.begin(), notes.end(), [&name](const PlaceNote& note) {
      return note.name == name && is_told_in(note, "run");
    })) << name;
  }
  EXPECT_THAT(page, HasSubstr("GUARD_MODE"));
}

TEST(ManualPageTest, ANoteIsForWholeNamesOfSubcommands) {
  const PlaceNote note{"x", "y", "approve-session check"};
  EXPECT_TRUE(is_told_in(note, "check"));
  EXPECT_TRUE(is_told_in(note, "approve-session"));
  EXPECT_FALSE(is_told_in(note, "approve"));
  EXPECT_FALSE(is_told_in(note, "session"));
}

TEST(PolicyPageTest, EveryKeyIsThere) {
  const std::string page = policy_page();
  EXPECT_THAT(page, testing::StartsWith(".TH GUARD\\-POLICY 5 "));
  for (const auto& section : policy::all_sections())
    for (const auto& key : section.keys)
      EXPECT_THAT(page, HasSubstr("\n" + roff_bold(key.name) + ": ")) << section.name;
}

}  // namespace
}  // namespace guard::console
