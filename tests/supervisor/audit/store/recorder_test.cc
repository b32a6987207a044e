// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/store/recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <map>
#include <memory>
#include <thread>

#include "base/limits.h"
#include "supervisor/audit/record/digest.h"
#include "tests/supervisor/audit/opened_recorder.h"
#include "tests/supervisor/audit/sample_records.h"

namespace guard::supervisor {
namespace {

// The stored form of an exported record: what its hash was made of.
AuditRecord as_stored(const StoredRecord& stored) {
  AuditRecord record = stored.record;
  if (record.kind != kKindIntent) return record;
  record.outcome = "";
  record.error = 0;
  record.duration_ms = 0;
  return record;
}

// Recomputes a session's chain from what an export shows; returns its links.
std::size_t verified_links(const std::vector<StoredRecord>& rows) {
  struct Link {
    std::string prev_hash;
    std::string hash;
    std::string computed;
  };
  std::map<std::uint64_t, Link> links;
  for (const StoredRecord& row : rows) {
    const AuditRecord record = as_stored(row);
    links[record.seq] = {record.prev_hash, record.hash, sha256_hex(canonical_json(record))};
    if (!row.ending) continue;
    const OutcomeLink& end = *row.ending;
    links[end.seq] = {end.prev_hash, end.hash, sha256_hex(canonical_json(end))};
  }
  std::string before(kFirstPrevHash);
  std::uint64_t expected = 1;
  for (const auto& [seq, link] : links) {
    EXPECT_EQ(seq, expected++);
    EXPECT_EQ(link.prev_hash, before) << seq;
    EXPECT_EQ(link.hash, link.computed) << seq;
    before = link.hash;
  }
  return links.size();
}

// A commit that changes no page would reach no disk, and leave what was written before where it is.
TEST(RecorderTest, AFlushOfNothingIsWritten) {
  const TemporaryFolder folder;
  const auto recorder = open_recorder(folder);
  struct stat before {};
  struct stat after {};
  ASSERT_TRUE(recorder->flush());
  ASSERT_EQ(::stat((folder.path() + "/audit.db-wal").c_str(), &before), 0);
  ASSERT_TRUE(recorder->flush());
  ASSERT_EQ(::stat((folder.path() + "/audit.db-wal").c_str(), &after), 0);
  EXPECT_GT(after.st_size, before.st_size);
}

// The next start reads all of the log that is left.
TEST(RecorderTest, ALongLogIsShortAfterTheEnd) {
  const TemporaryFolder folder;
  const auto log_size = [&] {
    struct stat status {};
    return ::stat((folder.path() + "/audit.db-wal").c_str(), &status) == 0 ? status.st_size : -1;
  };
  constexpr int kRecords = 2000;
  auto recorder = open_recorder(folder);
  for (int i = 0; i < kRecords; ++i) recorder->record(sample_record());
  ASSERT_TRUE(recorder->flush());
  ASSERT_GT(log_size(), 1 << 20);
  recorder.reset();
  EXPECT_GT(log_size(), 0);
  EXPECT_LT(log_size(), 64 << 10);
  EXPECT_EQ(read_all(folder.path()).size(), kRecords);
}

TEST(RecorderTest, StoresEveryFieldOfARecord) {
  const TemporaryFolder folder;
  const AuditRecord given = sample_record();
  open_recorder(folder)->record(given);
  const auto rows = read_all(folder.path());
  ASSERT_EQ(rows.size(), 1U);
  nlohmann::json expected = to_json(given);
  expected["session_id"] = "s1";
  expected["kind"] = "act";
  expected["seq"] = 1;
  expected["prev_hash"] = kFirstPrevHash;
  expected["hash"] = rows[0].record.hash;
  EXPECT_EQ(to_json(rows[0].record), expected);
}

TEST(RecorderTest, FillsInIdAndTimeWhenMissing) {
  const TemporaryFolder folder;
  AuditRecord record = sample_record();
  record.request_id.clear();
  record.timestamp.clear();
  open_recorder(folder)->record(record);
  const auto rows = read_all(folder.path());
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_TRUE(is_uuid(rows[0].record.request_id));
  EXPECT_EQ(rows[0].record.timestamp.size(), std::string("2025-03-01T09:05:07.000250Z").size());
}

TEST(RecorderTest, IntentIsReadableBeforeStoreIntentReturns) {
  const TemporaryFolder folder;
  const auto recorder = open_recorder(folder);
  ASSERT_TRUE(recorder->store_intent(sample_record()));
  const auto rows = read_all(folder.path());
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].record.kind, "intent");
}

TEST(RecorderTest, AnIntentWithoutOutcomeReadsUnknown) {
  const TemporaryFolder folder;
  ASSERT_TRUE(open_recorder(folder)->store_intent(sample_record()));
  const auto rows = read_all(folder.path());
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].record.outcome, "unknown");
  EXPECT_FALSE(rows[0].ending);
  EXPECT_EQ(verified_links(rows), 1U);
}

TEST(RecorderTest, AnIntentSurvivesTheProcessThatWasKilledAfterIt) {
  const TemporaryFolder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    const auto recorder = Recorder::open(folder.path(), "s1");
    if (recorder && (*recorder)->store_intent(sample_record())) ::kill(::getpid(), SIGKILL);
    ::_exit(1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  const auto rows = read_all(folder.path());
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].record.outcome, "unknown");
  open_recorder(folder)->record(sample_record());
  EXPECT_EQ(verified_links(read_all(folder.path())), 2U);
}

TEST(RecorderTest, OutcomesAreJoinedToTheirIntents) {
  const TemporaryFolder folder;
  const AuditRecord one = sample_record();
  const AuditRecord two = sample_record();
  {
    const auto recorder = open_recorder(folder);
    ASSERT_TRUE(recorder->store_intent(one));
    ASSERT_TRUE(recorder->store_intent(two));
    recorder->store_outcome({two.request_id, "failed", EACCES, 7, "permission denied"});
    recorder->store_outcome({one.request_id, "done", 0, 3, "deleted"});
  }
  const auto rows = read_all(folder.path());
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].record.request_id, one.request_id);
  EXPECT_EQ(rows[0].record.outcome, "done");
  EXPECT_EQ(rows[1].record.outcome, "failed");
  EXPECT_EQ(rows[1].record.error, EACCES);
  EXPECT_EQ(rows[1].record.duration_ms, 7);
  EXPECT_EQ(rows[1].record.result_summary, two.result_summary);
  ASSERT_TRUE(rows[1].ending);
  EXPECT_EQ(rows[1].ending->outcome.result_summary, "permission denied");
}

TEST(RecorderTest, TheChainOfRecordsAndOutcomesCanBeRecomputed) {
  const TemporaryFolder folder;
  {
    const auto recorder = open_recorder(folder);
    for (int i = 0; i < 20; ++i) {
      const AuditRecord intent = sample_record("/w/\xFF bad \n" + std::to_string(i));
      recorder->record(sample_record());
      ASSERT_TRUE(recorder->store_intent(intent));
      recorder->store_outcome({intent.request_id, "done", 0, i, "gone \xC0"});
    }
  }
  EXPECT_EQ(verified_links(read_all(folder.path())), 60U);
}

TEST(RecorderTest, ASessionThatIsOpenedAgainGoesOnWithItsChain) {
  const TemporaryFolder folder;
  for (int run = 0; run < 3; ++run) open_recorder(folder)->record(sample_record());
  EXPECT_EQ(verified_links(read_all(folder.path())), 3U);
}

TEST(RecorderTest, SessionsShareADatabaseAndKeepTheirOwnChains) {
  const TemporaryFolder folder;
  constexpr int kSessions = 4;
  constexpr int kEach = 50;
  std::vector<std::thread> threads;
  for (int s = 0; s < kSessions; ++s) {
    threads.emplace_back([&folder, s] {
      const auto recorder = open_recorder(folder, "s" + std::to_string(s));
      for (int i = 0; i < kEach; ++i) {
        const AuditRecord intent = sample_record();
        EXPECT_TRUE(recorder->store_intent(intent));
        recorder->store_outcome({intent.request_id, "done", 0, 1, ""});
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int s = 0; s < kSessions; ++s) {
    AuditFilter filter;
    filter.session = "s" + std::to_string(s);
    EXPECT_EQ(verified_links(read_all(folder.path(), filter)), 2U * kEach);
  }
}

TEST(RecorderTest, TwoRecordersOfOneSessionStillMakeOneChain) {
  const TemporaryFolder folder;
  {
    const auto one = open_recorder(folder);
    const auto two = open_recorder(folder);
    for (int i = 0; i < 10; ++i) {
      ASSERT_TRUE(one->store_intent(sample_record()));
      ASSERT_TRUE(two->store_intent(sample_record()));
    }
  }
  EXPECT_EQ(verified_links(read_all(folder.path())), 20U);
}

TEST(RecorderTest, ManyThreadsMayStoreIntents) {
  const TemporaryFolder folder;
  {
    const auto recorder = open_recorder(folder);
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 25; ++i) EXPECT_TRUE(recorder->store_intent(sample_record()));
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(verified_links(read_all(folder.path())), 200U);
}

TEST(RecorderTest, TheQueueHasABound) {
  constexpr std::size_t kRecords = size_limit("audit.queue");
  EXPECT_TRUE(fits_in_queue(kRecords - 2, 0, 1));
  EXPECT_TRUE(fits_in_queue(kRecords - 1, 0, 1));  // with this one as many as may
  EXPECT_FALSE(fits_in_queue(kRecords, 0, 1));
  constexpr std::size_t kBytes = size_limit("audit.queue_bytes");
  EXPECT_TRUE(fits_in_queue(1, kBytes - 2, 1));
  EXPECT_TRUE(fits_in_queue(1, kBytes - 1, 1));
  EXPECT_FALSE(fits_in_queue(1, kBytes, 1));
}

TEST(RecorderTest, ItIsBehindAfterItsTime) {
  constexpr std::chrono::milliseconds kMost = time_limit("audit.behind");
  constexpr std::chrono::milliseconds kOne{1};
  EXPECT_FALSE(is_too_late(kMost - kOne));
  EXPECT_FALSE(is_too_late(kMost));
  EXPECT_TRUE(is_too_late(kMost + kOne));
}

// Says which of them it is, and counts how many were made.
class LateRecord final : public RecordToMake {
 public:
  LateRecord(int number, std::atomic<int>& made) : number_(number), made_(made) {}
  AuditRecord make() override {
    ++made_;
    AuditRecord record = sample_record();
    record.result_summary = std::to_string(number_);
    return record;
  }

 private:
  int number_;
  std::atomic<int>& made_;
};

TEST(RecorderTest, RecordsThatAreMadeLateKeepTheirPlace) {
  constexpr int kRecords = 9000;  // more than wait unmade
  const TemporaryFolder folder;
  const auto recorder = open_recorder(folder);
  std::atomic<int> made = 0;
  for (int i = 0; i < kRecords; ++i)
    recorder->record_later(std::make_unique<LateRecord>(i, made), 100);
  ASSERT_TRUE(recorder->flush());
  EXPECT_EQ(made, kRecords);
  AuditFilter filter;
  filter.order = Order::kAsStored;
  const auto rows = read_all(folder.path(), filter);
  ASSERT_EQ(rows.size(), std::size_t{kRecords});
  for (int i = 0; i < kRecords; ++i)
    ASSERT_EQ(rows[static_cast<std::size_t>(i)].record.result_summary, std::to_string(i));
}

TEST(RecorderTest, WhatIsStillToBeMadeIsMadeAtTheEnd) {
  const TemporaryFolder folder;
  std::atomic<int> made = 0;
  open_recorder(folder)->record_later(std::make_unique<LateRecord>(7, made), 100);
  EXPECT_EQ(made, 1);
  const auto rows = read_all(folder.path());
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows.front().record.result_summary, "7");
}

TEST(RecorderTest, FlushMakesQueuedRecordsReadable) {
  const TemporaryFolder folder;
  const auto recorder = open_recorder(folder);
  for (int i = 0; i < 5000; ++i) recorder->record(sample_record());
  ASSERT_TRUE(recorder->flush());
  EXPECT_EQ(read_all(folder.path()).size(), 5000U);
  EXPECT_TRUE(recorder->healthy());
}

TEST(RecorderTest, WhatIsVeryLongIsCutAndSaysHowLongItWas) {
  const TemporaryFolder folder;
  AuditRecord record = sample_record();
  record.argv = {"printf", std::string(1U << 20U, 'x'), "two", "three"};
  record.result_summary = std::string(1U << 20U, '\1');
  record.objects = std::vector<std::string>(100'000, "/w/\xC3\xA9");
  open_recorder(folder)->record(record);
  const auto rows = read_all(folder.path());
  ASSERT_EQ(rows.size(), 1U);
  const AuditRecord& stored = rows[0].record;
  ASSERT_EQ(stored.argv.size(), 3U);
  EXPECT_EQ(stored.argv[0], "printf");
  EXPECT_THAT(stored.argv[1], testing::EndsWith("x[cut: 1048576 bytes in all]"));
  EXPECT_EQ(stored.argv[2], "[cut: 2 more words, 8 bytes]");
  EXPECT_THAT(stored.result_summary, testing::EndsWith("\1[cut: 1048576 bytes in all]"));
  EXPECT_THAT(stored.objects.back(), testing::MatchesRegex("\\[cut: [0-9]+ more words, .*"));
  EXPECT_LT(to_json(stored).dump().size(), 180U << 10U);
  EXPECT_EQ(verified_links(rows), 1U);
}

TEST(RecorderTest, ACutLeavesWholeCharactersAndWholePaths) {
  const TemporaryFolder folder;
  AuditRecord record = sample_record();
  record.argv = {};
  for (std::size_t length = 65'400; length < 65'700; length += 5) {
    std::string text(length % 7, 'a');
    while (text.size() < length) text += "\xE2\x82\xAC";
    AuditRecord one = record;
    one.argv = {text};
    one.cwd = "/" + std::string(4094, '\xFF');  // no text: four bytes each
    open_recorder(folder)->record(one);
  }
  for (const StoredRecord& row : read_all(folder.path())) {
    EXPECT_FALSE(row.record.argv[0].find("\\x") != std::string::npos);
    EXPECT_EQ(row.record.cwd.size(), 1U + 4U * 4094U);
  }
}

TEST(RecorderTest, AnOutcomeOfNobodyIsKeptInTheChain) {
  const TemporaryFolder folder;
  {
    const auto recorder = open_recorder(folder);
    recorder->store_outcome({"no such request", "done", 0, 1, ""});
    recorder->record(sample_record());
  }
  const auto rows = read_all(folder.path());
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].record.seq, 2U);
}

}  // namespace
}  // namespace guard::supervisor
