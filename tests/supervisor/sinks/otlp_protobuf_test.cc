// SPDX-License-Identifier: Apache-2.0
// The bytes as opentelemetry-proto's numbers of fields want them. That OpenTelemetry's own code
// reads them is the case sinks/otlp_is_what_opentelemetry_defines.
#include "supervisor/sinks/otlp_protobuf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

using ::testing::HasSubstr;

std::string bytes(std::initializer_list<int> list) {
  std::string text;
  for (const int byte : list) text += static_cast<char>(byte);
  return text;
}

OtlpLogs one_log() {
  OtlpLog log;
  log.nanoseconds = 0x0102030405060708;
  log.severity = 9;
  log.severity_text = "INFO";
  log.event = "guard.exec";
  log.body = "{}";
  log.attributes = {{"a", std::string("b")}, {"n", std::int64_t{-1}}};
  return {{{"service.name", std::string("guard")}}, "scope", "1", {log}};
}

TEST(OtlpProtobufTest, WritesEachFieldUnderItsNumber) {
  const std::string pair = bytes({0x32, 8, 0x0A, 1}) + "a" + bytes({0x12, 3, 0x0A, 1}) + "b";
  // -1 is ten bytes long.
  const std::string number =
      bytes({0x32, 16, 0x0A, 1}) + "n" +
      bytes({0x12, 11, 0x18, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01});
  const std::string time = bytes({8, 7, 6, 5, 4, 3, 2, 1});
  const std::string log = bytes({0x09}) + time + bytes({0x10, 9, 0x1A, 4}) + "INFO" +
                          bytes({0x2A, 4, 0x0A, 2}) + "{}" + pair + number + bytes({0x59}) + time +
                          bytes({0x62, 10}) + "guard.exec";
  const std::string scope = bytes({0x0A, 10, 0x0A, 5}) + "scope" + bytes({0x12, 1}) + "1";
  EXPECT_THAT(otlp_protobuf(one_log()),
              HasSubstr(scope + bytes({0x12, static_cast<int>(log.size())}) + log));
}

TEST(OtlpProtobufTest, ATraceIsBytes) {
  OtlpLogs logs = one_log();
  logs.logs[0].trace = TraceParent{"0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", 1};
  const std::string trace = bytes({0x45, 1, 0, 0, 0, 0x4A, 16, 0x0A, 0xF7, 0x65});
  EXPECT_THAT(otlp_protobuf(logs), HasSubstr(trace));
  EXPECT_THAT(otlp_protobuf(logs), HasSubstr(bytes({0x52, 8, 0xB7, 0xAD, 0x6B})));
}

TEST(OtlpProtobufTest, LengthsOfSeveralBytes) {
  OtlpLogs logs = one_log();
  logs.logs[0].body = std::string(300, 'x');
  EXPECT_THAT(otlp_protobuf(logs), HasSubstr(bytes({0x2A, 0xAF, 2, 0x0A, 0xAC, 2}) + "xxx"));
}

TEST(OtlpProtobufTest, WhatACollectorRefusesIsSeen) {
  EXPECT_FALSE(refusal_in_protobuf(""));
  EXPECT_FALSE(refusal_in_protobuf(bytes({0x0A, 0})));
  EXPECT_FALSE(refusal_in_protobuf(bytes({0x0A, 2, 0x08, 0})));
  const auto refusal = refusal_in_protobuf(bytes({0x0A, 8, 0x08, 3, 0x12, 4}) + "full");
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->count, "3");
  EXPECT_EQ(refusal->why, "full");
}

TEST(OtlpProtobufTest, AnAnswerOfAnyBytesIsNoRefusal) {
  const std::string whole = bytes({0x0A, 8, 0x08, 3, 0x12, 4}) + "full";
  for (std::size_t size = 1; size < whole.size(); ++size)
    EXPECT_FALSE(refusal_in_protobuf(whole.substr(0, size))) << size;
  EXPECT_FALSE(refusal_in_protobuf("<html>Bad Gateway</html>"));
  EXPECT_FALSE(refusal_in_protobuf(std::string(100, '\xFF')));
  EXPECT_FALSE(refusal_in_protobuf(
      bytes({0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01})));
}

}  // namespace
}  // namespace guard::supervisor
