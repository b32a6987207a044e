// SPDX-License-Identifier: Apache-2.0
// Judge: assess and decide, for one call that is held, described and enriched. Brings the pure
// policy together with what this session knows: what is leased and granted, who acts, how fast.
// Its verdict is a value; the call is not changed. Any thread; everything it refers to outlives it.
#ifndef GUARD_SUPERVISOR_JUDGE_JUDGE_H_
#define GUARD_SUPERVISOR_JUDGE_JUDGE_H_

#include <sys/types.h>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "policy/assess/assessor.h"
#include "policy/decide/evaluator.h"
#include "supervisor/actors/first_start.h"
#include "supervisor/actors/package_script.h"
#include "supervisor/actors/secret_readers.h"
#include "supervisor/approval/grants.h"
#include "supervisor/approval/lease.h"
#include "supervisor/approval/shown_objects.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/collisions/other_work.h"
#include "supervisor/facts/path_facts.h"
#include "supervisor/facts/tree_facts.h"
#include "supervisor/judge/approved_commands.h"
#include "supervisor/judge/earlier_answers.h"
#include "supervisor/judge/judged.h"
#include "supervisor/judge/pace.h"
#include "supervisor/judge/searches.h"
#include "supervisor/network/name_hints.h"
#include "supervisor/network/npm_registry.h"
#include "supervisor/network/socket_judge.h"

namespace guard::supervisor {

struct JudgeParts {
  std::shared_ptr<const policy::Policy> policy;
  const policy::Assessor& assessor;
  const PathFacts& paths;
  const SocketJudge& sockets;
  const LeaseTable& leases;
  const Grants& grants;
  policy::OnAsk on_ask = policy::OnAsk::kWait;
  policy::Raising raising = policy::Raising::kNever;
  FirstStart* first_start = nullptr;       // null: of no agent
  NpmRegistry* registry = nullptr;         // null: none is known
  const SecretReaders* readers = nullptr;  // null: nobody has read a secret
  PackageScripts* scripts = nullptr;       // null: their wishes are not noted
  OtherWork* others = nullptr;             // null: other sessions are not looked at
  bool counts_tool_calls = false;          // of a known agent: the hourly limits hold
  NameHints* hints = nullptr;              // null: none are known
  SecretsBelow secrets_below =
      nullptr;  // null: an open of a secret waits for its answer (searches.h)
  const ShownObjects* shown = nullptr;  // null: what was confirmed beforehand was for any object
  // Names that the tree speaks of may lead to the address of this call (Enricher::may_be_named).
  std::function<bool(const PendingCall&)> may_be_named = [](const PendingCall&) { return false; };
};

class Judge {
 public:
  explicit Judge(JudgeParts parts);

  // CALL is enriched. A call that no reason decides is refused.
  [[nodiscard]] Judged judge(const PendingCall& call) const;
  // The way to a decision that was made, for people: judged once more, which changes nothing.
  [[nodiscard]] policy::Steps steps_to(const PendingCall& call) const;
  // Somebody approved an act of this tier of a command of the agent.
  void approve_command(pid_t command, int tier, const std::vector<policy::Category>& categories) {
    approved_commands_.approve(command, tier, categories);
  }
  void forget_command(pid_t command) { approved_commands_.forget(command); }
  // Somebody denied it the secrets that it would meet.
  void search_without(const PendingCall& call) const;
  // Somebody approved it, or confirmed it beforehand, by a count that was cut short: the lease is
  // to cover all of it. May take as long as "approval.walk_ms" says: on a worker alone.
  void count_the_rest(PendingCall& call) const;
  // Somebody approved it: what the question told of git still holds, and of what a command with
  // raised privileges reaches, looked at once more. On a worker alone. Anything that was not told
  // is not looked at; a look that meets a limit now, and met none then, says no.
  [[nodiscard]] bool is_as_shown(const PendingCall& call) const;
  // Whether a call to a host that was let go by its name may go where the name leads, its
  // destination by now. Rules about the address hold. No name stands for an internal address: who
  // answers for the name could lead a program into it.
  [[nodiscard]] policy::Decision at_address(const PendingCall& call) const;
  // The verdict on a connection to NAME by a program that no rule names, at the port where most is
  // let go: it holds for a lookup, which names no port.
  [[nodiscard]] policy::Verdict to_host(const std::string& name) const;
  // Somebody approved it: what asked for the pace alone goes on for another hour's worth.
  void go_on_after(const PendingCall& call) const { pace_.go_on_after(call); }
  // CALL was refused: what a package's script wanted is told at the end.
  void note_refusal(const PendingCall& call) const;
  // CALL is about to be done; then what became of it (names_of_before.h).
  void note_names(const PendingCall& call) const;
  void names_ended(const PendingCall& call, bool done) const;
  // CALL goes on: what it takes of other sessions' work is asked about no more (names_ended does
  // it).
  void settle_collisions(const PendingCall& call) const;
  // Gives those of PATHS (PendingCall::collides) that another session wrote, and that count by now,
  // each with its session. Times and lives change while a question waits; they are no part of it.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> collisions_at(
      const std::vector<std::string>& paths) const;
  [[nodiscard]] const policy::Evaluator& evaluator() const { return evaluator_; }
  [[nodiscard]] const policy::Policy& policy() const { return *parts_.policy; }
  [[nodiscard]] policy::Raising raising() const { return parts_.raising; }

 private:
  [[nodiscard]] bool reaches_what_was_shown(const PendingCall& call) const;
  using Reason = std::optional<Judged>;
  [[nodiscard]] bool goes_by_a_yes(const policy::Action& action,
                                   const policy::Decision& decision) const;
  [[nodiscard]] Reason reads_no_secret(const PendingCall& call) const;
  [[nodiscard]] Reason changes_shared_object(const PendingCall& call) const;
  [[nodiscard]] Reason is_overlooked(const PendingCall& call) const;
  [[nodiscard]] Reason moves_guards_own(const PendingCall& call) const;
  [[nodiscard]] Reason is_free_socket_call(const PendingCall& call) const;
  [[nodiscard]] Reason reaches_guards_page(const PendingCall& call) const;
  [[nodiscard]] Reason sends_nothing(const PendingCall& call) const;
  [[nodiscard]] Reason was_sent_before(const PendingCall& call) const;
  [[nodiscard]] Reason reaches_guards_socket(const PendingCall& call) const;
  [[nodiscard]] bool was_judged_before_a_read(const PendingCall& call,
                                              const SentBefore& before) const;
  [[nodiscard]] policy::Steps steps_before_rules(const PendingCall& call) const;
  [[nodiscard]] Judged by_first_reason(const PendingCall& call) const;
  [[nodiscard]] std::optional<EarlierAnswer> answered_before(const PendingCall& call,
                                                             const policy::Action& action,
                                                             const Judged& judged) const;
  [[nodiscard]] Judged by_policy(const PendingCall& call) const;
  void mind_shared_names(const PendingCall& call, const policy::SessionState& state,
                         Judged& judged) const;
  [[nodiscard]] Judged weigh(const PendingCall& call, const policy::Action& action,
                             const policy::SessionState& state) const;
  [[nodiscard]] std::optional<policy::Action> with_name(const PendingCall& call) const;
  [[nodiscard]] bool is_let_read(const PendingCall& call, const policy::TreeSearch& search,
                                 const KnownSecret& secret) const;
  [[nodiscard]] bool is_denied(const PendingCall& call, const policy::TreeSearch& search,
                               const KnownSecret& secret) const;
  [[nodiscard]] policy::Decision read_decision(const PendingCall& call,
                                               const policy::TreeSearch& search,
                                               const KnownSecret& secret) const;
  void ask_for_search(const PendingCall& call, Judged& judged) const;
  [[nodiscard]] bool may_search(const PendingCall& call, Judged& asked) const;
  void listen_for_names(const PendingCall& call) const;
  [[nodiscard]] bool only_takes_reports(const policy::Destination& to) const;
  void listen_for_voices(const PendingCall& call, const policy::Decision& decision) const;
  static void leave_receiving_to_push(const PendingCall& call, policy::Assessment& assessment);
  void leave_to_git(const PendingCall& call, policy::Assessment& assessment) const;
  void leave_to_npm(const PendingCall& call, const policy::Action& action,
                    policy::Assessment& assessment) const;
  void mind_what_was_read(const PendingCall& call, const policy::Action& action,
                          policy::Assessment& assessment) const;
  void hold_package_script(const PendingCall& call, const policy::Action& action,
                           policy::Assessment& assessment) const;
  void mind_other_sessions(const PendingCall& call, policy::Assessment& assessment,
                           Judged& judged) const;
  [[nodiscard]] bool is_beyond_script(const PendingCall& call, const policy::Action& action,
                                      const policy::Assessment& assessment) const;
  void leave_to_agent(const PendingCall& call, policy::Assessment& assessment) const;
  [[nodiscard]] bool makes_agents_folder(const PendingCall& call) const;
  // A rule of the policy refuses a command which the words of EXEC start (`bash -c TEXT`, `find
  // -exec`), and DECISION is that rule's now: nobody is asked about what is refused a moment later.
  [[nodiscard]] bool is_denied_within(const policy::Action& exec, const policy::SessionState& state,
                                      policy::Decision& decision) const;
  void only_log_host(const policy::Action& action, policy::Decision& decision) const;
  void only_log_read(const PendingCall& call, policy::Decision& decision) const;
  void go_on_for_session(const PendingCall& call, const policy::Decision& decision) const;
  [[nodiscard]] ActPlace place_of(const PendingCall& call) const;
  [[nodiscard]] policy::Assessment assess(const PendingCall& call, const policy::Action& action,
                                          Judged& judged) const;
  void ask_for_many(const PendingCall& call, TreeFacts& facts,
                    policy::Assessment& assessment) const;
  [[nodiscard]] policy::Assessment assess_within(const PendingCall& call,
                                                 const policy::Action& action,
                                                 const WalkLimits& limits,
                                                 std::vector<ObjectId>& walked) const;
  [[nodiscard]] policy::SessionState session_state(const PendingCall& call) const;

  JudgeParts parts_;
  EarlierAnswers earlier_answers_;
  policy::Evaluator evaluator_;
  mutable Pace pace_;
  mutable ApprovedCommands approved_commands_;
  mutable DeniedSearches denied_searches_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_JUDGE_H_
