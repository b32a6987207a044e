// SPDX-License-Identifier: Apache-2.0
#include "interceptor/ptrace/stand_in.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <utility>

namespace guard::interceptor {
namespace {

constexpr long kOptions = PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD;
constexpr int kCallStop = SIGTRAP | 0x80;

// The end of the path that the caller gave: an empty path, so that the descriptor is what runs.
std::uint64_t end_of_path(const ExecOrder& order) {
  return order.stand_in->path + order.stand_in->path_size;
}

bool set_mask(pid_t tid, std::uint64_t mask) {
  return ::ptrace(PTRACE_SETSIGMASK, tid, reinterpret_cast<void*>(sizeof mask), &mask) == 0;
}

bool resume(pid_t tid) {
  return ::ptrace(PTRACE_SYSCALL, tid, nullptr, nullptr) == 0;
}

}  // namespace

bool StandIns::begin(const ExecOrder& order) {
  const auto image = listener_.add_file(order.id, order.stand_in->image.get(), true);
  if (!image) return false;
  const auto socket = listener_.add_file(order.id, order.stand_in->socket.get(), false);
  if (!socket) return false;
  Start start;
  start.call = {SYS_execveat,
                {static_cast<std::uint64_t>(*image), end_of_path(order), order.stand_in->argv,
                 order.stand_in->envp, AT_EMPTY_PATH, 0}};
  expect(order.tid, start.call);
  starts_.insert_or_assign(order.tid, std::move(start));
  if (listener_.answer(order.id, Reply::fail(EPERM))) return true;
  forget(order.tid);
  return false;
}

bool StandIns::turn(pid_t tid, Start& start) const {
  start.registers = CallRegisters::of(tid);
  const auto size = reinterpret_cast<void*>(sizeof start.signal_mask);
  return start.registers && ::ptrace(PTRACE_GETSIGMASK, tid, size, &start.signal_mask) == 0 &&
         set_mask(tid, ~std::uint64_t{0}) &&
         ::ptrace(PTRACE_SETOPTIONS, tid, nullptr, reinterpret_cast<void*>(kOptions)) == 0 &&
         start.registers->make_call(tid, start.call) && resume(tid);
}

// A caller that does something else than it was told, because a sibling changed its instructions,
// dies.
bool StandIns::took_stop(pid_t tid, int status) {
  const auto found = starts_.find(tid);
  if (found == starts_.end()) return false;
  Start& start = found->second;
  const int event = status >> 16;
  if (start.stage == Stage::kLeaves && event == PTRACE_EVENT_STOP) {
    start.stage = Stage::kEnters;
    if (!turn(tid, start)) ::kill(tid, SIGKILL);
    return true;
  }
  if (start.stage == Stage::kEnters && WSTOPSIG(status) == kCallStop) {
    start.stage = Stage::kStarts;
    if (!start.registers->is_before(tid, start.call) || !resume(tid)) ::kill(tid, SIGKILL);
    return true;
  }
  if (event == PTRACE_EVENT_STOP && start.stage != Stage::kLeaves) return resume(tid);
  if (start.registers) (void)set_mask(tid, start.signal_mask);
  if (start.stage == Stage::kStarts && WSTOPSIG(status) == kCallStop)
    (void)start.registers->give_result(tid, result_of_call(tid).value_or(-EPERM));
  forget(tid);
  return false;
}

void StandIns::forget(pid_t tid) {
  starts_.erase(tid);
  expect_no_more(tid);
}

void StandIns::expect(pid_t tid, const CallToMake& call) {
  const std::lock_guard lock(mutex_);
  expected_.insert_or_assign(tid, call);
  count_ = expected_.size();
}

void StandIns::expect_no_more(pid_t tid) {
  const std::lock_guard lock(mutex_);
  expected_.erase(tid);
  count_ = expected_.size();
}

bool StandIns::answer(const Notification& call) {
  if (count_ == 0 || call.number != SYS_execveat) return false;
  {
    const std::lock_guard lock(mutex_);
    const auto found = expected_.find(call.tid);
    if (found == expected_.end()) return false;
    for (std::size_t i = 0; i < 5; ++i)
      if (call.arguments[i] != found->second.arguments[i]) return false;
    expected_.erase(found);
    count_ = expected_.size();
  }
  (void)listener_.answer(call.id, Reply::proceed(permit_continue(ContinueReason::kStandInStarts)));
  return true;
}

}  // namespace guard::interceptor
