// SPDX-License-Identifier: Apache-2.0
// DescriptorLender: calls that need duplicates of their caller's descriptors, where guard may not
// take them (descriptor_loan.h). A call that is to be lent some is not answered: its caller makes
// it again, and the call that then comes brings the duplicates (CallerHelp). One that cannot be
// lent any is handed on with the reason in their place.
//
// Owns a thread, which does all the tracing, one call after the other. meet() and lend(): any
// thread; `go_on` is called on the lender's. A descriptor that nobody calls for within a second is
// closed.
#ifndef GUARD_INTERCEPTOR_PTRACE_DESCRIPTOR_LENDER_H_
#define GUARD_INTERCEPTOR_PTRACE_DESCRIPTOR_LENDER_H_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

#include "interceptor/calls/call_listener.h"
#include "interceptor/ptrace/descriptor_loan.h"

namespace guard::interceptor {

class DescriptorLender {
 public:
  using GoOn = std::function<void(const Notification&)>;
  // WAKE_SIGNAL ends a blocked system call of the thread that it is sent to. LISTENER outlives
  // this.
  DescriptorLender(CallListener& listener, int wake_signal, GoOn go_on);
  DescriptorLender(const DescriptorLender&) = delete;
  DescriptorLender& operator=(const DescriptorLender&) = delete;
  ~DescriptorLender();  // who is traced then is killed

  // Called first, for every call that is received. True: it was made for guard, and is answered.
  // Else it has its help if it was lent any.
  [[nodiscard]] bool meet(Notification& call);
  // NUMBERS: of the caller, that CALL needs. CALL is not to be answered.
  void lend(const Notification& call, std::vector<int> numbers);

 private:
  using Clock = std::chrono::steady_clock;
  struct Wanted {
    Notification call;
    std::vector<int> numbers;
  };
  struct Lent {
    Notification call;
    Clock::time_point since;
  };
  void work();
  void serve(Wanted wanted);
  [[nodiscard]] Result<void> interrupt(DescriptorLoan& loan) const;
  void hand_on(const Wanted& wanted, const Error& error);
  void keep(const Wanted& wanted, Result<std::vector<UniqueFd>> files);
  void close_old();  // under mutex_

  CallListener& listener_;
  const int wake_signal_;
  const GoOn go_on_;
  std::atomic<bool> stopping_ = false;
  std::atomic<bool> ended_ = false;
  std::mutex mutex_;
  std::condition_variable wanted_or_stopping_;
  std::deque<Wanted> wanted_;           // under mutex_, as all below
  std::unordered_map<Tid, Lent> lent_;  // by its caller
  DescriptorLoan* under_way_ = nullptr;
  std::thread thread_;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PTRACE_DESCRIPTOR_LENDER_H_
