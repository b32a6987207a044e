// SPDX-License-Identifier: Apache-2.0
#include "policy/network/host_suffix.h"

#include <gtest/gtest.h>

namespace guard::policy {
namespace {

TEST(HostSuffixTest, TheNamesOfOneOwnerAreOffered) {
  EXPECT_EQ(suffix_to_offer("api.example.com"), "example.com");
  EXPECT_EQ(suffix_to_offer("API.eu.Example.com"), "eu.example.com");
  EXPECT_EQ(suffix_to_offer("www.example.co.uk"), "example.co.uk");
  EXPECT_EQ(suffix_to_offer("deep.good.test"), "good.test");
}

TEST(HostSuffixTest, WhereAnybodyCanHaveANameNothingIsOffered) {
  for (const char* name :
       {"example.com", "localhost", "", ".", ".com", "a.", "example.co.uk", "shop.com.tr",
        "ana.github.io", "bucket.s3.amazonaws.com", "x.y.cloudfront.net", "me.or.id",
        "app.eu.run.app", "192.0.2.7", "2001:db8::7"})
    EXPECT_EQ(suffix_to_offer(name), "") << name;
}

TEST(HostSuffixTest, TheUsualSharedEndsAreKnown) {
  for (const char* name : {"com", "CO.UK", "github.io", "amazonaws.com"})
    EXPECT_TRUE(is_shared_suffix(name)) << name;
  for (const char* name : {"", " ", "example.com", "com org", "hub.io"})
    EXPECT_FALSE(is_shared_suffix(name)) << name;
}

}  // namespace
}  // namespace guard::policy
