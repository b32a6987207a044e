// SPDX-License-Identifier: Apache-2.0
// PreloadListener (CallListener, ExecRunner): the preload backend (docs/decisions/0020). Nothing
// stops the programs of the tree: a library that ld.so puts into them stands in for the functions
// of libc that do what is asked about, and asks here, over a Unix socket, a connection for each
// call. Advisory: who makes system calls without libc is not seen. A call that is seen is judged
// and carried out as everywhere; the library refuses a call that it cannot say or understand.
//
// One thread of its own takes connections and notices their ends; receive() hands calls on. Answers
// come from any thread. A process that is not of the tree gets none. An exec that was judged is
// looked at once it has happened, when its program may already run: that it is another one can be
// told, not held.
#ifndef GUARD_INTERCEPTOR_PRELOAD_PRELOAD_LISTENER_H_
#define GUARD_INTERCEPTOR_PRELOAD_PRELOAD_LISTENER_H_

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "interceptor/calls/call_listener.h"
#include "interceptor/preload/preload_call.h"
#include "interceptor/ptrace/exec_runner.h"

namespace guard::interceptor {

class PreloadListener final : public CallListener, public ExecRunner {
 public:
  // SOCKET listens (preload_files.h).
  static Result<std::unique_ptr<PreloadListener>> start(UniqueFd socket);
  ~PreloadListener() override;  // every call that waits is refused by its library

  Result<std::optional<Notification>> receive() override;
  void stop() override;
  [[nodiscard]] bool still_valid(NotifyId id) const override;
  Result<void> answer(NotifyId id, Reply reply) override;
  void run(ExecOrder order) override;
  // The caller that waits and can be asked for more; null: nobody by that number.
  [[nodiscard]] std::shared_ptr<CallerHelp> help_of(Tid tid) const;

 private:
  using CallPtr = std::shared_ptr<PreloadCall>;
  PreloadListener(UniqueFd socket, UniqueFd events, UniqueFd wake);
  void loop();
  void take_connections();
  void take_request(const CallPtr& call);
  void on_event(NotifyId id);
  void settle_exec(const CallPtr& call, ExecOrder order);
  void settle_execs_of(pid_t process);
  [[nodiscard]] CallPtr find(NotifyId id) const;
  void forget(const CallPtr& call);
  [[nodiscard]] bool watch(const PreloadCall& call, unsigned events, int how) const;
  Result<void> give_file(PreloadCall& call, Reply reply);

  UniqueFd socket_;
  UniqueFd events_;
  UniqueFd wake_;
  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::map<NotifyId, CallPtr> calls_;  // under mutex_
  std::deque<Notification> waiting_;   // under mutex_
  bool stopping_ = false;              // under mutex_
  NotifyId next_id_ = 2;               // its own thread's; 0 and 1 are socket_ and wake_
  std::thread thread_;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PRELOAD_PRELOAD_LISTENER_H_
