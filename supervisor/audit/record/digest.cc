// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/record/digest.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <array>
#include <cstdlib>
#include <memory>

namespace guard::supervisor {
namespace {

constexpr std::size_t kBytes = 32;
using Digest = std::array<unsigned char, kBytes>;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string hex_of(const Digest& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  out.reserve(2 * kBytes);
  for (const unsigned char byte : digest) {
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 0x0FU];
  }
  return out;
}

// Fetched once: looking the algorithm up costs more than hashing a record.
const EVP_MD* sha256() {
  static const EVP_MD* const kMethod = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  if (kMethod == nullptr) std::abort();
  return kMethod;
}

struct ContextDeleter {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

EVP_MD_CTX* thread_context() {
  thread_local const std::unique_ptr<EVP_MD_CTX, ContextDeleter> context(EVP_MD_CTX_new());
  if (context == nullptr) std::abort();
  return context.get();
}

struct MacDeleter {
  void operator()(EVP_MAC_CTX* context) const { EVP_MAC_CTX_free(context); }
};
using MacContext = std::unique_ptr<EVP_MAC_CTX, MacDeleter>;

MacContext new_mac(std::string_view key) {
  static EVP_MAC* const kMethod = EVP_MAC_fetch(nullptr, "HMAC", nullptr);
  MacContext context(kMethod == nullptr ? nullptr : EVP_MAC_CTX_new(kMethod));
  std::array<char, 7> name = {"SHA256"};
  const std::array<OSSL_PARAM, 2> parameters = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name.data(), 0),
      OSSL_PARAM_construct_end()};
  if (context == nullptr ||
      EVP_MAC_init(context.get(), bytes_of(key), key.size(), parameters.data()) != 1)
    std::abort();
  return context;
}

// A thread hashes with one key, nearly always: to set it up costs more than hashing a command.
EVP_MAC_CTX* keyed_context(std::string_view key) {
  thread_local std::string last_key;
  thread_local MacContext context;
  if (context != nullptr && last_key == key) {
    if (EVP_MAC_init(context.get(), nullptr, 0, nullptr) != 1) std::abort();
    return context.get();
  }
  context = new_mac(key);
  last_key = key;
  return context.get();
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  Digest digest{};
  EVP_MD_CTX* const context = thread_context();
  if (EVP_DigestInit_ex2(context, sha256(), nullptr) != 1 ||
      EVP_DigestUpdate(context, bytes.data(), bytes.size()) != 1 ||
      EVP_DigestFinal_ex(context, digest.data(), nullptr) != 1) {
    std::abort();
  }
  return hex_of(digest);
}

std::string hmac_sha256_hex(std::string_view key, std::string_view bytes) {
  Digest digest{};
  EVP_MAC_CTX* const context = keyed_context(key);
  std::size_t length = 0;
  if (EVP_MAC_update(context, bytes_of(bytes), bytes.size()) != 1 ||
      EVP_MAC_final(context, digest.data(), &length, digest.size()) != 1 || length != kBytes) {
    std::abort();
  }
  return hex_of(digest);
}

}  // namespace guard::supervisor
