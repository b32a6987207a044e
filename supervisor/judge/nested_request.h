// SPDX-License-Identifier: Apache-2.0
// The words of a `guard run` inside of a session when it joins that session (POST /v1/nested): its
// policy as texts, and what its options add. Values only.
#ifndef GUARD_SUPERVISOR_JUDGE_NESTED_REQUEST_H_
#define GUARD_SUPERVISOR_JUDGE_NESTED_REQUEST_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "policy/decide/evaluator.h"
#include "policy/model/policy.h"

namespace guard::supervisor {

struct NestedRequest {
  policy::Policy policy;
  std::vector<std::string> workspace;  // canonical
  policy::OnAsk on_ask = policy::OnAsk::kWait;
};

// kInvalid with one line for people: unknown fields, wrong types, a policy that does not load.
[[nodiscard]] Result<NestedRequest> read_nested_request(const nlohmann::json& body);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_NESTED_REQUEST_H_
