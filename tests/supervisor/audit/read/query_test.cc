// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/read/query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "supervisor/audit/record/audit_time.h"
#include "supervisor/audit/store/recorder.h"
#include "tests/supervisor/audit/sample_records.h"
#include "tests/supervisor/audit/temporary_folder.h"
#include "tests/support/local_zone.h"

namespace guard::supervisor {
namespace {

using ::testing::ElementsAre;

class QueryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto first = Recorder::open(folder_.path(), "first");
    auto second = Recorder::open(folder_.path(), "second");
    ASSERT_TRUE(first && second);
    store(**first, "a", 0, "allow", "2025-03-01T10:00:00.000000Z");
    store(**second, "b", 2, "ask", "2025-03-01T11:00:00.000000Z");
    store(**first, "c", 3, "deny", "2025-03-01T12:00:00.000000Z");
    store(**second, "d", 1, "allow", "2025-03-01T13:00:00.000000Z");
  }

  static void store(Recorder& recorder, const std::string& name, int tier,
                    const std::string& decision, const std::string& time) {
    AuditRecord record = sample_record("/w/" + name);
    record.rule = name;
    record.risk_tier = tier;
    record.decision = decision;
    record.timestamp = time;
    if (tier == 3) record.categories = {"SUDO"};
    if (tier == 0) record.act = "exec";
    recorder.record(record);
    ASSERT_TRUE(recorder.flush());
  }

  // The names of the matching records, in order.
  [[nodiscard]] std::vector<std::string> find(const AuditFilter& filter) const {
    std::vector<std::string> names;
    for (const StoredRecord& row : read_all(folder_.path(), filter)) {
      names.push_back(row.record.rule);
    }
    return names;
  }

  TemporaryFolder folder_;
};

TEST_F(QueryTest, OrdersByTime) {
  AuditFilter filter;
  EXPECT_THAT(find(filter), ElementsAre("a", "b", "c", "d"));
  filter.order = Order::kNewestFirst;
  EXPECT_THAT(find(filter), ElementsAre("d", "c", "b", "a"));
}

TEST_F(QueryTest, ALimitKeepsTheNewestInEitherOrder) {
  AuditFilter filter;
  filter.limit = 2;
  EXPECT_THAT(find(filter), ElementsAre("c", "d"));
  filter.order = Order::kNewestFirst;
  EXPECT_THAT(find(filter), ElementsAre("d", "c"));
  filter.limit = 100;
  EXPECT_THAT(find(filter), ElementsAre("d", "c", "b", "a"));
  filter.order = Order::kOldestFirst;
  EXPECT_THAT(find(filter), ElementsAre("a", "b", "c", "d"));
}

TEST_F(QueryTest, FiltersBySession) {
  AuditFilter filter;
  filter.session = "second";
  EXPECT_THAT(find(filter), ElementsAre("b", "d"));
  filter.limit = 1;
  EXPECT_THAT(find(filter), ElementsAre("d"));
  filter.session = "none";
  EXPECT_THAT(find(filter), ElementsAre());
}

TEST_F(QueryTest, SinceIsInclusiveAndUntilExclusive) {
  AuditFilter filter;
  filter.since = "2025-03-01T11:00:00.000000Z";
  filter.until = "2025-03-01T13:00:00.000000Z";
  EXPECT_THAT(find(filter), ElementsAre("b", "c"));
}

TEST_F(QueryTest, FiltersByTierDecisionActAndCategory) {
  AuditFilter tier;
  tier.min_tier = 2;
  EXPECT_THAT(find(tier), ElementsAre("b", "c"));
  AuditFilter decision;
  decision.decisions = {"allow"};
  EXPECT_THAT(find(decision), ElementsAre("a", "d"));
  AuditFilter act;
  act.acts = {"exec"};
  EXPECT_THAT(find(act), ElementsAre("a"));
  AuditFilter category;
  category.categories = {"SUDO"};
  EXPECT_THAT(find(category), ElementsAre("c"));
  category.categories = {"FS_OUTSIDE_WORKSPACE"};
  EXPECT_THAT(find(category), ElementsAre("a", "b", "d"));
}

TEST_F(QueryTest, OfSeveralValuesOneMustHold) {
  AuditFilter filter;
  filter.categories = {"SUDO", "NONE"};
  EXPECT_THAT(find(filter), ElementsAre("c"));
  filter.categories = {"SUDO", "FS_OUTSIDE_WORKSPACE"};
  EXPECT_THAT(find(filter), ElementsAre("a", "b", "c", "d"));
  filter.decisions = {"deny", "allow"};
  const auto some = find(filter);
  filter.decisions = {"allow"};
  EXPECT_THAT(find(filter), ElementsAre("a", "d"));
  EXPECT_EQ(some.size(), 3U);
}

TEST_F(QueryTest, SeveralSessionsAreToldByTime) {
  AuditFilter filter;
  filter.sessions = {{"second", 0, 0}, {"first", 0, 0}};
  EXPECT_THAT(find(filter), ElementsAre("a", "b", "c", "d"));
  filter.sessions = {{"second", 0, 0}, {"none", 0, 0}};
  EXPECT_THAT(find(filter), ElementsAre("b", "d"));
}

TEST_F(QueryTest, FiltersByPartsOfPathAndCommand) {
  AuditFilter path;
  path.path = "/w/b";
  EXPECT_THAT(find(path), ElementsAre("b"));
  AuditFilter command;
  command.command = "-rf /w/c";
  EXPECT_THAT(find(command), ElementsAre("c"));
  command.command = "' OR 1=1 --";
  EXPECT_THAT(find(command), ElementsAre());
}

TEST_F(QueryTest, FindsByTheBeginningOfAnId) {
  const auto all = read_all(folder_.path());
  ASSERT_EQ(all.size(), 4U);
  AuditFilter filter;
  filter.request_id = all[2].record.request_id.substr(0, 12);
  EXPECT_THAT(find(filter), ElementsAre("c"));
}

TEST_F(QueryTest, CountsWhatMatches) {
  auto reader = AuditReader::open(folder_.path());
  ASSERT_TRUE(reader);
  const auto stats = (*reader)->stats({});
  ASSERT_TRUE(stats) << stats.error().text();
  EXPECT_EQ(stats->records, 4U);
  EXPECT_EQ(stats->sessions, 2U);
  EXPECT_EQ(stats->first, "2025-03-01T10:00:00.000000Z");
  ASSERT_FALSE(stats->counts.empty());
  EXPECT_EQ(stats->counts[0].name, "decision");
  EXPECT_THAT(
      stats->counts[0].values,
      ElementsAre(testing::Pair("allow", 2U), testing::Pair("ask", 1U), testing::Pair("deny", 1U)));
}

TEST_F(QueryTest, AReaderThatStopsHalfwayDoesNotHoldTheWriter) {
  auto reader = AuditReader::open(folder_.path());
  auto recorder = Recorder::open(folder_.path(), "third");
  ASSERT_TRUE(reader && recorder);
  int seen = 0;
  const auto read = (*reader)->each({}, [&](const StoredRecord&) {
    EXPECT_TRUE((*recorder)->store_intent(sample_record()));
    return ++seen < 3;
  });
  EXPECT_TRUE(read);
  EXPECT_EQ(seen, 3);
}

TEST(QueryPagesTest, EveryRecordIsSeenOnceThoughTimesAreEqual) {
  const TemporaryFolder folder;
  {
    auto recorder = Recorder::open(folder.path(), "s");
    ASSERT_TRUE(recorder);
    for (int i = 0; i < 1000; ++i) (*recorder)->record(sample_record());
  }
  for (const Order order : {Order::kOldestFirst, Order::kNewestFirst}) {
    for (const char* session : {"", "s"}) {
      AuditFilter filter;
      filter.order = order;
      filter.session = session;
      const auto rows = read_all(folder.path(), filter);
      ASSERT_EQ(rows.size(), 1000U);
      const bool ascending = order == Order::kOldestFirst;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        ASSERT_EQ(rows[i].record.seq, ascending ? i + 1 : rows.size() - i);
      }
    }
  }
}

TEST(QueryOpenTest, SaysThatThereIsNoDatabase) {
  const TemporaryFolder folder;
  for (const std::string& directory : {folder.path(), folder.file("missing")}) {
    const auto reader = AuditReader::open(directory);
    ASSERT_FALSE(reader);
    EXPECT_EQ(reader.error().code, Code::kNotFound);
    EXPECT_THAT(reader.error().text(), testing::HasSubstr("no audit database"));
  }
}

TEST(AuditTimeTest, AcceptsAgesAndPointsInTime) {
  const TimePoint now = *parse_iso_time("2025-03-10T12:00:00Z");
  EXPECT_EQ(audit_time("90s", now), "2025-03-10T11:58:30.000000Z");
  EXPECT_EQ(audit_time("2h", now), "2025-03-10T10:00:00.000000Z");
  EXPECT_EQ(audit_time("3d", now), "2025-03-07T12:00:00.000000Z");
  EXPECT_EQ(audit_time("1w", now), "2025-03-03T12:00:00.000000Z");
  // The clock's last showing of that.
  EXPECT_EQ(audit_time("10:05", now), "2025-03-10T10:05:00.000000Z");
  EXPECT_EQ(audit_time("12:00:00", now), "2025-03-10T12:00:00.000000Z");
  EXPECT_EQ(audit_time("12:00:01", now), "2025-03-09T12:00:01.000000Z");
  for (const char* text :
       {"24:00", "1:05", "10:60", "10:05:60", "10:05:", "10.05", "+1:05", "10:5"})
    EXPECT_FALSE(audit_time(text, now)) << text;
  EXPECT_EQ(audit_time("2025-03-01", now), "2025-03-01T00:00:00.000000Z");
  EXPECT_EQ(audit_time("today", now), "2025-03-10T00:00:00.000000Z");
  EXPECT_EQ(audit_time("yesterday", now), "2025-03-09T00:00:00.000000Z");
  EXPECT_EQ(audit_time("2 hours ago", now), "2025-03-10T10:00:00.000000Z");
  EXPECT_EQ(audit_time("1 day", now), "2025-03-09T12:00:00.000000Z");
  EXPECT_EQ(audit_time("10min ago", now), "2025-03-10T11:50:00.000000Z");
}

// Berlin: +01:00, from 30 March on +02:00.
TEST(AuditTimeTest, TimesWithoutAZoneAreThoseOfTheClockOnTheWall) {
  const LocalZone zone("CET-1CEST,M3.5.0,M10.5.0/3");
  const auto local = [](const char* text, const char* now) {
    return audit_time(text, *parse_iso_time(now), TimeZone::kLocal);
  };
  EXPECT_EQ(local("2025-03-01", "2025-03-10T12:00:00Z"), "2025-02-28T23:00:00.000000Z");
  EXPECT_EQ(local("2025-07-01 10:30:15.25", "2025-03-10T12:00:00Z"), "2025-07-01T08:30:15.250000Z");
  EXPECT_EQ(local("2025-03-01T10:30Z", "2025-03-10T12:00:00Z"), "2025-03-01T10:30:00.000000Z");
  EXPECT_EQ(local("2025-03-01T10:30-02:00", "2025-03-10T12:00:00Z"), "2025-03-01T12:30:00.000000Z");
  EXPECT_EQ(local("today", "2025-03-10T23:30:00Z"), "2025-03-10T23:00:00.000000Z");
  EXPECT_EQ(local("yesterday", "2025-03-31T12:00:00Z"), "2025-03-29T23:00:00.000000Z");
  EXPECT_EQ(local("2h", "2025-03-10T12:00:00Z"), "2025-03-10T10:00:00.000000Z");
}

TEST(AuditTimeTest, RefusesEverythingElse) {
  for (const char* text : {"", "h", "2", "-2h", "2y", "2h ", "99999999999999999999d", "tomorrow",
                           "Today", "2 hours ago ", "hours ago", "ago"}) {
    EXPECT_FALSE(audit_time(text, TimePoint())) << text;
  }
}

}  // namespace
}  // namespace guard::supervisor
