// SPDX-License-Identifier: Apache-2.0
#include "supervisor/alerts/webhook_signature.h"

#include <optional>

#include "supervisor/audit/record/digest.h"

namespace guard::supervisor {
namespace {

constexpr std::string_view kPrefix = "whsec_";
constexpr std::size_t kShortestKey = 16;
constexpr std::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

unsigned value_of(char hex_digit) {
  return static_cast<unsigned>(hex_digit <= '9' ? hex_digit - '0' : hex_digit - 'a' + 10);
}

std::string base64_of(std::string_view bytes) {
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    unsigned group = 0;
    for (std::size_t i = 0; i < 3; ++i)
      group =
          group << 8U | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      out += at + i <= bytes.size() ? kLetters[group >> (18U - 6U * i) & 0x3FU] : '=';
  }
  return out;
}

std::optional<std::string> bytes_of_base64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  unsigned group = 0;
  unsigned bits = 0;
  for (const char c : text) {
    const std::size_t value = kLetters.find(c);
    if (value == std::string_view::npos) return std::nullopt;
    group = group << 6U | static_cast<unsigned>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(group >> bits & 0xFFU);
  }
  return bytes;
}

std::string bytes_of_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t at = 0; at + 1 < hex.size(); at += 2)
    bytes += static_cast<char>(value_of(hex[at]) << 4U | value_of(hex[at + 1]));
  return bytes;
}

}  // namespace

Result<std::string> webhook_key_of(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
    text.remove_suffix(1);
  std::string key(text);
  if (text.starts_with(kPrefix)) {
    auto bytes = bytes_of_base64(text.substr(kPrefix.size()));
    if (!bytes) return fail(Code::kInvalid, "the secret begins with whsec_ and is not base64");
    key = std::move(*bytes);
  }
  if (key.size() < kShortestKey) return fail(Code::kInvalid, "the secret is shorter than 16 bytes");
  return key;
}

Headers signed_headers(const std::string& key, const std::string& id, std::int64_t seconds,
                       const std::string& body) {
  const std::string time = std::to_string(seconds);
  std::string content = id;
  content.append(".").append(time).append(".").append(body);
  return {{"webhook-id", id},
          {"webhook-timestamp", time},
          {"webhook-signature", "v1," + base64_of(bytes_of_hex(hmac_sha256_hex(key, content)))}};
}

}  // namespace guard::supervisor
