// SPDX-License-Identifier: Apache-2.0
// From the audit record to report files, and to the status of the run.
#include "console/ci/ci_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "supervisor/audit/store/recorder.h"
#include "tests/supervisor/audit/sample_records.h"
#include "tests/supervisor/audit/temporary_folder.h"

namespace guard::console {
namespace {

using supervisor::AuditRecord;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class CiPlanTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = supervisor::Recorder::open(folder_.path(), "s");
    ASSERT_TRUE(opened);
    recorder_ = std::move(*opened);
    std::filesystem::create_directory(out_);
  }

  void record(const std::string& act, const std::string& outcome,
              std::optional<std::string> status = "auto") {
    AuditRecord record = supervisor::sample_record();
    record.act = act;
    record.decision = outcome == "refused" ? "deny" : "allow";
    record.outcome = outcome;
    record.approval_id.reset();
    record.approval_status = std::move(status);
    recorder_->record(record);
  }
  CiReport collected() {
    EXPECT_TRUE(recorder_->flush());
    const auto reader = supervisor::AuditReader::open(folder_.path());
    return collect_ci_report(**reader, "s", {}).value();
  }
  Ending written(const std::string& told, Ending ending = {0, 0, ""}) {
    EXPECT_TRUE(recorder_->flush());
    const auto plan = CiPlan::make({{told}, false, false});
    if (!plan) return {-1, 0, plan.error().text()};
    testing::internal::CaptureStderr();
    const Ending after = plan->write(ending, run());
    err_ = testing::internal::GetCapturedStderr();
    return after;
  }
  [[nodiscard]] CiRun run() const { return {folder_.path(), "s", {"/w"}, "/home/me", nullptr}; }
  [[nodiscard]] std::string content(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(out_ + "/" + name).rdbuf();
    return text.str();
  }

  supervisor::TemporaryFolder folder_;
  std::string out_ = folder_.path() + "/out";
  std::unique_ptr<supervisor::Recorder> recorder_;
  std::string err_;
};

TEST_F(CiPlanTest, RefusalsByRuleAndQuestionsAreToldApart) {
  record("exec", "done");
  record("delete", "refused", "denied");
  record("delete", "refused", "denied");
  record("exec", "refused", std::nullopt);
  const CiReport report = collected();
  EXPECT_EQ(report.records, 4U);
  EXPECT_EQ(report.commands, 1U);
  EXPECT_EQ(report.asks, 2U);
  EXPECT_EQ(report.denied, 1U);
  ASSERT_EQ(report.refusals.size(), 2U);
  EXPECT_TRUE(report.refusals[0].asks);
  EXPECT_EQ(report.refusals[0].count, 2U);
  EXPECT_FALSE(report.refusals[1].asks);
}

// It may be written before the acts are counted, or after.
TEST_F(CiPlanTest, TheRecordsOwnLastLineIsNoAct) {
  record("exec", "done");
  AuditRecord last;
  last.act = "audit";
  last.outcome = "done";
  last.kind = supervisor::kKindEnd;
  recorder_->record(last);
  const CiReport report = collected();
  EXPECT_EQ(report.records, 1U);
  EXPECT_EQ(report.tiers[0] + report.tiers[1] + report.tiers[2] + report.tiers[3], 1U);
}

TEST_F(CiPlanTest, AReportIsWrittenByTheEndingOfItsName) {
  record("exec", "done");
  EXPECT_EQ(written(out_ + "/r.json").status, 0);
  EXPECT_EQ(nlohmann::json::parse(content("r.json"))["outcome"], "passed");
  EXPECT_EQ(written("junit:" + out_ + "/r.txt", {3, 0, ""}).status, 3);
  EXPECT_THAT(content("r.txt"), HasSubstr("<testsuites>"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(out_), {}), 2) << "drafts are left";
}

TEST_F(CiPlanTest, WhatAnEarlierSessionOfTheNameDidIsNotInTheReport) {
  record("delete", "refused", "denied");
  EXPECT_TRUE(recorder_->flush());
  const auto plan = CiPlan::make({{out_ + "/r.json"}, false, false});
  ASSERT_TRUE(plan);
  CiRun second = run();
  second.before = plan->last_of_name(second.state_dir, second.session);
  EXPECT_GT(second.before, 0U);
  record("exec", "done");
  EXPECT_TRUE(recorder_->flush());
  EXPECT_EQ(plan->write({.status = 0}, second).status, 0);
  const auto json = nlohmann::json::parse(content("r.json"));
  EXPECT_EQ(json["counts"]["asks"], 0);
  EXPECT_EQ(json["counts"]["commands"], 1);
}

TEST_F(CiPlanTest, ARunThatDidNotStartReportsNothing) {
  record("delete", "refused", "denied");
  const Ending after =
      written(out_ + "/r.json", {.status = 125, .text = "the name is taken", .nothing_ran = true});
  EXPECT_EQ(after.status, 125);
  EXPECT_EQ(content("r.json"), "");
  EXPECT_THAT(err_, IsEmpty());
}

TEST_F(CiPlanTest, AReportSaysThatTheRecordLacksActs) {
  record("exec", "done");
  EXPECT_EQ(
      written("md:" + out_ + "/r.md", {.status = 3, .refusals_fail = true, .lacks_records = true})
          .status,
      3);
  EXPECT_THAT(content("r.md"), HasSubstr("no refusal on record; not all is on record"));
  EXPECT_THAT(content("r.md"), testing::Not(HasSubstr("nothing refused")));
  EXPECT_EQ(written(out_ + "/r.json", {.status = 0, .lacks_records = true}).status, 0);
  EXPECT_EQ(nlohmann::json::parse(content("r.json"))["complete"], false);
}

TEST_F(CiPlanTest, APlaceThatNoFileCanTakeIsNoticedBeforeTheRun) {
  std::filesystem::create_directory(out_ + "/r.json");
  EXPECT_FALSE(CiPlan::make({{out_ + "/r.json"}, false, false}));
}

TEST_F(CiPlanTest, AStatusOfThreeWithoutRefusalsIsTheCommandsOwn) {
  record("exec", "done");
  EXPECT_EQ(written(out_ + "/r.json", {3, 0, ""}).status, 3);
  EXPECT_EQ(nlohmann::json::parse(content("r.json"))["outcome"], "failed");
}

TEST_F(CiPlanTest, AStatusOfThreeByRefusalsLeavesTheCommandsOwn) {
  record("exec", "done");
  record("delete", "refused", "denied");
  EXPECT_EQ(written(out_ + "/r.json", {3, 0, "", true}).status, 3);
  const auto json = nlohmann::json::parse(content("r.json"));
  EXPECT_EQ(json["outcome"], "refused");
  EXPECT_EQ(json["status"], 3);
  EXPECT_EQ(json["command_status"], 0);
  EXPECT_EQ(written(out_ + "/r.json", {3, 0, ""}).status, 3);
  EXPECT_EQ(nlohmann::json::parse(content("r.json"))["outcome"], "failed");
}

TEST_F(CiPlanTest, ADashIsStandardOutput) {
  record("exec", "done");
  for (const auto& [told, begin] : {std::pair{"-", "{"}, {"json:-", "{"}, {"md:-", "## guard"}}) {
    testing::internal::CaptureStdout();
    EXPECT_EQ(written(told).status, 0);
    EXPECT_THAT(testing::internal::GetCapturedStdout(), testing::StartsWith(begin));
  }
  EXPECT_FALSE(std::filesystem::exists("-"));
}

TEST_F(CiPlanTest, ALinkThatWasLeftThereIsReplacedNotFollowed) {
  record("exec", "done");
  std::ofstream(out_ + "/precious") << "precious";
  std::filesystem::create_symlink(out_ + "/precious", out_ + "/r.json");
  EXPECT_EQ(written(out_ + "/r.json").status, 0);
  EXPECT_EQ(content("precious"), "precious");
  EXPECT_FALSE(std::filesystem::is_symlink(out_ + "/r.json"));
}

TEST_F(CiPlanTest, AFolderThatWasSwappedIsNotFollowed) {
  record("exec", "done");
  ASSERT_TRUE(recorder_->flush());
  const auto plan = CiPlan::make({{out_ + "/r.json"}, false, false});
  ASSERT_TRUE(plan);
  std::filesystem::rename(out_, folder_.path() + "/moved");
  std::filesystem::create_directory(out_);
  EXPECT_EQ(plan->write({0, 0, ""}, run()).status, 0);
  EXPECT_TRUE(std::filesystem::is_empty(out_));
  EXPECT_TRUE(std::filesystem::exists(folder_.path() + "/moved/r.json"));
}

TEST_F(CiPlanTest, WithoutItsReportARunDoesNotPass) {
  EXPECT_EQ(written(out_ + "/r.json").status, 125) << "no record";
  EXPECT_THAT(err_, HasSubstr("guard: no report: "));
  EXPECT_EQ(written(out_ + "/r.json", {7, 0, ""}).status, 7);
  EXPECT_EQ(written(out_ + "/r.json", {125, 0, "guard cannot run here"}).status, 125);
  EXPECT_EQ(err_, "") << "one failure is told once";
  EXPECT_THAT(content("r.json"), IsEmpty());
}

TEST_F(CiPlanTest, WhatCannotBeWrittenIsSaidBeforeTheRun) {
  EXPECT_EQ(written(out_ + "/none/r.json").status, -1);
  EXPECT_THAT(written("r.txt").text, HasSubstr(".sarif"));
  EXPECT_THAT(written("tap:r.json.txt").text, HasSubstr("junit"));
  EXPECT_EQ(written(out_ + "/").status, -1);
}

}  // namespace
}  // namespace guard::console
