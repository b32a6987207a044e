// SPDX-License-Identifier: Apache-2.0
#include "interceptor/ptrace/descriptor_lender.h"

#include <fcntl.h>
#include <signal.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace guard::interceptor {
namespace {

constexpr auto kPause = std::chrono::milliseconds(1);
constexpr auto kLongest = std::chrono::seconds(1);
// Guard itself holds whoever execs, or the whole tree, for moments.
constexpr int kMostTries = 100;

constexpr char kNotTraced[] =
    "guard may not trace the program: a debugger holds it, or it runs as another user";

// Kept until the call is answered: a send that finds no room asks again.
class LentDescriptors final : public CallerHelp {
 public:
  LentDescriptors(std::vector<int> numbers, Result<std::vector<UniqueFd>> files)
      : numbers_(std::move(numbers)), files_(std::move(files)) {}

  Result<void> read_memory(std::uint64_t /*address*/, void* /*to*/, std::size_t /*size*/) override {
    return fail_with(EPERM, "read memory");
  }

  Result<UniqueFd> give_descriptor(int number) override {
    if (!files_) return forward(files_.error());
    const auto found = std::ranges::find(numbers_, number);
    if (found == numbers_.end()) return fail_with(EPERM, "another descriptor than was lent");
    const UniqueFd& lent = (*files_)[static_cast<std::size_t>(found - numbers_.begin())];
    UniqueFd file(::fcntl(lent.get(), F_DUPFD_CLOEXEC, 0));
    if (!file.valid()) return fail_errno("descriptor");
    return file;
  }

 private:
  const std::vector<int> numbers_;
  const Result<std::vector<UniqueFd>> files_;
};

bool is_same_call(const Notification& one, const Notification& other) {
  return one.number == other.number && one.arguments == other.arguments;
}

}  // namespace

DescriptorLender::DescriptorLender(CallListener& listener, int wake_signal, GoOn go_on)
    : listener_(listener), wake_signal_(wake_signal), go_on_(std::move(go_on)) {
  thread_ = std::thread([this] { work(); });
}

DescriptorLender::~DescriptorLender() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wanted_or_stopping_.notify_all();
  while (!ended_) {
    ::pthread_kill(thread_.native_handle(), wake_signal_);
    std::this_thread::sleep_for(kPause);
  }
  thread_.join();
}

bool DescriptorLender::meet(Notification& call) {
  const std::lock_guard lock(mutex_);
  if (under_way_ != nullptr && under_way_->serve(call)) return true;
  const auto lent = lent_.find(call.tid);
  if (lent == lent_.end()) return false;
  if (is_same_call(lent->second.call, call)) call.help = std::move(lent->second.call.help);
  lent_.erase(lent);
  return false;
}

void DescriptorLender::lend(const Notification& call, std::vector<int> numbers) {
  {
    const std::lock_guard lock(mutex_);
    wanted_.push_back({call, std::move(numbers)});
  }
  wanted_or_stopping_.notify_all();
}

void DescriptorLender::work() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (wanted_.empty()) {
      wanted_or_stopping_.wait_for(lock, lent_.empty() ? std::chrono::hours(1) : kLongest);
      close_old();
      continue;
    }
    Wanted next = std::move(wanted_.front());
    wanted_.pop_front();
    lock.unlock();
    serve(std::move(next));
    lock.lock();
  }
  ended_ = true;
}

void DescriptorLender::close_old() {
  const auto now = Clock::now();
  std::erase_if(lent_, [&](const auto& each) { return now - each.second.since > kLongest; });
}

// Kept before the caller is let go, which is at the loan's end.
void DescriptorLender::serve(Wanted wanted) {
  DescriptorLoan loan(listener_, wanted.call, wanted.numbers, stopping_);
  if (auto interrupted = interrupt(loan); !interrupted) {
    if (interrupted.error().code != Code::kGone) hand_on(wanted, interrupted.error());
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    under_way_ = &loan;
  }
  auto files = loan.take();
  const std::lock_guard lock(mutex_);
  under_way_ = nullptr;
  if (files || files.error().code != Code::kGone) keep(wanted, std::move(files));
}

Result<void> DescriptorLender::interrupt(DescriptorLoan& loan) const {
  auto interrupted = loan.interrupt();
  for (int tries = 1; !interrupted && interrupted.error().code == Code::kSystem; ++tries) {
    if (tries == kMostTries || stopping_) break;
    std::this_thread::sleep_for(kPause);
    interrupted = loan.interrupt();
  }
  return interrupted;
}

void DescriptorLender::hand_on(const Wanted& wanted, const Error& error) {
  Notification call = wanted.call;
  call.help = std::make_shared<LentDescriptors>(
      wanted.numbers, fail(Code::kRefused, error.during(kNotTraced).text()));
  go_on_(call);
}

// Under mutex_.
void DescriptorLender::keep(const Wanted& wanted, Result<std::vector<UniqueFd>> files) {
  Lent lent{wanted.call, Clock::now()};
  lent.call.help = std::make_shared<LentDescriptors>(wanted.numbers, std::move(files));
  lent_.insert_or_assign(wanted.call.tid, std::move(lent));
}

}  // namespace guard::interceptor
