// SPDX-License-Identifier: Apache-2.0
#include "console/front/signals.h"

#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <utility>

namespace guard::console {
namespace {

constexpr std::array kForCommand = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2};
constexpr std::array kOwn = {SIGWINCH, SIGCONT};

sigset_t only(int signal) {
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, signal);
  return set;
}

void to_default(int signal) {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

Result<SignalInbox> SignalInbox::open(bool with_stops) {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int signal : kForCommand) ::sigaddset(&set, signal);
  for (const int signal : kOwn) ::sigaddset(&set, signal);
  if (with_stops) ::sigaddset(&set, SIGTSTP);
  if (::sigprocmask(SIG_BLOCK, &set, nullptr) != 0) return fail_errno("block signals");
  UniqueFd fd{::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK)};
  if (!fd.valid()) return fail_errno("signalfd");
  // The reader of a message or of stderr may go first; that must not end the front before CMD.
  std::signal(SIGPIPE, SIG_IGN);
  return SignalInbox{std::move(fd)};
}

std::optional<ArrivedSignal> SignalInbox::next() const {
  signalfd_siginfo info{};
  if (::read(fd_.get(), &info, sizeof info) != static_cast<ssize_t>(sizeof info))
    return std::nullopt;
  // SI_USER is 0 and every other code of a sending process is negative; the terminal's signals
  // carry SI_KERNEL.
  const bool by_process = info.ssi_code <= 0;
  return ArrivedSignal{static_cast<int>(info.ssi_signo), by_process,
                       by_process && info.ssi_pid == static_cast<std::uint32_t>(::getpid())};
}

bool for_command(int signal) {
  return std::find(kForCommand.begin(), kForCommand.end(), signal) != kForCommand.end();
}

void stop_self(int signal, Stopped stopped) {
  struct sigaction before {};
  ::sigaction(signal, nullptr, &before);
  // A guard that was started with the signal ignored (a shell without job control) does not stop
  // either.
  if (signal != SIGSTOP && before.sa_handler == SIG_IGN) return;
  const sigset_t set = only(signal);
  sigset_t mask;
  ::sigprocmask(SIG_UNBLOCK, &set, &mask);
  if (stopped == Stopped::kGroup && signal == SIGTSTP)
    ::kill(0, signal);
  else
    ::raise(signal);
  ::sigprocmask(SIG_SETMASK, &mask, nullptr);
}

void end_by(int signal) {
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  to_default(signal);
  const sigset_t set = only(signal);
  ::raise(signal);  // still blocked when it came through the inbox: it is taken by the next line
  ::sigprocmask(SIG_UNBLOCK, &set, nullptr);
  ::_exit(128 + signal);  // a signal whose default is not to end
}

}  // namespace guard::console
