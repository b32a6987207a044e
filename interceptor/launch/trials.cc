// SPDX-License-Identifier: Apache-2.0
#include "interceptor/launch/trials.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "base/files/unique_fd.h"
#include "base/process/descendants.h"
#include "interceptor/decode/decoder.h"
#include "interceptor/kernel/landlock.h"
#include "interceptor/kernel/tracing_rights.h"
#include "interceptor/launch/backend.h"
#include "interceptor/launch/reaper.h"
#include "interceptor/launch/socket_trial.h"
#include "interceptor/operations/call_resolver.h"
#include "interceptor/operations/executor.h"
#include "interceptor/process/credentials.h"
#include "interceptor/process/process_memory.h"
#include "interceptor/ptrace/exec_runner.h"
#include "interceptor/ptrace/exec_verifier.h"
#include "interceptor/read_gates/fanotify_gate.h"
#include "interceptor/read_gates/lease_gate.h"
#include "interceptor/resolve/held_call.h"
#include "interceptor/resolve/reach_rules.h"
#include "interceptor/seccomp/seccomp_filter.h"
#include "interceptor/tracee/realm.h"

namespace guard::interceptor {
namespace {

constexpr int kTakesTooLong = 10000;  // milliseconds
constexpr int kExpectedStatus = 7;
constexpr char kByPtrace[] = "ptrace; guard acts on what was judged";
constexpr char kByTaking[] = "guard takes a duplicate (pidfd_getfd)";
constexpr char kByLending[] = "the program sends a duplicate, by a thread that guard makes in it";
constexpr char kWritesAndEnds[] = ": >/dev/null && exit 7";

// A trial in a process of its own: it may change itself as it likes, and what it leaves is ended.
bool in_child(const KernelFeatures& features, bool (*trial)(const KernelFeatures&)) {
  const pid_t child = ::fork();
  if (child < 0) return false;
  if (child == 0) {
    ::setpgid(0, 0);
    // A child that cannot be put under supervision says so: the trial's result does.
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int stream = 0; stream < 3; ++stream) ::dup2(null, stream);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    sigset_t blocked;
    sigfillset(&blocked);
    ::sigprocmask(SIG_SETMASK, &blocked, nullptr);
    const bool held = trial(features);
    end_descendants();
    ::_exit(held ? 0 : 1);
  }
  auto handle = PidHandle::open(child);
  if (handle) {
    const auto ended = handle->wait_for_end(kTakesTooLong);
    if (!ended || !*ended) (void)handle->send_signal(SIGKILL);
  }
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// In a grandchild inside of the domain that a run of this user would have.
bool refused_in_domain(const KernelFeatures& features, const std::optional<LandlockRoots>& roots,
                       bool (*refused)(pid_t outside)) {
  // Without scopes there may be no domain at all.
  const auto ruleset = make_ruleset(features.landlock_abi, roots);
  const bool none = !ruleset && !roots;
  if (!ruleset && !none) return false;
  const pid_t outside = ::getpid();
  const pid_t inside = ::fork();
  if (inside == 0) {
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    const bool entered = (none ? give_up_tracing_others() : enforce(ruleset->get())) == 0;
    ::_exit(entered && refused(outside) ? 0 : 1);
  }
  int status = 0;
  return inside > 0 && ::waitpid(inside, &status, 0) == inside && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}

// "" where there is none. Images of containers may have any of them, or no shell at all.
const char* shell_here() {
  constexpr std::array kShells = {"/bin/sh",       "/usr/bin/sh",  "/bin/bash",
                                  "/usr/bin/bash", "/bin/dash",    "/usr/bin/dash",
                                  "/bin/ash",      "/usr/bin/ash", "/usr/local/bin/bash",
                                  "/bin/zsh",      "/usr/bin/zsh"};
  const auto* const found =
      std::ranges::find_if(kShells, [](const char* shell) { return ::access(shell, X_OK) == 0; });
  return found == kShells.end() ? "" : *found;
}

// An order for an exec expects the program that is called, or another one, as if that had been
// judged.
enum class Expects { kCalledProgram, kAnotherProgram };

// A run in small: CMD is launched under the real filter and domain, proves its canaries, and each
// of its calls is answered as guard would. By the backend that a run has here.
class SmallRun {
 public:
  SmallRun(const KernelFeatures& features, const std::string& text) {
    const Backend backend = choose_backend(WantedBackend::kAuto, features);
    const FilterOptions filter = {.guard = guard_run_by(::geteuid()),
                                  .asks_reaching = !features.landlock_scopes,
                                  .for_tracer = backend.traced};
    plan_.image = shell_here();
    plan_.argv = {"sh", "-c", text};
    plan_.filter = filter_for(filter);
    plan_.filter_flags = backend.traced ? 0 : listener_flags(features);
    if (backend.traced) plan_.trace = TracePlan{filter, backend.every_call};
    plan_.front_group = ::getpgrp();
    if (!features.landlock_scopes) return;
    if (auto made = make_ruleset(features.landlock_abi, std::nullopt)) {
      ruleset_ = std::move(*made);
      plan_.landlock_ruleset = ruleset_.get();
    }
  }

  // How CMD ended; nullopt: it could not be put under supervision.
  std::optional<ReaperEvent> run(Expects expects) {
    auto reaper = Reaper::fork_off(plan_);
    if (!reaper) return std::nullopt;
    if (plan_.trace) {
      const auto listener = reaper->launch_traced(*plan_.trace);
      if (!listener) return std::nullopt;
      return serve(*reaper, **listener, (*listener)->fd(), **listener, expects);
    }
    auto listener = reaper->launch();
    if (!listener) return std::nullopt;
    const auto verifier = ExecVerifier::start(*listener, calls_on_signal(plan_.filter_flags));
    if (!verifier) return std::nullopt;
    return serve(*reaper, *listener, listener->fd(), **verifier, expects);
  }

 private:
  static std::optional<ReaperEvent> serve(const Reaper& reaper, CallListener& listener, int fd,
                                          ExecRunner& execs, Expects expects) {
    auto own = own_credentials();
    if (!own) return std::nullopt;
    TraceeTable tracees;
    const CallResolver resolver(tracees, *own);
    const Executor executor(*own);
    while (const auto event = wait_for(reaper, fd)) {
      if (event->kind != ReaperEventKind::kEmpty) return event;
      serve_one(listener, tracees, resolver, executor, execs, expects);
    }
    return std::nullopt;
  }

  // kEmpty stands for: a call waits.
  static std::optional<ReaperEvent> wait_for(const Reaper& reaper, int calls) {
    std::array<pollfd, 2> ready = {{{reaper.fd(), POLLIN, 0}, {calls, POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), kTakesTooLong) <= 0) return std::nullopt;
    if ((ready[1].revents & POLLIN) != 0) return ReaperEvent{};
    const auto event = reaper.receive();
    if (!event || !*event || (*event)->kind == ReaperEventKind::kEmpty) return std::nullopt;
    return **event;
  }

  static void serve_one(CallListener& listener, TraceeTable& tracees, const CallResolver& resolver,
                        const Executor& executor, ExecRunner& execs, Expects expects) {
    const auto call = listener.receive();
    if (!call || !*call) return;
    if (is_reaching_call((*call)->number)) return answer_reaching(listener, **call, tracees);
    auto raw = decode(**call);
    if (!raw) return (void)listener.answer((*call)->id, Reply::fail(EPERM));
    auto held = resolver.resolve(std::move(*raw));
    if (!held) return (void)listener.answer((*call)->id, Reply::fail(held.error().sys_errno));
    if (held->image) {
      ExecOrder order = order_of(*held);
      if (expects == Expects::kAnotherProgram) ++order.expected.inode;
      order.on_outcome = [](const ExecEnd&) {};
      return execs.run(std::move(order));
    }
    Executed executed = executor.execute(*held);
    (void)listener.answer((*call)->id, std::move(executed.reply));
  }

  static void answer_reaching(CallListener& listener, const Notification& call,
                              TraceeTable& tracees) {
    const auto tracee = tracees.find(call.tid);
    const bool inside = tracee && stays_inside(call, **tracee);
    (void)listener.answer(call.id,
                          inside ? Reply::proceed(permit_continue(ContinueReason::kRegistersOnly))
                                 : Reply::fail(EPERM));
  }

  LaunchPlan plan_;
  UniqueFd ruleset_;
};

bool runs_what_was_judged(const KernelFeatures& features) {
  const auto end = SmallRun(features, kWritesAndEnds).run(Expects::kCalledProgram);
  return end && end->kind == ReaperEventKind::kExited && end->value == kExpectedStatus;
}

bool kills_what_was_not_judged(const KernelFeatures& features) {
  const auto end = SmallRun(features, kWritesAndEnds).run(Expects::kAnotherProgram);
  return end && end->kind == ReaperEventKind::kSignalled && end->value == SIGKILL;
}

// With the kernel's scopes, or asked.
bool keeps_signals_inside(const KernelFeatures& features) {
  const std::string text = "kill -0 $$ && ! kill -0 " + std::to_string(::getpid()) + " && exit 7";
  const auto end = SmallRun(features, text).run(Expects::kCalledProgram);
  return end && end->kind == ReaperEventKind::kExited && end->value == kExpectedStatus;
}

bool stays_unreadable(const KernelFeatures& features) {
  return refused_in_domain(features, std::nullopt, [](pid_t outside) {
    ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    static char byte = 0;
    if (read_process_memory(outside, &byte, &byte, 1)) return false;
    const std::string memory = "/proc/" + std::to_string(outside) + "/mem";
    return ::open(memory.c_str(), O_RDWR | O_CLOEXEC) == -1;
  });
}

bool keeps_writes_in_roots(const KernelFeatures& features) {
  // A folder that could not be written without the domain proves nothing about it.
  const auto writes = [](const char* folder) {
    return UniqueFd(::open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)).valid();
  };
  if (!features.landlock_roots || !writes("/tmp")) return false;
  return refused_in_domain(features, LandlockRoots{{}, {"/dev"}}, [](pid_t) {
    if (::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600) != -1 || errno != EACCES) return false;
    return ::open("/dev/null", O_WRONLY | O_CLOEXEC) != -1;
  });
}

// A daemon whose parents have gone comes to the subreaper, and is ended.
bool ends_orphans(const KernelFeatures&) {
  std::array<int, 2> alive{};
  if (::pipe2(alive.data(), O_CLOEXEC) != 0) return false;
  const pid_t parent = ::fork();
  if (parent == 0) {
    if (::fork() == 0) {
      ::setsid();
      for (;;) ::pause();
    }
    ::_exit(0);
  }
  ::close(alive[1]);
  if (parent < 0 || ::waitpid(parent, nullptr, 0) != parent) return false;
  if (descendants_of(::getpid()).empty()) return false;
  end_descendants();
  char byte = 0;
  return ::read(alive[0], &byte, 1) == 0;  // its end of the pipe is closed
}

bool acts_in_sandboxes(const KernelFeatures&) {
  std::array<int, 2> ready{};
  if (::pipe2(ready.data(), O_CLOEXEC) != 0) return false;
  const pid_t sandbox = ::fork();
  if (sandbox == 0) {
    ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    const char made = ::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 ? 'y' : 'n';
    (void)!::write(ready[1], &made, 1);
    for (;;) ::pause();
  }
  char made = 'n';
  if (sandbox < 0 || ::read(ready[0], &made, 1) != 1 || made != 'y') return false;
  const UniqueFd proc(
      ::open(("/proc/" + std::to_string(sandbox)).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  RealmServers servers;
  const auto own = own_credentials();
  const auto realm = Realm::of(proc.get(), servers);
  bool acted = false;
  return own && realm && (*realm)->run_alone(*own, [&] { acted = true; }) && acted;
}

// As root's programs do that give up root. A child that may not, needs nothing of this.
bool reads_other_users(const KernelFeatures&) {
  constexpr uid_t kNobody = 65534;
  static const int mark = kExpectedStatus;
  if (::geteuid() != 0) return true;
  std::array<int, 2> ready{};
  if (::pipe2(ready.data(), O_CLOEXEC) != 0) return false;
  const pid_t other = ::fork();
  if (other == 0) {
    const char became = ::setresuid(kNobody, kNobody, kNobody) == 0 ? 'y' : 'n';
    (void)!::write(ready[1], &became, 1);
    for (;;) ::pause();
  }
  char became = 'n';
  if (other < 0 || ::read(ready[0], &became, 1) != 1) return false;
  int copy = 0;
  return became == 'n' || read_process_memory(other, &mark, &copy, sizeof(copy));
}

enum class Needs { kNothing, kShell };

struct Row {
  Trial trial;
  bool (*run)(const KernelFeatures&);
  Needs needs = Needs::kNothing;
};

bool holds_readers(const KernelFeatures& features) {
  if (choose_backend(WantedBackend::kAuto, features).traced) return false;
  return read_holding_here() != ReadHolding::kEveryOpen;
}

const std::array<Row, 10> kRows = {{
    {{"mediation", "deletes, writes, connects and new programs are judged before they happen",
      "seccomp listener; guard acts on what was judged", "no run",
      "Linux 5.14, no container or sandbox that forbids seccomp listeners or tracing"},
     runs_what_was_judged,
     Needs::kShell},
    {{"exec", "the program that starts is the one that was judged",
      "ptrace stop before the first instruction", "no run",
      "kernel.yama.ptrace_scope of 1 or 0, CAP_SYS_PTRACE in containers"},
     kills_what_was_not_judged,
     Needs::kShell},
    {{"sockets", "connects, sends and listens are made on the very socket that was judged",
      kByTaking, "no run",
      "ptrace, and pidfd_getfd or x86-64: CAP_SYS_PTRACE in containers gives both"},
     has_the_very_socket},
    {{"users", "programs of root's that become another user are judged like others",
      "CAP_SYS_PTRACE; others cannot become anybody",
      "whatever such a program wants of guard is refused", "CAP_SYS_PTRACE in containers"},
     reads_other_users},
    {{"roots", "what slips past mediation can write in known folders only", "Landlock roots",
      "level mediated", "Linux 6.2 with landlock in /sys/kernel/security/lsm"},
     keeps_writes_in_roots},
    {{"signals", "processes outside are not signalled", "Landlock scopes, or guard is asked",
      "guard can be killed from inside, which ends the tree", "Linux 6.12 with Landlock"},
     keeps_signals_inside,
     Needs::kShell},
    {{"memory", "guard is not read, traced or changed from inside", "not dumpable; Landlock domain",
      "a tree run as root may reach guard", "Landlock (Linux 5.13), or run as an ordinary user"},
     stays_unreadable},
    {{"orphans", "nothing of the tree outlives guard", "subreapers that watch one another",
      "no run", "Linux 3.4"},
     ends_orphans},
    {{"sandboxes", "sandboxes inside run, and are judged", "acts in their namespaces",
      "bwrap and what else mounts fails",
      "user namespaces: user.max_user_namespaces, no AppArmor restriction, and in a container a "
      "seccomp profile that lets them be made"},
     acts_in_sandboxes},
    {{"secrets", "reads of secrets are judged, and other reads not even seen",
      "fanotify permission events for root, else leases of your own files",
      "guard is asked about every file that is opened, which is slow",
      "fs.leases-enable of 1, or root in the machine's own user namespace"},
     holds_readers},
}};

}  // namespace

ReadHolding read_holding_here() {
  if (make_fanotify_group()) return ReadHolding::kMarks;
  return can_lease() ? ReadHolding::kLeases : ReadHolding::kEveryOpen;
}

std::vector<Trial> try_guarantees(const KernelFeatures& features) {
  std::vector<Trial> trials;
  const bool traced = choose_backend(WantedBackend::kAuto, features).traced;
  for (const Row& row : kRows) {
    Trial trial = row.trial;
    if (row.needs == Needs::kShell && *shell_here() == '\0')
      trial.untried = "no shell is here (/bin/sh) to try it with";
    trial.held = trial.untried.empty() && in_child(features, row.run);
    if (traced && std::string_view(trial.id) == "mediation") trial.held_by = kByPtrace;
    if (!features.pidfd_getfd && std::string_view(trial.id) == "sockets")
      trial.held_by = kByLending;
    trials.push_back(trial);
  }
  return trials;
}

}  // namespace guard::interceptor
