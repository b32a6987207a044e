// SPDX-License-Identifier: Apache-2.0
// The asker, and why it asks: the chain of processes as a question tells it.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "interceptor/process/shell_line.h"
#include "tests/supervisor/ask/question_fixture.h"
#include "tests/supervisor/audit/fake_secrets.h"

namespace guard::supervisor {
namespace {

using Words = std::vector<std::string>;

std::string own_image() {
  return std::filesystem::read_symlink("/proc/self/exe").string();
}

class QuestionWhyTest : public QuestionFixture {
 protected:
  // The next process below the last one.
  std::shared_ptr<Process> add(const std::string& exe, Words argv) {
    return add(made_program(exe, std::move(argv)));
  }
  std::shared_ptr<Process> add(std::shared_ptr<const Program> program) {
    auto process = made_process(kMadeAgent + added_++, std::move(program), last_);
    last_ = process;
    return process;
  }
  [[nodiscard]] Question asked() const {
    PendingCall call = deletion();
    call.process = last_;
    return question(call);
  }
  [[nodiscard]] Question asked_to_start(const std::string& exe, Words argv) const {
    PendingCall call = made_exec(exe, std::move(argv));
    call.process = last_;
    return question(call);
  }

 private:
  ProcessPtr last_;
  pid_t added_ = 0;
};

TEST_F(QuestionWhyTest, TheCommandOfTheAgentIsTold) {
  add("/opt/claude", {"claude"});
  add("/usr/bin/bash", {"bash", "-c", "make clean"});
  add("/usr/bin/rm", {"rm", "a.o"});
  EXPECT_EQ(asked().why, "the agent's command: bash -c 'make clean'");
  EXPECT_EQ(asked().chain, (Words{"claude", "bash", "rm"}));
}

TEST_F(QuestionWhyTest, WhatIsToBeStartedEndsTheChain) {
  add("/opt/claude", {"claude"});
  add("/usr/bin/bash", {"bash", "-c", "make clean"});
  EXPECT_EQ(asked_to_start("/usr/bin/make", {"gmake", "clean"}).chain,
            (Words{"claude", "bash", "make"}));
}

TEST_F(QuestionWhyTest, AProcessThatOnlyForkedIsToldOnce) {
  add("/opt/claude", {"claude"});
  const auto bash = made_program("/usr/bin/bash", {"bash", "-c", "(rm a)"});
  add(bash);
  add(bash);
  EXPECT_EQ(asked().chain, (Words{"claude", "bash"}));
  add("/usr/bin/bash", {"bash", "-c", "rm a"});
  EXPECT_EQ(asked().chain, (Words{"claude", "bash", "bash"})) << "other words";
  add("/opt/bash", {"bash", "-c", "rm a"});
  EXPECT_EQ(asked().chain, (Words{"claude", "bash", "bash", "bash"})) << "another image";
}

TEST_F(QuestionWhyTest, GuardItselfIsNoneOfTheChain) {
  add(own_image(), {"guard", "run", "--", "rm", "x"});
  const Question first = asked_to_start("/usr/bin/rm", {"rm", "x"});
  EXPECT_EQ(first.why, "the command of guard run itself");
  EXPECT_EQ(first.chain, Words{"rm"});
  EXPECT_EQ(asked().why, "the agent; how is not known");
  EXPECT_EQ(asked().chain, Words());
}

TEST_F(QuestionWhyTest, AGuardThatTheAgentStartsIsToldAsAnyProgram) {
  add("/opt/claude", {"claude"});
  const std::string own(guard::base_name(own_image()));
  add(own_image(), {own, "check"});
  EXPECT_EQ(asked().why, "the agent's command: " + own + " check");
  EXPECT_EQ(asked().chain, (Words{"claude", own}));
}

TEST_F(QuestionWhyTest, TheAgentMayGoOnAsAnotherProcess) {
  add("/usr/bin/node", {"node", "gemini.js"});
  const auto second = add("/usr/bin/node", {"node", "other.js"});
  EXPECT_EQ(asked().why, "the agent's command: node other.js");
  second->agent = true;
  EXPECT_EQ(asked().why, "the agent itself: node other.js");
}

TEST_F(QuestionWhyTest, AProgramThatCallsItselfOtherwiseIsToldByItsImage) {
  add("/opt/claude", {"claude"});
  add("/usr/bin/sed", {"innocent", "-i", "s/a/b/", "x"});
  EXPECT_EQ(asked().why, "the agent's command: sed -i s/a/b/ x '(calls itself innocent)'");
  EXPECT_EQ(asked().chain, (Words{"claude", "sed"}));
  add("/opt/bash", {"-bash"});
  EXPECT_EQ(asked().chain.back(), "-bash") << "a login shell";
}

TEST_F(QuestionWhyTest, AScriptIsToldByItsFile) {
  add("/opt/claude", {"claude"});
  const auto clean = made_program("/w/clean.sh", {"./clean.sh"});
  add(clean);
  EXPECT_EQ(asked().why, "the agent's command: ./clean.sh");
  clean->script = true;
  EXPECT_EQ(asked().why, "the agent's command: ./clean.sh (script /w/clean.sh)");
}

TEST_F(QuestionWhyTest, WhatTheProfileSaysIsWrappedIsTakenOff) {
  add("/opt/gemini", {"gemini"});
  add("/usr/bin/bash", {"bash", "-c", "shopt -u x\n(\nrm -r ./tmp_*\n)\nexit $c"});
  EXPECT_NE(asked().why, "the agent's command: bash -c 'rm -r ./tmp_*'");
  policy_.profile.emplace().wrapped = {"shopt -u x\n(\n{}\n)\nexit $c"};
  EXPECT_EQ(asked().why, "the agent's command: bash -c 'rm -r ./tmp_*'");
}

TEST_F(QuestionWhyTest, NoSecretIsToldOfTheChain) {
  add("/opt/claude", {"claude"});
  add("/usr/bin/mysql", {"mysql", "-ps3cret", "db"});
  EXPECT_EQ(without_tags(asked().why), "the agent's command: mysql '-p[redacted]' db");
  add("/usr/bin/" + fake_github_token(), {fake_github_token()});
  EXPECT_EQ(without_tags(asked().chain.back()), "ghp_[redacted]");
}

// Half a token is not known as one: it is taken out before a text is made short.
TEST_F(QuestionWhyTest, NotEvenHalfASecretIsToldOfTheChain) {
  const std::string secret = fake_github_token();
  const std::string half = secret.substr(0, 8);
  add("/opt/claude", {"claude"});
  const auto tool =
      add("/usr/bin/tool", {"tool", std::string(100, 'a'), secret, std::string(200, 'b')});
  const std::string why = asked().why;
  EXPECT_EQ(why.find(half), std::string::npos) << why;
  EXPECT_NE(why.find("'ghp_[re"), std::string::npos) << why;
  const auto script =
      made_program("/w/" + std::string(103, 'a') + secret + std::string(200, '/'), {"x.sh"});
  script->script = true;
  add(script);
  EXPECT_EQ(asked().why.find(half), std::string::npos) << asked().why;
}

// A bash that waits in its text until its standard input ends.
class WaitingShell {
 public:
  explicit WaitingShell(const char* text) {
    std::array<int, 2> input{};
    if (::pipe(input.data()) != 0) return;
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(input[0], STDIN_FILENO);
      ::close(input[0]);
      ::close(input[1]);
      ::execl("/bin/bash", "bash", "-c", text, nullptr);
      ::_exit(127);
    }
    ::close(input[0]);
    input_ = input[1];
  }
  ~WaitingShell() {
    ::close(input_);
    ::waitpid(pid_, nullptr, 0);
  }
  WaitingShell(const WaitingShell&) = delete;
  WaitingShell& operator=(const WaitingShell&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  [[nodiscard]] bool comes_to(const std::string& line) const {
    for (int tries = 0; tries < 1000; ++tries) {
      if (interceptor::line_of_bash(pid_) == line) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }

 private:
  pid_t pid_ = -1;
  int input_ = -1;
};

TEST_F(QuestionWhyTest, TheLineThatAShellIsAtIsToldWithoutItsSecrets) {
  if (::access("/bin/bash", X_OK) != 0) GTEST_SKIP() << "no bash";
  const std::string line = "read \"$X\" \"" + fake_github_token() + "\"";
  const WaitingShell shell(("X=word; " + line + "; true").c_str());
  if (!shell.comes_to(line)) GTEST_SKIP() << "what bash is at cannot be read here";
  add("/opt/claude", {"claude"});
  add("/usr/bin/bash", {"bash", "-c", "run"})->pid = shell.pid();
  const Words started = {"read", "word", fake_github_token()};
  EXPECT_EQ(without_tags(asked_to_start("/usr/bin/read", started).why),
            "the agent's command: bash -c run; its shell is at: read \"$X\" \"ghp_[redacted]\"");
}

}  // namespace
}  // namespace guard::supervisor
