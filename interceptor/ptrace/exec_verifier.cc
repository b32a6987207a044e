// SPDX-License-Identifier: Apache-2.0
#include "interceptor/ptrace/exec_verifier.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <thread>
#include <utility>

#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {
namespace {

constexpr std::chrono::milliseconds kAfterAnError{10};

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

ExecVerifier::ExecVerifier(CallListener& listener, CallsOnSignal on_signal, std::size_t mediators,
                           UniqueFd wake, UniqueFd signals)
    : listener_(listener),
      on_signal_(on_signal),
      wake_(std::move(wake)),
      signals_(std::move(signals)),
      own_(listener, at_once_, &turner_, on_signal),
      receivers_(mediators) {
  for (std::size_t count = 0; count < mediators; ++count)
    mediators_.emplace_back(new Mediator{make_event(), {listener, at_once_, nullptr, on_signal}});
}

Result<std::unique_ptr<ExecVerifier>> ExecVerifier::start(CallListener& listener,
                                                          CallsOnSignal on_signal,
                                                          std::size_t mediators) {
  UniqueFd wake = make_event();
  if (!wake.valid()) return fail_errno("eventfd");
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  UniqueFd signals(::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals.valid()) return fail_errno("signalfd");
  std::unique_ptr<ExecVerifier> verifier(
      new ExecVerifier(listener, on_signal, mediators, std::move(wake), std::move(signals)));
  for (const auto& mediator : verifier->mediators_)
    if (!mediator->wake.valid()) return fail(Code::kSystem, "eventfd");
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

void ExecVerifier::join_mediator(std::size_t number) {
  mediators_[number]->id = std::this_thread::get_id();
}

std::optional<std::size_t> ExecVerifier::this_mediator() const {
  const auto self = std::this_thread::get_id();
  for (std::size_t number = 0; number < mediators_.size(); ++number)
    if (mediators_[number]->id == self) return number;
  return std::nullopt;
}

// Before the first SIGCHLD of it the mediator counts as holding.
void ExecVerifier::run(ExecOrder order) {
  const auto number = this_mediator();
  // If the turner keeps a tracee, the turner's thread traces it.
  const bool mine = number && order.tracee && !order.is_watched && !order.stand_in &&
                    has_one_thread(*order.tracee);
  if (!mine || !receivers_.begin_hold(*number)) return hand_over(std::move(order));
  ExecTracer& tracer = mediators_[*number]->tracer;
  if (!tracer.begin(order)) hand_over(std::move(order));
  note_holds(*number);
}

void ExecVerifier::note_holds(std::size_t number) {
  ExecTracer& tracer = mediators_[number]->tracer;
  if (!tracer.holds_any()) receivers_.end_hold(number);
  if (tracer.made_room()) wake(wake_);
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

void ExecVerifier::wake_others(const Mediator* but) const {
  if (but != nullptr && own_holds_) wake(wake_);
  for (std::size_t number = 0; number < mediators_.size(); ++number) {
    const Mediator* const mediator = mediators_[number].get();
    if (mediator != but && receivers_.holds(number)) wake(mediator->wake);
  }
}

// Alone, it stays so until it has received: nobody else takes the call that is there.
bool ExecVerifier::attend(std::size_t number) {
  Mediator& self = *mediators_[number];
  while (self.tracer.holds_any()) {
    const int calls = receivers_.alone(number) ? listener_.readable() : -1;
    std::array<pollfd, 3> ready = {
        {{calls, POLLIN, 0}, {signals_.get(), POLLIN, 0}, {self.wake.get(), POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), -1) < 0) return false;
    const bool child = is_readable(ready[1]);
    if (child) {
      drain(signals_.get());
      wake_others(&self);
    }
    if (is_readable(ready[2])) drain(self.wake.get());
    if (child || is_readable(ready[2])) self.tracer.take_events();
    note_holds(number);
    // POLLERR: only a signal came in between (seccomp_notify_poll, kernel/seccomp.c).
    if ((ready[0].revents & ~POLLERR) != 0) return true;
  }
  return true;
}

void ExecVerifier::loop() {
  while (true) {
    // This thread need not wake for what the mediator holds.
    const int signals = holds_any() ? signals_.get() : -1;
    std::array<pollfd, 2> ready = {{{wake_.get(), POLLIN, 0}, {signals, POLLIN, 0}}};
    // Whatever poll says: who waits for an order is not left alone.
    if (::poll(ready.data(), ready.size(), -1) < 0) {
      if (errno != EINTR) std::this_thread::sleep_for(kAfterAnError);
      ready = {};
    }
    if (is_readable(ready[0])) drain(wake_.get());
    if (is_readable(ready[1])) {
      drain(signals_.get());
      wake_others(nullptr);
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

// If it waits for an exec, the exec's end tells.
void ExecVerifier::turn_or_wait(OpenToTurn open) {
  if (!turner_.begin(open)) waiting_opens_.push_back(std::move(open));
}

}  // namespace guard::interceptor
