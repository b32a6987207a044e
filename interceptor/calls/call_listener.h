// SPDX-License-Identifier: Apache-2.0
// CallListener: where the calls of the tree come from and their answers go to, whatever stops the
// callers: a seccomp listener (notify_listener.h) or ptrace (trace_listener.h). One interface, so
// that judging, asking, saving and recording know neither.
#ifndef GUARD_INTERCEPTOR_CALLS_CALL_LISTENER_H_
#define GUARD_INTERCEPTOR_CALLS_CALL_LISTENER_H_

#include <sys/types.h>

#include <optional>
#include <utility>

#include "base/error.h"
#include "interceptor/calls/notification.h"

namespace guard::interceptor {

class CallListener {
 public:
  CallListener() = default;
  virtual ~CallListener() = default;
  CallListener(const CallListener&) = delete;
  CallListener& operator=(const CallListener&) = delete;

  // A mediator; by a NotifyListener several at once. Blocks. kGone: the caller was killed or
  // interrupted between announcement and receipt: look at what else there is, and receive again.
  // nullopt: nobody is supervised any more, or stop() was called (then interrupt the thread with a
  // signal whose handler does not restart calls).
  virtual Result<std::optional<Notification>> receive() = 0;
  virtual void stop() = 0;
  // Only means "still waiting now": never a protection against races.
  [[nodiscard]] virtual bool still_valid(NotifyId id) const = 0;
  // Answers, from any thread. kGone when there is nobody left to answer. kRefused: the tracee could
  // not be answered safely, and was ended. kSystem: it cannot take the file (EMFILE); nothing was
  // answered yet.
  virtual Result<void> answer(NotifyId id, Reply reply) = 0;
  // As answer(). Where it fails with kGone, REPLY is what the same call, made again, can be told:
  // its file, or the number that this has in the tracee by now. Otherwise nothing is left in it.
  virtual Result<void> tell(NotifyId id, Reply& reply) { return answer(id, std::move(reply)); }

  // Puts FILE, which stays the caller's, under NUMBER of the tracee that waits, in place of what is
  // there. kUnsupported: this listener cannot.
  virtual Result<void> put_file(NotifyId /*id*/, int /*file*/, int /*number*/,
                                bool /*close_on_exec*/) {
    return fail(Code::kUnsupported, "this listener puts no file under a number");
  }

  // Puts FILE, which stays the caller's, under the lowest free number of the tracee that waits.
  // kUnsupported: this listener cannot; else as answer().
  virtual Result<int> add_file(NotifyId /*id*/, int /*file*/, bool /*close_on_exec*/) {
    return fail(Code::kUnsupported, "this listener adds no file");
  }

  // Whoever calls and whoever answers wake each other on their own core, as is best while one of
  // them sleeps when the other runs; else where there is room. Any thread.
  virtual void share_core(bool /*shared*/) {}
  // The descriptor that poll(2) finds readable when a call is there; -1: nothing. Asked for before
  // each poll.
  [[nodiscard]] virtual int readable() { return -1; }
  // Calls are received before anybody has time for them, or not; by a thread that is in
  // run_ahead(), which returns after stop(), or at once. Any thread.
  virtual void receive_ahead(bool /*wanted*/) {}
  virtual void run_ahead() {}

 protected:
  CallListener(CallListener&&) = default;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_CALLS_CALL_LISTENER_H_
