// SPDX-License-Identifier: Apache-2.0
#include "policy/network/named_place.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "policy/network/internal_address.h"

namespace guard::policy {
namespace {

struct Scheme {
  std::string_view name;
  std::uint16_t port;
};
constexpr std::array kSchemes = {Scheme{"https", 443}, Scheme{"http", 80},       Scheme{"ssh", 22},
                                 Scheme{"git", 9418},  Scheme{"git+ssh", 22},    Scheme{"ftp", 21},
                                 Scheme{"ftps", 990},  Scheme{"git+https", 443}, Scheme{"sftp", 22},
                                 Scheme{"rsync", 873}, Scheme{"ssh+git", 22}};

bool is_localhost(const std::string& host) {
  return host == "localhost" || host.ends_with(".localhost");
}

// Linux leads a connect to no address in particular to loopback.
bool is_loopback(const std::string& address) {
  return address == "::1" || address.starts_with("127.") || address == "0.0.0.0" || address == "::";
}

std::uint16_t number_in(std::string_view text) {
  std::uint16_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : std::uint16_t{0};
}

bool is_host(std::string_view text) {
  return !text.empty() && text.find_first_of("/ '\"$*{}()<>|;\\") == std::string_view::npos;
}

}  // namespace

std::optional<NamedPlace> place_of_authority(std::string_view text, std::uint16_t port) {
  if (const std::size_t at = text.rfind('@'); at != std::string_view::npos)
    text.remove_prefix(at + 1);
  if (text.empty()) return std::nullopt;
  std::string_view host = text.substr(0, text.find(':'));
  if (text.starts_with('[')) host = text.substr(1, text.find(']') - 1);
  const auto before = static_cast<std::size_t>(host.data() - text.data());
  const std::size_t behind = before + host.size() + (text[0] == '[' ? 1 : 0);
  const std::string_view rest = text.substr(std::min(behind, text.size()));
  if (rest.starts_with(':') && number_in(rest.substr(1)) != 0) port = number_in(rest.substr(1));
  if (!is_host(host)) return std::nullopt;
  return NamedPlace{std::string(host), port};
}

namespace {

// "user@host:path", "host:path"; no path of this machine.
std::optional<NamedPlace> place_of_copy(std::string_view word) {
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos || colon < 2 || word.find('/') < colon) return std::nullopt;
  return place_of_authority(word.substr(0, colon), 22);
}

}  // namespace

std::optional<NamedPlace> place_in(const std::string& word) {
  const std::size_t colon = word.find("://");
  if (colon == std::string::npos) return place_of_copy(word);
  const auto scheme =
      std::ranges::find(kSchemes, std::string_view(word).substr(0, colon), &Scheme::name);
  if (scheme == kSchemes.end()) return std::nullopt;
  const std::string_view rest = std::string_view(word).substr(colon + 3);
  return place_of_authority(rest.substr(0, rest.find_first_of("/?#")), scheme->port);
}

Destination destination_of(const NamedPlace& place) {
  Destination to;
  to.protocol = "tcp";
  to.port = place.port;
  const std::string address = address_meant(place.host);
  to.loopback = is_localhost(place.host) || is_loopback(address);
  to.metadata_service = address == "169.254.169.254" || address == "fd00:ec2::254";
  // A name that nobody looks up has no address that a rule could mean, but for localhost (RFC
  // 6761).
  to.address = !address.empty() ? address : is_localhost(place.host) ? "127.0.0.1" : place.host;
  if (!address.empty()) return to;
  to.name = place.host;
  to.name_source = NameSource::kDns;
  to.names = {place.host};
  return to;
}

}  // namespace guard::policy
