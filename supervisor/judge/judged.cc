// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/judged.h"

#include <utility>

namespace guard::supervisor {
namespace {

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

}  // namespace

bool asks(const Judged& judged) {
  return judged.decision.verdict == policy::Verdict::kAsk;
}

bool is_stricter(const policy::Decision& decision, const policy::Decision& than) {
  const int left = strictness_of(decision.verdict);
  const int right = strictness_of(than.verdict);
  if (left != right) return left > right;
  return decision.verdict == policy::Verdict::kAsk &&
         decision.assessment.tier > than.assessment.tier;
}

void settle(PendingCall& call, Judged judged) {
  // Lets go of what only judging needed: a call may wait long for a person, with thousands of
  // others. Where the answer has it looked at again, its words are read for that.
  call.decision = std::move(judged.decision);
  if (judged.intent.shown.empty() && !call.decision.assessment.raised) call.readings = {};
  // A command that runs outside starts in the very folder that was judged.
  if (!call.decision.assessment.raised) call.working_folder.reset();
  call.walked = std::move(judged.walked);
  call.walked_at = judged.walked_at;
  call.intent = std::move(judged.intent);
  call.searched = std::move(judged.searched);
  call.watched = judged.watched;
  call.not_let = std::move(judged.not_let);
  // If an act is judged again, the question that was answered stays on record.
  if (!judged.approval_id.empty()) call.approval_id = std::move(judged.approval_id);
  call.collides = std::move(judged.collides);
  call.leased = judged.leased;
  call.undo_promised = judged.undo_promised;
  call.told_before = judged.told_before;
  call.held.keeps_netlink_power = judged.keeps_netlink_power;
  call.held.loopback_only = judged.loopback_only;
  if (judged.destination) call.action.destination = std::move(*judged.destination);
}

}  // namespace guard::supervisor
