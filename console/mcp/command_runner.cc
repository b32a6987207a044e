// SPDX-License-Identifier: Apache-2.0
#include "console/mcp/command_runner.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "base/files/unique_fd.h"
#include "base/text/text.h"

namespace guard::console {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLook = 100;  // milliseconds

struct Pipe {
  UniqueFd read;
  UniqueFd write;
};

Result<Pipe> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return fail_errno("pipe");
  return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

class SpawnSetup {
 public:
  SpawnSetup(const CommandOrder& order, int out, int err) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions_, out, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, err, STDERR_FILENO);
    if (!order.cwd.empty()) ::posix_spawn_file_actions_addchdir_np(&actions_, order.cwd.c_str());
    sigset_t none;
    sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  }
  ~SpawnSetup() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;

  Result<pid_t> spawn(const std::vector<std::string>& words) const {
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    pid_t child = 0;
    const int error =
        ::posix_spawnp(&child, argv.front(), &actions_, &attributes_, argv.data(), environ);
    if (error != 0) return fail_with(error, safe_text(words.front()));
    return child;
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

// False: nothing more comes.
bool take_some(int fd, std::string& text, std::size_t most, std::size_t& left_out) {
  std::array<char, 65536> part{};
  const ssize_t got = ::read(fd, part.data(), part.size());
  if (got < 0) return errno == EINTR || errno == EAGAIN;
  const auto count = static_cast<std::size_t>(got);
  const std::size_t taken = std::min(count, most - std::min(most, text.size()));
  text.append(part.data(), taken);
  left_out += count - taken;
  return got > 0;
}

int exit_code_of(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

class Reading {
 public:
  Reading(Pipe out, Pipe err, std::size_t most)
      : out_(std::move(out)), err_(std::move(err)), most_(most) {}

  // Until both ends are closed, ORDER's time is over, or STOP. A process that went into the
  // background may hold them: what the command itself printed has come by then.
  void read_all(pid_t child, const CommandOrder& order, const std::atomic<bool>& stop,
                CommandResult& result) {
    out_.write.reset();
    err_.write.reset();
    const auto begun = Clock::now();
    bool ended = false;
    int status = 0;
    while (is_open() || !ended) {
      look(result);
      if (!ended && ::waitpid(child, &status, WNOHANG) == child) ended = true;
      if (ended && !came_) break;
      const bool late = Clock::now() - begun > order.at_most;
      if (ended || (!late && !stop)) continue;
      result.timed_out = late;
      ::kill(-child, SIGKILL);
    }
    result.exit_code = exit_code_of(status);
    result.took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun);
    say_left_out(result.out, left_out_[0]);
    say_left_out(result.err, left_out_[1]);
  }

 private:
  [[nodiscard]] bool is_open() const { return out_.read.valid() || err_.read.valid(); }
  void look(CommandResult& result) {
    pollfd ends[2] = {{out_.read.valid() ? out_.read.get() : -1, POLLIN, 0},
                      {err_.read.valid() ? err_.read.get() : -1, POLLIN, 0}};
    came_ = ::poll(ends, 2, kLook) > 0;
    if (ends[0].revents != 0 && !take_some(ends[0].fd, result.out, most_, left_out_[0]))
      out_.read.reset();
    if (ends[1].revents != 0 && !take_some(ends[1].fd, result.err, most_, left_out_[1]))
      err_.read.reset();
  }
  static void say_left_out(std::string& text, std::size_t count) {
    if (count != 0) text += "\n[" + size_text(count) + " more were printed]\n";
  }

  Pipe out_;
  Pipe err_;
  const std::size_t most_;
  std::array<std::size_t, 2> left_out_{};
  bool came_ = false;
};

}  // namespace

Result<CommandResult> run_command(const CommandOrder& order, const std::atomic<bool>& stop) {
  auto out = make_pipe();
  if (!out) return forward(out.error());
  auto err = make_pipe();
  if (!err) return forward(err.error());
  const auto child = SpawnSetup(order, out->write.get(), err->write.get()).spawn(order.argv);
  if (!child) return forward(child.error());
  CommandResult result;
  Reading(std::move(*out), std::move(*err), order.most_output)
      .read_all(*child, order, stop, result);
  return result;
}

}  // namespace guard::console
