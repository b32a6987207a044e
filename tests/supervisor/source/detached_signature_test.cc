// SPDX-License-Identifier: Apache-2.0
// The signatures here were made by ssh-keygen (OpenSSH 9.2) and, after minisign's description of
// its format, with other libraries for Ed25519 and BLAKE2b.
#include "supervisor/source/detached_signature.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/tls/open_ssl.h"
#include "tests/supervisor/source/sample_signatures.h"

namespace guard::supervisor {
namespace {

using ::testing::HasSubstr;

class DetachedSignatureTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!load_open_ssl()) GTEST_SKIP() << "no libssl here";
  }
  static std::string why_not(std::string_view text, std::string_view signature,
                             const char* key = kSshKey) {
    const auto signer = signer_of(text, signature, {*read_public_key(key)});
    return signer ? "it is good" : signer.error().text();
  }
};

TEST_F(DetachedSignatureTest, OneOfSshHoldsForItsTextAlone) {
  EXPECT_EQ(why_not(kSignedText, kSshSignature), "it is good");
  EXPECT_THAT(why_not("other", kSshSignature), HasSubstr("does not hold for this text"));
  EXPECT_THAT(why_not(kSignedText, kSshSignature, kMinisignKey), HasSubstr("not listed"));
}

TEST_F(DetachedSignatureTest, OneThatSshMadeForAnotherPurposeIsRefused) {
  EXPECT_THAT(why_not(kSignedText, kSshSignatureOfFile), HasSubstr("was made for \"file\""));
}

TEST_F(DetachedSignatureTest, OneOfMinisignHoldsForItsTextAlone) {
  for (const char* signature : {kMinisignSignature, kMinisignOldSignature}) {
    EXPECT_EQ(why_not(kSignedText, signature, kMinisignKey), "it is good");
    EXPECT_THAT(why_not("other", signature, kMinisignKey), HasSubstr("does not hold"));
    EXPECT_THAT(why_not(kSignedText, signature), HasSubstr("not listed"));
  }
}

TEST_F(DetachedSignatureTest, TheCommentOfMinisignIsSignedToo) {
  std::string changed = kMinisignSignature;
  changed.replace(changed.find("release 7"), 9, "release 8");
  EXPECT_THAT(why_not(kSignedText, changed, kMinisignKey), HasSubstr("does not hold"));
}

// The padding of the last line is no part of it.
TEST_F(DetachedSignatureTest, EveryBeginningOfASignatureIsRefused) {
  for (const std::string whole : {kSshSignature, kMinisignSignature})
    for (std::size_t size = 0; size + 3 < whole.size(); ++size)
      EXPECT_NE(why_not(kSignedText, whole.substr(0, size),
                        whole == kSshSignature ? kSshKey : kMinisignKey),
                "it is good")
          << size;
}

TEST_F(DetachedSignatureTest, KeysOfOtherAlgorithmsAreRefused) {
  EXPECT_THAT(read_public_key("ssh-rsa AAAAB3NzaC1yc2E= x").error().text(),
              HasSubstr("use ssh-ed25519"));
  EXPECT_FALSE(read_public_key("ssh-ed25519 AAAA"));
  EXPECT_FALSE(read_public_key("RWQ"));
  EXPECT_FALSE(read_public_key(""));
}

}  // namespace
}  // namespace guard::supervisor
