// SPDX-License-Identifier: Apache-2.0
#include "console/web/login.h"

#include <gtest/gtest.h>

namespace guard::console {
namespace {

using Clock = Login::Clock;
const Clock::time_point kNow = Clock::now();

TEST(LoginTest, ATokenOpensOneBrowserOnce) {
  Login login;
  const std::string token = login.new_token();
  const auto opened = login.open(token, kNow);
  ASSERT_TRUE(opened);
  EXPECT_TRUE(login.knows(opened->cookie, opened->key));
  const auto again = login.open(token, kNow);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, Code::kRefused);
}

TEST(LoginTest, ANewTokenEndsTheOneBefore) {
  Login login;
  const std::string first = login.new_token();
  const std::string second = login.new_token();
  EXPECT_FALSE(login.open(first, kNow));
  EXPECT_TRUE(login.open(second, kNow));
}

TEST(LoginTest, NothingIsNoToken) {
  Login login;
  EXPECT_FALSE(login.open("", kNow));
  const std::string token = login.new_token();
  ASSERT_TRUE(login.open(token, kNow));
  EXPECT_FALSE(login.open("", kNow));
  EXPECT_FALSE(login.knows("", ""));
}

TEST(LoginTest, ItTakesTheCookieAndItsOwnKey) {
  Login login;
  const auto one = login.open(login.new_token(), kNow);
  const auto other = login.open(login.new_token(), kNow);
  ASSERT_TRUE(one && other);
  EXPECT_FALSE(login.knows(one->cookie, other->key));
  EXPECT_FALSE(login.knows(one->cookie, ""));
  EXPECT_FALSE(login.knows("", one->key));
  EXPECT_FALSE(login.knows(one->key, one->cookie));
}

TEST(LoginTest, WrongTokensAreCountedAndTheRightOneWaitsToo) {
  Login login;
  const std::string token = login.new_token();
  for (std::size_t i = 0; i < Login::kMostTries; ++i)
    EXPECT_EQ(login.open("guess", kNow).error().code, Code::kRefused);
  EXPECT_EQ(login.open(token, kNow).error().code, Code::kBusy);
  EXPECT_TRUE(login.open(token, kNow + Login::kTryTime));
}

TEST(LoginTest, WhoLogsOutIsKnownNoMore) {
  Login login;
  const auto one = login.open(login.new_token(), kNow);
  const auto other = login.open(login.new_token(), kNow);
  login.close(one->cookie);
  EXPECT_FALSE(login.knows(one->cookie, one->key));
  EXPECT_TRUE(login.knows(other->cookie, other->key));
}

TEST(LoginTest, TheOldestOfManyBrowsersGoes) {
  Login login;
  const auto first = login.open(login.new_token(), kNow);
  for (std::size_t i = 0; i < Login::kMostBrowsers; ++i)
    ASSERT_TRUE(login.open(login.new_token(), kNow));
  EXPECT_FALSE(login.knows(first->cookie, first->key));
}

}  // namespace
}  // namespace guard::console
