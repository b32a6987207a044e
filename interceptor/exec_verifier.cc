// SPDX-License-Identifier: Apache-2.0
#include "interceptor/exec_verifier.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <utility>

#include "interceptor/tracee.h"

namespace guard::interceptor {
namespace {

// Room for all that can be queued of one signal that does not queue.
void drain(int fd) {
  std::array<char, 4 * sizeof(signalfd_siginfo)> buffer{};
  (void)!::read(fd, buffer.data(), buffer.size());
}

void wake(const UniqueFd& event) {
  const std::uint64_t one = 1;
  (void)!::write(event.get(), &one, sizeof(one));
}

bool is_readable(const pollfd& state) {
  return (state.revents & POLLIN) != 0;
}

UniqueFd make_event() {
  return UniqueFd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
}

}  // namespace

ExecVerifier::ExecVerifier(NotifyListener& listener, bool calls_repeat, UniqueFd wake,
                           UniqueFd signals, UniqueFd mediator_wake)
    : listener_(listener),
      wake_(std::move(wake)),
      signals_(std::move(signals)),
      mediator_wake_(std::move(mediator_wake)),
      own_(listener, at_once_, &turner_, calls_repeat),
      mediators_(listener, at_once_, nullptr, calls_repeat) {}

Result<std::unique_ptr<ExecVerifier>> ExecVerifier::start(NotifyListener& listener,
                                                          bool calls_repeat) {
  UniqueFd wake = make_event();
  UniqueFd mediator_wake = make_event();
  if (!wake.valid() || !mediator_wake.valid()) return fail_errno("eventfd");
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  UniqueFd signals(::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals.valid()) return fail_errno("signalfd");
  std::unique_ptr<ExecVerifier> verifier(new ExecVerifier(
      listener, calls_repeat, std::move(wake), std::move(signals), std::move(mediator_wake)));
  verifier->thread_ = std::thread([raw = verifier.get()] { raw->loop(); });
  return verifier;
}

ExecVerifier::~ExecVerifier() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake(wake_);
  if (thread_.joinable()) thread_.join();
}

void ExecVerifier::join_mediator() {
  mediator_ = std::this_thread::get_id();
}

void ExecVerifier::run(ExecOrder order) {
  const bool mine =
      std::this_thread::get_id() == mediator_ && order.tracee && has_one_thread(*order.tracee);
  if (!mine) return hand_over(std::move(order));
  mediator_holds_ = true;  // before the first SIGCHLD of it
  if (!mediators_.begin(order)) hand_over(std::move(order));
  mediator_holds_ = mediators_.holds_any();
  if (mediators_.made_room()) wake(wake_);
}

void ExecVerifier::hand_over(ExecOrder order) {
  {
    const std::lock_guard lock(mutex_);
    orders_.push_back(std::move(order));
  }
  wake(wake_);
}

void ExecVerifier::turn(OpenToTurn order) {
  {
    const std::lock_guard lock(mutex_);
    opens_.push_back(std::move(order));
  }
  wake(wake_);
}

void ExecVerifier::hold(TreeToHold order) {
  {
    const std::lock_guard lock(mutex_);
    holds_.push_back(std::move(order));
  }
  wake(wake_);
}

void ExecVerifier::attend() {
  while (mediators_.holds_any()) {
    std::array<pollfd, 3> ready = {{{listener_.fd(), POLLIN, 0},
                                    {signals_.get(), POLLIN, 0},
                                    {mediator_wake_.get(), POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), -1) < 0) return;
    const bool child = is_readable(ready[1]);
    if (child) drain(signals_.get());
    if (child && own_holds_) wake(wake_);
    if (is_readable(ready[2])) drain(mediator_wake_.get());
    if (child || is_readable(ready[2])) mediators_.take_events();
    mediator_holds_ = mediators_.holds_any();
    if (mediators_.made_room()) wake(wake_);
    if (ready[0].revents != 0) return;
  }
}

void ExecVerifier::loop() {
  while (true) {
    // What the mediator holds is not this thread's to wake for.
    const int signals = holds_any() ? signals_.get() : -1;
    std::array<pollfd, 2> ready = {{{wake_.get(), POLLIN, 0}, {signals, POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), -1) < 0 && errno != EINTR) return;
    if (is_readable(ready[0])) drain(wake_.get());
    if (is_readable(ready[1])) {
      drain(signals_.get());
      if (mediator_holds_) wake(mediator_wake_);
    }
    {
      const std::lock_guard lock(mutex_);
      if (stopping_) return;
    }
    take_orders();
    own_.take_events();
    begin_waiting();
    own_holds_ = holds_any();
  }
}

void ExecVerifier::take_orders() {
  std::vector<ExecOrder> orders;
  std::vector<OpenToTurn> opens;
  std::vector<TreeToHold> holds;
  {
    const std::lock_guard lock(mutex_);
    orders.swap(orders_);
    opens.swap(opens_);
    holds.swap(holds_);
  }
  for (ExecOrder& order : orders) begin_or_wait(std::move(order));
  if (!opens.empty() || !holds.empty()) own_holds_ = true;  // before the first SIGCHLD of it
  for (OpenToTurn& open : opens) turn_or_wait(std::move(open));
  for (const TreeToHold& hold : holds) turner_.hold_tree(hold);
}

void ExecVerifier::begin_or_wait(ExecOrder order) {
  own_holds_ = true;
  if (!own_.begin(order)) waiting_.push_back(std::move(order));
}

// Those whose turn has come, or that have died with the exec of another thread.
void ExecVerifier::begin_waiting() {
  std::vector<ExecOrder> orders;
  orders.swap(waiting_);
  for (ExecOrder& order : orders) begin_or_wait(std::move(order));
  std::vector<OpenToTurn> opens;
  opens.swap(waiting_opens_);
  for (OpenToTurn& open : opens) turn_or_wait(std::move(open));
}

// Whose exec it waits for tells with its end.
void ExecVerifier::turn_or_wait(OpenToTurn open) {
  if (!turner_.begin(open)) waiting_opens_.push_back(std::move(open));
}

}  // namespace guard::interceptor
