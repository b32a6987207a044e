// SPDX-License-Identifier: Apache-2.0
// Enricher: completes a described call with what only judging needs and what may take a while to
// find out: what git has of a file, which name an address has, whether a file holds a secret that
// its name does not tell. It decides nothing. Any thread; everything it refers to outlives it.
#ifndef GUARD_SUPERVISOR_JUDGE_ENRICHER_H_
#define GUARD_SUPERVISOR_JUDGE_ENRICHER_H_

#include <functional>
#include <string>
#include <vector>

#include "policy/assess/assessor.h"
#include "policy/model/policy.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/facts/path_facts.h"
#include "supervisor/judge/guarded_names.h"
#include "supervisor/network/name_hints.h"
#include "supervisor/network/network_facts.h"
#include "supervisor/network/socket_judge.h"

namespace guard::supervisor {

struct EnricherParts {
  const policy::Policy& policy;
  const policy::Assessor& assessor;
  const PathFacts& paths;
  const NetworkFacts& network;
  const SocketJudge& sockets;
  // The file holds a secret, whatever name it is reached by. `by_name`: PATH says so, which decides
  // where this is empty.
  std::function<bool(const interceptor::HeldPath& object, const std::string& path, bool by_name)>
      is_secret = nullptr;
  // Git has the very content of a secret.
  std::function<bool(const PendingCall& call)> is_committed = nullptr;
  // Paths of the secrets that were found in the folder PATH.
  std::function<std::vector<std::string>(const std::string& path)> secrets_inside = nullptr;
  GuardedNames* guarded = nullptr;  // null: a name is all that is known
  bool has_hints = false;           // names that the tree speaks of are known (name_hints.h)
};

class Enricher {
 public:
  explicit Enricher(EnricherParts parts) : parts_(std::move(parts)) {}

  // The facts that judging a call will need.
  struct Ahead {
    bool is_slow = false;  // a walk, shell text, git or a name server: then on a worker
    policy::Assessor::Readings readings = {};  // of an exec, for the judgement
  };
  [[nodiscard]] Ahead look_ahead(const PendingCall& call) const;
  // Completes call.action, and says whether a read takes a secret. Once for each description.
  void enrich(PendingCall& call) const;
  // Names that the tree speaks of may lead to the address that CALL connects to.
  [[nodiscard]] bool may_be_named(const PendingCall& call) const;

 private:
  [[nodiscard]] bool is_to_be_named(const PendingCall& call) const;
  [[nodiscard]] static bool moves_folder(const policy::Action& action);
  [[nodiscard]] bool may_be_clean(const PendingCall& call) const;
  [[nodiscard]] bool may_be_committed(const PendingCall& call) const;
  void settle_clean(PendingCall& call) const;
  void settle_read(PendingCall& call) const;
  void mind_other_names(PendingCall& call) const;
  [[nodiscard]] bool may_be_guarded(const PendingCall& call) const;
  void mind_guarded_name(PendingCall& call) const;
  void mind_other_name(const interceptor::HeldPath& held, policy::Object& object) const;
  void mind_steering_folders(policy::Action& action) const;
  void mind_steering_links(policy::Action& action) const;
  void mind_secrets_inside(policy::Action& action) const;
  void note_carried(const PendingCall& call) const;
  [[nodiscard]] bool may_carry(const PendingCall& call) const;
  void mind_carried(PendingCall& call) const;

  EnricherParts parts_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_ENRICHER_H_
