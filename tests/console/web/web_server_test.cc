// SPDX-License-Identifier: Apache-2.0
#include "console/web/web_server.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "console/web/tcp_peer.h"
#include "console/web/web_app.h"

namespace guard::console {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

UniqueFd connected_to(std::uint16_t port) {
  UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  EXPECT_EQ(::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  return fd;
}

void send_text(const UniqueFd& fd, const std::string& text) {
  EXPECT_EQ(::send(fd.get(), text.data(), text.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(text.size()));
}

std::string read_all(const UniqueFd& fd) {
  std::string text;
  char part[4096];
  for (ssize_t got = 0; (got = ::recv(fd.get(), part, sizeof part, 0)) > 0;)
    text.append(part, static_cast<std::size_t>(got));
  return text;
}

std::string request(const std::string& line, std::uint16_t port, const std::string& more = "",
                    const std::string& body = "") {
  return line + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\n" + more +
         (body.empty() ? "" : "Content-Length: " + std::to_string(body.size()) + "\r\n") + "\r\n" +
         body;
}

class WebServerTest : public ::testing::Test {
 protected:
  WebServerTest() : server_(std::move(*WebServer::listen(PagePlace{}))) {
    hub_ = std::move(*WebHub::start([] { return std::vector<SessionSocket>{}; }));
    WebSettings settings;
    settings.place.port = server_.port();
    settings.peer_of = [this](int) { return peer_; };
    settings.tell = [this](const std::string& line) { told_ += line; };
    app_ = std::make_unique<WebApp>(std::move(settings), *hub_);
  }
  ~WebServerTest() override { server_.stop(); }

  std::string answer_to(const std::string& text) {
    const UniqueFd fd = connected_to(server_.port());
    accept();
    send_text(fd, text);
    return read_all(fd);
  }
  void accept() {
    server_.accept([this](WebChannel& channel) { app_->serve(channel); },
                   [this](int fd) { return app_->admits(fd); });
  }
  [[nodiscard]] std::string own_page() const {
    return "Origin: http://127.0.0.1:" + std::to_string(server_.port()) +
           "\r\nContent-Type: application/json\r\n";
  }
  std::string log_in(const std::string& token) {
    return answer_to(
        request("POST /api/login", server_.port(), own_page(), R"({"token":")" + token + "\"}"));
  }

  WebServer server_;
  std::unique_ptr<WebHub> hub_;
  TcpPeer peer_{PeerPlace::kOutside, 1, "browser"};
  std::string told_;
  std::unique_ptr<WebApp> app_;
};

TEST_F(WebServerTest, ThePageComesWithItsPolicy) {
  const std::string page = answer_to(request("GET /", server_.port()));
  EXPECT_THAT(page, StartsWith("HTTP/1.1 200 OK\r\nContent-Type: text/html"));
  EXPECT_THAT(page, HasSubstr("Content-Security-Policy: default-src 'none'"));
  EXPECT_THAT(page, HasSubstr("X-Content-Type-Options: nosniff"));
  EXPECT_THAT(page, HasSubstr("<script type=\"module\" src=\"/assets/app.js\">"));
}

TEST_F(WebServerTest, ATokenBecomesACookieThatScriptsCannotRead) {
  const std::string token = app_->login().new_token();
  const std::string opened = log_in(token);
  EXPECT_THAT(opened, StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(opened, HasSubstr("; HttpOnly; SameSite=Strict; Path=/\r\n"));
  EXPECT_THAT(opened, HasSubstr("{\"key\":\""));
  EXPECT_THAT(log_in(token), StartsWith("HTTP/1.1 403"));
}

TEST_F(WebServerTest, GuessesAreSlowedDown) {
  for (std::size_t i = 0; i < Login::kMostTries; ++i)
    EXPECT_THAT(log_in("guess"), StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(log_in(app_->login().new_token()), StartsWith("HTTP/1.1 429"));
}

TEST_F(WebServerTest, ASupervisedProcessIsRefusedWhateverItBrings) {
  peer_ = {PeerPlace::kInside, 4711, "curl"};
  const std::string token = app_->login().new_token();
  EXPECT_THAT(log_in(token), StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(told_, HasSubstr("refused POST /api/login of curl (pid 4711)"));
  peer_.place = PeerPlace::kUnknown;
  EXPECT_THAT(log_in(token), StartsWith("HTTP/1.1 403"));
  peer_.place = PeerPlace::kForeign;
  EXPECT_THAT(log_in(token), StartsWith("HTTP/1.1 403"));
  peer_.place = PeerPlace::kOutside;
  EXPECT_THAT(log_in(token), StartsWith("HTTP/1.1 200"));
}

TEST_F(WebServerTest, WhoIsNotLoggedInGetsNothing) {
  EXPECT_THAT(answer_to(request("GET /api/events", server_.port())), StartsWith("HTTP/1.1 401"));
  EXPECT_THAT(answer_to(request("GET /nowhere", server_.port())), StartsWith("HTTP/1.1 401"));
  EXPECT_THAT(answer_to(request("GET /assets/%2e%2e%2fnone", server_.port())),
              StartsWith("HTTP/1.1 404"));
}

TEST_F(WebServerTest, NonsenseAndTooMuchAreRefused) {
  EXPECT_THAT(answer_to("\x16\x03\x01 nonsense\r\n\r\n"), StartsWith("HTTP/1.1 400"));
  const std::string head(WebChannel::kLargestHead, 'x');
  EXPECT_THAT(answer_to("GET / HTTP/1.1\r\nHost: " + head.substr(1000) + "\r\nX: " + head),
              StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(answer_to(request("POST /api/login", server_.port(),
                                own_page() + "Content-Length: 99999999\r\n")),
              StartsWith("HTTP/1.1 400"));
}

TEST_F(WebServerTest, MoreConnectionsThanThereIsRoomForAreTurnedAway) {
  std::vector<UniqueFd> silent;
  for (std::size_t i = 0; i < WebServer::kMost; ++i) {
    silent.push_back(connected_to(server_.port()));
    accept();
  }
  EXPECT_THAT(answer_to(request("GET /", server_.port())), StartsWith("HTTP/1.1 503"));
}

TEST_F(WebServerTest, SupervisedProcessesCannotTakeThePlacesOfOthers) {
  peer_ = {PeerPlace::kInside, 4711, "python3"};
  std::vector<UniqueFd> silent;
  for (std::size_t i = 0; i < 2 * WebServer::kMost; ++i) {
    silent.push_back(connected_to(server_.port()));
    accept();
  }
  peer_.place = PeerPlace::kOutside;
  EXPECT_THAT(answer_to(request("GET /", server_.port())), StartsWith("HTTP/1.1 200"));
}

TEST_F(WebServerTest, OtherHostsAreRefusedWithoutTls) {
  peer_ = {PeerPlace::kElsewhere, 0, "192.0.2.7"};
  EXPECT_THAT(log_in(app_->login().new_token()), StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(told_, HasSubstr("refused POST /api/login of 192.0.2.7: "));
}

TEST_F(WebServerTest, WhatARequestDoesNotKnowIsAnError) {
  const auto opened = app_->login().open(app_->login().new_token(), Login::Clock::now());
  const std::string known = own_page() + "Cookie: guard_web_" + std::to_string(server_.port()) +
                            "=" + opened->cookie + "\r\nX-Guard-Key: " + opened->key + "\r\n";
  const auto get = [&](const std::string& target) {
    return answer_to(request("GET " + target, server_.port(), known));
  };
  EXPECT_THAT(get("/api/grants?x=1"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(get("/api/audit?undo=maybe"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(get("/api/audit?tier=1&tier=2"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(get("/api/audit?command=%zz"), StartsWith("HTTP/1.1 400"));
  const auto post = [&](const std::string& body) {
    return answer_to(request("POST /api/undo/s", server_.port(), known, body));
  };
  EXPECT_THAT(post(R"({"conflicts":"skip","conflicts":"overwrite"})"), HasSubstr("given twice"));
  EXPECT_THAT(post(R"({"conflict":"skip"})"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(post(R"({"conflicts":7})"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(post("{\"conflicts\":" + std::string(50, '[') + std::string(50, ']') + "}"),
              HasSubstr("too deeply"));
}

TEST_F(WebServerTest, AStreamEndsWithItsLogin) {
  const auto opened = app_->login().open(app_->login().new_token(), Login::Clock::now());
  const std::string known = own_page() + "Cookie: guard_web_" + std::to_string(server_.port()) +
                            "=" + opened->cookie + "\r\nX-Guard-Key: " + opened->key + "\r\n";
  const UniqueFd stream = connected_to(server_.port());
  accept();
  send_text(stream, request("GET /api/events", server_.port(), known));
  std::string seen;
  for (char byte = 0; seen.find("event: state") == std::string::npos;) {
    ASSERT_EQ(::recv(stream.get(), &byte, 1, 0), 1);
    seen += byte;
  }
  EXPECT_THAT(answer_to(request("POST /api/logout", server_.port(), known, "{}")),
              StartsWith("HTTP/1.1 200"));
  (void)read_all(stream);  // comes to its end
}

TEST_F(WebServerTest, APortThatIsTakenSaysWhatToDo) {
  PagePlace place;
  place.port = server_.port();
  const auto second = WebServer::listen(place);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().text(), HasSubstr("leave --port out"));
  place.port = 0;
  place.address = "192.0.2.7";
  EXPECT_THAT(WebServer::listen(place).error().text(), HasSubstr("ip address"));
}

TEST_F(WebServerTest, WhatIsRefusedDoesNotFloodTheTerminal) {
  peer_ = {PeerPlace::kInside, 4711, "python3"};
  for (int i = 0; i < 40; ++i)
    EXPECT_THAT(answer_to(request("GET /api/undo", server_.port())), StartsWith("HTTP/1.1 403"));
  EXPECT_EQ(std::count(told_.begin(), told_.end(), '('), 10);
  EXPECT_THAT(told_, HasSubstr("not told"));
}

// --- who is at the other end -------------------------------------------------------------------

class TcpPeerTest : public ::testing::Test {
 protected:
  // The answer of peer_of_tcp about a child of this process that is called NAME.
  TcpPeer peer_named(const char* name) {
    int ready[2];
    EXPECT_EQ(::pipe(ready), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      ::prctl(PR_SET_NAME, name);
      const UniqueFd fd = connected_to(port_);
      (void)!::write(ready[1], "x", 1);
      ::pause();
      ::_exit(0);
    }
    char byte = 0;
    EXPECT_EQ(::read(ready[0], &byte, 1), 1);
    UniqueFd accepted(::accept(listener_.get(), nullptr, nullptr));
    const TcpPeer peer = peer_of_tcp(accepted.get());
    child_ = child;
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    ended_ = peer_of_tcp(accepted.get());
    ::close(ready[0]);
    ::close(ready[1]);
    return peer;
  }

  void SetUp() override {
    listener_.reset(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* const plain = reinterpret_cast<sockaddr*>(&address);
    ASSERT_EQ(::bind(listener_.get(), plain, size), 0);
    ASSERT_EQ(::listen(listener_.get(), 4), 0);
    ASSERT_EQ(::getsockname(listener_.get(), plain, &size), 0);
    port_ = ntohs(address.sin_port);
    if (hangs_from_a_session(::getpid())) GTEST_SKIP() << "this test runs inside of a session";
  }

  UniqueFd listener_;
  std::uint16_t port_ = 0;
  pid_t child_ = 0;
  TcpPeer ended_;
};

TEST_F(TcpPeerTest, AProcessOfThisUserIsOutside) {
  const TcpPeer peer = peer_named("browser");
  EXPECT_EQ(peer.place, PeerPlace::kOutside);
  EXPECT_EQ(peer.pid, child_);
  EXPECT_EQ(peer.name, "browser");
}

TEST_F(TcpPeerTest, WhatHangsFromASessionIsInside) {
  EXPECT_EQ(peer_named("guard-reaper").place, PeerPlace::kInside);
  EXPECT_EQ(peer_named("guard-serve").place, PeerPlace::kInside);
}

// A thread that has taken its descriptors out of its process's table.
TEST_F(TcpPeerTest, WhatOnlyAThreadHoldsIsFound) {
  std::promise<void> connected;
  std::promise<void> seen;
  std::thread holder([&] {
    EXPECT_EQ(::unshare(CLONE_FILES), 0);
    const UniqueFd fd = connected_to(port_);
    connected.set_value();
    seen.get_future().wait();
  });
  connected.get_future().wait();
  const UniqueFd accepted(::accept(listener_.get(), nullptr, nullptr));
  const TcpPeer peer = peer_of_tcp(accepted.get());
  seen.set_value();
  holder.join();
  EXPECT_EQ(peer.place, PeerPlace::kOutside);
  EXPECT_EQ(peer.pid, ::getpid());
}

TEST_F(TcpPeerTest, WhoHasEndedIsUnknown) {
  (void)peer_named("browser");
  EXPECT_EQ(ended_.place, PeerPlace::kUnknown);
}

TEST(WebChannelTest, ABrowserThatClosedHasLeft) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()), 0);
  WebChannel channel(ClientSocket::adopt(UniqueFd(ends[0])));
  {
    const UniqueFd browser(ends[1]);
    send_text(browser, request("GET /", 80));
    ASSERT_TRUE(channel.read());
    EXPECT_FALSE(channel.has_left());
  }
  EXPECT_TRUE(channel.has_left());
}

}  // namespace
}  // namespace guard::console
