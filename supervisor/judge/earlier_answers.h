// SPDX-License-Identifier: Apache-2.0
// EarlierAnswers: what an earlier answer says about an act that would be asked about now: the lease
// of an approved command, a refusal of the same intent, a grant. It decides by tables of this
// session alone and changes nothing. Any thread; everything it refers to outlives it.
#ifndef GUARD_SUPERVISOR_JUDGE_EARLIER_ANSWERS_H_
#define GUARD_SUPERVISOR_JUDGE_EARLIER_ANSWERS_H_

#include <optional>
#include <string>
#include <vector>

#include "policy/vocabulary/action.h"
#include "policy/vocabulary/decision.h"
#include "supervisor/approval/grants.h"
#include "supervisor/approval/lease.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/judge/judged.h"

namespace guard::supervisor {

// The effect of an earlier answer on an act that would be asked about.
struct EarlierAnswer {
  policy::Verdict verdict = policy::Verdict::kDeny;
  std::string rule = {};
  std::string reason = {};
  std::string approval_id = {};
  bool leased = false;  // Judged has the same three
  bool undo_promised = false;
  bool told_before = false;
};

class EarlierAnswers {
 public:
  // TWO_PERSON_TIER: from here on no grant answers, as one person gave it; 0: never.
  EarlierAnswers(const LeaseTable& leases, const Grants& grants, int two_person_tier)
      : leases_(leases), grants_(grants), two_person_tier_(two_person_tier) {}

  // The first answer that speaks of the act: a No that holds on, a lease or a refusal, then a
  // grant; nothing: a person must answer. ACTION is the call's, with the names that were found for
  // its destination; JUDGED asks.
  [[nodiscard]] std::optional<EarlierAnswer> of(const PendingCall& call,
                                                const policy::Action& action,
                                                const Judged& judged) const;
  // A No that holds on: it comes before every Yes, whichever was given first. For what a Yes lets
  // go unasked, too.
  [[nodiscard]] std::optional<EarlierAnswer> denied(const PendingCall& call,
                                                    const policy::Action& action,
                                                    const Judged& judged) const;
  // A No to a delete holds for each delete and move below what it was about, also where nobody
  // would be asked; but for what the session has made.
  [[nodiscard]] std::optional<EarlierAnswer> denied_removal(const PendingCall& call) const;
  // A lease covers the file act by its first object, walked when the question was asked.
  [[nodiscard]] bool covers_object(const PendingCall& call) const;
  // An approved question lets this process set up the network.
  [[nodiscard]] bool lets_set_up_network(const PendingCall& call) const;

 private:
  using Found = std::optional<EarlierAnswer>;
  [[nodiscard]] Found by_lease(const PendingCall& call, const policy::Action& action,
                               const Judged& judged) const;
  [[nodiscard]] std::optional<std::string> lease_of_object(const PendingCall& call,
                                                           const policy::Action& action) const;
  [[nodiscard]] std::optional<std::string> lease_of_command(const PendingCall& call,
                                                            const policy::Action& action,
                                                            const Judged& judged) const;
  [[nodiscard]] Found exec_by_lease(const PendingCall& call, const policy::Action& action,
                                    const Judged& judged) const;
  [[nodiscard]] Found connection_by_lease(const PendingCall& call, const policy::Action& action,
                                          const Judged& judged, const std::string& peer) const;
  [[nodiscard]] Found file_act_by_lease(const PendingCall& call, const policy::Action& action,
                                        const Judged& judged) const;
  [[nodiscard]] Found by_grant(const PendingCall& call, const policy::Action& action,
                               const Judged& judged) const;
  [[nodiscard]] Found by_refusal(const PendingCall& call, const policy::Action& action,
                                 const std::string& place) const;
  [[nodiscard]] EarlierAnswer leased_by(const std::string& approval) const;
  [[nodiscard]] bool target_is_covered(const PendingCall& call, const policy::Action& action,
                                       const std::vector<int>& ancestors) const;
  [[nodiscard]] bool reading_is_covered(const PendingCall& call, const policy::Action& action,
                                        const Judged& judged) const;
  [[nodiscard]] bool breaks_a_promise(const policy::Action& action,
                                      const std::string& approval) const;

  const LeaseTable& leases_;
  const Grants& grants_;
  const int two_person_tier_;
};

// JUDGED is decided as COVER says.
void take_over(Judged& judged, EarlierAnswer cover);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_EARLIER_ANSWERS_H_
