// SPDX-License-Identifier: Apache-2.0
// The API's requests as rows {method, path, who may, parameters, handler}, and the one way through
// them. Works on plain values; control thread.
#ifndef GUARD_SUPERVISOR_API_REQUEST_TABLE_H_
#define GUARD_SUPERVISOR_API_REQUEST_TABLE_H_

#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "supervisor/api/backend.h"
#include "supervisor/api/message.h"

namespace guard::supervisor {

// For a POST. kOptional: no field of it is needed, and an empty body is read as {}.
enum class Body { kRequired, kOptional };

// The part of a row that clients may know; docs/openapi.yaml describes the same.
struct ApiRoute {
  std::string_view method;
  std::string path;  // "/v1/approvals/{id}"
  // kInside: also a process of the tree; kDelegate: also whom something was handed.
  Role needed = Role::kOutside;
  std::span<const std::string_view> parameters;  // of the query
  std::span<const std::string_view> fields;      // of the body
  Body body = Body::kRequired;
};
[[nodiscard]] std::vector<ApiRoute> api_routes();

// A handler gets this: a request that has a row, from a peer that may, with parameters and fields
// that the row knows.
struct ApiCall {
  const ApiBackend& backend;
  const ApiPeer& peer;
  const ApiRequest& request;
  std::string id;  // what stood for {id} in the path
  std::map<std::string, std::string> query;
  nlohmann::json body;  // the parsed object of a POST
};

// Never fails: every error is a response. Requests that the role does not allow are answered 403
// and told to backend.refused.
[[nodiscard]] ApiResponse answer_request(const ApiBackend& backend, const ApiPeer& peer,
                                         const ApiRequest& request);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_API_REQUEST_TABLE_H_
