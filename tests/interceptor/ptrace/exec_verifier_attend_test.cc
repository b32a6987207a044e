// SPDX-License-Identifier: Apache-2.0
// When a mediator that holds an exec may receive, and who is woken by whose SIGCHLD.
#include <gtest/gtest.h>
#include <poll.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <functional>
#include <future>
#include <optional>
#include <semaphore>
#include <string>
#include <thread>
#include <utility>

#include "interceptor/process/call_in_progress.h"
#include "interceptor/ptrace/exec_verifier.h"
#include "tests/interceptor/judged_exec.h"

namespace guard::interceptor {
namespace {

using testing::AskedTree;
using testing::await_a_look;
using testing::becomes_judged;
using testing::Debugger;
using testing::HeldImage;
using testing::in_small_guard;
using testing::JudgedTree;
using testing::Told;
using testing::Words;

constexpr char kTrue[] = "/bin/true";

// Says which thread attends to an exec that takes its time.
class HeldByMediatorTest : public testing::MediatorTest {
 protected:
  void SetUp() override {
    MediatorTest::SetUp();
    if (!HeldImage::can_be_had()) GTEST_SKIP() << "holding an exec takes CAP_SYS_ADMIN";
  }
  const testing::ScratchFolder scratch_;
};

constexpr int kPrograms = 20;

// One child becomes IMAGE; once it is told to, so many others run /bin/true, one after another.
AskedTree::Program becomes_several(const std::string& image, int others) {
  return [image, others](const Words& words) {
    const pid_t first = ::fork();
    if (first == 0) ::_exit(becomes_judged(image));
    words.await();
    int failed = 0;
    for (int run = 0; run < others; ++run)
      failed += testing::result_of_child([] { return becomes_judged(kTrue); }) == 0 ? 0 : 1;
    int status = 0;
    ::waitpid(first, &status, 0);
    return failed == 0 && status == 0 ? 0 : 1;
  };
}

// A tree with an exec that is held, and one call more once it says so.
struct HeldScene {
  HeldScene(unsigned flags, const testing::ScratchFolder& folder, int others = 1)
      : image(folder), scene(flags, becomes_several(image.path(), others), Debugger::kNone, 2) {
    scene.tree.say();
  }
  ExecVerifier& verifier() { return *scene.verifier; }
  Receivers& receivers() { return scene.verifier->receivers(); }
  // On the thread that shall hold it.
  void hold_first() {
    const Notification call = scene.tree.next_call();
    caller = call.tid;
    scene.verifier->run(scene.judged(call, image.path(), first));
    image.await();
  }
  void run_second() { scene.run_next(kTrue, second); }
  void await_second_call() {
    pollfd call = {scene.tree.listener().fd(), POLLIN, 0};
    EXPECT_EQ(::poll(&call, 1, -1), 1);
  }
  // A mediator's, as long as any of the two takes.
  void run_second_and_attend() {
    run_second();
    image.let_go();
    while (!first.has_ended() || !second.has_ended()) (void)verifier().attend(0);
  }
  void expect_all_verified() {
    EXPECT_EQ(first.verified_end().outcome, ExecOutcome::kVerified);
    EXPECT_EQ(second.verified_end().outcome, ExecOutcome::kVerified);
    EXPECT_EQ(scene.tree.end(), 0);
  }

  Told first;
  Told second;
  pid_t caller = 0;  // of the first
  HeldImage image;
  JudgedTree scene;
};

TEST_F(HeldByMediatorTest, WhoIsAloneReceivesBesideWhatItHolds) {
  in_small_guard([&] {
    HeldScene held(flags_, scratch_);
    std::thread([&] {
      held.verifier().join_mediator(0);
      held.hold_first();
      held.scene.tree.say();
      EXPECT_TRUE(held.verifier().attend(0));
      EXPECT_TRUE(held.receivers().holds(0));
      held.run_second_and_attend();
      EXPECT_FALSE(held.receivers().holds(0));
      EXPECT_EQ(held.second.thread(), std::this_thread::get_id());
    }).join();
    held.expect_all_verified();
  });
}

bool sleeps_in_poll(pid_t tid) {
  const auto call = tid == 0 ? std::nullopt : call_in_progress(tid);
#ifdef SYS_poll
  if (call && call->number == SYS_poll) return true;
#endif
  return call && call->number == SYS_ppoll;
}

// A mediator that holds the first exec of a scene, is not alone, and attends. Signals reach it.
class BusyMediator {
 public:
  // AFTERWARDS: on its thread.
  explicit BusyMediator(
      HeldScene& held, std::function<void()> afterwards = [] {})
      : held_(held), afterwards_(std::move(afterwards)), thread_([this] { work(); }) {
    begun_.acquire();
  }
  ~BusyMediator() { join(); }
  BusyMediator(const BusyMediator&) = delete;
  BusyMediator& operator=(const BusyMediator&) = delete;

  void await_its_sleep() const {
    while (!returned_ && !sleeps_in_poll(tid_)) std::this_thread::yield();
  }
  void signal_until_it_returns() {
    for (; !returned_; std::this_thread::yield()) ::pthread_kill(thread_.native_handle(), SIGUSR1);
  }
  void join() {
    if (thread_.joinable()) thread_.join();
  }
  // Once joined: what attend() said, and whether an exec was held then.
  [[nodiscard]] bool attended() const { return attended_; }
  [[nodiscard]] bool held_then() const { return held_then_; }

 private:
  static void let_signals_in() {
    struct sigaction nothing {};
    nothing.sa_handler = [](int) {};
    ::sigaction(SIGUSR1, &nothing, nullptr);
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, SIGUSR1);
    ::pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
  }
  void work() {
    let_signals_in();
    held_.verifier().join_mediator(0);
    held_.hold_first();
    EXPECT_TRUE(held_.receivers().call_for_another());
    held_.scene.tree.say();
    tid_ = ::gettid();
    begun_.release();
    attended_ = held_.verifier().attend(0);
    held_then_ = held_.receivers().holds(0);
    returned_ = true;
    afterwards_();
  }

  HeldScene& held_;
  const std::function<void()> afterwards_;
  std::binary_semaphore begun_{0};
  std::atomic<pid_t> tid_ = 0;
  std::atomic<bool> returned_ = false;
  std::atomic<bool> attended_ = false;
  std::atomic<bool> held_then_ = false;
  std::thread thread_;  // the last: it uses the others
};

TEST_F(HeldByMediatorTest, WhoIsNotAloneLeavesCallsToOthers) {
  in_small_guard([&] {
    HeldScene held(flags_, scratch_);
    BusyMediator mediator(held);
    held.await_second_call();
    mediator.await_its_sleep();
    held.image.let_go();
    mediator.join();
    EXPECT_TRUE(mediator.attended());
    EXPECT_FALSE(mediator.held_then());
    held.run_second();
    held.expect_all_verified();
  });
}

TEST_F(HeldByMediatorTest, WhoIsLeftAloneReceivesWhenItLooksAgain) {
  in_small_guard([&] {
    HeldScene held(flags_, scratch_);
    BusyMediator mediator(held, [&] { held.run_second_and_attend(); });
    held.await_second_call();
    mediator.await_its_sleep();
    held.receivers().retire(1);
    held.verifier().look_again();
    mediator.join();
    EXPECT_TRUE(mediator.attended());
    EXPECT_TRUE(mediator.held_then());
    held.expect_all_verified();
  });
}

TEST_F(HeldByMediatorTest, ASignalMakesItLookAgain) {
  in_small_guard([&] {
    HeldScene held(flags_, scratch_);
    BusyMediator mediator(held, [&] { held.run_second_and_attend(); });
    mediator.signal_until_it_returns();
    mediator.join();
    EXPECT_FALSE(mediator.attended());
    EXPECT_TRUE(mediator.held_then());
    held.expect_all_verified();
  });
}

// Nobody is seized beside an exec of its process, whoever holds that.
TEST_F(HeldByMediatorTest, AnOpenThatWaitedForItsExecIsBegunAfterwards) {
  in_small_guard([&] {
    std::promise<TurnOutcome> told;
    HeldScene held(flags_, scratch_);
    BusyMediator mediator(held);
    held.verifier().turn(
        {held.caller, [] {}, [&](TurnOutcome outcome) { told.set_value(outcome); }});
    await_a_look(held.verifier());
    held.image.let_go();
    mediator.join();
    told.get_future().wait();
    held.run_second();
    held.expect_all_verified();
  });
}

// One SIGCHLD may be read by either: whoever reads it wakes the other.
TEST_F(HeldByMediatorTest, ItTakesNoSignalFromTheVerifiersThread) {
  in_small_guard([&] {
    HeldScene held(flags_, scratch_, kPrograms);
    BusyMediator mediator(held);
    for (int run = 0; run < kPrograms; ++run) {
      Told told;
      held.scene.run_next(kTrue, told);
      EXPECT_EQ(told.verified_end().outcome, ExecOutcome::kVerified) << run;
    }
    held.image.let_go();
    mediator.join();
    EXPECT_EQ(held.first.verified_end().outcome, ExecOutcome::kVerified);
    EXPECT_EQ(held.scene.tree.end(), 0);
  });
}

void run_programs_on_mediator(HeldScene& held) {
  held.verifier().join_mediator(0);
  for (int run = 0; run < kPrograms; ++run) {
    Told told;
    held.scene.run_next(kTrue, told);
    while (!told.has_ended()) (void)held.verifier().attend(0);
    EXPECT_EQ(told.end().outcome, ExecOutcome::kVerified) << run;
    EXPECT_EQ(told.thread(), std::this_thread::get_id()) << run;
  }
}

TEST_F(HeldByMediatorTest, TheVerifiersThreadTakesNoSignalFromIt) {
  in_small_guard([&] {
    HeldScene held(flags_, scratch_, kPrograms);
    held.hold_first();
    held.scene.tree.say();
    std::thread([&] { run_programs_on_mediator(held); }).join();
    held.image.let_go();
    EXPECT_EQ(held.first.verified_end().outcome, ExecOutcome::kVerified);
    EXPECT_EQ(held.scene.tree.end(), 0);
  });
}

}  // namespace
}  // namespace guard::interceptor
