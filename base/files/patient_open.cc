// SPDX-License-Identifier: Apache-2.0
#include "base/files/patient_open.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>

#include <cerrno>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace guard {
namespace {

// An open that may wait. Whoever gives it up leaves it to its thread, which closes what it gets.
struct WaitingOpen {
  std::mutex mutex;
  std::condition_variable ended;
  bool has_ended = false;
  UniqueFd file;
  int error = EWOULDBLOCK;
};

// A thread takes the mask of the one that starts it. A signal that it got would end its open with
// EINTR (signal(7)), and the file would count as one that cannot be opened.
class NoSignals {
 public:
  NoSignals() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~NoSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;

 private:
  sigset_t before_{};
};

void open_and_tell(const std::shared_ptr<WaitingOpen>& waiting, const UniqueFd& held, int flags) {
  UniqueFd file(::open(("/proc/self/fd/" + std::to_string(held.get())).c_str(), flags));
  const int error = errno;
  const std::lock_guard lock(waiting->mutex);
  waiting->has_ended = true;
  waiting->file = std::move(file);
  waiting->error = error;
  waiting->ended.notify_one();
}

}  // namespace

UniqueFd open_patiently(int held, int flags, std::chrono::milliseconds most) {
  const auto waiting = std::make_shared<WaitingOpen>();
  UniqueFd own(::fcntl(held, F_DUPFD_CLOEXEC, 0));
  std::thread thread;
  try {
    const NoSignals while_it_starts;
    thread =
        std::thread([waiting, own = std::move(own), flags] { open_and_tell(waiting, own, flags); });
  } catch (const std::system_error&) {
    return errno = EWOULDBLOCK, UniqueFd();
  }
  std::unique_lock lock(waiting->mutex);
  const bool ended = waiting->ended.wait_for(lock, most, [&] { return waiting->has_ended; });
  UniqueFd file = std::move(waiting->file);
  const int error = waiting->error;
  lock.unlock();
  ended ? thread.join() : thread.detach();
  errno = error;
  return file;
}

}  // namespace guard
