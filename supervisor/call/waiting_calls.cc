// SPDX-License-Identifier: Apache-2.0
#include "supervisor/call/waiting_calls.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace guard::supervisor {
namespace {

using interceptor::Until;

constexpr auto kSoonPause = std::chrono::milliseconds(2);
constexpr auto kLaterPause = std::chrono::milliseconds(20);
constexpr int kIdleShare = 3;
constexpr std::size_t kTriesBetweenLooks = 64;
constexpr rlim_t kPercentOfDescriptors = limit("waiting.descriptors");

// How far a send has come: a try that moved nothing is not repeated at once.
std::pair<std::size_t, std::size_t> progress_of(const PendingCall& call) {
  return {call.held.progress.messages, call.held.progress.bytes};
}

}  // namespace

std::size_t descriptors_for_waiting_calls() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  return limit.rlim_cur / 100 * kPercentOfDescriptors;
}

WaitingCalls::WaitingCalls(WorkerPool& workers, std::size_t most_descriptors, Attempt attempt,
                           Over over, std::size_t most_calls)
    : workers_(workers),
      most_descriptors_(most_descriptors),
      most_calls_(most_calls),
      attempt_(std::move(attempt)),
      over_(std::move(over)),
      ready_(::epoll_create1(EPOLL_CLOEXEC)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  epoll_event event{};
  event.events = EPOLLIN | EPOLLET;
  ::epoll_ctl(ready_.get(), EPOLL_CTL_ADD, wake_.get(), &event);
}

bool WaitingCalls::add(const CallPtr& call) {
  const std::size_t descriptors =
      std::max<std::size_t>(interceptor::descriptors_kept(call->held), 1);
  const std::lock_guard lock(mutex_);
  if (calls_.size() >= most_calls_ || descriptors_ + descriptors > most_descriptors_) return false;
  const Key key = next_key_++;
  Waiting& waiting = calls_[key];
  waiting.call = call;
  waiting.descriptors = descriptors;
  descriptors_ += descriptors;
  settle_in(key, waiting, interceptor::waits_until(call->held));
  if (!served_) workers_.post([this] { serve(); });
  served_ = true;
  return true;
}

// Where the kernel watches no more for us, nothing tells.
void WaitingCalls::settle_in(Key key, Waiting& waiting, Until until) {
  if (until == Until::kWritable && !watch(key, *waiting.call)) until = Until::kSoon;
  waiting.until = until;
  if (until == Until::kSoon && soon_++ == 0) ::eventfd_write(wake_.get(), 1);
}

bool WaitingCalls::watch(Key key, const PendingCall& call) const {
  epoll_event event{};
  event.events = EPOLLOUT | EPOLLONESHOT;
  event.data.u64 = key;
  return ::epoll_ctl(ready_.get(), EPOLL_CTL_ADD, call.held.socket.get(), &event) == 0;
}

// The watch ends before the call is answered: the caller's own descriptor would keep it alive.
void WaitingCalls::take_out(Waiting& waiting) {
  if (waiting.until == Until::kSoon) --soon_;
  if (waiting.until == Until::kWritable)
    ::epoll_ctl(ready_.get(), EPOLL_CTL_DEL, waiting.call->held.socket.get(), nullptr);
  waiting.until = Until::kLater;
}

void WaitingCalls::serve() {
  Round soon{Until::kSoon, kSoonPause};
  Round later{Until::kLater, kLaterPause};
  while (any_left()) {
    serve_ready(until_next(soon, later));
    // The session ends: every caller is told at once.
    if (workers_.stopping()) later.next = Clock::now();
    if (soon.next <= Clock::now()) serve_round(soon);
    if (later.next <= Clock::now()) serve_round(later);
  }
}

// Short: nobody wakes this thread for a call that only waits for the long round.
int WaitingCalls::until_next(const Round& soon, const Round& later) {
  const auto now = Clock::now();
  auto wait = std::min<Clock::duration>(later.next - now, kLaterPause);
  const std::lock_guard lock(mutex_);
  if (soon_ > 0) wait = std::min(wait, soon.next - now);
  const auto whole = std::chrono::ceil<std::chrono::milliseconds>(wait).count();
  return static_cast<int>(std::max<std::int64_t>(whole, 0));
}

void WaitingCalls::serve_ready(int milliseconds) {
  std::array<epoll_event, kTriesBetweenLooks> events{};
  const int count =
      ::epoll_wait(ready_.get(), events.data(), static_cast<int>(events.size()), milliseconds);
  for (int i = 0; i < count; ++i) try_again(events[static_cast<std::size_t>(i)].data.u64);
}

// By their keys: a call that was answered is let go of at once, with all that it holds. Callers
// whose sockets are watched may have gone meanwhile.
void WaitingCalls::serve_round(Round& round) {
  const auto started = Clock::now();
  std::vector<std::pair<Key, Until>> due;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, waiting] : calls_) {
      const bool looked_at = waiting.until == Until::kWritable && round.until == Until::kLater;
      if (waiting.until == round.until || looked_at) due.emplace_back(key, waiting.until);
    }
  }
  for (std::size_t i = 0; i < due.size(); ++i) {
    const auto& [key, until] = due[i];
    until == Until::kWritable ? look_at(key) : try_again(key);
    if (i % kTriesBetweenLooks == kTriesBetweenLooks - 1) serve_ready(0);
  }
  const auto ended = Clock::now();
  round.next = ended + std::max(round.pause, kIdleShare * (ended - started));
}

CallPtr WaitingCalls::call_of(Key key) {
  const std::lock_guard lock(mutex_);
  const auto found = calls_.find(key);
  return found == calls_.end() ? nullptr : found->second.call;
}

void WaitingCalls::look_at(Key key) {
  const CallPtr call = call_of(key);
  if (call && (interceptor::has_time_limit(call->held) || over_(*call))) try_again(key);
}

// Only the serving job takes calls out, so what it has found stays while it works on it.
void WaitingCalls::try_again(Key key) {
  CallPtr call;
  bool was_told = false;
  {
    const std::lock_guard lock(mutex_);
    const auto found = calls_.find(key);
    if (found == calls_.end()) return;
    call = found->second.call;
    was_told = found->second.until == Until::kWritable;
    take_out(found->second);
  }
  const auto before = progress_of(*call);
  const bool answered = attempt_(call);
  const std::lock_guard lock(mutex_);
  const auto found = calls_.find(key);
  if (answered) {
    descriptors_ -= found->second.descriptors;
    calls_.erase(found);
    return;
  }
  // A socket that is writable, but not for this call, would be told of again and again.
  const bool idle = was_told && before == progress_of(*call);
  settle_in(key, found->second, idle ? Until::kSoon : interceptor::waits_until(call->held));
}

bool WaitingCalls::any_left() {
  const std::lock_guard lock(mutex_);
  served_ = !calls_.empty();
  return served_;
}

}  // namespace guard::supervisor
