// SPDX-License-Identifier: Apache-2.0
// RaisedQuestions: the questions of the guard that root runs for an approved sudo, put to whoever
// answers this session's. Each is a question of its own here: no answer that was remembered in this
// session covers it, and what a person says for the rest of the session is remembered by root's.
// The words of root's guard decide nothing here; the socket that it came by was handed to nobody
// else.
#ifndef GUARD_SUPERVISOR_RIGHTS_RAISED_QUESTIONS_H_
#define GUARD_SUPERVISOR_RIGHTS_RAISED_QUESTIONS_H_

#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "supervisor/approval/broker.h"

namespace guard::supervisor {

// QUESTION as the events of root's session have it; COMMAND: the sudo that it belongs to.
[[nodiscard]] Question question_of_roots(const nlohmann::json& question, const std::string& command,
                                         const std::string& session);

struct RaisedPlan {
  nlohmann::json plan;  // for root's guard
  std::string command;  // for people
  std::string session;  // this one's name
  // Each of its questions, once it is settled; any thread. May be empty.
  std::function<void(const Question& question, const Settled& settled,
                     std::chrono::milliseconds waited)>
      on_answer = {};
};

// Hands the plan over, and asks until the other end has closed; ON_HELLO once, when somebody is
// there. Blocks; any thread. Questions that still wait are withdrawn then.
void serve_roots_guard(int socket, const RaisedPlan& plan, Broker& broker,
                       const std::function<void()>& on_hello);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RIGHTS_RAISED_QUESTIONS_H_
