// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/fake_names.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>

#include <array>

#include "supervisor/names/name_answers.h"

namespace guard::supervisor {
namespace {

std::string shown(const std::optional<std::string>& bytes) {
  if (!bytes) return "none";
  std::array<char, INET6_ADDRSTRLEN> text{};
  ::inet_ntop(bytes->size() == 4 ? AF_INET : AF_INET6, bytes->data(), text.data(), text.size());
  return text.data();
}

TEST(FakeNamesTest, ANameKeepsItsAddresses) {
  FakeNames names;
  const std::string first = shown(names.v4_of("a.example"));
  EXPECT_EQ(first, "198.18.0.1");
  EXPECT_EQ(shown(names.v6_of("a.example")), "2001:2::1");
  EXPECT_EQ(shown(names.v4_of("b.example")), "198.18.0.2");
  EXPECT_EQ(shown(names.v4_of("a.example")), first);
  EXPECT_EQ(names.name_at("198.18.0.2"), "b.example");
  EXPECT_EQ(names.name_at("2001:2::2"), "b.example");
}

TEST(FakeNamesTest, AnAddressThatWasNotGivenStandsForNoName) {
  FakeNames names;
  (void)names.v4_of("a.example");
  for (const char* address : {"198.18.0.0", "198.18.0.2", "198.19.255.255", "198.20.0.1",
                              "192.0.2.1", "2001:2::", "2001:2::2", "2001:2:0:1::1", "", "example"})
    EXPECT_FALSE(names.name_at(address)) << address;
}

TEST(FakeNamesTest, NamesBeyondTheirNumberGetNone) {
  FakeNames names;
  for (std::size_t i = 0; i < FakeNames::kMost; ++i)
    ASSERT_TRUE(names.v4_of("n" + std::to_string(i) + ".example"));
  EXPECT_FALSE(names.v4_of("one-more.example"));
  EXPECT_TRUE(names.v4_of("n7.example"));
}

}  // namespace
}  // namespace guard::supervisor
