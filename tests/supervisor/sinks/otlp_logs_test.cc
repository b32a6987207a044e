// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/otlp_logs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "supervisor/alerts/header_lines.h"
#include "supervisor/sinks/arrived_records.h"
#include "supervisor/sinks/otlp_json.h"
#include "supervisor/sinks/short_body.h"
#include "tests/supervisor/audit/sample_records.h"

namespace guard::supervisor {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<SinkRecord> two_records() {
  std::vector<SinkRecord> records(2);
  for (SinkRecord& sent : records) {
    sent.stored.record = sample_record();
    sent.stored.record.session_id = "s";
    sent.body = short_body(sent.stored);
  }
  return records;
}

std::optional<TraceParent> no_trace(const AuditRecord&) {
  return std::nullopt;
}

std::optional<TraceParent> some_trace(const AuditRecord&) {
  return TraceParent{std::string(32, 'a'), std::string(16, 'b'), 1};
}

OtlpLogs logs_of(const TraceOf& trace) {
  return otlp_logs(two_records(), "box", trace);
}

TEST(OtlpLogsTest, BytesThatAreNoTextAreSpelledOut) {
  auto records = two_records();
  records[0].stored.record.exe = "/bin/\xff";
  const OtlpLogs logs = otlp_logs(records, "box", no_trace);
  EXPECT_EQ(std::get<std::string>(logs.logs.at(0).attributes.back().value), "/bin/\\xFF");
}

TEST(OtlpLogsTest, HasALogRecordForEachRecord) {
  const auto request = nlohmann::json::parse(otlp_json(logs_of(no_trace)));
  const auto& resource = request.at("resourceLogs").at(0);
  EXPECT_EQ(resource.at("resource").at("attributes").at(0).at("value").at("stringValue"), "guard");
  const auto& logs = resource.at("scopeLogs").at(0).at("logRecords");
  ASSERT_EQ(logs.size(), 2U);
  EXPECT_EQ(logs[0].at("timeUnixNano"), "1740819907000250000");
  EXPECT_EQ(logs[0].at("eventName"), "guard.delete");
  EXPECT_EQ(logs[0].at("attributes").at(0).at("key"), "guard.session.id");
  EXPECT_FALSE(logs[0].contains("traceId"));
}

TEST(OtlpLogsTest, ASessionOfATraceHasItsIds) {
  const auto request = nlohmann::json::parse(otlp_json(logs_of(some_trace)));
  const auto& log = request.at("resourceLogs").at(0).at("scopeLogs").at(0).at("logRecords").at(0);
  EXPECT_EQ(log.at("traceId"), std::string(32, 'a'));
  EXPECT_EQ(log.at("spanId"), std::string(16, 'b'));
  EXPECT_EQ(log.at("flags"), 1);
}

TEST(OtlpLogsTest, IsReadBack) {
  EXPECT_THAT(arrived_in(otlp_json(logs_of(no_trace))), SizeIs(2));
}

TEST(OtlpLogsTest, WhatACollectorRefusesIsSeen) {
  EXPECT_FALSE(refusal_in_json(""));
  EXPECT_FALSE(refusal_in_json("{}"));
  EXPECT_FALSE(refusal_in_json(R"({"partialSuccess":{}})"));
  EXPECT_FALSE(refusal_in_json(R"({"partialSuccess":{"rejectedLogRecords":"0"}})"));
  const auto refusal =
      refusal_in_json(R"({"partialSuccess":{"rejectedLogRecords":"3","errorMessage":"full"}})");
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->count, "3");
  EXPECT_EQ(refusal->why, "full");
}

TEST(HeadersTest, AreLinesOfNameAndValue) {
  const auto headers = headers_in("# token\n\nAuthorization: Bearer a:b \r\nx-key:1");
  ASSERT_TRUE(headers);
  EXPECT_EQ(*headers, (Headers{{"Authorization", "Bearer a:b"}, {"x-key", "1"}}));
  EXPECT_THAT(*headers_in(""), IsEmpty());
  for (const char* text : {"no colon", ": x", "a b: c"}) {
    const auto none = headers_in(text);
    ASSERT_FALSE(none) << text;
    EXPECT_EQ(none.error().context.find(text), std::string::npos) << "it may be a secret";
  }
}

}  // namespace
}  // namespace guard::supervisor
