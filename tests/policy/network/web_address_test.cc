// SPDX-License-Identifier: Apache-2.0
#include "policy/network/web_address.h"

#include <gtest/gtest.h>

#include "base/limits.h"

namespace guard::policy {
namespace {

TEST(WebAddressTest, PartsAreRead) {
  EXPECT_EQ(parse_web_address("https://h.example"), (WebAddress{true, "h.example", "443", "/"}));
  EXPECT_EQ(parse_web_address("http://h:8080/a/b?c=d"),
            (WebAddress{false, "h", "8080", "/a/b?c=d"}));
  EXPECT_EQ(parse_web_address("http://[::1]:80?x"), (WebAddress{false, "::1", "80", "/?x"}));
  EXPECT_EQ(parse_web_address("https://[2001:db8::1]/"),
            (WebAddress{true, "2001:db8::1", "443", "/"}));
}

TEST(WebAddressTest, WhatCannotBeSentIsRefused) {
  for (const char* text :
       {"", "h.example", "ftp://h/", "https://", "https:///x", "https://u@h/", "https://h:0/",
        "https://h:99999/", "https://h:/", "https://h:80x/", "https://[::1/", "https://h/#f",
        "https://h/a b", "https://h/\r\nX: y", "https://h\n/", "https://h/\x7f"})
    EXPECT_FALSE(parse_web_address(text)) << text;
}

TEST(WebAddressTest, AddressesBeyondTheirLengthAreRefused) {
  constexpr std::size_t kMost = size_limit("policy.web_address");
  const auto is_read = [](std::size_t size) {
    std::string text = "https://h/";
    text.resize(size, 'a');
    return parse_web_address(text).has_value();
  };
  EXPECT_TRUE(is_read(kMost - 1));
  EXPECT_TRUE(is_read(kMost));
  EXPECT_FALSE(is_read(kMost + 1));
}

TEST(WebAddressTest, ShownWithoutThePath) {
  EXPECT_EQ(origin_of(*parse_web_address("https://h.example/services/T0/s3cret")),
            "https://h.example");
  EXPECT_EQ(origin_of(*parse_web_address("http://[::1]:81/")), "http://[::1]:81");
}

}  // namespace
}  // namespace guard::policy
