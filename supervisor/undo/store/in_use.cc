// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/in_use.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <sstream>
#include <system_error>
#include <thread>
#include <utility>

#include "supervisor/undo/store/object_record.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

// An open that may wait. Whoever gives it up leaves it to its thread, which closes what it gets.
struct WaitingOpen {
  std::mutex mutex;
  std::condition_variable ended;
  bool has_ended = false;
  UniqueFd file;
  int error = EWOULDBLOCK;
};

// A thread takes the mask of the one that starts it. A signal that it got would end its open with
// EINTR (signal(7)), and the file would count as one that cannot be written.
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
  UniqueFd file(::open(held_path(held.get()).c_str(), flags));
  const int error = errno;
  const std::lock_guard lock(waiting->mutex);
  waiting->has_ended = true;
  waiting->file = std::move(file);
  waiting->error = error;
  waiting->ended.notify_one();
}

UniqueFd wait_for_open(int held, int flags, std::chrono::milliseconds most) {
  const auto waiting = std::make_shared<WaitingOpen>();
  UniqueFd own(::fcntl(held, F_DUPFD_CLOEXEC, 0));
  try {
    const NoSignals while_it_starts;
    std::thread([waiting, own = std::move(own), flags] {
      open_and_tell(waiting, own, flags);
    }).detach();
  } catch (const std::system_error&) {
    return errno = EWOULDBLOCK, UniqueFd();
  }
  std::unique_lock lock(waiting->mutex);
  waiting->ended.wait_for(lock, most, [&] { return waiting->has_ended; });
  errno = waiting->error;
  return std::move(waiting->file);
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

// proc_locks(5): "1: LEASE  ACTIVE    READ  1234 08:01:5678 0 EOF". A number of 0 is somebody's in
// another namespace.
std::string leasing_process(const struct stat& file) {
  char place[64];
  std::snprintf(place, sizeof place, "%02x:%02x:%llu", ::major(file.st_dev), ::minor(file.st_dev),
                static_cast<unsigned long long>(file.st_ino));
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    std::istringstream words(line);
    std::string number, kind, state, access, process, where;
    words >> number >> kind >> state >> access >> process >> where;
    if (kind == "LEASE" && where == place && is_number(process) && process != "0") return process;
  }
  return {};
}

std::string running_process(const struct stat& file) {
  std::error_code error;
  for (fs::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
    const std::string process = at->path().filename().string();
    struct stat running {};
    if (is_number(process) && ::stat((at->path().string() + "/exe").c_str(), &running) == 0 &&
        running.st_dev == file.st_dev && running.st_ino == file.st_ino)
      return process;
  }
  return {};
}

}  // namespace

std::chrono::milliseconds Patience::next() const {
  constexpr std::chrono::milliseconds kForOne(300);
  return std::clamp(left_, std::chrono::milliseconds::zero(), kForOne);
}

// Not by asking again and again: a guard that holds reads of the file by a lease takes it anew as
// soon as nobody waits.
UniqueFd open_in_use(int held, int flags, Patience& patience) {
  UniqueFd file(::open(held_path(held).c_str(), flags | O_NONBLOCK));
  if (file.valid() || errno != EWOULDBLOCK || patience.next().count() == 0) return file;
  const auto began = std::chrono::steady_clock::now();
  file = wait_for_open(held, flags, patience.next());
  const int error = errno;
  patience.spend(
      std::chrono::ceil<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began));
  errno = error;
  return file;
}

bool says_in_use(int error) {
  return error == EWOULDBLOCK || error == ETXTBSY;
}

std::string who_uses(int held, int error) {
  struct stat file {};
  const bool known = ::fstat(held, &file) == 0;
  const bool runs = error == ETXTBSY;
  const std::string process = !known ? "" : runs ? running_process(file) : leasing_process(file);
  return (process.empty() ? "somebody" : "process " + process) +
         (runs ? " runs it" : " has a lease of it");
}

}  // namespace guard::supervisor
