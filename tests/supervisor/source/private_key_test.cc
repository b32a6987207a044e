// SPDX-License-Identifier: Apache-2.0
#include "supervisor/source/private_key.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/tls/open_ssl.h"
#include "supervisor/source/detached_signature.h"

namespace guard::supervisor {
namespace {

using ::testing::HasSubstr;

class PrivateKeyTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!load_open_ssl()) GTEST_SKIP() << "no libssl here";
  }
};

TEST_F(PrivateKeyTest, AKeyThatIsReadBackSignsAsBefore) {
  const auto made = PrivateKey::make();
  ASSERT_TRUE(made) << made.error().text();
  const auto read = PrivateKey::read(made->file_text("who@where"));
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(*read->sign("text"), *made->sign("text"));
  EXPECT_EQ(read->public_line("c"), made->public_line("c"));
  const auto key = read_public_key(made->public_line("who@where"));
  ASSERT_TRUE(key) << key.error().text();
  EXPECT_EQ(key->comment, "who@where");
  EXPECT_TRUE(signer_of("text", *made->sign("text"), {*key}));
  EXPECT_FALSE(signer_of("other", *made->sign("text"), {*key}));
}

TEST_F(PrivateKeyTest, TwoKeysDiffer) {
  EXPECT_NE(PrivateKey::make()->public_line(""), PrivateKey::make()->public_line(""));
}

TEST_F(PrivateKeyTest, EveryBeginningOfAFileIsRefused) {
  const std::string whole = PrivateKey::make()->file_text("");
  for (std::size_t size = 0; size + 2 < whole.size(); ++size)
    EXPECT_FALSE(PrivateKey::read(whole.substr(0, size))) << size;
}

}  // namespace
}  // namespace guard::supervisor
