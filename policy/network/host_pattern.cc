// SPDX-License-Identifier: Apache-2.0
#include "policy/network/host_pattern.h"

#include <algorithm>
#include <array>

#include "base/weaken.h"
#include "policy/network/internal_address.h"
#include "policy/text/scalars.h"

namespace guard::policy {
namespace {

struct Parts {
  std::string_view host;
  std::string_view port;  // empty: any
  bool has_port = false;
};

// "[::1]:443", "::1", "host:443", "host". More than one colon without brackets is an address.
Parts parts_of(std::string_view pattern) {
  if (pattern.starts_with('[')) {
    const std::size_t close = std::min(pattern.find(']'), pattern.size());
    const std::string_view rest = pattern.substr(std::min(close + 1, pattern.size()));
    const bool port = rest.starts_with(':');
    return {pattern.substr(1, close - 1), port ? rest.substr(1) : rest, !rest.empty()};
  }
  const std::size_t colon = pattern.find(':');
  if (colon == std::string_view::npos || pattern.find(':', colon + 1) != std::string_view::npos) {
    return {pattern, {}, false};
  }
  return {pattern.substr(0, colon), pattern.substr(colon + 1), true};
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

std::string_view without_dot(std::string_view name) {
  if (name.ends_with('.')) name.remove_suffix(1);
  return name;
}

bool has_name(const std::vector<std::string>& names, std::string_view wanted) {
  return std::ranges::any_of(names, [&](const std::string& name) {
    return same_name(without_dot(name), without_dot(wanted));
  });
}

// Linux leads a connect to no address in particular to these; and a listener on every address
// listens on them, too.
struct Unspecified {
  std::string_view address;
  std::string_view loopback;
};
constexpr std::array kUnspecified =
    std::to_array<Unspecified>({{"0.0.0.0", "127.0.0.1"}, {"::", "::1"}, {"::", "127.0.0.1"}});

bool stands_for(std::string_view address, std::string_view loopback) {
  return std::ranges::any_of(kUnspecified, [&](const Unspecified& row) {
    return row.address == address && row.loopback == loopback;
  });
}

bool is_this_machine(std::string_view address) {
  return address.starts_with("127.") || address == "::1" || stands_for(address, "127.0.0.1");
}

// RFC 6761: every resolver leads it to this machine.
bool is_localhost(std::string_view host) {
  constexpr std::string_view kName = "localhost";
  const std::string_view name = without_dot(host);
  if (name.size() < kName.size()) return false;
  const std::size_t at = name.size() - kName.size();
  return same_name(name.substr(at), kName) && (at == 0 || name[at - 1] == '.');
}

bool address_holds(std::string_view host, const Destination& destination, HostUse use) {
  const std::string wanted = canonical_address(host);
  return wanted == destination.address ||
         (use == HostUse::kRestricts && stands_for(destination.address, wanted));
}

bool name_holds(std::string_view host, const Destination& destination, HostUse use) {
  const std::string_view told = without_dot(destination.name);
  const bool here =
      has_name(destination.names, host) || (!told.empty() && same_name(told, without_dot(host)));
  if (use == HostUse::kAllows)
    return here && (!is_internal_address(destination.address) || weakened("internal-address"));
  return here || (is_localhost(host) && is_this_machine(destination.address)) ||
         has_name(destination.former_names, host) || has_name(destination.unresolved_names, host);
}

// Digits and dots, or colons: meant as an address.
bool looks_like_address(std::string_view host) {
  return host.find(':') != std::string_view::npos ||
         host.find_first_not_of("0123456789.") == std::string_view::npos;
}

bool valid_host_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == ':';
}

// How the C library finds out which address of a name to try first: it connects a datagram socket,
// glibc to no port, musl to the last, and sends nothing.
bool sorts_addresses(const Destination& destination) {
  constexpr std::uint16_t kMuslsPort = 65535;
  return destination.protocol == "udp" && (destination.port == 0 || destination.port == kMuslsPort);
}

// Under which anybody has a name: the usual ones, as nobody means them by mistake alone.
constexpr std::array kSuffixes = std::to_array<std::string_view>({"com",
                                                                  "org",
                                                                  "net",
                                                                  "io",
                                                                  "ai",
                                                                  "dev",
                                                                  "app",
                                                                  "co",
                                                                  "edu",
                                                                  "gov",
                                                                  "mil",
                                                                  "int",
                                                                  "info",
                                                                  "biz",
                                                                  "cloud",
                                                                  "xyz",
                                                                  "me",
                                                                  "eu",
                                                                  "de",
                                                                  "fr",
                                                                  "uk",
                                                                  "us",
                                                                  "nl",
                                                                  "cn",
                                                                  "jp",
                                                                  "ru",
                                                                  "in",
                                                                  "br",
                                                                  "au",
                                                                  "ca",
                                                                  "co.uk",
                                                                  "org.uk",
                                                                  "ac.uk",
                                                                  "com.au",
                                                                  "co.jp",
                                                                  "com.br",
                                                                  "com.cn",
                                                                  "co.in",
                                                                  "github.io",
                                                                  "gitlab.io",
                                                                  "vercel.app",
                                                                  "netlify.app",
                                                                  "pages.dev",
                                                                  "workers.dev",
                                                                  "herokuapp.com",
                                                                  "amazonaws.com",
                                                                  "cloudfront.net",
                                                                  "web.app",
                                                                  "firebaseapp.com",
                                                                  "azurewebsites.net",
                                                                  "ngrok.io",
                                                                  "ngrok.app",
                                                                  "run.app"});

}  // namespace

bool host_matches(std::string_view pattern, const Destination& destination, HostUse use) {
  const Parts parts = parts_of(pattern);
  const bool other_port =
      parts.has_port && parse_integer(parts.port) != static_cast<int>(destination.port);
  if (other_port && (use == HostUse::kRestricts || !sorts_addresses(destination))) return false;
  if (destination.address.empty()) return false;
  if (parts.host == "*") return true;
  if (looks_like_address(parts.host)) return address_holds(parts.host, destination, use);
  return name_holds(parts.host, destination, use);
}

std::string name_to_look_up(std::string_view pattern) {
  const std::string_view host = parts_of(pattern).host;
  return host == "*" || looks_like_address(host) ? std::string() : std::string(host);
}

std::optional<std::string> host_pattern_defect(std::string_view pattern) {
  if (pattern.find("://") != std::string_view::npos) return "write the host without its scheme";
  if (pattern.find('/') != std::string_view::npos) return "a host has no path";
  if (pattern.starts_with('[') && pattern.find(']') == std::string_view::npos)
    return "the ']' is missing";
  const Parts parts = parts_of(pattern);
  const auto port = parse_integer(parts.port);
  if (parts.has_port && (!port || *port < 1 || *port > 65535)) return "the port is not 1 to 65535";
  const std::string_view host = parts.host;
  if (host == "*" || weakened("host-patterns")) return std::nullopt;
  if (host.empty()) return "no host is named";
  if (host.find('*') != std::string_view::npos)
    return "guard sees addresses, and a name with a '*' cannot be looked up: name the hosts";
  if (!std::ranges::all_of(host, valid_host_byte)) return "not a host name or an address";
  if (looks_like_address(host) && canonical_address(host).empty()) return "not an address";
  return std::nullopt;
}

std::optional<std::string> host_pattern_too_wide(std::string_view pattern) {
  const std::string_view host = without_dot(parts_of(pattern).host);
  if (host == "*") return "\"*\" is every host: name those that the agent needs";
  const bool is_suffix = std::ranges::any_of(
      kSuffixes, [&](std::string_view suffix) { return same_name(suffix, host); });
  if (!is_suffix) return std::nullopt;
  return std::string(host) + " is the end of many names: name the hosts below it";
}

}  // namespace guard::policy
