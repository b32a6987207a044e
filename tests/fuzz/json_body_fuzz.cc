// SPDX-License-Identifier: Apache-2.0
// Requests put to the API's table: first byte the method and the peer, then the target up to NUL,
// then the body. A process of the tree must never get anything done but what it is meant to.
#include <array>
#include <string>

#include "supervisor/api/request_table.h"
#include "tests/fuzz/input.h"
#include "tests/supervisor/api/fake_session.h"

namespace guard::supervisor {
namespace {

using testing::expect;

constexpr std::array kMethods = {"GET", "POST", "DELETE", "PUT", "", "get"};
constexpr std::array kRoles = {Role::kOutside, Role::kInside, Role::kStranger};

void put(testing::Input input) {
  FakeSession session;
  const std::string question = session.ask();
  const auto first = input.byte();
  ApiPeer peer;
  peer.user = "ana";
  peer.role = kRoles[first / kMethods.size() % kRoles.size()];
  ApiRequest request;
  request.method = kMethods[first % kMethods.size()];
  request.target = input.until('\0');
  // The id of a question cannot be guessed; "QUESTION" stands for it.
  if (const auto at = request.target.find("QUESTION"); at != std::string::npos)
    request.target.replace(at, 8, question);
  request.body = input.rest();
  const ApiBackend backend = session.backend();
  const ApiResponse response = answer_request(backend, peer, request);
  expect(response.status >= 200 && response.status < 600, "there is a status");
  expect(!text_of(response.body).empty(), "there is a body");
  if (peer.role == Role::kOutside) return;
  expect(session.broker.pending().size() == 1, "the tree answers no question");
  expect(session.grants.approved_categories().empty(), "the tree approves nothing");
}

}  // namespace
}  // namespace guard::supervisor

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  guard::supervisor::put(guard::testing::Input(data, size));
  return 0;
}
