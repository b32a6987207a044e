// SPDX-License-Identifier: Apache-2.0
// Requests and responses of the API as plain values: what the request table works on, without
// sockets.
#ifndef GUARD_SUPERVISOR_API_MESSAGE_H_
#define GUARD_SUPERVISOR_API_MESSAGE_H_

#include <sys/socket.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "supervisor/api/backend.h"

namespace guard::supervisor {

struct ApiPeer {
  struct ucred credentials {};
  Role role = Role::kStranger;
  std::string user;     // the name of credentials.uid
  InsideClient client;  // kInside: which process of the tree
  // It runs this very guard, so what it calls itself is true.
  bool is_guard = false;
};

struct ApiRequest {
  std::string method;
  std::string target;         // "/v1/approvals?state=pending"
  std::string user_agent;     // of the headers, these two are all that anybody reads
  std::string last_event_id;  // empty: not given
  std::string body;
};

struct ApiResponse {
  int status = 200;
  nlohmann::json body;
  std::string allow;  // for 405: the methods that the path knows
  bool close = false;
  // Set: this connection becomes a stream of the events after this one.
  std::optional<std::uint64_t> stream_after;
  bool stream_acts = false;  // and of acts as they are decided
};

// Everything that an answer may say is wrong; docs/openapi.yaml has the same.
enum class Problem {
  kInvalidRequest,
  kConfirmRequired,
  kApprovalRequired,
  kMalformed,
  kInside,
  kStranger,
  kDelegate,
  kDenied,
  kBlocked,
  kRefused,
  kDelegationOver,
  kBeyondDelegation,
  kNoDelegation,
  kNotFound,
  kMethodNotAllowed,
  kAlreadySettled,
  kGone,
  kBodyTooLarge,
  kHeaderTooLarge,
  kInternal,
  kUnreadable,
  kSystem,
  kUnsupported,
  kBusy,
};

struct ProblemRow {
  Problem problem;
  int status;
  std::string_view code;
};
[[nodiscard]] std::span<const ProblemRow> problem_rows();  // in the order of the enum
[[nodiscard]] const ProblemRow& row_of(Problem problem);

// {"error":{"type","code","message"}}; the type follows from the status.
[[nodiscard]] ApiResponse problem(Problem problem, std::string_view message);
[[nodiscard]] ApiResponse invalid_request(std::string_view message);
// An error of the session or the broker, with the status that its code means.
[[nodiscard]] ApiResponse problem_of(const Error& error);
// JSON text that is valid whatever bytes its values hold.
[[nodiscard]] std::string text_of(const nlohmann::json& json);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_API_MESSAGE_H_
