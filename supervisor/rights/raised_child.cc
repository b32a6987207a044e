// SPDX-License-Identifier: Apache-2.0
#include "supervisor/rights/raised_child.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/process/pid_handle.h"
#include "supervisor/rights/raised_keeper.h"

namespace guard::supervisor {
namespace {

constexpr int kCannotRun = 126;
constexpr int kImage = STDERR_FILENO + 1;
constexpr int kOutOfTheWay = 32;
// Where the keeper has its descriptors; the others are closed.
enum Place : int {
  kRelay = STDERR_FILENO + 1,
  kFront,
  kMaster,
  kSlave,
  kGuard,
  kImageAgain,
  kPlaces
};
constexpr std::array<std::string_view, 8> kPassed = {"PATH", "HOME",    "LANG", "LANGUAGE",
                                                     "TERM", "LOGNAME", "USER", "TZ"};

struct Terminal {
  KeptTerminal kept;
  UniqueFd master;
  UniqueFd slave;
};

// A line that is read without an echo is a password only where there was an echo before.
bool echoes_lines(const termios& settings) {
  return (settings.c_lflag & ECHO) != 0 && (settings.c_lflag & ICANON) != 0;
}

// For other programs of this user it cannot be opened: what is typed there may be a password.
Result<Terminal> make_terminal(const std::optional<RelayTerminal>& like) {
  Terminal made;
  made.master.reset(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
  if (!made.master.valid()) return fail_errno("a terminal");
  made.kept = KeptTerminal(made.master.get());
  std::array<char, 32> name{};
  // Before anybody can open it.
  if (::ptsname_r(made.master.get(), name.data(), name.size()) != 0 ||
      ::chmod(name.data(), 0) != 0 || ::unlockpt(made.master.get()) != 0)
    return fail_errno("a terminal");
  made.slave.reset(::ioctl(made.master.get(), TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!made.slave.valid() || ::ioctl(made.slave.get(), TIOCEXCL) != 0)
    return fail_errno("a terminal");
  if (!like) return made;
  const bool is_set =
      !echoes_lines(like->settings) || ::tcsetattr(made.slave.get(), TCSANOW, &like->settings) == 0;
  if (!is_set || ::ioctl(made.slave.get(), TIOCSWINSZ, &like->size) != 0)
    return fail_errno("a terminal");
  return made;
}

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// All that the forked processes need, made before the fork.
struct Start {
  const RaisedProgram& program;
  const RaisedSockets& sockets;
  const Terminal& terminal;
  const PidHandle& guard;
  char* const* argv;
  char* const* after;
  char* const* envp;
};

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

int stream_of(const Start& start, std::size_t number) {
  const bool on_terminal = (start.program.terminal_streams >> number & 1) != 0;
  return on_terminal && start.terminal.slave.valid() ? start.terminal.slave.get()
                                                     : start.program.streams[number].get();
}

bool put_streams(const Start& start) {
  std::array<int, 3> away{};
  for (std::size_t i = 0; i < away.size(); ++i) {
    const int stream = stream_of(start, i);
    away[i] = stream >= 0 ? ::fcntl(stream, F_DUPFD, kOutOfTheWay) : -1;
    if (away[i] < 0 && stream >= 0) return false;
  }
  for (std::size_t i = 0; i < away.size(); ++i) {
    const int number = static_cast<int>(i);
    if (away[i] < 0)
      ::close(number);
    else if (::dup2(away[i], number) < 0)
      return false;
  }
  return true;
}

// The image lies in its place; everything above is closed.
[[noreturn]] void run_image(char* const* argv, char* const* envp, std::uint64_t ignored) {
  if (::syscall(SYS_close_range, kImage + 1, ~0U, 0) != 0) ::_exit(kCannotRun);
  reset_signals(ignored);
  ::syscall(SYS_execveat, kImage, "", argv, envp, AT_EMPTY_PATH);
  ::_exit(kCannotRun);
}

[[noreturn]] void become(const Start& start) {
  const RaisedProgram& program = start.program;
  ::setpgid(0, 0);
  if (start.terminal.slave.valid()) ::tcsetpgrp(start.terminal.slave.get(), ::getpid());
  ::umask(program.umask);
  // Where guard itself may not be as quick as its caller, it stays as it is.
  (void)::setpriority(PRIO_PROCESS, 0, program.nice);
  const int image = ::fcntl(program.image.get(), F_DUPFD_CLOEXEC, kOutOfTheWay);
  const int folder = ::fcntl(program.folder.get(), F_DUPFD_CLOEXEC, kOutOfTheWay);
  if (image < 0 || folder < 0 || !put_streams(start) || ::fchdir(folder) != 0 ||
      ::dup3(image, kImage, O_CLOEXEC) < 0)
    ::_exit(kCannotRun);
  run_image(start.argv, start.envp, program.ignored_signals);
}

// --- in the keeper, which is forked from a process of several threads: the same

void keep_places(const Start& start) {
  const std::array<int, kPlaces - kRelay> from = {
      start.sockets.relay,        start.sockets.front, start.terminal.master.get(),
      start.terminal.slave.get(), start.guard.fd(),    start.program.image.get()};
  std::array<int, from.size()> away{};
  for (std::size_t i = 0; i < from.size(); ++i)
    away[i] = from[i] < 0 ? -1 : ::fcntl(from[i], F_DUPFD_CLOEXEC, kOutOfTheWay);
  for (std::size_t i = 0; i < from.size(); ++i) {
    const int place = kRelay + static_cast<int>(i);
    if (away[i] < 0)
      ::close(place);
    else
      ::dup3(away[i], place, O_CLOEXEC);
  }
  ::syscall(SYS_close_range, kPlaces, ~0U, 0);
}

// Behind the program, in its session: without a stream, from the root folder.
void run_after(const Start& start) {
  if (start.after[0] == nullptr) return;
  const pid_t child = ::fork();
  if (child > 0) ::waitpid(child, nullptr, 0);
  if (child != 0) return;
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int stream = 0; stream <= STDERR_FILENO; ++stream) ::dup2(nothing, stream);
  if (::chdir("/") != 0 || ::dup3(kImageAgain, kImage, O_CLOEXEC) < 0) ::_exit(kCannotRun);
  run_image(start.after, start.envp, 0);
}

[[noreturn]] void keep(const Start& start) {
  ::prctl(PR_SET_NAME, "guard-raised");
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_BLOCK, &all, nullptr);
  ::setsid();
  const bool has_terminal = start.terminal.slave.valid();
  if (has_terminal && ::ioctl(start.terminal.slave.get(), TIOCSCTTY, 0) != 0) ::_exit(0);
  KeptProgram kept;
  kept.child = ::fork();
  if (kept.child == 0) become(start);
  ::setpgid(kept.child, kept.child);
  keep_places(start);
  kept.relay = kRelay;
  kept.front = start.sockets.front < 0 ? -1 : static_cast<int>(kFront);
  kept.master = has_terminal ? static_cast<int>(kMaster) : -1;
  kept.slave = has_terminal ? static_cast<int>(kSlave) : -1;
  kept.guard = kGuard;
  kept.asks_itself = start.program.asks_itself;
  RaisedKeeper keeper(kept);
  int status = 0;
  const bool ended = keeper.attend(&status);
  run_after(start);
  if (ended) keeper.end(status);
  ::_exit(keeper.unasked() ? kUnasked : 0);
}

}  // namespace

Result<StartedKeeper> start_raised(const RaisedProgram& program, const RaisedSockets& sockets) {
  Terminal terminal;
  if (program.has_terminal) {
    auto made = make_terminal(program.like);
    if (!made) return forward(made.error());
    terminal = std::move(*made);
  }
  const auto guard = PidHandle::open(::getpid());
  if (!guard) return forward(guard.error());
  const auto argv = pointers_to(program.argv);
  const auto after = pointers_to(program.after);
  const auto environment = pointers_to(program.environment);
  const pid_t keeper = ::fork();
  if (keeper < 0) return fail_errno("fork");
  if (keeper == 0)
    keep({program, sockets, terminal, *guard, argv.data(), after.data(), environment.data()});
  return StartedKeeper{keeper, std::move(terminal.kept)};
}

namespace {

// Nobody but root puts a program there.
bool is_roots_folder(const std::string& folder) {
  struct stat status {};
  return folder.starts_with('/') && ::stat(folder.c_str(), &status) == 0 && status.st_uid == 0 &&
         (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// Where sudoers sets no path of its own sudo searches this one, long after the question.
std::string roots_path(std::string_view path) {
  std::string kept;
  while (!path.empty()) {
    const std::string folder(path.substr(0, path.find(':')));
    path.remove_prefix(std::min(path.size(), folder.size() + 1));
    if (is_roots_folder(folder)) kept += (kept.empty() ? "" : ":") + folder;
  }
  return "PATH=" + (kept.empty() ? std::string("/usr/bin:/bin") : kept);
}

// `sudo -s` starts it.
bool is_roots_program(const std::string& program) {
  struct stat status {};
  return is_roots_folder(program.substr(0, std::min(program.rfind('/'), program.size()))) &&
         ::stat(program.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == 0 &&
         (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace

std::vector<std::string> raised_environment(char* const* own) {
  std::vector<std::string> passed;
  for (; *own != nullptr; ++own) {
    const std::string_view word(*own);
    const std::string_view name = word.substr(0, word.find('='));
    const bool passes =
        name.starts_with("LC_") ||
        (name == "SHELL" && is_roots_program(std::string(word.substr(name.size() + 1)))) ||
        std::find(kPassed.begin(), kPassed.end(), name) != kPassed.end();
    if (passes && name == "PATH")
      passed.push_back(roots_path(word.substr(name.size() + 1)));
    else if (passes)
      passed.emplace_back(word);
  }
  return passed;
}

}  // namespace guard::supervisor
