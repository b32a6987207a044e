// SPDX-License-Identifier: Apache-2.0
// NestedSessions: `guard run` inside of a session. The kernel allows one listener, so the inner run
// has no power of its own: it joins, gives its policy to the session that holds it, and becomes its
// command. From then on what it and its descendants do is judged twice, by the session as before
// and by the inner policy, and the stricter decision holds. An inner policy can therefore add
// refusals, questions and a second approver, and take none away.
// Ancestry tells which processes belong to an inner run. For an orphan whose parents were never
// seen, the number of its seccomp filters tells; it only grows: every inner run adds one before it
// joins. One mutex; any thread. References must outlive it.
#ifndef GUARD_SUPERVISOR_JUDGE_NESTED_SESSIONS_H_
#define GUARD_SUPERVISOR_JUDGE_NESTED_SESSIONS_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/limits.h"
#include "supervisor/actors/inside_clients.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/facts/path_facts.h"
#include "supervisor/judge/judged.h"
#include "supervisor/judge/judging_stages.h"
#include "supervisor/judge/nested_request.h"

namespace guard::supervisor {

// The parts that every judge of this session needs, whatever its policy.
struct NestedParts {
  const BornSet& born;
  const LeaseTable& leases;
  const Grants& grants;
  const ProcessTree& tree;
  const SocketMemory& sockets;
  Namer namer;
  std::function<bool()> names_may_differ;
  std::vector<std::string> guard_folders;
  std::string home = {};  // whose ~ a policy means; empty: this user's
  // Of the session outside: a guard of root's own is told these, and no inner ones.
  std::shared_ptr<const policy::Policy> outer = nullptr;
  std::vector<std::string> environment;
  policy::Raising raising = policy::Raising::kNever;
  policy::OnAsk on_ask = policy::OnAsk::kWait;  // of the session outside
  Savable savable;                              // its undo store
  const UndoStore* store = nullptr;             // the same; null: --no-undo
  const GitFacts* git = nullptr;
  std::function<bool(const PendingCall& call)> is_committed = nullptr;  // enricher.h
  NameHints* hints = nullptr;
  FirstStart* first_start = nullptr;  // null: of no agent
  NpmRegistry* registry = nullptr;
  const SecretReaders* readers = nullptr;
  PackageScripts* scripts = nullptr;
  OtherWork* others = nullptr;
  SocketJudge::Named named = nullptr;
  SocketJudge::AsksGuard asks_guard = nullptr;
  NetworkFacts::GuardAnswers guard_answers = nullptr;
  KeyAgents relayed = {};
};

struct NestedRefusals {
  std::uint64_t all = 0;
  std::uint64_t asks = 0;  // of them those that were, or would have been, asked
};

inline constexpr std::size_t kMostNestedSessions = size_limit("nested.sessions");

class NestedSessions {
 public:
  explicit NestedSessions(NestedParts parts, std::size_t most = kMostNestedSessions)
      : parts_(std::move(parts)), most_(most) {}

  // kBusy: too many have joined.
  Result<void> join(const InsideClient& client, NestedRequest request);
  // True when an inner policy has a word about what this process does: judging it may take longer.
  [[nodiscard]] bool any() const { return count_.load() > 0; }
  // The strictest of OUTER, the session's own, and of what each inner policy that holds for the
  // caller makes of the call. CALL is then described as the policy that decided sees it.
  [[nodiscard]] Judged strictest(PendingCall& call, Judged outer) const;
  // The same of where an allowed name leads (Judge::at_address).
  [[nodiscard]] policy::Decision at_address(const PendingCall& call, policy::Decision outer) const;
  // Counts for the innermost run that the call belongs to.
  void note_refusal(const PendingCall& call) const;
  // For the run that this process joined as; nullopt: it has not.
  [[nodiscard]] std::optional<NestedRefusals> refusals_of(const InsideClient& client) const;

 private:
  struct Session;
  using SessionPtr = std::shared_ptr<const Session>;
  [[nodiscard]] static Judged judged_inside(const Session& session, PendingCall& call);
  [[nodiscard]] static Judged judged_as_described(const Session& session, const PendingCall& call);
  void hold_to_outer(const PendingCall& call, policy::Decision& decision) const;
  [[nodiscard]] std::vector<SessionPtr> sessions_of(const PendingCall& call) const;

  const NestedParts parts_;
  const std::size_t most_;
  std::atomic<std::size_t> count_ = 0;
  mutable std::mutex mutex_;
  std::vector<SessionPtr> sessions_;  // in the order of joining
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_NESTED_SESSIONS_H_
