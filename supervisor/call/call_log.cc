// SPDX-License-Identifier: Apache-2.0
#include "supervisor/call/call_log.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <string_view>

#include "base/log/log.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/call/act_text.h"

namespace guard::supervisor {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kSlow{100};

struct Stage {
  CallState state;
  const char* name;  // of what went on until this state was reached
};
constexpr std::array kStages = {
    Stage{CallState::kDecoded, "decode"}, Stage{CallState::kResolved, "resolve"},
    Stage{CallState::kDecided, "judge"},  Stage{CallState::kAsking, "ask"},
    Stage{CallState::kExecuting, "save"}, Stage{CallState::kAnswered, "execute"},
};

// Refusals that no policy and no person meant.
constexpr std::array kCausedByGuard = {
    policy::own_rule("internal"),       policy::own_rule("undo.save"),
    policy::own_rule("exec.verify"),    policy::own_rule("exec.replaced"),
    policy::own_rule("backend.ptrace"), policy::own_rule("secrets.gate"),
};

Clock::time_point reached(const PendingCall& call, CallState state) {
  return call.reached ? call.reached->at(static_cast<std::size_t>(state)) : Clock::time_point{};
}

std::string in_milliseconds(Clock::duration time) {
  return std::to_string(std::chrono::duration_cast<milliseconds>(time).count());
}

// A person's time: from the question to what came of it.
Clock::duration asked_for(const PendingCall& call) {
  const auto asked = reached(call, CallState::kAsking);
  if (asked == Clock::time_point{}) return {};
  const auto answered = std::max(reached(call, CallState::kExecuting), asked);
  return answered == asked ? Clock::now() - asked : answered - asked;
}

// "decode=0ms resolve=0ms judge=240ms ..."
std::string stage_times(const PendingCall& call) {
  std::string text;
  auto before = call.received;
  for (const Stage& stage : kStages) {
    const auto at = reached(call, stage.state);
    if (at < before) continue;
    text +=
        (text.empty() ? "" : " ") + std::string(stage.name) + ":" + in_milliseconds(at - before);
    before = at;
  }
  return text;
}

std::string act_of(const PendingCall& call, const Redactor& redactor) {
  return call.process == nullptr ? call.action.syscall : act_text(call, redactor);
}

std::string pid_of(const PendingCall& call) {
  return std::to_string(call.held.tracee ? call.held.tracee->tgid : call.notification.tid);
}

}  // namespace

void log_if_slow(const PendingCall& call, const Redactor& redactor) {
  if (!log_takes(LogLevel::kInfo)) return;
  const auto took = Clock::now() - call.received - asked_for(call);
  if (took < kSlow) return;
  log_line(LogLevel::kInfo, "call.slow",
           {{"ms", in_milliseconds(took)},
            {"pid", pid_of(call)},
            {"act", act_of(call, redactor)},
            {"stages", stage_times(call)}});
}

void log_broken(const PendingCall& call, const Error& error, const Redactor& redactor) {
  log_line(LogLevel::kError, "call.broken",
           {{"pid", pid_of(call)},
            {"call", call.action.syscall},
            {"act", act_of(call, redactor)},
            {"error", redactor.text(error.text())}});
}

void log_if_own_refusal(const PendingCall& call, const Redactor& redactor) {
  const std::string_view rule = call.decision.rule;
  if (std::ranges::find(kCausedByGuard, rule) == kCausedByGuard.end()) return;
  log_line(LogLevel::kWarning, "call.refused",
           {{"pid", pid_of(call)},
            {"act", act_of(call, redactor)},
            {"rule", std::string(rule)},
            {"reason", redactor.text(call.decision.reason)}});
}

}  // namespace guard::supervisor
