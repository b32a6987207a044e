// SPDX-License-Identifier: Apache-2.0
// The report of a session as people see it, whatever programs called things.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "console/report/session_report.h"
#include "supervisor/audit/keep/closing_record.h"
#include "supervisor/audit/store/recorder.h"
#include "tests/supervisor/audit/sample_records.h"
#include "tests/supervisor/audit/temporary_folder.h"

namespace guard::console {
namespace {

using supervisor::AuditRecord;
using supervisor::sample_record;
using ::testing::HasSubstr;
using ::testing::Not;

class ReportTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = supervisor::Recorder::open(folder_.path(), "s");
    ASSERT_TRUE(opened);
    recorder_ = std::move(*opened);
  }

  SessionReport collected() {
    EXPECT_TRUE(recorder_->flush());
    const auto reader = supervisor::AuditReader::open(folder_.path());
    EXPECT_TRUE(reader);
    auto report = collect_report(**reader, folder_.path(), "s");
    EXPECT_TRUE(report) << report.error().text();
    return report ? std::move(*report) : SessionReport();
  }

  void run(const std::vector<std::string>& argv, const std::string& outcome = "done") {
    AuditRecord record = sample_record();
    record.act = "exec";
    record.argv = argv;
    record.outcome = outcome;
    record.approval_id.reset();
    recorder_->record(record);
  }

  supervisor::TemporaryFolder folder_;
  std::unique_ptr<supervisor::Recorder> recorder_;
};

TEST_F(ReportTest, EqualCommandsShareALine) {
  run({"ls"});
  run({"make", "all"});
  run({"ls"});
  run({"ls"}, "refused");
  const SessionReport report = collected();
  ASSERT_EQ(report.commands.size(), 2U);
  EXPECT_EQ(report.commands[0].text, "ls");
  EXPECT_EQ(report.commands[0].count, 3U);
  EXPECT_EQ(report.commands[0].refused, 1U);
  EXPECT_EQ(report.refusals.size(), 1U);
  EXPECT_THAT(report_markdown(report), HasSubstr("3x, 1 refused  ls\n"));
}

TEST_F(ReportTest, ManyCommandsAreBounded) {
  for (int i = 0; i < 700; ++i) run({"echo", std::to_string(i)});
  const SessionReport report = collected();
  EXPECT_EQ(report.commands.size(), 500U);
  EXPECT_EQ(report.more_commands, 200U);
  EXPECT_THAT(report_html(report), HasSubstr("200 more runs"));
}

TEST_F(ReportTest, AnAnswerTellsByWhomAndHowFast) {
  AuditRecord act = sample_record("/w/x");
  act.approval_id = "q1";
  act.duration_ms = 99'000;
  AuditRecord answer = sample_record();
  answer.act = supervisor::kAnswerTool;
  answer.approval_id = "q1";
  answer.approval_status = "approved";
  answer.duration_ms = 65'200;
  answer.effect = {{"by", "ana (guard approve)"}, {"scope", "once"}};
  recorder_->record(answer);
  recorder_->record(act);
  recorder_->record(act);
  const SessionReport report = collected();
  ASSERT_EQ(report.questions.size(), 1U);
  EXPECT_EQ(report.questions[0].acts, 2U);
  EXPECT_THAT(report_markdown(report),
              HasSubstr("**approved** by `ana (guard approve)` after 1 min 5 s, once, 2 acts"));
}

TEST_F(ReportTest, TheHeadSaysWhatRanUnderWhichPolicy) {
  AuditRecord start = sample_record();
  start.act = "exec";
  start.argv = {"./agent", "task"};
  start.cwd = "/w/start";
  recorder_->record(start);
  EXPECT_THAT(report_markdown(collected()),
              HasSubstr("- command `./agent task`\n- workspace `/w/start`\n- user"));
  ASSERT_TRUE(supervisor::close_record(
      *recorder_, {{"mode", "paranoid"}, {"policy", "00ff"}, {"workspace", "/w, /x"}}));
  EXPECT_THAT(report_markdown(collected()),
              HasSubstr("- workspace `/w, /x`\n- mode `paranoid`\n- policy `00ff`\n"));
  EXPECT_THAT(report_html(collected()), HasSubstr("paranoid"));
}

TEST_F(ReportTest, AQuestionNobodyAnsweredSaysSo) {
  AuditRecord act = sample_record("/w/x");
  act.approval_status = "timeout";
  act.outcome = "refused";
  recorder_->record(act);
  EXPECT_THAT(report_markdown(collected()), HasSubstr("**timeout** after 0.0 s"));
}

TEST_F(ReportTest, ASessionThatIsNotThereIsAnError) {
  run({"ls"});
  EXPECT_TRUE(recorder_->flush());
  const auto reader = supervisor::AuditReader::open(folder_.path());
  ASSERT_TRUE(reader);
  EXPECT_FALSE(collect_report(**reader, folder_.path(), "other"));
}

TEST_F(ReportTest, SaysWhetherItWasClosed) {
  run({"ls"});
  EXPECT_THAT(report_html(collected()), HasSubstr("not closed"));
  ASSERT_TRUE(supervisor::close_record(*recorder_));
  EXPECT_THAT(report_html(collected()), Not(HasSubstr("not closed")));
}

const std::vector<std::string> kHostile = {
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "'-alert(1)-'",
    "&lt;b&gt;",
    "` </code> `` <b>",
    "```\n# heading",
    "[x](javascript:alert(1)) https://example.org ![i](u)",
    "\x1b]0;title\x07\x1b[31mred",
    "safe\u202Etxt.exe\u2066",
    "a|b|c\r\n---|---",
    "bad\xff\xfe utf",
    std::string(4096, 'n') + "<i>",
};

TEST_F(ReportTest, HostileNamesAreHarmlessTextInBothFormats) {
  for (const std::string& name : kHostile) {
    run({"echo", name}, "refused");
    AuditRecord record = sample_record("/w/" + name);
    record.reason = name;
    record.category = name;
    record.user_id = name;
    recorder_->record(record);
  }
  const SessionReport report = collected();
  const std::string html = report_html(report);
  const std::string body = html.substr(html.find("<body>"));
  for (const char* markup : {"<script", "<img", "<b>", "<i>", "<a ", "javascript:alert(1))<"})
    EXPECT_THAT(body, Not(HasSubstr(markup)));
  EXPECT_THAT(body, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
  EXPECT_THAT(body, HasSubstr("&amp;lt;b&amp;gt;"));
  EXPECT_THAT(body, HasSubstr(std::string(4096, 'n')));
  const std::string markdown = report_markdown(report);
  EXPECT_THAT(markdown, HasSubstr(std::string(4096, 'n')));
  for (const std::string& text : {html, markdown}) {
    for (const char* raw : {"\x1b", "\x07", "\u202E", "\u2066", "\xff", "\r"})
      EXPECT_EQ(text.find(raw), std::string::npos) << raw;
  }
  // A name cannot end the code block that it stands in, nor begin a line of its own.
  EXPECT_THAT(markdown, Not(HasSubstr("\n# heading")));
  EXPECT_THAT(markdown, Not(HasSubstr("\n---|---")));
  EXPECT_THAT(markdown, HasSubstr("\n````text\n"));
}

TEST(ChangedTreeTest, FoldersSumUpAndLonelyOnesShareALine) {
  ChangedTree tree;
  tree.add("/w/src/a.c", Change::kDeleted);
  tree.add("/w/src/b.c", Change::kModified);
  tree.add("/w/src/b.c", Change::kModified);
  tree.add("/w/deep/er/x", Change::kCreated);
  const auto lines = tree.lines(100);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0].name, "/w/");
  EXPECT_EQ(counts_text(lines[0].counts), "1 created, 2 modified, 1 deleted");
  EXPECT_EQ(lines[1].name, "deep/er/x");
  EXPECT_EQ(lines[2].name, "src/");
  EXPECT_EQ(lines[3].name, "a.c");
  EXPECT_EQ(lines[3].depth, 2U);
  EXPECT_EQ(counts_text(lines[4].counts), "2 modified");
}

TEST(ChangedTreeTest, AFolderItselfIsNotTakenForWhatIsInIt) {
  ChangedTree tree;
  tree.add("/w/d", Change::kDeleted);
  tree.add("/w/d/x", Change::kDeleted);
  const auto lines = tree.lines(100);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].name, "/w/d/");
  EXPECT_EQ(counts_text(lines[0].counts), "2 deleted");
}

TEST(ChangedTreeTest, ManyPlacesAreBoundedAndCounted) {
  ChangedTree tree;
  for (int i = 0; i < 60'000; ++i) tree.add("/w/" + std::to_string(i), Change::kDeleted);
  tree.add("/w/1", Change::kModified);
  const auto lines = tree.lines(100);
  ASSERT_LE(lines.size(), 100U);
  EXPECT_EQ(lines[0].counts[static_cast<std::size_t>(Change::kDeleted)], 60'000U);
  EXPECT_TRUE(lines.back().name.empty());
  EXPECT_GT(lines.back().left_out, 40'000U);
  EXPECT_EQ(lines.back().counts[static_cast<std::size_t>(Change::kDeleted)], 60'000U - 40U);
}

}  // namespace
}  // namespace guard::console
