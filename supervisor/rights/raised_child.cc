// SPDX-License-Identifier: Apache-2.0
#include "supervisor/rights/raised_child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "interceptor/relay/relay_wire.h"

namespace guard::supervisor {
namespace {

constexpr int kCannotRun = 126;
constexpr int kImage = STDERR_FILENO + 1;
constexpr int kSocket = STDERR_FILENO + 1;
constexpr int kOutOfTheWay = 16;
constexpr std::array<std::string_view, 8> kPassed = {"PATH", "HOME",    "LANG", "LANGUAGE",
                                                     "TERM", "LOGNAME", "USER", "TZ"};

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// --- in the child: async-signal-safe calls alone

void reset_signals(std::uint64_t ignored) {
  for (int number = 1; number < NSIG; ++number) {
    const bool ignores = number <= 64 && (ignored >> (number - 1) & 1) != 0;
    (void)::signal(number, ignores ? SIG_IGN : SIG_DFL);
  }
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

bool put_streams(const std::array<UniqueFd, 3>& streams) {
  std::array<int, 3> away{};
  for (std::size_t i = 0; i < streams.size(); ++i)
    away[i] = streams[i].valid() ? ::fcntl(streams[i].get(), F_DUPFD, kOutOfTheWay) : -1;
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const int number = static_cast<int>(i);
    if (away[i] < 0 && streams[i].valid()) return false;
    if (away[i] < 0)
      ::close(number);
    else if (::dup2(away[i], number) < 0)
      return false;
  }
  return true;
}

[[noreturn]] void become(const RaisedProgram& program, char* const* argv, char* const* envp) {
  ::setsid();
  reset_signals(program.ignored_signals);
  ::umask(program.umask);
  const int image = ::fcntl(program.image.get(), F_DUPFD_CLOEXEC, kOutOfTheWay);
  const int folder = ::fcntl(program.folder.get(), F_DUPFD_CLOEXEC, kOutOfTheWay);
  if (image < 0 || folder < 0 || !put_streams(program.streams) || ::fchdir(folder) != 0 ||
      ::dup3(image, kImage, O_CLOEXEC) < 0 || ::syscall(SYS_close_range, kImage + 1, ~0U, 0) != 0)
    ::_exit(kCannotRun);
  ::syscall(SYS_execveat, kImage, "", argv, envp, AT_EMPTY_PATH);
  ::_exit(kCannotRun);
}

// --- in the keeper, which is forked from a process of several threads: the same

bool say(int socket, RelayKind kind, int value) {
  const RelayMessage message{static_cast<std::uint32_t>(kind), value, 0};
  return ::send(socket, &message, sizeof message, MSG_NOSIGNAL) == sizeof message;
}

// True: it has ended, and its relay knows.
bool told_of_end(int socket, pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, WNOHANG | WUNTRACED) == child) {
    if (WIFSTOPPED(status)) {
      (void)say(socket, kRelayStopped, WSTOPSIG(status));
      continue;
    }
    const bool killed = WIFSIGNALED(status);
    (void)say(socket, killed ? kRelayKilled : kRelayExited,
              killed ? WTERMSIG(status) : WEXITSTATUS(status));
    return true;
  }
  return false;
}

// False: there is no relay any more.
bool passed_signal(int socket, pid_t child) {
  RelayMessage word{};
  if (::recv(socket, &word, sizeof word, 0) != sizeof word) return false;
  if (word.kind == kRelaySignal && word.value > 0 && word.value < NSIG) ::kill(child, word.value);
  return true;
}

void attend(int socket, pid_t child, int ends) {
  std::array<pollfd, 2> ready = {{{socket, POLLIN, 0}, {ends, POLLIN, 0}}};
  while (!told_of_end(socket, child)) {
    if (::poll(ready.data(), ready.size(), -1) < 0) continue;
    signalfd_siginfo info{};
    if (ready[1].revents != 0) (void)!::read(ends, &info, sizeof info);
    if (ready[0].revents == 0 || passed_signal(socket, child)) continue;
    for (const int number : {SIGHUP, SIGCONT, SIGTERM}) ::kill(child, number);
    ready[0].fd = -1;
  }
}

[[noreturn]] void keep(const RaisedProgram& program, int socket, char* const* argv,
                       char* const* envp) {
  ::prctl(PR_SET_NAME, "guard-raised");
  const pid_t child = ::fork();
  if (child == 0) become(program, argv, envp);
  sigset_t ended;
  ::sigemptyset(&ended);
  ::sigaddset(&ended, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &ended, nullptr);
  const int kept = ::fcntl(socket, F_DUPFD, kOutOfTheWay);
  ::dup2(kept, kSocket);
  ::syscall(SYS_close_range, kSocket + 1, ~0U, 0);
  const int ends = ::signalfd(-1, &ended, SFD_CLOEXEC);
  if (child > 0 && ends >= 0) attend(kSocket, child, ends);
  ::_exit(0);
}

}  // namespace

Result<pid_t> start_raised(const RaisedProgram& program, int socket) {
  const auto argv = pointers_to(program.argv);
  const auto environment = pointers_to(program.environment);
  const pid_t keeper = ::fork();
  if (keeper < 0) return fail_errno("fork");
  if (keeper == 0) keep(program, socket, argv.data(), environment.data());
  return keeper;
}

std::vector<std::string> raised_environment(char* const* own) {
  std::vector<std::string> passed;
  for (; *own != nullptr; ++own) {
    const std::string_view word(*own);
    const std::string_view name = word.substr(0, word.find('='));
    const bool passes =
        name.starts_with("LC_") || std::find(kPassed.begin(), kPassed.end(), name) != kPassed.end();
    if (passes) passed.emplace_back(word);
  }
  return passed;
}

}  // namespace guard::supervisor
