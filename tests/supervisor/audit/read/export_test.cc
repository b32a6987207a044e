// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/read/export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "supervisor/audit/read/export_file.h"
#include "supervisor/audit/record/json_text.h"
#include "supervisor/audit/store/recorder.h"
#include "supervisor/audit/store/sqlite.h"
#include "tests/supervisor/audit/sample_records.h"
#include "tests/supervisor/audit/temporary_folder.h"

namespace guard::supervisor {
namespace {

class ExportTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto recorder = Recorder::open(folder_.path(), "s");
    ASSERT_TRUE(recorder);
    recorder_ = std::move(*recorder);
  }

  std::string exported(ExportFormat format, const AuditFilter& filter = {}) {
    EXPECT_TRUE(recorder_->flush());
    auto reader = AuditReader::open(folder_.path());
    EXPECT_TRUE(reader);
    std::string out;
    const auto result = export_records(**reader, filter, format, [&](std::string_view text) {
      out += text;
      return Result<void>();
    });
    EXPECT_TRUE(result);
    return out;
  }

  TemporaryFolder folder_;
  std::unique_ptr<Recorder> recorder_;
};

TEST_F(ExportTest, JsonLinesAreTheCanonicalTextOfEveryField) {
  AuditRecord odd = sample_record("/w/\"quoted\"\\\n\x1b");
  odd.argv = {"", "a\\", "\"", "plain"};
  odd.approval_id.reset();
  odd.undo_id = "s:1";
  recorder_->record(odd);
  AuditRecord intent = sample_record();
  ASSERT_TRUE(recorder_->store_intent(intent));
  recorder_->store_outcome({intent.request_id, "failed", 2, 7, "not there"});
  const std::string lines = exported(ExportFormat::kJsonl);
  std::string wanted;
  for (const StoredRecord& stored : read_all(folder_.path()))
    wanted += json_text(to_json(stored)) + "\n";
  EXPECT_EQ(lines, wanted);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 2);
  EXPECT_EQ(nlohmann::json::parse(lines.substr(0, lines.find('\n')))["argv"][1], "a\\");
}

TEST_F(ExportTest, BytesThatSomebodyWroteIntoTheDatabaseStayText) {
  recorder_->record(sample_record());
  ASSERT_TRUE(recorder_->flush());
  auto database = Database::open(folder_.path() + "/audit.db", Access::kWrite);
  ASSERT_TRUE(database);
  ASSERT_TRUE(database->execute(
      "UPDATE records SET reason = CAST(x'ff41' AS TEXT), argv = '[\"a\",]', objects = 'no list'"));
  for (const ExportFormat format : {ExportFormat::kJsonl, ExportFormat::kOcsf}) {
    const auto line = nlohmann::json::parse(exported(format), nullptr, false);
    EXPECT_FALSE(line.is_discarded());
  }
}

// An independent reading of RFC 4180.
std::vector<std::vector<std::string>> parse_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1, {""});
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    std::string& cell = rows.back().back();
    if (inside && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      cell += text[++i];
    } else if (c == '"') {
      inside = !inside;
    } else if (!inside && c == ',') {
      rows.back().emplace_back();
    } else if (!inside && c == '\r' && text[i + 1] == '\n') {
      ++i;
      if (i + 1 < text.size()) rows.push_back({""});
    } else {
      cell += c;
    }
  }
  return rows;
}

TEST_F(ExportTest, JsonLinesHoldOneRecordALine) {
  recorder_->record(sample_record("/w/with\nnewline"));
  recorder_->record(sample_record());
  std::istringstream lines(exported(ExportFormat::kJsonl));
  std::vector<nlohmann::json> records;
  for (std::string line; std::getline(lines, line);) records.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0]["objects"][0], "/w/with\nnewline");
  EXPECT_EQ(records[0]["errno"], 0);
  EXPECT_EQ(records[0]["effect"]["files"], 3);
  EXPECT_TRUE(records[0]["outcome_hash"].is_null());
}

TEST_F(ExportTest, JsonIsOneArray) {
  EXPECT_EQ(nlohmann::json::parse(exported(ExportFormat::kJson)), nlohmann::json::array());
  recorder_->record(sample_record());
  recorder_->record(sample_record());
  EXPECT_EQ(nlohmann::json::parse(exported(ExportFormat::kJson)).size(), 2U);
}

TEST_F(ExportTest, CsvSurvivesQuotesAndCommasAndSpellsOutLineBreaks) {
  AuditRecord record = sample_record("/w/a \"b\", c\r\nd");
  record.reason = "says \"no\", twice\r\n";
  recorder_->record(record);
  const auto rows = parse_csv(exported(ExportFormat::kCsv));
  ASSERT_EQ(rows.size(), 2U);
  ASSERT_EQ(rows[0].size(), rows[1].size());
  const auto cell = [&](const std::string& name) {
    const auto column = std::find(rows[0].begin(), rows[0].end(), name) - rows[0].begin();
    return rows[1].at(static_cast<std::size_t>(column));
  };
  EXPECT_EQ(cell("reason"), "says \"no\", twice\\x0D\\n");
  EXPECT_EQ(nlohmann::json::parse(cell("objects")), nlohmann::json(record.objects));
  EXPECT_EQ(cell("undo_id"), "");
}

TEST_F(ExportTest, NoFormatHasBytesThatSteerATerminal) {
  AuditRecord record = sample_record("/w/a\x1b]0;t\x07\xc2\x9b\xe2\x80\xae\x7f");
  record.reason = record.objects[0];
  recorder_->record(record);
  for (const ExportFormat format :
       {ExportFormat::kJsonl, ExportFormat::kJson, ExportFormat::kOcsf, ExportFormat::kCsv}) {
    for (const char c : exported(format))
      EXPECT_TRUE(c == '\n' || c == '\r' || (c >= ' ' && c <= '~')) << static_cast<int>(c);
  }
  EXPECT_EQ(nlohmann::json::parse(exported(ExportFormat::kJsonl))["objects"][0], record.objects[0]);
}

TEST_F(ExportTest, CsvHasAColumnForEveryFieldAndAHeaderWithoutRecords) {
  const auto rows = parse_csv(exported(ExportFormat::kCsv));
  ASSERT_EQ(rows.size(), 1U);
  const nlohmann::json names = to_json(StoredRecord{});
  EXPECT_EQ(rows[0].size(), names.size());
  for (const std::string& name : rows[0]) EXPECT_TRUE(names.contains(name)) << name;
  EXPECT_EQ(rows[0][0], "request_id");
}

TEST_F(ExportTest, CsvCellsAreNoFormulas) {
  AuditRecord record = sample_record();
  record.reason = "=cmd|' /C calc'!A0";
  recorder_->record(record);
  EXPECT_THAT(exported(ExportFormat::kCsv), testing::HasSubstr(",'=cmd|"));
}

TEST_F(ExportTest, AFailingSinkEndsTheExport) {
  for (int i = 0; i < 10; ++i) recorder_->record(sample_record());
  ASSERT_TRUE(recorder_->flush());
  auto reader = AuditReader::open(folder_.path());
  ASSERT_TRUE(reader);
  int calls = 0;
  const auto result =
      export_records(**reader, {}, ExportFormat::kJsonl, [&](std::string_view) -> Result<void> {
        if (++calls == 3) return fail(Code::kSystem, "no more");
        return {};
      });
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().context, "no more");
  EXPECT_EQ(calls, 3);
}

TEST_F(ExportTest, AFileAppearsWholeAndPrivateOrNotAtAll) {
  recorder_->record(sample_record());
  ASSERT_TRUE(recorder_->flush());
  auto reader = AuditReader::open(folder_.path());
  ASSERT_TRUE(reader);
  const std::string path = folder_.file("out.jsonl");
  ASSERT_TRUE(export_to_file(**reader, {}, ExportFormat::kJsonl, path));
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), exported(ExportFormat::kJsonl));
  struct stat found {};
  ASSERT_EQ(::stat(path.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 07777, 0600U);
  EXPECT_FALSE(export_to_file(**reader, {}, ExportFormat::kJsonl, folder_.file("no/such")));
  EXPECT_TRUE(export_to_file(**reader, {}, ExportFormat::kJsonl, "/dev/null"));
  EXPECT_FALSE(export_to_file(**reader, {}, ExportFormat::kJsonl, "/dev/full"));
  EXPECT_TRUE(std::filesystem::exists("/dev/full"));
}

TEST(ExportFormatTest, KnowsItsNames) {
  EXPECT_EQ(export_format_named("jsonl"), ExportFormat::kJsonl);
  EXPECT_EQ(export_format_named("json"), ExportFormat::kJson);
  EXPECT_EQ(export_format_named("csv"), ExportFormat::kCsv);
  EXPECT_EQ(export_format_named("xml"), std::nullopt);
}

}  // namespace
}  // namespace guard::supervisor
