// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/read/record_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <set>

#include "supervisor/audit/read/filter_sql.h"
#include "supervisor/audit/read/query.h"
#include "supervisor/audit/store/recorder.h"
#include "supervisor/audit/store/schema.h"
#include "supervisor/audit/store/sqlite.h"
#include "tests/supervisor/audit/sample_records.h"
#include "tests/supervisor/audit/temporary_folder.h"

namespace guard::supervisor {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr int kRecords = 20'000;
constexpr int kOwn = 100;  // of each of the other sessions

// "r0" to "r19999", two at each moment; every 5000th is a deny. Then a session of its own.
class RecordPageTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryFolder>();
    fill("many", kRecords, "r");
    fill("few", kOwn, "f");
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static void fill(const std::string& session, int count, const std::string& name) {
    auto recorder = Recorder::open(folder_->path(), session);
    ASSERT_TRUE(recorder);
    for (int i = 0; i < count; ++i) {
      AuditRecord record = sample_record("/w/" + name + std::to_string(i));
      record.rule = name + std::to_string(i);
      record.timestamp = moment(i / 2);
      record.decision = i % 5000 == 4999 ? "deny" : "allow";
      (*recorder)->record(std::move(record));
      if (i % 1000 == 0) {
        ASSERT_TRUE((*recorder)->flush());
      }
    }
    ASSERT_TRUE((*recorder)->flush());
  }
  static std::string moment(int second) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "2025-03-01T%02d:%02d:%02d.000000Z", second / 3600,
                  second / 60 % 60, second % 60);
    return text.data();
  }

  static RecordPage page(const AuditFilter& filter, const PageWish& wish) {
    const auto reader = AuditReader::open(folder_->path());
    EXPECT_TRUE(reader);
    auto page = (*reader)->page(filter, wish);
    EXPECT_TRUE(page) << page.error().text();
    return page ? std::move(*page) : RecordPage{};
  }
  static std::vector<std::string> names(const RecordPage& page) {
    std::vector<std::string> names;
    for (const StoredRecord& stored : page.records) names.push_back(stored.record.rule);
    return names;
  }
  static AuditFilter of_session(const std::string& session) {
    AuditFilter filter;
    filter.session = session;
    return filter;
  }

  static std::unique_ptr<TemporaryFolder> folder_;
};
std::unique_ptr<TemporaryFolder> RecordPageTest::folder_;

TEST_F(RecordPageTest, PagesHaveEveryRecordOnceInEitherOrder) {
  for (const AuditFilter& filter : {AuditFilter{}, of_session("many")}) {
    std::set<std::int64_t> seen;
    std::vector<std::string> last;
    std::size_t pages = 0;
    for (PageWish wish{.place = "", .records = 499}; pages == 0 || !wish.place.empty(); ++pages) {
      const RecordPage one = page(filter, wish);
      for (const StoredRecord& stored : one.records) EXPECT_TRUE(seen.insert(stored.id).second);
      last = names(one);
      wish.place = one.older;
    }
    EXPECT_EQ(seen.size(), filter.session.empty() ? kRecords + kOwn : kRecords);
    EXPECT_EQ(last.back(), "r0");
  }
}

TEST_F(RecordPageTest, NewerOnesLeadBackWhereOlderOnesCameFrom) {
  for (const AuditFilter& filter : {AuditFilter{}, of_session("many")}) {
    const RecordPage first = page(filter, {.place = "", .records = 50});
    EXPECT_EQ(first.newer, "");
    const RecordPage second = page(filter, {.place = first.older, .records = 50});
    const RecordPage third = page(filter, {.place = second.older, .records = 50});
    const RecordPage back =
        page(filter, {.towards = Towards::kNewer, .place = third.newer, .records = 50});
    EXPECT_EQ(names(back), names(second));
    const RecordPage again =
        page(filter, {.towards = Towards::kNewer, .place = back.newer, .records = 50});
    EXPECT_EQ(names(again), names(first));
    EXPECT_EQ(again.newer, "");
  }
}

TEST_F(RecordPageTest, TheOtherEndIsReachedAtOnce) {
  const RecordPage oldest =
      page(of_session("many"), {.towards = Towards::kNewer, .place = "", .records = 3});
  EXPECT_THAT(names(oldest), ElementsAre("r2", "r1", "r0"));
  EXPECT_EQ(oldest.older, "");
  EXPECT_NE(oldest.newer, "");
}

TEST_F(RecordPageTest, APageLooksAtNoMoreRowsThanItMay) {
  AuditFilter filter = of_session("many");
  filter.decisions = {"deny"};
  const RecordPage first = page(filter, {.place = "", .records = 50, .rows = 5'000});
  EXPECT_THAT(names(first), ElementsAre("r19999"));
  EXPECT_EQ(first.looked_at, 5'000U);
  EXPECT_NE(first.older, "");
  const RecordPage rest = page(filter, {.place = first.older, .records = 50, .rows = 50'000});
  EXPECT_THAT(names(rest), ElementsAre("r14999", "r9999", "r4999"));
  EXPECT_EQ(rest.older, "");
}

TEST_F(RecordPageTest, NothingIsOlderThanTheLastThatFits) {
  AuditFilter filter;
  filter.session = "few";
  const RecordPage all = page(filter, {.place = "", .records = kOwn});
  EXPECT_EQ(all.records.size(), kOwn);
  EXPECT_EQ(all.older, "");
}

TEST_F(RecordPageTest, ATimeIsNotReachedThroughWhatIsNewer) {
  AuditFilter filter;
  filter.until = moment(30);
  const RecordPage before = page(filter, {.place = "", .records = 1, .rows = 100});
  EXPECT_THAT(names(before), ElementsAre("f59"));
  filter.since = moment(29);
  EXPECT_THAT(names(page(filter, {.place = "", .records = 50, .rows = 100})),
              testing::UnorderedElementsAre("r59", "r58", "f59", "f58"));
}

TEST_F(RecordPageTest, APlaceIsOneOfItsOwn) {
  const auto reader = AuditReader::open(folder_->path());
  for (const char* place : {"x", "_", "1_x", "x_", "2025-03-01_"})
    EXPECT_FALSE((*reader)->page({}, {.place = place})) << place;
  EXPECT_FALSE((*reader)->page(of_session("many"), {.place = "2025-03-01T00:00:00Z_1"}));
  const RecordPage none = page({}, {.place = "' OR 1=1_1"});
  EXPECT_THAT(none.records, IsEmpty());
}

// Each piece of a search is looked at once, whatever bounds all of it.
TEST_F(RecordPageTest, ATimeMakesNoSearchLonger) {
  const auto work_of = [](const AuditFilter& filter, Towards towards) {
    const auto reader = AuditReader::open(folder_->path());
    int work = 0;
    (*reader)->watch([&work](std::uint64_t, std::uint64_t) { return ++work > 0; });
    const auto page = (*reader)->page(filter, {.towards = towards, .place = "", .records = 50});
    EXPECT_TRUE(page && page->records.empty());
    return work;
  };
  AuditFilter filter;
  filter.path = "no/such/file";
  for (const Towards towards : {Towards::kOlder, Towards::kNewer}) {
    const int plain = work_of(filter, towards);
    AuditFilter bounded = filter;
    bounded.since = moment(0);
    bounded.until = moment(80'000);
    EXPECT_LE(work_of(bounded, towards), plain + 2);
    bounded = filter;
    bounded.session = "many";
    bounded.first_seq = 1;
    bounded.last_seq = 1'000'000;
    EXPECT_LE(work_of(bounded, towards), plain + 2);
  }
}

TEST_F(RecordPageTest, APlaceBeyondTheTimesLeadsToNothingElse) {
  AuditFilter all;
  const RecordPage newest = page(all, {.place = "", .records = 50});
  AuditFilter filter;
  filter.until = moment(30);
  EXPECT_THAT(names(page(filter, {.place = newest.older, .records = 1})), ElementsAre("f59"));
  filter = {};
  filter.since = moment(9'999);
  const RecordPage oldest = page(all, {.towards = Towards::kNewer, .place = "", .records = 50});
  EXPECT_THAT(
      names(page(filter, {.towards = Towards::kNewer, .place = oldest.newer, .records = 50})),
      ElementsAre("r19999", "r19998"));
}

TEST_F(RecordPageTest, WhatNobodyWaitsForEnds) {
  const auto reader = AuditReader::open(folder_->path());
  AuditFilter filter;
  filter.path = "no/such/file";
  EXPECT_TRUE((*reader)->page(filter, {}));
  (*reader)->watch([](std::uint64_t, std::uint64_t) { return false; });
  const auto page = (*reader)->page(filter, {});
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().sys_errno, EINTR);
  const auto trends = (*reader)->trends({});
  ASSERT_FALSE(trends);
  EXPECT_EQ(trends.error().sys_errno, EINTR);
}

// A long record is slow with a plan that sorts, or that reads rows to find a place.
TEST_F(RecordPageTest, PlacesAreFoundByTheIndexAlone) {
  auto database = Database::open(folder_->path() + "/" + kDatabaseName, Access::kReadOnly);
  ASSERT_TRUE(database);
  for (AuditFilter filter : {AuditFilter{}, of_session("many")}) {
    filter.order = Order::kNewestFirst;
    const FilterSql sql(filter);
    auto plan = database->prepare("EXPLAIN QUERY PLAN " + sql.edge_sql(RowsFrom::kBehindKey, 100));
    ASSERT_TRUE(plan);
    std::string text;
    while (*plan->step()) text += std::string(plan->text(3)) + "\n";
    EXPECT_THAT(text, HasSubstr("COVERING INDEX"));
    EXPECT_THAT(text, Not(HasSubstr("TEMP B-TREE")));
  }
}

}  // namespace
}  // namespace guard::supervisor
