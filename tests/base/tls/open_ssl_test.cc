// SPDX-License-Identifier: Apache-2.0
// OpenSSL's library is loaded, and its functions are called by their own names.
#include "base/tls/open_ssl.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <openssl/ssl.h>

#include <memory>

namespace guard {
namespace {

bool is_installed() {
  return ::dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL) != nullptr;
}

TEST(OpenSslDeathTest, ACallBeforeLoadingEndsTheProcess) {
  EXPECT_DEATH((void)TLS_method(), "");
}

TEST(OpenSslTest, EveryCallIsFound) {
  if (!is_installed()) GTEST_SKIP() << "no libssl.so.3 here";
  const auto loaded = load_open_ssl();
  ASSERT_TRUE(loaded) << loaded.error().text();
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(SSL_CTX_new(TLS_method()),
                                                                  SSL_CTX_free);
  ASSERT_NE(context, nullptr);
  EXPECT_EQ(SSL_CTX_check_private_key(context.get()), 0);  // it has none
}

}  // namespace
}  // namespace guard
