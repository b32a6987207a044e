// SPDX-License-Identifier: Apache-2.0
// KeyRelays: guard in the connections to key agents outside (docs/decisions/0041). A connect to
// such an agent connects the caller's own socket to guard; guard has a connection of its own to the
// agent, made with the caller's rights, and hands on what needs no answer and what was allowed. A
// thread for each connection. Whatever happens to it, the caller gets no signature that nobody
// allowed.
#ifndef GUARD_SUPERVISOR_SIGNING_KEY_RELAYS_H_
#define GUARD_SUPERVISOR_SIGNING_KEY_RELAYS_H_

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "base/limits.h"
#include "interceptor/acts/acts.h"
#include "interceptor/operations/executor.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/network/key_agents.h"
#include "supervisor/signing/key_questions.h"

namespace guard::supervisor {

struct KeyRelayParts {
  KeyAgents agents;
  // A folder of guard's own, out of the tree's reach: sockets have names there for a moment.
  std::string folder;
  const interceptor::Executor& executor;
};

class KeyRelays {
 public:
  KeyRelays(KeyRelayParts parts, KeyQuestionParts questions)
      : parts_(std::move(parts)), questions_(std::move(questions)) {}
  ~KeyRelays() { stop(); }
  KeyRelays(const KeyRelays&) = delete;
  KeyRelays& operator=(const KeyRelays&) = delete;

  // CALL connects to a key agent that the tree has not started.
  [[nodiscard]] bool relays(const PendingCall& call) const;
  // Any thread. Carries the connect out; what the caller sees is what it would have seen.
  interceptor::Executed connect(PendingCall& call);
  // Ends all connections, and waits for their threads. Questions are to be withdrawn before.
  void stop();
  [[nodiscard]] const KeyQuestions& questions() const { return questions_; }

 private:
  struct Connection;
  [[nodiscard]] bool make_room();
  [[nodiscard]] bool start(const std::shared_ptr<Connection>& connection);
  void serve(Connection& connection);

  const KeyRelayParts parts_;
  KeyQuestions questions_;
  std::mutex mutex_;
  bool stopping_ = false;
  std::list<std::shared_ptr<Connection>> connections_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SIGNING_KEY_RELAYS_H_
