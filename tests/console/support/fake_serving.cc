// SPDX-License-Identifier: Apache-2.0
#include "tests/console/support/fake_serving.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <utility>

namespace guard::console {
namespace {

using supervisor::FrontLink;
using supervisor::FrontMessageKind;

[[noreturn]] void become(const std::string& command, int slave, pid_t front_group) {
  if (slave >= 0) {
    ::setpgid(0, 0);
    std::signal(SIGTTOU, SIG_IGN);
    ::tcsetpgrp(slave, ::getpgrp());
    std::signal(SIGTTOU, SIG_DFL);
    for (const int fd : {0, 1, 2}) ::dup2(slave, fd);
  } else {
    ::setpgid(0, front_group);
  }
  ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
  ::_exit(99);
}

void obey(const FrontLink& link, pid_t command) {
  const auto message = link.receive();
  if (!message || !*message) {
    ::kill(-command, SIGKILL);
    ::kill(command, SIGKILL);
    ::_exit(0);
  }
  if ((*message)->kind == FrontMessageKind::kSignal) ::kill(command, (*message)->value);
  if ((*message)->kind == FrontMessageKind::kContinue) ::kill(-::getpgid(command), SIGCONT);
}

// True when CMD has ended.
bool report(const FrontLink& link, int status) {
  if (WIFSTOPPED(status)) {
    (void)link.send(FrontMessageKind::kStopped, WSTOPSIG(status));
    return false;
  }
  if (WIFEXITED(status))
    (void)link.send(FrontMessageKind::kExited, WEXITSTATUS(status));
  else
    (void)link.send(FrontMessageKind::kSignalled, WTERMSIG(status));
  return true;
}

}  // namespace

void serve_fake(const FrontLink& link, UniqueFd slave, const std::string& command,
                pid_t front_group) {
  ::setpgid(0, 0);
  if (slave.valid()) {
    // As the reaper: leader of the pty's session, so that CMD's group is never orphaned. A group
    // leader cannot start a session.
    if (::fork() != 0) ::_exit(0);
    ::setsid();
    ::ioctl(slave.get(), TIOCSCTTY, 0);
  }
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t pid = ::fork();
  if (pid == 0) become(command, slave.get(), front_group);
  slave.reset();
  (void)link.send(FrontMessageKind::kStarted, pid);
  for (;;) {
    int status = 0;
    if (::waitpid(pid, &status, WNOHANG | WUNTRACED) == pid && report(link, status)) break;
    pollfd entry{link.fd(), POLLIN, 0};
    if (::poll(&entry, 1, 5) > 0) obey(link, pid);
  }
  (void)link.receive();  // goodbye, or the front has gone
  // What lives on keeps its session and with it the terminal.
  while (::wait(nullptr) > 0) continue;
  ::_exit(0);
}

}  // namespace guard::console
