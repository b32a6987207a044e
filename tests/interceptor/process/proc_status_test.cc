// SPDX-License-Identifier: Apache-2.0
#include "interceptor/process/proc_status.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

#include "base/files/unique_fd.h"
#include "tests/interceptor/still_process.h"

namespace guard::interceptor {
namespace {

TEST(ProcStatusTest, FileSystemIdsAreTheFourthOfTheirLine) {
  const auto status =
      parse_proc_status("Tgid:\t7\nUid:\t1\t2\t3\t4\nGid:\t5\t6\t7\t8\nGroups:\t9 10 \n");
  ASSERT_TRUE(status);
  EXPECT_EQ(status->credentials.uid, 4U);
  EXPECT_EQ(status->credentials.gid, 8U);
  EXPECT_EQ(status->credentials.groups, (std::vector<gid_t>{9, 10}));
}

TEST(ProcStatusTest, NumbersHaveTheirOwnBases) {
  const auto status = parse_proc_status(
      "Umask:\t0027\nTgid:\t7\nPPid:\t6\nTracerPid:\t5\nThreads:\t3\nSigPnd:\t0000000000000001\n"
      "ShdPnd:\t0000000000004000\nSigBlk:\tfffffffffffffff0\nSigIgn:\t10\nCapEff:"
      "\t000001ffffffffff\n");
  ASSERT_TRUE(status);
  EXPECT_EQ(status->umask, 027U);
  EXPECT_EQ(status->tgid, 7);
  EXPECT_EQ(status->parent, 6);
  EXPECT_EQ(status->tracer, 5);
  EXPECT_EQ(status->threads, 3);
  EXPECT_EQ(status->pending_signals, 0x4001U);
  EXPECT_EQ(status->blocked_signals, 0xfffffffffffffff0U);
  EXPECT_EQ(status->ignored_signals, 0x10U);
  EXPECT_EQ(status->credentials.capabilities, 0x1ffffffffffU);
}

TEST(ProcStatusTest, TextWithoutAnOwnerIsNoStatus) {
  EXPECT_FALSE(parse_proc_status(""));
  EXPECT_FALSE(parse_proc_status("Uid:\t0\t0\t0\t0\n"));
  EXPECT_FALSE(parse_proc_status("Tgid"));
  EXPECT_FALSE(parse_proc_status("Tgid:\n"));
}

TEST(ProcStatusTest, OwnStatusIsWhatTheKernelSays) {
  const auto status = read_proc_status("/proc/self");
  ASSERT_TRUE(status);
  EXPECT_EQ(status->tgid, ::getpid());
  EXPECT_EQ(status->parent, ::getppid());
  EXPECT_EQ(status->credentials.uid, ::geteuid());
  const mode_t mask = ::umask(022);
  ::umask(mask);
  EXPECT_EQ(status->umask, mask);
}

// A program may call itself anything: its name must not shift or forge fields.
TEST(ProcStatusTest, NamesWithBracketsAndLinesForgeNothing) {
  const testing::StillProcess plain([] {});
  const testing::StillProcess odd([] { ::prctl(PR_SET_NAME, ") R 1 \nTgid:\t1"); });
  const auto status = read_proc_status("/proc/" + std::to_string(odd.pid()));
  ASSERT_TRUE(status);
  EXPECT_EQ(status->tgid, odd.pid());
  const auto earlier = read_start_time(plain.pid());
  const auto later = read_start_time(odd.pid());
  ASSERT_TRUE(earlier);
  ASSERT_TRUE(later);
  EXPECT_GE(*later, *earlier);
  EXPECT_EQ(read_terminal(odd.pid()).value(), read_terminal(plain.pid()).value());
}

// A row of processes, each the child of the one before; the first is a child of this one.
class Row {
 public:
  explicit Row(int length) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return;
    if (::fork() == 0) grow(length, ends[1]);
    for (pid_t pid = 0; length-- > 0 && ::read(ends[0], &pid, sizeof(pid)) == sizeof(pid);)
      pids_.push_back(pid);
    ::close(ends[0]);
    ::close(ends[1]);
  }
  ~Row() {
    for (const pid_t pid : pids_) ::kill(pid, SIGKILL);
    ::waitpid(pids_.front(), nullptr, 0);
  }
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;
  [[nodiscard]] pid_t operator[](std::size_t place) const { return pids_.at(place); }

 private:
  [[noreturn]] static void grow(int length, int out) {
    for (; length > 0; --length) {
      const pid_t own = ::getpid();
      (void)!::write(out, &own, sizeof(own));
      if (length == 1 || ::fork() != 0) break;
    }
    while (true) ::pause();
  }
  std::vector<pid_t> pids_;  // in any order: sorted by who came first, numbers only rise
};

TEST(ProcStatusTest, AncestorsBeyondTheirNumberAreUnknown) {
  (void)supervisor_pid();
  const Row row(6);
  EXPECT_EQ(lineage_of(row[0]), Lineage::kOutside) << "the reaper";
  EXPECT_EQ(lineage_of(row[1]), Lineage::kInside);
  EXPECT_EQ(lineage_of(::getppid()), Lineage::kOutside);
  // The last of six has five parents below this process.
  EXPECT_EQ(lineage_of(row[5], 5), Lineage::kUnknown);
  EXPECT_EQ(lineage_of(row[5], 6), Lineage::kInside);
  EXPECT_EQ(lineage_of(row[5], 7), Lineage::kInside);
  EXPECT_FALSE(is_supervised(row[0]));
  EXPECT_EQ(lineage_of(1 << 30), Lineage::kUnknown) << "it cannot be read";
}

TEST(ProcStatusTest, HeldFolderOfAGoneTaskSaysGone) {
  testing::StillProcess other([] {});
  const std::string folder = "/proc/" + std::to_string(other.pid());
  const pid_t pid = other.pid();
  const UniqueFd proc(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  ASSERT_TRUE(read_proc_status_at(proc.get()));
  other.end();
  const auto status = read_proc_status_at(proc.get());
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, Code::kGone);
  EXPECT_EQ(read_start_time(pid).error().code, Code::kGone);
}

}  // namespace
}  // namespace guard::interceptor
