// SPDX-License-Identifier: Apache-2.0
// By the vectors of RFC 8032 (7.1) and RFC 7693 (appendix A).
#include "base/tls/ed25519.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/tls/open_ssl.h"

namespace guard {
namespace {

std::string bytes(std::string_view hex) {
  std::string out;
  for (std::size_t at = 0; at + 1 < hex.size(); at += 2)
    out += static_cast<char>(std::stoi(std::string(hex.substr(at, 2)), nullptr, 16));
  return out;
}

class Ed25519Test : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!load_open_ssl()) GTEST_SKIP() << "no libssl here";
  }
  const std::string seed_ =
      bytes("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7");
  const std::string key_ =
      bytes("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025");
  const std::string message_ = bytes("af82");
  const std::string signature_ = bytes(
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
      "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a");
};

TEST_F(Ed25519Test, SignsAsTheStandardSays) {
  EXPECT_EQ(*ed25519_key_of(seed_), key_);
  EXPECT_EQ(*sign_ed25519(seed_, message_), signature_);
}

TEST_F(Ed25519Test, ARightSignatureHoldsAndNoOther) {
  EXPECT_TRUE(verify_ed25519(key_, message_, signature_));
  EXPECT_FALSE(verify_ed25519(key_, "other", signature_));
  std::string changed = signature_;
  changed[10] = static_cast<char>(changed[10] ^ 1);
  EXPECT_EQ(verify_ed25519(key_, message_, changed).error().code, Code::kRefused);
  EXPECT_FALSE(verify_ed25519(seed_, message_, signature_));
}

TEST_F(Ed25519Test, AnotherLengthIsNoSignatureAndNoKey) {
  EXPECT_FALSE(verify_ed25519(key_, message_, ""));
  EXPECT_FALSE(verify_ed25519(key_, message_, signature_ + "x"));
  EXPECT_FALSE(verify_ed25519("", message_, signature_));
  EXPECT_FALSE(sign_ed25519("short", message_));
}

TEST_F(Ed25519Test, BlakeIsAsTheStandardSays) {
  EXPECT_EQ(*blake2b_512("abc"),
            bytes("ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                  "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"));
}

}  // namespace
}  // namespace guard
