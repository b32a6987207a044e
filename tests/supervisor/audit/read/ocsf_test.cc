// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/read/ocsf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/supervisor/audit/sample_records.h"

namespace guard::supervisor {
namespace {

nlohmann::json event_of(const AuditRecord& record) {
  StoredRecord stored;
  stored.record = record;
  auto event = nlohmann::json::parse(ocsf_event(stored), nullptr, false);
  EXPECT_FALSE(event.is_discarded()) << ocsf_event(stored);
  return event;
}

struct Row {
  const char* act;
  int class_uid;
  int activity_id;
  const char* subject;  // the object that the class requires; nullptr: none
};

class OcsfClassTest : public ::testing::TestWithParam<Row> {};

TEST_P(OcsfClassTest, EveryActHasItsClassAndWhatTheClassRequires) {
  AuditRecord record = sample_record();
  record.act = GetParam().act;
  const nlohmann::json event = event_of(record);
  EXPECT_EQ(event["class_uid"], GetParam().class_uid);
  EXPECT_EQ(event["activity_id"], GetParam().activity_id);
  EXPECT_EQ(event["type_uid"], GetParam().class_uid * 100 + GetParam().activity_id);
  EXPECT_EQ(event["category_uid"], GetParam().class_uid / 1000);
  for (const char* name : {"time", "severity_id", "metadata", "status_id", "message"})
    EXPECT_TRUE(event.contains(name)) << name;
  EXPECT_EQ(event["metadata"]["version"], "1.1.0");
  EXPECT_EQ(event["metadata"]["product"]["vendor_name"], "guard");
  EXPECT_TRUE(GetParam().class_uid == 0 || event.contains(GetParam().subject));
  EXPECT_TRUE(event["device"].contains("type_id"));
  EXPECT_EQ(event["actor"]["session"]["uid"], "");
  EXPECT_EQ(event["actor"]["user"]["name"], "me");
}

INSTANTIATE_TEST_SUITE_P(
    Acts, OcsfClassTest,
    testing::Values(Row{"exec", 1007, 1, "process"}, Row{"signal", 1007, 99, "process"},
                    Row{"create", 1001, 1, "file"}, Row{"read", 1001, 2, "file"},
                    Row{"modify", 1001, 3, "file"}, Row{"delete", 1001, 4, "file"},
                    Row{"rename", 1001, 5, "file"}, Row{"metadata", 1001, 6, "file"},
                    Row{"link", 1001, 99, "file"}, Row{"connect", 4001, 1, "dst_endpoint"},
                    Row{"listen", 4001, 99, "dst_endpoint"}, Row{"system", 1003, 4, "kernel"},
                    Row{"api", 0, 99, nullptr}, Row{"answer", 3004, 99, "entity"},
                    Row{"audit", 0, 99, nullptr}, Row{"of tomorrow", 0, 99, nullptr}));

TEST(OcsfTest, ADenialIsAFailureOfWhoAnswered) {
  AuditRecord record = sample_record();
  record.act = kAnswerTool;
  record.approval_status = "denied";
  record.outcome = "refused";
  record.effect = {{"by", "ana (terminal)"}, {"scope", "once"}};
  StoredRecord stored;
  stored.record = record;
  stored.answer = answer_of(record);
  const auto event = nlohmann::json::parse(ocsf_event(stored));
  EXPECT_EQ(event["status"], "Failure");
  EXPECT_EQ(event["disposition"], "Blocked");
  EXPECT_EQ(event["actor"]["user"]["name"], "ana");
  EXPECT_EQ(event["unmapped"]["answer_channel"], "terminal");
  EXPECT_EQ(event["unmapped"]["answer_scope"], "once");
  EXPECT_FALSE(event["metadata"]["product"]["version"].get<std::string>().empty());
}

TEST(OcsfTest, ADeleteIsToldWhole) {
  AuditRecord record = sample_record("/w/a.txt");
  record.undo_id = "s:12";
  const nlohmann::json event = event_of(record);
  EXPECT_EQ(event["time"], 1740819907000);
  EXPECT_EQ(event["severity"], "Medium");
  EXPECT_EQ(event["status"], "Success");
  EXPECT_EQ(event["disposition"], "Allowed");
  EXPECT_EQ(event["file"]["path"], "/w/a.txt");
  EXPECT_EQ(event["file"]["name"], "a.txt");
  EXPECT_EQ(event["actor"]["process"]["pid"], 4711);
  EXPECT_EQ(event["actor"]["process"]["name"], "rm");
  EXPECT_EQ(event["actor"]["process"]["parent_process"]["name"], "bash");
  EXPECT_EQ(event["metadata"]["correlation_uid"], *record.approval_id);
  EXPECT_EQ(event["unmapped"]["undo_id"], "s:12");
  EXPECT_EQ(event["unmapped"]["rule"], "fs.delete");
}

TEST(OcsfTest, ARefusalIsBlocked) {
  AuditRecord record = sample_record();
  record.outcome = "refused";
  record.error = 1;
  const nlohmann::json event = event_of(record);
  EXPECT_EQ(event["status_id"], 2);
  EXPECT_EQ(event["action_id"], 2);
  EXPECT_EQ(event["disposition_id"], 2);
  EXPECT_EQ(event["status_code"], "1");
}

TEST(OcsfTest, AConnectionHasItsAddress) {
  AuditRecord record = sample_record("tcp 2001:db8::1 443");
  record.act = "connect";
  const nlohmann::json event = event_of(record);
  EXPECT_EQ(event["dst_endpoint"]["ip"], "2001:db8::1");
  EXPECT_EQ(event["dst_endpoint"]["port"], 443);
  EXPECT_EQ(event["connection_info"]["protocol_name"], "tcp");
  record.objects = {"tcp 192.0.2.7 443", "example.org"};
  EXPECT_EQ(event_of(record)["dst_endpoint"]["ip"], "192.0.2.7");
  EXPECT_EQ(event_of(record)["dst_endpoint"]["hostname"], "example.org");
  record.objects = {"/run/some server.sock 1"};
  EXPECT_EQ(event_of(record)["dst_endpoint"]["name"], "/run/some server.sock 1");
}

TEST(OcsfTest, ADeepChainIsCutAndStaysJson) {
  AuditRecord record = sample_record();
  for (int i = 0; i < 500; ++i) record.chain.push_back("1 \"deep\"\n");
  const std::string text = ocsf_event({record, std::nullopt, std::nullopt, 0});
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 0);
  EXPECT_EQ(event_of(record)["actor"]["process"]["parent_process"]["parent_process"]["name"],
            "\"deep\"\n");
}

}  // namespace
}  // namespace guard::supervisor
