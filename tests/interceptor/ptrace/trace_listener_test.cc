// SPDX-License-Identifier: Apache-2.0
// The ptrace backend on the real kernel: a small program under the real filter, each of its calls
// answered here as one would by a listener.
#include "interceptor/ptrace/trace_listener.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include "base/limits.h"
#include "interceptor/kernel/kernel_features.h"
#include "interceptor/process/call_registers.h"
#include "interceptor/syscalls/syscall_table.h"
#include "tests/support/child_process.h"

namespace guard::interceptor {
namespace {

using Program = std::function<int()>;
using Answerer = std::function<void(TraceListener&, const Notification&)>;

using Pipe = std::array<int, 2>;

[[noreturn]] void become(const TracePlan& plan, const Pipe& ready, const Pipe& go,
                         const Program& program) {
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  const pid_t pid = ::getpid();
  char word = 0;
  if (install_filter(filter_for(plan.filter), 0) != 0) ::_exit(65);
  if (::write(ready[1], &pid, sizeof(pid)) != sizeof(pid) || ::read(go[0], &word, 1) != 1)
    ::_exit(66);
  ::_exit(program());
}

// Its parent is another process than the tracer's, as in a run. 64 and more: the test itself
// failed.
int run_traced(bool every_call, const Program& program, const Answerer& answerer,
               std::chrono::milliseconds patience) {
  return testing::result_of_child([&] {
    sigset_t all;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
    const TracePlan plan{
        {.guard = guard_run_by(::geteuid()), .for_tracer = true}, every_call, patience};
    Pipe go{};
    Pipe ready{};
    if (::pipe2(go.data(), O_CLOEXEC) != 0 || ::pipe2(ready.data(), O_CLOEXEC) != 0) return 64;
    const pid_t parent = ::fork();
    if (parent == 0) {
      const int status =
          testing::status_of_child([&]() -> int { become(plan, ready, go, program); });
      ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    }
    pid_t child = 0;
    if (::read(ready[0], &child, sizeof(child)) != sizeof(child)) return 67;
    auto listener = TraceListener::start(plan);
    if (!listener || !(*listener)->seize(child) || ::write(go[1], "g", 1) != 1) return 68;
    while (true) {
      const auto call = (*listener)->receive();
      if (!call) return 69;
      if (!*call) break;
      answerer(**listener, **call);
    }
    int status = 0;
    return ::waitpid(parent, &status, 0) == parent && WIFEXITED(status) ? WEXITSTATUS(status) : 70;
  });
}

UniqueFd pipe_writer() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  ::close(ends[0]);
  return UniqueFd(ends[1]);
}

class TraceListenerTest : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    const auto features = probe_kernel();
    ASSERT_TRUE(features);
    if (const auto why = why_not_traced(*features); !why.empty()) GTEST_SKIP() << why;
  }
  static int run(const Program& program, const Answerer& answerer,
                 std::chrono::milliseconds patience = kTracerPatience) {
    return run_traced(GetParam(), program, answerer, patience);
  }
  static int open_for_writing() { return ::open("/nonexistent/name", O_WRONLY | O_CLOEXEC); }
};
INSTANTIATE_TEST_SUITE_P(ByFilterAndByEveryCall, TraceListenerTest, ::testing::Bool(),
                         [](const auto& instance) {
                           return instance.param ? "EveryCall" : "ByFilter";
                         });

TEST_P(TraceListenerTest, ARefusalAndAValueAreTheCallsResult) {
  const int status = run(
      [] {
        if (::unlink("/nonexistent/one") != -1 || errno != EUCLEAN) return 1;
        return ::unlink("/nonexistent/two") == 0 ? 0 : 2;
      },
      [first = true](TraceListener& listener, const Notification& call) mutable {
        EXPECT_STREQ(name_of_syscall(call.number), row_named("unlink") ? "unlink" : "unlinkat");
        (void)listener.answer(call.id, first ? Reply::fail(EUCLEAN) : Reply::of_value(0));
        first = false;
      });
  EXPECT_EQ(status, 0);
}

TEST_P(TraceListenerTest, WhatGoesOnIsMadeByTheKernelAndOnce) {
  const int status =
      run([] { return ::umask(0123) == ::umask(0123) ? 1 : 0; },
          [](TraceListener& listener, const Notification& call) {
            (void)listener.answer(call.id,
                                  Reply::proceed(permit_continue(ContinueReason::kRegistersOnly)));
          });
  EXPECT_EQ(status, 0);
}

TEST_P(TraceListenerTest, AFileComesUnderTheLowestNumberAndNothingElseStaysOpen) {
  const int status = run(
      [] {
        ::signal(SIGPIPE, SIG_IGN);
        // Whoever runs the test may have left it more than the first three.
        const int lowest = ::dup(2);
        const int second = ::dup(2);
        ::close(lowest);
        ::close(second);
        const int fd = open_for_writing();
        if (fd != lowest) return 1;
        if (::fcntl(fd, F_GETFD) != FD_CLOEXEC) return 2;
        if (::write(fd, "x", 1) == 1 || errno != EPIPE) return 3;  // it is the pipe without reader
        return ::dup(2) == second ? 0 : 4;
      },
      [](TraceListener& listener, const Notification& call) {
        const auto sent = listener.answer(call.id, Reply::of_file(pipe_writer(), true));
        if (!sent) ::_exit(80);
      });
  EXPECT_EQ(status, 0);
}

TEST_P(TraceListenerTest, ATableThatIsFullTakesNoFileAndIsToldSo) {
  const int status = run(
      [] {
        while (::dup(2) >= 0) {
        }
        return open_for_writing() == -1 && errno == EMFILE ? 0 : 1;
      },
      [](TraceListener& listener, const Notification& call) {
        const auto sent = listener.answer(call.id, Reply::of_file(pipe_writer(), true));
        if (sent || sent.error().sys_errno != EMFILE || !listener.still_valid(call.id)) ::_exit(80);
        (void)listener.answer(call.id, Reply::fail(EMFILE));
      });
  EXPECT_EQ(status, 0);
}

// No program takes a hundred files in no time.
TEST_P(TraceListenerTest, WhoDoesNotTakeItsFileInTimeIsEnded) {
  const auto opens = [] {
    for (int i = 0; i < 100; ++i) {
      const int fd = open_for_writing();
      if (fd < 0) return 1;
      ::close(fd);
    }
    return 0;
  };
  const auto gives = [](TraceListener& listener, const Notification& call) {
    (void)listener.answer(call.id, Reply::of_file(pipe_writer(), true));
  };
  EXPECT_EQ(run(opens, gives, std::chrono::milliseconds(0)), 128 + SIGKILL);
  EXPECT_EQ(run(opens, gives), 0);
  EXPECT_EQ(TracePlan{}.patience, time_limit("tracer.file"));
}

// fcntl(2): whoever closes any descriptor of a file loses its record locks.
TEST_P(TraceListenerTest, RecordLocksOutliveAFileThatComes) {
  const int locked = ::memfd_create("locked", 0);
  ASSERT_GE(locked, 0);
  const auto holds_lock = [locked] {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    return ::fcntl(locked, F_SETLK, &lock) == 0;
  };
  const auto is_locked = [locked] {  // for another process
    return testing::result_of_child([locked] {
             struct flock lock {};
             lock.l_type = F_WRLCK;
             return ::fcntl(locked, F_GETLK, &lock) == 0 && lock.l_type == F_WRLCK ? 0 : 1;
           }) == 0;
  };
  const int status =
      run([&] { return holds_lock() && open_for_writing() >= 0 && is_locked() ? 0 : 1; },
          [&](TraceListener& listener, const Notification& call) {
            const std::string name = "/proc/self/fd/" + std::to_string(locked);
            UniqueFd again(::open(name.c_str(), O_WRONLY | O_CLOEXEC));
            if (!listener.answer(call.id, Reply::of_file(std::move(again), true))) ::_exit(80);
          });
  ::close(locked);
  EXPECT_EQ(status, 0);
}

TEST_P(TraceListenerTest, AnInterruptedCallIsMadeAgainOrEnded) {
  const int status = run(
      [] {
        struct sigaction noted {};
        noted.sa_handler = [](int) {};
        ::sigaction(SIGUSR1, &noted, nullptr);  // no SA_RESTART
        if (::unlink("/nonexistent/one") != -1 || errno != EINTR) return 1;
        noted.sa_flags = SA_RESTART;
        ::sigaction(SIGUSR1, &noted, nullptr);
        return ::unlink("/nonexistent/two") == 0 ? 0 : 2;
      },
      [calls = 0](TraceListener& listener, const Notification& call) mutable {
        const bool last = ++calls == 3;
        if (!last) ::kill(call.tid, SIGUSR1);
        (void)listener.answer(call.id, last ? Reply::of_value(0) : Reply::fail(512));
      });
  EXPECT_EQ(status, 0);
}

TEST_P(TraceListenerTest, ARestartWithoutASignalIsTheCallAgain) {
  const int status =
      run([] { return ::unlink("/nonexistent/one") == 0 ? 0 : 1; },
          [calls = 0](TraceListener& listener, const Notification& call) mutable {
            (void)listener.answer(call.id, ++calls == 2 ? Reply::of_value(0) : Reply::fail(512));
          });
  EXPECT_EQ(status, 0);
}

TEST_P(TraceListenerTest, ChildrenAndTheirThreadsAreTracedToo) {
  const int status = run(
      [] {
        return testing::result_of_child([] {
          std::thread thread([] { (void)::unlink("/nonexistent/one"); });
          thread.join();
          return ::vfork() == 0 ? (::unlink("/nonexistent/two"), ::_exit(0), 0) : 0;
        });
      },
      [](TraceListener& listener, const Notification& call) {
        (void)listener.answer(call.id, Reply::of_value(0));
      });
  EXPECT_EQ(status, 0);
}

TEST_P(TraceListenerTest, WhoeverIsKilledIsAskedForNoMore) {
  const int status = run([] { return ::unlink("/nonexistent/one"); },
                         [](TraceListener& listener, const Notification& call) {
                           if (!listener.still_valid(call.id)) ::_exit(80);
                           ::kill(call.tid, SIGKILL);
                           while (listener.still_valid(call.id)) ::usleep(1000);
                           const auto sent = listener.answer(call.id, Reply::of_value(0));
                           if (sent || sent.error().code != Code::kGone) ::_exit(81);
                         });
  EXPECT_EQ(status, 128 + SIGKILL);
}

TEST_P(TraceListenerTest, AFilterOfTheTreesOwnThatWantsATracerFindsNone) {
  const int status = run(
      [] {
        const sock_filter own[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                                   BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 0, 1),
                                   BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE | 7),
                                   BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
        if (install_filter(own, 0) != 0) return 1;
        return ::syscall(SYS_getppid) == -1 && errno == ENOSYS ? 0 : 2;
      },
      [](TraceListener&, const Notification&) { ::_exit(80); });
  EXPECT_EQ(status, 0);
}

TEST_P(TraceListenerTest, AnExecThatNobodyJudgedIsKilled) {
  const int status = run(
      [] {
        ::execl("/bin/true", "true", nullptr);
        return 1;
      },
      [](TraceListener& listener, const Notification& call) {
        (void)listener.answer(call.id,
                              Reply::proceed(permit_continue(ContinueReason::kExecVerified)));
      });
  EXPECT_EQ(status, 128 + SIGKILL);
}

}  // namespace
}  // namespace guard::interceptor
