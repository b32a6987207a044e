// SPDX-License-Identifier: Apache-2.0
#include "policy/network/internal_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "base/text/ipv4.h"
#include "policy/text/scalars.h"

namespace guard::policy {
namespace {

struct Block4 {
  std::uint32_t prefix;
  unsigned bits;
};
constexpr std::array kInternal4 = {
    Block4{0x00000000, 8},   // this host
    Block4{0x0A000000, 8},   // private
    Block4{0x64400000, 10},  // shared by a provider's customers
    Block4{0x7F000000, 8},   // loopback
    Block4{0xA9FE0000, 16},  // link-local, metadata services
    Block4{0xAC100000, 12},  // private
    Block4{0xC0000000, 24},  // protocol assignments
    Block4{0xC0A80000, 16},  // private
    Block4{0xC6120000, 15},  // benchmarks, stand-ins for names
    Block4{0xE0000000, 4},   // multicast
    Block4{0xF0000000, 4},   // reserved, broadcast
};

bool is_internal4(std::uint32_t address) {
  return std::ranges::any_of(kInternal4, [address](const Block4& block) {
    return (address ^ block.prefix) >> (32 - block.bits) == 0;
  });
}

std::uint32_t embedded4(const in6_addr& address, std::size_t at) {
  std::uint32_t v4 = 0;
  std::memcpy(&v4, address.s6_addr + at, sizeof(v4));
  return ntohl(v4);
}

bool has_prefix(const in6_addr& address, std::initializer_list<std::uint8_t> bytes) {
  return std::equal(bytes.begin(), bytes.end(), address.s6_addr);
}

bool is_internal6(const in6_addr& address) {
  const std::uint8_t first = address.s6_addr[0];
  if ((first & 0xFE) == 0xFC || first == 0xFF) return true;        // unique local, multicast
  if (first == 0xFE && address.s6_addr[1] >= 0x80) return true;    // link-local, site-local
  if (has_prefix(address, {0x20, 0x01, 0, 2, 0, 0})) return true;  // benchmarks, stand-ins
  // Translated (NAT64) and tunnelled (6to4) v4 addresses lead to what they hold.
  if (has_prefix(address, {0x00, 0x64, 0xFF, 0x9B})) return is_internal4(embedded4(address, 12));
  if (has_prefix(address, {0x20, 0x02})) return is_internal4(embedded4(address, 2));
  return has_prefix(address, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});  // ::, ::1, v4-compatible
}

struct Address {
  int family = AF_UNSPEC;  // it is none
  std::uint32_t v4 = 0;
  in6_addr v6{};
};

// A v4 address that is written as v6 is one of v4.
Address address_of(std::string_view text) {
  const std::string copy(text);
  Address address;
  in_addr v4{};
  if (::inet_pton(AF_INET, copy.c_str(), &v4) == 1) {
    address.family = AF_INET;
    address.v4 = ntohl(v4.s_addr);
  } else if (::inet_pton(AF_INET6, copy.c_str(), &address.v6) == 1) {
    const bool mapped = IN6_IS_ADDR_V4MAPPED(&address.v6);
    address.family = mapped ? AF_INET : AF_INET6;
    if (mapped) address.v4 = embedded4(address.v6, 12);
  }
  return address;
}

// Every program reads these letters as a host and a port.
constexpr std::string_view kPlaceLetters = "abcdefghijklmnopqrstuvwxyz0123456789.-_:[]";

bool is_scheme(std::string_view word) {
  return word == "http" || word == "https" || word == "ws" || word == "wss" || word == "ftp";
}

// "" or ":8080".
bool is_port(std::string_view text) {
  constexpr std::size_t kLongest = 6;
  return text.empty() || (text.size() > 1 && text.size() <= kLongest && text[0] == ':' &&
                          text.find_first_not_of("0123456789", 1) == std::string_view::npos);
}

// In full: programs differ over "127.1" and "0177.0.0.1".
bool is_loopback4(std::string_view host) {
  in_addr address{};
  return ::inet_pton(AF_INET, std::string(host).c_str(), &address) == 1 &&
         ntohl(address.s_addr) >> 24U == 0x7F;
}

}  // namespace

std::string canonical_address(std::string_view text) {
  const Address address = address_of(text);
  if (address.family == AF_INET) return ipv4_text(address.v4);
  if (address.family != AF_INET6) return {};
  std::array<char, INET6_ADDRSTRLEN> out{};
  ::inet_ntop(AF_INET6, &address.v6, out.data(), out.size());
  return out.data();
}

std::string address_meant(std::string_view text) {
  std::string address = canonical_address(text.substr(0, text.find('%')));
  if (!address.empty()) return address;
  // inet_aton(3) also takes what ends with a blank and anything behind it.
  const bool is_number =
      text.find_first_not_of("0123456789abcdefABCDEFxX.") == std::string_view::npos;
  in_addr v4{};
  if (!is_number || ::inet_aton(std::string(text).c_str(), &v4) == 0) return {};
  std::array<char, INET_ADDRSTRLEN> out{};
  ::inet_ntop(AF_INET, &v4, out.data(), out.size());
  return out.data();
}

bool is_internal_address(std::string_view text) {
  const Address address = address_of(text);
  if (address.family == AF_INET) return is_internal4(address.v4);
  return address.family == AF_INET6 && is_internal6(address.v6);
}

namespace {

struct AddressBlock {
  int family = AF_UNSPEC;
  std::array<std::uint8_t, sizeof(in6_addr)> bytes{};
  unsigned bits = 0;
};

AddressBlock whole_address(std::string_view text) {
  const std::string address = canonical_address(text);
  AddressBlock block;
  if (::inet_pton(AF_INET, address.c_str(), block.bytes.data()) == 1) {
    block.family = AF_INET;
    block.bits = 32;
  } else if (::inet_pton(AF_INET6, address.c_str(), block.bytes.data()) == 1) {
    block.family = AF_INET6;
    block.bits = 128;
  }
  return block;
}

bool has_bit(const AddressBlock& block, unsigned bit) {
  return (block.bytes.at(bit / 8) >> (7 - bit % 8) & 1U) != 0;
}

// Those of ::ffff:0:0/96 in front of an IPv4 address (RFC 4291, 2.5.5.2).
constexpr int kMappedBits = 96;

// nullopt: the number of bits is none.
std::optional<AddressBlock> block_of(std::string_view text) {
  const std::size_t slash = text.find('/');
  AddressBlock block = whole_address(text.substr(0, slash));
  if (slash == std::string_view::npos || block.family == AF_UNSPEC) return std::nullopt;
  const bool is_mapped = block.family == AF_INET && text.find(':') != std::string_view::npos;
  const int before = is_mapped ? kMappedBits : 0;
  const auto bits = parse_integer(text.substr(slash + 1));
  if (!bits || *bits < before) return std::nullopt;
  const auto counted = static_cast<unsigned>(*bits - before);
  if (counted > block.bits) return std::nullopt;
  block.bits = counted;
  return block;
}

}  // namespace

bool is_in_address_block(std::string_view address, std::string_view text) {
  const auto block = block_of(text);
  const AddressBlock whole = whole_address(address);
  if (!block || whole.family != block->family) return false;
  for (unsigned bit = 0; bit < block->bits; ++bit)
    if (has_bit(whole, bit) != has_bit(*block, bit)) return false;
  return true;
}

std::optional<std::string> address_block_defect(std::string_view text) {
  const auto block = block_of(text);
  if (!block) return "neither a host nor a block of addresses such as 10.0.0.0/8";
  const unsigned all = block->family == AF_INET ? 32 : 128;
  for (unsigned bit = block->bits; bit < all; ++bit)
    if (has_bit(*block, bit)) return "the address has bits beyond its block";
  return std::nullopt;
}

bool is_loopback_place(std::string_view text) {
  const std::size_t scheme = text.find("://");
  if (scheme != std::string_view::npos) {
    if (!is_scheme(text.substr(0, scheme))) return false;
    text.remove_prefix(scheme + 3);
  }
  const std::string_view place = text.substr(0, text.find_first_of("/?#"));
  if (place.find_first_not_of(kPlaceLetters) != std::string_view::npos) return false;
  if (place.starts_with('[')) {
    const std::size_t end = place.find(']');
    if (end == std::string_view::npos || !is_port(place.substr(end + 1))) return false;
    const std::string address = canonical_address(place.substr(1, end - 1));
    return address == "::1" || is_loopback4(address);
  }
  const std::size_t colon = place.find(':');
  const std::string_view host = place.substr(0, colon);
  const bool port = colon == std::string_view::npos || is_port(place.substr(colon));
  return port && (host == "localhost" || host.ends_with(".localhost") || is_loopback4(host));
}

}  // namespace guard::policy
