// SPDX-License-Identifier: Apache-2.0
// GET /v1/events over a real socket.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/supervisor/api/raw_client.h"

namespace guard::supervisor {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class StreamTest : public ServerTest {
 protected:
  static std::string subscribe(RawClient& client, const std::string& more = "",
                               const std::string& query = "") {
    client.send("GET /v1/events" + query + " HTTP/1.1\r\nHost: guard\r\n" + more + "\r\n");
    return client.read_until("\r\n\r\n");
  }
};

TEST_F(StreamTest, EventsArriveAsTheyHappen) {
  start();
  RawClient client(path_);
  const std::string head = subscribe(client);
  EXPECT_THAT(head, StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(head, HasSubstr("text/event-stream"));
  session_.broker.publish("act", {{"n", 1}});
  EXPECT_EQ(client.read_until("\n\n"), "id: 1\nevent: act\ndata: {\"n\":1}\n\n");
  session_.ask();
  EXPECT_THAT(client.read_until("\n\n"), StartsWith("id: 2\nevent: approval_required\ndata: {"));
}

TEST_F(StreamTest, ActsAreToldToThoseWhoAskForThem) {
  start();
  EXPECT_FALSE(session_.acts.wanted());
  RawClient all(path_);
  subscribe(all, "", "?acts=on");
  RawClient questions(path_);
  subscribe(questions, "", "?acts=off");
  EXPECT_TRUE(session_.acts.wanted());
  session_.acts.tell({{"what", "rm a"}});
  EXPECT_EQ(all.read_until("\n\n"), "event: act\ndata: {\"what\":\"rm a\"}\n\n");
  session_.ask();
  EXPECT_THAT(questions.read_until("\n\n"), StartsWith("id: 1\nevent: approval_required\n"));
  EXPECT_THAT(all.read_until("\n\n"), StartsWith("id: 1\nevent: approval_required\n"));
}

TEST_F(StreamTest, AWatcherThatLeftIsToldNothing) {
  start();
  {
    RawClient client(path_);
    subscribe(client, "", "?acts=on");
    ASSERT_TRUE(session_.acts.wanted());
  }
  for (int i = 0; i < 1000 && session_.acts.wanted(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(session_.acts.wanted());
  session_.acts.tell({{"what", "rm a"}});
}

TEST_F(StreamTest, AFloodOfActsDropsTheWatcherAndNobodyElse) {
  ApiLimits limits;
  limits.stream_bytes = 1000;
  start(limits);
  RawClient slow(path_);
  subscribe(slow, "", "?acts=on");
  RawClient questions(path_);
  subscribe(questions);
  for (int i = 0; i < 1000; ++i) session_.acts.tell({{"what", std::string(5000, 'x')}});
  slow.read_all();
  EXPECT_TRUE(slow.ended());
  session_.ask();
  EXPECT_THAT(questions.read_until("\n\n"), StartsWith("id: 1\nevent: approval_required\n"));
}

TEST_F(StreamTest, LastEventIdResumes) {
  start();
  for (int i = 1; i <= 5; ++i) session_.broker.publish("act", {{"n", i}});
  RawClient client(path_);
  subscribe(client, "Last-Event-ID: 3\r\n");
  EXPECT_THAT(client.read_until("\n\n"), StartsWith("id: 4\n"));
  EXPECT_THAT(client.read_until("\n\n"), StartsWith("id: 5\n"));
}

TEST_F(StreamTest, WhatIsKeptNoMoreIsNotPassedOverInSilence) {
  start();
  for (int i = 1; i <= 1005; ++i) session_.broker.publish("act", {});
  RawClient late(path_);
  subscribe(late, "Last-Event-ID: 2\r\n");
  EXPECT_EQ(late.read_until("\n\n"), "event: events_lost\ndata: {\"after\":2,\"next\":6}\n\n");
  EXPECT_THAT(late.read_until("\n\n"), StartsWith("id: 6\n"));
  EXPECT_THAT(late.read_until("\n\n"), StartsWith("id: 7\n"));
  RawClient of_another_session(path_);
  subscribe(of_another_session, "Last-Event-ID: 5000\r\n");
  EXPECT_EQ(of_another_session.read_until("\n\n"),
            "event: events_lost\ndata: {\"after\":5000,\"next\":1006}\n\n");
  session_.broker.publish("act", {});
  EXPECT_THAT(of_another_session.read_until("\n\n"), StartsWith("id: 1006\n"));
}

TEST_F(StreamTest, HeartbeatsAreComments) {
  ApiLimits limits;
  limits.heartbeat = std::chrono::milliseconds(20);
  start(limits);
  RawClient client(path_);
  subscribe(client);
  for (int i = 0; i < 3; ++i) EXPECT_THAT(client.read_until("\n\n"), StartsWith(":"));
}

TEST_F(StreamTest, AStreamOutlivesTheRequestsDeadline) {
  ApiLimits limits;
  limits.patience = std::chrono::milliseconds(50);
  limits.heartbeat = std::chrono::milliseconds(40);
  start(limits);
  RawClient client(path_);
  subscribe(client);
  for (int i = 0; i < 5; ++i) client.read_until("\n\n");
  session_.broker.publish("act", {});
  EXPECT_FALSE(client.ended());
}

TEST_F(StreamTest, AReplayLargerThanTheLimitIsStillSent) {
  ApiLimits limits;
  limits.stream_bytes = 1000;
  start(limits);
  for (int i = 0; i < 100; ++i) session_.broker.publish("act", {{"text", std::string(500, 'x')}});
  RawClient client(path_);
  subscribe(client, "Last-Event-ID: 0\r\n");
  for (int i = 0; i < 100; ++i) client.read_until("\n\n");
  EXPECT_FALSE(client.ended());
}

TEST_F(StreamTest, ASlowConsumerIsDroppedAndHoldsUpNobody) {
  ApiLimits limits;
  limits.stream_bytes = 64 * 1024;
  start(limits);
  RawClient slow(path_);
  subscribe(slow);
  RawClient quick(path_);
  subscribe(quick);
  for (int i = 0; i < 200; ++i) {
    session_.broker.publish("act", {{"text", std::string(10'000, 'x')}});
    quick.read_until("\n\n");
  }
  EXPECT_FALSE(quick.ended());
  EXPECT_LT(slow.read_all().size(), 200U * 10'000U);
  EXPECT_TRUE(slow.ended());
}

TEST_F(StreamTest, AWriteThatDoesNotEndDropsTheStream) {
  ApiLimits limits;
  limits.patience = std::chrono::milliseconds(100);
  limits.stream_bytes = 100 * 1024 * 1024;
  start(limits);
  RawClient slow(path_);
  subscribe(slow);
  for (int i = 0; i < 100; ++i)
    session_.broker.publish("act", {{"text", std::string(100'000, 'x')}});
  // The write side's end shows without reading anything.
  while (slow.send("x")) {
  }
  EXPECT_LT(slow.read_all().size(), 100U * 100'000U);
}

TEST_F(StreamTest, WhateverAStreamingClientSendsEndsItsStream) {
  start();
  RawClient client(path_);
  subscribe(client);
  client.send(http_request("GET", "/v1/session"));
  EXPECT_EQ(client.read_all(), "");
  EXPECT_TRUE(client.ended());
}

TEST_F(StreamTest, EndOfTheServerEndsTheStream) {
  start();
  RawClient client(path_);
  subscribe(client);
  stop();
  EXPECT_EQ(client.read_all(), "");
  session_.broker.publish("act", {});  // nobody is called any more
}

TEST_F(StreamTest, InsideGetsNoEvents) {
  session_.role = Role::kInside;
  start();
  RawClient client(path_);
  EXPECT_THAT(subscribe(client), StartsWith("HTTP/1.1 403"));
}

TEST_F(StreamTest, ManyPublishersManyWatchers) {
  start();
  RawClient one(path_);
  RawClient two(path_);
  subscribe(one);
  subscribe(two);
  std::vector<std::thread> publishers;
  for (int i = 0; i < 3; ++i)
    publishers.emplace_back([this] {
      for (int n = 0; n < 100; ++n) session_.broker.publish("act", {});
    });
  for (int n = 1; n <= 300; ++n) {
    const std::string id = "id: " + std::to_string(n) + "\n";
    EXPECT_THAT(one.read_until("\n\n"), StartsWith(id));
    EXPECT_THAT(two.read_until("\n\n"), StartsWith(id));
    if (HasFailure()) break;
  }
  for (std::thread& publisher : publishers) publisher.join();
}

}  // namespace
}  // namespace guard::supervisor
