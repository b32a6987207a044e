// SPDX-License-Identifier: Apache-2.0
// Programs that send guard their descriptors, by a thread that guard makes in them. Each test runs
// with waits that a signal ends, and with those that only a fatal one does.
#include "interceptor/ptrace/descriptor_lender.h"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "tests/interceptor/small_guard.h"

namespace guard::interceptor {
namespace {

namespace fs = std::filesystem;
using testing::AskedTree;
using testing::Debugger;
using testing::in_small_guard;
using testing::Words;

constexpr int kWake = SIGUSR1;  // every thread of a small guard blocks the others
constexpr int kAnswered = EXDEV;

int connects(int socket) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(9);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int result =
      ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
  return result == 0 ? 0 : errno;
}

int connects_anew() {
  return connects(::socket(AF_INET, SOCK_STREAM, 0));
}

std::vector<int> its_socket(const Notification& call) {
  return {static_cast<int>(call.arguments[0])};
}

// Receives as a mediator does, and has lent to each call what WANTED says, until one comes back.
class LendingTree {
 public:
  using Wanted = std::function<std::vector<int>(const Notification& call)>;

  explicit LendingTree(AskedTree& tree) : tree_(tree) {
    struct sigaction wake {};
    wake.sa_handler = [](int) {};
    ::sigaction(kWake, &wake, nullptr);
    sigset_t waking;
    sigemptyset(&waking);
    sigaddset(&waking, kWake);
    ::pthread_sigmask(SIG_UNBLOCK, &waking, nullptr);
    lender_.emplace(tree.listener(), kWake, [this](const Notification& call) {
      handed_on_ = call;
      is_handed_on_ = true;
    });
  }

  Notification next_call(
      const Wanted& wanted = its_socket, const std::function<void()>& meanwhile = [] {}) {
    while (true) {
      if (!some_call_waits()) return handed_on_;
      Notification call = tree_.next_call();
      if (lender_->meet(call)) continue;
      if (call.help) return call;
      lender_->lend(call, wanted(call));
      meanwhile();
    }
  }

  // True: it had something for a call that nobody waits for.
  bool lends_to_a_dead_one() {
    const Notification call = tree_.next_call();
    lender_->lend(call, its_socket(call));
    ::kill(tree_.program(), SIGKILL);
    lender_.reset();
    return is_handed_on_;
  }

  void answer(const Notification& call) {
    EXPECT_TRUE(tree_.listener().answer(call.id, Reply::fail(kAnswered)));
  }

 private:
  // False: the lender has handed its call on.
  [[nodiscard]] bool some_call_waits() const {
    constexpr int kLook = 5;  // ms
    pollfd state{tree_.listener().fd(), POLLIN, 0};
    while (::poll(&state, 1, kLook) != 1) {
      if (is_handed_on_) return false;
    }
    return true;
  }

  AskedTree& tree_;
  std::atomic<bool> is_handed_on_ = false;
  Notification handed_on_;
  std::optional<DescriptorLender> lender_;
};

ino_t inode_in(pid_t program, int number) {
  const std::string place = "/proc/" + std::to_string(program) + "/fd/" + std::to_string(number);
  struct stat status {};
  return ::stat(place.c_str(), &status) == 0 ? status.st_ino : 0;
}

ino_t inode_of(const Result<UniqueFd>& file) {
  struct stat status {};
  return file && ::fstat(file->get(), &status) == 0 ? status.st_ino : 1;
}

class DescriptorLenderTest : public ::testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    if (!CallRegisters::kSupported) GTEST_SKIP() << "no tracing on this architecture";
  }
};
constexpr unsigned kListener = SECCOMP_FILTER_FLAG_NEW_LISTENER;
constexpr unsigned kWaitKillable = 1U << 5;  // SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, Linux 5.19
INSTANTIATE_TEST_SUITE_P(OfEachWait, DescriptorLenderTest,
                         ::testing::Values(kListener, kListener | kWaitKillable));

TEST_P(DescriptorLenderTest, TheVerySocketIsLentAndTheCallComesAgain) {
  in_small_guard([] {
    AskedTree tree(GetParam(), [](const Words&) { return connects_anew(); });
    LendingTree lending(tree);
    tree.say();
    const Notification call = lending.next_call();
    const int number = its_socket(call).front();
    const auto socket = call.help->give_descriptor(number);
    ASSERT_TRUE(socket) << socket.error().text();
    EXPECT_EQ(inode_of(socket), inode_in(tree.program(), number));
    EXPECT_FALSE(call.help->give_descriptor(number + 1)) << "it was not lent";
    lending.answer(call);
    EXPECT_EQ(tree.end(), kAnswered);
  });
}

TEST_P(DescriptorLenderTest, WhatAMessageCarriesIsLentWithTheSocket) {
  in_small_guard([] {
    AskedTree tree(GetParam(), [](const Words&) { return connects_anew(); });
    LendingTree lending(tree);
    tree.say();
    const Notification call = lending.next_call([&](const Notification& asked) {
      return std::vector<int>{its_socket(asked).front(), 2, 0, 2};
    });
    for (const int number : {its_socket(call).front(), 0, 2})
      EXPECT_EQ(inode_of(call.help->give_descriptor(number)), inode_in(tree.program(), number));
    lending.answer(call);
    EXPECT_EQ(tree.end(), kAnswered);
  });
}

TEST_P(DescriptorLenderTest, ANumberWithoutADescriptorIsToldAsTheKernelDoes) {
  in_small_guard([] {
    AskedTree tree(GetParam(), [](const Words&) { return connects(777); });
    LendingTree lending(tree);
    tree.say();
    const Notification call = lending.next_call();
    const auto none = call.help->give_descriptor(777);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().sys_errno, EBADF);
    lending.answer(call);
    EXPECT_EQ(tree.end(), kAnswered);
  });
}

// Its descriptors and what they are, threads, mappings and blocked signals.
std::string state_of_this_process() {
  sigset_t blocked;
  ::sigprocmask(SIG_SETMASK, nullptr, &blocked);
  std::string state;
  for (int signal = 1; signal < NSIG; ++signal)
    state += ::sigismember(&blocked, signal) == 1 ? '1' : '0';
  for (const char* folder : {"/proc/self/fd", "/proc/self/task", "/proc/self/map_files"}) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      std::error_code no_link;
      state += entry.path().filename();
      state += fs::read_symlink(entry.path(), no_link);
    }
  }
  return state;
}

int handled = 0;

TEST_P(DescriptorLenderTest, TheProgramIsAsItWasAndItsSignalsCome) {
  in_small_guard([] {
    AskedTree tree(GetParam(), [](const Words&) {
      struct sigaction handler {};
      handler.sa_handler = [](int) { ++handled; };
      handler.sa_flags = SA_RESTART;
      ::sigaction(SIGUSR2, &handler, nullptr);
      const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
      (void)state_of_this_process();  // what is loaded for it is there from now on
      const std::string before = state_of_this_process();
      const int result = connects(socket);
      return state_of_this_process() != before ? 1 : handled != 1 ? 2 : result;
    });
    LendingTree lending(tree);
    tree.say();
    bool sent = false;
    const Notification call = lending.next_call(its_socket, [&] {
      if (!std::exchange(sent, true)) ::kill(tree.program(), SIGUSR2);
    });
    EXPECT_TRUE(call.help->give_descriptor(its_socket(call).front()));
    lending.answer(call);
    EXPECT_EQ(tree.end(), kAnswered);
  });
}

void refuse_here(int number, unsigned how) {
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(number), 0, 1),
      BPF_STMT(BPF_RET | BPF_K, how),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog whole{std::size(program), program};
  ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole);
}

TEST_P(DescriptorLenderTest, AProgramThatForbidsItselfWhatItTakesIsLentNothing) {
  for (const int number : {SYS_clone, SYS_mmap, SYS_sendmsg}) {
    in_small_guard([number] {
      AskedTree tree(GetParam(), [number](const Words&) {
        refuse_here(number, SECCOMP_RET_ERRNO | EPERM);
        return connects_anew();
      });
      LendingTree lending(tree);
      tree.say();
      const Notification call = lending.next_call();
      const auto none = call.help->give_descriptor(its_socket(call).front());
      ASSERT_FALSE(none);
      EXPECT_EQ(none.error().code, Code::kRefused) << none.error().text();
      lending.answer(call);
      EXPECT_EQ(tree.end(), kAnswered);
    });
  }
}

// Such programs take the signal for a call of their own.
TEST_P(DescriptorLenderTest, AProgramThatTrapsWhatItTakesHearsNothingOfIt) {
  for (const int number : {SYS_clone, SYS_mmap, SYS_sendmsg, SYS_munmap}) {
    in_small_guard([number] {
      AskedTree tree(GetParam(), [number](const Words&) {
        struct sigaction handler {};
        handler.sa_handler = [](int) { ++handled; };
        ::sigaction(SIGSYS, &handler, nullptr);
        refuse_here(number, SECCOMP_RET_TRAP);
        const int result = connects_anew();
        struct sigaction after {};
        ::sigaction(SIGSYS, nullptr, &after);
        const bool is_kept = after.sa_handler == handler.sa_handler;
        return handled == 0 && is_kept ? result : 1;
      });
      LendingTree lending(tree);
      tree.say();
      const Notification call = lending.next_call();
      const bool lent = call.help->give_descriptor(its_socket(call).front()).has_value();
      EXPECT_EQ(lent, number == SYS_munmap) << number;
      lending.answer(call);
      EXPECT_EQ(tree.end(), kAnswered) << number;
    });
  }
}

TEST_P(DescriptorLenderTest, AProgramUnderADebuggerIsLentNothingAndStillWaits) {
  in_small_guard([] {
    AskedTree tree(
        GetParam(), [](const Words&) { return connects_anew(); }, Debugger::kParent);
    LendingTree lending(tree);
    tree.say();
    const Notification call = lending.next_call();
    const auto none = call.help->give_descriptor(its_socket(call).front());
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, Code::kRefused);
    lending.answer(call);
    EXPECT_EQ(tree.end(), kAnswered);
  });
}

// Its end ends every wait of the lender's: this test would not come to its end otherwise.
TEST_P(DescriptorLenderTest, WhoeverIsKilledMeanwhileHoldsUpNobody) {
  in_small_guard([] {
    AskedTree tree(GetParam(), [](const Words&) { return connects_anew(); });
    LendingTree lending(tree);
    tree.say();
    EXPECT_FALSE(lending.lends_to_a_dead_one());
    EXPECT_EQ(tree.end(), 128 + SIGKILL);
  });
}

}  // namespace
}  // namespace guard::interceptor
