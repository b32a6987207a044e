// SPDX-License-Identifier: Apache-2.0
// Against servers on loopback which answer what a test tells them, in the order of connecting.
#include "supervisor/alerts/webhook_sender.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <memory>

namespace guard::supervisor {
namespace {

using boost::asio::ip::tcp;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Answers the n-th connection with the n-th status, the last one again and again; 0: with nothing.
class Server {
 public:
  Server(boost::asio::io_context& io, std::vector<int> statuses)
      : statuses_(std::move(statuses)),
        acceptor_(io, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0)) {
    accept();
  }
  [[nodiscard]] std::string port() const {
    return std::to_string(acceptor_.local_endpoint().port());
  }
  [[nodiscard]] const std::vector<std::string>& heads() const { return heads_; }

 private:
  struct Call {
    explicit Call(tcp::socket s) : socket(std::move(s)) {}
    tcp::socket socket;
    std::string text;
  };
  void accept() {
    acceptor_.async_accept([this](auto error, tcp::socket socket) {
      if (error) return;
      auto call = std::make_shared<Call>(std::move(socket));
      boost::asio::async_read_until(call->socket, boost::asio::dynamic_buffer(call->text),
                                    "\r\n\r\n", [this, call](auto failed, std::size_t) {
                                      if (!failed) answer(call);
                                    });
      accept();
    });
  }
  void answer(const std::shared_ptr<Call>& call) {
    const int status = statuses_.at(std::min(heads_.size(), statuses_.size() - 1));
    heads_.push_back(call->text);
    kept_.push_back(call);
    if (status == 0) return;
    const std::string text =
        "HTTP/1.1 " + std::to_string(status) + " X\r\nContent-Length: 0\r\n\r\n";
    boost::system::error_code ignored;
    boost::asio::write(call->socket, boost::asio::buffer(text), ignored);
  }

  std::vector<int> statuses_;
  tcp::acceptor acceptor_;
  std::vector<std::string> heads_;
  std::vector<std::shared_ptr<Call>> kept_;
};

class WebhookSenderTest : public ::testing::Test {
 protected:
  WebhookSender sender_to(const std::string& port) {
    WebhookPace pace;
    pace.pauses = {std::chrono::milliseconds(1), std::chrono::milliseconds(1)};
    pace.limit = std::chrono::seconds(1);
    pace.at_once = 2;
    pace.waiting = 2;
    return {io_, {{false, "127.0.0.1", port, "/hook?x=1"}, std::string(32, 'k'), events_}, pace};
  }
  Alert alert() const {
    Alert alert;
    alert.id = "q1";
    alert.question = {{"what", "rm x"}, {"id", "q1"}};
    return alert;
  }
  // Until so many have ended.
  void run_until(std::size_t count) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (ends_.size() < count && std::chrono::steady_clock::now() < end)
      io_.run_one_for(std::chrono::seconds(1));
  }
  OnSent keep() {
    return [this](const std::string& failure, const std::string& result) {
      ends_.push_back(failure.empty() ? result : failure);
    };
  }

  boost::asio::io_context io_{1};
  std::vector<policy::AlertEvent> events_;
  std::vector<std::string> ends_;
};

TEST_F(WebhookSenderTest, OneThatIsTakenIsSentOnceAndSigned) {
  Server server(io_, {204});
  auto sender = sender_to(server.port());
  sender.send(alert(), keep());
  run_until(1);
  EXPECT_THAT(ends_, ElementsAre("204"));
  ASSERT_THAT(server.heads(), SizeIs(1));
  EXPECT_THAT(server.heads()[0], HasSubstr("POST /hook?x=1 HTTP/1.1\r\n"));
  EXPECT_THAT(server.heads()[0], HasSubstr("webhook-signature: v1,"));
  EXPECT_THAT(server.heads()[0], HasSubstr("Host: 127.0.0.1:" + server.port()));
  EXPECT_EQ(sender.unfinished(), 0U);
}

TEST_F(WebhookSenderTest, AServerInTroubleIsTriedAgainWithTheSameId) {
  Server server(io_, {503, 429, 200});
  auto sender = sender_to(server.port());
  sender.send(alert(), keep());
  run_until(1);
  EXPECT_THAT(ends_, ElementsAre("200"));
  ASSERT_THAT(server.heads(), SizeIs(3));
  const auto id_of = [](const std::string& head) {
    const std::size_t at = head.find("webhook-id: ");
    return head.substr(at, head.find('\r', at) - at);
  };
  EXPECT_EQ(id_of(server.heads()[0]), id_of(server.heads()[2]));
}

TEST_F(WebhookSenderTest, TriesAreLimited) {
  Server server(io_, {500});
  auto sender = sender_to(server.port());
  sender.send(alert(), keep());
  run_until(1);
  EXPECT_THAT(ends_, ElementsAre("answered 500, 3 times"));
  EXPECT_THAT(server.heads(), SizeIs(3));
}

TEST_F(WebhookSenderTest, WhatTheServerRefusesIsNotSentAgain) {
  for (const int status : {401, 404, 302}) {
    Server server(io_, {status});
    auto sender = sender_to(server.port());
    ends_.clear();
    sender.send(alert(), keep());
    run_until(1);
    EXPECT_THAT(ends_, ElementsAre("answered " + std::to_string(status)));
    EXPECT_THAT(server.heads(), SizeIs(1));
  }
}

TEST_F(WebhookSenderTest, AServerThatHangsIsGivenUp) {
  Server server(io_, {0});
  auto sender = sender_to(server.port());
  sender.send(alert(), keep());
  run_until(1);
  EXPECT_THAT(ends_, ElementsAre("no answer within 1 s, 3 times"));
}

TEST_F(WebhookSenderTest, NobodyThereIsSaid) {
  auto sender = sender_to("1");
  sender.send(alert(), keep());
  run_until(1);
  EXPECT_THAT(ends_, ElementsAre(HasSubstr("cannot connect: Connection refused")));
}

TEST_F(WebhookSenderTest, MoreThanFitIsAFailureAtOnce) {
  Server server(io_, {0});
  auto sender = sender_to(server.port());
  for (int i = 0; i < 5; ++i) sender.send(alert(), keep());
  EXPECT_THAT(ends_, ElementsAre("too many alerts wait for it already"));
}

TEST_F(WebhookSenderTest, OnlyWhatWasAskedForIsSent) {
  events_ = {policy::AlertEvent::kExecuted};
  Server server(io_, {204});
  auto sender = sender_to(server.port());
  sender.send(alert(), keep());
  EXPECT_EQ(sender.unfinished(), 0U);
  Alert test = alert();
  test.is_test = true;
  sender.send(test, keep());
  run_until(1);
  EXPECT_THAT(ends_, ElementsAre("204"));
}

}  // namespace
}  // namespace guard::supervisor
