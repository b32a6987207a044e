// SPDX-License-Identifier: Apache-2.0
// Judge: enrich, assess and decide, for one held call that is described. Brings the pure policy
// together with the facts of this session: what was made in it, what is leased and granted, who
// acts. Any thread; everything it refers to outlives it.
#ifndef GUARD_SUPERVISOR_JUDGE_JUDGE_H_
#define GUARD_SUPERVISOR_JUDGE_JUDGE_H_

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "policy/assess/assessor.h"
#include "policy/decide/evaluator.h"
#include "supervisor/approval/grants.h"
#include "supervisor/approval/lease.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/facts/path_facts.h"
#include "supervisor/facts/tree_facts.h"
#include "supervisor/judge/describer.h"
#include "supervisor/judge/pace.h"
#include "supervisor/judge/saved_facts.h"
#include "supervisor/network/name_hints.h"
#include "supervisor/network/network_facts.h"
#include "supervisor/network/socket_judge.h"
#include "supervisor/network/socket_memory.h"

namespace guard::supervisor {

struct JudgeParts {
  std::shared_ptr<const policy::Policy> policy;
  const PathFacts& paths;
  const LeaseTable& leases;
  const Grants& grants;
  const NetworkFacts& network;
  const SocketMemory& sockets;
  policy::OnAsk on_ask = policy::OnAsk::kWait;
  bool runs_as_root = false;
  SavedFacts saved;
  std::vector<std::string> environment;  // of CMD: what the tree inherited from outside
  // The file holds a secret, whatever name it is reached by. `by_name`: PATH says so, which decides
  // where this is empty.
  std::function<bool(const interceptor::HeldPath& object, const std::string& path, bool by_name)>
      is_secret = nullptr;
  bool counts_tool_calls = false;  // of a known agent: the hourly limits hold
  // Git has the very content of a secret.
  std::function<bool(const PendingCall& call)> is_committed = nullptr;
  std::string page_folder = "";  // where pages of guard web are marked; empty: there are none
  NameHints* hints = nullptr;    // null: none are known
};

class Judge {
 public:
  explicit Judge(JudgeParts parts);

  [[nodiscard]] const Describer& describer() const { return describer_; }
  // True when judging needs a walk or shell text: then on a worker.
  [[nodiscard]] bool is_slow(PendingCall& call) const;
  // Fills call.decision (and call.walked).
  void decide(PendingCall& call) const;
  // The way to a decision that was made, for people: judged once more, which changes nothing.
  [[nodiscard]] policy::Steps steps_to(const PendingCall& call) const;
  // Paranoid mode asks once per command of the agent.
  void approve_command(pid_t command);
  void forget_command(pid_t command);
  // Somebody approved it: what asked for the pace alone goes on for another hour's worth.
  void go_on_after(const PendingCall& call) const { pace_.go_on_after(call); }
  [[nodiscard]] const policy::Assessor& assessor() const { return assessor_; }
  [[nodiscard]] const policy::Evaluator& evaluator() const { return evaluator_; }
  [[nodiscard]] const policy::Policy& policy() const { return *parts_.policy; }

 private:
  [[nodiscard]] bool may_be_clean(const PendingCall& call) const;
  [[nodiscard]] bool may_be_named(const PendingCall& call) const;
  // True when the destination has a name now that it had not.
  [[nodiscard]] bool name_by_hints(PendingCall& call) const;
  void decide_act(PendingCall& call) const;
  void weigh(PendingCall& call, const policy::SessionState& state) const;
  [[nodiscard]] bool may_be_committed(const PendingCall& call) const;
  void settle_clean(PendingCall& call) const;
  [[nodiscard]] bool decide_by_memory(PendingCall& call) const;
  [[nodiscard]] bool decide_by_refusal(PendingCall& call, const std::string& place) const;
  [[nodiscard]] bool decide_by_lease(PendingCall& call) const;
  [[nodiscard]] bool target_is_covered(const PendingCall& call,
                                       const std::vector<int>& ancestors) const;
  [[nodiscard]] bool breaks_a_promise(const policy::Action& action,
                                      const std::string& approval) const;
  [[nodiscard]] bool decide_by_grant(PendingCall& call) const;
  [[nodiscard]] bool decide_exec_by_lease(PendingCall& call) const;
  [[nodiscard]] bool makes_agents_folder(const PendingCall& call) const;
  [[nodiscard]] bool is_judged_read(PendingCall& call) const;
  void only_log_read(PendingCall& call) const;
  bool allow_by_lease(PendingCall& call, const std::string& approval) const;
  [[nodiscard]] ActPlace place_of(PendingCall& call) const;
  void mind_steering_folders(policy::Action& action) const;
  [[nodiscard]] bool moves_guards_own(const policy::Action& action) const;
  [[nodiscard]] policy::Assessment assess(PendingCall& call) const;
  [[nodiscard]] policy::Assessment assess_within(PendingCall& call, const WalkLimits& limits) const;
  [[nodiscard]] policy::SessionState session_state(const PendingCall& call) const;

  JudgeParts parts_;
  SocketJudge sockets_;
  Describer describer_;
  policy::Assessor assessor_;
  policy::Evaluator evaluator_;
  mutable Pace pace_;
  mutable std::mutex mutex_;
  std::set<pid_t> approved_commands_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_JUDGE_H_
