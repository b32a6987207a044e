// SPDX-License-Identifier: Apache-2.0
#include "supervisor/alerts/hook_process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <optional>

namespace guard::supervisor {
namespace {

using ::testing::HasSubstr;

class HookProcessTest : public ::testing::Test {
 protected:
  // Runs it to its end: why it failed, "" when it did not.
  std::string run(const std::string& script, std::optional<std::chrono::seconds> limit = {},
                  const std::string& input = "") {
    std::optional<std::string> failure;
    HookProgram program{
        "/bin/sh", {"sh", "-c", script}, {"PATH=/usr/bin:/bin", "ONLY=this"}, input, limit};
    auto started = HookProcess::start(io_, program, [&](const std::string& why) { failure = why; });
    if (!started) return "not started: " + started.error().text();
    io_.run();
    io_.restart();
    return failure.value_or("never ended");
  }

  boost::asio::io_context io_{1};
};

TEST_F(HookProcessTest, EndingWellIsNoFailure) {
  EXPECT_EQ(run("echo much; echo noise >&2"), "");
}

TEST_F(HookProcessTest, AFailureSaysWhatTheProgramSaid) {
  EXPECT_EQ(run("printf 'no route\\033[31m\\nmore' >&2; exit 3"), "status 3: no route\\x1B[31m");
  EXPECT_EQ(run("kill -9 $$"), "ended by signal 9");
}

TEST_F(HookProcessTest, ItsInputIsWhatItWasGiven) {
  EXPECT_EQ(run("test \"$(cat)\" = 'one line'", {}, "one line"), "");
}

// Another process of the user finds it below /proc.
TEST_F(HookProcessTest, ItsInputCannotBeChanged) {
  EXPECT_EQ(
      run("(echo other >/proc/$$/fd/0) 2>/dev/null; test \"$(cat)\" = 'one line'", {}, "one line"),
      "");
}

TEST_F(HookProcessTest, ItHasNothingButItsStreams) {
  const int open = ::open("/dev/null", O_RDONLY);  // not close-on-exec
  ASSERT_LT(open, 20);
  EXPECT_EQ(run("for n in $(seq 3 20); do test ! -e /proc/$$/fd/$n || exit 4; done"), "");
  ::close(open);
  EXPECT_EQ(
      run("test \"$ONLY\" = this && test -z \"$HOME\" && test \"$PWD\" = / && test $(pwd) = /"),
      "");
  EXPECT_EQ(run("test $(ps -o sid= -p $$) = $$"), "");
}

TEST_F(HookProcessTest, PastItsTimeItIsEndedWithWhatItStarted) {
  const std::string room = testing::TempDir() + "hook_" + std::to_string(::getpid());
  EXPECT_THAT(
      run("sh -c 'sleep 300 & echo $! >" + room + "; wait' & wait", std::chrono::seconds(1)),
      HasSubstr("did not end within 1 s"));
  // Nobody may be there to reap it.
  EXPECT_EQ(run("pid=$(cat " + room +
                    ") && until ! grep -qs '^State:[^Z]*$' /proc/$pid/status; do "
                    "sleep 0.1; done",
                std::chrono::seconds(20)),
            "");
  ::unlink(room.c_str());
}

TEST_F(HookProcessTest, AFloodOfWordsBlocksNobody) {
  EXPECT_THAT(run("head -c 1000000 /dev/zero | tr '\\0' x >&2; exit 1"),
              HasSubstr("status 1: xxx"));
}

TEST_F(HookProcessTest, AProgramThatIsNotThereIsAnError) {
  HookProgram program{"/no/such", {"x"}, {}, "", {}};
  EXPECT_FALSE(HookProcess::start(io_, program, [](const std::string&) {}));
}

}  // namespace
}  // namespace guard::supervisor
