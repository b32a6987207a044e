// SPDX-License-Identifier: Apache-2.0
#include "supervisor/processes/record_sender.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "base/process/descendants.h"
#include "supervisor/sinks/sink_sender.h"

namespace guard::supervisor {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLook{500};
constexpr milliseconds kFirstPause{1000};  // after a failure; then twice as long, up to the last
constexpr milliseconds kLastPause{60'000};

// Sleeps that the end of the session cuts short.
class Wakening {
 public:
  void sleep(milliseconds time) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, time, [this] { return ending_; });
  }
  void end() {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    changed_.notify_all();
  }
  [[nodiscard]] bool ending() {
    const std::lock_guard lock(mutex_);
    return ending_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ending_ = false;
};

// One sink until the session ends and all is sent, or the sink fails then.
void serve_sink(SinkSender sender, Wakening& wakening, const AlertLink& link) {
  milliseconds pause = kFirstPause;
  while (true) {
    const bool last = wakening.ending();
    const auto step = sender.step();
    const std::string failure = step ? step->refused : step.error().text();
    if (!failure.empty()) (void)send_report(link, {"sink " + sender.name(), failure, ""});
    if (last && (!step || step->is_all)) return;
    if (step && !step->is_all) continue;
    wakening.sleep(step ? kLook : pause);
    pause = step ? kFirstPause : std::min(2 * pause, kLastPause);
  }
}

void wait_for_end(const AlertLink& link) {
  pollfd entry{link.fd(), POLLIN, 0};
  while (true) {
    const int ready = ::poll(&entry, 1, -1);
    if (ready < 0 && errno == EINTR) continue;
    if (ready < 0) return;
    const auto message = link.receive();
    if (!message && message.error().code != Code::kBusy) return;
  }
}

// The threads use it until _exit ends them: it outlives every return from here.
struct Sending {
  explicit Sending(AlertLink to) : link(std::move(to)) {}
  AlertLink link;
  Wakening wakening;
  std::atomic<std::size_t> left = 0;
};

void send_records(AlertLink link, std::vector<SinkPlan> plans, const std::string& state_dir) {
  auto* const sending = new Sending(std::move(link));
  sending->left = plans.size();
  for (SinkPlan& plan : plans)
    std::thread([sending, sender = SinkSender(std::move(plan), state_dir)]() mutable {
      serve_sink(std::move(sender), sending->wakening, sending->link);
      --sending->left;
    }).detach();
  wait_for_end(sending->link);
  sending->wakening.end();
  const auto end = std::chrono::steady_clock::now() + kLastRecords;
  while (sending->left > 0 && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(milliseconds(10));
  end_descendants();
  ::_exit(0);
}

}  // namespace

Result<SideProcess> fork_off_sender(std::vector<SinkPlan> plans, const std::string& state_dir) {
  return SideProcess::fork_off("guard-sinks", [&](AlertLink link) {
    send_records(std::move(link), std::move(plans), state_dir);
  });
}

void wait_for_sender(const SideProcess& sender) {
  const auto end = std::chrono::steady_clock::now() + kLastRecords;
  while (true) {
    const auto left =
        std::chrono::duration_cast<milliseconds>(end - std::chrono::steady_clock::now());
    pollfd entry{sender.link().fd(), POLLIN, 0};
    if (left.count() <= 0 || ::poll(&entry, 1, static_cast<int>(left.count())) <= 0) return;
    if (!sender.reports()) return;
  }
}

}  // namespace guard::supervisor
