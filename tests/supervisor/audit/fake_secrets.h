// SPDX-License-Identifier: Apache-2.0
// Strings in the shape of secrets, put together at run time from a fixed sequence: nobody's, and in
// no file for a scanner to trip over.
#ifndef GUARD_TESTS_SUPERVISOR_AUDIT_FAKE_SECRETS_H_
#define GUARD_TESTS_SUPERVISOR_AUDIT_FAKE_SECRETS_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace guard::supervisor {

inline constexpr std::string_view kFakeDigits = "0123456789";
inline constexpr std::string_view kFakeLower = "abcdefghijklmnopqrstuvwxyz0123456789";
inline constexpr std::string_view kFakeUpper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
inline constexpr std::string_view kFakeHex = "0123456789abcdef";
inline constexpr std::string_view kFakeAlnum =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

// `length` characters, the same ones each time.
inline std::string fake_run(std::string_view alphabet, std::size_t length, std::uint64_t seed = 7) {
  std::string out;
  std::uint64_t state = seed * 0x9E3779B97F4A7C15U + 1;
  while (out.size() < length) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    out += alphabet[(state >> 33U) % alphabet.size()];
  }
  return out;
}

inline std::string fake_github_token(std::uint64_t seed = 7) {
  return std::string("gh") + "p_" + fake_run(kFakeAlnum, 36, seed);
}

inline std::string fake_jwt() {
  return std::string("ey") + fake_run(kFakeAlnum, 30) + ".ey" + fake_run(kFakeAlnum, 60) + "." +
         fake_run(kFakeAlnum, 43);
}

inline std::string fake_private_key(bool complete) {
  const std::string label = std::string("RSA PRIVATE") + " KEY-----";
  std::string out = "-----BEGIN " + label + "\n";
  for (std::uint64_t line = 0; line < 5; ++line) out += fake_run(kFakeAlnum, 64, line) + "\n";
  return complete ? out + "-----END " + label : out;
}

}  // namespace guard::supervisor

#endif  // GUARD_TESTS_SUPERVISOR_AUDIT_FAKE_SECRETS_H_
