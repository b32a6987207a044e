// SPDX-License-Identifier: Apache-2.0
#include "supervisor/alerts/webhook_signature.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

// The example of the specification of Standard Webhooks.
TEST(WebhookSignatureTest, SignsAsTheSpecificationDoes) {
  const auto key = webhook_key_of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n");
  ASSERT_TRUE(key);
  EXPECT_THAT(
      signed_headers(*key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, R"({"test": 2432232314})"),
      ElementsAre(Pair("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"),
                  Pair("webhook-timestamp", "1614265330"),
                  Pair("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")));
}

TEST(WebhookSignatureTest, IdTimeAndBodyAreAllSigned) {
  const std::string key(32, 'k');
  const auto signature = [&key](const std::string& id, int time, const std::string& body) {
    return signed_headers(key, id, time, body).back().second;
  };
  const std::string one = signature("a", 1, "x");
  EXPECT_NE(one, signature("b", 1, "x"));
  EXPECT_NE(one, signature("a", 2, "x"));
  EXPECT_NE(one, signature("a", 1, "y"));
  EXPECT_EQ(one, signature("a", 1, "x"));
}

TEST(WebhookSignatureTest, ASecretIsTakenAsItIs) {
  EXPECT_EQ(webhook_key_of("0123456789abcdef\r\n"), "0123456789abcdef");
  EXPECT_FALSE(webhook_key_of("short"));
  EXPECT_FALSE(webhook_key_of("whsec_AAAA"));
  EXPECT_FALSE(webhook_key_of("whsec_not base64 at all, but long enough"));
}

}  // namespace
}  // namespace guard::supervisor
