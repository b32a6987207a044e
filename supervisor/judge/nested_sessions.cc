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

// The parts of a call that describing and enriching write.
struct Described {
  policy::Action action;
  policy::Assessor::Readings readings;
  UniqueFd working_folder;
  bool foreign_code = false;
  bool takes_secret = false;
};

Described taken_from(PendingCall& call) {
  return {std::exchange(call.action, {}), std::exchange(call.readings, {}),
          std::exchange(call.working_folder, {}), std::exchange(call.foreign_code, false),
          std::exchange(call.takes_secret, false)};
}

void restore_described(PendingCall& call, Described described) {
  call.action = std::move(described.action);
  call.readings = std::move(described.readings);
  call.working_folder = std::move(described.working_folder);
  call.foreign_code = described.foreign_code;
  call.takes_secret = described.takes_secret;
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

// One inner run with all that its judge refers to.
struct NestedSessions::Session {
  Session(const InsideClient& client, NestedRequest request, const NestedParts& parts)
      : joined(client),
        policy(std::make_shared<const policy::Policy>(std::move(request.policy))),
        classifier(find_path_roots(*policy, std::move(request.workspace), parts.guard_folders,
                                   parts.home)),
        build_folders(classifier),
        paths(classifier, parts.born, build_folders, parts.namer, parts.names_may_differ,
              parts.savable, parts.git),
        network(*policy, parts.guard_answers),
        stages({.policy = policy,
                .paths = paths,
                .leases = parts.leases,
                .grants = parts.grants,
                .network = network,
                .sockets = parts.sockets,
                .on_ask = stricter_of(request.on_ask, parts.on_ask),
                .raising = parts.raising,
                .saved = {parts.store},
                .environment = parts.environment,
                .is_committed = parts.is_committed,
                .hints = parts.hints,
                .first_start = parts.first_start,
                .registry = parts.registry,
                .readers = parts.readers,
                .scripts = parts.scripts,
                .others = parts.others,
                .named = parts.named,
                .asks_guard = parts.asks_guard,
                .relayed = parts.relayed}) {}

  const InsideClient joined;
  const std::shared_ptr<const policy::Policy> policy;
  const policy::PathClassifier classifier;
  const BuildFolders build_folders;
  const PathFacts paths;
  const NetworkFacts network;
  const JudgingStages stages;
  mutable std::atomic<std::uint64_t> refusals = 0;
  mutable std::atomic<std::uint64_t> asks = 0;
};

Result<void> NestedSessions::join(const InsideClient& client, NestedRequest request) {
  auto session = std::make_shared<const Session>(client, std::move(request), parts_);
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

// The verdict of the inner policy; CALL holds what it was described as there.
Judged NestedSessions::judged_inside(const Session& session, PendingCall& call) {
  session.stages.describer().describe(call);
  session.stages.enricher().enrich(call);
  return judged_as_described(session, call);
}

Judged NestedSessions::judged_as_described(const Session& session, const PendingCall& call) {
  Judged judged = session.stages.judge().judge(call);
  judged.decision.rule.insert(0, "nested.");
  return judged;
}

// A guard of root's own judges by the policy of the session outside: where an inner run has another
// one, what it says would not hold there.
void NestedSessions::hold_to_outer(const PendingCall& call, policy::Decision& decision) const {
  if (parts_.raising != policy::Raising::kSupervised || !decision.assessment.raised ||
      decision.assessment.tier < 2)
    return;
  const auto is_another = [this](const SessionPtr& session) {
    return parts_.outer == nullptr || session->policy->hash != parts_.outer->hash ||
           session->policy->mode.name != parts_.outer->mode.name;
  };
  if (std::ranges::none_of(sessions_of(call), is_another)) return;
  decision.verdict = std::max(decision.verdict, policy::Verdict::kDeny);
  decision.reason =
      "root's guard has the policy of the session outside, and not that of the guard run in here";
  decision.assessment.alternative = "Ask the user to run it outside of the inner guard run.";
}

Judged NestedSessions::strictest(PendingCall& call, Judged outer) const {
  if (!any() || weakened("nested-policy")) return outer;
  for (const SessionPtr& session : sessions_of(call)) {
    if (const int two = session->policy->two_person_tier; two > 0)
      call.two_person_tier = call.two_person_tier == 0 ? two : std::min(call.two_person_tier, two);
    Described before = taken_from(call);
    // The use of a key is no system call: it stays described as it came.
    const bool is_call = before.action.act != policy::Act::kSign;
    if (!is_call) call.action = before.action;
    Judged inner = is_call ? judged_inside(*session, call) : judged_as_described(*session, call);
    inner.loopback_only = outer.loopback_only = inner.loopback_only || outer.loopback_only;
    if (is_stricter(inner.decision, outer.decision)) {
      outer = std::move(inner);
    } else {
      restore_described(call, std::move(before));
    }
  }
  hold_to_outer(call, outer.decision);
  return outer;
}

policy::Decision NestedSessions::at_address(const PendingCall& call, policy::Decision outer) const {
  if (!any() || weakened("nested-policy")) return outer;
  for (const SessionPtr& session : sessions_of(call)) {
    policy::Decision inner = session->stages.judge().at_address(call);
    if (!is_stricter(inner, outer)) continue;
    outer = std::move(inner);
    outer.rule.insert(0, "nested.");
  }
  return outer;
}

void NestedSessions::note_refusal(const PendingCall& call) const {
  if (!any() || call.process == nullptr || call.held.tracee == nullptr) return;
  const auto sessions = sessions_of(call);
  if (sessions.empty()) return;
  ++sessions.back()->refusals;
  if (is_refused_question(call)) ++sessions.back()->asks;
}

std::optional<NestedRefusals> NestedSessions::refusals_of(const InsideClient& client) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(sessions_.rbegin(), sessions_.rend(), [&](const auto& session) {
    return session->joined.pid == client.pid && session->joined.identity == client.identity;
  });
  if (found == sessions_.rend()) return std::nullopt;
  return NestedRefusals{(*found)->refusals.load(), (*found)->asks.load()};
}

}  // namespace guard::supervisor
