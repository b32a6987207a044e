// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/arrived_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "supervisor/audit/read/export.h"
#include "supervisor/audit/record/chain.h"
#include "tests/supervisor/audit/sample_records.h"

namespace guard::supervisor {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string line_of(AuditRecord record) {
  record.session_id = "s";
  record.kind = kKindAct;
  ChainEnd end;
  append_to(end, record);
  StoredRecord stored;
  stored.record = record;
  return export_line(stored, ExportFormat::kJsonl);
}

TEST(ArrivedRecordsTest, TheHashCoversWhatArrived) {
  const std::string line = line_of(sample_record("/w/\x1b\u0085 odd"));
  const auto records = arrived_in(line);
  ASSERT_THAT(records, SizeIs(1));
  ASSERT_THAT(records[0].links, SizeIs(1));
  EXPECT_EQ(records[0].links[0].session, "s");
  EXPECT_EQ(records[0].links[0].seq, 1U);
  EXPECT_FALSE(records[0].links[0].is_changed);
  std::string other = line;
  other.replace(other.find("odd"), 3, "ODD");
  EXPECT_TRUE(arrived_in(other)[0].links[0].is_changed);
}

TEST(ArrivedRecordsTest, TheHeadOfASyslogServerIsNoPartOfIt) {
  const auto records = arrived_in("<109>1 2025-03-01T09:05:07.000250Z host guard 12 act - " +
                                  line_of(sample_record()));
  ASSERT_THAT(records, SizeIs(1));
  EXPECT_FALSE(records[0].links[0].is_changed);
}

TEST(ArrivedRecordsTest, OtherLinesHoldNoRecord) {
  for (const char* line : {"", "text", "{", "{\"a\":1}", "[1]", "{\"session_id\":1,\"hash\""})
    EXPECT_THAT(arrived_in(line), IsEmpty()) << line;
}

TEST(ArrivedRecordsTest, WhoWroteAnEventIsNoPartOfIt) {
  EXPECT_EQ(comparable_event(R"({"a":1,"device":{"h":"x"},"metadata":{"product":1,"uid":"u"}})"),
            comparable_event(R"({"a":1,"device":{"h":"y"},"metadata":{"product":2,"uid":"u"}})"));
  EXPECT_NE(comparable_event(R"({"a":1})"), comparable_event(R"({"a":2})"));
}

}  // namespace
}  // namespace guard::supervisor
