// SPDX-License-Identifier: Apache-2.0
#include "base/log/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace guard {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

class LogTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "guard-log-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    close_log();
    fs::remove_all(folder_);
  }
  [[nodiscard]] std::string file() const { return folder_ / "guard.log"; }
  LogTarget target(const std::string& level = "") const { return *read_log_target(file(), level); }
  [[nodiscard]] std::string written() const {
    std::ifstream in(file());
    return {std::istreambuf_iterator<char>(in), {}};
  }
  fs::path folder_;
};

TEST_F(LogTest, ALineSaysWhenWhoAndWhat) {
  ASSERT_TRUE(open_log(target(), "guard-test"));
  log_line(LogLevel::kInfo, "session.start", {{"version", "0.1"}, {"words", "a \"b\" = c"}});
  close_log();
  EXPECT_THAT(written(),
              testing::MatchesRegex("[0-9]+-[0-9]+-[0-9]+T[0-9:.]+Z info guard-test\\[[0-9]+\\] "
                                    "session.start version=0.1 words=\"a \\\\\"b\\\\\" = c\"\n"));
}

TEST_F(LogTest, BytesOfProgramsAreMadeSafe) {
  ASSERT_TRUE(open_log(target(), "guard-test"));
  log_line(LogLevel::kInfo, "told", {{"line", "red \x1b[31m\nnext"}});
  close_log();
  EXPECT_THAT(written(), Not(HasSubstr("\x1b")));
  EXPECT_THAT(written(), HasSubstr("\\x1B"));
  EXPECT_EQ(std::string(written()).find('\n'), written().size() - 1);
}

TEST_F(LogTest, OnlyTheWantedLevelsAreWritten) {
  for (const auto& [level, shown] : {std::pair{"debug", "abcd"},
                                     {"", "bcd"},
                                     {"info", "bcd"},
                                     {"warning", "cd"},
                                     {"error", "d"}}) {
    fs::remove(file());
    ASSERT_TRUE(open_log(target(level), "guard-test"));
    log_line(LogLevel::kDebug, "a");
    log_line(LogLevel::kInfo, "b");
    log_line(LogLevel::kWarning, "c");
    log_line(LogLevel::kError, "d");
    close_log();
    std::string events;
    std::ifstream in(file());
    for (std::string line; std::getline(in, line);) events += line.back();
    EXPECT_EQ(events, shown) << level;
  }
}

TEST_F(LogTest, WithoutALogNothingIsTaken) {
  for (const LogLevel level : {LogLevel::kDebug, LogLevel::kError}) EXPECT_FALSE(log_takes(level));
  ASSERT_TRUE(open_log({}, "guard-test"));
  EXPECT_FALSE(log_takes(LogLevel::kError));
  ASSERT_TRUE(open_log(target("error"), "guard-test"));
  EXPECT_FALSE(log_takes(LogLevel::kWarning));
  EXPECT_TRUE(log_takes(LogLevel::kError));
  close_log();
  EXPECT_FALSE(log_takes(LogLevel::kError));
}

TEST_F(LogTest, OthersCannotReadIt) {
  ASSERT_TRUE(open_log(target(), "guard-test"));
  log_line(LogLevel::kInfo, "x");
  close_log();
  struct stat status {};
  ASSERT_EQ(::stat(file().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
}

TEST_F(LogTest, WhatWasThereIsKept) {
  std::ofstream(file()) << "before\n";
  ASSERT_TRUE(open_log(target(), "guard-test"));
  log_line(LogLevel::kInfo, "after");
  close_log();
  EXPECT_THAT(written(), testing::StartsWith("before\n"));
  EXPECT_THAT(written(), HasSubstr("after"));
}

TEST_F(LogTest, AFullFileBecomesTheOlderOne) {
  std::ofstream(file()) << std::string((8U << 20U) - 1, '.');
  ASSERT_TRUE(open_log(target(), "guard-test"));
  log_line(LogLevel::kInfo, "first of the next");
  close_log();
  EXPECT_TRUE(fs::exists(log_files(target()).at(1)));
  EXPECT_THAT(written(), HasSubstr("first of the next"));
  EXPECT_LT(written().size(), 1000U);
}

TEST_F(LogTest, EachFileIsNamedBeforehand) {
  const auto files = log_files(target());
  ASSERT_EQ(files.size(), 4U);
  EXPECT_EQ(files[0], file());
  EXPECT_EQ(files[3], (folder_ / "guard.3.log").string());
  EXPECT_TRUE(log_files(*read_log_target("journald", "")).empty());
}

TEST_F(LogTest, WhatIsNoFileOfItsOwnIsRefused) {
  fs::create_symlink("/dev/null", folder_ / "link");
  fs::create_directory(folder_ / "folder");
  EXPECT_FALSE(open_log({LogTarget::Kind::kFile, folder_ / "link"}, "guard-test"));
  EXPECT_FALSE(open_log({LogTarget::Kind::kFile, folder_ / "folder"}, "guard-test"));
  EXPECT_FALSE(open_log({LogTarget::Kind::kFile, "/dev/null"}, "guard-test"));
  const auto missing = open_log({LogTarget::Kind::kFile, folder_ / "no" / "x"}, "guard-test");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().sys_errno, ENOENT);
}

TEST_F(LogTest, AWrongLevelIsAnErrorThatNamesTheRightOnes) {
  const auto wrong = read_log_target("x", "loud");
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().text(), HasSubstr("debug, info, warning, error"));
}

}  // namespace
}  // namespace guard
