// SPDX-License-Identifier: Apache-2.0
#include "supervisor/alerts/hook_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <cerrno>
#include <string_view>
#include <utility>

#include "base/files/unique_fd.h"
#include "base/text/text.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kKeptErrors = 512;
constexpr std::size_t kLongestCause = 160;

// Posix_spawn's settings: every signal as by default, a session of its own.
class SpawnSettings {
 public:
  SpawnSettings() {
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawn_file_actions_init(&actions_);
    sigset_t all;
    sigset_t none;
    ::sigfillset(&all);
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setflags(&attributes_,
                               POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
  }
  ~SpawnSettings() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  [[nodiscard]] bool set_streams(int input, int errors) {
    return ::posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO) == 0 &&
           ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) ==
               0 &&
           ::posix_spawn_file_actions_adddup2(&actions_, errors, STDERR_FILENO) == 0 &&
           ::posix_spawn_file_actions_addclosefrom_np(&actions_, 3) == 0 &&
           ::posix_spawn_file_actions_addchdir_np(&actions_, "/") == 0;
  }

  [[nodiscard]] int spawn(pid_t& pid, const std::string& path, char* const* argv,
                          char* const* environment) const {
    return ::posix_spawn(&pid, path.c_str(), &actions_, &attributes_, argv, environment);
  }

 private:
  posix_spawnattr_t attributes_{};
  posix_spawn_file_actions_t actions_{};
};

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// In memory: nothing waits for a reader, and nothing is left behind. Sealed: another process of
// this user may find it in /proc, and change nothing of it.
Result<UniqueFd> input_of(const std::string& text) {
  UniqueFd file(::memfd_create("alert", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!file.valid()) return fail_errno("memfd_create");
  std::string_view left = text;
  while (!left.empty()) {
    const ssize_t written = ::write(file.get(), left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return fail_errno("write");
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fcntl(file.get(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) !=
      0)
    return fail_errno("seal");
  if (::lseek(file.get(), 0, SEEK_SET) != 0) return fail_errno("lseek");
  return file;
}

struct Pipe {
  UniqueFd read;
  UniqueFd write;
};

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail_errno("pipe");
  return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

}  // namespace

Result<std::shared_ptr<HookProcess>> HookProcess::start(boost::asio::io_context& io,
                                                        const HookProgram& program, OnEnd on_end) {
  auto input = input_of(program.input);
  if (!input) return forward(input.error());
  auto errors = make_pipe();
  if (!errors) return forward(errors.error());
  SpawnSettings settings;
  if (!settings.set_streams(input->get(), errors->write.get()))
    return fail(Code::kSystem, "posix_spawn: no memory");
  const auto argv = pointers_to(program.argv);
  const auto environment = pointers_to(program.environment);
  pid_t pid = -1;
  if (const int error = settings.spawn(pid, program.path, argv.data(), environment.data());
      error != 0)
    return fail_with(error, "cannot be started");
  auto child = PidHandle::open(pid);
  if (!child) {
    ::kill(-pid, SIGKILL);
    return forward(child.error());
  }
  auto process = std::make_shared<HookProcess>(io, std::move(*child), errors->read.release(),
                                               std::move(on_end));
  if (program.limit) process->arm(*program.limit);
  process->read_errors();
  process->wait_for_end();
  return process;
}

HookProcess::HookProcess(boost::asio::io_context& io, PidHandle child, int errors, OnEnd on_end)
    : child_(std::move(child)),
      end_(io, ::fcntl(child_.fd(), F_DUPFD_CLOEXEC, 3)),
      errors_(io, errors),
      deadline_(io),
      on_end_(std::move(on_end)) {}

// It leads its group: the number is its own as long as it has not been reaped.
void HookProcess::end() {
  if (child_.valid()) ::kill(-child_.pid(), SIGKILL);
}

void HookProcess::arm(std::chrono::seconds limit) {
  deadline_.expires_after(limit);
  deadline_.async_wait([self = shared_from_this(), limit](const auto& error) {
    if (error) return;
    self->late_ = limit;
    self->end();
  });
}

void HookProcess::wait_for_end() {
  end_.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                  [self = shared_from_this()](const auto& error) {
                    if (!error) self->ended();
                  });
}

// Read to its end, so that nobody blocks on a full pipe; kept is the beginning.
void HookProcess::read_errors() {
  errors_.async_read_some(
      boost::asio::buffer(piece_), [self = shared_from_this()](const auto& error, std::size_t got) {
        if (error) return;
        const std::size_t room = kKeptErrors - std::min(kKeptErrors, self->said_.size());
        self->said_.append(self->piece_.data(), std::min(room, got));
        self->read_errors();
      });
}

void HookProcess::ended() {
  end();  // what it left in its group
  const auto status = child_.reap();
  child_ = PidHandle();
  boost::system::error_code ignored;
  deadline_.cancel(ignored);
  // Its last words may still lie in the pipe.
  errors_.non_blocking(true, ignored);
  const std::size_t got = errors_.read_some(boost::asio::buffer(piece_), ignored);
  if (!ignored && said_.size() < kKeptErrors) said_.append(piece_.data(), got);
  errors_.close(ignored);
  end_.close(ignored);
  const auto on_end = std::exchange(on_end_, nullptr);
  if (on_end) on_end(status ? failure_of(*status) : status.error().text());
}

std::string HookProcess::failure_of(const ExitStatus& status) const {
  if (late_) return "did not end within " + std::to_string(late_->count()) + " s";
  if (!status.signaled && status.value == 0) return {};
  const std::string line = said_.substr(0, said_.find('\n'));
  const std::string how = status.signaled ? "ended by signal " : "status ";
  return shortened(
      how + std::to_string(status.value) + (line.empty() ? "" : ": " + safe_text(line)),
      kLongestCause);
}

}  // namespace guard::supervisor
