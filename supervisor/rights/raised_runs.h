// SPDX-License-Identifier: Apache-2.0
// RaisedRuns: starts the approved programs that run outside of supervision, each with the relay
// that stands for it in the tree (interceptor/relay). A thread for each, which is the parent of its
// keeper (raised_child.h). The relay's words decide nothing but keys and signals to a program
// that it was approved to start.
//
// Any thread. The end of a session waits for none of them: a relay that is gone takes its program's
// terminal and sends it SIGHUP and SIGTERM, as a closed terminal would.
#ifndef GUARD_SUPERVISOR_RIGHTS_RAISED_RUNS_H_
#define GUARD_SUPERVISOR_RIGHTS_RAISED_RUNS_H_

#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "interceptor/ptrace/exec_order.h"
#include "interceptor/ptrace/exec_runner.h"
#include "policy/model/policy.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/rights/raised_questions.h"

namespace guard::supervisor {

// Hands the front its end of a socket, at which the keeper of COMMAND asks for passwords. The
// keeper's end; invalid: nobody can be asked.
using AskAtFront = std::function<UniqueFd(const std::string& command)>;

struct RaisedContext {
  AskAtFront ask;  // may be empty: there is no front to ask
  // Once COMMAND has ended: nobody could be asked for the password that it read.
  std::function<void(const std::string& command)> tell_unasked;
  policy::SudoTicket ticket = policy::SudoTicket::kDrop;
  // sudo starts this one, as root, for its command; empty: its command itself.
  std::string guard = {};
  // The orders to root's guard, but for its session's name and its command.
  nlohmann::json plan = {};
  std::string session = {};
  Broker* broker = nullptr;  // whose questions root's become; not null with GUARD
  decltype(RaisedPlan::on_answer) on_answer = {};
  // ARGV for people, without its secrets; not empty with GUARD.
  std::function<std::string(const std::vector<std::string>& argv)> shown = {};
};

class RaisedRuns {
 public:
  using OnStarted = std::function<void(int error)>;  // errno; 0: it runs

  // kUnsupported: the relay is not installed, or this backend cannot start it.
  static Result<std::unique_ptr<RaisedRuns>> make(const interceptor::ExecRunner& runner,
                                                  RaisedContext context);
  // Nothing of the context's and no OnStarted is called any more.
  ~RaisedRuns();

  // Before CALL goes on record: which session of root's will have its acts.
  void note(PendingCall& call) const;
  // Turns ORDER, of an approved exec, into one that starts the relay. CALL's image is the one to
  // run; its end of the socket is kept for start().
  Result<void> prepare(PendingCall& call, interceptor::ExecOrder& order);
  // Something was started: only then can anything of it be left.
  [[nodiscard]] bool has_started() const { return started_; }
  // Names of the sessions of root's guards that have come, in their order.
  [[nodiscard]] std::vector<std::string> roots_sessions() const;
  // The relay stands before its first instruction as process PID. ON_STARTED once, on any thread.
  void start(PendingCall& call, pid_t pid, OnStarted on_started);

 private:
  // The part that outlives this: the threads that wait for a relay.
  struct Reports {
    std::mutex mutex;
    std::condition_variable none_left;
    bool wanted = true;   // under mutex, as the others
    std::set<int> links;  // to guards of root's, while a thread speaks there
    std::vector<std::string> roots_sessions;
  };
  // The needs of a sudo whose command a guard of root's own supervises.
  struct Supervision {
    UniqueFd ours;
    UniqueFd theirs;                      // root's guard takes it from this process by its number
    std::atomic<bool> is_joined = false;  // root's guard has come
    RaisedPlan plan;
  };
  [[nodiscard]] bool supervises(const PendingCall& call) const;
  [[nodiscard]] std::shared_ptr<Supervision> supervise(const PendingCall& call,
                                                       std::vector<std::string>& argv) const;
  static void serve_supervision(Reports& reports, Supervision& supervision, Broker& broker);
  RaisedRuns(std::string relay, RaisedContext context)
      : relay_(std::move(relay)), context_(std::move(context)) {}

  const std::string relay_;  // its path
  const RaisedContext context_;
  std::atomic<bool> started_ = false;
  const std::shared_ptr<Reports> reports_ = std::make_shared<Reports>();
};

// The name of root's session for CALL: "work-sudo-1f3a".
[[nodiscard]] std::string roots_session(const std::string& session, const PendingCall& call);
// An image that may be raised: set-user-ID of root, a program and no script.
[[nodiscard]] bool can_be_raised(const PendingCall& call);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RIGHTS_RAISED_RUNS_H_
