// SPDX-License-Identifier: Apache-2.0
#include "interceptor/launch/launcher.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <functional>
#include <utility>

#include "base/process/pid_handle.h"
#include "base/weaken.h"
#include "interceptor/launch/listener_courier.h"
#include "interceptor/seccomp/canary.h"

namespace guard::interceptor {
namespace {

constexpr std::array<int, kCanaryCount> kCanaryCalls = {SYS_unlinkat, SYS_openat, SYS_execve,
                                                        SYS_connect};

struct Started {
  pid_t pid = 0;
  UniqueFd listener;
};

Result<Started> read_report(int fd, std::chrono::milliseconds patience) {
  pollfd state{fd, POLLIN, 0};
  if (::poll(&state, 1, static_cast<int>(patience.count())) != 1)
    return fail(Code::kSystem, "the child did not start");
  ChildReport report;
  auto listener = receive_with_file(fd, &report, sizeof(report));
  if (!listener) return fail(Code::kRefused, "the child could not be put under supervision");
  return Started{report.pid, std::move(*listener)};
}

// False: the child has ended. Before Linux 6.11 a receipt that waits is not told of that.
bool calls_again(const PidHandle& child, int listener) {
  std::array<pollfd, 2> states = {pollfd{listener, POLLIN, 0}, pollfd{child.fd(), POLLIN, 0}};
  while (::poll(states.data(), states.size(), -1) < 0 && errno == EINTR) continue;
  return (states[0].revents & POLLIN) != 0;
}

using CallsAgain = std::function<bool()>;

Result<void> answer_canaries(CallListener& listener, pid_t child, const CallsAgain& calls) {
  if (weakened("self-test")) return {};
  for (const int expected : kCanaryCalls) {
    if (!calls()) return fail(Code::kRefused, "the child ended during the self-test");
    auto call = listener.receive();
    while (!call && call.error().code == Code::kGone && calls()) call = listener.receive();
    if (!call) return forward(call.error());
    if (!*call) return fail(Code::kRefused, "the child ended during the self-test");
    if ((*call)->tid != child || (*call)->number != expected) {
      return fail(Code::kRefused, "self-test: another call arrived than the child made");
    }
    if (auto sent = listener.answer((*call)->id, Reply::fail(kCanaryAnswer)); !sent) return sent;
  }
  return {};
}

Result<void> let_go_on(
    CallListener& listener, int go, pid_t child, const CallsAgain& calls = [] { return true; }) {
  const char word = 'g';
  if (::write(go, &word, 1) != 1) return fail_errno("go");
  return answer_canaries(listener, child, calls);
}

}  // namespace

Result<NotifyListener> take_listener(int report, int go, std::chrono::milliseconds patience) {
  auto child = read_report(report, patience);
  if (!child) return forward(child.error());
  if (!child->listener.valid()) return fail(Code::kRefused, "the child sent no listener");
  auto process = PidHandle::open(child->pid);
  if (!process) return forward(process.error());
  auto listener = NotifyListener::adopt(std::move(child->listener));
  if (!listener) return listener;
  const auto calls = [&] { return calls_again(*process, listener->fd()); };
  if (auto proven = let_go_on(*listener, go, child->pid, calls); !proven)
    return forward(proven.error());
  return listener;
}

Result<std::unique_ptr<TraceListener>> take_traced(int report, int go, const TracePlan& plan) {
  const auto child = read_report(report, kStartPatience);
  if (!child) return forward(child.error());
  auto listener = TraceListener::start(plan);
  if (!listener) return listener;
  if (auto seized = (*listener)->seize(child->pid); !seized) return forward(seized.error());
  if (auto proven = let_go_on(**listener, go, child->pid); !proven) return forward(proven.error());
  return listener;
}

Result<std::unique_ptr<PreloadListener>> take_preloaded(int report, int go, UniqueFd socket) {
  const auto child = read_report(report, kStartPatience);
  if (!child) return forward(child.error());
  auto listener = PreloadListener::start(std::move(socket));
  if (!listener) return listener;
  if (auto proven = let_go_on(**listener, go, child->pid); !proven) return forward(proven.error());
  return listener;
}

}  // namespace guard::interceptor
