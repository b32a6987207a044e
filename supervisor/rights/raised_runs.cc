// SPDX-License-Identifier: Apache-2.0
#include "supervisor/rights/raised_runs.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "base/process/pid_handle.h"
#include "base/process/relay_wire.h"
#include "base/text/text.h"
#include "supervisor/rights/raised_child.h"
#include "supervisor/rights/raising.h"

namespace guard::supervisor {
namespace {

bool greet(int socket) {
  const RelayMessage message{kRelayGreeting, 0, 0};
  return ::send(socket, &message, sizeof message, MSG_NOSIGNAL) == sizeof message;
}

const Error kNoRelay{Code::kGone, ESRCH, "the relay has ended"};

bool is_sudo(const std::string& image) {
  return std::filesystem::path(image).filename() == "sudo";
}

// nullopt: no message of that kind.
std::optional<RelayPacket> hear(int socket, RelayKind kind) {
  RelayPacket packet{};
  const ssize_t got = ::recv(socket, &packet, sizeof packet, 0);
  const std::size_t wanted =
      sizeof packet.head + (kind == kRelayTerminal ? sizeof packet.body.terminal : 0);
  if (got != static_cast<ssize_t>(wanted) || packet.head.kind != kind) return std::nullopt;
  return packet;
}

// One program and its relay.
class Run {
 public:
  Run(UniqueFd socket, RaisedProgram program, PidHandle relay, UniqueFd front, std::string folder)
      : folder_shown_(std::move(folder)),
        socket_(std::move(socket)),
        front_(std::move(front)),
        relay_(std::move(relay)),
        program_(std::move(program)) {}

  // Blocks until the relay has said what it runs with. The keeper; else why nothing runs: errno.
  Result<StartedKeeper> start() {
    if (!take_hello() || !take_streams()) return tl::unexpected(kNoRelay);
    program_.environment = raised_environment(environ);
    auto keeper = start_raised(program_, {socket_.get(), front_.get()});
    if (!keeper) say_failed();
    program_ = {};
    front_.reset();
    socket_.reset();
    return keeper;
  }

 private:
  bool take_hello() {
    const auto hello = hear(socket_.get(), kRelayHello);
    const auto terminal = hear(socket_.get(), kRelayTerminal);
    if (!hello || !terminal) return false;
    program_.umask = static_cast<mode_t>(hello->head.value) & 0777;
    program_.ignored_signals = hello->head.bits;
    // Nobody is there to be asked for a password: then it has none, and says so itself.
    if (!front_.valid()) return true;
    program_.has_terminal = true;
    program_.terminal_streams = terminal->head.bits;
    if (terminal->head.value != 0) program_.like = terminal->body.terminal;
    return true;
  }

  bool take_streams() {
    for (std::size_t i = 0; i < program_.streams.size(); ++i) {
      auto stream = relay_.take_fd(static_cast<int>(i));
      if (stream) program_.streams[i] = std::move(*stream);
      if (!stream && stream.error().sys_errno != EBADF) return false;
    }
    const std::string folder = "/proc/" + std::to_string(relay_.pid()) + "/cwd";
    program_.folder.reset(::open(folder.c_str(), O_PATH | O_CLOEXEC));
    return program_.folder.valid() && is_folder_of_question(folder) &&
           !relay_.wait_for_end(0).value_or(true);
  }

  // A process that shares its working folder with the caller may have changed it since.
  [[nodiscard]] bool is_folder_of_question(const std::string& link) const {
    std::error_code error;
    return std::filesystem::read_symlink(link, error) == folder_shown_ && !error;
  }

  void say_failed() const {
    const RelayMessage message{kRelayFailed, 0, 0};
    (void)::send(socket_.get(), &message, sizeof message, MSG_NOSIGNAL);
  }

  const std::string folder_shown_;  // where the question said that it runs
  UniqueFd socket_;
  UniqueFd front_;
  const PidHandle relay_;
  RaisedProgram program_;
};

// Whoever was given sudo's ticket needs no password for a while: it was given for one command.
std::vector<std::string> after(const std::string& image, policy::SudoTicket ticket) {
  const bool drops = is_sudo(image) && ticket == policy::SudoTicket::kDrop;
  return drops ? std::vector<std::string>{"sudo", "-k"} : std::vector<std::string>{};
}

}  // namespace

bool can_be_raised(const PendingCall& call) {
  const auto& image = call.held.image;
  return image && !image->script && image->status.st_uid == 0 &&
         interceptor::is_set_user_id(*image);
}

Result<std::unique_ptr<RaisedRuns>> RaisedRuns::make(const interceptor::ExecRunner& runner,
                                                     RaisedContext context) {
  if (!runner.can_stand_in()) return fail(Code::kUnsupported, "needs Linux 5.19");
  auto relay = find_relay();
  if (!relay) return forward(relay.error());
  return std::unique_ptr<RaisedRuns>(new RaisedRuns(std::move(*relay), std::move(context)));
}

RaisedRuns::~RaisedRuns() {
  const std::lock_guard lock(reports_->mutex);
  reports_->wanted = false;
}

Result<void> RaisedRuns::prepare(PendingCall& call, interceptor::ExecOrder& order) {
  auto stand_in = std::make_shared<interceptor::StandIn>();
  stand_in->image.reset(::open(relay_.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat relay {};
  std::array<int, 2> ends{};
  if (!stand_in->image.valid() || ::fstat(stand_in->image.get(), &relay) != 0 ||
      ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return fail_errno("the relay");
  call.relay.reset(ends[0]);
  stand_in->socket.reset(ends[1]);
  if (!greet(ends[0])) return fail_errno("the relay");
  const auto& [id, tid, number, arguments, help] = call.notification;
  const std::size_t first = number == SYS_execveat ? 1 : 0;
  stand_in->path = arguments[first];
  stand_in->path_size = call.held.raw.path.size();
  stand_in->argv = arguments[first + 1];
  stand_in->envp = arguments[first + 2];
  order.expected.device = relay.st_dev;
  order.expected.inode = relay.st_ino;
  order.expected.changed = relay.st_ctim;
  order.may_run_unverified = false;
  order.stand_in = std::move(stand_in);
  return {};
}

void RaisedRuns::start(PendingCall& call, pid_t pid, OnStarted on_started) {
  auto relay = PidHandle::open(pid);
  RaisedProgram program;
  program.image.reset(::fcntl(call.held.image->file.get(), F_DUPFD_CLOEXEC, 0));
  program.argv = call.held.raw.argv;
  program.asks_itself = is_sudo(call.held.image->path);
  program.after = after(call.held.image->path, context_.ticket);
  if (!relay || !program.image.valid()) {
    call.relay.reset();
    return on_started(ESRCH);
  }
  const std::string command = command_text(program.argv);
  UniqueFd front = context_.ask ? context_.ask(command) : UniqueFd();
  auto run = std::make_shared<Run>(std::move(call.relay), std::move(program), std::move(*relay),
                                   std::move(front), call.action.cwd);
  const auto report = [reports = reports_, on_started](int error) {
    const std::lock_guard lock(reports->mutex);
    if (reports->wanted) on_started(error);
  };
  const auto tell = [reports = reports_, tell = context_.tell_unasked, command] {
    const std::lock_guard lock(reports->mutex);
    if (reports->wanted) tell(command);
  };
  // Without a thread nothing runs: RUN closes the socket, and the relay says so.
  try {
    std::thread([run, report, tell] {
      const auto keeper = run->start();
      report(keeper ? 0 : keeper.error().sys_errno);
      int status = 0;
      const bool left = keeper && ::waitpid(keeper->pid, &status, 0) == keeper->pid;
      if (left && WIFEXITED(status) && WEXITSTATUS(status) == kUnasked) tell();
    }).detach();
  } catch (const std::system_error&) {
    on_started(EAGAIN);
  }
}

}  // namespace guard::supervisor
