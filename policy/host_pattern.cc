// SPDX-License-Identifier: Apache-2.0
#include "policy/host_pattern.h"

#include <algorithm>

#include "policy/scalars.h"

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

bool host_part_matches(std::string_view pattern, std::string_view name) {
  if (name.ends_with('.')) name.remove_suffix(1);
  if (name.empty()) return false;
  if (pattern == "*") return true;
  if (!pattern.starts_with("*.")) return same_name(pattern, name);
  const std::string_view suffix = pattern.substr(1);
  return name.size() > suffix.size() && same_name(suffix, name.substr(name.size() - suffix.size()));
}

bool valid_host_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == ':';
}

}  // namespace

bool host_matches(std::string_view pattern, const Destination& destination) {
  const Parts parts = parts_of(pattern);
  if (parts.has_port && parse_integer(parts.port) != static_cast<int>(destination.port)) {
    return false;
  }
  return host_part_matches(parts.host, destination.name) ||
         host_part_matches(parts.host, destination.address);
}

std::optional<std::string> host_pattern_defect(std::string_view pattern) {
  if (pattern.find("://") != std::string_view::npos) return "write the host without its scheme";
  if (pattern.find('/') != std::string_view::npos) return "a host has no path";
  const Parts parts = parts_of(pattern);
  const auto port = parse_integer(parts.port);
  if (parts.has_port && (!port || *port < 1 || *port > 65535)) return "the port is not 1 to 65535";
  std::string_view host = parts.host;
  if (host == "*") return std::nullopt;
  if (host.starts_with("*.")) host.remove_prefix(2);
  if (host.empty()) return "no host is named";
  if (host.find('*') != std::string_view::npos)
    return "a '*' stands only alone or as '*.' in front";
  if (!std::ranges::all_of(host, valid_host_byte)) return "not a host name or an address";
  return std::nullopt;
}

}  // namespace guard::policy
