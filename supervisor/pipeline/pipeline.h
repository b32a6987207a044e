// SPDX-License-Identifier: Apache-2.0
// Pipeline: the life of one call, stage by stage (docs/life_of_a_call.md). take() runs on a
// mediator thread and decides at once whatever needs no person, no walk and no slow disk; the rest
// goes to workers or is parked. Every error on the way is a refusal. The tracee's death has one
// exit (gone). References must outlive the pipeline.
#ifndef GUARD_SUPERVISOR_PIPELINE_PIPELINE_H_
#define GUARD_SUPERVISOR_PIPELINE_PIPELINE_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "interceptor/calls/call_listener.h"
#include "interceptor/decode/route.h"
#include "interceptor/operations/call_resolver.h"
#include "interceptor/operations/executor.h"
#include "interceptor/ptrace/descriptor_lender.h"
#include "interceptor/ptrace/exec_runner.h"
#include "interceptor/resolve/held_call.h"
#include "interceptor/sockets/socket_gate.h"
#include "interceptor/tracee/outside_paths.h"
#include "interceptor/tracee/tracee.h"
#include "supervisor/actors/inside_clients.h"
#include "supervisor/actors/process_tree.h"
#include "supervisor/approval/broker.h"
#include "supervisor/approval/grants.h"
#include "supervisor/approval/lease.h"
#include "supervisor/ask/question_text.h"
#include "supervisor/ask/told_lines.h"
#include "supervisor/brake/call_brake.h"
#include "supervisor/call/call_record.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/call/repeated_calls.h"
#include "supervisor/call/saver.h"
#include "supervisor/call/waiting_calls.h"
#include "supervisor/call/worker_pool.h"
#include "supervisor/facts/born_set.h"
#include "supervisor/judge/describer.h"
#include "supervisor/judge/enricher.h"
#include "supervisor/judge/judge.h"
#include "supervisor/judge/nested_sessions.h"
#include "supervisor/names/name_service.h"
#include "supervisor/network/socket_memory.h"
#include "supervisor/pipeline/parked_questions.h"
#include "supervisor/rights/raised_runs.h"
#include "supervisor/secrets/secret_reads.h"
#include "supervisor/signing/key_relays.h"

namespace guard::supervisor {

// Says what a call is, what holds for it, and what becomes of it.
struct JudgingParts {
  const Describer& describer;
  const Enricher& enricher;
  Judge& judge;
  const NestedSessions& nested;
};

// Asks people, and remembers how far their answers reach.
struct AskingParts {
  Broker& broker;
  Grants& grants;
  LeaseTable& leases;
  QuestionContext question;
  std::function<void(const std::string&)> tell_front;  // one line for guard's own standard error
};

// Keeps what will be needed later: records, copies for undo, who and what was made here.
struct KeepingParts {
  CallRecorder& record;
  Saver& saver;
  BornSet& born;
  SocketMemory& sockets;
  ProcessTree& tree;
  SecretReaders& readers;
  PackageScripts& scripts;
  SecretReads* secrets = nullptr;  // null: reads are not judged
};

// Receives calls, holds what they name, carries them out.
struct ActingParts {
  const interceptor::Credentials& own;
  interceptor::CallListener& listener;
  interceptor::TraceeTable& tracees;
  interceptor::SocketGate& gate;
  interceptor::CallResolver& resolver;
  interceptor::Executor& executor;
  interceptor::ExecRunner& execs;
  interceptor::OutsidePaths& names;
  InsideClients& inside_clients;
  WorkerPool& workers;
  CallBrake& brake;
  interceptor::DescriptorLender* lender = nullptr;  // null: guard takes what it needs
  RaisedRuns* raised = nullptr;                     // null: nothing is raised
  KeyRelays* keys = nullptr;                        // null: key agents are reached as they are
  NameService* name_service = nullptr;              // null: names are looked up as without guard
};

// The differences that this backend and this kernel make.
struct BackendTraits {
  bool landlock_roots = false;       // in force: no mount can succeed
  bool preloaded = false;            // some programs will not be seen
  bool calls_repeat = false;         // for a signal, as before Linux 5.19
  bool signals_kept_inside = false;  // Landlock's scope: what is refused here it would refuse
};

struct PipelineParts {
  JudgingParts judging;
  AskingParts asking;
  KeepingParts keeping;
  ActingParts acting;
  BackendTraits backend;
};

class Pipeline {
 public:
  explicit Pipeline(PipelineParts parts)
      : parts_(parts),
        waiting_(
            parts.acting.workers, descriptors_for_waiting_calls(),
            [this](const CallPtr& call) { return try_again(call); },
            [this](PendingCall& call) { return interrupted(call); }),
        repeated_(parts_.backend.calls_repeat, [this](interceptor::NotifyId id) {
          return parts_.acting.listener.still_valid(id);
        }) {}

  void take(const interceptor::Notification& notification);  // mediator
  // Withdraws the questions of callers that have died or have a signal to take; control thread, a
  // few times a second.
  void withdraw_interrupted();
  // Takes questions about what another session wrote back where that has changed, and has their
  // acts judged anew: committed, or no longer counted. It looks at files: on a worker.
  void look_at_collisions();
  // At the end of the session, when no worker runs any more: what was asked goes on record as
  // withdrawn.
  void record_unanswered();
  // By rule; and those that were, or would have been, asked.
  [[nodiscard]] std::uint64_t refusals() const { return refusals_.load(); }
  [[nodiscard]] std::uint64_t questions_refused() const { return questions_refused_.load(); }
  // Among both, those that no program had a line about.
  [[nodiscard]] std::size_t told_without_line() const { return told_.left_out(); }
  // Secrets that a search met and went on without: not among the former.
  [[nodiscard]] std::uint64_t reads_skipped() const { return reads_skipped_.load(); }

 private:
  void follow(interceptor::Route route, const CallPtr& call);
  void decode(const CallPtr& call);
  [[nodiscard]] bool lend_descriptors(const CallPtr& call);
  void note_only(const CallPtr& call);
  void answer_nothing_changed(const CallPtr& call);
  void answer_missing(const CallPtr& call);
  void let_path_only(const CallPtr& call);
  void post_namespace_change(const CallPtr& call);
  void note_sharing(const interceptor::RawCall& raw);
  void resolve_where_it_may_wait(const CallPtr& call);
  void reach(const CallPtr& call);
  void tell_peer(const CallPtr& call);
  void signal(const CallPtr& call, std::shared_ptr<const interceptor::Tracee> tracee);
  void refuse_reach(const CallPtr& call, std::shared_ptr<const interceptor::Tracee> tracee,
                    policy::Decision decision);
  [[nodiscard]] bool try_shortly_again(const CallPtr& call,
                                       void (Pipeline::*stage)(const CallPtr&));
  [[nodiscard]] bool put_off_for_release(const CallPtr& call, const interceptor::Tracee& tracee);
  void change_namespaces(const CallPtr& call);
  void let_change(const CallPtr& call);
  void resolve(const CallPtr& call);
  void connect_inside_client(const CallPtr& call);
  void judge_described(PendingCall& call);
  void judge(const CallPtr& call);
  void act_on(const CallPtr& call);
  void deny_where_one_is_not_two(PendingCall& call) const;
  void ask(const CallPtr& call);
  [[nodiscard]] ParkedQuestions::Parked to_park(const CallPtr& call) const;
  void settled(const CallPtr& call, const Settled& settled);
  void act_on_answer(const CallPtr& call, const Settled& settled);
  void end_without_caller(const CallPtr& call, const Settled& outcome);
  void keep_denial(const CallPtr& call, const Answer& given);
  // Null: its caller goes on.
  [[nodiscard]] const char* why_withdrawn(const ParkedQuestions::Parked& asking);
  [[nodiscard]] bool meet_caller(const CallPtr& call, std::function<void()> goes_on,
                                 RepeatedCalls::Caller caller = RepeatedCalls::Caller::kMayWait);
  [[nodiscard]] bool may_go_on(const PendingCall& call) const;
  void give_up(const std::vector<CallPtr>& lost);
  void ended(const CallPtr& call, CallState how);
  void start_over(const CallPtr& joined);
  void exec_lost(const CallPtr& call);
  [[nodiscard]] std::optional<interceptor::Reply> result_for(const PendingCall& call);
  [[nodiscard]] bool image_was_replaced(const PendingCall& call) const;
  void search_without(const CallPtr& call, const Settled& outcome);
  void refuse_replaced(const CallPtr& call);
  void ask_anew(const CallPtr& call);
  void remember(const CallPtr& call, const Answer& answer);
  void save_and_execute(const CallPtr& call);
  [[nodiscard]] bool put_off_for_start(const CallPtr& call);
  Result<void> save(PendingCall& call, const std::function<bool()>& goes_on);
  [[nodiscard]] bool put_on_record(const CallPtr& call);
  void judge_unsaved(const CallPtr& call, const Error& error);
  void execute(const CallPtr& call);
  interceptor::Executed carry_out(PendingCall& call);
  [[nodiscard]] bool find_host(const CallPtr& call);
  void tell_unfound(const PendingCall& call);
  [[nodiscard]] bool go_on_once_found(const CallPtr& call);
  [[nodiscard]] std::optional<interceptor::Executed> lead(PendingCall& call);
  [[nodiscard]] std::optional<interceptor::Executed> lead_to_host(PendingCall& call);
  [[nodiscard]] std::optional<interceptor::Executed> lead_to_next(PendingCall& call);
  [[nodiscard]] interceptor::Executed execute_at_hosts(PendingCall& call);
  void give_up(const CallPtr& call);
  bool try_again(const CallPtr& call);
  [[nodiscard]] bool take_up(const CallPtr& call);
  void read_again(const CallPtr& call);
  void finish(const CallPtr& call, interceptor::Executed executed);
  void deliver(const CallPtr& call, interceptor::Executed executed);
  void note_unseen(PendingCall& call);
  void tell_narrowed(const PendingCall& call);
  void execute_exec(const CallPtr& call);
  void exec_ended(const CallPtr& call, const interceptor::ExecEnd& end);
  void note_effects(const CallPtr& call, const interceptor::Executed& executed);
  void forget_secret(const interceptor::HeldPath& held);
  void note_socket(const PendingCall& call);
  void note_read(const PendingCall& call);
  void refuse(const CallPtr& call);
  std::atomic<std::uint64_t>& counter_of_refusal(const PendingCall& call);
  void explain(const PendingCall& call);
  void fail(const CallPtr& call, const Error& error);
  void answer(const CallPtr& call, interceptor::Reply reply);
  void gone(const CallPtr& call);
  void killed(const CallPtr& call, const Error& error);
  [[nodiscard]] bool caller_is_gone(const PendingCall& call) const;
  [[nodiscard]] static int number_when_withdrawn(const PendingCall& call);
  [[nodiscard]] bool interrupted(PendingCall& call) const;

  PipelineParts parts_;
  WaitingCalls waiting_;
  ToldLines told_;
  std::set<std::string> unseen_;    // programs that were told of, by path; under mutex_
  std::set<std::string> narrowed_;  // those that listen for this machine alone; likewise
  std::mutex mutex_;
  ParkedQuestions parked_;
  std::set<std::string> interrupted_;  // questions whose callers were at the last look; control
  RepeatedCalls repeated_;
  std::atomic<std::uint64_t> refusals_ = 0;
  std::atomic<std::uint64_t> questions_refused_ = 0;
  std::atomic<std::uint64_t> reads_skipped_ = 0;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_PIPELINE_PIPELINE_H_
