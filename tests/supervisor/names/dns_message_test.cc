// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/dns_message.h"

#include <gtest/gtest.h>

#include <string>

namespace guard::supervisor {
namespace {

using std::string_literals::operator""s;

std::string labels(const std::string& name) {
  std::string out;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t dot = std::min(name.find('.', at), name.size());
    out += static_cast<char>(dot - at);
    out += name.substr(at, dot - at);
    at = dot + 1;
  }
  return out + '\0';
}

std::string query(const std::string& name, char type, const std::string& more = "") {
  const char records = more.empty() ? '\0' : '\1';
  return "\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00"s + records + labels(name) + '\0' + type +
         "\x00\x01"s + more;
}

TEST(DnsMessageTest, AQuestionIsReadInLowerCase) {
  const auto question = parse_dns_question(query("API.Example.org", 1));
  ASSERT_TRUE(question);
  EXPECT_EQ(question->fault, DnsCode::kDone);
  EXPECT_EQ(question->name, "api.example.org");
  EXPECT_EQ(question->type, 1);
  EXPECT_FALSE(question->extended);
}

TEST(DnsMessageTest, AnAnswerRepeatsTheLettersOfItsQuestion) {
  const auto question = parse_dns_question(query("aPi.eXample.ORG", 1));
  const std::string answer = dns_answer_with(*question, {"\xC6\x12\x00\x01"s});
  EXPECT_EQ(answer.substr(0, 12), "\x12\x34\x81\x80\x00\x01\x00\x01\x00\x00\x00\x00"s);
  EXPECT_NE(answer.find("\3aPi\7eXample\3ORG"), std::string::npos);
  EXPECT_TRUE(answer.ends_with("\x00\x04\xC6\x12\x00\x01"s));
}

TEST(DnsMessageTest, AnExtendedQuestionHasAnExtendedAnswer) {
  const std::string opt = "\0\0\x29\x10\0\0\0\0\0\0\0"s;
  const auto question = parse_dns_question(query("example.org", 28, opt));
  ASSERT_TRUE(question->extended);
  const std::string answer = dns_answer(*question, DnsCode::kNoSuchName);
  EXPECT_EQ(answer[3] & 0xF, 3);
  EXPECT_EQ(answer[11], 1);
  EXPECT_TRUE(answer.ends_with("\0\0\x29\x04\xD0\0\0\0\0\0\0"s));
}

TEST(DnsMessageTest, AnAnswerOrALostHeaderIsNoQuestion) {
  EXPECT_FALSE(parse_dns_question("\x12\x34\x81"s));
  EXPECT_FALSE(parse_dns_question("\x12\x34\x81\x80\x00\x01\x00\x00\x00\x00\x00\x00"s));
}

TEST(DnsMessageTest, ABadQuestionIsToldAsBad) {
  const auto fault = [](const std::string& message) { return parse_dns_question(message)->fault; };
  const std::string good = query("example.org", 1);
  EXPECT_EQ(fault(good.substr(0, good.size() - 2)), DnsCode::kFormatError);
  std::string two = good;
  two[5] = 2;
  EXPECT_EQ(fault(two), DnsCode::kFormatError);
  std::string pointer = good;
  pointer[12] = '\xC0';
  EXPECT_EQ(fault(pointer), DnsCode::kFormatError);
  std::string status = good;
  status[2] = 0x11;
  EXPECT_EQ(fault(status), DnsCode::kNotImplemented);
  std::string chaos = good;
  chaos.back() = 3;
  EXPECT_EQ(fault(chaos), DnsCode::kNotImplemented);
}

TEST(DnsMessageTest, ANameThatNoRuleCouldNameDoesNotExist) {
  EXPECT_EQ(parse_dns_question(query("a b.example.org", 1))->fault, DnsCode::kNoSuchName);
  EXPECT_EQ(parse_dns_question(query("\x1B[31m.example.org", 1))->fault, DnsCode::kNoSuchName);
}

TEST(DnsMessageTest, ANameOfMoreThan253LettersIsNone) {
  std::string name;
  for (int i = 0; i < 5; ++i) name += std::string(60, 'a') + (i < 4 ? "." : "");
  EXPECT_EQ(parse_dns_question(query(name, 1))->fault, DnsCode::kFormatError);
}

TEST(DnsMessageTest, APointerNameHoldsAnAddress) {
  EXPECT_EQ(address_in_pointer_name("5.0.18.198.in-addr.arpa"), "198.18.0.5");
  EXPECT_EQ(address_in_pointer_name("1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.2.0.0.0.1.0.0."
                                    "2.ip6.arpa"),
            "2001:2::1");
  EXPECT_EQ(address_in_pointer_name("0.18.198.in-addr.arpa"), "");
  EXPECT_EQ(address_in_pointer_name("example.org"), "");
}

}  // namespace
}  // namespace guard::supervisor
