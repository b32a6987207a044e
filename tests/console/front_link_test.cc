// SPDX-License-Identifier: Apache-2.0
#include "supervisor/processes/front_link.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

namespace guard::supervisor {
namespace {

TEST(FrontLinkTest, MessagesArriveWholeAndInOrder) {
  auto ends = FrontLink::pair();
  ASSERT_TRUE(ends);
  ASSERT_TRUE(ends->first.send(FrontMessageKind::kStarted, 42));
  ASSERT_TRUE(ends->first.send(FrontMessageKind::kFailed, 126, "no"));
  const auto first = ends->second.receive();
  const auto second = ends->second.receive();
  ASSERT_TRUE(first && *first && second && *second);
  EXPECT_EQ((*first)->kind, FrontMessageKind::kStarted);
  EXPECT_EQ((*first)->value, 42);
  EXPECT_EQ((*second)->value, 126);
  EXPECT_STREQ((*second)->text.data(), "no");
}

TEST(FrontLinkTest, LongTextIsCutAndStillEnds) {
  auto ends = FrontLink::pair();
  ASSERT_TRUE(ends);
  ASSERT_TRUE(ends->first.send(FrontMessageKind::kFailed, 125, std::string(5000, 'x')));
  const auto message = ends->second.receive();
  ASSERT_TRUE(message && *message);
  EXPECT_EQ(std::string((*message)->text.data()), std::string(1023, 'x'));
}

TEST(FrontLinkTest, AFileArrivesBesideItsMessageAndBesideNoOther) {
  auto ends = FrontLink::pair();
  ASSERT_TRUE(ends);
  auto passed = FrontLink::pair();
  ASSERT_TRUE(passed);
  ASSERT_TRUE(
      ends->first.send_file(FrontMessageKind::kReadsSecrets, "sudo x", passed->second.fd()));
  ASSERT_TRUE(ends->first.send(FrontMessageKind::kNotice, 0, "plain"));
  auto first = ends->second.receive();
  const auto second = ends->second.receive();
  ASSERT_TRUE(first && *first && second && *second);
  EXPECT_STREQ((*first)->text.data(), "sudo x");
  ASSERT_TRUE((*first)->file.valid());
  EXPECT_FALSE((*second)->file.valid());
  ASSERT_TRUE(FrontLink(std::move((*first)->file)).send(FrontMessageKind::kContinue));
  EXPECT_TRUE(*passed->first.receive());
}

TEST(FrontLinkTest, TheOtherEndGoingIsAnOutcome) {
  auto ends = FrontLink::pair();
  ASSERT_TRUE(ends);
  { const FrontLink gone = std::move(ends->first); }
  const auto message = ends->second.receive();
  ASSERT_TRUE(message);
  EXPECT_FALSE(message->has_value());
  EXPECT_FALSE(ends->second.send(FrontMessageKind::kGoodbye));
}

TEST(FrontLinkTest, AnythingElseIsRefused) {
  auto ends = FrontLink::pair();
  ASSERT_TRUE(ends);
  ASSERT_EQ(::send(ends->first.fd(), "short", 5, 0), 5);
  EXPECT_FALSE(ends->second.receive());
  FrontMessage unknown;
  unknown.kind = static_cast<FrontMessageKind>(99);
  ASSERT_GT(::send(ends->first.fd(), &unknown, sizeof unknown, 0), 0);
  EXPECT_FALSE(ends->second.receive());
}

}  // namespace
}  // namespace guard::supervisor
