// SPDX-License-Identifier: Apache-2.0
#include "supervisor/signing/ssh_message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "supervisor/signing/wire.h"

namespace guard::supervisor {
namespace {

using testing::HasSubstr;
using Kind = SshRequest::Kind;

std::string byte(int value) {
  return {static_cast<char>(value)};
}

std::string login_data(const std::string& key, const std::string& host_key = "") {
  const bool bound = !host_key.empty();
  return wire_string("session") + byte(50) + wire_string("git") + wire_string("ssh-connection") +
         wire_string(bound ? "publickey-hostbound-v00@openssh.com" : "publickey") + byte(1) +
         wire_string("ssh-ed25519") + wire_string(key) + (bound ? wire_string(host_key) : "");
}

std::string signature_data(const std::string& purpose) {
  return "SSHSIG" + wire_string(purpose) + wire_string("") + wire_string("sha512") +
         wire_string("digest");
}

std::string sign_message(const std::string& data) {
  return byte(13) + wire_string("key") + wire_string(data) + std::string(4, '\0');
}

TEST(SshMessageTest, ListsAreFree) {
  EXPECT_EQ(read_ssh_request(byte(11)).kind, Kind::kFree);
  EXPECT_EQ(read_ssh_request(byte(27) + wire_string("query")).kind, Kind::kFree);
}

TEST(SshMessageTest, ASignatureHasItsKeyAndItsData) {
  const SshRequest request = read_ssh_request(sign_message("data"));
  EXPECT_EQ(request.kind, Kind::kSign);
  EXPECT_EQ(request.key, "key");
  EXPECT_EQ(request.data, "data");
}

TEST(SshMessageTest, AHostIsBoundWithItsSession) {
  const SshRequest request =
      read_ssh_request(byte(27) + wire_string("session-bind@openssh.com") + wire_string("host") +
                       wire_string("session") + wire_string("signature") + byte(1));
  EXPECT_EQ(request.kind, Kind::kBind);
  EXPECT_EQ(request.host_key, "host");
  EXPECT_EQ(request.session, "session");
  EXPECT_TRUE(request.forwards);
}

TEST(SshMessageTest, ChangesOfKeysSayWhatTheyDo) {
  const auto words = [](const std::string& message) {
    const SshRequest request = read_ssh_request(message);
    EXPECT_EQ(request.kind, Kind::kKeys);
    return request.words;
  };
  EXPECT_EQ(words(byte(19)), "remove all keys from the ssh agent");
  EXPECT_EQ(words(byte(17) + wire_string("ssh-ed25519") + "secret"),
            "add a key (ssh-ed25519) to the ssh agent");
  EXPECT_EQ(words(byte(25) + wire_string("ssh-rsa") + "secret"),
            "add a key (ssh-rsa) to the ssh agent");
  EXPECT_THAT(words(byte(18) + wire_string("key")), HasSubstr("remove the key SHA256:"));
  EXPECT_EQ(words(byte(22) + wire_string("pass")), "lock the ssh agent");
  EXPECT_EQ(words(byte(23) + wire_string("pass")), "unlock the ssh agent");
  EXPECT_EQ(words(byte(20) + wire_string("/lib/x.so") + wire_string("pin")),
            "add the keys of /lib/x.so to the ssh agent");
  EXPECT_EQ(words(byte(21) + wire_string("/lib/x.so") + wire_string("pin")),
            "remove the keys of /lib/x.so from the ssh agent");
}

// ssh-agent itself would read some of them otherwise: it never gets to see them.
TEST(SshMessageTest, WhatIsNotExactlyKnownIsUnknown) {
  EXPECT_EQ(read_ssh_request("").kind, Kind::kUnknown);
  for (int type = 0; type < 256; ++type) {
    if (type != 11 && type != 19) {
      EXPECT_EQ(read_ssh_request(byte(type)).kind, Kind::kUnknown) << type;
    }
  }
  EXPECT_EQ(read_ssh_request(byte(11) + "x").kind, Kind::kUnknown);
  EXPECT_EQ(read_ssh_request(byte(19) + "x").kind, Kind::kUnknown);
  EXPECT_EQ(read_ssh_request(byte(27) + wire_string("query") + "x").kind, Kind::kUnknown);
  EXPECT_EQ(read_ssh_request(byte(27) + wire_string("other@example.org")).kind, Kind::kUnknown);
  EXPECT_EQ(read_ssh_request(sign_message("data") + "x").kind, Kind::kUnknown);
}

TEST(SshMessageTest, AMessageThatEndsEarlyIsUnknown) {
  const std::string whole = sign_message(login_data("key"));
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(read_ssh_request(whole.substr(0, size)).kind, Kind::kUnknown) << size;
  const std::string length_beyond = byte(13) + "\xff\xff\xff\xff" + "key";
  EXPECT_EQ(read_ssh_request(length_beyond).kind, Kind::kUnknown);
}

TEST(SshMessageTest, ALoginSaysAsWhomAndWhere) {
  const auto plain = read_ssh_login(login_data("key"), "key");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->user, "git");
  EXPECT_EQ(plain->session, "session");
  EXPECT_EQ(plain->host_key, "");
  const auto bound = read_ssh_login(login_data("key", "host"), "key");
  ASSERT_TRUE(bound);
  EXPECT_EQ(bound->host_key, "host");
}

TEST(SshMessageTest, OnlyAWholeLoginWithThatKeyIsOne) {
  const std::string whole = login_data("key", "host");
  EXPECT_FALSE(read_ssh_login(whole, "other"));
  EXPECT_FALSE(read_ssh_login(whole + "x", "key"));
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(read_ssh_login(whole.substr(0, size), "key")) << size;
  EXPECT_FALSE(read_ssh_login(signature_data("git"), "key"));
  std::string other_service = login_data("key");
  other_service.replace(other_service.find("ssh-connection"), 3, "xyz");
  EXPECT_FALSE(read_ssh_login(other_service, "key"));
}

TEST(SshMessageTest, ASignatureSaysForWhatItIs) {
  const auto signature = read_ssh_signature(signature_data("git"));
  ASSERT_TRUE(signature);
  EXPECT_EQ(signature->purpose, "git");
  EXPECT_EQ(signature->hash, "sha512");
  EXPECT_EQ(signature->digest, "digest");
  const std::string whole = signature_data("git");
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(read_ssh_signature(whole.substr(0, size))) << size;
  EXPECT_FALSE(read_ssh_signature(whole + "x"));
  EXPECT_FALSE(read_ssh_signature(signature_data("")));
  EXPECT_FALSE(read_ssh_signature(login_data("key")));
}

TEST(SshMessageTest, AListHasTheCommentsOfItsKeys) {
  const std::string list = byte(12) + std::string("\0\0\0\2", 4) + wire_string("a") +
                           wire_string("ana") + wire_string("b") + wire_string("bo");
  const auto keys = read_ssh_keys(list);
  EXPECT_EQ(keys.size(), 2U);
  EXPECT_EQ(keys.at("b"), "bo");
  EXPECT_TRUE(read_ssh_keys(list.substr(0, list.size() - 1)).empty());
  EXPECT_TRUE(read_ssh_keys(byte(12) + "\xff\xff\xff\xff").empty());
  EXPECT_TRUE(read_ssh_keys(byte(5)).empty());
}

}  // namespace
}  // namespace guard::supervisor
