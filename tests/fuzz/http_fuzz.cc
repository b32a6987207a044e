// SPDX-License-Identifier: Apache-2.0
// Bytes on the session's socket, from one client: whatever they are, the connection ends, and what
// it answers is HTTP.
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <memory>
#include <string>
#include <utility>

#include "supervisor/api/connection.h"
#include "tests/fuzz/input.h"
#include "tests/supervisor/api/fake_session.h"

namespace guard::supervisor {
namespace {

using testing::expect;

ApiLimits small_limits() {
  ApiLimits limits;
  limits.header_bytes = 1024;
  limits.body_bytes = 2048;
  limits.patience = std::chrono::milliseconds(500);
  limits.heartbeat = std::chrono::milliseconds(500);
  return limits;
}

void talk(const std::string& bytes, Role role) {
  boost::asio::io_context io;
  Connection::Socket client(io);
  Connection::Socket server(io);
  boost::asio::local::connect_pair(client, server);
  FakeSession session;
  (void)session.ask();
  const ApiBackend backend = session.backend();
  bool ended = false;
  ApiPeer peer;
  peer.role = role;
  auto connection = std::make_shared<Connection>(std::move(server), peer, backend, small_limits(),
                                                 [&] { ended = true; });
  connection->start();
  boost::system::error_code ignored;
  client.non_blocking(true);
  boost::asio::write(client, boost::asio::buffer(bytes), ignored);
  client.shutdown(Connection::Socket::shutdown_send, ignored);
  std::string answers;
  std::array<char, 4096> piece{};
  while (!ended && io.run_one() > 0) {
    boost::system::error_code error;
    const std::size_t n = client.read_some(boost::asio::buffer(piece), error);
    answers.append(piece.data(), n);
  }
  expect(ended, "a connection whose client has gone ends");
  expect(answers.empty() || answers.starts_with("HTTP/1.1 "), "answers are HTTP");
  if (role != Role::kOutside)
    expect(session.broker.pending().size() == 1, "the tree answers no question");
}

}  // namespace
}  // namespace guard::supervisor

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kLongest = 16 * 1024;  // fits into the socket at once
  if (size == 0 || size > kLongest) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  using guard::supervisor::Role;
  guard::supervisor::talk(bytes, data[0] % 2 == 0 ? Role::kOutside : Role::kInside);
  return 0;
}
