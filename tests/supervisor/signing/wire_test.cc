// SPDX-License-Identifier: Apache-2.0
#include "supervisor/signing/wire.h"

#include <gtest/gtest.h>

#include <string>

namespace guard::supervisor {
namespace {

TEST(WireTest, WhatWasWrittenIsRead) {
  const std::string bytes = wire_string("ab") + wire_string("") + "\7";
  WireReader reader(bytes);
  EXPECT_EQ(reader.string(), "ab");
  EXPECT_EQ(reader.string(), "");
  EXPECT_FALSE(reader.at_end());
  EXPECT_EQ(reader.byte(), 7);
  EXPECT_TRUE(reader.at_end());
}

TEST(WireTest, NothingIsReadBeyondTheEnd) {
  WireReader reader(std::string_view("\0\0\0\5abc", 7));
  EXPECT_EQ(reader.string(), "");
  EXPECT_TRUE(reader.failed());
  EXPECT_EQ(reader.byte(), 0);
  EXPECT_FALSE(reader.at_end());
}

TEST(WireTest, Base64IsThatOfSsh) {
  EXPECT_EQ(base64_of(""), "");
  EXPECT_EQ(base64_of("f"), "Zg");
  EXPECT_EQ(base64_of("fo"), "Zm8");
  EXPECT_EQ(base64_of("foo"), "Zm9v");
  EXPECT_EQ(bytes_of_base64("Zm8="), "fo");
  EXPECT_EQ(bytes_of_base64("Zm9v"), "foo");
  EXPECT_EQ(bytes_of_base64("Z!"), "");
}

TEST(WireTest, HexIsReadAndWritten) {
  EXPECT_EQ(hex_of_bytes(bytes_of_hex("00ff7a")), "00ff7a");
  EXPECT_EQ(bytes_of_hex("0"), "");
  EXPECT_EQ(bytes_of_hex("zz"), "");
}

// As `ssh-keygen -lf` says it of that key.
TEST(WireTest, AFingerprintIsThatOfSsh) {
  EXPECT_EQ(fingerprint_of(""), "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU");
}

}  // namespace
}  // namespace guard::supervisor
