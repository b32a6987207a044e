// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/record/digest.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace guard::supervisor {
namespace {

constexpr std::size_t kBytes = SHA256_DIGEST_LENGTH;
constexpr std::size_t kBlock = SHA256_CBLOCK;
constexpr unsigned char kInnerPad = 0x36;  // of RFC 2104
constexpr unsigned char kOuterPad = 0x5c;
using Digest = std::array<unsigned char, kBytes>;
using Block = std::array<unsigned char, kBlock>;

template <std::size_t kSize>
std::string hex_of(const std::array<unsigned char, kSize>& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  out.reserve(2 * kSize);
  for (const unsigned char byte : digest) {
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 0x0FU];
  }
  return out;
}

// OpenSSL's functions of SHA-256 itself. Those that find an algorithm by its name (EVP) read a
// configuration at each start, and link every algorithm there is (docs/decisions/0007).
SHA256_CTX started() {
  SHA256_CTX context;
  if (SHA256_Init(&context) != 1) std::abort();
  return context;
}

void add(SHA256_CTX& context, const void* bytes, std::size_t size) {
  if (SHA256_Update(&context, bytes, size) != 1) std::abort();
}

Digest finished(SHA256_CTX context) {
  Digest digest{};
  if (SHA256_Final(digest.data(), &context) != 1) std::abort();
  return digest;
}

Digest digest_of(std::string_view bytes) {
  SHA256_CTX context = started();
  add(context, bytes.data(), bytes.size());
  return finished(context);
}

// A key, hashed as far as it goes without what it signs.
struct Keyed {
  SHA256_CTX inner = started();
  SHA256_CTX outer = started();
};

Block padded(std::string_view key) {
  Block block{};
  if (key.size() > kBlock) {
    std::ranges::copy(digest_of(key), block.begin());
  } else {
    std::ranges::copy(key, block.begin());
  }
  return block;
}

void add_padded(SHA256_CTX& context, Block key, unsigned char pad) {
  for (unsigned char& byte : key) byte = static_cast<unsigned char>(byte ^ pad);
  add(context, key.data(), key.size());
  OPENSSL_cleanse(key.data(), key.size());
}

Keyed keyed(std::string_view key) {
  Keyed contexts;
  Block block = padded(key);
  add_padded(contexts.inner, block, kInnerPad);
  add_padded(contexts.outer, block, kOuterPad);
  OPENSSL_cleanse(block.data(), block.size());
  return contexts;
}

// A thread hashes with one key, nearly always: its two blocks are hashed once.
const Keyed& keyed_once(std::string_view key) {
  thread_local std::string last_key(key);
  thread_local Keyed contexts = keyed(key);
  if (last_key != key) {
    contexts = keyed(key);
    last_key = key;
  }
  return contexts;
}

using Sha1Digest = std::array<unsigned char, SHA_DIGEST_LENGTH>;

Sha1Digest sha1_of(std::string_view bytes) {
  SHA_CTX context;
  Sha1Digest digest{};
  if (SHA1_Init(&context) != 1 || SHA1_Update(&context, bytes.data(), bytes.size()) != 1 ||
      SHA1_Final(digest.data(), &context) != 1)
    std::abort();
  return digest;
}

std::string text_of(const Sha1Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

std::string padded_with(std::string_view key, unsigned char pad) {
  std::string block(key);
  block.resize(SHA_CBLOCK, '\0');
  for (char& byte : block) byte = static_cast<char>(static_cast<unsigned char>(byte) ^ pad);
  return block;
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  return hex_of(digest_of(bytes));
}

std::string sha512_hex(std::string_view bytes) {
  SHA512_CTX context;
  std::array<unsigned char, SHA512_DIGEST_LENGTH> digest{};
  if (SHA512_Init(&context) != 1 || SHA512_Update(&context, bytes.data(), bytes.size()) != 1 ||
      SHA512_Final(digest.data(), &context) != 1)
    std::abort();
  return hex_of(digest);
}

std::string hmac_sha1_hex(std::string_view key, std::string_view bytes) {
  const std::string fitting = key.size() > SHA_CBLOCK ? text_of(sha1_of(key)) : std::string(key);
  const Sha1Digest inside = sha1_of(padded_with(fitting, kInnerPad) + std::string(bytes));
  return hex_of(sha1_of(padded_with(fitting, kOuterPad) + text_of(inside)));
}

std::string hmac_sha256_hex(std::string_view key, std::string_view bytes) {
  const Keyed& contexts = keyed_once(key);
  SHA256_CTX inner = contexts.inner;
  add(inner, bytes.data(), bytes.size());
  const Digest inside = finished(inner);
  SHA256_CTX outer = contexts.outer;
  add(outer, inside.data(), inside.size());
  return hex_of(finished(outer));
}

}  // namespace guard::supervisor
