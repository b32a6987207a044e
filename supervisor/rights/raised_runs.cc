// SPDX-License-Identifier: Apache-2.0
#include "supervisor/rights/raised_runs.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
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
#include "supervisor/rights/supervised_sudo.h"

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
  Run(UniqueFd socket, RaisedProgram program, PidHandle relay, UniqueFd front, UniqueFd folder,
      std::string shown)
      : folder_judged_(std::move(folder)),
        folder_shown_(std::move(shown)),
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
    program_.nice = ::getpriority(PRIO_PROCESS, static_cast<id_t>(relay_.pid()));
    return program_.folder.valid() && is_folder_of_question(folder) &&
           !relay_.wait_for_end(0).value_or(true);
  }

  // A process that shares its working folder with the caller may have changed it since, and folders
  // may have swapped their names: it is the very folder, and is called what was shown.
  [[nodiscard]] bool is_folder_of_question(const std::string& link) const {
    std::error_code error;
    struct stat judged {};
    struct stat now {};
    return std::filesystem::read_symlink(link, error) == folder_shown_ && !error &&
           ::fstat(folder_judged_.get(), &judged) == 0 &&
           ::fstat(program_.folder.get(), &now) == 0 && judged.st_dev == now.st_dev &&
           judged.st_ino == now.st_ino;
  }

  void say_failed() const {
    const RelayMessage message{kRelayFailed, 0, 0};
    (void)::send(socket_.get(), &message, sizeof message, MSG_NOSIGNAL);
  }

  const UniqueFd folder_judged_;    // held, so that no other folder gets its number
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

// None could be started: not joinable.
std::thread serve_aside(const std::function<void()>& serve) {
  try {
    return std::thread(serve);
  } catch (const std::system_error&) {
    return {};
  }
}

}  // namespace

std::string roots_session(const std::string& session, const PendingCall& call) {
  constexpr std::size_t kLongest = 48;
  std::array<char, 16> number{};
  std::snprintf(number.data(), number.size(), "%08x",
                static_cast<unsigned>(call.notification.id & 0xffffffffU));
  return session.substr(0, kLongest) + "-sudo-" + number.data();
}

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

// Whoever waits there for a word of root's guard uses the broker.
RaisedRuns::~RaisedRuns() {
  std::unique_lock lock(reports_->mutex);
  reports_->wanted = false;
  for (const int link : reports_->links) ::shutdown(link, SHUT_RDWR);
  reports_->none_left.wait(lock, [this] { return reports_->links.empty(); });
}

std::vector<std::string> RaisedRuns::roots_sessions() const {
  const std::lock_guard lock(reports_->mutex);
  return reports_->roots_sessions;
}

// nullptr: it starts nothing that could be supervised. No socket for it: then root's guard finds
// none, says so and runs nothing.
std::shared_ptr<RaisedRuns::Supervision> RaisedRuns::supervise(
    const PendingCall& call, std::vector<std::string>& argv) const {
  if (!supervises(call)) return nullptr;
  const auto sudo = supervised_sudo(argv, call.held.image->path);
  auto supervision = std::make_shared<Supervision>();
  std::array<int, 2> ends = {-1, -1};
  (void)!::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data());
  supervision->ours.reset(ends[0]);
  supervision->theirs.reset(ends[1]);
  supervision->plan = {context_.plan, context_.shown(argv), context_.session, context_.on_answer};
  supervision->plan.plan["session"] = roots_session(context_.session, call);
  supervision->plan.plan["confirmed"] = sudo->inner;
  auto& shown = supervision->plan.plan["shown"] = nlohmann::json::array();
  for (const ObjectId& object : call.walked) shown.push_back({object.device, object.inode});
  const std::string place = std::to_string(::getpid()) + ":" + std::to_string(ends[1]);
  argv = words_of(*sudo, {context_.guard, "run", "--raised-by", place});
  return supervision;
}

void RaisedRuns::serve_supervision(Reports& reports, Supervision& supervision, Broker& broker) {
  const int link = supervision.ours.get();
  {
    const std::lock_guard lock(reports.mutex);
    if (!reports.wanted) return;
    reports.links.insert(link);
  }
  serve_roots_guard(link, supervision.plan, broker, [&] {
    supervision.is_joined = true;
    {
      const std::lock_guard lock(reports.mutex);
      reports.roots_sessions.push_back(supervision.plan.plan.at("session").get<std::string>());
    }
    supervision.theirs.reset();
  });
  const std::lock_guard lock(reports.mutex);
  reports.links.erase(link);
  reports.none_left.notify_all();
}

bool RaisedRuns::supervises(const PendingCall& call) const {
  return !context_.guard.empty() && call.decision.assessment.raised && can_be_raised(call) &&
         is_sudo(call.held.image->path) &&
         supervised_sudo(call.held.raw.argv, call.held.image->path).has_value();
}

void RaisedRuns::note(PendingCall& call) const {
  if (!supervises(call)) return;
  const std::string told =
      "; root's own guard has its acts: session " + roots_session(context_.session, call);
  if (!call.decision.reason.ends_with(told)) call.decision.reason += told;
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
  started_ = true;
  auto relay = PidHandle::open(pid);
  RaisedProgram program;
  program.image.reset(::fcntl(call.held.image->file.get(), F_DUPFD_CLOEXEC, 0));
  program.argv = call.held.raw.argv;
  const std::string command = command_text(program.argv);
  const auto supervision = supervise(call, program.argv);
  program.asks_itself = is_sudo(call.held.image->path);
  program.after = after(call.held.image->path, context_.ticket);
  if (!relay || !program.image.valid()) {
    call.relay.reset();
    return on_started(ESRCH);
  }
  UniqueFd front = context_.ask ? context_.ask(command) : UniqueFd();
  auto run =
      std::make_shared<Run>(std::move(call.relay), std::move(program), std::move(*relay),
                            std::move(front), std::move(call.working_folder), call.action.cwd);
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
    std::thread([run, report, tell, supervision, reports = reports_, broker = context_.broker] {
      const auto keeper = run->start();
      report(keeper ? 0 : keeper.error().sys_errno);
      std::thread questions;
      if (keeper && supervision)
        questions = serve_aside([=] { serve_supervision(*reports, *supervision, *broker); });
      if (supervision && !questions.joinable()) ::shutdown(supervision->ours.get(), SHUT_RDWR);
      int status = 0;
      const bool left = keeper && ::waitpid(keeper->pid, &status, 0) == keeper->pid;
      if (left && WIFEXITED(status) && WEXITSTATUS(status) == kUnasked) tell();
      // Processes that the command left running ask on, until root's guard or the session ends.
      if (supervision && !supervision->is_joined) ::shutdown(supervision->ours.get(), SHUT_RDWR);
      if (questions.joinable()) questions.join();
    }).detach();
  } catch (const std::system_error&) {
    on_started(EAGAIN);
  }
}

}  // namespace guard::supervisor
