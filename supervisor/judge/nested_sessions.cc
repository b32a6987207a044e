// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/nested_sessions.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/weaken.h"
#include "interceptor/process/proc_status.h"
#include "supervisor/facts/build_folders.h"
#include "supervisor/facts/path_roots.h"
#include "supervisor/network/network_facts.h"

namespace guard::supervisor {
namespace {

// What judging writes into a call.
struct Judged {
  policy::Action action;
  policy::Decision decision;
  std::vector<ObjectId> walked;
  std::string approval_id;
  bool foreign_code = false;
  bool leased = false;
  bool undo_promised = false;
  bool told_before = false;
};

Judged taken_from(PendingCall& call) {
  Judged judged{std::move(call.action),
                std::move(call.decision),
                std::move(call.walked),
                std::exchange(call.approval_id, {}),
                std::exchange(call.foreign_code, false),
                std::exchange(call.leased, false),
                std::exchange(call.undo_promised, false),
                std::exchange(call.told_before, false)};
  call.action = {};
  call.decision = {};
  call.walked.clear();
  return judged;
}

void give_back(PendingCall& call, Judged judged) {
  call.action = std::move(judged.action);
  call.decision = std::move(judged.decision);
  call.walked = std::move(judged.walked);
  call.approval_id = std::move(judged.approval_id);
  call.foreign_code = judged.foreign_code;
  call.leased = judged.leased;
  call.undo_promised = judged.undo_promised;
  call.told_before = judged.told_before;
}

int strictness_of(policy::Verdict verdict) {
  switch (verdict) {
    case policy::Verdict::kAllow:
      return 0;
    case policy::Verdict::kAsk:
      return 1;
    case policy::Verdict::kDeny:
      return 2;
    case policy::Verdict::kBlock:
      return 3;
  }
  return 3;
}

// Where nobody answers outside, nobody answers inside.
policy::OnAsk stricter_of(policy::OnAsk inside, policy::OnAsk outside) {
  return outside == policy::OnAsk::kDeny ? outside : inside;
}

const Process& topmost(const Process& process) {
  const Process* top = &process;
  while (top->parent) top = top->parent.get();
  return *top;
}

}  // namespace

bool is_stricter(const policy::Decision& decision, const policy::Decision& than) {
  const int left = strictness_of(decision.verdict);
  const int right = strictness_of(than.verdict);
  if (left != right) return left > right;
  return decision.verdict == policy::Verdict::kAsk &&
         decision.assessment.tier > than.assessment.tier;
}

// One inner run with all that its judge refers to.
struct NestedSessions::Session {
  Session(const Caller& caller, NestedRequest request, const NestedParts& parts)
      : joined(caller),
        policy(std::make_shared<const policy::Policy>(std::move(request.policy))),
        classifier(find_path_roots(*policy, std::move(request.workspace), parts.guard_folders)),
        build_folders(classifier),
        paths(classifier, parts.born, build_folders, parts.namer, parts.names_may_differ,
              parts.savable, parts.git),
        network(*policy),
        judge({policy,
               paths,
               parts.leases,
               parts.grants,
               network,
               parts.sockets,
               stricter_of(request.on_ask, parts.on_ask),
               parts.runs_as_root,
               {parts.store},
               parts.environment,
               nullptr,
               false,
               parts.is_committed,
               "",
               parts.hints}) {}

  const Caller joined;
  const std::shared_ptr<const policy::Policy> policy;
  const policy::PathClassifier classifier;
  const BuildFolders build_folders;
  const PathFacts paths;
  const NetworkFacts network;
  const Judge judge;
  mutable std::atomic<std::uint64_t> refusals = 0;
  mutable std::atomic<std::uint64_t> asks = 0;
};

Result<void> NestedSessions::join(const Caller& caller, NestedRequest request) {
  auto session = std::make_shared<const Session>(caller, std::move(request), parts_);
  const std::lock_guard lock(mutex_);
  if (sessions_.size() >= most_) return fail(Code::kBusy, "too many runs have joined this session");
  sessions_.push_back(std::move(session));
  count_ = sessions_.size();
  return {};
}

std::vector<NestedSessions::SessionPtr> NestedSessions::sessions_of(const PendingCall& call) const {
  std::vector<SessionPtr> known;
  {
    const std::lock_guard lock(mutex_);
    known = sessions_;
  }
  const bool is_orphan = topmost(*call.process).pid != parts_.tree.root();
  int filters = 0;
  if (is_orphan) {
    const auto status = interceptor::read_proc_status_at(call.held.tracee->proc.get());
    // Unreadable: the stricter.
    filters = status ? status->seccomp_filters : std::numeric_limits<int>::max();
  }
  std::erase_if(known, [&](const SessionPtr& session) {
    if (is_orphan && !weakened("nested-orphans") && filters >= session->joined.filters)
      return false;
    for (const Process* p = call.process.get(); p != nullptr; p = p->parent.get()) {
      if (p->pid == session->joined.pid && p->identity == session->joined.identity) return false;
    }
    return true;
  });
  return known;
}

void NestedSessions::tighten(PendingCall& call) const {
  if (!any() || weakened("nested-policy")) return;
  for (const SessionPtr& session : sessions_of(call)) {
    if (const int two = session->policy->two_person_tier; two > 0)
      call.two_person_tier = call.two_person_tier == 0 ? two : std::min(call.two_person_tier, two);
    Judged before = taken_from(call);
    session->judge.describer().describe(call);
    session->judge.decide(call);
    if (is_stricter(call.decision, before.decision)) {
      call.decision.rule.insert(0, "nested.");
    } else {
      give_back(call, std::move(before));
    }
  }
}

void NestedSessions::note_refusal(const PendingCall& call) const {
  if (!any() || call.process == nullptr || call.held.tracee == nullptr) return;
  const auto sessions = sessions_of(call);
  if (sessions.empty()) return;
  ++sessions.back()->refusals;
  if (is_refused_question(call)) ++sessions.back()->asks;
}

std::optional<NestedRefusals> NestedSessions::refusals_of(const Caller& caller) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(sessions_.rbegin(), sessions_.rend(), [&](const auto& session) {
    return session->joined.pid == caller.pid && session->joined.identity == caller.identity;
  });
  if (found == sessions_.rend()) return std::nullopt;
  return NestedRefusals{(*found)->refusals.load(), (*found)->asks.load()};
}

}  // namespace guard::supervisor
