// SPDX-License-Identifier: Apache-2.0
#include "console/web/page_place.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <optional>

#include "base/text/request_target.h"
#include "base/text/text.h"

namespace guard::console {
namespace {

constexpr std::uint16_t kPlainPort = 80;
constexpr std::uint16_t kSecurePort = 443;

std::optional<in_addr> parsed_address(const std::string& text) {
  in_addr address{};
  if (::inet_pton(AF_INET, text.c_str(), &address) != 1) return std::nullopt;
  return address;
}

bool is_host_name(const std::string& text) {
  return !text.empty() && text.size() <= 253 && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
  });
}

Result<std::string> address_of(const PlaceWish& wish) {
  if (wish.address.empty()) return random_loopback();
  const auto address = parsed_address(wish.address);
  if (!address || address->s_addr == htonl(INADDR_ANY))
    return fail(Code::kInvalid, "--bind " + safe_text(wish.address) +
                                    ": name one IPv4 address of this host (ip address)");
  return wish.address;
}

Result<std::uint16_t> port_of(const PlaceWish& wish) {
  const auto port = wish.port.empty() ? std::optional<std::uint64_t>(0) : parse_count(wish.port);
  if (!port || *port > 65535)
    return fail(Code::kInvalid, "--port " + safe_text(wish.port) + ": a number up to 65535");
  return static_cast<std::uint16_t>(*port);
}

}  // namespace

std::string PagePlace::host() const {
  // Browsers leave out the port that their scheme implies.
  if (port == (secure ? kSecurePort : kPlainPort)) return name;
  return name + ":" + std::to_string(port);
}

std::string PagePlace::origin() const {
  return (secure ? "https://" : "http://") + host();
}

bool is_loopback(const std::string& address) {
  const auto parsed = parsed_address(address);
  return parsed && (ntohl(parsed->s_addr) >> 24U) == 127;
}

std::string random_loopback() {
  std::array<std::uint8_t, 3> bytes{};
  // None of the addresses that people and programs choose by hand: 127.0.x.y, ends of a range.
  do {
    const ssize_t got = ::getrandom(bytes.data(), bytes.size(), 0);
    if (got < 0 && errno != EINTR) std::abort();
    if (got != static_cast<ssize_t>(bytes.size())) bytes = {};
  } while (bytes[0] == 0 || bytes[2] == 0 || bytes[2] == 255);
  return "127." + std::to_string(bytes[0]) + "." + std::to_string(bytes[1]) + "." +
         std::to_string(bytes[2]);
}

Result<PagePlace> page_place(const PlaceWish& wish) {
  auto address = address_of(wish);
  if (!address) return forward(address.error());
  const auto port = port_of(wish);
  if (!port) return forward(port.error());
  PagePlace place{*address, *address, *port, !wish.certificate.empty()};
  if (wish.certificate.empty() != wish.key.empty())
    return fail(Code::kInvalid, "--tls-cert and --tls-key go together");
  if (!place.secure && !is_loopback(*address))
    return fail(Code::kInvalid, "--bind " + *address +
                                    ": other hosts reach that address, so it takes --tls-cert FILE "
                                    "and --tls-key FILE");
  if (wish.name.empty()) return place;
  if (!place.secure || !is_host_name(wish.name))
    return fail(Code::kInvalid, "--name " + safe_text(wish.name) +
                                    ": a host name in small letters, that the certificate of "
                                    "--tls-cert is for");
  place.name = wish.name;
  return place;
}

}  // namespace guard::console
