// SPDX-License-Identifier: Apache-2.0
#include "supervisor/network/dns_query.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace guard::supervisor {
namespace {

constexpr std::size_t kLongestLabel = 63;
constexpr std::size_t kLongestName = 253;
constexpr std::uint16_t kResponseOrOtherOpcode = 0xF800;
constexpr std::array<std::uint16_t, 3> kAddressTypes = {1, 28, 65};  // A, AAAA, HTTPS

char lowered_byte(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_byte_of_host(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
}

}  // namespace

std::uint16_t dns_number_at(std::string_view message, std::size_t at) {
  const auto high = static_cast<unsigned char>(message[at]);
  const auto low = static_cast<unsigned char>(message[at + 1]);
  return static_cast<std::uint16_t>(high << 8U | low);
}

// A question has no compressed names: a length above 63 is none.
std::optional<std::string> take_dns_name(std::string_view& rest) {
  std::string name;
  for (;;) {
    if (rest.empty()) return std::nullopt;
    const std::size_t length = static_cast<unsigned char>(rest.front());
    rest.remove_prefix(1);
    if (length == 0) return name;
    if (length > kLongestLabel || rest.size() < length) return std::nullopt;
    if (!name.empty()) name += '.';
    for (const char c : rest.substr(0, length)) {
      if (c == '.') return std::nullopt;
      name += lowered_byte(c);
    }
    if (name.size() > kLongestName) return std::nullopt;
    rest.remove_prefix(length);
  }
}

bool may_be_a_host(std::string_view name) {
  return std::ranges::all_of(name, is_byte_of_host);
}

std::optional<std::string> name_in_query(std::string_view message) {
  if (message.size() < kDnsHeader || (dns_number_at(message, 2) & kResponseOrOtherOpcode) != 0 ||
      dns_number_at(message, 4) == 0)
    return std::nullopt;
  std::string_view rest = message.substr(kDnsHeader);
  auto name = take_dns_name(rest);
  if (!name || name->empty() || !may_be_a_host(*name) || rest.size() < 4) return std::nullopt;
  return std::ranges::find(kAddressTypes, dns_number_at(rest, 0)) == kAddressTypes.end()
             ? std::nullopt
             : name;
}

}  // namespace guard::supervisor
