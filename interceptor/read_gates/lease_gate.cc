// SPDX-License-Identifier: Apache-2.0
#include "interceptor/read_gates/lease_gate.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/files/fd_name.h"
#include "base/limits.h"
#include "base/process/descendants.h"
#include "base/weaken.h"
#include "interceptor/process/call_in_progress.h"
#include "interceptor/process/proc_status.h"
#include "interceptor/read_gates/lease_waiters.h"

namespace guard::interceptor {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLookAgain = 1000;  // ms: for a signal that was lost
constexpr int kShortly = 2;       // ms: while somebody waits, or has a file open
constexpr int kLater = 50;
constexpr int kShortTries = 50;
constexpr auto kAfterAnError = std::chrono::milliseconds(10);
constexpr auto kTurn = std::chrono::milliseconds(2);  // for who was woken to open the file
constexpr auto kLongestInDoubt = std::chrono::seconds(limit("lease.in_doubt"));
constexpr auto kShortestInDoubt = std::chrono::seconds(2);  // a loaded machine needs that

struct LeasedFile {
  UniqueFd file;  // open for reading: what the lease belongs to
  bool leased = false;
  int tries = 0;                      // to take the lease again
  int lent = 0;                       // to threads of guard that open it now
  bool told = false;                  // on_hurried
  bool ended = false;                 // who waited for it was told of by on_ended
  Clock::time_point not_before = {};  // somebody else's turn
  std::optional<AtBreak> at_break;
};

bool take_lease(int file) {
  // SIGIO, to whatever thread: a hint is enough.
  if (::fcntl(file, F_SETOWN, ::getpid()) != 0) return false;
  return ::fcntl(file, F_SETLEASE, F_WRLCK) == 0;
}

bool waits_for_lease(pid_t tid) {
  return waits_in_direct_open(tid) && may_wait_for_lease(tid);
}

// A debugger that somebody started: guard's own threads trace now and then, too.
pid_t tracer_in_tree(pid_t tid) {
  const auto status = read_proc_status("/proc/" + std::to_string(tid));
  if (!status || status->tracer == 0) return 0;
  const auto tracer = read_proc_status("/proc/" + std::to_string(status->tracer));
  return tracer && tracer->tgid != ::getpid() ? tracer->tgid : 0;
}

std::string comm_of(pid_t process) {
  std::string name;
  std::getline(std::ifstream("/proc/" + std::to_string(process) + "/comm"), name);
  return name;
}

std::string break_time() {
  const UniqueFd file(::open("/proc/sys/fs/lease-break-time", O_RDONLY | O_CLOEXEC));
  std::array<char, 32> text{};
  const ssize_t got = file.valid() ? ::read(file.get(), text.data(), text.size()) : -1;
  return got > 0 ? std::string(text.data(), static_cast<std::size_t>(got)) : std::string();
}

class LeaseGate : public ReadGate {
 public:
  LeaseGate(pid_t tree, UniqueFd signals, UniqueFd wake, HoldTree hold_tree, OnEndedReader on_ended,
            OnHurriedOpen on_hurried)
      : tree_(tree),
        signals_(std::move(signals)),
        wake_(std::move(wake)),
        hold_tree_(std::move(hold_tree)),
        on_ended_(std::move(on_ended)),
        on_hurried_(std::move(on_hurried)) {
    thread_ = std::thread([this] { serve(); });
  }

  ~LeaseGate() override {
    stopping_ = true;
    wake();
    thread_.join();
  }
  LeaseGate(const LeaseGate&) = delete;
  LeaseGate& operator=(const LeaseGate&) = delete;

  [[nodiscard]] const char* name() const override { return "lease"; }
  [[nodiscard]] bool refuses_hurried() const override { return true; }

  // A file that somebody has open is leased later, when nobody has. The fanotify gate of another
  // guard may hold the open here, and wait itself until a lease of this gate is let go: the gate
  // goes on meanwhile. One at a time: an open breaks the lease that another has just taken.
  Result<void> arm(int object) override {
    struct stat status {};
    if (::fstat(object, &status) != 0) return fail_errno("lease");
    const FileId id{status.st_dev, status.st_ino};
    const std::lock_guard one(arming_);
    if (holds(id)) return {};
    const std::string path = "/proc/self/fd/" + std::to_string(object);
    LeasedFile entry;
    entry.file.reset(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    // A file of somebody else that this user cannot open, the tree cannot open either.
    if (!entry.file.valid() && errno == EACCES && status.st_uid != ::geteuid()) return {};
    if (!entry.file.valid()) return fail_errno("lease");
    const std::lock_guard lock(mutex_);
    entry.leased = take_lease(entry.file.get());
    if (!entry.leased && errno != EAGAIN) return fail_errno("lease");
    const bool later = !entry.leased;
    files_.emplace(id, std::move(entry));
    if (later) wake();
    return {};
  }

  std::shared_ptr<void> lend(FileId id) override {
    const std::lock_guard lock(mutex_);
    const auto found = files_.find(id);
    if (found == files_.end()) return nullptr;
    ++found->second.lent;
    release(found->second);
    return {this, [id](LeaseGate* gate) { gate->take_back(id); }};
  }

  // The gate's own look may be late: a program that starts comes to its first open after this.
  void hold_again(pid_t starting) override {
    take_leases();
    look_at_breaks();
    const std::lock_guard lock(mutex_);
    for (auto& [id, entry] : files_)
      if (entry.at_break) entry.at_break->started.insert(starting);
  }

  [[nodiscard]] std::size_t open_elsewhere() override {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(std::count_if(
        files_.begin(), files_.end(), [](const auto& file) { return !file.second.leased; }));
  }

  // A lease is broken before the open that broke it returns; after that one of these holds until it
  // is told of.
  void settle(std::chrono::milliseconds patience) override {
    const auto until = Clock::now() + patience;
    while ((any_broken() || holding_) && Clock::now() < until) {
      wake();
      std::this_thread::sleep_for(kTurn);
    }
  }

  void forget(FileId id) override {
    const std::lock_guard lock(mutex_);
    const auto found = files_.find(id);
    if (found != files_.end() && found->second.lent == 0) files_.erase(found);
  }

 private:
  bool holds(FileId id) {
    const std::lock_guard lock(mutex_);
    return files_.contains(id);
  }

  static void release(LeasedFile& entry) {
    if (entry.leased) (void)::fcntl(entry.file.get(), F_SETLEASE, F_UNLCK);
    entry.leased = false;
    entry.tries = 0;
    entry.at_break.reset();
  }

  void take_back(FileId id) {
    {
      const std::lock_guard lock(mutex_);
      LeasedFile& entry = files_.at(id);
      if (--entry.lent > 0) return;
      entry.leased = take_lease(entry.file.get());
      if (entry.leased) return;
    }
    wake();
  }

  void wake() const {
    const std::uint64_t one = 1;
    (void)!::write(wake_.get(), &one, sizeof(one));
  }

  void serve() {
    while (!stopping_) {
      std::array<pollfd, 2> ready = {{{signals_.get(), POLLIN, 0}, {wake_.get(), POLLIN, 0}}};
      // Whatever poll says: while this thread lives nobody waits in vain.
      if (::poll(ready.data(), ready.size(), until_next_look()) < 0) {
        if (errno != EINTR) std::this_thread::sleep_for(kAfterAnError);
        ready = {};
      }
      std::array<char, 16 * sizeof(signalfd_siginfo)> buffer{};
      for (const pollfd& one : ready) {
        if (one.revents != 0) (void)!::read(one.fd, buffer.data(), buffer.size());
      }
      if (!holding_) look();
    }
    while (holding_) std::this_thread::sleep_for(kTurn);
  }

  int until_next_look() {
    if (in_doubt_since_) return kShortly;
    const std::lock_guard lock(mutex_);
    int until = kLookAgain;
    for (const auto& [id, entry] : files_) {
      if (!entry.leased) until = std::min(until, entry.tries < kShortTries ? kShortly : kLater);
    }
    return until;
  }

  void look() {
    // A hold that succeeded ends the doubt, whoever breaks a lease next.
    if (was_held_.exchange(false)) in_doubt_since_.reset();
    take_leases();
    if (!any_broken()) {
      in_doubt_since_.reset();
      return;
    }
    look_at_breaks();
    if (!in_doubt_since_) in_doubt_since_ = Clock::now();
    const bool is_late = Clock::now() - *in_doubt_since_ > longest_in_doubt_;
    end_who_waits(is_late);
    holding_ = true;
    hold_tree_({tree_, [this](const LeaseWaiters& waiters) { renew_broken(waiters); },
                [this](bool held) {
                  if (held) was_held_ = true;
                  wake();
                  holding_ = false;  // last: the gate may be gone from here on
                }});
  }

  void take_leases() {
    const std::lock_guard lock(mutex_);
    for (auto& [id, entry] : files_) {
      if (entry.leased || entry.lent > 0 || Clock::now() < entry.not_before) continue;
      entry.leased = take_lease(entry.file.get());
      entry.tries = entry.leased ? 0 : entry.tries + 1;
    }
  }

  // F_GETLEASE says what the lease is about to become.
  static bool is_broken(const LeasedFile& entry) {
    return entry.leased && ::fcntl(entry.file.get(), F_GETLEASE) != F_WRLCK;
  }

  bool any_broken() {
    const std::lock_guard lock(mutex_);
    return std::any_of(files_.begin(), files_.end(),
                       [](const auto& file) { return is_broken(file.second); });
  }

  // As soon as the gate hears of a break, for by the time the tree is held others may wait.
  void look_at_breaks() {
    const auto is_new = [](const auto& file) {
      return is_broken(file.second) && !file.second.at_break;
    };
    {
      const std::lock_guard lock(mutex_);
      if (std::none_of(files_.begin(), files_.end(), is_new)) return;
    }
    const AtBreak seen = look_at_break();
    const std::lock_guard lock(mutex_);
    for (auto& file : files_)
      if (is_new(file)) file.second.at_break = seen;
  }

  // On the tracing thread, while the tree stands still and none of it waits for the lease.
  void renew_broken(const LeaseWaiters& waiters) {
    std::vector<std::pair<FileId, std::string>> hurried;
    {
      const std::lock_guard lock(mutex_);
      for (auto& [id, entry] : files_) {
        if (!is_broken(entry)) continue;
        // Whoever waits may have opened it, and be gone, before the lease is taken again.
        const bool refused_before =
            entry.at_break && !waiters.earlier && all_came_after(*entry.at_break, waiters.threads);
        const bool waited =
            waiters.any() ? !refused_before : !entry.told && open_waits_for_lease_of(id.second);
        release(entry);
        entry.leased = !weakened("read-gate") && take_lease(entry.file.get());
        if (!entry.leased) entry.not_before = Clock::now() + kTurn;
        // There is no lease while anybody is about to open it: who broke this one has gone on.
        const bool refused = entry.leased && !waited && !std::exchange(entry.ended, false);
        if (refused && !std::exchange(entry.told, true))
          hurried.emplace_back(id, name_of_fd(entry.file.get()));
      }
    }
    for (const auto& [id, path] : hurried)
      if (!on_hurried_(path)) forget_told(id);
  }

  void forget_told(const FileId& id) {
    const std::lock_guard lock(mutex_);
    if (const auto found = files_.find(id); found != files_.end()) found->second.told = false;
  }

  // The tree cannot be held: a debugger of its own traces part of it. A thread that waits would
  // read when the kernel loses its patience. A thread that a look misses is met by the next: this
  // comes again, each kShortly, while the tree is not held. If a debugger has a process as its own,
  // that is sure at once.
  void end_who_waits(bool all) {
    for (const pid_t process : descendants_of(tree_)) {
      const std::vector<pid_t> threads = threads_of(process);
      const auto waiting = std::find_if(threads.begin(), threads.end(), waits_for_lease);
      if (waiting == threads.end()) continue;
      const pid_t tracer = tracer_in_tree(*waiting);
      if (!all && tracer == 0) continue;
      // Its tracer may end with it.
      const std::string tracer_name = tracer == 0 ? "" : comm_of(tracer);
      const std::string path = broken_path();
      if (::kill(process, SIGKILL) == 0) on_ended_({process, tracer, tracer_name, path});
    }
  }

  // Whoever was ended has left broken leases: nobody was refused there.
  std::string broken_path() {
    const std::lock_guard lock(mutex_);
    std::string path;
    for (auto& [id, entry] : files_) {
      if (!is_broken(entry)) continue;
      entry.ended = true;
      if (path.empty()) path = name_of_fd(entry.file.get());
    }
    return path;
  }

  const pid_t tree_;
  UniqueFd signals_;
  UniqueFd wake_;
  HoldTree hold_tree_;
  OnEndedReader on_ended_;
  OnHurriedOpen on_hurried_;
  std::atomic<bool> stopping_ = false;
  std::atomic<bool> holding_ = false;
  std::atomic<bool> was_held_ = false;  // the whole tree stood still since the last look
  std::optional<Clock::time_point> in_doubt_since_;  // gate's thread
  const std::chrono::seconds longest_in_doubt_ =
      most_in_doubt(break_time()).value_or(kShortestInDoubt);
  std::mutex arming_;  // before mutex_
  std::mutex mutex_;
  std::map<FileId, LeasedFile> files_;  // under mutex_
  std::thread thread_;
};

}  // namespace

Result<std::unique_ptr<ReadGate>> start_lease_gate(pid_t tree, HoldTree hold_tree,
                                                   OnEndedReader on_ended,
                                                   OnHurriedOpen on_hurried) {
  sigset_t broken;
  sigemptyset(&broken);
  sigaddset(&broken, SIGIO);
  UniqueFd signals(::signalfd(-1, &broken, SFD_CLOEXEC | SFD_NONBLOCK));
  UniqueFd wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!signals.valid() || !wake.valid()) return fail_errno("lease gate");
  return std::unique_ptr<ReadGate>(new LeaseGate(tree, std::move(signals), std::move(wake),
                                                 std::move(hold_tree), std::move(on_ended),
                                                 std::move(on_hurried)));
}

std::optional<std::chrono::seconds> most_in_doubt(std::string_view break_time) {
  int seconds = 0;
  const auto read =
      std::from_chars(break_time.data(), break_time.data() + break_time.size(), seconds);
  if (read.ec != std::errc() || seconds < 0) return std::nullopt;
  if (seconds == 0) return kLongestInDoubt;
  const std::chrono::seconds half(seconds / 2);
  if (half < kShortestInDoubt) return std::nullopt;
  return std::min<std::chrono::seconds>(kLongestInDoubt, half);
}

bool can_lease() {
  if (!most_in_doubt(break_time())) return false;
  const UniqueFd file(::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  return file.valid() && ::fcntl(file.get(), F_SETLEASE, F_WRLCK) == 0;
}

}  // namespace guard::interceptor
