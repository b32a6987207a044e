// SPDX-License-Identifier: Apache-2.0
// The parts of a session that decide: Asking holds questions and how far their answers reach,
// Judging says what holds for a call. Any thread; each member has a lock of its own where it needs
// one.
#ifndef GUARD_SUPERVISOR_RUN_SESSION_JUDGING_H_
#define GUARD_SUPERVISOR_RUN_SESSION_JUDGING_H_

#include "supervisor/actors/first_start.h"
#include "supervisor/actors/process_tree.h"
#include "supervisor/approval/broker.h"
#include "supervisor/approval/grants.h"
#include "supervisor/approval/lease.h"
#include "supervisor/call/saver.h"
#include "supervisor/collisions/other_work.h"
#include "supervisor/collisions/overlap_view.h"
#include "supervisor/judge/judging_stages.h"
#include "supervisor/judge/nested_sessions.h"
#include "supervisor/run/options.h"
#include "supervisor/run/session_facts.h"
#include "supervisor/run/stores.h"

namespace guard::supervisor {

// No member refers to another one before the session connects them (answer_what_is_covered): then
// `broker` refers to `grants`, and `grants` to `broker`.
struct Asking {
  explicit Asking(const RunOptions& options);
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

  LeaseTable leases;
  Grants grants;
  Broker broker;
};

struct JudgingContext {
  const RunOptions& options;
  const SessionStores& stores;
  const FileFacts& files;
  NetworkKnowledge& network;
  const Asking& asking;
  const ProcessTree& tree;
  decltype(EnricherParts::is_secret) is_secret;  // enricher.h
  decltype(EnricherParts::is_committed) is_committed;
  decltype(EnricherParts::secrets_inside) secrets_inside;
  policy::Raising raising = policy::Raising::kNever;
  SecretsBelow secrets_below = nullptr;  // judge.h
};

// `stages` and `nested` refer to the four before them; all refer to the parts of the context.
struct Judging {
  explicit Judging(const JudgingContext& context);
  Judging(const Judging&) = delete;
  Judging& operator=(const Judging&) = delete;

  FirstStart first_start;
  SecretReaders readers;
  PackageScripts scripts;
  OtherWork others;
  OverlapView overlaps;
  JudgingStages stages;
  Saver saver;  // for questions as well: what an act takes away can be brought back
  NestedSessions nested;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_SESSION_JUDGING_H_
