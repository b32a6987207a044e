// SPDX-License-Identifier: Apache-2.0
// The child on its way from fork to CMD. Only async-signal-safe calls; every failure ends it with
// one line on its standard error and status 125, before anything of CMD has run.
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/weaken.h"
#include "interceptor/kernel/landlock.h"
#include "interceptor/kernel/tracing_rights.h"
#include "interceptor/launch/launcher.h"
#include "interceptor/launch/listener_courier.h"
#include "interceptor/seccomp/canary.h"
#include "interceptor/seccomp/seccomp_filter.h"

namespace guard::interceptor {
namespace {

constexpr int kGuardFailed = 125;
constexpr int kRefusedAtStart = 126;
constexpr int kNotFound = 127;

void say(const char* what, int error) {
  std::array<const char*, 5> parts = {"guard: ", what, ": ",
                                      error == 0 ? "" : ::strerrordesc_np(error), "\n"};
  for (const char* part : parts) {
    if (part != nullptr) (void)!::write(STDERR_FILENO, part, std::strlen(part));
  }
}

[[noreturn]] void give_up(const char* what, int error) {
  say(what, error);
  ::_exit(kGuardFailed);
}

// A core dump is written by the kernel, over whatever has its name (core(5)): no call of the tree
// does it, so nobody could be asked. Nobody but root may raise the limit again, and of root's tree
// the filter refuses it (syscall_rows.h).
void forbid_core_dumps() {
  const rlimit none{0, 0};
  if (!weakened("core-limit") && ::setrlimit(RLIMIT_CORE, &none) != 0) give_up("core limit", errno);
}

void join_process_group(const LaunchPlan& plan) {
  if (plan.terminal < 0) {
    if (plan.front_group > 0 && ::setpgid(0, plan.front_group) != 0)
      give_up("process group", errno);
    return;
  }
  if (::setpgid(0, 0) != 0) give_up("process group", errno);
  // SIGTTOU is blocked here (the reaper blocks all signals), so a background group may do this.
  if (::tcsetpgrp(plan.terminal, ::getpid()) != 0) give_up("terminal", errno);
}

void replace_streams(const LaunchPlan& plan) {
  const std::array<bool, 3> replaced = {plan.replace_stdin, plan.replace_stdout,
                                        plan.replace_stderr};
  for (int stream = 0; stream < 3; ++stream) {
    if (plan.terminal >= 0 && replaced[static_cast<std::size_t>(stream)] &&
        ::dup2(plan.terminal, stream) < 0) {
      give_up("terminal", errno);
    }
  }
}

// The person's own terminal is not for CMD where it has another: there guard asks, and CMD would
// read what is typed.
void replace_terminals(const LaunchPlan& plan) {
  if (plan.terminal < 0 || weakened("inherited-terminals")) return;
  for (const int number : plan.inheritance.terminals) {
    if (::dup2(plan.terminal, number) < 0) give_up("terminal", errno);
  }
}

void end_at_exec(unsigned first, unsigned last) {
  if (first <= last) (void)::syscall(SYS_close_range, first, last, CLOSE_RANGE_CLOEXEC);
}

// The console has closed what CMD must not have, and guard's own have FD_CLOEXEC: this is for one
// that somebody forgot. Kernels before 5.11 do without it.
void hand_on_only(const std::vector<int>& passing) {
  unsigned next = 3;
  for (const int number : passing) {
    const auto kept = static_cast<unsigned>(number);
    end_at_exec(next, kept - 1);
    next = kept + 1;
  }
  end_at_exec(next, ~0U);
}

// How this process makes system calls: its own way, or that of the preloaded library, which the
// child of that backend is under like everything that it becomes.
using MakeCall = long (*)(long number, ...);

// Allocates, which is safe here: the reaper has one thread.
MakeCall load_library(const PreloadPlan& plan) {
  const std::size_t name = plan.variable.find('=');
  ::setenv(plan.variable.substr(0, name).c_str(), plan.variable.c_str() + name + 1, 1);
  void* library = ::dlopen(plan.library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) give_up(::dlerror(), 0);
  const auto call = reinterpret_cast<MakeCall>(::dlsym(library, "syscall"));
  if (call == nullptr) give_up(plan.library.c_str(), ENOSYS);
  return call;
}

// Exactly the calls that must be seen; each must come back with the answer that only guard gives.
// No folder has the number -1, and nothing lies below a device: a call that is not seen fails, and
// changes nothing.
void prove_interception(MakeCall make_call) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  char* const no_words[] = {nullptr};
  const std::array<long, kCanaryCount> results = {
      make_call(SYS_unlinkat, -1, "guard-canary", 0) == -1 ? errno : 0,
      make_call(SYS_openat, -1, "guard-canary", O_WRONLY | O_CREAT | O_TRUNC, 0600) == -1 ? errno
                                                                                          : 0,
      make_call(SYS_execve, "/dev/null/guard-canary", no_words, no_words) == -1 ? errno : 0,
      make_call(SYS_connect, -1, &address, sizeof(address)) == -1 ? errno : 0,
  };
  for (const long result : results) {
    if (result != kCanaryAnswer)
      give_up("self-test failed: a call of this program was not seen", 0);
  }
}

[[noreturn]] void exec_command(const LaunchPlan& plan, MakeCall make_call, char* const* argv,
                               char* const* envp, char* const* shell_argv) {
  make_call(SYS_execve, plan.image.c_str(), argv, envp);
  // As execvp(3) and every shell: a text without "#!" is the shell's.
  if (errno == ENOEXEC) make_call(SYS_execve, "/bin/sh", shell_argv, envp);
  if (errno == EPERM) ::_exit(kRefusedAtStart);  // guard has said why
  say(plan.image.c_str(), errno);
  ::_exit(errno == ENOENT ? kNotFound : kRefusedAtStart);
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> result;
  for (const std::string& word : words) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

}  // namespace

void become_command(const LaunchPlan& plan, const sigset_t& original_mask, int report, int go) {
  // The reaper has one thread, so allocation is safe here, before the filter.
  std::vector<char*> argv = pointers(plan.argv);
  std::vector<char*> envp = pointers(plan.envp);
  std::vector<char*> shell_argv = argv;
  shell_argv.insert(shell_argv.begin(), const_cast<char*>("/bin/sh"));
  shell_argv[1] = const_cast<char*>(plan.image.c_str());

  join_process_group(plan);
  replace_streams(plan);
  replace_terminals(plan);
  hand_on_only(plan.inheritance.passing);
  // A child of a non-dumpable guard is non-dumpable and could not be read (traps.md T2).
  if (::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) != 0) give_up("dumpable", errno);
  if (!weakened("no-new-privs") && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    give_up("no_new_privs", errno);
  forbid_core_dumps();
  if (plan.landlock_ruleset >= 0) {
    if (const int error = enforce(plan.landlock_ruleset); error != 0) give_up("landlock", error);
  } else if (const int error = give_up_tracing_others(); error != 0) {
    give_up("capabilities", error);
  }
  const bool listens = !plan.trace && !plan.preload;
  const ChildReport message{::getpid()};
  ListenerCourier courier;
  if (listens && !courier.start(report, &message, sizeof(message))) give_up("courier", errno);
  const MakeCall make_call = plan.preload ? load_library(*plan.preload) : ::syscall;
  // Where the kernel takes no filter the library is alone: it is there for such places.
  const int listener = install_filter(plan.filter, plan.filter_flags);
  if (listener < 0 && !plan.preload) give_up("seccomp filter", -listener);
  if (weakened("quiet-start")) (void)::open("/dev/null", O_WRONLY | O_CLOEXEC);
  const bool told = listens ? courier.send(listener)
                            : ::write(report, &message, sizeof(message)) == sizeof(message);
  if (!told) ::_exit(kGuardFailed);
  char answer = 0;
  if (::read(go, &answer, 1) != 1) ::_exit(kGuardFailed);
  if (!listens) {
    // 0 said that the filter stands.
  } else if (weakened("listener-close")) {
    ::fcntl(listener, F_SETFD, 0);
  } else {
    ::close(listener);
  }
  if (!weakened("self-test")) prove_interception(make_call);
  ::sigprocmask(SIG_SETMASK, &original_mask, nullptr);
  exec_command(plan, make_call, argv.data(), envp.data(), shell_argv.data());
}

}  // namespace guard::interceptor
