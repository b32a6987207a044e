// SPDX-License-Identifier: Apache-2.0
// Opens of a real program that wait for a lease, turned one at a time. Whole trees that are held
// are in open_turner_hold_test.cc. On other architectures nothing is ever held back
// (open_registers.cc).
#ifdef __x86_64__
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/seccomp.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>
#include <thread>

#include "interceptor/ptrace/open_turner.h"
#include "interceptor/syscalls/open_flags.h"
#include "tests/interceptor/turned_tree.h"

namespace guard::interceptor {
namespace {

using testing::await_call;
using testing::await_wait_for_lease;
using testing::Debugger;
using testing::in_small_guard;
using testing::LeasedFile;
using testing::Outcomes;
using testing::Pipe;
using testing::ToldTurn;
using testing::tracer_of;
using testing::TurnedTree;
using testing::Words;

constexpr int kWasKilled = 128 + SIGKILL;

class TurnedOpenTest : public testing::TurnerTest {};

// By the one system call or the other, so that its registers can be seen.
struct OpenForm {
  const char* name;
  long number;
  std::size_t flags_at;
  long flags;
};
constexpr OpenForm kForms[] = {
    {"openat", SYS_openat, 2, O_RDONLY},
    {"openat with more flags", SYS_openat, 2, O_RDONLY | O_CLOEXEC | O_NOFOLLOW},
    {"open", SYS_open, 1, O_RDONLY},
    {"open with more flags", SYS_open, 1, O_RDONLY | O_CLOEXEC | O_NOFOLLOW},
};
constexpr int kFlagsChanged = 50;
constexpr int kNoCall = 51;

// 0: it is open; 100 and the errno; or one of the above.
int opens(const OpenForm& form, const std::string& path) {
  const auto name = reinterpret_cast<long>(path.c_str());
  const bool at = form.number == SYS_openat;
  const long first = at ? AT_FDCWD : name;
  long second = at ? name : form.flags;
  long third = at ? form.flags : 0;
  long result = form.number;
  asm volatile("syscall"
               : "+a"(result), "+S"(second), "+d"(third)
               : "D"(first)
               : "rcx", "r11", "memory");
  if (result == form.number) return kNoCall;
  if ((at ? third : second) != form.flags) return kFlagsChanged;
  return result >= 0 ? 0 : 100 - static_cast<int>(result);
}

struct OpeningTree : TurnedTree {
  OpeningTree(unsigned filter_flags, const std::string& path, const OpenForm& form = kForms[0])
      : TurnedTree(filter_flags, [&path, &form](const Words&) { return opens(form, path); }),
        file(path) {
    tree.say();
    await_wait_for_lease(tid);
  }
  // Up to the stop behind the open.
  int begin() {
    OpenToTurn order = told.order(tid);
    EXPECT_TRUE(turner.begin(order));
    return next_status();
  }
  void begin_and_turn() {
    EXPECT_TRUE(turner.took_stop(tid, begin()));
    EXPECT_EQ(told.outcomes, Outcomes{TurnOutcome::kTurned});
  }

  LeasedFile file;
  ToldTurn told;
};

TEST_F(TurnedOpenTest, AnOpenThatIsHeldBackIsMadeAgainForGuard) {
  for (const OpenForm& form : kForms) {
    in_small_guard([&] {
      OpeningTree opening(flags_, secret_, form);
      opening.begin_and_turn();
      opening.take_stop();  // before the call
      const Notification call = opening.tree.next_call();
      EXPECT_EQ(call.tid, opening.tid) << form.name;
      EXPECT_EQ(call.number, form.number) << form.name;
      const std::uint64_t flags = call.arguments.at(form.flags_at);
      EXPECT_EQ(flags, kMadeAgainMark | O_CREAT | static_cast<std::uint64_t>(form.flags));
      EXPECT_EQ(told_open_flags(flags), static_cast<std::uint64_t>(form.flags)) << form.name;
      EXPECT_TRUE(opening.turner.holds_any());
      opening.answer(call, EUCLEAN);
      opening.take_stop();  // behind it
      EXPECT_FALSE(opening.turner.holds_any());
      EXPECT_EQ(opening.tree.end(), 100 + EUCLEAN) << form.name;
      EXPECT_EQ(opening.told.outcomes.size(), 1U);
      EXPECT_EQ(opening.told.failed, 1);
    });
  }
}

TEST_F(TurnedOpenTest, ItMayFailOnceItIsSureToStop) {
  in_small_guard([&] {
    OpeningTree opening(flags_, secret_);
    OpenToTurn order = opening.told.order(opening.tid);
    order.let_fail = [&] {
      EXPECT_EQ(tracer_of(opening.tid), ::getpid());
      ++opening.told.failed;
    };
    EXPECT_TRUE(opening.turner.begin(order));
    EXPECT_EQ(opening.told.failed, 1);
    EXPECT_TRUE(opening.told.outcomes.empty());
    EXPECT_TRUE(opening.turner.holds_any());
  });
}

TEST_F(TurnedOpenTest, WhoIsOnItsWayIsNotBegunAgain) {
  in_small_guard([&] {
    OpeningTree opening(flags_, secret_);
    ToldTurn second;
    OpenToTurn order = second.order(opening.tid);
    const int status = opening.begin();
    EXPECT_TRUE(opening.turner.begin(order));
    EXPECT_TRUE(opening.turner.took_stop(opening.tid, status));
    EXPECT_EQ(opening.told.outcomes, Outcomes{TurnOutcome::kTurned});
    EXPECT_EQ(second.failed, 0);
    EXPECT_TRUE(second.outcomes.empty());
  });
}

TEST_F(TurnedOpenTest, WhoIsInNoOpenGoesOn) {
  in_small_guard([&] {
    TurnedTree reading(flags_, [](const Words& words) {
      words.await();
      return 7;
    });
    ToldTurn told;
    OpenToTurn order = told.order(reading.tid);
    reading.tree.say();
    await_call(reading.tid, SYS_read);
    EXPECT_TRUE(reading.turner.begin(order));
    reading.take_stop();
    EXPECT_EQ(told.outcomes, Outcomes{TurnOutcome::kNotTurned});
    EXPECT_EQ(told.failed, 1);
    EXPECT_FALSE(reading.turner.holds_any());
    EXPECT_EQ(tracer_of(reading.tid), 0);
    reading.tree.say();
    EXPECT_EQ(reading.tree.end(), 7);
  });
}

TEST_F(TurnedOpenTest, WhoIsGoneIsToldAsGone) {
  ExecsAtOnce at_once;
  OpenTurner turner(at_once);
  ToldTurn told;
  const pid_t ended = ::fork();
  if (ended == 0) ::_exit(0);
  ::waitpid(ended, nullptr, 0);
  OpenToTurn order = told.order(ended);
  EXPECT_TRUE(turner.begin(order));
  EXPECT_EQ(told.outcomes, Outcomes{TurnOutcome::kGone});
  EXPECT_EQ(told.failed, 0);
  EXPECT_FALSE(turner.holds_any());
}

TEST_F(TurnedOpenTest, WhomADebuggerTracesWaitsOn) {
  in_small_guard([&] {
    TurnedTree debugged(
        flags_, [](const Words&) { return 7; }, Debugger::kParent);
    ToldTurn told;
    OpenToTurn order = told.order(debugged.tid);
    EXPECT_TRUE(debugged.turner.begin(order));
    EXPECT_EQ(told.outcomes, Outcomes{TurnOutcome::kHeldByOther});
    EXPECT_EQ(told.failed, 0);
    EXPECT_FALSE(debugged.turner.holds_any());
    debugged.tree.say();
    EXPECT_EQ(debugged.tree.end(), 7);
  });
}

TEST_F(TurnedOpenTest, NobodyIsSeizedBesideAnExecOfItsProcess) {
  in_small_guard([&] {
    OpeningTree opening(flags_, secret_);
    OpenToTurn order = opening.told.order(opening.tid);
    ASSERT_TRUE(opening.at_once.begin(opening.tid, {1, 1}));
    EXPECT_FALSE(opening.turner.begin(order));
    EXPECT_TRUE(order.let_fail && order.on_outcome) << "it is to be begun later";
    EXPECT_EQ(tracer_of(opening.tid), 0);
    EXPECT_EQ(opening.told.failed, 0);
    EXPECT_TRUE(opening.at_once.end(opening.tid)) << "somebody waits for the end";
    EXPECT_TRUE(opening.turner.begin(order));
    EXPECT_EQ(opening.told.failed, 1);
  });
}

void kill_and_await(pid_t tid) {
  ::kill(tid, SIGKILL);
  while (!is_at_end(tid)) std::this_thread::yield();
}

TEST_F(TurnedOpenTest, WhoIsKilledOnTheWayIsGone) {
  in_small_guard([&] {
    OpeningTree opening(flags_, secret_);
    (void)opening.begin();
    kill_and_await(opening.tid);
    EXPECT_TRUE(WIFSIGNALED(opening.next_status()));
    EXPECT_TRUE(opening.turner.took_end(opening.tid));
    EXPECT_EQ(opening.told.outcomes, Outcomes{TurnOutcome::kGone});
    EXPECT_FALSE(opening.turner.took_end(opening.tid));
    EXPECT_FALSE(opening.turner.holds_any());
    EXPECT_EQ(opening.tree.end(), kWasKilled);
  });
}

// Nobody told of its end, as when another thread's exec took its number.
TEST_F(TurnedOpenTest, WhoIsTracedNoMoreIsForgottenByTheNextOrder) {
  in_small_guard([&] {
    OpeningTree opening(flags_, secret_);
    ToldTurn second;
    OpenToTurn order = second.order(opening.tid);
    (void)opening.begin();
    kill_and_await(opening.tid);
    (void)opening.next_status();
    EXPECT_EQ(opening.tree.end(), kWasKilled);
    EXPECT_TRUE(opening.turner.begin(order));
    EXPECT_EQ(opening.told.outcomes, Outcomes{TurnOutcome::kGone});
    EXPECT_EQ(second.outcomes, Outcomes{TurnOutcome::kGone});
    EXPECT_FALSE(opening.turner.holds_any());
  });
}

TEST_F(TurnedOpenTest, StrangersAreNobodysHere) {
  in_small_guard([&] {
    OpeningTree opening(flags_, secret_);
    (void)opening.begin();
    EXPECT_FALSE(opening.turner.took_stop(opening.tree.parent(), SIGSTOP << 8 | 0x7f));
    EXPECT_FALSE(opening.turner.took_end(opening.tree.parent()));
    EXPECT_FALSE(opening.turner.give_up(opening.tree.parent()));
    EXPECT_FALSE(opening.turner.give_up(opening.tid)) << "it is turned";
    EXPECT_TRUE(opening.turner.holds_any());
  });
}

// Another thread's, which has the number now: the exec tracer's to look at.
TEST_F(TurnedOpenTest, AnExecUnderItsNumberIsLeftToOthers) {
  in_small_guard([&] {
    OpeningTree opening(flags_, secret_);
    (void)opening.begin();
    const int exec = PTRACE_EVENT_EXEC << 16 | SIGTRAP << 8 | 0x7f;
    EXPECT_FALSE(opening.turner.took_stop(opening.tid, exec));
    EXPECT_FALSE(opening.turner.holds_any());
  });
}

// Where a handler of SIGUSR1 tells that it ran.
int g_notes = -1;

const OpenForm& notes_signals_and_opens_by(const Pipe& notes) {
  g_notes = notes.writer.get();
  struct sigaction noted {};
  noted.sa_flags = SA_RESTART;
  noted.sa_handler = [](int) { (void)!::write(g_notes, "n", 1); };
  ::sigaction(SIGUSR1, &noted, nullptr);
  return kForms[0];
}

struct SignalledTree : TurnedTree {
  SignalledTree(unsigned filter_flags, const std::string& path, const Pipe& notes)
      : TurnedTree(filter_flags,
                   [&](const Words&) { return opens(notes_signals_and_opens_by(notes), path); }),
        file(path) {
    tree.say();
    await_wait_for_lease(tid);
  }
  LeasedFile file;
};

void expect_a_note(const Pipe& notes) {
  char note = 0;
  EXPECT_TRUE(testing::hear(notes.reader, note));
}

// It opens anew, with the flags that it gave, and meets the gate anew.
TEST_F(TurnedOpenTest, ASignalBeforeTheCallIsMadeAgainComesFirst) {
  in_small_guard([&] {
    const Pipe notes;
    SignalledTree opening(flags_, secret_, notes);
    ToldTurn told;
    OpenToTurn order = told.order(opening.tid);
    EXPECT_TRUE(opening.turner.begin(order));
    const int status = opening.next_status();
    ::kill(opening.tid, SIGUSR1);
    EXPECT_TRUE(opening.turner.took_stop(opening.tid, status));
    EXPECT_EQ(told.outcomes, Outcomes{TurnOutcome::kTurned});
    opening.take_stop();  // for the signal
    EXPECT_FALSE(opening.turner.holds_any());
    expect_a_note(notes);
    await_wait_for_lease(opening.tid);
    EXPECT_TRUE(opening.asks_nothing());
    opening.file.give_up();
    EXPECT_EQ(opening.tree.end(), 0);
  });
}

// The same while guard is asked, where a signal ends the wait for its answer.
TEST_F(TurnedOpenTest, ASignalDuringTheQuestionGivesTheFlagsBack) {
  in_small_guard([&] {
    const Pipe notes;
    SignalledTree opening(SECCOMP_FILTER_FLAG_NEW_LISTENER, secret_, notes);
    ToldTurn told;
    OpenToTurn order = told.order(opening.tid);
    EXPECT_TRUE(opening.turner.begin(order));
    opening.take_stop();
    opening.take_stop();  // before the call
    const Notification call = opening.tree.next_call();
    ::kill(opening.tid, SIGUSR1);
    opening.take_stop();  // behind it
    EXPECT_FALSE(opening.tree.listener().still_valid(call.id));
    EXPECT_FALSE(opening.turner.holds_any());
    expect_a_note(notes);
    await_wait_for_lease(opening.tid);
    EXPECT_TRUE(opening.asks_nothing());
    opening.file.give_up();
    EXPECT_EQ(opening.tree.end(), 0);
  });
}

// Nothing in the place of the call that is to be made again.
void take_the_call_away(pid_t tid) {
  constexpr long kTwoNops = 0x9090;
  user_regs_struct registers{};
  ASSERT_EQ(::ptrace(PTRACE_GETREGS, tid, nullptr, &registers), 0);
  const auto place = reinterpret_cast<void*>(registers.rip - 2);
  const long word = ::ptrace(PTRACE_PEEKTEXT, tid, place, nullptr);
  ASSERT_EQ(word & 0xffff, 0x050f) << "not behind a call";
  const long other = (word & ~0xffffL) | kTwoNops;
  ASSERT_EQ(::ptrace(PTRACE_POKETEXT, tid, place, reinterpret_cast<void*>(other)), 0);
}

TEST_F(TurnedOpenTest, AProgramThatMakesAnotherCallInsteadIsLetGo) {
  in_small_guard([&] {
    OpeningTree opening(flags_, secret_);
    const int status = opening.begin();
    take_the_call_away(opening.tid);
    EXPECT_TRUE(opening.turner.took_stop(opening.tid, status));
    opening.take_stop();  // before the next call that it makes
    EXPECT_FALSE(opening.turner.holds_any());
    EXPECT_EQ(opening.tree.end(), kNoCall);
  });
}

}  // namespace
}  // namespace guard::interceptor
#endif
