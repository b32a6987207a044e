// SPDX-License-Identifier: Apache-2.0
// FNV-1a over texts, to tell policies apart: no protection against somebody who wants two to be
// equal. Pure, any thread.
#ifndef GUARD_POLICY_TEXT_TEXT_DIGEST_H_
#define GUARD_POLICY_TEXT_TEXT_DIGEST_H_

#include <cstdint>
#include <string_view>

namespace guard::policy {

inline constexpr std::uint64_t kEmptyDigest = 0xcbf29ce484222325ULL;

[[nodiscard]] constexpr std::uint64_t digest_of(std::string_view bytes,
                                                std::uint64_t digest = kEmptyDigest) {
  for (const char byte : bytes)
    digest = (digest ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
  return digest * 0x100000001b3ULL;  // as a NUL: where one text ends and the next begins
}

}  // namespace guard::policy

#endif  // GUARD_POLICY_TEXT_TEXT_DIGEST_H_
