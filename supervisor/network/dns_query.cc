// SPDX-License-Identifier: Apache-2.0
#include "supervisor/network/dns_query.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

namespace guard::supervisor {
namespace {

constexpr std::size_t kHeader = 12;
constexpr std::size_t kLongestLabel = 63;
constexpr std::size_t kLongestName = 253;
constexpr std::uint16_t kResponseOrOtherOpcode = 0xF800;
constexpr std::array<std::uint16_t, 3> kAddressTypes = {1, 28, 65};  // A, AAAA, HTTPS

std::uint16_t number_at(std::string_view message, std::size_t at) {
  const auto high = static_cast<unsigned char>(message[at]);
  const auto low = static_cast<unsigned char>(message[at + 1]);
  return static_cast<std::uint16_t>(high << 8U | low);
}

bool is_of_host_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
}

// A question has no compressed names: a length above 63 is none.
std::optional<std::string> take_name(std::string_view& rest) {
  std::string name;
  for (;;) {
    if (rest.empty()) return std::nullopt;
    const std::size_t length = static_cast<unsigned char>(rest.front());
    rest.remove_prefix(1);
    if (length == 0) return name;
    if (length > kLongestLabel || rest.size() < length) return std::nullopt;
    if (!name.empty()) name += '.';
    for (const char c : rest.substr(0, length)) {
      if (!is_of_host_name(c)) return std::nullopt;
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    if (name.size() > kLongestName) return std::nullopt;
    rest.remove_prefix(length);
  }
}

}  // namespace

std::optional<std::string> name_in_query(std::string_view message) {
  if (message.size() < kHeader || (number_at(message, 2) & kResponseOrOtherOpcode) != 0 ||
      number_at(message, 4) == 0)
    return std::nullopt;
  std::string_view rest = message.substr(kHeader);
  auto name = take_name(rest);
  if (!name || name->empty() || rest.size() < 4) return std::nullopt;
  return std::ranges::find(kAddressTypes, number_at(rest, 0)) == kAddressTypes.end() ? std::nullopt
                                                                                     : name;
}

}  // namespace guard::supervisor
