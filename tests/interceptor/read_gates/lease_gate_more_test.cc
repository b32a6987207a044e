// SPDX-License-Identifier: Apache-2.0
// Files of the test, leased for real: which are, and when. The tests of broken leases are in
// lease_gate_hold_test.cc.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/fanotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <string>
#include <thread>
#include <utility>

#include "interceptor/read_gates/lease_gate.h"
#include "tests/interceptor/leasing_gate.h"
#include "tests/support/child_process.h"

namespace guard::interceptor {
namespace {

using testing::await_none_elsewhere;
using testing::can_be_opened;
using testing::id_of;
using testing::is_leased;
using testing::leases_of;
using testing::LeasingGate;

class HeldByLeaseTest : public testing::LeaseTest {};

TEST_F(HeldByLeaseTest, LeasesCanBeHadWhereTheyCan) {
  std::ifstream in("/proc/sys/fs/lease-break-time");
  std::string seconds;
  std::getline(in, seconds);
  EXPECT_EQ(can_lease(), most_in_doubt(seconds).has_value());
}

TEST_F(HeldByLeaseTest, AnArmedFileIsLeasedOnce) {
  LeasingGate gate;
  EXPECT_STREQ(gate->name(), "lease");
  for (int times = 0; times < 2; ++times) {
    ASSERT_TRUE(gate.arm(secret_));
    EXPECT_TRUE(is_leased(secret_));
    EXPECT_FALSE(is_leased(other_));
    EXPECT_EQ(gate->open_elsewhere(), 0U);
  }
  gate.end();
  EXPECT_TRUE(leases_of(secret_).empty());
}

TEST_F(HeldByLeaseTest, WhatSomebodyHasOpenIsLeasedWhenNobodyHas) {
  LeasingGate gate;
  UniqueFd elsewhere(::open(secret_.c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_TRUE(gate.arm(secret_));
  ASSERT_TRUE(gate.arm(other_));
  EXPECT_EQ(gate->open_elsewhere(), 1U);
  EXPECT_FALSE(is_leased(secret_));
  elsewhere.reset();
  await_none_elsewhere(gate);
  EXPECT_TRUE(is_leased(secret_));
}

TEST_F(HeldByLeaseTest, WhatCannotBeLeasedIsAnError) {
  LeasingGate gate;
  const std::string fifo = scratch_.at("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  for (const auto& [path, wanted] : {std::pair{scratch_.at("nothing"), EBADF}, {fifo, EINVAL}}) {
    const auto refused = gate.arm(path);
    ASSERT_FALSE(refused) << path;
    EXPECT_EQ(refused.error().code, Code::kSystem) << path;
    EXPECT_EQ(refused.error().sys_errno, wanted) << path;
  }
  EXPECT_EQ(gate->open_elsewhere(), 0U);
}

// A file that belongs to others and cannot be opened needs no lease; one that can be opened would
// need one.
struct OwnedCase {
  const char* what;
  uid_t owner;
  mode_t mode;
  int error;
};
constexpr uid_t kNobody = 65534;
constexpr OwnedCase kOwned[] = {
    {"another's that only it may read", 0, 0600, 0},
    {"another's that anybody may read", 0, 0644, EACCES},
    {"its own that it may not read", kNobody, 0000, EACCES},
    {"its own", kNobody, 0600, 0},
};

TEST_F(HeldByLeaseTest, AnOrdinaryUserLeasesItsOwnFilesAlone) {
  if (::geteuid() != 0) GTEST_SKIP() << "files of others take root";
  for (const OwnedCase& owned : kOwned) {
    ASSERT_EQ(::chown(secret_.c_str(), owned.owner, owned.owner), 0);
    ASSERT_EQ(::chmod(secret_.c_str(), owned.mode), 0);
    const UniqueFd object(::open(secret_.c_str(), O_PATH | O_CLOEXEC));
    EXPECT_EQ(testing::result_of_child([&] {
                if (::setresuid(kNobody, kNobody, kNobody) != 0) return 101;
                const LeasingGate gate;
                const auto armed = gate->arm(object.get());
                if (gate->open_elsewhere() != 0) return 102;
                return armed ? 0 : armed.error().sys_errno;
              }),
              owned.error)
        << owned.what;
  }
}

TEST_F(HeldByLeaseTest, WhileItIsLentGuardOpensIt) {
  LeasingGate gate;
  ASSERT_TRUE(gate.arm(secret_));
  auto first = gate->lend(id_of(secret_));
  auto second = gate->lend(id_of(secret_));
  ASSERT_TRUE(first && second);
  EXPECT_TRUE(can_be_opened(secret_));
  first.reset();
  EXPECT_TRUE(leases_of(secret_).empty());
  EXPECT_TRUE(can_be_opened(secret_));
  second.reset();
  EXPECT_TRUE(is_leased(secret_));
  EXPECT_EQ(gate.holds(), 0);
}

TEST_F(HeldByLeaseTest, WhatIsNotArmedIsNotLent) {
  LeasingGate gate;
  ASSERT_TRUE(gate.arm(secret_));
  EXPECT_EQ(gate->lend(id_of(other_)), nullptr);
  EXPECT_TRUE(is_leased(secret_));
}

TEST_F(HeldByLeaseTest, WhatIsOpenWhenItIsGivenBackIsLeasedLater) {
  LeasingGate gate;
  ASSERT_TRUE(gate.arm(secret_));
  auto lent = gate->lend(id_of(secret_));
  UniqueFd elsewhere(::open(secret_.c_str(), O_RDONLY | O_CLOEXEC));
  lent.reset();
  EXPECT_EQ(gate->open_elsewhere(), 1U);
  elsewhere.reset();
  await_none_elsewhere(gate);
  EXPECT_TRUE(is_leased(secret_));
}

// The gate's own looks are 50 ms apart by now: a program that starts meanwhile would read unasked.
TEST_F(HeldByLeaseTest, WhatNobodyHasOpenAnyMoreIsHeldWhenAProgramStarts) {
  LeasingGate gate;
  UniqueFd elsewhere(::open(secret_.c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_TRUE(gate.arm(secret_));
  gate->hold_again(0);
  EXPECT_FALSE(is_leased(secret_));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  elsewhere.reset();
  gate->hold_again(0);
  EXPECT_TRUE(is_leased(secret_));
}

// The gate looks at all its files meanwhile.
TEST_F(HeldByLeaseTest, WhatIsLentIsNotLeasedAgain) {
  LeasingGate gate;
  UniqueFd elsewhere(::open(other_.c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_TRUE(gate.arm(secret_));
  ASSERT_TRUE(gate.arm(other_));
  const auto lent = gate->lend(id_of(secret_));
  elsewhere.reset();
  while (!is_leased(other_)) std::this_thread::yield();
  elsewhere.reset(::open(scratch_.file("third", "t").c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_TRUE(gate.arm(scratch_.at("third")));
  elsewhere.reset();
  while (!is_leased(scratch_.at("third"))) std::this_thread::yield();
  EXPECT_TRUE(leases_of(secret_).empty());
  EXPECT_EQ(gate->open_elsewhere(), 1U);
}

TEST_F(HeldByLeaseTest, WhatIsForgottenIsLeasedNoMore) {
  LeasingGate gate;
  ASSERT_TRUE(gate.arm(secret_));
  ASSERT_TRUE(gate.arm(other_));
  gate->forget(id_of(secret_));
  EXPECT_TRUE(leases_of(secret_).empty());
  EXPECT_TRUE(is_leased(other_));
  gate->forget(id_of(secret_));
  ASSERT_TRUE(gate.arm(secret_));
  EXPECT_TRUE(is_leased(secret_));
}

TEST_F(HeldByLeaseTest, WhatIsLentIsNotForgotten) {
  LeasingGate gate;
  ASSERT_TRUE(gate.arm(secret_));
  auto lent = gate->lend(id_of(secret_));
  gate->forget(id_of(secret_));
  lent.reset();
  EXPECT_TRUE(is_leased(secret_));
}

// The gate of another guard holds the open, and waits itself for a lease of this gate.
TEST_F(HeldByLeaseTest, WhileAnArmedFileIsHeldElsewhereTheGateLetsGo) {
  const UniqueFd group(::fanotify_init(FAN_CLASS_CONTENT | FAN_CLOEXEC, O_RDONLY | O_CLOEXEC));
  if (!group.valid()) GTEST_SKIP() << "permission events take CAP_SYS_ADMIN";
  LeasingGate gate;
  ASSERT_TRUE(gate.arm(secret_));
  ASSERT_EQ(::fanotify_mark(group.get(), FAN_MARK_ADD, FAN_OPEN_PERM, AT_FDCWD, other_.c_str()), 0);
  std::thread arming([&] { EXPECT_TRUE(gate.arm(other_)); });
  pollfd held{group.get(), POLLIN, 0};
  EXPECT_EQ(::poll(&held, 1, 10'000), 1);
  std::thread opening([&] { EXPECT_TRUE(UniqueFd(::open(secret_.c_str(), O_RDONLY)).valid()); });
  gate.hold_next(true);
  opening.join();
  fanotify_event_metadata event{};
  EXPECT_EQ(::read(group.get(), &event, sizeof(event)), ssize_t{sizeof(event)});
  const fanotify_response response{event.fd, FAN_ALLOW};
  EXPECT_EQ(::write(group.get(), &response, sizeof(response)), ssize_t{sizeof(response)});
  const UniqueFd opened(event.fd);
  arming.join();
}

}  // namespace
}  // namespace guard::interceptor
