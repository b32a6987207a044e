// SPDX-License-Identifier: Apache-2.0
// Sending to a file and proving that it has all: on a database that a recorder writes.
#include "supervisor/sinks/sink_sender.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include "base/clock.h"
#include "supervisor/audit/store/recorder.h"
#include "supervisor/sinks/sink_verifier.h"
#include "tests/supervisor/audit/sample_records.h"
#include "tests/supervisor/audit/temporary_folder.h"

namespace guard::supervisor {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class SinkSenderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto recorder = Recorder::open(folder_.path(), "s");
    ASSERT_TRUE(recorder);
    recorder_ = std::move(*recorder);
    plan_.sink.name = "local";
    plan_.sink.path = folder_.path() + "/out";
  }

  std::size_t send() {
    EXPECT_TRUE(recorder_->flush());
    SinkSender sender(plan_, folder_.path());
    std::size_t sent = 0;
    while (true) {
      const auto step = sender.step();
      EXPECT_TRUE(step) << step.error().text();
      if (!step) return sent;
      sent += step->sent;
      if (step->is_all) return sent;
    }
  }

  std::vector<std::string> lines() const {
    std::ifstream file(plan_.sink.path);
    std::vector<std::string> all;
    for (std::string line; std::getline(file, line);) all.push_back(line);
    return all;
  }

  SinkVerdict verify(const std::vector<std::string>& arrived) const {
    const auto reader = AuditReader::open(folder_.path());
    EXPECT_TRUE(reader);
    SinkVerifier verifier(reader->get());
    for (const std::string& line : arrived) EXPECT_TRUE(verifier.take(line));
    const auto state = SinkFolder::find(folder_.path())->read("local");
    EXPECT_TRUE(state);
    const auto verdict = verifier.finish(state->place);
    EXPECT_TRUE(verdict);
    return *verdict;
  }

  TemporaryFolder folder_;
  std::unique_ptr<Recorder> recorder_;
  SinkPlan plan_;
};

TEST_F(SinkSenderTest, SendsEachRecordOnceAndInOrder) {
  for (int i = 0; i < 600; ++i) recorder_->record(sample_record("/w/" + std::to_string(i)));
  EXPECT_EQ(send(), 600U);
  EXPECT_EQ(send(), 0U);
  recorder_->record(sample_record("/w/last"));
  EXPECT_EQ(send(), 1U);
  const auto all = lines();
  ASSERT_EQ(all.size(), 601U);
  EXPECT_THAT(all[0], HasSubstr("/w/0\""));
  EXPECT_THAT(all[599], HasSubstr("/w/599\""));
  EXPECT_EQ(verify(all).flaw_count, 0U);
}

TEST_F(SinkSenderTest, AnActThatTakesLongIsSentAgainWithItsOutcome) {
  AuditRecord slow = sample_record("/w/slow");
  slow.timestamp = "2025-03-01T09:05:07.000250Z";
  ASSERT_TRUE(recorder_->store_intent(slow));
  recorder_->record(sample_record("/w/next"));
  EXPECT_EQ(send(), 2U);
  recorder_->store_outcome({slow.request_id, "done", 0, 7, "it went"});
  recorder_->record(sample_record("/w/after"));
  EXPECT_EQ(send(), 2U);
  const auto all = lines();
  ASSERT_EQ(all.size(), 4U);
  EXPECT_THAT(all[0], HasSubstr("\"outcome\":\"unknown\""));
  EXPECT_THAT(all[2], HasSubstr("\"outcome\":\"done\""));
  EXPECT_EQ(verify(all).flaw_count, 0U);
  const SinkVerdict without = verify({all[0], all[1], all[3]});
  ASSERT_EQ(without.flaw_count, 1U);
  EXPECT_EQ(without.flaws[0].seq, 3U);
}

TEST_F(SinkSenderTest, AYoungActWaitsForItsOutcome) {
  AuditRecord young = sample_record("/w/young");
  young.timestamp = iso_time(std::chrono::system_clock::now());
  ASSERT_TRUE(recorder_->store_intent(young));
  EXPECT_EQ(send(), 0U);
  recorder_->store_outcome({young.request_id, "done", 0, 7, "it went"});
  EXPECT_EQ(send(), 1U);
  EXPECT_THAT(lines().at(0), HasSubstr("\"outcome\":\"done\""));
}

TEST_F(SinkSenderTest, AFailureIsKeptWithoutItsPlace) {
  recorder_->record(sample_record());
  ASSERT_TRUE(recorder_->flush());
  const std::string path = plan_.sink.path;
  plan_.sink.path = folder_.path() + "/missing/out";
  SinkSender failing(plan_, folder_.path());
  EXPECT_FALSE(failing.step());
  const auto folder = SinkFolder::find(folder_.path());
  ASSERT_TRUE(folder);
  EXPECT_THAT(folder->read("local")->error, HasSubstr("No such file"));
  EXPECT_EQ(folder->read("local")->place, TailPlace());
  plan_.sink.path = path;
  EXPECT_EQ(send(), 1U);
  EXPECT_THAT(folder->read("local")->error, IsEmpty());
}

// Nobody says whether a server that is gone kept what it had read.
TEST_F(SinkSenderTest, AServerThatIsGoneGetsTheLastRecordsAgain) {
  recorder_->record(sample_record());
  ASSERT_TRUE(recorder_->flush());
  const auto folder = SinkFolder::open(folder_.path());
  ASSERT_TRUE(folder);
  EXPECT_EQ(send(), 1U);
  ASSERT_EQ(folder->read("local")->place.record, 1);
  plan_.sink.type = policy::SinkType::kSyslog;
  plan_.sink.transport = policy::SyslogTransport::kTcp;
  plan_.sink.host = "127.0.0.1";
  plan_.sink.port = 1;
  recorder_->record(sample_record());
  ASSERT_TRUE(recorder_->flush());
  SinkSender gone(plan_, folder_.path());
  EXPECT_FALSE(gone.step());
  EXPECT_EQ(folder->read("local")->place, TailPlace());
}

TEST_F(SinkSenderTest, OneAtATimeSends) {
  recorder_->record(sample_record());
  ASSERT_TRUE(recorder_->flush());
  const auto folder = SinkFolder::open(folder_.path());
  ASSERT_TRUE(folder);
  const auto held = folder->lock("local");
  ASSERT_TRUE(held);
  SinkSender sender(plan_, folder_.path());
  const auto step = sender.step();
  ASSERT_TRUE(step);
  EXPECT_TRUE(step->is_elsewhere);
  EXPECT_THAT(lines(), IsEmpty());
}

TEST_F(SinkSenderTest, AChangedEventIsSeen) {
  plan_.sink.format = policy::SinkFormat::kOcsf;
  recorder_->record(sample_record("/w/one"));
  recorder_->record(sample_record("/w/two"));
  EXPECT_EQ(send(), 2U);
  auto all = lines();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(verify(all).flaw_count, 0U);
  all[1].replace(all[1].find("/w/two"), 6, "/w/TWO");
  const SinkVerdict verdict = verify(all);
  ASSERT_EQ(verdict.flaw_count, 1U);
  EXPECT_EQ(verdict.flaws[0].what, "changed");
  EXPECT_EQ(verdict.flaws[0].seq, 2U);
}

}  // namespace
}  // namespace guard::supervisor
