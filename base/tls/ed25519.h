// SPDX-License-Identifier: Apache-2.0
// Ed25519 (RFC 8032) and BLAKE2b, by OpenSSL's library, which is loaded at the first call. Keys and
// signatures are their raw bytes. Any thread. kUnsupported: the library is not there.
#ifndef GUARD_BASE_TLS_ED25519_H_
#define GUARD_BASE_TLS_ED25519_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"

namespace guard {

inline constexpr std::size_t kEd25519Key = 32;  // bytes, of a public key and of a seed
inline constexpr std::size_t kEd25519Signature = 64;

// kRefused: KEY did not sign BYTES so. Bytes of another length are no signature and no key.
[[nodiscard]] Result<void> verify_ed25519(std::string_view key, std::string_view bytes,
                                          std::string_view signature);
[[nodiscard]] Result<std::string> sign_ed25519(std::string_view seed, std::string_view bytes);
// The public key of a seed.
[[nodiscard]] Result<std::string> ed25519_key_of(std::string_view seed);
[[nodiscard]] Result<std::string> blake2b_512(std::string_view bytes);

}  // namespace guard

#endif  // GUARD_BASE_TLS_ED25519_H_
