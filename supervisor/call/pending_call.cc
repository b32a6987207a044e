// SPDX-License-Identifier: Apache-2.0
#include "supervisor/call/pending_call.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/log/log.h"

namespace guard::supervisor {
namespace {

struct Move {
  CallState from;
  CallState to;
};

// Any state may end in kAnswered (an error refuses) or kGone (the tracee died).
constexpr std::array<Move, 8> kMoves = {{
    {CallState::kReceived, CallState::kDecoded},
    {CallState::kDecoded, CallState::kResolved},
    {CallState::kResolved, CallState::kDecided},
    {CallState::kDecided, CallState::kAsking},
    {CallState::kDecided, CallState::kExecuting},
    {CallState::kAsking, CallState::kExecuting},
    {CallState::kAsking, CallState::kDecoded},  // the answer was to what is no more: asked anew
    {CallState::kExecuting,
     CallState::kDecoded},  // the names changed between judging and acting: judged again
}};

bool is_end(CallState state) {
  return state == CallState::kAnswered || state == CallState::kGone;
}

}  // namespace

bool is_legal(CallState from, CallState to) {
  if (is_end(from)) return false;
  if (is_end(to)) return true;
  return std::any_of(kMoves.begin(), kMoves.end(),
                     [&](const Move& move) { return move.from == from && move.to == to; });
}

void advance(PendingCall& call, CallState to) {
  if (!is_legal(call.state, to)) std::abort();
  call.state = to;
  if (!log_takes(LogLevel::kInfo)) return;
  if (!call.reached) call.reached = std::make_unique<PendingCall::Reached>();
  call.reached->at(static_cast<std::size_t>(to)) = std::chrono::steady_clock::now();
}

}  // namespace guard::supervisor
