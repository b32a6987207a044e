// SPDX-License-Identifier: Apache-2.0
#include "tests/console/support/small_shell.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <utility>

#include "console/front/front.h"
#include "console/terminal/terminal_mode.h"
#include "supervisor/processes/front_link.h"
#include "tests/console/support/fake_serving.h"

namespace guard::console {
namespace {

constexpr int kPatience = 20'000;  // ms
constexpr winsize kSize = {30, 90, 0, 0};

struct Pipe {
  UniqueFd read, write;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  return {UniqueFd{ends[0]}, UniqueFd{ends[1]}};
}

void say(int fd, const std::string& line) {
  const std::string text = line + "\n";
  [[maybe_unused]] const ssize_t written = ::write(fd, text.data(), text.size());
}

bool is_raw(int terminal) {
  termios settings{};
  return ::tcgetattr(terminal, &settings) == 0 && (settings.c_lflag & ICANON) == 0;
}

// Does the work of `guard run` around its front.
int run_job(const JobPlan& plan, int reports) {
  auto ends = supervisor::FrontLink::pair();
  std::optional<PtyPair> pty;
  if (plan.own_terminal) pty = std::move(*open_pty(*settings_of(0), size_of(1)));
  const pid_t front_group = ::getpgrp();
  if (::fork() == 0) {
    { const supervisor::FrontLink front_end = std::move(ends->first); }
    if (!plan.fails_with.empty()) {
      (void)ends->second.send(supervisor::FrontMessageKind::kFailed, 127, plan.fails_with);
      ::_exit(127);
    }
    if (pty) pty->master.reset();
    serve_fake(ends->second, pty ? std::move(pty->slave) : UniqueFd{}, plan.command, front_group);
  }
  { const supervisor::FrontLink serving_end = std::move(ends->second); }
  FrontPlan front{std::move(ends->first), std::move(pty), false, nullptr};
  if (plan.questions)
    front.open_questions = [&] {
      return plan.questions([reports](const std::string& line) { say(reports, line); });
    };
  return pass_on(run_front(std::move(front)));
}

void carry_out(char order, pid_t job) {
  if (order == 'f' || order == 't') ::tcsetpgrp(0, job);
  if (order == 'f' || order == 'b') ::kill(-job, SIGCONT);
}

[[noreturn]] void run_shell(const JobPlan& plan, int orders, int reports) {
  std::signal(SIGTTOU, SIG_IGN);
  const pid_t job = ::fork();
  if (job == 0) {
    ::setpgid(0, 0);
    if (!plan.background) ::tcsetpgrp(0, ::getpgrp());
    std::signal(SIGTTOU, SIG_DFL);
    ::_exit(run_job(plan, reports));
  }
  ::setpgid(job, job);
  if (!plan.background) ::tcsetpgrp(0, job);
  say(reports, "job " + std::to_string(job));
  const auto mode = [] { return is_raw(0) ? " raw" : " cooked"; };
  for (;;) {
    int status = 0;
    if (::waitpid(job, &status, WNOHANG | WUNTRACED) == job) {
      ::tcsetpgrp(0, ::getpgrp());
      if (WIFSTOPPED(status)) {
        say(reports, "stopped " + std::to_string(WSTOPSIG(status)) + mode());
      } else {
        const bool exited = WIFEXITED(status);
        say(reports, (exited ? "exited " : "signalled ") +
                         std::to_string(exited ? WEXITSTATUS(status) : WTERMSIG(status)) + mode());
      }
    }
    pollfd entry{orders, POLLIN, 0};
    if (::poll(&entry, 1, 5) <= 0) continue;
    char order = 0;
    if (::read(orders, &order, 1) != 1) ::_exit(0);
    carry_out(order, job);
  }
}

}  // namespace

SmallShell::SmallShell(const JobPlan& plan) {
  Pipe orders = make_pipe();
  Pipe reports = make_pipe();
  int master = -1;
  shell_ = ::forkpty(&master, nullptr, nullptr, &kSize);
  if (shell_ == 0) {
    orders.write.reset();
    reports.read.reset();
    run_shell(plan, orders.read.get(), reports.write.get());
  }
  terminal_.reset(master);
  orders_ = std::move(orders.write);
  reports_ = std::move(reports.read);
  reports.write.reset();
  const std::string first = report();
  job_ = static_cast<pid_t>(std::stol(first.substr(first.find(' ') + 1)));
}

// Closing the terminal and the orders ends the shell and, by hang-up, the job.
SmallShell::~SmallShell() {
  orders_.reset();
  terminal_.reset();
  ::waitpid(shell_, nullptr, 0);
}

void SmallShell::type(const std::string& keys) const {
  ASSERT_EQ(::write(terminal_.get(), keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
}

bool SmallShell::wait_readable(int fd) {
  pollfd entry{fd, POLLIN, 0};
  return ::poll(&entry, 1, kPatience) > 0 && (entry.revents & POLLIN) != 0;
}

bool SmallShell::see(const std::string& text) {
  for (;;) {
    const std::size_t at = screen_.find(text, seen_);
    if (at != std::string::npos) {
      seen_ = at + text.size();
      return true;
    }
    std::array<char, 4096> chunk{};
    if (!wait_readable(terminal_.get())) return false;
    const ssize_t got = ::read(terminal_.get(), chunk.data(), chunk.size());
    if (got <= 0) return false;
    screen_.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

std::string SmallShell::report() {
  for (;;) {
    const std::size_t end = lines_.find('\n');
    if (end != std::string::npos) {
      std::string line = lines_.substr(0, end);
      lines_.erase(0, end + 1);
      return line;
    }
    std::array<char, 512> chunk{};
    if (!wait_readable(reports_.get())) return "nothing";
    const ssize_t got = ::read(reports_.get(), chunk.data(), chunk.size());
    if (got <= 0) return "nothing";
    lines_.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

bool SmallShell::raw() const {
  return is_raw(terminal_.get());
}

void SmallShell::order(char what) const {
  ASSERT_EQ(::write(orders_.get(), &what, 1), 1);
}

}  // namespace guard::console
