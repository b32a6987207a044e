// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/digest.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

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
  const unsigned char* const made = HMAC(sha256(), key.data(), static_cast<int>(key.size()),
                                         bytes_of(bytes), bytes.size(), digest.data(), nullptr);
  if (made == nullptr) std::abort();
  return hex_of(digest);
}

}  // namespace guard::supervisor
