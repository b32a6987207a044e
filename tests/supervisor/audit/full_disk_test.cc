// SPDX-License-Identifier: Apache-2.0
// The effect on the record of a disk that takes nothing. A limit on file size stands for it where
// no small file system can be mounted.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <thread>

#include "base/files/unique_fd.h"
#include "supervisor/audit/keep/closing_record.h"
#include "supervisor/audit/store/recorder.h"
#include "tests/supervisor/audit/sample_records.h"
#include "tests/supervisor/audit/temporary_folder.h"

namespace guard::supervisor {
namespace {

constexpr int kCannotMount = 77;

// No file of this process can grow beyond `bytes` while it lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limited{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limited);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST(FullDiskTest, OpeningFailsInOneLineWhenNothingCanBeWritten) {
  const TemporaryFolder folder;
  const FileSizeLimit limit(0);
  const auto recorder = Recorder::open(folder.path(), "s");
  ASSERT_FALSE(recorder);
  EXPECT_THAT(recorder.error().text(), testing::HasSubstr(folder.path()));
  EXPECT_THAT(recorder.error().text(), testing::Not(testing::HasSubstr("\n")));
}

TEST(FullDiskTest, AnIntentThatCannotBeStoredFailsAndLaterOnesSucceed) {
  const TemporaryFolder folder;
  auto recorder = Recorder::open(folder.path(), "s");
  ASSERT_TRUE(recorder);
  {
    const FileSizeLimit limit(0);
    EXPECT_FALSE((*recorder)->store_intent(sample_record()));
    EXPECT_FALSE((*recorder)->healthy());
    (*recorder)->record(sample_record());  // kept for later
    EXPECT_FALSE((*recorder)->flush());
  }
  EXPECT_TRUE((*recorder)->store_intent(sample_record()));
  EXPECT_TRUE((*recorder)->healthy());
  const auto rows = read_all(folder.path());
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].record.kind, "act");
  EXPECT_EQ(rows[1].record.kind, "intent");
}

TEST(FullDiskTest, WhatDidNotFitTheQueueIsCountedAndRecordedAsAGap) {
  constexpr std::size_t kBig = 1200;
  const TemporaryFolder folder;
  auto recorder = Recorder::open(folder.path(), "s");
  ASSERT_TRUE(recorder);
  {
    const FileSizeLimit limit(0);
    AuditRecord big = sample_record();
    big.argv = {std::string(60U << 10U, 'x')};
    for (std::size_t i = 0; i < kBig; ++i) (*recorder)->record(big);  // the queue holds 64 MB
    EXPECT_FALSE((*recorder)->healthy());
  }
  ASSERT_TRUE((*recorder)->flush());
  ASSERT_TRUE((*recorder)->flush());
  EXPECT_TRUE((*recorder)->healthy());
  const auto rows = read_all(folder.path());
  ASSERT_LT(rows.size(), kBig);
  ASSERT_GT(rows.size(), 1000U);
  EXPECT_EQ(rows.back().record.kind, "gap");
  EXPECT_EQ(rows.back().record.result_summary,
            std::to_string(kBig + 1 - rows.size()) + " records were lost");
}

std::string unwritten_path(const TemporaryFolder& folder) {
  return folder.path() + "/audit-unwritten-s.jsonl";
}

// The database is away while it lives: other files can be written.
class DatabaseAway {
 public:
  explicit DatabaseAway(const TemporaryFolder& folder) : path_(folder.path() + "/audit.db") {
    EXPECT_EQ(::rename(path_.c_str(), (path_ + ".away").c_str()), 0);
  }
  DatabaseAway(const DatabaseAway&) = delete;
  DatabaseAway& operator=(const DatabaseAway&) = delete;
  ~DatabaseAway() { EXPECT_EQ(::rename((path_ + ".away").c_str(), path_.c_str()), 0); }

 private:
  std::string path_;
};

TEST(UnwrittenTest, WhoWaitsForAllIsToldTheFileAndItGoesWhenAllIsWritten) {
  const TemporaryFolder folder;
  auto recorder = Recorder::open(folder.path(), "s");
  ASSERT_TRUE(recorder);
  {
    const DatabaseAway away(folder);
    (*recorder)->record(sample_record("/w/one"));
    (*recorder)->store_outcome({"of some request", "done", 0, 1, "two"});
    const auto flushed = (*recorder)->flush();
    ASSERT_FALSE(flushed);
    EXPECT_THAT(flushed.error().text(),
                testing::HasSubstr("2 records are in " + unwritten_path(folder)));
  }
  ASSERT_TRUE((*recorder)->flush());
  EXPECT_FALSE(std::filesystem::exists(unwritten_path(folder)));
  EXPECT_EQ(read_all(folder.path()).size(), 1U);
}

TEST(UnwrittenTest, WhatIsLeftAtTheEndIsKeptAndALaterRunOfTheSessionKeepsItsOwn) {
  const TemporaryFolder folder;
  for (const char* object : {"/w/first", "/w/second"}) {
    auto recorder = Recorder::open(folder.path(), "s");
    ASSERT_TRUE(recorder);
    const DatabaseAway away(folder);
    (*recorder)->record(sample_record(object));
    recorder->reset();
  }
  const auto text_of = [](const std::string& path) {
    std::ifstream file(path);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  EXPECT_THAT(text_of(unwritten_path(folder)), testing::HasSubstr("/w/first"));
  EXPECT_THAT(text_of(folder.path() + "/audit-unwritten-s.2.jsonl"),
              testing::HasSubstr("/w/second"));
}

TEST(UnwrittenTest, TheEndAloneIsNotKept) {
  const TemporaryFolder folder;
  auto recorder = Recorder::open(folder.path(), "s");
  ASSERT_TRUE(recorder);
  {
    const DatabaseAway away(folder);
    EXPECT_FALSE(close_record(**recorder));
    recorder->reset();
  }
  EXPECT_FALSE(std::filesystem::exists(unwritten_path(folder)));
}

TEST(UnwrittenTest, AnActIsBehindOnlyWhileSomethingOldIsNotWritten) {
  const TemporaryFolder folder;
  auto recorder = Recorder::open(folder.path(), "s");
  ASSERT_TRUE(recorder);
  {
    const DatabaseAway away(folder);
    EXPECT_FALSE((*recorder)->store_intent(sample_record()));  // refused: nothing is left of it
    std::this_thread::sleep_for(kBehindAfter + std::chrono::milliseconds(100));
    EXPECT_FALSE((*recorder)->is_behind());
    (*recorder)->record(sample_record());
    EXPECT_FALSE((*recorder)->is_behind());
    std::this_thread::sleep_for(kBehindAfter + std::chrono::milliseconds(100));
    EXPECT_TRUE((*recorder)->is_behind());
  }
  ASSERT_TRUE((*recorder)->flush());
  EXPECT_FALSE((*recorder)->is_behind());
}

class LostDatabaseTest : public ::testing::TestWithParam<const char*> {};

TEST_P(LostDatabaseTest, NothingIsTakenForStoredUntilTheFileIsBack) {
  const TemporaryFolder folder;
  auto recorder = Recorder::open(folder.path(), "s");
  ASSERT_TRUE(recorder);
  ASSERT_TRUE((*recorder)->store_intent(sample_record()));
  const std::string path = folder.path() + "/" + GetParam();
  ASSERT_EQ(::rename(path.c_str(), (path + ".away").c_str()), 0);
  const auto removed = (*recorder)->store_intent(sample_record());
  ASSERT_FALSE(removed);
  EXPECT_THAT(removed.error().text(), testing::HasSubstr("was removed or replaced"));
  std::ofstream(path) << "another";
  EXPECT_FALSE((*recorder)->store_intent(sample_record()));
  EXPECT_FALSE((*recorder)->healthy());
  (*recorder)->record(sample_record());  // kept until then
  ASSERT_EQ(::rename((path + ".away").c_str(), path.c_str()), 0);
  EXPECT_TRUE((*recorder)->store_intent(sample_record()));
  EXPECT_TRUE((*recorder)->healthy());
  EXPECT_EQ(read_all(folder.path()).size(), 3U);
}

INSTANTIATE_TEST_SUITE_P(Files, LostDatabaseTest,
                         testing::Values("audit.db", "audit.db-wal", "audit.db-shm"));

TEST(BrokenDatabaseTest, AnOverwrittenFileTakesNothingMore) {
  const TemporaryFolder folder;
  auto recorder = Recorder::open(folder.path(), "s");
  ASSERT_TRUE(recorder);
  ASSERT_TRUE((*recorder)->store_intent(sample_record()));
  std::fstream file(folder.path() + "/audit.db", std::ios::in | std::ios::out | std::ios::binary);
  std::string kept(64, ' ');
  file.read(kept.data(), 64);
  file.seekp(0) << std::string(64, 'x') << std::flush;
  const auto stored = (*recorder)->store_intent(sample_record());
  ASSERT_FALSE(stored);
  EXPECT_THAT(stored.error().text(), testing::HasSubstr("was overwritten"));
  file.seekp(0) << kept << std::flush;
  EXPECT_TRUE((*recorder)->store_intent(sample_record()));
  EXPECT_EQ(read_all(folder.path()).size(), 2U);
}

// Runs in a child with a private 1 MB file system at `folder`.
int with_small_disk(const std::string& folder, const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    const uid_t uid = ::getuid();
    const gid_t gid = ::getgid();
    if (::unshare(CLONE_NEWNS) != 0) {
      if (::unshare(CLONE_NEWNS | CLONE_NEWUSER) != 0) ::_exit(kCannotMount);
      std::ofstream("/proc/self/setgroups") << "deny";
      std::ofstream("/proc/self/uid_map") << uid << " " << uid << " 1";
      std::ofstream("/proc/self/gid_map") << gid << " " << gid << " 1";
    }
    ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
    if (::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=1m,mode=0700") != 0) {
      ::_exit(kCannotMount);
    }
    ::_exit(body());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

void fill(const std::string& path) {
  const UniqueFd file(::open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  const std::string block(4096, 'x');
  while (::write(file.get(), block.data(), block.size()) > 0) {
  }
  while (::write(file.get(), "x", 1) > 0) {
  }
}

// Numbers the expectations, so that the exit status names the one that failed.
int full_disk_story(const std::string& folder) {
  auto recorder = Recorder::open(folder, "s");
  if (!recorder) return 1;
  if (!(*recorder)->store_intent(sample_record())) return 2;
  fill(folder + "/filler");
  Result<void> stored;
  for (int i = 0; i < 100 && stored; ++i) stored = (*recorder)->store_intent(sample_record());
  if (stored) return 3;
  if (stored.error().sys_errno != ENOSPC) return 4;
  if (stored.error().text().find("No space left on device") == std::string::npos) return 5;
  if ((*recorder)->healthy()) return 6;
  const auto second = Recorder::open(folder, "s2");
  if (second || second.error().sys_errno != ENOSPC) return 7;
  if (read_all(folder).empty()) return 8;
  ::unlink((folder + "/filler").c_str());
  if (!(*recorder)->store_intent(sample_record())) return 9;
  return (*recorder)->healthy() ? 0 : 10;
}

TEST(FullDiskTest, AFullFileSystemRefusesIntentsUntilThereIsRoom) {
  const TemporaryFolder folder;
  const int status = with_small_disk(folder.path(), [&] { return full_disk_story(folder.path()); });
  if (status == kCannotMount) GTEST_SKIP() << "this user cannot mount a file system";
  EXPECT_EQ(status, 0) << "the number of the expectation in full_disk_story that failed";
}

}  // namespace
}  // namespace guard::supervisor
