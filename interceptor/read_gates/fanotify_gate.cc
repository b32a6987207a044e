// SPDX-License-Identifier: Apache-2.0
#include "interceptor/read_gates/fanotify_gate.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/fanotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "base/weaken.h"
#include "interceptor/process/call_in_progress.h"
#include "interceptor/process/proc_status.h"

namespace guard::interceptor {
namespace {

constexpr auto kAfterAnError = std::chrono::milliseconds(10);
// A read of the group may wait for somebody's lease of a file (make_fanotify_group). The others are
// answered meanwhile: as many such files at once, but for one, keep nobody else waiting.
constexpr std::size_t kReaders = 4;

// One opener that waits. Answered once; what nobody answers is denied.
class WaitingOpen {
 public:
  WaitingOpen(std::shared_ptr<const UniqueFd> group, int file)
      : group_(std::move(group)), file_(file) {}
  ~WaitingOpen() { answer(FAN_DENY); }
  WaitingOpen(const WaitingOpen&) = delete;
  WaitingOpen& operator=(const WaitingOpen&) = delete;

  void answer(unsigned verdict) {
    if (!file_.valid()) return;
    const fanotify_response response{file_.get(), verdict};
    (void)!::write(group_->get(), &response, sizeof(response));
    file_.reset();
  }

 private:
  std::shared_ptr<const UniqueFd> group_;  // the gate's; it may be gone by then
  UniqueFd file_;
};

class FanotifyGate : public ReadGate {
 public:
  FanotifyGate(UniqueFd group, UniqueFd stop, OnHeldOpen on_held)
      : group_(std::make_shared<UniqueFd>(std::move(group))),
        stop_(std::move(stop)),
        on_held_(std::move(on_held)) {}

  ~FanotifyGate() override {
    const std::uint64_t one = 1;
    (void)!::write(stop_.get(), &one, sizeof(one));
    for (std::thread& reader : readers_)
      if (reader.joinable()) reader.join();
  }
  FanotifyGate(const FanotifyGate&) = delete;
  FanotifyGate& operator=(const FanotifyGate&) = delete;

  // All of them or an error: with fewer, guards could wait for one another.
  Result<void> start() {
    try {
      for (std::thread& reader : readers_) reader = std::thread([this] { serve(); });
    } catch (const std::system_error& error) {
      return fail_with(error.code().value(), "a thread for opens of secrets");
    }
    return {};
  }

  [[nodiscard]] const char* name() const override { return "fanotify"; }

  Result<void> arm(int object) override {
    // An O_PATH descriptor cannot be marked itself, but by its name in procfs.
    const std::string path = "/proc/self/fd/" + std::to_string(object);
    if (::fanotify_mark(group_->get(), FAN_MARK_ADD, FAN_OPEN_PERM, AT_FDCWD, path.c_str()) != 0)
      return fail_errno("fanotify_mark");
    return {};
  }

 private:
  void serve() {
    std::array<pollfd, 2> ready = {{{group_->get(), POLLIN, 0}, {stop_.get(), POLLIN, 0}}};
    while (true) {
      if (::poll(ready.data(), ready.size(), -1) < 0) {
        if (errno != EINTR) std::this_thread::sleep_for(kAfterAnError);
        ready[0].revents = POLLIN;  // whoever waits is attended to all the same
        ready[1].revents = 0;
      }
      if (ready[1].revents != 0) return;
      if (ready[0].revents != 0) take_event();
    }
  }

  // One at a time: of several the first would wait until the kernel has opened the last.
  void take_event() {
    fanotify_event_metadata event{};
    const auto got = ::read(group_->get(), &event, sizeof(event));
    if (FAN_EVENT_OK(&event, got)) take(event);
  }

  void take(const fanotify_event_metadata& event) {
    if (event.fd < 0) return;  // an overflow: no permission event is ever dropped
    auto open = std::make_shared<WaitingOpen>(group_, event.fd);
    const pid_t tid = event.pid;  // 0: of a pid namespace beside guard's, so not of the tree
    // A thread that cannot be told from a process of the tree is held like one.
    if (tid <= 0 || lineage_of(tid) == Lineage::kOutside) return open->answer(FAN_ALLOW);
    const auto call = call_in_progress(tid);
    if (call && is_exec(*call)) return open->answer(FAN_ALLOW);
    if (weakened("read-gate")) return open->answer(FAN_ALLOW);
    // Also where it cannot be turned: the last owner of `open` denies.
    on_held_({tid, [open] { open->answer(FAN_DENY); }, nullptr});
  }

  std::shared_ptr<const UniqueFd> group_;
  UniqueFd stop_;
  OnHeldOpen on_held_;
  std::array<std::thread, kReaders> readers_;
};

}  // namespace

// The kernel opens the file for each event it hands over, and denies the opener where it cannot
// (fs/notify/fanotify: fanotify_read). With O_NONBLOCK it could not where somebody has a lease of
// the file (another guard, samba), so that programs outside would be refused. Without, the thread
// waits until the lease is given back: at most fs.lease-break-time. Only regular files are armed.
Result<UniqueFd> make_fanotify_group() {
  const int group = ::fanotify_init(FAN_CLASS_PRE_CONTENT | FAN_CLOEXEC | FAN_NONBLOCK |
                                        FAN_REPORT_TID | FAN_UNLIMITED_MARKS | FAN_UNLIMITED_QUEUE,
                                    O_RDONLY | O_LARGEFILE | O_CLOEXEC | O_NOATIME);
  if (group < 0) return fail_errno("fanotify_init");
  return UniqueFd(group);
}

Result<std::unique_ptr<ReadGate>> start_fanotify_gate(UniqueFd group, OnHeldOpen on_held) {
  UniqueFd stop(::eventfd(0, EFD_CLOEXEC));
  if (!stop.valid()) return fail_errno("eventfd");
  auto gate = std::make_unique<FanotifyGate>(std::move(group), std::move(stop), std::move(on_held));
  if (auto started = gate->start(); !started) return forward(started.error());
  return gate;
}

}  // namespace guard::interceptor
