// SPDX-License-Identifier: Apache-2.0
// The name in a message to a name server, as a program wrote it.
#include "supervisor/network/dns_query.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace guard::supervisor {
namespace {

// Recursion desired, one question.
std::string header(char flags = '\x01', char questions = '\x01') {
  return std::string("\x12\x34", 2) + flags + std::string(2, '\0') + questions +
         std::string(6, '\0');
}

std::string question(const std::vector<std::string>& labels, char type = '\x01') {
  std::string bytes;
  for (const auto& label : labels) bytes += static_cast<char>(label.size()) + label;
  return bytes + '\0' + '\0' + type + '\0' + '\x01';
}

TEST(DnsQueryTest, ReadsTheNameOfAnAddressQuery) {
  EXPECT_EQ(name_in_query(header() + question({"Registry", "npmjs", "org"})), "registry.npmjs.org");
  EXPECT_EQ(name_in_query(header() + question({"a-b", "_c", "test"}, 28)), "a-b._c.test");
  EXPECT_EQ(name_in_query(header() + question({"a", "test"}, 65) + "more"), "a.test");
}

TEST(DnsQueryTest, WhatIsNoQueryForAnAddressIsNothing) {
  const std::string good = question({"a", "test"});
  EXPECT_EQ(name_in_query(header('\x81') + good), std::nullopt) << "an answer";
  EXPECT_EQ(name_in_query(header('\x29') + good), std::nullopt) << "an update";
  EXPECT_EQ(name_in_query(header('\x01', '\0') + good), std::nullopt) << "no question";
  EXPECT_EQ(name_in_query(header() + question({"a", "test"}, 16)), std::nullopt) << "a text";
  EXPECT_EQ(name_in_query(header() + question({})), std::nullopt) << "the root";
  EXPECT_EQ(name_in_query(header() + question({"a b", "test"})), std::nullopt);
  EXPECT_EQ(name_in_query(header() + question({"a.b", "test"})), std::nullopt);
  EXPECT_EQ(name_in_query(header() +
                          "\x01"
                          "a\xC0\x0C" +
                          good),
            std::nullopt)
      << "a pointer";
  EXPECT_EQ(name_in_query(header() + question(std::vector<std::string>(5, std::string(60, 'a')))),
            std::nullopt)
      << "too long";
}

TEST(DnsQueryTest, ACutMessageIsNothing) {
  const std::string whole = header() + question({"abc", "example", "org"});
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(name_in_query(whole.substr(0, size)), std::nullopt) << size;
  EXPECT_TRUE(name_in_query(whole));
}

TEST(DnsQueryTest, TakesAnyBytes) {
  std::mt19937 random(7);
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = header();
    const auto size = random() % 300;
    for (std::size_t at = 0; at < size; ++at)
      bytes += static_cast<char>(random() % 4 == 0 ? random() % 64 : 'a' + random() % 26);
    EXPECT_LE(name_in_query(bytes).value_or("").size(), 253U);
  }
}

}  // namespace
}  // namespace guard::supervisor
