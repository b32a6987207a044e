// SPDX-License-Identifier: Apache-2.0
#include "interceptor/kernel/kernel_features.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <optional>
#include <string_view>

#include "base/files/unique_fd.h"
#include "base/older_kernel.h"
#include "base/process/pid_handle.h"
#include "base/weaken.h"
#include "interceptor/kernel/landlock.h"
#include "interceptor/process/call_registers.h"
#include "interceptor/process/process_memory.h"

namespace guard::interceptor {
namespace {

// Debian 12's headers lack this (linux/seccomp.h of 6.6; the flag travels as the argument itself).
constexpr unsigned long kSetFlags = _IOW('!', 4, std::uint64_t);
constexpr unsigned long kSyncWakeUp = 1;
constexpr pid_t kProbeMark = 0x67756172;  // what the child shows to a reader of its memory

// The findings of the child, sent through a pipe while it still lives.
struct Found {
  int listener = -1;  // its number in the child, or a negative errno
  int sample = -1;    // a descriptor to take: the listener, if there is one
  bool add_fd = false;
  bool add_fd_send = false;
  bool sync_wake_up = false;
  bool thread_umask = false;
  const pid_t* mark = nullptr;
};

long seccomp_call(unsigned operation, unsigned long flags, void* argument) {
  return syscall(SYS_seccomp, operation, flags, argument);
}

// No program is given: EFAULT comes only after the flags were found good.
bool knows_flags(unsigned long flags) {
  return seccomp_call(SECCOMP_SET_MODE_FILTER, flags, nullptr) == -1 && errno == EFAULT;
}

// No such notification: ENOENT comes only after request and flags were found good.
bool knows_add_fd(int listener, int source, std::uint32_t flags) {
  seccomp_notif_addfd request{};
  request.flags = flags;
  request.srcfd = static_cast<std::uint32_t>(source);
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_ADDFD, &request) == -1 && errno == ENOENT;
}

int listener_that_allows_all() {
  sock_filter allow[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  sock_fprog program{1, allow};
  const long fd = seccomp_call(SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
  return fd >= 0 ? static_cast<int>(fd) : -errno;
}

// The child: async-signal-safe calls only. It ends when guard closes its end of `go`.
[[noreturn]] void try_in_child(int report, int go, const pid_t* mark) {
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);  // a child of a guard that is not dumpable is not either
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  Found found;
  found.mark = mark;
  found.listener = listener_that_allows_all();
  found.sample = found.listener >= 0 ? found.listener : report;
  if (found.listener >= 0) {
    found.add_fd = !kernel_lacks(KernelPart::kAddFd) && knows_add_fd(found.listener, report, 0);
    found.add_fd_send = !kernel_lacks(KernelPart::kAddFdSend) &&
                        knows_add_fd(found.listener, report, SECCOMP_ADDFD_FLAG_SEND);
    found.sync_wake_up = !kernel_lacks(KernelPart::kSyncWakeUp) &&
                         ioctl(found.listener, kSetFlags, kSyncWakeUp) == 0;
  }
  found.thread_umask = !kernel_lacks(KernelPart::kUnshare) && unshare(CLONE_FS) == 0;
  char end = 0;
  if (write(report, &found, sizeof(found)) == static_cast<ssize_t>(sizeof(found)))
    (void)!read(go, &end, 1);
  _exit(0);
}

bool can_read_memory(pid_t child, const pid_t* mark) {
  pid_t seen = 0;
  return read_process_memory(child, mark, &seen, sizeof(seen)) && seen == kProbeMark;
}

bool can_seize(pid_t child) {
  return ptrace(PTRACE_SEIZE, child, nullptr, nullptr) == 0;
}

// Tries it on a child that is seized and waits for guard in a read: it stops at once.
bool tells_stopped_calls(pid_t child) {
  char info[128];
  int status = 0;
  if (ptrace(PTRACE_INTERRUPT, child, nullptr, nullptr) != 0 ||
      waitpid(child, &status, __WALL) != child || !WIFSTOPPED(status))
    return false;
  const bool told =
      ptrace(PTRACE_GET_SYSCALL_INFO, child, reinterpret_cast<void*>(sizeof(info)), info) > 0;
  return ptrace(PTRACE_CONT, child, nullptr, nullptr) == 0 && told;
}

struct Pipe {
  UniqueFd reader;
  UniqueFd writer;
};

Result<Pipe> new_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return fail_errno("pipe");
  return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

// A child that has tried, and is ended and collected with this object.
class Child {
 public:
  explicit Child(PidHandle handle) : handle_(std::move(handle)) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    // Inside another guard's session pidfd_send_signal may be refused. It is our own child, not yet
    // collected: the number cannot be another's.
    if (!handle_.send_signal(SIGKILL)) ::kill(handle_.pid(), SIGKILL);
    (void)handle_.reap();
  }
  [[nodiscard]] const PidHandle& handle() const { return handle_; }

 private:
  PidHandle handle_;
};

void take_over(KernelFeatures& features, const Found& found, const Child& child) {
  features.listener = found.listener >= 0;
  features.listener_taken = found.listener == -EBUSY;
  features.add_fd = found.add_fd;
  features.add_fd_send = found.add_fd_send;
  features.sync_wake_up = found.sync_wake_up;
  features.thread_umask = found.thread_umask;
  features.pidfd_getfd = child.handle().take_fd(found.sample).has_value();
  const pid_t pid = child.handle().pid();
  features.trace_children = can_read_memory(pid, found.mark) && can_seize(pid);
  features.stopped_calls = features.trace_children && tells_stopped_calls(pid);
}

Result<void> try_with_child(KernelFeatures& features) {
  auto report = new_pipe();
  auto go = new_pipe();
  if (!report || !go) return forward((report ? go : report).error());
  const pid_t mark = kProbeMark;
  const pid_t pid = fork();
  if (pid < 0) return fail_errno("fork");
  if (pid == 0) {
    go->writer.reset();
    try_in_child(report->writer.get(), go->reader.get(), &mark);
  }
  auto handle = PidHandle::open(pid);
  if (!handle) {
    kill(pid, SIGKILL);  // our own child, not yet collected: the number cannot be another's
    return forward(handle.error());
  }
  const Child child(std::move(*handle));
  report->writer.reset();
  Found found;
  if (read(report->reader.get(), &found, sizeof(found)) != static_cast<ssize_t>(sizeof(found)))
    return fail(Code::kUnsupported, "the child that tries the kernel ended early");
  take_over(features, found, child);
  return {};
}

bool has_pidfd_thread() {
  return PidHandle::open_thread(getpid()).has_value();
}

NotificationSizes notification_sizes() {
  seccomp_notif_sizes sizes{};
  if (seccomp_call(SECCOMP_GET_NOTIF_SIZES, 0, &sizes) != 0) return {};
  return {sizes.seccomp_notif, sizes.seccomp_notif_resp, sizes.seccomp_data};
}

int landlock_abi() {
  const long abi =
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return pretended_landlock_abi(abi > 0 ? static_cast<int>(abi) : 0);
}

std::string release_of_kernel() {
  utsname names{};
  std::string release = uname(&names) == 0 ? names.release : "";
  if (const std::string_view pretended = pretended_kernel(); !pretended.empty())
    release.append(", pretending ").append(pretended);
  return release;
}

struct FeatureRow {
  const char* name;
  bool KernelFeatures::*present;
  const char* since;
  const char* without;
};

constexpr const char* kWithoutDescriptors =
    CallRegisters::kSupported
        ? "a thread that guard makes in the program sends them: slower; no ptrace backend"
        : "no run";

constexpr FeatureRow kFeatureRows[] = {
    {"seccomp listener", &KernelFeatures::listener, "5.0", "no run"},
    {"files put into programs (ADDFD)", &KernelFeatures::add_fd, "5.9", "no run"},
    {"files put in and answered at once (ADDFD_SEND)", &KernelFeatures::add_fd_send, "5.14",
     "nothing: guard closes its copy first"},
    {"waits that signals do not restart (WAIT_KILLABLE_RECV)", &KernelFeatures::wait_killable,
     "5.19", "a signalled program makes its call again"},
    {"fast hand-over (SYNC_WAKE_UP)", &KernelFeatures::sync_wake_up, "6.6", "slower calls"},
    {"descriptors of programs (pidfd_getfd)", &KernelFeatures::pidfd_getfd, "5.6",
     kWithoutDescriptors},
    {"memory and exec of programs (ptrace)", &KernelFeatures::trace_children, "3.4", "no run"},
    {"calls told to a tracer (PTRACE_GET_SYSCALL_INFO)", &KernelFeatures::stopped_calls, "5.3",
     "no ptrace backend"},
    {"an umask for each thread (unshare)", &KernelFeatures::thread_umask, "2.6.16",
     "files are made by a short child"},
    {"handles of threads (PIDFD_THREAD)", &KernelFeatures::pidfd_thread, "6.9",
     "the handle of the thread's process"},
    {"signals kept inside the tree (Landlock scopes)", &KernelFeatures::landlock_scopes, "6.12",
     "guard is asked about signals and tracing"},
    {"writes kept inside named folders (Landlock roots)", &KernelFeatures::landlock_roots, "6.2",
     "level mediated instead of verified"},
};

constexpr char kNoTracing[] =
    "guard may not trace its children: kernel.yama.ptrace_scope is above 1, or a container needs "
    "--cap-add SYS_PTRACE";

constexpr char kNoDescriptors[] =
    "guard may not take descriptors of its children (pidfd_getfd): a container needs --cap-add "
    "SYS_PTRACE, or that call in its seccomp profile";

// In this order. The first that is missing is told, with all after it that the same person mends:
// whoever starts the container.
struct Need {
  bool (*present)(const KernelFeatures& features);
  const char* text;
  bool of_container;
};

template <bool KernelFeatures::*Feature>
bool has(const KernelFeatures& features) {
  return features.*Feature;
}

// Whoever lets guard trace lets it take descriptors: nothing more is to be told then.
bool may_take_descriptors(const KernelFeatures& features) {
  return features.pidfd_getfd || !features.trace_children;
}

bool may_get_descriptors(const KernelFeatures& features) {
  return has_descriptors(features) || may_take_descriptors(features);
}

constexpr Need kNeeds[] = {
    {has<&KernelFeatures::listener>,
     "the kernel offers no seccomp listener (Linux 5.14, not forbidden)", false},
    {has<&KernelFeatures::add_fd>, "the kernel cannot put files into a program (ADDFD, Linux 5.9)",
     false},
    {has<&KernelFeatures::trace_children>, kNoTracing, true},
    {may_get_descriptors, kNoDescriptors, true},
};

// A listener and ADDFD apart. Without ADDFD there is no way for a program to send descriptors.
constexpr Need kNeedsOfTracer[] = {
    {has<&KernelFeatures::trace_children>, kNoTracing, true},
    {may_take_descriptors, kNoDescriptors, true},
    {has<&KernelFeatures::stopped_calls>,
     "the kernel does not tell a tracer of calls (PTRACE_GET_SYSCALL_INFO, Linux 5.3)", false},
};

template <std::size_t N>
std::string what_is_missing(const KernelFeatures& features, const Need (&needs)[N]) {
  std::string missing;
  for (const Need& need : needs) {
    if (need.present(features)) continue;
    if (missing.empty() && !need.of_container) return need.text;
    if (!need.of_container) continue;
    missing += (missing.empty() ? "" : "; ") + std::string(need.text);
  }
  return missing;
}

}  // namespace

bool has_descriptors(const KernelFeatures& features) {
  return features.pidfd_getfd || (CallRegisters::kSupported && features.add_fd &&
                                  features.trace_children && features.stopped_calls);
}

Result<KernelFeatures> probe_kernel() {
  KernelFeatures features;
  features.release = release_of_kernel();
  features.sizes = notification_sizes();
  features.wait_killable =
      !kernel_lacks(KernelPart::kWaitKillable) &&
      knows_flags(SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV);
  features.pidfd_thread = has_pidfd_thread();
  features.landlock_abi = weakened("kernel-scopes")
                              ? std::min(landlock_abi(), kLandlockWithScopes - 1)
                              : landlock_abi();
  features.landlock_scopes = features.landlock_abi >= kLandlockWithScopes &&
                             make_ruleset(features.landlock_abi, std::nullopt).has_value();
  features.landlock_roots = make_ruleset(features.landlock_abi, LandlockRoots{}).has_value();
  if (auto tried = try_with_child(features); !tried)
    return forward(tried.error().during("trying the kernel"));
  return features;
}

std::string why_not_mediated(const KernelFeatures& features) {
  if (features.listener_taken) return kBusyListener;
  return what_is_missing(features, kNeeds);
}

std::string why_not_traced(const KernelFeatures& features) {
  if (!CallRegisters::kSupported) return "tracing is built for x86-64 alone";
  return what_is_missing(features, kNeedsOfTracer);
}

std::vector<FeatureLine> describe(const KernelFeatures& features) {
  std::vector<FeatureLine> lines;
  for (const FeatureRow& row : kFeatureRows)
    lines.push_back({row.name, features.*row.present, row.since, row.without});
  return lines;
}

}  // namespace guard::interceptor
