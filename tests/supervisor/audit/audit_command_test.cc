// SPDX-License-Identifier: Apache-2.0
// guard audit as people call it: what it prints and what it ends with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <iterator>

#include "console/audit/audit_view.h"
#include "console/commands/commands.h"
#include "supervisor/audit/keep/closing_record.h"
#include "supervisor/audit/store/recorder.h"
#include "supervisor/audit/store/sqlite.h"
#include "tests/supervisor/audit/sample_records.h"
#include "tests/supervisor/audit/temporary_folder.h"
#include "tests/support/local_zone.h"

namespace guard::console {
namespace {

using supervisor::AuditRecord;
using supervisor::Recorder;
using supervisor::sample_record;
using supervisor::StoredRecord;
using supervisor::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::Not;

struct Ran {
  int status = 0;
  std::string out;
  std::string err;
};

Ran run(Words words) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Ran ran;
  ran.status = audit_command(words);
  ran.out = testing::internal::GetCapturedStdout();
  ran.err = testing::internal::GetCapturedStderr();
  return ran;
}

class AuditCommandTest : public ::testing::Test {
 protected:
  // Runs with --state-dir of the test.
  Ran audit(Words words) const {
    words.push_back("--state-dir");
    words.push_back(folder_.path());
    return run(words);
  }

  void store(const AuditRecord& record) const {
    auto recorder = Recorder::open(folder_.path(), "session");
    ASSERT_TRUE(recorder);
    (*recorder)->record(record);
  }

  TemporaryFolder folder_;
};

TEST_F(AuditCommandTest, WithoutADatabaseItSaysSoAndEndsWithOne) {
  for (const char* subcommand : {"list", "export", "stats"}) {
    const Ran ran = audit({subcommand});
    EXPECT_EQ(ran.status, 1);
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr("no audit database"));
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1);
  }
}

TEST_F(AuditCommandTest, NothingFoundIsEmptyOutput) {
  store(sample_record());
  const Ran exported = audit({"export", "--path", "other"});
  EXPECT_EQ(exported.status, 0);
  EXPECT_EQ(exported.out + exported.err, "");
  const Ran listed = audit({"list", "--path", "other"});
  EXPECT_EQ(listed.status, 0);
  EXPECT_EQ(listed.out, "");
  EXPECT_EQ(listed.err, "no record fits\n");
}

TEST_F(AuditCommandTest, ASessionThatIsNotOnRecordIsAnError) {
  store(sample_record());
  for (const char* subcommand : {"list", "export", "stats"}) {
    const Ran ran = audit({subcommand, "--session", "other"});
    EXPECT_EQ(ran.status, 1);
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr("no session other on record"));
  }
}

TEST_F(AuditCommandTest, AnActThatIsNoneIsAnError) {
  store(sample_record());
  const Ran ran = audit({"list", "--act", "delet"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("did you mean delete?"));
}

TEST_F(AuditCommandTest, ListsTheNewestLast) {
  for (const char* object : {"/w/one", "/w/two", "/w/three"}) store(sample_record(object));
  const Ran ran = audit({"list", "--limit", "2"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, testing::StartsWith("TIME ("));
  EXPECT_THAT(ran.out, Not(HasSubstr("/w/one")));
  EXPECT_LT(ran.out.find("/w/two"), ran.out.find("/w/three"));
}

// A question of the sample's delete, answered in the terminal, and the act.
void answer_and_act(Recorder& recorder, const std::string& status, const std::string& object) {
  AuditRecord act = sample_record(object);
  act.approval_status = status;
  AuditRecord answer = act;
  answer.request_id = make_uuid();
  answer.act = answer.tool_name = supervisor::kAnswerTool;
  answer.argv.clear();
  answer.result_summary = status + " by ana (terminal): rm";
  answer.duration_ms = 4200;
  answer.effect = {{"by", "ana (terminal)"}, {"scope", "once"}};
  answer.outcome = status == "denied" ? "refused" : "done";
  recorder.record(answer);
  act.decision = status == "denied" ? "deny" : "ask";
  act.outcome = status == "denied" ? "refused" : "done";
  recorder.record(act);
}

// One approved, one denied, and two of which nobody was asked: one denied, one let through.
void record_answers(const std::string& folder) {
  const auto recorder = Recorder::open(folder, "session");
  ASSERT_TRUE(recorder);
  answer_and_act(**recorder, "approved", "/w/good");
  answer_and_act(**recorder, "denied", "/w/bad");
  AuditRecord unasked = sample_record("/w/unasked");
  unasked.approval_id.reset();
  unasked.approval_status = "denied";
  (*recorder)->record(unasked);
  AuditRecord skipped = sample_record("/w/skipped");
  skipped.approval_id.reset();
  skipped.approval_status = "skipped";
  (*recorder)->record(skipped);
}

TEST_F(AuditCommandTest, TheActItselfSaysWhoAnswered) {
  record_answers(folder_.path());
  const std::string answered = "ana, terminal, once, after 4.2 s";
  EXPECT_THAT(audit({"show", "session#2"}).out, HasSubstr("approved by " + answered + "\n"));
  EXPECT_THAT(audit({"show", "session#4"}).out, HasSubstr("denied by " + answered + "\n"));
  EXPECT_THAT(audit({"show", "session#5"}).out, HasSubstr("nobody was asked"));
  EXPECT_THAT(audit({"list"}).out, HasSubstr(answered));
  EXPECT_THAT(audit({"list"}).out, HasSubstr("denied, unasked"));
  const auto json = nlohmann::json::parse(audit({"list", "--json", "--path", "/w/bad"}).out);
  for (const auto& record : json) {
    EXPECT_EQ(record["outcome"], "refused") << record["act"];
    EXPECT_EQ(record["answer_by"], "ana");
    EXPECT_EQ(record["answer_channel"], "terminal");
    EXPECT_EQ(record["answer_scope"], "once");
    EXPECT_EQ(record["answer_ms"], 4200);
  }
  EXPECT_THAT(audit({"export", "--format", "csv"}).out, HasSubstr("ana,terminal,once,4200\r\n"));
}

TEST_F(AuditCommandTest, AnAnsweredQuestionIsOneLine) {
  record_answers(folder_.path());
  const auto lines = [&](const Words& words) {
    const std::string out = audit(words).out;
    return std::count(out.begin(), out.end(), '\n');
  };
  EXPECT_EQ(lines({"list"}), 1 + 4) << audit({"list"}).out;
  EXPECT_THAT(audit({"list"}).out, Not(HasSubstr("approved by ana (terminal): rm")));
  EXPECT_EQ(lines({"list", "--all"}), 1 + 6);
  EXPECT_EQ(lines({"list", "--by", "ana"}), 1 + 4) << "who looks for answers sees them";
  EXPECT_EQ(nlohmann::json::parse(audit({"list", "--json"}).out).size(), 6U);
}

TEST_F(AuditCommandTest, TimesAreThoseOfTheClockOnTheWallOrUtc) {
  const LocalZone zone("CET-1");
  const AuditRecord record = sample_record();
  store(record);
  EXPECT_THAT(audit({"list"}).out, testing::StartsWith("TIME (CET)"));
  EXPECT_THAT(audit({"list"}).out, HasSubstr("\n2025-03-01 10:05:07  "));
  EXPECT_THAT(audit({"list", "--utc"}).out, testing::StartsWith("TIME (UTC)"));
  EXPECT_THAT(audit({"list", "--utc"}).out, HasSubstr("\n2025-03-01 09:05:07  "));
  EXPECT_THAT(audit({"show", record.request_id}).out,
              HasSubstr("2025-03-01T10:05:07.000250+01:00"));
  EXPECT_THAT(audit({"show", "--utc", record.request_id}).out,
              HasSubstr("2025-03-01T09:05:07.000250Z"));
  EXPECT_THAT(audit({"show", "--json", record.request_id}).out,
              HasSubstr("2025-03-01T09:05:07.000250Z"));
  EXPECT_THAT(audit({"sessions"}).out, HasSubstr("STARTED (CET)"));
  EXPECT_THAT(audit({"sessions"}).out, HasSubstr("2025-03-01 10:05:07"));
  EXPECT_THAT(audit({"report", "session"}).out, HasSubstr("2025-03-01 10:05:07 CET"));
  EXPECT_THAT(audit({"report", "--utc", "session"}).out, HasSubstr("2025-03-01 09:05:07 UTC"));
  EXPECT_THAT(audit({"stats"}).out, HasSubstr("2025-03-01 10:05:07 CET"));
}

TEST_F(AuditCommandTest, SinceMeansTheClockOnTheWallOrUtc) {
  const LocalZone zone("CET-1");
  store(sample_record());
  const auto found = [&](Words words) {
    words.insert(words.begin(), {"list", "--json"});
    return nlohmann::json::parse(audit(words).out).size();
  };
  EXPECT_EQ(found({"--since", "2025-03-01 10:05"}), 1U);
  EXPECT_EQ(found({"--since", "2025-03-01 10:06"}), 0U);
  EXPECT_EQ(found({"--since", "2025-03-01 09:30", "--utc"}), 0U);
  EXPECT_EQ(found({"--until", "2 hours ago"}), 1U);
}

TEST_F(AuditCommandTest, AnswersAreFilters) {
  record_answers(folder_.path());
  const auto count = [&](Words words) {
    words.insert(words.begin(), {"list", "--json"});
    return nlohmann::json::parse(audit(words).out).size();
  };
  EXPECT_EQ(count({"--decision", "approved"}), 1U);
  EXPECT_EQ(count({"--decision", "denied"}), 2U) << "by a person, and by nobody";
  EXPECT_EQ(count({"--decision", "unasked"}), 2U) << "denied and let through";
  EXPECT_EQ(count({"--decision", "asked"}), count({"--decision", "ask"}));
  EXPECT_EQ(count({"--decision", "ask"}), 2U)
      << "approved and denied; nobody was asked of the rest";
  EXPECT_EQ(count({"--decision", "timeout"}), 0U);
  EXPECT_EQ(count({"--decision", "skipped"}), 1U);
  EXPECT_EQ(count({"--by", "ana"}), 4U) << "two answers, and the two acts";
  EXPECT_EQ(count({"--by", "an"}), 0U) << "a name as a whole";
  EXPECT_EQ(count({"--by", "ana", "--decision", "denied"}), 1U);
}

TEST_F(AuditCommandTest, GitsOwnFilesAreOneLine) {
  {
    const auto recorder = Recorder::open(folder_.path(), "session");
    ASSERT_TRUE(recorder);
    AuditRecord own = sample_record("/w/.git/index");
    own.decision = "allow";
    own.approval_id.reset();
    own.approval_status = "auto";
    own.argv.clear();
    own.result_summary = "modify /w/.git/index";
    for (int i = 0; i < 4; ++i) {
      own.request_id = make_uuid();
      (*recorder)->record(own);
    }
    own.outcome = "refused";  // what was refused is never folded away
    own.request_id = make_uuid();
    (*recorder)->record(own);
    (*recorder)->record(sample_record("/w/one"));
  }
  const std::string folded = audit({"list"}).out;
  EXPECT_EQ(std::count(folded.begin(), folded.end(), '\n'), 4) << folded;
  EXPECT_THAT(folded, HasSubstr("git's own files: 4 acts, to #4"));
  const std::string each = audit({"list", "--all"}).out;
  EXPECT_EQ(std::count(each.begin(), each.end(), '\n'), 7) << each;
  EXPECT_EQ(nlohmann::json::parse(audit({"list", "--json"}).out).size(), 6U);
}

// A push writes into a bare repository by the answer that the push was given.
TEST_F(AuditCommandTest, WhatGitItselfWritesIntoABareRepositoryIsOneLine) {
  {
    const auto recorder = Recorder::open(folder_.path(), "session");
    ASSERT_TRUE(recorder);
    const auto record = [&](const std::string& path, const std::string& exe) {
      AuditRecord own = sample_record(path);
      own.decision = "allow";
      own.approval_id = "q1";
      own.rule = "lease";
      own.exe = exe;
      own.argv.clear();
      own.request_id = make_uuid();
      (*recorder)->record(own);
    };
    for (const char* path : {"objects/ab", "refs/heads/main.lock", "HEAD"})
      record(std::string("/w/o.git/") + path, "/usr/bin/git");
    record("/w/o.git/config", "/usr/bin/git");
    record("/w/o.git/hooks/post-update", "/usr/bin/git");
    record("/w/o.git/objects/ab", "/usr/bin/cp");
  }
  const std::string folded = audit({"list"}).out;
  EXPECT_EQ(std::count(folded.begin(), folded.end(), '\n'), 5) << folded;
  EXPECT_THAT(folded, HasSubstr("git's own files: 3 acts, to #3"));
}

TEST_F(AuditCommandTest, ListsAsJson) {
  store(sample_record());
  const auto records = nlohmann::json::parse(audit({"list", "--json"}).out);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0]["session_id"], "session");
}

TEST_F(AuditCommandTest, ExportsInEveryFormat) {
  store(sample_record());
  EXPECT_EQ(nlohmann::json::parse(audit({"export"}).out)["pid"], 4711);
  EXPECT_EQ(nlohmann::json::parse(audit({"export", "--format", "json"}).out)[0]["pid"], 4711);
  EXPECT_THAT(audit({"export", "--format", "csv"}).out, HasSubstr(",4711,"));
  EXPECT_EQ(nlohmann::json::parse(audit({"export", "--format", "ocsf"}).out)["class_uid"], 1001);
}

TEST_F(AuditCommandTest, ShowsOneRecordByTheBeginningOfItsId) {
  const AuditRecord record = sample_record();
  store(record);
  const Ran ran = audit({"show", record.request_id.substr(0, 8)});
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, HasSubstr(record.request_id));
  EXPECT_EQ(audit({"show", "nothing"}).status, 1);
  AuditRecord twin = record;
  twin.request_id.back() = twin.request_id.back() == '0' ? '1' : '0';
  store(twin);
  EXPECT_THAT(audit({"show", record.request_id.substr(0, 8)}).err, HasSubstr("several records"));
}

TEST_F(AuditCommandTest, WhatWasSavedForUndoIsShownAndFound) {
  store(sample_record("/w/lost"));
  AuditRecord saved = sample_record("/w/saved");
  saved.undo_id = "session:12";
  store(saved);
  EXPECT_THAT(audit({"show", saved.request_id}).out,
              testing::ContainsRegex("undo_id +session:12\n"));
  const Ran ran = audit({"list", "--undo"});
  EXPECT_THAT(ran.out, HasSubstr("/w/saved"));
  EXPECT_THAT(ran.out, Not(HasSubstr("/w/lost")));
}

TEST_F(AuditCommandTest, CountsAsText) {
  store(sample_record());
  EXPECT_THAT(audit({"stats"}).out, HasSubstr("1 record of 1 session"));
  EXPECT_EQ(nlohmann::json::parse(audit({"stats", "--json"}).out)["by_decision"]["ask"], 1);
}

TEST_F(AuditCommandTest, VerifiesWithAStatus) {
  store(sample_record());
  EXPECT_EQ(audit({"verify"}).status, 0);
  EXPECT_EQ(audit({"verify", "--session", "session"}).status, 0);
  EXPECT_EQ(audit({"verify", "--session", "other"}).status, 1);
  EXPECT_EQ(audit({"verify", "operand"}).status, 2);
  auto database =
      supervisor::Database::open(folder_.path() + "/audit.db", supervisor::Access::kWrite);
  ASSERT_TRUE(database);
  ASSERT_TRUE(database->execute("UPDATE records SET reason = 'another'"));
  const Ran bad = audit({"verify"});
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.out, HasSubstr("BAD  session  link 1: changed"));
  const auto json = nlohmann::json::parse(audit({"verify", "--json"}).out);
  EXPECT_EQ(json["ok"], false);
  EXPECT_EQ(json["sessions"][0]["flaw"], "changed");
  EXPECT_EQ(json["sessions"][0]["seq"], 1);
}

TEST_F(AuditCommandTest, APathWithWildcardsIsAPattern) {
  for (const char* object : {"/w/a.txt", "/w/a.md", "/v/b.txt"}) store(sample_record(object));
  const auto lines = [&](const char* path) {
    const std::string out = audit({"export", "--path", path}).out;
    return std::count(out.begin(), out.end(), '\n');
  };
  EXPECT_EQ(lines("/w/*.txt"), 1);
  EXPECT_EQ(lines("*.txt"), 2);
  EXPECT_EQ(lines("w/a"), 2);
  EXPECT_EQ(lines("w/a*"), 0);
}

TEST_F(AuditCommandTest, PrunesWholeSessionsAndSaysSo) {
  const auto close_one = [&](const char* session, const char* time) {
    auto recorder = Recorder::open(folder_.path(), session);
    ASSERT_TRUE(recorder);
    AuditRecord record = sample_record();
    record.timestamp = time;
    (*recorder)->record(record);
    ASSERT_TRUE(supervisor::close_record(**recorder));
  };
  close_one("first", "2025-03-01T09:05:07.000250Z");
  close_one("second", "2025-03-01T09:05:07.000250Z");
  store(sample_record());  // never closed: it may be running
  EXPECT_EQ(audit({"prune", "--older-than", "30d"}).status, 2);
  EXPECT_THAT(audit({"prune"}).out, HasSubstr("pruned 0 links"));
  const Words forced = {"prune", "--older-than", "0s", "--force", "--dry-run"};
  EXPECT_THAT(audit(forced).out, HasSubstr("would prune 4 links of 2 sessions"));
  EXPECT_EQ(audit({"stats", "--session", "first"}).status, 0);
  const Ran ran = audit({"prune", "--older-than", "0s", "--force", "--compact"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("pruned 4 links of 2 sessions"));
  EXPECT_EQ(audit({"stats", "--session", "first"}).status, 1);
  EXPECT_EQ(audit({"stats", "--session", "session"}).status, 0);
  const Ran verified = audit({"verify"});
  EXPECT_EQ(verified.status, 0) << verified.out;
  EXPECT_THAT(verified.out, HasSubstr("2 pruned, as a record says"));
}

TEST_F(AuditCommandTest, BadOptionsAreOneLineAndEndWithTwo) {
  store(sample_record());
  const std::vector<Words> cases = {{"list", "--bogus"},
                                    {"list", "--tier", "4"},
                                    {"list", "--tier", "-1"},
                                    {"list", "--limit", "many"},
                                    {"list", "--since", "someday"},
                                    {"list", "--decision", "maybe"},
                                    {"list", "--category", "FS_DELETE"},
                                    {"export", "--format", "xml"},
                                    {"export", "operand"},
                                    {"nonsense"}};
  for (const Words& words : cases) {
    const Ran ran = audit(words);
    EXPECT_EQ(ran.status, 2) << words.back();
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  }
}

TEST_F(AuditCommandTest, ListsAndShowsByTheSessionAndNumberOfARecord) {
  AuditRecord record = sample_record();
  record.undo_id = "session:3";
  store(record);
  const Ran listed = audit({"list", "--undo"});
  EXPECT_THAT(listed.out, HasSubstr("session#1"));
  EXPECT_THAT(listed.out, HasSubstr("session:3"));
  for (const char* name : {"session#1", "session:3"}) {
    const Ran shown = audit({"show", name});
    EXPECT_EQ(shown.status, 0) << shown.err;
    EXPECT_THAT(shown.out, HasSubstr(record.request_id));
  }
  for (const char* name : {"session#9", "other#1", "session:4", "#1", "session#"})
    EXPECT_EQ(audit({"show", name}).status, 1) << name;
}

TEST_F(AuditCommandTest, SessionsAreToldNewestFirst) {
  store(sample_record());
  auto recorder = Recorder::open(folder_.path(), "later");
  ASSERT_TRUE(recorder);
  AuditRecord command = sample_record();
  command.act = "exec";
  command.decision = "deny";
  command.approval_status = "denied";
  command.timestamp = "2025-03-02T09:05:07.000250Z";
  command.undo_id = "later:1";
  (*recorder)->record(command);
  ASSERT_TRUE(supervisor::close_record(**recorder));
  recorder->reset();
  const auto sessions = nlohmann::json::parse(audit({"sessions", "--json"}).out);
  ASSERT_EQ(sessions.size(), 2U);
  EXPECT_EQ(sessions[1]["session"], "later");
  EXPECT_EQ(sessions[1]["state"], "closed");
  EXPECT_EQ(sessions[1]["command"], nlohmann::json(command.argv));
  EXPECT_EQ(sessions[1]["records"], 2);
  EXPECT_EQ(sessions[1]["asked"], 1);
  EXPECT_EQ(sessions[1]["denied"], 1);
  EXPECT_EQ(sessions[1]["saved"], 1);
  EXPECT_EQ(sessions[1]["undoable"], 0);  // nothing is kept
  EXPECT_EQ(sessions[0]["session"], "session");
  EXPECT_EQ(sessions[0]["state"], "not closed");
  EXPECT_EQ(nlohmann::json::parse(audit({"sessions", "--json", "--limit", "1"}).out).size(), 1U);
  EXPECT_EQ(
      nlohmann::json::parse(audit({"sessions", "--json", "--since", "2025-03-02"}).out).size(), 1U);
  EXPECT_THAT(audit({"sessions"}).out, testing::StartsWith("SESSION"));
  EXPECT_EQ(audit({"sessions", "--since", "soon"}).status, 2);
}

TEST_F(AuditCommandTest, AFilesNameChoosesTheFormat) {
  store(sample_record());
  struct Row {
    const char* name;
    const char* format;  // "": none is told
    const char* begins;
  };
  for (const Row& row : {Row{"a.csv", "", "request_id,"}, Row{"A.CSV", "", "request_id,"},
                         Row{"a.json", "", "["}, Row{"a.jsonl", "", "{\"act\""},
                         Row{"a.ocsf.json", "", "{\"act"}, Row{"a.txt", "", "{\"act\""},
                         Row{"b.csv", "json", "["}, Row{"b.json", "csv", "request_id,"}}) {
    const std::string path = folder_.path() + "/" + row.name;
    Words words = {"export", "--output", path};
    if (*row.format != 0) words.insert(words.end(), {"--format", row.format});
    EXPECT_EQ(audit(words).status, 0);
    std::ifstream file(path);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    EXPECT_THAT(text, testing::StartsWith(row.begins)) << row.name;
    const bool events = std::string(row.name).find("ocsf") != std::string::npos;
    EXPECT_EQ(text.find("class_uid") != std::string::npos, events) << row.name;
  }
}

TEST_F(AuditCommandTest, AChangedRecordOfAClosedSessionIsAllThatIsWrong) {
  {
    auto recorder = Recorder::open(folder_.path(), "session");
    ASSERT_TRUE(recorder);
    (*recorder)->record(sample_record());
    ASSERT_TRUE(supervisor::close_record(**recorder));
  }
  auto database =
      supervisor::Database::open(folder_.path() + "/audit.db", supervisor::Access::kWrite);
  ASSERT_TRUE(database);
  ASSERT_TRUE(database->execute("UPDATE records SET exe = 'x' WHERE seq = 1"));
  const Ran ran = audit({"verify"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("link 1: changed"));
  EXPECT_THAT(ran.out, Not(HasSubstr("not closed")));
}

TEST_F(AuditCommandTest, HelpHasAnExample) {
  for (const char* subcommand :
       {"list", "sessions", "show", "export", "stats", "verify", "prune"}) {
    const Ran ran = run({subcommand, "--help"});
    EXPECT_EQ(ran.status, 0);
    EXPECT_THAT(ran.out, HasSubstr(std::string("example: guard audit ") + subcommand));
  }
}

TEST(AuditViewTest, NothingOfAProgramReachesTheTerminalRaw) {
  StoredRecord stored{sample_record("/w/\x1b[2Jevil\n\xE2\x80\xAE"), std::nullopt, std::nullopt};
  stored.record.category = "\x1b]0;x";
  stored.record.cwd = "/\x07";
  for (const std::string& text : {audit_line(stored, {}), audit_details(stored)}) {
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
    EXPECT_THAT(text, Not(HasSubstr("\x07")));
    EXPECT_THAT(text, Not(HasSubstr("\xE2\x80\xAE")));
  }
  EXPECT_EQ(audit_line(stored, {}).find('\n'), std::string::npos);
}

TEST(AuditViewTest, AQuestionsEndIsToldInWords) {
  StoredRecord stored{sample_record(), std::nullopt, std::nullopt};
  struct Row {
    const char* decision;
    const char* status;
    const char* act;
    const char* text;
  };
  for (const Row& row : {Row{"deny", "denied", "delete", "asked, denied  "},
                         Row{"ask", "approved", "delete", "asked, approved  "},
                         Row{"deny", "timeout", "delete", "asked, timed out  "},
                         Row{"ask", "withdrawn", "delete", "asked, withdrawn  "},
                         Row{"allow", "skipped", "delete", "allowed, unasked  "},
                         Row{"deny", "denied", "answer", "  denied  "},
                         Row{"allow", "auto", "delete", "  allow  "}}) {
    stored.record.decision = row.decision;
    stored.record.approval_status = row.status;
    stored.record.act = row.act;
    EXPECT_THAT(audit_line(stored, {}), HasSubstr(row.text));
    EXPECT_THAT(audit_line(stored, {}), Not(HasSubstr("deny denied")));
  }
}

TEST(AuditViewTest, ANarrowScreenLeavesCellsOutAndKeepsTheAct) {
  const StoredRecord stored{sample_record("/w/x"), std::nullopt, std::nullopt};
  EXPECT_THAT(audit_line(stored, {.columns = 80}), HasSubstr("rm -rf /w/x"));
  EXPECT_THAT(audit_line(stored, {.columns = 80}), Not(HasSubstr("FS_DELETE")));
  EXPECT_THAT(audit_line(stored, {.columns = 200}), HasSubstr("FS_DELETE_OVERWRITE"));
  EXPECT_THAT(audit_heading({.columns = 80}), Not(HasSubstr("CATEGORY")));
}

TEST(AuditViewTest, ATerminalShowsPathsFromTheSessionsFolderAndShortTimes) {
  StoredRecord stored{sample_record(), std::nullopt, std::nullopt};
  stored.record.argv.clear();
  stored.record.result_summary = "move /w/p/a to /w/p/b, not /x/w/p/c";
  AuditListing listing{.columns = 80};
  listing.folder_of = [](const std::string&) { return "/w/p"; };
  listing.times = ShownTimes(true);
  widen(listing, stored);
  const std::string line = audit_line(stored, listing);
  EXPECT_THAT(line, testing::StartsWith("03-01 "));
  EXPECT_THAT(line.substr(6), testing::StartsWith("09:05  "));
  EXPECT_THAT(line, HasSubstr("move a to b, not /x/w/p/c"));
  listing.columns = 0;
  EXPECT_THAT(audit_line(stored, listing), HasSubstr("move /w/p/a to /w/p/b"));
  EXPECT_THAT(audit_line(stored, listing), testing::StartsWith("2025-03-01 09:05:07"));
}

StoredRecord asked_today() {
  StoredRecord stored{sample_record("/w/" + std::string(300, 'x')), std::nullopt, std::nullopt};
  stored.record.session_id = "fshz5bq5";
  stored.record.seq = 12;
  stored.record.timestamp = iso_time(std::chrono::system_clock::now());
  return stored;
}

TEST(AuditViewTest, OnANarrowScreenTheActHasRoom) {
  const StoredRecord stored = asked_today();
  AuditListing listing{.columns = 80};
  listing.times = ShownTimes(true);
  widen(listing, stored);
  const std::string line = audit_line(stored, listing);
  EXPECT_EQ(line.size(), 80U);
  EXPECT_THAT(line, testing::StartsWith(stored.record.timestamp.substr(11, 8) + "  "));
  EXPECT_THAT(line, HasSubstr("fshz5bq5#12  asked: yes  2"));
  EXPECT_LE(line.find("rm -rf"), 43U);
  listing.columns = 40;
  const std::string small = audit_line(stored, listing);
  const std::size_t end = small.find('\n');
  ASSERT_NE(end, std::string::npos);
  EXPECT_THAT(small.substr(0, end), HasSubstr("fshz5bq5#12"));
  EXPECT_THAT(small.substr(end + 1), testing::StartsWith("    rm -rf /w/x"));
  EXPECT_EQ(small.size() - end - 1, 40U);
}

TEST(AuditViewTest, LinesFitTheScreen) {
  const StoredRecord stored{sample_record("/w/" + std::string(300, 'x')), std::nullopt,
                            std::nullopt};
  EXPECT_EQ(audit_line(stored, {.columns = 100}).size(), 100U);
  EXPECT_THAT(audit_line(stored, {}), HasSubstr(std::string(300, 'x')));
}

}  // namespace
}  // namespace guard::console
