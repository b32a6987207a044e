// SPDX-License-Identifier: Apache-2.0
// The client against the real server, and against a server that answers whatever a test likes.
#include "console/session/client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <fstream>
#include <thread>

#include "console/session/session_sockets.h"
#include "tests/supervisor/api/raw_client.h"

namespace guard::console {
namespace {

using std::chrono::milliseconds;
using supervisor::Role;
using supervisor::TempFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ClientTest : public supervisor::ServerTest {};

// Reads events in a poll loop until there are `count`.
std::vector<ServerEvent> poll_events(EventReader& reader, std::size_t count) {
  std::vector<ServerEvent> events;
  for (;;) {
    const auto more = reader.read();
    if (!more) {
      ADD_FAILURE() << more.error().text();
      return events;
    }
    events.insert(events.end(), more->begin(), more->end());
    if (events.size() >= count) return events;
    pollfd entry{reader.fd(), POLLIN, 0};
    if (::poll(&entry, 1, 10'000) != 1) {
      ADD_FAILURE() << "nothing came";
      return events;
    }
  }
}

TEST_F(ClientTest, AsksAndAnswers) {
  start();
  const std::string id = session_.ask();
  const Client client(path_, "guard approve");
  const auto listed = client.get("/v1/approvals");
  ASSERT_TRUE(listed) << listed.error().text();
  EXPECT_EQ(listed->body["approvals"][0]["id"], id);
  const auto answered = client.post("/v1/approvals/" + id, {{"answer", "deny"}, {"reason", "no"}});
  ASSERT_TRUE(answered);
  EXPECT_TRUE(answered->ok());
  EXPECT_THAT(answered->body["answered_by"].get<std::string>(), HasSubstr(" (guard approve)"));
}

TEST_F(ClientTest, ErrorsOfTheSessionAreReplies) {
  start();
  const auto reply = Client(path_, "test").remove("/v1/grants/x");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 404);
  EXPECT_FALSE(reply->ok());
  EXPECT_EQ(reply->error_code(), "not_found");
  EXPECT_EQ(reply->error_message(), "no grant 'x'");
}

TEST_F(ClientTest, ABodyThatIsTooLargeIsStillAnswered) {
  start();
  const auto reply =
      Client(path_, "test").post("/v1/check", {{"shell", std::string(8'000'000, 'x')}});
  ASSERT_TRUE(reply) << reply.error().text();
  EXPECT_EQ(reply->status, 413);
}

TEST_F(ClientTest, EventsThroughAPollLoop) {
  start();
  auto reader = EventReader::open(path_, "test");
  ASSERT_TRUE(reader) << reader.error().text();
  const std::string id = session_.ask();
  session_.broker.publish("act", {{"text", "a\nb"}});
  const auto events = poll_events(*reader, 2);
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].type, "approval_required");
  EXPECT_EQ(events[0].data["id"], id);
  EXPECT_EQ(events[1].id, 2U);
  EXPECT_EQ(events[1].data["text"], "a\nb");
}

TEST_F(ClientTest, EventsResume) {
  start();
  for (int i = 0; i < 500; ++i) session_.broker.publish("act", {{"text", std::string(1000, 'x')}});
  auto reader = EventReader::open(path_, "test", 100);
  ASSERT_TRUE(reader);
  const auto events = poll_events(*reader, 400);
  EXPECT_EQ(events.front().id, 101U);
  EXPECT_EQ(events.back().id, 500U);
}

TEST_F(ClientTest, EndOfTheStreamIsGone) {
  start();
  auto reader = EventReader::open(path_, "test");
  ASSERT_TRUE(reader);
  stop();
  pollfd entry{reader->fd(), POLLIN, 0};
  ASSERT_EQ(::poll(&entry, 1, 10'000), 1);
  EXPECT_EQ(reader->read().error().code, Code::kGone);
}

TEST_F(ClientTest, RefusedStreamSaysWhy) {
  session_.role = Role::kInside;
  start();
  const auto reader = EventReader::open(path_, "test");
  ASSERT_FALSE(reader);
  EXPECT_EQ(reader.error().code, Code::kRefused);
  EXPECT_THAT(reader.error().text(), HasSubstr("inside"));
}

TEST_F(ClientTest, NoSocketAndNobodyListening) {
  EXPECT_EQ(Client(path_, "test").get("/").error().code, Code::kNotFound);
  const UniqueFd bound(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path_.copy(address.sun_path, sizeof(address.sun_path) - 1);
  ASSERT_EQ(::bind(bound.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  EXPECT_EQ(Client(path_, "test").get("/").error().code, Code::kGone);
  EXPECT_EQ(Client(std::string(200, 'x'), "test").get("/").error().code, Code::kInvalid);
}

// A server of one connection that says what it is told to say.
class ScriptedServer {
 public:
  ScriptedServer(const std::string& path, std::string answer, bool stay_open = false)
      : listener_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    EXPECT_EQ(::bind(listener_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)),
              0);
    EXPECT_EQ(::listen(listener_.get(), 1), 0);
    thread_ = std::thread([this, answer = std::move(answer), stay_open] {
      connection_.reset(::accept(listener_.get(), nullptr, nullptr));
      (void)::send(connection_.get(), answer.data(), answer.size(), MSG_NOSIGNAL);
      if (!stay_open) ::shutdown(connection_.get(), SHUT_RDWR);
    });
  }
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;
  ~ScriptedServer() { thread_.join(); }

 private:
  UniqueFd listener_;
  UniqueFd connection_;
  std::thread thread_;
};

TEST(ClientAgainstAnythingTest, WrongAnswersAreErrors) {
  const char* const answers[] = {
      "",
      "garbage",
      "HTTP/1.1 200 OK\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{{",
      "HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxx\r\n",
  };
  int round = 0;
  const TempFolder folder;
  for (const char* answer : answers) {
    const std::string path = folder.file(std::to_string(++round) + ".sock");
    const ScriptedServer server(path, answer);
    EXPECT_FALSE(Client(path, "test").get("/v1/session")) << answer;
  }
}

TEST(ClientAgainstAnythingTest, SilenceEndsWithItsPatience) {
  const TempFolder folder;
  const ScriptedServer server(folder.file("s"), "HTTP/1.1 200 OK\r\n", true);
  const auto reply = Client(folder.file("s"), "test", milliseconds(50)).get("/v1/session");
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, Code::kBusy);
}

TEST(ClientAgainstAnythingTest, ChunkedAnswersAreRead) {
  const TempFolder folder;
  const ScriptedServer server(
      folder.file("s"),
      "HTTP/1.1 500 X\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{\"a\r\n4\r\n\":1}\r\n0\r\n\r\n");
  const auto reply = Client(folder.file("s"), "test").get("/");
  ASSERT_TRUE(reply) << reply.error().text();
  EXPECT_EQ(reply->status, 500);
  EXPECT_EQ(reply->body["a"], 1);
  EXPECT_EQ(reply->error_message(), "HTTP 500");
}

TEST(ClientAgainstAnythingTest, EventsInPiecesCommentsAndNonsense) {
  const TempFolder folder;
  const ScriptedServer server(folder.file("s"),
                              "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
                              ": hello\n\nid: 1\r\nevent: act\r\ndata: {\"n\":1}\r\n\r\n"
                              "event: act\ndata: {broken\n\nnonsense\n\n"
                              "id:3\nevent:act\ndata:{\"n\":\ndata:3}\n\nid: 4\nevent: act\n",
                              true);
  auto reader = EventReader::open(folder.file("s"), "test");
  ASSERT_TRUE(reader) << reader.error().text();
  const auto events = poll_events(*reader, 2);
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].id, 1U);
  EXPECT_EQ(events[1].id, 3U);
  EXPECT_EQ(events[1].data["n"], 3);
}

TEST(EscapedPartTest, NothingLeavesItsPart) {
  EXPECT_EQ(escaped_part("1a2b-3c_4.d"), "1a2b-3c_4.d");
  EXPECT_EQ(escaped_part("a/b?c=d e%\r\n"), "a%2Fb%3Fc%3Dd%20e%25%0D%0A");
}

TEST(SessionSocketsTest, FindsSocketsInBothFolders) {
  const TempFolder folder;
  Locations locations;
  locations.state = folder.path();
  locations.runtime = folder.file("run");
  EXPECT_TRUE(session_sockets(locations).empty());
  ASSERT_EQ(::mkdir(locations.runtime.c_str(), 0700), 0);
  std::ofstream(locations.runtime + "/file.sock") << "no socket";
  const ScriptedServer server(locations.runtime + "/one.sock", "");
  const auto sockets = session_sockets(locations);
  ASSERT_EQ(sockets.size(), 1U);  // once, though both folders are the same
  EXPECT_EQ(sockets[0].session, "one");
  EXPECT_EQ(sockets_of(locations, "two").error().code, Code::kNotFound);
  EXPECT_EQ(sockets_of(locations, "one")->size(), 1U);
  EXPECT_EQ(sockets_of(locations, "./x/y.sock")->front().path, "./x/y.sock");
  EXPECT_FALSE(Client(sockets[0].path, "test").get("/"));  // ends the server
}

}  // namespace
}  // namespace guard::console
