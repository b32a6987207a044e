// SPDX-License-Identifier: Apache-2.0
// guard pending, approve, deny, approve-session: what they print, what they return, what becomes of
// the question. Real server, sockets in a temporary state folder, no terminal.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "console/commands/commands.h"
#include "tests/supervisor/api/raw_client.h"

namespace guard::console {
namespace {

using supervisor::QuestionState;
using supervisor::Scope;
using ::testing::HasSubstr;

class ApprovalCommandsTest : public supervisor::ServerTest {
 protected:
  ApprovalCommandsTest() {
    std::filesystem::create_directory(folder_.file("run"));
    std::filesystem::permissions(folder_.file("run"), std::filesystem::perms::owner_all);
    path_ = folder_.file("run/s1.sock");
  }
  void SetUp() override {
    // Whatever terminal the tests run on is not asked anything.
    saved_input_ = ::dup(STDIN_FILENO);
    const UniqueFd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    ::dup2(null.get(), STDIN_FILENO);
    ::unsetenv("XDG_RUNTIME_DIR");
  }
  void TearDown() override {
    ::dup2(saved_input_, STDIN_FILENO);
    ::close(saved_input_);
  }

  int run(int (*command)(const Words&), Words words) {
    words.insert(words.begin(), {"--state-dir", folder_.path()});
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int status = command(words);
    std::fflush(stdout);
    out_ = testing::internal::GetCapturedStdout();
    err_ = testing::internal::GetCapturedStderr();
    return status;
  }
  struct Typed {
    int status = -1;
    std::string screen;
  };
  // Runs the command in a process with a terminal of its own; types when the prompt has come.
  Typed type_at(int (*command)(const Words&), Words words, const std::string& ahead,
                const std::string& text) {
    words.insert(words.begin(), {"--state-dir", folder_.path()});
    int master = -1;
    int slave = -1;
    EXPECT_EQ(::openpty(&master, &slave, nullptr, nullptr, nullptr), 0);
    const UniqueFd screen(master);
    EXPECT_EQ(::write(master, ahead.data(), ahead.size()), static_cast<ssize_t>(ahead.size()));
    const pid_t child = ::fork();
    if (child == 0) {
      for (const int stream : {0, 1, 2}) ::dup2(slave, stream);
      const int status = command(words);
      std::fflush(stdout);
      ::_exit(status);
    }
    ::close(slave);
    Typed typed;
    typed.screen = read_screen(master, "to approve: ");
    EXPECT_EQ(::write(master, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    typed.screen += read_screen(master, "");
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    typed.status = WEXITSTATUS(status);
    return typed;
  }
  // Until `end` has come or the terminal is closed.
  static std::string read_screen(int master, const std::string& end) {
    std::string text;
    std::array<char, 1024> buffer{};
    while (end.empty() || text.find(end) == std::string::npos) {
      pollfd entry{master, POLLIN, 0};
      if (::poll(&entry, 1, 10'000) != 1) break;
      const ssize_t count = ::read(master, buffer.data(), buffer.size());
      if (count <= 0) break;
      text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return text;
  }
  void leave_stale_socket() {
    const UniqueFd bound(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    folder_.file("run/old.sock").copy(address.sun_path, sizeof(address.sun_path) - 1);
    ASSERT_EQ(::bind(bound.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  }

  int saved_input_ = -1;
  std::string out_;
  std::string err_;
};

TEST_F(ApprovalCommandsTest, NothingWaits) {
  EXPECT_EQ(run(pending_command, {}), 0);
  EXPECT_EQ(out_, "no question waits\n");
  EXPECT_EQ(run(pending_command, {"--json"}), 0);
  EXPECT_EQ(out_, "[]\n");
  EXPECT_EQ(err_, "");
}

TEST_F(ApprovalCommandsTest, PendingListsQuestions) {
  start();
  const std::string id = session_.ask();
  EXPECT_EQ(run(pending_command, {}), 0);
  EXPECT_THAT(out_, HasSubstr("ID        TIER  WAITS  DENIES     SESSION  WHAT\n" +
                              id.substr(0, 8) + "  2     0."));
  EXPECT_THAT(out_, testing::ContainsRegex("s  [A-Z][a-z][a-z] [0-2][0-9]:[0-5][0-9]  *s1 "));
  EXPECT_THAT(out_, HasSubstr("  s1       rm -rf ./a\n1 question waits: guard pending ID"));
  EXPECT_EQ(run(pending_command, {"--json"}), 0);
  const auto questions = nlohmann::json::parse(out_);
  ASSERT_EQ(questions.size(), 1U);
  EXPECT_EQ(questions[0]["id"], id);
  EXPECT_EQ(questions[0]["tier"], 2);
}

TEST_F(ApprovalCommandsTest, SessionsListsThoseThatRun) {
  EXPECT_EQ(run(sessions_command, {}), 0);
  EXPECT_THAT(out_, HasSubstr("no session runs"));
  start();
  leave_stale_socket();
  session_.ask();
  EXPECT_EQ(run(sessions_command, {}), 0);
  EXPECT_THAT(out_, HasSubstr("SESSION"));
  EXPECT_EQ(std::count(out_.begin(), out_.end(), '\n'), 2);
  EXPECT_EQ(run(sessions_command, {"--json"}), 0);
  EXPECT_EQ(nlohmann::json::parse(out_).size(), 1U);
}

TEST_F(ApprovalCommandsTest, StatusIsSessionsAndQuestions) {
  EXPECT_EQ(run(status_command, {}), 0);
  EXPECT_THAT(out_, HasSubstr("no session runs"));
  EXPECT_THAT(out_, HasSubstr("no question waits"));
  start();
  const std::string id = session_.ask();
  EXPECT_EQ(run(status_command, {}), 0);
  EXPECT_THAT(out_, HasSubstr("SESSION"));
  EXPECT_THAT(out_, HasSubstr(id.substr(0, 8) + "  2 "));
  EXPECT_EQ(run(status_command, {"--json"}), 0);
  const auto status = nlohmann::json::parse(out_);
  EXPECT_EQ(status["sessions"].size(), 1U);
  EXPECT_EQ(status["questions"][0]["id"], id);
}

TEST_F(ApprovalCommandsTest, PendingWithAnIdShowsEveryName) {
  start();
  const std::string id = session_.ask();
  EXPECT_EQ(run(pending_command, {id.substr(0, 8)}), 0);
  EXPECT_THAT(out_, HasSubstr("Answer   guard approve " + id.substr(0, 8)));
  EXPECT_THAT(out_, HasSubstr("Session  s1"));
  EXPECT_THAT(out_, HasSubstr("What it touches, "));
  EXPECT_EQ(run(pending_command, {"--json", id}), 0);
  const auto questions = nlohmann::json::parse(out_);
  ASSERT_EQ(questions.size(), 1U);
  EXPECT_EQ(questions[0]["names"].size(), questions[0]["names_total"].get<std::size_t>());
}

TEST_F(ApprovalCommandsTest, StaleSocketsAreSkippedQuietly) {
  leave_stale_socket();
  start();
  const std::string id = session_.ask();
  EXPECT_EQ(run(pending_command, {}), 0);
  EXPECT_EQ(err_, "");
  EXPECT_EQ(run(pending_command, {"-v"}), 0);
  EXPECT_THAT(err_, HasSubstr("old.sock: no session listens there"));
  EXPECT_EQ(run(approve_command, {id.substr(0, 6)}), 0);
  EXPECT_EQ(err_, "");
}

TEST_F(ApprovalCommandsTest, ApproveLetsItGo) {
  start();
  const std::string id = session_.ask();
  EXPECT_EQ(run(approve_command, {id.substr(0, 8), "--scope", "session", "--pattern", "rm -rf *"}),
            0);
  EXPECT_EQ(out_, "approved " + id.substr(0, 8) + ": rm -rf ./a\n");
  ASSERT_EQ(session_.settled().size(), 1U);
  EXPECT_EQ(session_.settled()[0].answer.scope, Scope::kSession);
  EXPECT_EQ(session_.settled()[0].answer.pattern, "rm -rf *");
  EXPECT_THAT(session_.settled()[0].answer.by, HasSubstr(" (guard approve)"));
}

TEST_F(ApprovalCommandsTest, DenyCarriesTheReason) {
  start();
  const std::string one = session_.ask();
  const std::string two = session_.ask();
  EXPECT_EQ(run(deny_command, {one, two, "--reason", "keep it"}), 0);
  ASSERT_EQ(session_.settled().size(), 2U);
  EXPECT_EQ(session_.settled()[1].state, QuestionState::kDenied);
  EXPECT_EQ(session_.settled()[1].answer.reason, "keep it");
  EXPECT_THAT(out_, HasSubstr("denied " + two.substr(0, 8)));
}

TEST_F(ApprovalCommandsTest, DenyAllDeniesEachAndSaysHowMany) {
  for (const char* all : {"all", "--all"}) {
    EXPECT_EQ(run(deny_command, {all}), 0);
    EXPECT_EQ(out_, "no question waits\n");
  }
  start();
  session_.ask();
  session_.ask(3);
  EXPECT_EQ(run(deny_command, {"all", "--reason", "not now"}), 0);
  EXPECT_THAT(out_, HasSubstr("answered: 2 questions\n"));
  ASSERT_EQ(session_.settled().size(), 2U);
  for (const auto& question : session_.settled()) {
    EXPECT_EQ(question.state, QuestionState::kDenied);
    EXPECT_EQ(question.answer.reason, "not now");
  }
}

TEST_F(ApprovalCommandsTest, ApproveAllLeavesWhatTakesTheWord) {
  start();
  session_.ask();
  const std::string high = session_.ask(3);
  EXPECT_EQ(run(approve_command, {"--all"}), 1);
  EXPECT_THAT(out_, HasSubstr("answered: 1 question; not answered: 1 (guard pending)\n"));
  EXPECT_THAT(err_, HasSubstr("question " + high.substr(0, 8) + " is tier 3"));
  ASSERT_EQ(session_.settled().size(), 1U);
  EXPECT_EQ(session_.settled()[0].state, QuestionState::kApproved);
  EXPECT_EQ(session_.settled()[0].answer.scope, Scope::kOnce);
}

TEST_F(ApprovalCommandsTest, WhatIsOfOneQuestionDoesNotGoWithAll) {
  start();
  session_.ask(3);
  EXPECT_EQ(run(approve_command, {"all", "--confirm", "CONFIRM"}), 2);
  EXPECT_EQ(run(approve_command, {"all", "--scope", "session"}), 2);
  EXPECT_EQ(run(approve_command, {"--all", "--pattern", "*"}), 2);
  EXPECT_EQ(run(approve_command, {"--all", "12345678"}), 2);
  EXPECT_EQ(run(deny_command, {"--all", "12345678"}), 2);
  EXPECT_TRUE(session_.settled().empty());
}

TEST_F(ApprovalCommandsTest, TierThreeWithoutATerminalSaysWhatToAdd) {
  start();
  const std::string id = session_.ask(3);
  EXPECT_EQ(run(approve_command, {id}), 1);
  EXPECT_THAT(err_, HasSubstr("--confirm CONFIRM"));
  EXPECT_EQ(run(approve_command, {id, "--confirm", "yes"}), 1);
  EXPECT_TRUE(session_.settled().empty());
  EXPECT_EQ(run(approve_command, {id, "--confirm", "CONFIRM"}), 0);
  EXPECT_EQ(session_.settled()[0].state, QuestionState::kApproved);
}

TEST_F(ApprovalCommandsTest, OnATerminalTierThreeShowsTheImpactAndAsksForTheWord) {
  start();
  const std::string id = session_.ask(3);
  const Typed typed = type_at(approve_command, {id}, "", "CONFIRM\n");
  EXPECT_EQ(typed.status, 0);
  EXPECT_THAT(typed.screen, HasSubstr("What     rm -rf ./a"));
  ASSERT_EQ(session_.settled().size(), 1U);
  EXPECT_EQ(session_.settled()[0].state, QuestionState::kApproved);
}

TEST_F(ApprovalCommandsTest, AnyOtherWordLeavesTierThreeWaiting) {
  start();
  const std::string id = session_.ask(3);
  for (const char* word : {"\n", "y\n", "confirm\n", "CONFIRMED\n", "\x04"})
    EXPECT_EQ(type_at(approve_command, {id}, "", word).status, 1) << word;
  EXPECT_TRUE(session_.settled().empty());
}

TEST_F(ApprovalCommandsTest, WhatWasTypedAheadConfirmsNothing) {
  start();
  const std::string id = session_.ask(3);
  EXPECT_EQ(type_at(approve_command, {id}, "CONFIRM\n", "\n").status, 1);
  EXPECT_TRUE(session_.settled().empty());
}

TEST_F(ApprovalCommandsTest, OneThatFailsHoldsUpNoOther) {
  start();
  const std::string id = session_.ask();
  EXPECT_EQ(run(approve_command, {"ffffffff-none", id}), 1);
  EXPECT_THAT(err_, HasSubstr("no question 'ffffffff-none': `guard pending` lists"));
  EXPECT_EQ(session_.settled().size(), 1U);
}

TEST_F(ApprovalCommandsTest, SecondAnswerSaysWhoWasFirst) {
  start();
  const std::string id = session_.ask();
  EXPECT_EQ(run(deny_command, {id}), 0);
  EXPECT_EQ(run(approve_command, {id}), 1);
  EXPECT_THAT(err_, HasSubstr("already denied by "));
}

TEST_F(ApprovalCommandsTest, InsideTheSessionNothingIsApproved) {
  start();
  const std::string id = session_.ask();
  session_.role = supervisor::Role::kInside;
  EXPECT_EQ(run(pending_command, {}), 1);
  EXPECT_EQ(run(approve_command, {id}), 1);
  EXPECT_EQ(run(deny_command, {id}), 1);
  EXPECT_EQ(run(approve_session_command, {"--categories", "SUDO"}), 1);
  EXPECT_THAT(err_, HasSubstr("ask the person outside"));
  EXPECT_TRUE(session_.settled().empty());
  EXPECT_EQ(session_.refused().size(), 4U);
}

TEST_F(ApprovalCommandsTest, NoSessionRuns) {
  EXPECT_EQ(run(approve_command, {"abcd"}), 1);
  EXPECT_THAT(err_, HasSubstr("no session runs"));
  EXPECT_EQ(run(pending_command, {"--session", "s9"}), 125);
  EXPECT_EQ(err_, "guard: no session 's9' runs\n");
  EXPECT_EQ(run(approve_session_command, {"--categories", "SUDO"}), 1);
}

TEST_F(ApprovalCommandsTest, WrongUseIsTwo) {
  EXPECT_EQ(run(approve_command, {}), 2);
  EXPECT_EQ(run(deny_command, {}), 2);
  EXPECT_EQ(run(pending_command, {"--jsonn"}), 2);
  EXPECT_EQ(run(approve_command, {"abcd", "--scope", "forever"}), 2);
  EXPECT_THAT(err_, HasSubstr("'forever'"));
  EXPECT_EQ(run(approve_session_command, {}), 2);
  EXPECT_EQ(run(approve_session_command, {"--categories", ","}), 2);
  EXPECT_EQ(run(approve_session_command, {"--categories", "SUDA"}), 2);
  EXPECT_THAT(err_, HasSubstr("did you mean SUDO?"));
}

TEST_F(ApprovalCommandsTest, HelpFitsAScreen) {
  for (auto* command : {pending_command, approve_command, deny_command, approve_session_command,
                        sessions_command, status_command}) {
    EXPECT_EQ(run(command, {"--help"}), 0);
    EXPECT_LT(std::count(out_.begin(), out_.end(), '\n'), 24);
    EXPECT_THAT(out_, HasSubstr("guard "));
    EXPECT_EQ(err_, "");
  }
}

TEST_F(ApprovalCommandsTest, CategoriesAreApprovedForTheOneSession) {
  start();
  EXPECT_EQ(run(approve_session_command, {"--categories", "SUDO,GIT_PUBLISH"}), 0);
  EXPECT_EQ(out_, "approved for session s1: SUDO GIT_PUBLISH (tier 3 still asks)\n");
  EXPECT_EQ(session_.grants.approved_categories().size(), 2U);
}

TEST_F(ApprovalCommandsTest, SeveralSessionsMustBeNamed) {
  start();
  auto second = supervisor::ApiServer::listen(io_, folder_.file("run/s2.sock"), session_.backend());
  ASSERT_TRUE(second);
  EXPECT_EQ(run(approve_session_command, {"--categories", "SUDO"}), 2);
  EXPECT_THAT(err_, HasSubstr("name one with --session, of: s1 s2"));
  EXPECT_TRUE(session_.grants.approved_categories().empty());
  EXPECT_EQ(run(approve_session_command, {"--categories", "SUDO", "--session", "s2"}), 0);
  EXPECT_EQ(run(approve_session_command,
                {"--categories", "SUDO", "--session", folder_.file("run/s1.sock")}),
            0);
  stop();
}

}  // namespace
}  // namespace guard::console
