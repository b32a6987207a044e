// SPDX-License-Identifier: Apache-2.0
#include "interceptor/ptrace/trace_listener.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <utility>

#include "interceptor/calls/restart.h"

namespace guard::interceptor {
namespace {

constexpr long kOptions = PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL | PTRACE_O_TRACESECCOMP |
                          PTRACE_O_TRACEEXEC | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                          PTRACE_O_TRACECLONE;
constexpr char kRobbed[] = "its instructions are not what they were";

void drain(int fd) {
  std::array<char, 4 * sizeof(signalfd_siginfo)> buffer{};
  (void)!::read(fd, buffer.data(), buffer.size());
}

void add_one(const UniqueFd& event) {
  const std::uint64_t one = 1;
  (void)!::write(event.get(), &one, sizeof(one));
}

}  // namespace

TraceListener::TraceListener(const TracePlan& plan, UniqueFd wake, UniqueFd signals, UniqueFd ready)
    : plan_(plan), wake_(std::move(wake)), signals_(std::move(signals)), ready_(std::move(ready)) {}

Result<std::unique_ptr<TraceListener>> TraceListener::start(const TracePlan& plan) {
  UniqueFd wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  UniqueFd ready(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE));
  if (!wake.valid() || !ready.valid()) return fail_errno("eventfd");
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  UniqueFd signals(::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals.valid()) return fail_errno("signalfd");
  std::unique_ptr<TraceListener> listener(
      new TraceListener(plan, std::move(wake), std::move(signals), std::move(ready)));
  listener->thread_ = std::thread([raw = listener.get()] { raw->loop(); });
  return listener;
}

TraceListener::~TraceListener() {
  post([this] { ending_ = true; });
  if (thread_.joinable()) thread_.join();
}

void TraceListener::post(Order order) {
  {
    const std::lock_guard lock(mutex_);
    orders_.push_back(std::move(order));
  }
  add_one(wake_);
}

// --- any thread --------------------------------------------------------------------------------

// In every_call the interrupt has it stop once before its next call, from where on each is seen.
Result<void> TraceListener::seize(pid_t child) {
  std::optional<int> failure;
  post([this, child, &failure] {
    const auto options = reinterpret_cast<void*>(kOptions);
    const bool done =
        ::ptrace(PTRACE_SEIZE, child, nullptr, options) == 0 &&
        (!plan_.every_call || ::ptrace(PTRACE_INTERRUPT, child, nullptr, nullptr) == 0);
    const int error = done ? 0 : errno;
    const std::lock_guard lock(mutex_);
    seized_ = done;
    failure = error;
    changed_.notify_all();
  });
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return failure.has_value(); });
  if (*failure != 0) return fail_with(*failure, "trace the child");
  return {};
}

Result<std::optional<Notification>> TraceListener::receive() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return stopping_ || nobody_left_ || !calls_.empty(); });
  if (stopping_ || calls_.empty()) return std::nullopt;
  const Notification call = calls_.front();
  calls_.pop_front();
  drain(ready_.get());
  return call;
}

void TraceListener::stop() {
  const std::lock_guard lock(mutex_);
  stopping_ = true;
  changed_.notify_all();
}

bool TraceListener::still_valid(NotifyId id) const {
  const std::lock_guard lock(mutex_);
  return waiting_.contains(id);
}

Result<pid_t> TraceListener::take(NotifyId id, bool forget) {
  const std::lock_guard lock(mutex_);
  const auto found = waiting_.find(id);
  if (found == waiting_.end()) return fail(Code::kGone, "answer");
  const pid_t tid = found->second;
  if (forget) waiting_.erase(found);
  return tid;
}

Result<void> TraceListener::answer_value(NotifyId id, std::int64_t value) {
  const auto tid = take(id, true);
  if (!tid) return forward(tid.error());
  post([this, tid = *tid, id, value] { set_result(tid, id, value); });
  return {};
}

Result<void> TraceListener::answer(NotifyId id, Reply reply) {
  if (reply.kind == Reply::Kind::kFail) return answer_value(id, -reply.error);
  if (reply.kind == Reply::Kind::kValue) return answer_value(id, reply.value);
  if (reply.kind == Reply::Kind::kContinue && !reply.permit) return answer_value(id, -EPERM);
  const auto tid = take(id, reply.kind == Reply::Kind::kContinue);
  if (!tid) return forward(tid.error());
  if (reply.kind == Reply::Kind::kContinue) {
    post([this, tid = *tid, id] { go_on_unchanged(tid, id); });
    return {};
  }
  const Given given = give(id, *tid, reply);
  if (!given.killed.empty()) return fail(Code::kRefused, given.killed);
  if (given.gone) return fail(Code::kGone, "hand a file over");
  if (given.error != 0) return fail_with(given.error, "hand a file over");
  const bool cut = reply.truncate_after && ::ftruncate(reply.file.get(), 0) != 0;
  const int error = cut ? errno : 0;
  reply.file.reset();  // before it runs: locks and leases of the file are its own (traps.md T1)
  return answer_value(id, cut ? -error : given.number);
}

TraceListener::Given TraceListener::give(NotifyId id, pid_t tid, const Reply& reply) {
  auto copy = std::make_shared<UniqueFd>(::fcntl(reply.file.get(), F_DUPFD_CLOEXEC, 3));
  if (!copy->valid()) return {.gone = false, .error = errno};
  using OnExec = FileHandOver::OnExec;
  const OnExec on_exec = reply.close_on_exec ? OnExec::kCloses : OnExec::kStaysOpen;
  post([this, tid, id, copy, on_exec] { begin_hand_over(tid, id, std::move(*copy), on_exec); });
  std::unique_lock lock(mutex_);
  const auto ended = [&] { return given_.contains(id) || !waiting_.contains(id); };
  if (!changed_.wait_for(lock, plan_.patience, ended)) {
    // Its instructions are not what they were: another thread has written over them.
    waiting_.erase(id);
    lock.unlock();
    post([this, tid, id] {
      const auto task = tasks_.find(tid);
      if (task != tasks_.end() && task->second.id == id) kill_tracee(tid);
    });
    return {.killed = "it did not take the file that it opened within " +
                      std::to_string(plan_.patience.count()) + " ms: " + std::string(kRobbed)};
  }
  const auto found = given_.find(id);
  if (found == given_.end()) return {};
  const Given given = found->second;
  given_.erase(found);
  return given;
}

void TraceListener::run(ExecOrder order) {
  auto shared = std::make_shared<ExecOrder>(std::move(order));
  (void)take(shared->id, true);  // whether it still stands is seen on the tracing thread
  post([this, shared] { begin_exec(shared); });
}

// --- the tracing thread --------------------------------------------------------------------------

void TraceListener::loop() {
  while (!ending_) {
    std::array<pollfd, 2> ready = {{{wake_.get(), POLLIN, 0}, {signals_.get(), POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), -1) < 0 && errno != EINTR) break;
    drain(wake_.get());
    drain(signals_.get());
    take_orders();
    take_events();
  }
  const std::lock_guard lock(mutex_);
  nobody_left_ = true;
  waiting_.clear();
  changed_.notify_all();
}

void TraceListener::take_orders() {
  std::vector<Order> orders;
  {
    const std::lock_guard lock(mutex_);
    orders.swap(orders_);
  }
  for (const Order& order : orders) order();
}

void TraceListener::take_events() {
  int status = 0;
  pid_t tid = 0;
  // __WNOTHREAD: guard's own children belong to the threads that forked them.
  while ((tid = ::waitpid(-1, &status, WNOHANG | __WALL | __WNOTHREAD)) > 0) {
    if (WIFSTOPPED(status)) {
      on_stop(tid, status);
    } else {
      on_end(tid);
    }
  }
  const std::lock_guard lock(mutex_);
  if (tid >= 0 || errno != ECHILD || !seized_) return;
  nobody_left_ = true;
  changed_.notify_all();
}

// A thread that stands for guard, every_call or not, goes on to the stop behind its call; one that
// runs goes on to the next stop that guard wants.
void TraceListener::resume(pid_t tid, int signal) const {
  const auto task = tasks_.find(tid);
  const bool to_call_stop =
      plan_.every_call || (task != tasks_.end() && task->second.state != State::kRunning);
  (void)::ptrace(to_call_stop ? PTRACE_SYSCALL : PTRACE_CONT, tid, nullptr,
                 reinterpret_cast<void*>(static_cast<long>(signal)));
}

TraceListener::Task* TraceListener::parked(pid_t tid, NotifyId id) {
  const auto task = tasks_.find(tid);
  if (task == tasks_.end() || task->second.id != id) return nullptr;
  const State state = task->second.state;
  return state == State::kParked || state == State::kGiven ? &task->second : nullptr;
}

void TraceListener::set_result(pid_t tid, NotifyId id, std::int64_t value) {
  Task* const task = parked(tid, id);
  if (task == nullptr) return;
  if (task->state == State::kGiven) {
    task->hand_over->restore(value);
    task->hand_over.reset();
    task->state = State::kRunning;
    return resume(tid);
  }
  // Below another's filters its result is set behind the call, whatever those answer.
  const bool at_once = !plan_.every_call && value != -kRestartSystemCall;
  (void)task->registers->skip_call(tid, value);
  task->result = value;
  task->state = at_once ? State::kRunning : State::kSkipping;
  resume(tid);
}

void TraceListener::settle_skipped(pid_t tid, Task& task) {
  const bool restart = task.result == -kRestartSystemCall;
  (void)(restart ? task.registers->give_restart(tid)
                 : task.registers->give_result(tid, task.result));
  task.state = State::kRunning;
  resume(tid);
}

// Once a file has come, the call is over: it cannot be made any more.
void TraceListener::go_on_unchanged(pid_t tid, NotifyId id) {
  Task* const task = parked(tid, id);
  if (task == nullptr) return;
  if (task->state == State::kGiven) return set_result(tid, id, -EPERM);
  task->passed = plan_.every_call;
  task->state = State::kRunning;
  resume(tid);
}

void TraceListener::begin_hand_over(pid_t tid, NotifyId id, UniqueFd file,
                                    FileHandOver::OnExec on_exec) {
  Task* const task = parked(tid, id);
  if (task == nullptr) return;
  if (task->state != State::kParked) return hand_over_ended(*task, true);
  task->hand_over = std::make_unique<FileHandOver>(tid, *task->registers, std::move(file), on_exec);
  task->state = State::kGiving;
  if (!task->hand_over->begin()) return;  // it dies: its end comes
  resume(tid);
}

void TraceListener::hand_over_ended(Task& task, bool gone) {
  const bool known = task.hand_over != nullptr && !gone;
  const std::lock_guard lock(mutex_);
  if (!waiting_.contains(task.id)) return;  // nobody waits for it any more
  given_[task.id] =
      known ? Given{false, task.hand_over->number(), task.hand_over->error(), {}} : Given{};
  changed_.notify_all();
}

void TraceListener::kill_tracee(pid_t tid) {
  ::kill(tid, SIGKILL);
}

// The reason first: whoever answers wakes with its end.
void TraceListener::kill_astray(pid_t tid, const Task& task) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.contains(task.id))
      given_[task.id] = {.killed = "it made another call than to take the file that it opened: " +
                                   std::string(kRobbed)};
    changed_.notify_all();
  }
  kill_tracee(tid);
}

void TraceListener::begin_exec(const std::shared_ptr<ExecOrder>& order) {
  const pid_t tid = order->tid;
  Task* const task = parked(tid, order->id);
  if (task == nullptr || task->state != State::kParked)
    return order->on_outcome({ExecOutcome::kGone, tid, "", {}});
  // Each under the number of its thread: no two of them are in an exec at once.
  (void)starting_.begin(tid, {order->expected.device, order->expected.inode});
  task->exec.emplace(std::move(*order));
  task->state = State::kExecuting;
  resume(tid);
}

void TraceListener::announce(pid_t tid, Task& task, const StoppedCall& call) {
  task.registers = CallRegisters::of(tid);
  if (!task.registers) return kill_tracee(tid);
  task.state = State::kParked;
  task.id = next_id_++;
  Notification notification{task.id, tid, call.number, call.arguments, nullptr};
  const std::lock_guard lock(mutex_);
  waiting_[task.id] = tid;
  calls_.push_back(notification);
  add_one(ready_);
  changed_.notify_all();
}

}  // namespace guard::interceptor
