// SPDX-License-Identifier: Apache-2.0
// A guard in small, for tests of what traces: in_small_guard() runs the test's body in a child of
// it, with all signals blocked as in a session; an AskedTree is what it guards: a process under the
// real filter, whose parent is another process than the tracer's, as in a run. Whatever is left of
// it ends with the child. From single-threaded tests only.
#ifndef GUARD_TESTS_INTERCEPTOR_SMALL_GUARD_H_
#define GUARD_TESTS_INTERCEPTOR_SMALL_GUARD_H_

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "base/files/unique_fd.h"
#include "base/process/descendants.h"
#include "interceptor/seccomp/notify_listener.h"
#include "interceptor/seccomp/seccomp_filter.h"
#include "interceptor/syscalls/syscall_table.h"
#include "tests/support/child_process.h"

namespace guard::testing {

// Fails where an expectation of BODY fails, or does not come to its end: what waits for ever ends
// with the alarm.
template <class Body>
void in_small_guard(const Body& body) {
  const int result = result_of_child([&] {
    constexpr unsigned kTooLong = 120;
    sigset_t blocked;
    sigfillset(&blocked);
    sigdelset(&blocked, SIGALRM);
    ::pthread_sigmask(SIG_SETMASK, &blocked, nullptr);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    ::alarm(kTooLong);
    body();
    end_descendants();
    return ::testing::Test::HasFailure() ? 1 : 0;
  });
  EXPECT_EQ(result, 0);
}

struct Pipe {
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) std::abort();
    reader.reset(ends[0]);
    writer.reset(ends[1]);
  }
  UniqueFd reader;
  UniqueFd writer;
};

template <class Value>
void tell(const UniqueFd& writer, const Value& value) {
  if (::write(writer.get(), &value, sizeof(value)) != sizeof(value)) ::_exit(65);
}
// False: nobody is left who could tell.
template <class Value>
bool hear(const UniqueFd& reader, Value& value) {
  return ::read(reader.get(), &value, sizeof(value)) == sizeof(value);
}

// The words that an AskedTree hears from the test, one after another.
class Words {
 public:
  explicit Words(const UniqueFd& reader) : reader_(reader) {}
  void await() const {
    char word = 0;
    if (!hear(reader_, word)) ::_exit(66);
  }
  [[nodiscard]] int fd() const { return reader_.get(); }

 private:
  const UniqueFd& reader_;
};

enum class Debugger { kNone, kParent };  // who traces the program from the beginning

class AskedTree {
 public:
  using Program = std::function<int(const Words&)>;  // what it returns is its exit status

  // Does nothing before the first say().
  AskedTree(unsigned filter_flags, const Program& program, Debugger debugger = Debugger::kNone) {
    parent_ = ::fork();
    if (parent_ == 0) be_parent(filter_flags, program, debugger);
    words_.reader.reset();
    told_.writer.reset();
    Ready ready;
    if (!hear(told_.reader, ready) || ready.listener < 0) std::abort();
    program_ = ready.program;
    adopt(ready.listener);
  }
  AskedTree(const AskedTree&) = delete;
  AskedTree& operator=(const AskedTree&) = delete;

  void say() const { tell(words_.writer, 'w'); }
  void close_words() { words_.writer.reset(); }
  [[nodiscard]] pid_t program() const { return program_; }
  [[nodiscard]] pid_t parent() const { return parent_; }
  [[nodiscard]] interceptor::NotifyListener& listener() { return *listener_; }
  interceptor::Notification next_call() {
    auto call = listener_->receive();
    if (!call || !*call) std::abort();
    return **call;
  }
  // Waits for the program. Its exit status, or 128 and the signal that ended it.
  [[nodiscard]] int end() const {
    int status = 0;
    return ::waitpid(parent_, &status, 0) == parent_ && WIFEXITED(status) ? WEXITSTATUS(status)
                                                                          : -1;
  }

 private:
  struct Ready {
    pid_t program = 0;
    int listener = -1;  // its number there
  };

  void adopt(int number) {
    const UniqueFd handle(static_cast<int>(::syscall(SYS_pidfd_open, program_, 0)));
    UniqueFd fd(static_cast<int>(::syscall(SYS_pidfd_getfd, handle.get(), number, 0)));
    auto adopted = interceptor::NotifyListener::adopt(std::move(fd));
    if (!adopted) std::abort();
    listener_.emplace(std::move(*adopted));
  }

  [[noreturn]] void be_parent(unsigned filter_flags, const Program& program, Debugger debugger) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    words_.writer.reset();
    told_.reader.reset();
    const Pipe up;
    const pid_t child = ::fork();
    if (child == 0) be_program(up.writer, filter_flags, program);
    Ready ready;
    if (!hear(up.reader, ready)) ::_exit(67);
    const bool traces = debugger == Debugger::kParent;
    if (traces && ::ptrace(PTRACE_SEIZE, child, nullptr, nullptr) != 0) ::_exit(68);
    tell(told_.writer, ready);
    ::_exit(see_to_the_end_of(child));
  }

  // A debugger lets everything through.
  static int see_to_the_end_of(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
      const long signal = status >> 16 == 0 ? WSTOPSIG(status) : 0;
      ::ptrace(PTRACE_CONT, child, nullptr, reinterpret_cast<void*>(signal));
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  [[noreturn]] void be_program(const UniqueFd& up, unsigned filter_flags, const Program& program) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    const auto filter = interceptor::filter_for({.guard = interceptor::guard_run_by(::geteuid())});
    tell(up, Ready{::getpid(), interceptor::install_filter(filter, filter_flags)});
    const Words words(words_.reader);
    words.await();
    ::_exit(program(words));
  }

  Pipe words_;
  Pipe told_;
  pid_t parent_ = 0;
  pid_t program_ = 0;
  std::optional<interceptor::NotifyListener> listener_;
};

// 100 and the errno where the kernel refuses.
inline int becomes(const std::string& image, char* const* argv, char* const* envp) {
  ::execve(image.c_str(), argv, envp);
  return 100 + errno;
}

}  // namespace guard::testing

#endif  // GUARD_TESTS_INTERCEPTOR_SMALL_GUARD_H_
