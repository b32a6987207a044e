// SPDX-License-Identifier: Apache-2.0
// Requests put to the table directly, without a socket.
#ifndef GUARD_TESTS_SUPERVISOR_API_REQUEST_TEST_H_
#define GUARD_TESTS_SUPERVISOR_API_REQUEST_TEST_H_

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "supervisor/api/request_table.h"
#include "tests/supervisor/api/fake_session.h"

namespace guard::supervisor {

class RequestTest : public ::testing::Test {
 protected:
  ApiResponse ask(const std::string& method, const std::string& target, std::string body = "") {
    ApiPeer peer;
    peer.role = session_.role;
    peer.user = "ana";
    peer.is_guard = is_guard_;
    request_.method = method;
    request_.target = target;
    request_.body = std::move(body);
    return answer_request(backend_, peer, request_);
  }
  ApiResponse get(const std::string& target) { return ask("GET", target); }
  ApiResponse post(const std::string& target, const nlohmann::json& body) {
    return ask("POST", target, body.dump());
  }
  static std::string code(const ApiResponse& response) {
    return response.body["error"]["code"].get<std::string>();
  }
  static std::string message(const ApiResponse& response) {
    return response.body["error"]["message"].get<std::string>();
  }

  FakeSession session_;
  ApiBackend backend_ = session_.backend();
  ApiRequest request_;
  bool is_guard_ = true;
};

}  // namespace guard::supervisor

#endif  // GUARD_TESTS_SUPERVISOR_API_REQUEST_TEST_H_
