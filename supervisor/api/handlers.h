// SPDX-License-Identifier: Apache-2.0
// One function a row of the request table. docs/api.md says what each takes and gives.
#ifndef GUARD_SUPERVISOR_API_HANDLERS_H_
#define GUARD_SUPERVISOR_API_HANDLERS_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "policy/vocabulary/assessment.h"
#include "supervisor/api/request_table.h"

namespace guard::supervisor {

// session_handlers.cc
[[nodiscard]] ApiResponse show_session(const ApiCall& call);
[[nodiscard]] ApiResponse approve_session(const ApiCall& call);
[[nodiscard]] ApiResponse stream_events(const ApiCall& call);
[[nodiscard]] ApiResponse query_audit(const ApiCall& call);

// brake_handlers.cc
[[nodiscard]] ApiResponse pause_session(const ApiCall& call);
[[nodiscard]] ApiResponse resume_session(const ApiCall& call);
[[nodiscard]] ApiResponse end_session(const ApiCall& call);

// checkpoint_handler.cc
[[nodiscard]] ApiResponse begin_checkpoint(const ApiCall& call);
[[nodiscard]] ApiResponse list_changes(const ApiCall& call);

// approval_handlers.cc
[[nodiscard]] ApiResponse list_approvals(const ApiCall& call);
[[nodiscard]] ApiResponse show_approval(const ApiCall& call);
[[nodiscard]] ApiResponse answer_approval(const ApiCall& call);
[[nodiscard]] ApiResponse answer_approvals(const ApiCall& call);

// grant_handlers.cc
[[nodiscard]] ApiResponse list_grants(const ApiCall& call);
[[nodiscard]] ApiResponse revoke_grant(const ApiCall& call);

// delegation_handlers.cc
[[nodiscard]] ApiResponse hand_on(const ApiCall& call);
[[nodiscard]] ApiResponse list_delegations(const ApiCall& call);
[[nodiscard]] ApiResponse end_delegation(const ApiCall& call);

// nested_handlers.cc
[[nodiscard]] ApiResponse join_session(const ApiCall& call);
[[nodiscard]] ApiResponse show_nested(const ApiCall& call);

// own_questions.cc
[[nodiscard]] ApiResponse list_own_questions(const ApiCall& call);

// check_handler.cc
[[nodiscard]] ApiResponse check_act(const ApiCall& call);

// "ana (guard approve)": who answers, and with what.
[[nodiscard]] std::string answerer(const ApiCall& call);
[[nodiscard]] nlohmann::json names_of(const std::vector<policy::Category>& categories);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_API_HANDLERS_H_
