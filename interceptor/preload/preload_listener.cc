// SPDX-License-Identifier: Apache-2.0
#include "interceptor/preload/preload_listener.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <utility>

#include "interceptor/process/proc_status.h"
#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {
namespace {

using preload::Kind;
using preload::message_of;

constexpr NotifyId kSocketEvent = 0;
constexpr NotifyId kWakeEvent = 1;
// A call that is being judged says nothing by itself; only its end is of interest.
constexpr unsigned kEnds = EPOLLRDHUP;
constexpr unsigned kSpeaks = EPOLLIN | EPOLLRDHUP;
constexpr std::chrono::milliseconds kUntilFree(10);

bool watch_descriptor(int events, int fd, NotifyId id, unsigned what, int how) {
  epoll_event event{};
  event.events = what;
  event.data.u64 = id;
  return ::epoll_ctl(events, how, fd, &event) == 0;
}

// Held against what was judged, once it runs. Empty: it is that.
std::string difference_of(int proc, const ExpectedImage& expected) {
  struct stat image {};
  if (proc < 0 || ::fstatat(proc, "exe", &image, 0) != 0)
    return "it had ended before guard could look at it";
  if (image.st_dev != expected.device || image.st_ino != expected.inode)
    return "another program than was judged, when guard looked";
  return {};
}

}  // namespace

PreloadListener::PreloadListener(UniqueFd socket, UniqueFd events, UniqueFd wake)
    : socket_(std::move(socket)), events_(std::move(events)), wake_(std::move(wake)) {}

Result<std::unique_ptr<PreloadListener>> PreloadListener::start(UniqueFd socket) {
  UniqueFd events(::epoll_create1(EPOLL_CLOEXEC));
  UniqueFd wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!events.valid() || !wake.valid()) return fail_errno("preload listener");
  if (!watch_descriptor(events.get(), socket.get(), kSocketEvent, EPOLLIN, EPOLL_CTL_ADD) ||
      !watch_descriptor(events.get(), wake.get(), kWakeEvent, EPOLLIN, EPOLL_CTL_ADD))
    return fail_errno("preload listener");
  std::unique_ptr<PreloadListener> listener(
      new PreloadListener(std::move(socket), std::move(events), std::move(wake)));
  listener->thread_ = std::thread([raw = listener.get()] { raw->loop(); });
  return listener;
}

PreloadListener::~PreloadListener() {
  stop();
  const std::uint64_t one = 1;
  (void)!::write(wake_.get(), &one, sizeof(one));
  thread_.join();
}

void PreloadListener::stop() {
  const std::lock_guard lock(mutex_);
  stopping_ = true;
  arrived_.notify_all();
}

Result<std::optional<Notification>> PreloadListener::receive() {
  std::unique_lock lock(mutex_);
  arrived_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
  if (stopping_) return std::optional<Notification>{};
  Notification next = std::move(waiting_.front());
  waiting_.pop_front();
  return std::optional<Notification>(std::move(next));
}

PreloadListener::CallPtr PreloadListener::find(NotifyId id) const {
  const std::lock_guard lock(mutex_);
  const auto found = calls_.find(id);
  return found == calls_.end() ? nullptr : found->second;
}

void PreloadListener::forget(const CallPtr& call) {
  (void)::epoll_ctl(events_.get(), EPOLL_CTL_DEL, call->fd(), nullptr);
  const std::lock_guard lock(mutex_);
  calls_.erase(call->id());
}

bool PreloadListener::watch(const PreloadCall& call, unsigned events, int how) const {
  return watch_descriptor(events_.get(), call.fd(), call.id(), events, how);
}

std::shared_ptr<CallerHelp> PreloadListener::help_of(Tid tid) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [id, call] : calls_)
    if (call->thread() == tid && !call->gone()) return call;
  return nullptr;
}

bool PreloadListener::still_valid(NotifyId id) const {
  const CallPtr call = find(id);
  return call && !call->gone();
}

// --- on its own thread

// The ends first: an exec closes its connection before its program can ask anything.
void PreloadListener::loop() {
  std::array<epoll_event, 64> events{};
  while (true) {
    const int n = ::epoll_wait(events_.get(), events.data(), static_cast<int>(events.size()), -1);
    if (n < 0 && errno != EINTR) return;
    bool connects = false;
    for (int i = 0; i < n; ++i) {
      const NotifyId id = events[static_cast<std::size_t>(i)].data.u64;
      if (id == kWakeEvent) return;
      if (id == kSocketEvent) {
        connects = true;
      } else {
        on_event(id);
      }
    }
    if (connects) take_connections();
  }
}

void PreloadListener::take_connections() {
  while (true) {
    UniqueFd connection(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!connection.valid()) {
      // Without a number for it the caller waits in the queue, and this thread does not spin.
      if (errno == EMFILE || errno == ENFILE) std::this_thread::sleep_for(kUntilFree);
      return;
    }
    ucred peer{};
    socklen_t size = sizeof(peer);
    if (::getsockopt(connection.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 ||
        !is_supervised(peer.pid))
      continue;
    auto call = std::make_shared<PreloadCall>(std::move(connection), next_id_++, peer.pid);
    {
      const std::lock_guard lock(mutex_);
      calls_[call->id()] = call;
    }
    if (!watch(*call, kSpeaks, EPOLL_CTL_ADD)) forget(call);
  }
}

// The process that asks has come through its exec, though another that was forked meanwhile may
// still hold the connection of it.
void PreloadListener::settle_execs_of(pid_t process) {
  CallPtr found;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, call] : calls_)
      if (call->process() == process && call->execs()) found = call;
  }
  if (!found) return;
  if (auto order = found->take_exec()) settle_exec(found, std::move(*order));
}

void PreloadListener::take_request(const CallPtr& call) {
  settle_execs_of(call->process());
  auto request = call->take_request();
  if (!request || !watch(*call, kEnds, EPOLL_CTL_MOD)) {
    call->close();
    return forget(call);
  }
  request->help = call;
  const std::lock_guard lock(mutex_);
  waiting_.push_back(std::move(*request));
  arrived_.notify_one();
}

void PreloadListener::on_event(NotifyId id) {
  const CallPtr call = find(id);
  if (!call) return;
  if (call->thread() == 0) return take_request(call);
  auto order = call->take_exec();
  if (order) return settle_exec(call, std::move(*order));
  call->close();
  forget(call);
}

// It came back, or its connection ended: with the exec, or with the process.
void PreloadListener::settle_exec(const CallPtr& call, ExecOrder order) {
  const auto failure = call->exec_failure();  // at once: it is there, or never comes
  call->close();
  forget(call);
  if (failure) return order.on_outcome({ExecOutcome::kFailed, order.tid, "", {}});
  const std::string folder = "/proc/" + std::to_string(call->process());
  const UniqueFd proc(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (std::string difference = difference_of(proc.get(), order.expected); !difference.empty()) {
    order.on_outcome({ExecOutcome::kUnverified, call->process(), std::move(difference), {}});
    return;
  }
  const auto stack = read_first_stack(proc.get(), call->process());
  const ExecMark mark = mark_of(order.expected, stack.value_or(0));
  order.on_outcome({ExecOutcome::kVerified, call->process(), "", mark});
  if (order.on_released) order.on_released();
}

// --- answers

Result<void> PreloadListener::give_file(PreloadCall& call, Reply reply) {
  const auto number = call.hand_over(reply.file, reply.close_on_exec);
  if (!number) return forward(number.error());
  const bool truncated = !reply.truncate_after || ::ftruncate(reply.file.get(), 0) == 0;
  const int error = errno;
  reply.file.reset();
  return call.send(truncated ? message_of(Kind::kValue, *number) : message_of(Kind::kFail, error));
}

Result<void> PreloadListener::answer(NotifyId id, Reply reply) {
  const CallPtr call = find(id);
  if (!call || call->gone()) return fail(Code::kGone, "answer");
  Result<void> sent;
  switch (reply.kind) {
    case Reply::Kind::kFail:
      sent = call->send(message_of(Kind::kFail, reply.error));
      break;
    case Reply::Kind::kValue:
      sent = call->send(message_of(Kind::kValue, reply.value));
      break;
    case Reply::Kind::kFile:
      sent = give_file(*call, std::move(reply));
      if (!sent && sent.error().code == Code::kSystem) return sent;  // not answered yet
      break;
    case Reply::Kind::kContinue:
      sent =
          call->send(reply.permit ? message_of(Kind::kContinue) : message_of(Kind::kFail, EPERM));
      break;
  }
  forget(call);
  return sent;
}

void PreloadListener::run(ExecOrder order) {
  const CallPtr call = find(order.id);
  if (!call || call->gone()) return order.on_outcome({ExecOutcome::kGone, order.tid, "", {}});
  call->expect_exec(std::move(order));
  if (watch(*call, kSpeaks, EPOLL_CTL_MOD)) {
    // Its end, as every other, is told to the loop.
    (void)call->send(message_of(Kind::kContinue));
    return;
  }
  if (auto mine = call->take_exec()) mine->on_outcome({ExecOutcome::kGone, mine->tid, "", {}});
}

}  // namespace guard::interceptor
