// SPDX-License-Identifier: Apache-2.0
// KeyQuestions: judges one use of a key, asks about it, and has it on record, as the pipeline does
// with a call. Blocks until somebody has answered: on the thread of its relay alone. Any thread;
// what it refers to outlives it.
#ifndef GUARD_SUPERVISOR_SIGNING_KEY_QUESTIONS_H_
#define GUARD_SUPERVISOR_SIGNING_KEY_QUESTIONS_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "policy/vocabulary/action.h"
#include "supervisor/approval/broker.h"
#include "supervisor/approval/grants.h"
#include "supervisor/ask/question_text.h"
#include "supervisor/brake/call_brake.h"
#include "supervisor/call/call_record.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/facts/born_set.h"
#include "supervisor/judge/judge.h"
#include "supervisor/judge/nested_sessions.h"
#include "supervisor/signing/key_caller.h"

namespace guard::supervisor {

struct KeyQuestionParts {
  Judge& judge;
  const NestedSessions& nested;
  Broker& broker;
  Grants& grants;
  QuestionContext question;
  CallRecorder& record;
  const BornSet& born;
  CallBrake& brake;
  std::function<void(const std::string&)> tell_front;  // one line for guard's own standard error
};

class KeyQuestions {
 public:
  explicit KeyQuestions(KeyQuestionParts parts) : parts_(std::move(parts)) {}

  // Null: refused, which is on record, and was told. Else the use may happen, once, and ended() is
  // to be told how it went. GOES_ON: its caller still waits for it.
  [[nodiscard]] CallPtr allow(const KeyCaller& caller, policy::KeyRequest request,
                              const std::function<bool()>& goes_on);
  void ended(PendingCall& use, bool done);
  // Not asked about: a message that guard does not know, or cannot read.
  void refuse_unknown(const KeyCaller& caller, const std::string& agent, const std::string& words);

  // By rule; and those that were, or would have been, asked.
  [[nodiscard]] std::uint64_t refusals() const { return refusals_.load(); }
  [[nodiscard]] std::uint64_t questions_refused() const { return questions_refused_.load(); }

 private:
  [[nodiscard]] bool ask(PendingCall& call, const std::function<bool()>& goes_on);
  [[nodiscard]] bool act_on_answer(PendingCall& call, const Settled& outcome);
  void remember(const PendingCall& call, const Answer& given);
  void keep_denial(PendingCall& call, const Settled& outcome);
  void refuse(PendingCall& call);

  KeyQuestionParts parts_;
  std::atomic<std::uint64_t> refusals_ = 0;
  std::atomic<std::uint64_t> questions_refused_ = 0;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SIGNING_KEY_QUESTIONS_H_
