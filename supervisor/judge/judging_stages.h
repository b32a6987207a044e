// SPDX-License-Identifier: Apache-2.0
// JudgingStages: describe, enrich and judge for one policy, connected: of the session, or of a run
// nested in it. Any thread; everything the parts refer to outlives it.
#ifndef GUARD_SUPERVISOR_JUDGE_JUDGING_STAGES_H_
#define GUARD_SUPERVISOR_JUDGE_JUDGING_STAGES_H_

#include <memory>
#include <string>
#include <vector>

#include "policy/assess/assessor.h"
#include "supervisor/facts/known_programs.h"
#include "supervisor/facts/rules_here.h"
#include "supervisor/judge/describer.h"
#include "supervisor/judge/enricher.h"
#include "supervisor/judge/guarded_names.h"
#include "supervisor/judge/judge.h"
#include "supervisor/judge/saved_facts.h"
#include "supervisor/network/socket_judge.h"
#include "supervisor/network/socket_memory.h"

namespace guard::supervisor {

struct StagesParts {
  std::shared_ptr<const policy::Policy> policy;
  const PathFacts& paths;
  const LeaseTable& leases;
  const Grants& grants;
  const NetworkFacts& network;
  const SocketMemory& sockets;
  policy::OnAsk on_ask = policy::OnAsk::kWait;
  policy::Raising raising = policy::Raising::kNever;
  SavedFacts saved;
  std::vector<std::string> environment;                    // of CMD: inherited from outside
  decltype(EnricherParts::is_secret) is_secret = nullptr;  // enricher.h
  decltype(EnricherParts::is_committed) is_committed = nullptr;
  decltype(EnricherParts::secrets_inside) secrets_inside = nullptr;
  bool counts_tool_calls = false;  // of a known agent: the hourly limits hold
  std::string page_folder = "";    // where pages of guard web are marked; empty: there are none
  NameHints* hints = nullptr;      // null: none are known
  SecretsBelow secrets_below = nullptr;    // JudgeParts
  FirstStart* first_start = nullptr;       // null: of no agent
  NpmRegistry* registry = nullptr;         // null: none is known
  const SecretReaders* readers = nullptr;  // JudgeParts
  PackageScripts* scripts = nullptr;       // JudgeParts
  OtherWork* others = nullptr;             // JudgeParts
  SocketJudge::Named named = nullptr;      // null: no address stands for a name
  SocketJudge::AsksGuard asks_guard = nullptr;
  KeyAgents relayed = {};               // socket_judge.h
  const ShownObjects* shown = nullptr;  // JudgeParts
};

class JudgingStages {
 public:
  explicit JudgingStages(StagesParts parts)
      : assessor_(parts.policy),
        sockets_(parts.paths, parts.sockets, parts.page_folder, parts.named, parts.asks_guard,
                 parts.relayed),
        known_(assessor_.specs(), program_folders(),
               programs_named_by(parts.policy->rules, parts.paths.classifier().roots())),
        describer_(parts.paths, sockets_, parts.environment, git_settings_of(*parts.policy),
                   parts.saved, known_),
        guarded_(parts.paths.classifier(), parts.policy->rules),
        enricher_({*parts.policy, assessor_, parts.paths, parts.network, sockets_, parts.is_secret,
                   parts.is_committed, parts.secrets_inside, &guarded_, parts.hints != nullptr}),
        judge_({parts.policy, assessor_, parts.paths, sockets_, parts.leases, parts.grants,
                parts.on_ask, parts.raising, parts.first_start, parts.registry, parts.readers,
                parts.scripts, parts.others, parts.counts_tool_calls, parts.hints,
                parts.secrets_below, parts.shown,
                [this](const PendingCall& call) { return enricher_.may_be_named(call); }}) {}
  JudgingStages(const JudgingStages&) = delete;
  JudgingStages& operator=(const JudgingStages&) = delete;

  [[nodiscard]] const policy::Assessor& assessor() const { return assessor_; }
  [[nodiscard]] policy::Raising raising() const { return judge_.raising(); }
  [[nodiscard]] const KnownPrograms& known_programs() const { return known_; }
  [[nodiscard]] const Describer& describer() const { return describer_; }
  [[nodiscard]] const Enricher& enricher() const { return enricher_; }
  [[nodiscard]] const Judge& judge() const { return judge_; }
  [[nodiscard]] Judge& judge() { return judge_; }

 private:
  static std::vector<std::string> git_settings_of(const policy::Policy& policy) {
    return policy.profile ? policy.profile->git_settings : std::vector<std::string>();
  }

  policy::Assessor assessor_;
  SocketJudge sockets_;
  KnownPrograms known_;
  Describer describer_;
  GuardedNames guarded_;
  Enricher enricher_;
  Judge judge_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_JUDGING_STAGES_H_
