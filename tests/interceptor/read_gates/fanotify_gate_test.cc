// SPDX-License-Identifier: Apache-2.0
// Files of the test, held by the real kernel. Children of the test open them: a child of a child is
// of "the tree", whoever else is not.
#include "interceptor/read_gates/fanotify_gate.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/fanotify.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/files/fd_name.h"
#include "tests/interceptor/scratch_folder.h"
#include "tests/interceptor/told_reader.h"
#include "tests/support/child_process.h"

namespace guard::interceptor {
namespace {

using testing::Place;
using testing::ScratchFolder;
using testing::ToldReader;

// The opens that the gate handed over.
class HeldOpens {
 public:
  void take(OpenToTurn open) {
    const std::lock_guard lock(mutex_);
    opens_.push_back(std::move(open));
    ++all_;
    changed_.notify_all();
  }
  // The next one; nothing when none comes.
  std::optional<OpenToTurn> next() {
    std::unique_lock lock(mutex_);
    const auto there = [this] { return !opens_.empty(); };
    if (!changed_.wait_for(lock, std::chrono::seconds(10), there)) return std::nullopt;
    OpenToTurn open = std::move(opens_.front());
    opens_.erase(opens_.begin());
    return open;
  }
  [[nodiscard]] int all() {
    const std::lock_guard lock(mutex_);
    return all_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<OpenToTurn> opens_;
  int all_ = 0;
};

class FanotifyGateTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const UniqueFd possible(::fanotify_init(FAN_CLASS_CONTENT | FAN_CLOEXEC, O_RDONLY));
    if (!possible.valid()) GTEST_SKIP() << "permission events take CAP_SYS_ADMIN";
  }
  void start(OnHeldOpen on_held) {
    auto group = make_fanotify_group();
    ASSERT_TRUE(group) << group.error().text();
    auto gate = start_fanotify_gate(std::move(*group), std::move(on_held));
    ASSERT_TRUE(gate) << gate.error().text();
    gate_ = std::move(*gate);
  }
  void start() {
    start([this](OpenToTurn open) { held_.take(std::move(open)); });
  }
  [[nodiscard]] Result<void> arm(const std::string& path, int flags = O_PATH) const {
    const UniqueFd object(::open(path.c_str(), flags | O_CLOEXEC));
    return gate_->arm(object.get());
  }
  // The reader's open waits; it is the caller's now.
  OpenToTurn held_open_of(const ToldReader& reader, const std::string& path) {
    reader.open(path);
    auto open = held_.next();
    if (open) return std::move(*open);
    ADD_FAILURE() << "nothing was held";
    return {0, [] {}, nullptr};
  }

  const ScratchFolder scratch_;
  const std::string secret_ = scratch_.file("secret", "s");
  HeldOpens held_;
  std::unique_ptr<ReadGate> gate_;
};

TEST_F(FanotifyGateTest, ItSaysWhatItIs) {
  start();
  EXPECT_STREQ(gate_->name(), "fanotify");
  EXPECT_EQ(gate_->open_elsewhere(), 0U);
  EXPECT_EQ(gate_->lend({1, 1}), nullptr);
}

TEST_F(FanotifyGateTest, AnOpenOfTheTreeIsHeldUntilItMayFail) {
  const ToldReader reader(Place::kInside);
  start();
  ASSERT_TRUE(arm(secret_));
  const OpenToTurn open = held_open_of(reader, secret_);
  EXPECT_EQ(open.tid, reader.tid());
  EXPECT_FALSE(open.on_outcome);
  EXPECT_FALSE(reader.is_done());
  open.let_fail();
  EXPECT_EQ(reader.result(), EPERM);
}

// Until then it would count as one who has the file open, and afterwards it must not.
TEST_F(FanotifyGateTest, WhatHasBeenAnsweredIsClosed) {
  const auto descriptors = [this] {
    int found = 0;
    for (int fd = 0; fd < 256; ++fd) {
      if (name_of_fd(fd) != secret_) continue;
      ++found;
      EXPECT_EQ(::fcntl(fd, F_GETFD), FD_CLOEXEC);
    }
    return found;
  };
  const ToldReader reader(Place::kInside);
  start();
  ASSERT_TRUE(arm(secret_));
  const OpenToTurn open = held_open_of(reader, secret_);
  EXPECT_EQ(descriptors(), 1);
  open.let_fail();
  EXPECT_EQ(descriptors(), 0);
  open.let_fail();
  EXPECT_EQ(reader.result(), EPERM);
}

TEST_F(FanotifyGateTest, TheThreadThatOpensIsNamed) {
  const ToldReader reader(Place::kThread);
  start();
  ASSERT_TRUE(arm(secret_));
  const OpenToTurn open = held_open_of(reader, secret_);
  EXPECT_EQ(open.tid, reader.tid());
  open.let_fail();
  EXPECT_EQ(reader.result(), EPERM);
}

TEST_F(FanotifyGateTest, WhoIsNotOfTheTreeReadsAsAlways) {
  const ToldReader child(Place::kOutside);
  start();
  ASSERT_TRUE(arm(secret_));
  EXPECT_EQ(child.result_of_open(secret_), 0);
  EXPECT_TRUE(UniqueFd(::open(secret_.c_str(), O_RDONLY | O_CLOEXEC)).valid());
  EXPECT_EQ(held_.all(), 0);
}

// A process that leases PATH and gives it back when an open breaks the lease.
pid_t start_lease_holder(const std::string& path) {
  std::array<int, 2> ready{};
  if (::pipe2(ready.data(), O_CLOEXEC) != 0) return -1;
  const pid_t holder = ::fork();
  if (holder == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigset_t breaks;
    ::sigemptyset(&breaks);
    ::sigaddset(&breaks, SIGIO);
    ::sigprocmask(SIG_BLOCK, &breaks, nullptr);
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    // The gate has let this open through, and may not have closed its own descriptor yet.
    while (::fcntl(file, F_SETLEASE, F_WRLCK) != 0 && errno == EAGAIN) ::sched_yield();
    const char leased = ::fcntl(file, F_GETLEASE) == F_WRLCK ? 'y' : 'n';
    (void)!::write(ready[1], &leased, 1);
    if (leased == 'n') ::_exit(1);
    (void)::sigwaitinfo(&breaks, nullptr);
    (void)::fcntl(file, F_SETLEASE, F_UNLCK);
    ::_exit(0);
  }
  char leased = 'n';
  (void)!::read(ready[0], &leased, 1);
  ::close(ready[0]);
  ::close(ready[1]);
  return leased == 'y' ? holder : -1;
}

// Another guard, or samba: the kernel opens the file for the gate too, which breaks the lease.
TEST_F(FanotifyGateTest, WhoIsNotOfTheTreeReadsAFileThatSomebodyLeases) {
  const ToldReader child(Place::kOutside);
  start();
  ASSERT_TRUE(arm(secret_));
  const pid_t holder = start_lease_holder(secret_);
  ASSERT_GT(holder, 0);
  EXPECT_EQ(child.result_of_open(secret_), 0);
  EXPECT_EQ(::waitpid(holder, nullptr, 0), holder);
  EXPECT_EQ(held_.all(), 0);
}

// Its holder answers nobody: another guard, stopped. The test has the lease.
TEST_F(FanotifyGateTest, WhileALeaseIsWaitedForOthersAreAnswered) {
  const ToldReader waiting(Place::kOutside);
  const ToldReader other(Place::kOutside);
  const std::string leased = scratch_.file("leased", "l");
  start();
  ASSERT_TRUE(arm(secret_));
  UniqueFd lease(::open(leased.c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_TRUE(arm(leased));
  (void)::signal(SIGIO, SIG_IGN);
  while (::fcntl(lease.get(), F_SETLEASE, F_WRLCK) != 0 && errno == EAGAIN) ::sched_yield();
  ASSERT_EQ(::fcntl(lease.get(), F_GETLEASE), F_WRLCK);
  waiting.open(leased);
  while (::fcntl(lease.get(), F_GETLEASE) == F_WRLCK) std::this_thread::yield();
  EXPECT_EQ(other.result_of_open(secret_), 0);
  EXPECT_FALSE(waiting.is_done());
  lease.reset();
  EXPECT_EQ(waiting.result(), 0);
}

TEST_F(FanotifyGateTest, WhatNobodyTakesOverIsDenied) {
  const ToldReader reader(Place::kInside);
  start([](const OpenToTurn&) {});
  ASSERT_TRUE(arm(secret_));
  EXPECT_EQ(reader.result_of_open(secret_), EPERM);
}

TEST_F(FanotifyGateTest, WhatIsGivenUpIsDenied) {
  const ToldReader reader(Place::kInside);
  start();
  ASSERT_TRUE(arm(secret_));
  {
    const OpenToTurn open = held_open_of(reader, secret_);
    EXPECT_FALSE(reader.is_done());
  }
  EXPECT_EQ(reader.result(), EPERM);
}

TEST_F(FanotifyGateTest, OpensAtOnceAreAnsweredOneByOne) {
  const ToldReader first(Place::kInside);
  const ToldReader second(Place::kInside);
  start();
  ASSERT_TRUE(arm(secret_));
  const OpenToTurn of_first = held_open_of(first, secret_);
  const OpenToTurn of_second = held_open_of(second, secret_);
  EXPECT_EQ(of_first.tid, first.tid());
  EXPECT_EQ(of_second.tid, second.tid());
  of_second.let_fail();
  EXPECT_EQ(second.result(), EPERM);
  EXPECT_FALSE(first.is_done());
  of_first.let_fail();
  EXPECT_EQ(first.result(), EPERM);
}

// Every name of the file, and of its neighbours none.
TEST_F(FanotifyGateTest, TheFileIsHeldAndNotItsName) {
  const ToldReader reader(Place::kInside);
  std::filesystem::create_hard_link(secret_, scratch_.at("other name"));
  (void)scratch_.link("link", "secret");
  (void)scratch_.file("neighbour", "n");
  start([](const OpenToTurn&) {});
  ASSERT_TRUE(arm(secret_));
  for (const auto& [name, wanted] : {std::pair{"secret", EPERM},
                                     {"other name", EPERM},
                                     {"link", EPERM},
                                     {"nothing", ENOENT},
                                     {"neighbour", 0}})
    EXPECT_EQ(reader.result_of_open(scratch_.at(name)), wanted) << name;
  std::filesystem::rename(secret_, scratch_.at("moved"));
  EXPECT_EQ(reader.result_of_open(scratch_.at("moved")), EPERM);
}

TEST_F(FanotifyGateTest, BeforeItIsArmedNothingIsHeld) {
  const ToldReader reader(Place::kInside);
  start();
  EXPECT_EQ(reader.result_of_open(secret_), 0);
  EXPECT_EQ(held_.all(), 0);
}

TEST_F(FanotifyGateTest, AnyDescriptorWillDoAndTwiceIsNoError) {
  start();
  for (const int flags : {O_PATH, O_PATH, O_RDONLY, O_RDWR}) EXPECT_TRUE(arm(secret_, flags));
}

TEST_F(FanotifyGateTest, WhatIsNotOpenCannotBeArmed) {
  start();
  const auto refused = gate_->arm(-1);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kSystem);
  EXPECT_EQ(refused.error().sys_errno, ENOENT);
}

// It was judged as an exec, and shows nothing to its program.
TEST_F(FanotifyGateTest, AnExecIsLetThrough) {
  const ToldReader reader(Place::kInside);
  std::filesystem::copy_file("/bin/true", scratch_.at("program"));
  start();
  ASSERT_TRUE(arm(scratch_.at("program")));
  reader.run(scratch_.at("program"));
  EXPECT_EQ(reader.result(), ToldReader::kBecameAnother);
  EXPECT_EQ(held_.all(), 0);
}

TEST_F(FanotifyGateTest, WithTheGateEndsTheHold) {
  const ToldReader reader(Place::kInside);
  start();
  ASSERT_TRUE(arm(secret_));
  gate_.reset();
  EXPECT_EQ(reader.result_of_open(secret_), 0);
}

TEST_F(FanotifyGateTest, AnOpenThatWaitsOutlivesTheGate) {
  const ToldReader reader(Place::kInside);
  start();
  ASSERT_TRUE(arm(secret_));
  const OpenToTurn open = held_open_of(reader, secret_);
  gate_.reset();
  EXPECT_FALSE(reader.is_done());
  open.let_fail();
  EXPECT_EQ(reader.result(), EPERM);
}

// Room for every opener and every file, and a look that waits for nobody.
TEST_F(FanotifyGateTest, TheGroupIsOfTheRightKind) {
  const auto group = make_fanotify_group();
  ASSERT_TRUE(group);
  EXPECT_EQ(::fcntl(group->get(), F_GETFD), FD_CLOEXEC);
  std::ifstream information("/proc/self/fdinfo/" + std::to_string(group->get()));
  unsigned flags = 0;
  unsigned of_events = 0;
  for (std::string line; std::getline(information, line);)
    (void)std::sscanf(line.c_str(), "fanotify flags:%x event-flags:%x", &flags, &of_events);
  EXPECT_EQ(flags, unsigned{FAN_CLASS_PRE_CONTENT | FAN_CLOEXEC | FAN_NONBLOCK | FAN_REPORT_TID |
                            FAN_UNLIMITED_MARKS | FAN_UNLIMITED_QUEUE});
  EXPECT_EQ(of_events & unsigned{O_ACCMODE | O_CLOEXEC | O_NONBLOCK | O_NOATIME},
            unsigned{O_RDONLY | O_CLOEXEC | O_NOATIME});
}

TEST(FanotifyGroupTest, AnOrdinaryUserGetsNone) {
  EXPECT_EQ(testing::result_of_child([] {
              constexpr uid_t kNobody = 65534;
              if (::geteuid() == 0 && ::setresuid(kNobody, kNobody, kNobody) != 0) return 101;
              const auto group = make_fanotify_group();
              if (group) return 102;
              return group.error().code == Code::kSystem ? group.error().sys_errno : 103;
            }),
            EPERM);
}

}  // namespace
}  // namespace guard::interceptor
