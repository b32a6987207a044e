// SPDX-License-Identifier: Apache-2.0
// A name server of guard's on loopback, and in a network of its own, asked by real sockets.
#include "supervisor/names/name_server.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <string>
#include <vector>

#include "interceptor/sockets/lone_network.h"
#include "interceptor/sockets/name_sockets.h"

namespace guard::supervisor {
namespace {

using std::chrono::milliseconds;

std::vector<NameServerPlace> one_place(interceptor::NameSockets& sockets) {
  std::vector<NameServerPlace> places;
  places.push_back({false, std::move(sockets.datagrams), std::move(sockets.streams)});
  return places;
}

sockaddr_in at(const char* address, std::uint16_t port) {
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(port);
  ::inet_pton(AF_INET, address, &place.sin_addr);
  return place;
}

std::string exchanged(int fd, const std::string& said) {
  EXPECT_EQ(::send(fd, said.data(), said.size(), MSG_NOSIGNAL), static_cast<ssize_t>(said.size()));
  std::array<char, 512> bytes{};
  const ssize_t size = ::recv(fd, bytes.data(), bytes.size(), 0);
  return {bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

void in_brackets(std::string_view said, const NameServer::Reply& reply) {
  reply([said = std::string(said)] { return "<" + said + ">"; });
}

class NameServerTest : public ::testing::Test {
 protected:
  UniqueFd connected(int type) const {
    UniqueFd fd(::socket(AF_INET, type | SOCK_CLOEXEC, 0));
    const sockaddr_in place = at("127.0.0.1", port_);
    EXPECT_EQ(::connect(fd.get(), reinterpret_cast<const sockaddr*>(&place), sizeof(place)), 0);
    return fd;
  }
  void start(milliseconds quiet = NameServer::kQuiet) {
    auto sockets = interceptor::bind_name_sockets("127.0.0.1", 0);
    ASSERT_TRUE(sockets) << sockets.error().text();
    port_ = sockets->port;
    server_ = std::make_unique<NameServer>(one_place(*sockets), in_brackets, quiet);
  }
  static bool is_closed(int fd) {
    char byte = 0;
    return ::recv(fd, &byte, 1, 0) <= 0;
  }

  std::uint16_t port_ = 0;
  std::unique_ptr<NameServer> server_;
};

TEST_F(NameServerTest, ADatagramIsAnswered) {
  start();
  const UniqueFd fd = connected(SOCK_DGRAM);
  EXPECT_EQ(exchanged(fd.get(), "who"), "<who>");
}

TEST_F(NameServerTest, AStreamIsAnsweredQuestionByQuestion) {
  start();
  const UniqueFd fd = connected(SOCK_STREAM);
  using std::string_literals::operator""s;
  EXPECT_EQ(exchanged(fd.get(), "\0\3who"s), "\0\5<who>"s);
  EXPECT_EQ(exchanged(fd.get(), "\0\4what"s), "\0\6<what>"s);
}

TEST_F(NameServerTest, AConnectionThatSaysNothingIsClosed) {
  start(milliseconds(20));
  const UniqueFd fd = connected(SOCK_STREAM);
  EXPECT_TRUE(is_closed(fd.get()));
}

TEST_F(NameServerTest, ConnectionsBeyondTheirNumberAreClosed) {
  start();
  std::vector<UniqueFd> connections;
  for (std::size_t i = 0; i < size_limit("names.connections"); ++i) {
    connections.push_back(connected(SOCK_STREAM));
    using std::string_literals::operator""s;
    ASSERT_EQ(exchanged(connections.back().get(), "\0\1?"s), "\0\3<?>"s);
  }
  const UniqueFd more = connected(SOCK_STREAM);
  EXPECT_TRUE(is_closed(more.get()));
}

// As a lookup that ends when the session has.
TEST_F(NameServerTest, AnAnswerThatComesTooLateIsNotGiven) {
  NameServer::Reply kept;
  auto sockets = interceptor::bind_name_sockets("127.0.0.1", 0);
  ASSERT_TRUE(sockets) << sockets.error().text();
  port_ = sockets->port;
  std::atomic<bool> asked = false;
  server_ = std::make_unique<NameServer>(one_place(*sockets),
                                         [&](std::string_view, NameServer::Reply reply) {
                                           kept = std::move(reply);
                                           asked = true;
                                           asked.notify_all();
                                         });
  const UniqueFd fd = connected(SOCK_DGRAM);
  EXPECT_EQ(::send(fd.get(), "who", 3, 0), 3);
  asked.wait(false);
  server_.reset();
  bool finished = false;
  kept([&]() -> std::optional<std::string> {
    finished = true;
    return "late";
  });
  EXPECT_FALSE(finished);
}

// A slow answer holds up no other one.
TEST_F(NameServerTest, AnswersComeInAnyOrder) {
  NameServer::Reply slow;
  auto sockets = interceptor::bind_name_sockets("127.0.0.1", 0);
  ASSERT_TRUE(sockets) << sockets.error().text();
  port_ = sockets->port;
  server_ = std::make_unique<NameServer>(
      one_place(*sockets), [&](std::string_view said, NameServer::Reply reply) {
        if (said == "slow") {
          slow = std::move(reply);
          return;
        }
        reply([] { return std::optional<std::string>("quick"); });
        if (slow) slow([] { return std::optional<std::string>("slow"); });
      });
  const UniqueFd waits = connected(SOCK_DGRAM);
  const UniqueFd goes_on = connected(SOCK_DGRAM);
  EXPECT_EQ(::send(waits.get(), "slow", 4, 0), 4);
  EXPECT_EQ(exchanged(goes_on.get(), "other"), "quick");
  std::array<char, 16> bytes{};
  EXPECT_EQ(::recv(waits.get(), bytes.data(), bytes.size(), 0), 4);
}

TEST(LoneNetworkTest, EveryAddressIsOfItAndLeadsNowhereElse) {
  auto network = interceptor::LoneNetwork::make();
  if (!network) GTEST_SKIP() << network.error().text();
  auto sockets = interceptor::bind_name_sockets(**network, "192.0.2.53", 53);
  ASSERT_TRUE(sockets) << sockets.error().text();
  const NameServer server(one_place(*sockets), in_brackets);
  auto asks = (*network)->socket({AF_INET, SOCK_DGRAM, 0});
  ASSERT_TRUE(asks);
  EXPECT_TRUE((*network)->holds(asks->get()));
  const sockaddr_in place = at("192.0.2.53", 53);
  EXPECT_EQ(
      ::sendto(asks->get(), "who", 3, 0, reinterpret_cast<const sockaddr*>(&place), sizeof(place)),
      3);
  sockaddr_in from{};
  socklen_t length = sizeof(from);
  std::array<char, 16> bytes{};
  EXPECT_EQ(::recvfrom(asks->get(), bytes.data(), bytes.size(), 0,
                       reinterpret_cast<sockaddr*>(&from), &length),
            5);
  EXPECT_EQ(from.sin_addr.s_addr, place.sin_addr.s_addr);
  EXPECT_EQ(from.sin_port, place.sin_port);
  const UniqueFd own(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  EXPECT_FALSE((*network)->holds(own.get()));
}

}  // namespace
}  // namespace guard::supervisor
