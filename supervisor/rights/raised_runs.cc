// SPDX-License-Identifier: Apache-2.0
#include "supervisor/rights/raised_runs.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "base/process/pid_handle.h"
#include "interceptor/relay/relay_wire.h"
#include "supervisor/rights/raised_child.h"
#include "supervisor/rights/raising.h"

namespace guard::supervisor {
namespace {

bool greet(int socket) {
  const RelayMessage message{kRelayGreeting, 0, 0};
  return ::send(socket, &message, sizeof message, MSG_NOSIGNAL) == sizeof message;
}

std::optional<RelayMessage> hear(int socket) {
  RelayMessage message{};
  if (::recv(socket, &message, sizeof message, 0) != sizeof message) return std::nullopt;
  return message;
}

// One program and its relay.
class Run {
 public:
  Run(UniqueFd socket, UniqueFd image, std::vector<std::string> argv, PidHandle relay)
      : socket_(std::move(socket)), relay_(std::move(relay)) {
    program_.image = std::move(image);
    program_.argv = std::move(argv);
  }

  void go() {
    if (!take_hello() || !take_streams()) return;
    program_.environment = raised_environment(environ);
    const auto keeper = start_raised(program_, socket_.get());
    program_ = {};
    socket_.reset();
    if (keeper) ::waitpid(*keeper, nullptr, 0);
  }

 private:
  bool take_hello() {
    const auto hello = hear(socket_.get());
    if (!hello || hello->kind != kRelayHello) return false;
    program_.umask = static_cast<mode_t>(hello->value) & 0777;
    program_.ignored_signals = hello->bits;
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
    return program_.folder.valid() && !relay_.wait_for_end(0).value_or(true);
  }

  UniqueFd socket_;
  const PidHandle relay_;
  RaisedProgram program_;
};

}  // namespace

bool can_be_raised(const PendingCall& call) {
  const auto& image = call.held.image;
  return image && !image->script && image->status.st_uid == 0 &&
         interceptor::is_set_user_id(*image);
}

Result<std::unique_ptr<RaisedRuns>> RaisedRuns::make(const interceptor::ExecRunner& runner) {
  if (!runner.can_stand_in()) return fail(Code::kUnsupported, "needs Linux 5.19");
  auto relay = find_relay();
  if (!relay) return forward(relay.error());
  return std::unique_ptr<RaisedRuns>(new RaisedRuns(std::move(*relay)));
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

void RaisedRuns::start(PendingCall& call, pid_t pid) {
  auto relay = PidHandle::open(pid);
  UniqueFd image(::fcntl(call.held.image->file.get(), F_DUPFD_CLOEXEC, 0));
  if (!relay || !image.valid()) return call.relay.reset();
  auto run = std::make_shared<Run>(std::move(call.relay), std::move(image), call.held.raw.argv,
                                   std::move(*relay));
  // Without a thread nothing runs: RUN closes the socket, and the relay says so.
  try {
    std::thread([run] { run->go(); }).detach();
  } catch (const std::system_error&) {
    return;
  }
}

}  // namespace guard::supervisor
