// SPDX-License-Identifier: Apache-2.0
// RepeatedCalls: before Linux 5.19 (no WAIT_KILLABLE_RECV) a signal that a program handles ends its
// waiting call, and the kernel makes the call anew, as another notification; a program in Go may
// get such a signal every 10 ms. Here a call that was asked about outlives its notification: when
// the same thread makes the very same call again, and that was read, held and judged anew to the
// same, it joins the question. The approval is carried out with what the new call holds, and
// once: the former notification can never be answered again. And what came of a call whose caller
// was away when it was answered is told to its repetition, if that is the very next call of the
// thread: an act is done once, not twice.
//
// Where calls are not repeated (`expected` false) it does nothing and every call has its caller.
// Any thread; a mutex held briefly, under which `waits` is called.
#ifndef GUARD_SUPERVISOR_CALL_REPEATED_CALLS_H_
#define GUARD_SUPERVISOR_CALL_REPEATED_CALLS_H_

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/limits.h"
#include "interceptor/calls/notification.h"
#include "supervisor/call/pending_call.h"

namespace guard::supervisor {

class RepeatedCalls {
 public:
  using Clock = std::chrono::steady_clock;
  using Waits = std::function<bool(interceptor::NotifyId)>;  // still, by the listener's word
  using GoesOn = std::function<void()>;                      // hands on, does not work
  // kIsAway: the call's notification is known to be over. Else `waits` is asked.
  enum class Caller { kMayWait, kIsAway };
  // How long a caller may be away in its handler.
  static constexpr std::chrono::milliseconds kAway = time_limit("repeated.away");

  RepeatedCalls(bool expected, Waits waits, std::function<Clock::time_point()> now = Clock::now);

  // CALL is asked about: from now on its repetition is expected.
  void expect(const CallPtr& call);
  // True: CALL repeats one that is expected, which goes on in its place. CALL has no work left.
  [[nodiscard]] bool join(const CallPtr& call);
  // By who works on CALL. True: it has a caller, its own or one that joined, whose notification
  // and held objects it has now. False: GOES_ON is called when one joins.
  [[nodiscard]] bool meet(const CallPtr& call, GoesOn goes_on, Caller caller = Caller::kMayWait);
  // Its caller is there, or may come back: what is prepared for it is not in vain.
  [[nodiscard]] bool may_come_back(const PendingCall& call) const;
  // By who does not work on CALL: it is away since kAway, and nobody has joined.
  [[nodiscard]] bool is_lost(const PendingCall& call);
  // Calls that wait for their callers since kAway, or whose callers IS_GONE says are dead. They are
  // forgotten.
  [[nodiscard]] std::vector<CallPtr> give_up(
      const std::function<bool(const PendingCall&)>& is_gone);
  // CALL has ended. Returns who has joined it meanwhile, and has no work.
  CallPtr forget(const PendingCall& call);

  // REPLY, of an act on names, could not be told to CALL's caller. A file stays open with it, for
  // kAway at most: its program may have made it (O_EXCL), and must not find it there. Not that the
  // kernel shall go on, or make the call anew.
  void keep_result(const PendingCall& call, interceptor::Reply reply);
  // For the repetition, read anew into CALL, with the caller's IDENTITY. Asked of every call.
  using Identity = std::function<std::optional<std::uint64_t>()>;
  [[nodiscard]] std::optional<interceptor::Reply> take_result(const PendingCall& call,
                                                              const Identity& identity);

 private:
  // The parts that make two calls the same: registers, memory, what it names, what was judged.
  struct Look {
    pid_t tid = 0;
    std::uint64_t identity = 0;
    int number = -1;
    std::array<std::uint64_t, 6> arguments{};
    std::vector<std::string> texts;
    std::vector<std::uint64_t> objects;
    policy::Action action;
    policy::Assessment assessment;
    bool operator==(const Look&) const = default;
  };
  struct Entry {
    CallPtr call;
    Look look;
    interceptor::NotifyId waits_as = 0;
    CallPtr joined;  // not taken over yet
    GoesOn goes_on;  // not empty: nobody works on the call
    std::optional<Clock::time_point> away_since;
  };
  struct Result {
    std::uint64_t identity = 0;
    int number = -1;
    std::array<std::uint64_t, 6> arguments{};
    std::vector<std::string> texts;
    interceptor::Reply reply;
    Clock::time_point until;
  };
  static Look look_of(const PendingCall& call);
  static void take_over(Entry& entry);
  [[nodiscard]] bool is_away_too_long(Entry& entry) const;
  void drop_old_results();  // under mutex_

  const bool expected_;
  const Waits waits_;
  const std::function<Clock::time_point()> now_;
  mutable std::mutex mutex_;
  std::unordered_map<const PendingCall*, Entry> entries_;
  std::unordered_map<pid_t, Result> results_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CALL_REPEATED_CALLS_H_
