// SPDX-License-Identifier: Apache-2.0
#include "base/tls/ed25519.h"

#include <openssl/evp.h>

#include <array>
#include <memory>

#include "base/tls/open_ssl.h"

namespace guard {
namespace {

// Each is made after the library was loaded only.
struct Free {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};
using Key = std::unique_ptr<EVP_PKEY, Free>;
using Context = std::unique_ptr<EVP_MD_CTX, Free>;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

unsigned char* room_of(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());
}

Result<Key> private_key_of(std::string_view seed) {
  if (auto loaded = load_open_ssl(); !loaded) return forward(loaded.error());
  if (seed.size() != kEd25519Key) return fail(Code::kInvalid, "an Ed25519 key has 32 bytes");
  Key key(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, bytes_of(seed), seed.size()));
  if (key == nullptr) return fail(Code::kUnsupported, "OpenSSL takes no Ed25519 key");
  return key;
}

}  // namespace

Result<void> verify_ed25519(std::string_view key, std::string_view bytes,
                            std::string_view signature) {
  if (auto loaded = load_open_ssl(); !loaded) return forward(loaded.error());
  const auto wrong = [] { return fail(Code::kRefused, "the signature is wrong"); };
  if (key.size() != kEd25519Key || signature.size() != kEd25519Signature) return wrong();
  const Key known(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes_of(key), key.size()));
  const Context context(EVP_MD_CTX_new());
  if (known == nullptr || context == nullptr) return wrong();
  if (EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, known.get()) != 1)
    return wrong();
  if (EVP_DigestVerify(context.get(), bytes_of(signature), signature.size(), bytes_of(bytes),
                       bytes.size()) != 1)
    return wrong();
  return {};
}

Result<std::string> sign_ed25519(std::string_view seed, std::string_view bytes) {
  const auto key = private_key_of(seed);
  if (!key) return forward(key.error());
  const Context context(EVP_MD_CTX_new());
  std::string signature(kEd25519Signature, '\0');
  std::size_t size = signature.size();
  const bool is_signed =
      context != nullptr &&
      EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key->get()) == 1 &&
      EVP_DigestSign(context.get(), room_of(signature), &size, bytes_of(bytes), bytes.size()) == 1;
  if (!is_signed || size != kEd25519Signature)
    return fail(Code::kUnsupported, "OpenSSL makes no Ed25519 signature");
  return signature;
}

Result<std::string> ed25519_key_of(std::string_view seed) {
  const auto key = private_key_of(seed);
  if (!key) return forward(key.error());
  std::string bytes(kEd25519Key, '\0');
  std::size_t size = bytes.size();
  if (EVP_PKEY_get_raw_public_key(key->get(), room_of(bytes), &size) != 1 || size != kEd25519Key)
    return fail(Code::kUnsupported, "OpenSSL has no public key for it");
  return bytes;
}

Result<std::string> blake2b_512(std::string_view bytes) {
  if (auto loaded = load_open_ssl(); !loaded) return forward(loaded.error());
  constexpr std::size_t kSize = 64;
  std::string digest(kSize, '\0');
  unsigned size = kSize;
  if (EVP_Digest(bytes.data(), bytes.size(), room_of(digest), &size, EVP_blake2b512(), nullptr) !=
          1 ||
      size != kSize)
    return fail(Code::kUnsupported, "OpenSSL has no BLAKE2b");
  return digest;
}

}  // namespace guard
