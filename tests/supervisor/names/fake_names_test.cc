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

std::string asked(const std::string& name, char type) {
  std::string message("\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00", 12);
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t dot = std::min(name.find('.', at), name.size());
    message += static_cast<char>(dot - at);
    message += name.substr(at, dot - at);
    at = dot + 1;
  }
  return message + std::string(2, '\0') + type + std::string("\x00\x01", 2);
}

int code_of(const std::optional<std::string>& answer) {
  return answer ? (*answer)[3] & 0xF : -1;
}

TEST(NameAnswersTest, EachTypeHasItsAnswer) {
  FakeNames names;
  const NameAnswers answers(names);
  const auto v4 = answers.to(asked("a.example", 1));
  ASSERT_TRUE(v4);
  EXPECT_TRUE(v4->ends_with("\xC6\x12\x00\x01" + std::string()) || v4->size() > 4);
  EXPECT_EQ(v4->substr(v4->size() - 4), std::string("\xC6\x12\x00\x01", 4));
  EXPECT_EQ(
      answers.to(asked("a.example", 28))->substr(answers.to(asked("a.example", 28))->size() - 4),
      std::string("\x00\x00\x00\x01", 4));
  EXPECT_EQ(code_of(answers.to(asked("a.example", 65))), 0);  // no HTTPS record
  EXPECT_EQ(code_of(answers.to(asked("a.example", 16))), 5);  // TXT: it would have to leave
  EXPECT_EQ(code_of(answers.to(asked("a.example", 15))), 5);  // MX
  EXPECT_EQ(code_of(answers.to(asked("9.0.18.198.in-addr.arpa", 12))), 3);
  EXPECT_NE(answers.to(asked("1.0.18.198.in-addr.arpa", 12))->find("\1a\7example"),
            std::string::npos);
}

TEST(NameAnswersTest, LocalhostIsThisMachine) {
  FakeNames names;
  const NameAnswers answers(names);
  for (const char* name : {"localhost", "LocalHost", "app.localhost"}) {
    const auto answer = answers.to(asked(name, 1));
    EXPECT_EQ(answer->substr(answer->size() - 4), std::string("\x7F\x00\x00\x01", 4)) << name;
  }
  EXPECT_FALSE(names.name_at("198.18.0.1"));
}

}  // namespace
}  // namespace guard::supervisor
