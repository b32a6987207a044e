// SPDX-License-Identifier: Apache-2.0
#include "interceptor/launch/reaper.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "base/process/descendants.h"
#include "base/weaken.h"

namespace guard::interceptor {
namespace {

enum class OrderKind : std::uint32_t { kLaunch = 1, kContinue, kSignal, kEnd };

struct Order {
  OrderKind kind = OrderKind::kLaunch;
  std::int32_t value = 0;
};

struct LaunchedChild {
  pid_t pid = -1;
};

constexpr int kGuardFailed = 125;

// Everything below runs in the reaper process.
class ReaperProcess {
 public:
  ReaperProcess(const LaunchPlan& plan, int link, int report, int go)
      : plan_(plan), link_(link), report_(report), go_(go) {}

  [[noreturn]] void run() {
    take_place();
    Order order;
    // Nothing to end yet: the serving process simply went away.
    if (::read(link_, &order, sizeof(order)) != static_cast<ssize_t>(sizeof(order)) ||
        order.kind != OrderKind::kLaunch) {
      ::_exit(0);
    }
    launch();
    leave_inherited_files();
    while (true) wait_and_serve();
  }

 private:
  void take_place() {
    sigset_t all;
    sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, &original_mask_);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    if (!weakened("dumpable")) ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    ::prctl(PR_SET_NAME, "guard-reaper", 0, 0, 0);
    if (plan_.terminal >= 0) {
      if (::setsid() < 0 || ::ioctl(plan_.terminal, TIOCSCTTY, 0) != 0) ::_exit(kGuardFailed);
    } else {
      ::setpgid(0, 0);
    }
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    signals_ = ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    if (signals_ < 0) ::_exit(kGuardFailed);
  }

  void launch() {
    command_ = ::fork();
    if (command_ == 0) become_command(plan_, original_mask_, report_, go_);
    const LaunchedChild child{command_};
    (void)!::write(link_, &child, sizeof(child));
    if (command_ < 0) ::_exit(kGuardFailed);
    // Both sides set the group, so that neither has to wait for the other.
    if (plan_.terminal >= 0) ::setpgid(command_, command_);
  }

  // CMD has its own copies; ours would keep pipes open that others wait on.
  void leave_inherited_files() {
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int stream = 0; stream < 3; ++stream) ::dup2(null, stream);
    // Any may have another's new number: first all out of the way.
    constexpr int kFree = 6;
    const int link = ::fcntl(link_, F_DUPFD_CLOEXEC, kFree);
    const int signals = ::fcntl(signals_, F_DUPFD_CLOEXEC, kFree);
    const int gate = plan_.held_gate < 0 ? -1 : ::fcntl(plan_.held_gate, F_DUPFD_CLOEXEC, kFree);
    if (::dup2(link, 3) != 3 || ::dup2(signals, 4) != 4) ::_exit(kGuardFailed);
    ::close(5);
    if (plan_.held_gate >= 0 && ::dup2(gate, 5) != 5) ::_exit(kGuardFailed);
    for (int fd = 3; fd < kFree; ++fd) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    ::syscall(SYS_close_range, static_cast<unsigned>(kFree), ~0U, 0U);
    link_ = 3;
    signals_ = 4;
    if (::chdir("/") != 0) ::_exit(kGuardFailed);
  }

  void wait_and_serve() {
    reap();
    std::array<pollfd, 2> ready = {{{link_, POLLIN, 0}, {signals_, POLLIN, 0}}};
    ::poll(ready.data(), ready.size(), -1);
    std::array<char, sizeof(signalfd_siginfo) * 8> buffer{};
    while (::read(signals_, buffer.data(), buffer.size()) > 0) {
    }
    if (ready[0].revents != 0) obey();
  }

  void obey() {
    Order order;
    const ssize_t n = ::recv(link_, &order, sizeof(order), MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n != static_cast<ssize_t>(sizeof(order)) || order.kind == OrderKind::kEnd) {
      // The serving process has gone, or says that all is to end: nothing may survive.
      end_descendants();
      ::_exit(0);
    }
    if (order.kind == OrderKind::kContinue) ::kill(-command_, SIGCONT);
    if (order.kind == OrderKind::kSignal && !command_ended_) ::kill(command_, order.value);
  }

  void reap() {
    while (true) {
      int status = 0;
      const pid_t pid = ::waitpid(-1, &status, WNOHANG | WUNTRACED | __WALL);
      if (pid < 0 && errno == ECHILD && !empty_told_) {
        empty_told_ = true;
        tell(ReaperEventKind::kEmpty, 0);
      }
      if (pid <= 0) return;
      if (pid == command_) report(status);
    }
  }

  void report(int status) {
    if (WIFSTOPPED(status)) {
      tell(ReaperEventKind::kStopped, WSTOPSIG(status));
      return;
    }
    command_ended_ = true;
    if (WIFEXITED(status)) tell(ReaperEventKind::kExited, WEXITSTATUS(status));
    if (WIFSIGNALED(status)) tell(ReaperEventKind::kSignalled, WTERMSIG(status));
  }

  void tell(ReaperEventKind kind, int value) {
    const ReaperEvent event{kind, value};
    (void)!::send(link_, &event, sizeof(event), MSG_NOSIGNAL);
  }

  const LaunchPlan& plan_;
  int link_;
  int report_;
  int go_;
  int signals_ = -1;
  pid_t command_ = -1;
  bool command_ended_ = false;
  bool empty_told_ = false;
  sigset_t original_mask_{};
};

Result<std::array<UniqueFd, 2>> make_report() {
  std::array<int, 2> fds{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds.data()) != 0)
    return fail_errno("socketpair");
  return std::array<UniqueFd, 2>{UniqueFd(fds[0]), UniqueFd(fds[1])};
}

Result<std::array<UniqueFd, 2>> make_pipe() {
  std::array<int, 2> fds{};
  if (::pipe2(fds.data(), O_CLOEXEC) != 0) return fail_errno("pipe");
  return std::array<UniqueFd, 2>{UniqueFd(fds[0]), UniqueFd(fds[1])};
}

}  // namespace

Result<Reaper> Reaper::fork_off(const LaunchPlan& plan) {
  std::array<int, 2> link{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, link.data()) != 0)
    return fail_errno("socketpair");
  Reaper reaper;
  reaper.link_.reset(link[0]);
  UniqueFd far_link(link[1]);
  auto report = make_report();
  auto go = make_pipe();
  if (!report) return forward(report.error());
  if (!go) return forward(go.error());
  // Orphans come to us when the reaper is killed.
  if (::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) return fail_errno("subreaper");
  reaper.pid_ = ::fork();
  if (reaper.pid_ < 0) return fail_errno("fork");
  if (reaper.pid_ == 0) {
    // Only our end may keep the link open: its closing is how the reaper learns that the serving
    // process died.
    reaper.link_.reset();
    (*report)[0].reset();
    (*go)[1].reset();
    ReaperProcess(plan, far_link.get(), (*report)[1].get(), (*go)[0].get()).run();
  }
  reaper.report_ = std::move((*report)[0]);
  reaper.go_ = std::move((*go)[1]);
  return reaper;
}

Result<void> Reaper::order_launch() {
  const Order order{OrderKind::kLaunch, 0};
  if (::send(link_.get(), &order, sizeof(order), MSG_NOSIGNAL) < 0) return fail_errno("launch");
  LaunchedChild child;
  if (::recv(link_.get(), &child, sizeof(child), 0) != static_cast<ssize_t>(sizeof(child)) ||
      child.pid < 0) {
    return fail(Code::kSystem, "the reaper could not fork");
  }
  command_ = child.pid;
  return {};
}

Result<NotifyListener> Reaper::launch() {
  if (auto launched = order_launch(); !launched) return forward(launched.error());
  auto listener = take_listener(report_.get(), go_.get());
  report_.reset();
  go_.reset();
  return listener;
}

Result<std::unique_ptr<TraceListener>> Reaper::launch_traced(const TracePlan& plan) {
  if (auto launched = order_launch(); !launched) return forward(launched.error());
  auto listener = take_traced(report_.get(), go_.get(), plan);
  report_.reset();
  go_.reset();
  return listener;
}

Result<std::unique_ptr<PreloadListener>> Reaper::launch_preloaded(UniqueFd socket) {
  if (auto launched = order_launch(); !launched) return forward(launched.error());
  auto listener = take_preloaded(report_.get(), go_.get(), std::move(socket));
  report_.reset();
  go_.reset();
  return listener;
}

Result<std::optional<ReaperEvent>> Reaper::receive() const {
  ReaperEvent event;
  const ssize_t n = ::recv(link_.get(), &event, sizeof(event), 0);
  if (n < 0 && errno == EINTR) return receive();
  if (n < 0 && errno != ECONNRESET) return fail_errno("reaper");
  if (n != static_cast<ssize_t>(sizeof(event))) return std::optional<ReaperEvent>{};
  return std::optional<ReaperEvent>{event};
}

void Reaper::continue_command() const {
  const Order order{OrderKind::kContinue, 0};
  (void)!::send(link_.get(), &order, sizeof(order), MSG_NOSIGNAL);
}

void Reaper::signal_command(int signal) const {
  const Order order{OrderKind::kSignal, signal};
  (void)!::send(link_.get(), &order, sizeof(order), MSG_NOSIGNAL);
}

void Reaper::end_everything() const {
  const Order order{OrderKind::kEnd, 0};
  (void)!::send(link_.get(), &order, sizeof(order), MSG_NOSIGNAL);
}

}  // namespace guard::interceptor
