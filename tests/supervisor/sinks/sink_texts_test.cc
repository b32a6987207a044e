// SPDX-License-Identifier: Apache-2.0
// A record in each protocol: a message of syslog, a line of CEF, an entry of a journal, a
// short body.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "supervisor/sinks/arrived_records.h"
#include "supervisor/sinks/cef_line.h"
#include "supervisor/sinks/journal_entry.h"
#include "supervisor/sinks/short_body.h"
#include "supervisor/sinks/syslog_message.h"
#include "tests/supervisor/audit/sample_records.h"

namespace guard::supervisor {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

SinkRecord sample(const std::string& body) {
  SinkRecord sent;
  sent.stored.record = sample_record();
  sent.stored.record.session_id = "s";
  sent.stored.record.seq = 7;
  sent.stored.record.hash = std::string(64, 'b');
  sent.stored.record.prev_hash = std::string(64, 'c');
  sent.body = body;
  return sent;
}

TEST(SyslogMessageTest, HasTheHeadOfRfc5424) {
  EXPECT_EQ(syslog_message(sample("{}"), "box"),
            "<110>1 2025-03-01T09:05:07.000250Z box guard 4711 delete - {}");
}

TEST(SyslogMessageTest, WhatWasRefusedIsAWarning) {
  SinkRecord sent = sample("{}");
  sent.stored.record.outcome = "refused";
  EXPECT_THAT(syslog_message(sent, "box"), StartsWith("<108>1 "));
  sent.stored.record.outcome = "done";
  sent.stored.record.risk_tier = 3;
  EXPECT_THAT(syslog_message(sent, "box"), StartsWith("<109>1 "));
}

TEST(SyslogMessageTest, AHeaderHoldsNoBlankAndIsNeverEmpty) {
  SinkRecord sent = sample("{}");
  sent.stored.record.pid = 0;
  sent.stored.record.act = "";
  EXPECT_THAT(syslog_message(sent, "a b\n"), HasSubstr(" ab guard - - - {}"));
}

TEST(SyslogMessageTest, ItsOctetsAreCounted) {
  EXPECT_EQ(counted("a\u00e4"), "3 a\u00e4");
}

TEST(CefLineTest, EscapesWhatWouldEndAField) {
  SinkRecord sent = sample("");
  sent.stored.record.result_summary = "a|b\\c";
  sent.stored.record.reason = "x=y\nz";
  const std::string line = cef_line(sent.stored);
  EXPECT_THAT(line, StartsWith("CEF:0|guard|guard|"));
  EXPECT_THAT(line, HasSubstr("|delete|a\\|b\\\\c|6|rt="));
  EXPECT_THAT(line, HasSubstr(" reason=x\\=y"));
  EXPECT_THAT(line, Not(HasSubstr("\n")));
}

TEST(CefLineTest, ItsHashesAreReadBack) {
  const auto records = arrived_in(cef_line(sample("").stored));
  ASSERT_THAT(records, SizeIs(1));
  ASSERT_THAT(records[0].links, SizeIs(1));
  EXPECT_EQ(records[0].links[0].session, "s");
  EXPECT_EQ(records[0].links[0].seq, 7U);
  EXPECT_EQ(records[0].links[0].hash, std::string(64, 'b'));
  EXPECT_EQ(records[0].links[0].prev_hash, std::string(64, 'c'));
}

TEST(JournalEntryTest, HasAFieldALine) {
  const std::string entry = journal_entry(sample("{\"a\":1}"));
  EXPECT_THAT(entry, StartsWith("MESSAGE=ask delete: rm -rf /home/me/project/tmp_a\nPRIORITY=6\n"));
  EXPECT_THAT(entry, HasSubstr("\nGUARD_SEQ=7\n"));
  EXPECT_THAT(entry, HasSubstr("\nGUARD_RECORD={\"a\":1}\n"));
}

TEST(JournalEntryTest, ALineBreakInAValueStandsBehindItsLength) {
  SinkRecord sent = sample("{}");
  sent.stored.record.category = "a\nb";
  EXPECT_THAT(journal_entry(sent),
              HasSubstr(std::string("\nGUARD_CATEGORY\n\3\0\0\0\0\0\0\0a\nb\n", 28)));
}

TEST(ShortBodyTest, NamesTheRecordAndSaysThatItIsCut) {
  SinkRecord sent = sample("");
  sent.stored.record.argv = {std::string(100'000, 'x')};
  const std::string body = short_body(sent.stored);
  EXPECT_LT(body.size(), 2000U);
  const auto records = arrived_in(body);
  ASSERT_THAT(records, SizeIs(1));
  EXPECT_TRUE(records[0].is_cut);
  EXPECT_FALSE(records[0].links.at(0).is_changed);
  EXPECT_EQ(records[0].links.at(0).seq, 7U);
}

}  // namespace
}  // namespace guard::supervisor
