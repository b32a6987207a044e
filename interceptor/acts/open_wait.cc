// SPDX-License-Identifier: Apache-2.0
#include "interceptor/acts/open_wait.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "base/limits.h"

namespace guard::interceptor {
namespace {

constexpr int kMostWaits = int_limit("waiting.fifos");  // a thread each
constexpr auto kBetweenCalls = std::chrono::milliseconds(1);
std::atomic<int> waits = 0;

// Ends a blocked open(2) with EINTR: a handler that does nothing, without SA_RESTART.
int ending_signal() {
  static const int number = [] {
    struct sigaction action {};
    action.sa_handler = [](int) {};
    ::sigaction(SIGRTMIN, &action, nullptr);
    return SIGRTMIN;
  }();
  return number;
}

}  // namespace

struct OpenWait::State {
  UniqueFd object;
  int flags = 0;
  std::mutex mutex;
  std::condition_variable changed;
  bool ended = false;     // under mutex
  bool given_up = false;  // under mutex
  UniqueFd file;          // under mutex
  int error = 0;          // under mutex
  std::thread thread;

  // False: interrupted, and not because it was given up.
  bool try_once() {
    const std::string path = "/proc/self/fd/" + std::to_string(object.get());
    UniqueFd opened(::open(path.c_str(), flags));
    const int failed = opened.valid() ? 0 : errno;
    const std::lock_guard lock(mutex);
    if (failed == EINTR && !given_up) return false;
    file = std::move(opened);
    error = failed;
    ended = true;
    changed.notify_all();
    return true;
  }

  void run() {
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, ending_signal());
    ::pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    while (!try_once()) {
    }
  }
};

Result<std::shared_ptr<OpenWait>> OpenWait::begin(int object, int flags) {
  (void)ending_signal();
  if (waits.fetch_add(1) >= kMostWaits) {
    --waits;
    return fail_with(ENFILE, "too many opens wait");
  }
  auto state = std::make_shared<State>();
  state->object.reset(::fcntl(object, F_DUPFD_CLOEXEC, 0));
  state->flags = flags;
  std::shared_ptr<OpenWait> wait(new OpenWait(state));
  if (!state->object.valid()) return fail_errno("hold what is opened");
  try {
    state->thread = std::thread([state = state.get()] { state->run(); });
  } catch (const std::system_error& error) {
    return fail_with(error.code().value(), "wait for an open");
  }
  return wait;
}

OpenWait::~OpenWait() {
  --waits;
  (void)end();
}

// The signal may come before the open: again and again.
UniqueFd OpenWait::end() {
  if (!state_->thread.joinable()) return {};
  std::unique_lock lock(state_->mutex);
  state_->given_up = true;
  while (!state_->ended) {
    ::pthread_kill(state_->thread.native_handle(), ending_signal());
    state_->changed.wait_for(lock, kBetweenCalls);
  }
  lock.unlock();
  state_->thread.join();
  return std::move(state_->file);
}

std::optional<Result<UniqueFd>> OpenWait::take(std::chrono::milliseconds patience) {
  std::unique_lock lock(state_->mutex);
  if (!state_->changed.wait_for(lock, patience, [this] { return state_->ended; }))
    return std::nullopt;
  if (!state_->file.valid()) return fail_with(state_->error, "open");
  return std::move(state_->file);
}

}  // namespace guard::interceptor
