// SPDX-License-Identifier: Apache-2.0
#include "policy/network/host_pattern.h"

#include <algorithm>
#include <array>

#include "base/weaken.h"
#include "policy/network/host_suffix.h"
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

constexpr std::string_view kBelow = "*.";

// WANTED: a name, or "*.example.org" for each name below it.
bool is_name(std::string_view told, std::string_view wanted) {
  const std::string_view name = without_dot(told);
  const std::string_view pattern = without_dot(wanted);
  if (!pattern.starts_with(kBelow)) return same_name(name, pattern);
  const std::string_view end = pattern.substr(1);
  return name.size() > end.size() && same_name(name.substr(name.size() - end.size()), end);
}

bool has_name(const std::vector<std::string>& names, std::string_view wanted) {
  return std::ranges::any_of(names, [&](const std::string& name) { return is_name(name, wanted); });
}

// Linux leads a connect to no address in particular to these; and a listener on every address
// listens on them, too: one on "::" mostly takes v4 as well.
struct Unspecified {
  std::string_view address;
  std::string_view other;
};
constexpr std::array kUnspecified = std::to_array<Unspecified>(
    {{"0.0.0.0", "127.0.0.1"}, {"::", "::1"}, {"::", "127.0.0.1"}, {"::", "0.0.0.0"}});

bool stands_for(std::string_view address, std::string_view other) {
  return std::ranges::any_of(kUnspecified, [&](const Unspecified& row) {
    return row.address == address && row.other == other;
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

bool block_holds(std::string_view block, const std::string& address, HostUse use) {
  return is_in_address_block(address, block) ||
         (use == HostUse::kRestricts &&
          std::ranges::any_of(kUnspecified, [&](const Unspecified& row) {
            return row.address == address && is_in_address_block(row.other, block);
          }));
}

// The name alone is known yet; what it leads to is held against the rules when guard has found out.
bool may_be_allowed_by_name(const Destination& destination) {
  return destination.stand_in || !is_internal_address(destination.address) ||
         weakened("internal-address");
}

bool name_holds(std::string_view host, const Destination& destination, HostUse use) {
  const bool here = has_name(destination.names, host) ||
                    (!destination.name.empty() && is_name(destination.name, host));
  if (use == HostUse::kAllows) return here && may_be_allowed_by_name(destination);
  return here || (is_localhost(host) && is_this_machine(destination.address)) ||
         has_name(destination.former_names, host) || has_name(destination.unresolved_names, host);
}

bool is_block(std::string_view host) {
  return host.find('/') != std::string_view::npos;
}

// Digits and dots, or colons; a number that programs take for an address (0x7f000001). Meant as an
// address: no name server is asked about it.
bool looks_like_address(std::string_view host) {
  return host.find(':') != std::string_view::npos ||
         host.find_first_not_of("0123456789.") == std::string_view::npos ||
         (host.front() >= '0' && host.front() <= '9' && !address_meant(host).empty());
}

bool valid_host_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == ':';
}

// How the C library finds out which address of a name to try first: it connects a datagram socket,
// glibc to no port, musl to the last, and sends nothing.
bool sorts_addresses(const Destination& destination) {
  constexpr std::uint16_t kMuslsPort = 65535;
  return destination.protocol == "udp" && destination.sends_nothing && !destination.stand_in &&
         (destination.port == 0 || destination.port == kMuslsPort);
}

}  // namespace

bool host_matches(std::string_view pattern, const Destination& destination, HostUse use) {
  const Parts parts = parts_of(pattern);
  const bool other_port =
      parts.has_port && parse_integer(parts.port) != static_cast<int>(destination.port);
  if (other_port && (use == HostUse::kRestricts || !sorts_addresses(destination))) return false;
  if (destination.address.empty()) return false;
  if (parts.host == "*") return true;
  if (is_block(parts.host))
    return !destination.stand_in && block_holds(parts.host, destination.address, use);
  if (looks_like_address(parts.host))
    return !destination.stand_in && address_holds(parts.host, destination, use);
  return name_holds(parts.host, destination, use);
}

std::string name_to_look_up(std::string_view pattern) {
  const std::string_view host = parts_of(pattern).host;
  const bool of_many = host == "*" || host.starts_with(kBelow) || is_block(host);
  return of_many || looks_like_address(host) ? std::string() : std::string(host);
}

bool host_pattern_is_of_many_names(std::string_view pattern) {
  return pattern.starts_with(kBelow);
}

namespace {

// RFC 1035, 2.3.1 and 2.3.4; a "_" is not of a host's name, but in use.
std::optional<std::string> label_defect(std::string_view name) {
  constexpr std::size_t kLongestLabel = 63;
  constexpr std::size_t kLongestName = 253;
  if (name.size() > kLongestName) return "longer than a host name can be";
  while (true) {
    const std::size_t end = std::min(name.find('.'), name.size());
    const std::string_view label = name.substr(0, end);
    if (label.empty()) return "two dots, or one at the beginning: no host is called so";
    if (label.size() > kLongestLabel) return "a part of it is longer than 63 characters";
    if (label.starts_with('-') || label.ends_with('-'))
      return "no part of a host name begins or ends with \"-\"";
    if (end == name.size()) return std::nullopt;
    name.remove_prefix(end + 1);
  }
}

}  // namespace

std::string host_pattern_with_port_meant(std::string_view pattern) {
  constexpr std::size_t kShortest = 2;
  constexpr std::size_t kLongest = 5;
  constexpr int kLastPort = 65535;
  const std::size_t colon = pattern.rfind(':');
  if (pattern.starts_with('[') || colon == std::string_view::npos) return {};
  const std::string_view address = pattern.substr(0, colon);
  const std::string_view port = pattern.substr(colon + 1);
  const bool digits = port.find_first_not_of("0123456789") == std::string_view::npos;
  if (!digits || port.size() < kShortest || port.size() > kLongest) return {};
  if (parse_integer(port).value_or(kLastPort + 1) > kLastPort) return {};
  if (address.find(':') == std::string_view::npos || canonical_address(address).empty()) return {};
  return "[" + std::string(address) + "]:" + std::string(port);
}

namespace {

// ADDRESS: of PATTERN, which is no address as policies have them.
std::string did_you_mean(std::string_view pattern, std::string_view address) {
  const std::string meant = address_meant(address);
  const std::string offered = meant.empty() ? host_pattern_with_port_meant(pattern) : meant;
  return offered.empty() ? "" : ": did you mean \"" + offered + "\"?";
}

}  // namespace

std::optional<std::string> host_pattern_defect(std::string_view pattern) {
  if (pattern.find("://") != std::string_view::npos) return "write the host without its scheme";
  if (pattern.starts_with('[') && pattern.find(']') == std::string_view::npos)
    return "the ']' is missing";
  const Parts parts = parts_of(pattern);
  const auto port = parse_integer(parts.port);
  if (parts.has_port && (!port || *port < 1 || *port > 65535)) return "the port is not 1 to 65535";
  const std::string_view host = parts.host;
  if (host == "*" || weakened("host-patterns")) return std::nullopt;
  if (host.empty()) return "no host is named";
  if (is_block(host)) return address_block_defect(host);
  const std::string_view name = host.starts_with(kBelow) ? host.substr(kBelow.size()) : host;
  if (name.find('*') != std::string_view::npos)
    return "a '*' stands for the beginning of a name alone: \"*.example.org\"";
  if (name.empty() || !std::ranges::all_of(name, valid_host_byte))
    return "not a host name or an address";
  if (looks_like_address(name)) {
    if (name == host && !canonical_address(name).empty()) return std::nullopt;
    return "not an address" + did_you_mean(pattern, name);
  }
  return label_defect(without_dot(name));
}

std::optional<std::string> host_pattern_too_wide(std::string_view pattern) {
  std::string_view host = without_dot(parts_of(pattern).host);
  if (host == "*") return "\"*\" is every host: name those that the agent needs";
  if (host.starts_with(kBelow)) host.remove_prefix(kBelow.size());
  if (!is_shared_suffix(host)) return std::nullopt;
  return std::string(host) + " is the end of many names: name the hosts below it";
}

}  // namespace guard::policy
