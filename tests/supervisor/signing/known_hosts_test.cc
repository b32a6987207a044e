// SPDX-License-Identifier: Apache-2.0
#include "supervisor/signing/known_hosts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "supervisor/audit/record/digest.h"
#include "supervisor/signing/wire.h"

namespace guard::supervisor {
namespace {

using testing::ElementsAre;

std::string line_of(const std::string& names, const std::string& key) {
  return names + " ssh-ed25519 " + base64_of(key) + " a comment\n";
}

TEST(KnownHostsTest, AHostHasTheFirstNameOfItsKey) {
  const std::string text = "# comment\n\n" + line_of("other.example", "another") +
                           line_of("github.com,192.0.2.7", "the key");
  EXPECT_EQ(host_name_in(text, "the key", {}), "github.com");
  EXPECT_EQ(host_name_in(text, "no key", {"github.com"}), "");
}

TEST(KnownHostsTest, AHiddenNameIsToldWhereItWasSaid) {
  const std::string salt = "12345678901234567890";
  const std::string digest = bytes_of_hex(hmac_sha1_hex(salt, "github.com"));
  const std::string text =
      line_of("|1|" + base64_of(salt) + "=|" + base64_of(digest) + "=", "the key");
  EXPECT_EQ(host_name_in(text, "the key", {"x", "github.com"}), "github.com");
  EXPECT_EQ(host_name_in(text, "the key", {"x"}), "");
}

TEST(KnownHostsTest, LinesWithAMarkNameNobody) {
  EXPECT_EQ(host_name_in("@revoked " + line_of("evil", "the key"), "the key", {}), "");
  EXPECT_EQ(host_name_in("|1|", "the key", {"a"}), "");
  EXPECT_EQ(host_name_in("a ssh-ed25519", "", {"a"}), "a");
}

TEST(KnownHostsTest, WordsOfACommandLineMayNameAHost) {
  EXPECT_THAT(hosts_said_to_ssh({"ssh", "-p", "22", "git@github.com", "a command"}),
              ElementsAre("22", "github.com", "[22]:22", "[github.com]:22"));
  EXPECT_THAT(hosts_said_to_ssh({}), ElementsAre());
}

// RFC 2202, cases 1 and 2.
TEST(KnownHostsTest, NamesAreHiddenByHmacSha1) {
  EXPECT_EQ(hmac_sha1_hex(std::string(20, '\x0b'), "Hi There"),
            "b617318655057264e28bc0b6fb378c8ef146be00");
  EXPECT_EQ(hmac_sha1_hex("Jefe", "what do ya want for nothing?"),
            "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79");
}

}  // namespace
}  // namespace guard::supervisor
