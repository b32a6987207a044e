// SPDX-License-Identifier: Apache-2.0
// Trees of real programs that stand still for a moment, and what keeps one from being held.
#ifdef __x86_64__  // elsewhere no gate holds trees (open_registers.cc)
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/seccomp.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/process/descendants.h"
#include "interceptor/ptrace/open_turner.h"
#include "tests/interceptor/still_process.h"
#include "tests/interceptor/turned_tree.h"

namespace guard::interceptor {
namespace {

using testing::await_call;
using testing::await_wait_for_lease;
using testing::Bools;
using testing::Debugger;
using testing::in_small_guard;
using testing::LeasedFile;
using testing::ToldHold;
using testing::ToldTurn;
using testing::tracer_of;
using testing::TurnedTree;
using testing::Words;

class HeldTreeTest : public testing::TurnerTest {};

std::vector<pid_t> threads_below(pid_t tree) {
  std::vector<pid_t> all;
  for (const pid_t process : descendants_of(tree))
    for (const pid_t tid : threads_of(process)) all.push_back(tid);
  return all;
}

// The letter of /proc/TID/stat; 't': a tracer has stopped it.
char state_of(pid_t tid) {
  const auto text = read_small_file(AT_FDCWD, ("/proc/" + std::to_string(tid) + "/stat").c_str());
  return text ? text->at(text->rfind(')') + 2) : '?';
}

int opens(const std::string& path) {
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC) >= 0 ? 0 : 100 + errno;
}

[[noreturn]] void wait_for_ever() {
  while (true) ::pause();
}

TEST_F(HeldTreeTest, WhereNobodyIsNothingKeepsAHoldBack) {
  ExecsAtOnce at_once;
  OpenTurner turner(at_once);
  ToldHold told;
  const testing::StillProcess alone([] {});
  turner.hold_tree(told.order(alone.pid()));
  EXPECT_EQ(told.acts, Bools{false});
  EXPECT_EQ(told.done, Bools{true});
  EXPECT_EQ(tracer_of(alone.pid()), 0) << "it is not below itself";
  EXPECT_FALSE(turner.holds_any());
}

// A process of two threads, and a child.
int becomes_several(const Words& words) {
  std::thread(wait_for_ever).detach();
  if (::fork() == 0) wait_for_ever();
  words.await();
  return 7;
}

TEST_F(HeldTreeTest, AllOfItStandsMeanwhileAndGoesOnAfterwards) {
  in_small_guard([&] {
    TurnedTree several(flags_, becomes_several);
    const pid_t root = several.tree.parent();
    several.tree.say();
    while (threads_below(root).size() < 3) std::this_thread::yield();
    std::vector<pid_t> all;
    EXPECT_FALSE(several.hold(root, [&] {
      all = threads_below(root);
      for (const pid_t tid : all) EXPECT_EQ(state_of(tid), 't');
    }));
    EXPECT_GE(all.size(), 3U);
    for (const pid_t tid : all) EXPECT_EQ(tracer_of(tid), 0);
    EXPECT_FALSE(several.turner.holds_any());
    several.tree.say();
    EXPECT_EQ(several.tree.end(), 7);
  });
}

TEST_F(HeldTreeTest, ItIsSaidToBeDoneAfterTheAct) {
  in_small_guard([&] {
    TurnedTree tree(flags_, [](const Words&) { return 7; });
    std::string steps;
    tree.turner.hold_tree(
        {tree.tid, [&](const LeaseWaiters&) { steps += "act "; }, [&](bool) { steps += "done"; }});
    EXPECT_EQ(steps, "act done");
  });
}

struct LeaseWaiter : TurnedTree {
  LeaseWaiter(unsigned filter_flags, const std::string& path, Debugger debugger = Debugger::kNone)
      : TurnedTree(
            filter_flags, [&path](const Words&) { return opens(path); }, debugger),
        file(path) {
    tree.say();
    await_wait_for_lease(tid);
  }
  // The open has been made again: asked, refused, and let go.
  void refuse_made_again() {
    take_stop();
    answer(tree.next_call(), EUCLEAN);
    take_stop();
    EXPECT_FALSE(turner.holds_any());
    EXPECT_EQ(tree.end(), 100 + EUCLEAN);
  }
  LeasedFile file;
};

TEST_F(HeldTreeTest, WhoWaitedForALeaseIsTurnedAndTheLeaseCanBeRenewed) {
  in_small_guard([&] {
    LeaseWaiter waiter(flags_, secret_);
    EXPECT_TRUE(waiter.hold(waiter.tree.parent(), [&] {
      waiter.file.give_up();
      EXPECT_TRUE(waiter.file.lease());
    }));
    EXPECT_TRUE(waiter.turner.holds_any());
    waiter.refuse_made_again();
  });
}

// Its open is no gate's to turn.
TEST_F(HeldTreeTest, WhoWaitsForTheWriterOfAFifoGoesOnWaiting) {
  const std::string fifo = scratch_.at("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  in_small_guard([&] {
    TurnedTree reader(flags_, [&](const Words&) { return opens(fifo); });
    reader.tree.say();
    while (!waits_in_direct_open(reader.tid)) std::this_thread::yield();
    if (may_wait_for_lease(reader.tid)) GTEST_SKIP() << "/proc does not say what it waits for";
    EXPECT_FALSE(reader.hold(reader.tree.parent()));
    EXPECT_FALSE(reader.turner.holds_any());
    const UniqueFd writer(::open(fifo.c_str(), O_WRONLY | O_CLOEXEC));
    EXPECT_EQ(reader.tree.end(), 0);
    EXPECT_TRUE(reader.asks_nothing());
  });
}

// A process that nobody here can seize: it must not be where it could open anything.
struct UnseizedCase {
  const char* what;
  int (*program)(const std::string& path);  // none: it waits for its first word
  Debugger debugger;
  bool execs;
  bool held;
};

int computes(const std::string&) {
  std::atomic<unsigned> round = 0;
  while (true) ++round;
}

constexpr UnseizedCase kUnseized[] = {
    {"debugged, and in a call", nullptr, Debugger::kParent, false, true},
    {"debugged, and in an open", opens, Debugger::kParent, false, false},
    {"debugged, and in no call", computes, Debugger::kParent, false, false},
    {"in an exec, and in a call", nullptr, Debugger::kNone, true, true},
    {"in an exec, and in an open", opens, Debugger::kNone, true, false},
    {"in an exec, and in no call", computes, Debugger::kNone, true, false},
};

// Once it has read its word it is in no call again.
void begin_to_compute(const TurnedTree& tree) {
  tree.tree.say();
  while (call_in_progress(tree.tid)) std::this_thread::yield();
}

void begin(const UnseizedCase& unseized, const TurnedTree& tree) {
  if (unseized.program == nullptr) return await_call(tree.tid, SYS_read);
  if (unseized.program == computes) return begin_to_compute(tree);
  tree.tree.say();
  await_wait_for_lease(tree.tid);
}

TEST_F(HeldTreeTest, WhoCannotBeSeizedMustNotBeAbleToOpen) {
  for (const UnseizedCase& unseized : kUnseized) {
    in_small_guard([&] {
      TurnedTree tree(
          flags_, [&](const Words&) { return unseized.program(secret_); }, unseized.debugger);
      const LeasedFile file(secret_);
      const pid_t tracer = tracer_of(tree.tid);
      begin(unseized, tree);
      if (unseized.execs) {
        EXPECT_TRUE(tree.at_once.begin(tree.tid, {1, 1}));
      }
      ToldHold told;
      tree.turner.hold_tree(told.order(tree.tree.parent()));
      EXPECT_EQ(told.acts, unseized.held ? Bools{false} : Bools{}) << unseized.what;
      EXPECT_EQ(told.done, Bools{unseized.held}) << unseized.what;
      EXPECT_EQ(tracer_of(tree.tid), tracer) << unseized.what;
      EXPECT_FALSE(tree.turner.holds_any()) << unseized.what;
    });
  }
}

int leaves_a_zombie(const Words& words) {
  if (::fork() == 0) ::_exit(0);
  words.await();
  return 7;
}

TEST_F(HeldTreeTest, WhoHasEndedKeepsNoHoldBack) {
  in_small_guard([&] {
    TurnedTree tree(flags_, leaves_a_zombie);
    tree.tree.say();
    const auto has_zombie = [&] {
      return std::ranges::any_of(threads_below(tree.tree.parent()), is_at_end);
    };
    while (!has_zombie()) std::this_thread::yield();
    EXPECT_FALSE(tree.hold(tree.tree.parent()));
    tree.tree.say();
    EXPECT_EQ(tree.tree.end(), 7);
  });
}

// The next hold hears that somebody waited, and no later one; a hold that fails hears nothing.
TEST_F(HeldTreeTest, WhoWasTurnedBeforeCountsForTheNextHold) {
  in_small_guard([&] {
    LeaseWaiter waiter(flags_, secret_);
    const TurnedTree busy(
        flags_, [](const Words&) { return computes(""); }, Debugger::kParent);
    begin_to_compute(busy);
    ToldTurn turned;
    OpenToTurn order = turned.order(waiter.tid);
    EXPECT_TRUE(waiter.turner.begin(order));
    waiter.take_stop();
    waiter.refuse_made_again();
    ToldHold told;
    waiter.turner.hold_tree(told.order(busy.tree.parent()));
    EXPECT_EQ(told.done, Bools{false});
    for (int times = 0; times < 2; ++times) waiter.turner.hold_tree(told.order(busy.tid));
    EXPECT_EQ(told.acts, (Bools{true, false}));
    EXPECT_EQ(told.done, (Bools{false, true, true}));
  });
}

// The exec of this tree is asked about, in a wait that no ptrace ends.
class HeldExecutorTest : public HeldTreeTest {
 protected:
  void SetUp() override {
    HeldTreeTest::SetUp();
    if ((flags_ & SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV) == 0)
      GTEST_SKIP() << "the kernel has no waits that signals do not end (Linux 5.19)";
  }
};

struct ExecutingTree : TurnedTree {
  explicit ExecutingTree(unsigned filter_flags) : TurnedTree(filter_flags, becomes_true) {
    tree.say();
    call = tree.next_call();
    EXPECT_FALSE(hold(tree.parent()));
    EXPECT_EQ(tracer_of(tid), ::getpid());
    EXPECT_TRUE(turner.holds_any());
  }
  static int becomes_true(const Words&) {
    char name[] = "true";
    char* const argv[] = {name, nullptr};
    return testing::becomes("/bin/true", argv, argv + 1);
  }
  // Up to the stop at its first instruction, which is left there.
  void exec() {
    Reply reply = Reply::proceed(permit_continue(ContinueReason::kExecVerified));
    EXPECT_TRUE(tree.listener().answer(call.id, std::move(reply)));
    siginfo_t seen{};
    constexpr int kAnything = WEXITED | WSTOPPED | WNOWAIT | __WALL | __WNOTHREAD;
    EXPECT_EQ(::waitid(P_PID, static_cast<id_t>(tid), &seen, kAnything), 0);
    EXPECT_EQ(seen.si_status >> 8, PTRACE_EVENT_EXEC);
  }
  Notification call;
};

TEST_F(HeldExecutorTest, WhoWaitsInAnExecIsGivenUpOnce) {
  in_small_guard([&] {
    ExecutingTree executing(flags_);
    EXPECT_TRUE(executing.turner.give_up(executing.tid));
    EXPECT_FALSE(executing.turner.give_up(executing.tid));
    EXPECT_FALSE(executing.turner.holds_any());
    EXPECT_EQ(tracer_of(executing.tid), ::getpid());
    executing.exec();
    EXPECT_FALSE(executing.turner.took_stop(executing.tid, executing.next_status()));
  });
}

TEST_F(HeldExecutorTest, WhoStillWaitsIsHeldByTheNextHoldToo) {
  in_small_guard([&] {
    ExecutingTree executing(flags_);
    EXPECT_FALSE(executing.hold(executing.tree.parent()));
    EXPECT_EQ(tracer_of(executing.tid), ::getpid());
    EXPECT_TRUE(executing.turner.give_up(executing.tid));
  });
}

// Its tracer has to look at it first.
TEST_F(HeldExecutorTest, WhoStandsAtItsExecKeepsAHoldBack) {
  in_small_guard([&] {
    ExecutingTree executing(flags_);
    executing.exec();
    ToldHold told;
    executing.turner.hold_tree(told.order(executing.tree.parent()));
    EXPECT_TRUE(told.acts.empty());
    EXPECT_EQ(told.done, Bools{false});
    EXPECT_FALSE(executing.turner.took_stop(executing.tid, executing.next_status()));
    EXPECT_FALSE(executing.turner.holds_any());
  });
}

// It has ended since, and nobody told of it.
TEST_F(HeldExecutorTest, WhoHasGoneSinceIsForgottenByTheNextHold) {
  in_small_guard([&] {
    ExecutingTree executing(flags_);
    ::kill(executing.tid, SIGKILL);
    EXPECT_TRUE(WIFSIGNALED(executing.next_status()));
    EXPECT_EQ(executing.tree.end(), 128 + SIGKILL);
    EXPECT_FALSE(executing.hold(executing.tid));
    EXPECT_FALSE(executing.turner.holds_any());
  });
}

}  // namespace
}  // namespace guard::interceptor
#endif
