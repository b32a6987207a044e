// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/keep/verifier.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "supervisor/audit/keep/closing_record.h"
#include "supervisor/audit/record/digest.h"
#include "supervisor/audit/store/head_file.h"
#include "supervisor/audit/store/recorder.h"
#include "supervisor/audit/store/sqlite.h"
#include "tests/supervisor/audit/sample_records.h"
#include "tests/supervisor/audit/temporary_folder.h"

namespace guard::supervisor {
namespace {

class VerifierTest : public ::testing::Test {
 protected:
  // Links 1 to 8: four records, an intent, its outcome, a record, the closing record.
  void store_session(const std::string& session, bool closed = true) {
    auto recorder = Recorder::open(folder_.path(), session);
    ASSERT_TRUE(recorder);
    for (int i = 0; i < 4; ++i) (*recorder)->record(sample_record());
    AuditRecord intent = sample_record();
    ASSERT_TRUE((*recorder)->store_intent(intent));
    (*recorder)->store_outcome({intent.request_id, "done", 0, 3, "deleted"});
    (*recorder)->record(sample_record());
    ASSERT_TRUE(closed ? close_record(**recorder) : (*recorder)->flush());
  }

  void change(const char* sql) {
    auto database = Database::open(folder_.path() + "/audit.db", Access::kWrite);
    ASSERT_TRUE(database);
    const auto changed = database->execute(sql);
    ASSERT_TRUE(changed) << changed.error().text();
  }

  SessionVerdict verdict_of(const std::string& session) {
    SessionVerdict found;
    const auto verified =
        verify_audit({folder_.path(), "", {}}, [&](const SessionVerdict& verdict) {
          if (verdict.session == session) found = verdict;
        });
    EXPECT_TRUE(verified) << verified.error().text();
    return found;
  }

  void expect_bad(Flaw flaw, std::uint64_t seq) {
    const SessionVerdict verdict = verdict_of("s");
    EXPECT_STREQ(name_of(verdict.flaw), name_of(flaw)) << verdict.detail;
    EXPECT_EQ(verdict.seq, seq);
    EXPECT_EQ(verdict_of("other").flaw, Flaw::kNone);
  }

  void SetUp() override {
    store_session("s");
    store_session("other");
  }

  TemporaryFolder folder_;
};

TEST_F(VerifierTest, NamesTheFileOfWhatCouldNotBeStored) {
  const std::string path = folder_.path() + "/audit-unwritten-s.jsonl";
  std::ofstream(path) << "{}\n";
  std::ofstream(folder_.path() + "/audit-unwritten-never%20stored.2.jsonl") << "{}\n";
  std::ofstream(path + ".a-draft") << "{}\n";
  expect_bad(Flaw::kUnwritten, 9);
  EXPECT_NE(verdict_of("s").detail.find(path), std::string::npos);
  EXPECT_EQ(verdict_of("never stored").flaw, Flaw::kUnwritten);
}

TEST_F(VerifierTest, AWholeChainHoldsAndIsClosed) {
  const SessionVerdict verdict = verdict_of("s");
  EXPECT_EQ(verdict.flaw, Flaw::kNone) << verdict.detail;
  EXPECT_EQ(verdict.state, SessionState::kClosed);
  EXPECT_EQ(verdict.links, 8U);
  EXPECT_TRUE(verdict.has_head);
}

TEST_F(VerifierTest, TheClosingRecordStatesItsCount) {
  AuditFilter filter;
  filter.session = "s";
  const auto records = read_all(folder_.path(), filter);
  ASSERT_FALSE(records.empty());
  EXPECT_EQ(records.back().record.kind, "end");
  EXPECT_EQ(records.back().record.effect["links"], 8);
}

TEST_F(VerifierTest, ASessionThatWasKilledIsOpenAndNotBad) {
  store_session("killed", false);
  const SessionVerdict verdict = verdict_of("killed");
  EXPECT_EQ(verdict.flaw, Flaw::kNone);
  EXPECT_EQ(verdict.state, SessionState::kOpen);
}

TEST_F(VerifierTest, AChangeOfAnyColumnIsFound) {
  change("UPDATE records SET decision = 'allow' WHERE session_id = 's' AND seq = 3");
  expect_bad(Flaw::kChanged, 3);
}

TEST_F(VerifierTest, ABlankInAListIsAChange) {
  change("UPDATE records SET argv = replace(argv, ',', ', ') WHERE session_id = 's' AND seq = 2");
  expect_bad(Flaw::kChanged, 2);
}

TEST_F(VerifierTest, AChangedOutcomeIsFound) {
  change("UPDATE outcomes SET outcome = 'refused' WHERE session_id = 's'");
  expect_bad(Flaw::kChanged, 6);
}

TEST_F(VerifierTest, ARemovedRowIsFound) {
  change("DELETE FROM records WHERE session_id = 's' AND seq = 2");
  expect_bad(Flaw::kRemoved, 2);
}

TEST_F(VerifierTest, TheFirstRowRemovedIsFound) {
  change("DELETE FROM records WHERE session_id = 's' AND seq = 1");
  expect_bad(Flaw::kRemoved, 1);
}

TEST_F(VerifierTest, ReorderedRowsAreFound) {
  change(
      "UPDATE records SET seq = 100 WHERE session_id = 's' AND seq = 2;"
      "UPDATE records SET seq = 2 WHERE session_id = 's' AND seq = 3;"
      "UPDATE records SET seq = 3 WHERE session_id = 's' AND seq = 100;");
  expect_bad(Flaw::kMoved, 2);
  EXPECT_EQ(verdict_of("s").detail, "it was link 3 when it was written");
}

TEST_F(VerifierTest, AnInsertedLinkIsFound) {
  change(
      "INSERT INTO outcomes (duration_ms, errno, hash, intent_seq, outcome, prev_hash, request_id, "
      "result_summary, seq, session_id, timestamp) SELECT duration_ms, errno, hash, intent_seq, "
      "outcome, prev_hash, request_id, result_summary, 4, session_id, timestamp FROM outcomes "
      "WHERE "
      "session_id = 's'");
  expect_bad(Flaw::kInserted, 4);
}

TEST_F(VerifierTest, ACutTailIsFound) {
  change("DELETE FROM records WHERE session_id = 's' AND seq > 6");
  expect_bad(Flaw::kCutTail, 7);
}

TEST_F(VerifierTest, ACutTailOfASessionThatNeverClosedIsFound) {
  store_session("killed", false);
  change("DELETE FROM records WHERE session_id = 'killed' AND seq > 6");
  EXPECT_EQ(verdict_of("killed").flaw, Flaw::kCutTail);
}

TEST_F(VerifierTest, AWholeSessionRemovedIsFound) {
  change("DELETE FROM records WHERE session_id = 's'; DELETE FROM outcomes WHERE session_id = 's'");
  expect_bad(Flaw::kGone, 1);
}

TEST_F(VerifierTest, AChainWrittenAnewDoesNotFitItsHead) {
  change("DELETE FROM records WHERE session_id = 's'; DELETE FROM outcomes WHERE session_id = 's'");
  const std::string head = folder_.path() + "/" + kHeadsFolder + "/s";
  std::filesystem::copy_file(head, folder_.path() + "/kept");
  store_session("s");
  std::filesystem::rename(folder_.path() + "/kept", head);
  expect_bad(Flaw::kRewritten, 8);
}

TEST_F(VerifierTest, AHeadThatSaysNothingIsBad) {
  std::ofstream(folder_.path() + "/" + kHeadsFolder + "/s") << "nonsense\n";
  expect_bad(Flaw::kBadHead, 8);
}

TEST_F(VerifierTest, ATornHeadIsBadEvenWhenItsFirstWordsHold) {
  const std::string head = folder_.path() + "/" + kHeadsFolder + "/s";
  std::filesystem::resize_file(head, std::filesystem::file_size(head) - 2);
  expect_bad(Flaw::kBadHead, 8);
  std::filesystem::resize_file(head, 0);
  expect_bad(Flaw::kBadHead, 8);
}

TEST_F(VerifierTest, ATornHeadOfASessionWithoutRowsIsBadToo) {
  change("DELETE FROM records WHERE session_id = 's'; DELETE FROM outcomes WHERE session_id = 's'");
  std::filesystem::resize_file(folder_.path() + "/" + kHeadsFolder + "/s", 3);
  expect_bad(Flaw::kBadHead, 1);
}

TEST_F(VerifierTest, ASessionThatCommittedNothingIsNotMissed) {
  ASSERT_TRUE(Recorder::open(folder_.path(), "idle"));
  ASSERT_TRUE(std::filesystem::exists(folder_.path() + "/" + kHeadsFolder + "/idle"));
  EXPECT_EQ(verdict_of("idle").session, "");
}

TEST_F(VerifierTest, NothingIsMadeAfterTheStart) {
  auto recorder = Recorder::open(folder_.path(), "late");
  ASSERT_TRUE(recorder);
  std::filesystem::remove_all(folder_.path() + "/" + kHeadsFolder);
  ASSERT_TRUE((*recorder)->store_intent(sample_record()));
  ASSERT_TRUE(close_record(**recorder));
  recorder->reset();
  EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/" + kHeadsFolder));
}

TEST_F(VerifierTest, HeadsReadWhileTheyAreWrittenAreSound) {
  auto head = HeadFile::open(folder_.path(), "busy");
  ASSERT_TRUE(head);
  std::atomic<bool> stop = false;
  std::thread writer([&] {
    for (std::uint64_t seq = 1; !stop; ++seq) (void)head->write({seq, sha256_hex("x")});
  });
  for (int i = 0; i < 500; ++i) EXPECT_TRUE(read_heads(folder_.path())->at("busy").is_sound);
  stop = true;
  writer.join();
}

TEST_F(VerifierTest, WhoLooksOnMayEndIt) {
  auto recorder = Recorder::open(folder_.path(), "long");
  ASSERT_TRUE(recorder);
  for (int i = 0; i < 2000; ++i) (*recorder)->record(sample_record());
  ASSERT_TRUE((*recorder)->flush());
  std::uint64_t most = 0;
  const auto verified = verify_audit({folder_.path(), "",
                                      [&](std::uint64_t done, std::uint64_t total) {
                                        most = done;
                                        EXPECT_GE(total, 2000U);
                                        return done == 0;
                                      }},
                                     [](const SessionVerdict&) {});
  ASSERT_FALSE(verified);
  EXPECT_EQ(verified.error().sys_errno, EINTR);
  EXPECT_GT(most, 0U);
}

TEST_F(VerifierTest, WithoutAHeadTheChainHoldsAndThatIsSaid) {
  ASSERT_TRUE(remove_head(folder_.path(), "s"));
  EXPECT_EQ(verdict_of("s").flaw, Flaw::kNone);
  EXPECT_FALSE(verdict_of("s").has_head);
}

TEST_F(VerifierTest, HeadsAreForTheirOwnerAlone) {
  struct stat found {};
  const std::string folder = folder_.path() + "/" + kHeadsFolder;
  ASSERT_EQ(::stat(folder.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 07777U, 0700U);
  ASSERT_EQ(::stat((folder + "/s").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 07777U, 0600U);
}

// A row that an export shows and no chain has, made where the tables were not STRICT for a moment.
class ForgedRowTest : public VerifierTest, public ::testing::WithParamInterface<const char*> {
 protected:
  void forge(const std::string& session, const std::string& strict_again) {
    change(("PRAGMA writable_schema = ON;"
            "UPDATE sqlite_schema SET sql = replace(replace(sql, ' STRICT', ''), "
            "'session_id TEXT NOT NULL', 'session_id TEXT') WHERE name = 'records';"
            "PRAGMA writable_schema = RESET;" +
            insert_sql(session) + strict_again)
               .c_str());
  }

  std::string error_of_verification(const std::string& session = "") {
    const auto verified =
        verify_audit({folder_.path(), session, {}}, [](const SessionVerdict& verdict) {
          EXPECT_EQ(verdict.flaw, Flaw::kNone) << verdict.detail;
        });
    return verified ? "" : verified.error().text();
  }

  // As it was, but for the rows.
  std::string restored_sql() {
    auto database = Database::open(folder_.path() + "/audit.db", Access::kReadOnly);
    EXPECT_TRUE(database);
    auto row = database->prepare("SELECT sql FROM sqlite_schema WHERE name = 'records'");
    EXPECT_TRUE(row && row->step());
    return "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = '" +
           std::string(row->text(0)) + "' WHERE name = 'records'; PRAGMA writable_schema = RESET;";
  }

 private:
  static std::string insert_sql(const std::string& session) {
    return "CREATE TEMP TABLE one AS SELECT * FROM records WHERE session_id = 's' AND seq = 2;"
           "UPDATE one SET id = NULL, session_id = " +
           session + ", reason = 'forged'; INSERT INTO records SELECT * FROM one;";
  }
};

TEST_P(ForgedRowTest, TablesThatAreNotGuardsAreFound) {
  forge(GetParam(), "");
  EXPECT_NE(error_of_verification().find("its tables are not as guard makes them"),
            std::string::npos);
  EXPECT_FALSE(Recorder::open(folder_.path(), "next"));
}

TEST_P(ForgedRowTest, ItIsFoundWhereTheTablesAreGuardsAgain) {
  forge(GetParam(), restored_sql());
  EXPECT_NE(error_of_verification().find("rows were forged"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Sessions, ForgedRowTest,
                         testing::Values("CAST('s' AS BLOB)", "NULL", "CAST('new' AS BLOB)"));

TEST_F(VerifierTest, ATriggerThatKeepsRowsAwayIsFound) {
  change(
      "CREATE TRIGGER quiet BEFORE INSERT ON records WHEN NEW.act = 'delete' BEGIN SELECT "
      "RAISE(IGNORE); END");
  EXPECT_FALSE(verify_audit({folder_.path(), "", {}}, [](const SessionVerdict&) {}));
  EXPECT_FALSE(Recorder::open(folder_.path(), "next"));
}

TEST(HeadNameTest, OddSessionsStayInTheFolder) {
  EXPECT_EQ(head_name("a-B_9"), "a-B_9");
  EXPECT_EQ(head_name("../x"), "%2e%2e%2fx");
}

}  // namespace
}  // namespace guard::supervisor
