// SPDX-License-Identifier: Apache-2.0
#include "policy/network/web_address.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/limits.h"

namespace guard::policy {
namespace {

constexpr std::size_t kLongest = size_limit("policy.web_address");

bool is_graphic(char c) {
  return c > ' ' && c < 0x7F && c != '"' && c != '<' && c != '>' && c != '\\' && c != '`';
}

bool is_host_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '-' || c == '_' || c == ':';
}

std::optional<bool> take_scheme(std::string_view& text) {
  for (const auto& [scheme, tls] : {std::pair<std::string_view, bool>("https://", true),
                                    std::pair<std::string_view, bool>("http://", false)}) {
    if (!text.starts_with(scheme)) continue;
    text.remove_prefix(scheme.size());
    return tls;
  }
  return std::nullopt;
}

bool is_port(std::string_view text) {
  int port = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && rest == text.data() + text.size() && port >= 1 && port <= 65535;
}

// "host", "host:port", "[v6]", "[v6]:port".
bool take_authority(std::string_view text, WebAddress& address) {
  std::string_view port;
  if (text.starts_with('[')) {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos) return false;
    address.host = text.substr(1, close - 1);
    port = text.substr(close + 1);
  } else {
    const std::size_t colon = std::min(text.find(':'), text.size());
    address.host = text.substr(0, colon);
    port = text.substr(colon);
  }
  const bool has_port = !port.empty();
  if (has_port && (port.front() != ':' || !is_port(port.substr(1)))) return false;
  address.port = has_port ? std::string(port.substr(1)) : address.tls ? "443" : "80";
  return !address.host.empty() && std::ranges::all_of(address.host, is_host_byte);
}

}  // namespace

Result<WebAddress> parse_web_address(std::string_view text) {
  const auto wrong = [](const char* why) { return fail(Code::kInvalid, why); };
  if (text.size() > kLongest) return wrong("longer than 2000 characters");
  if (!std::ranges::all_of(text, is_graphic)) return wrong("has characters that no address has");
  WebAddress address;
  const auto tls = take_scheme(text);
  if (!tls) return wrong("must begin with https:// or http://");
  address.tls = *tls;
  const std::size_t end = std::min(text.find_first_of("/?#"), text.size());
  const std::string_view authority = text.substr(0, end);
  if (text.find('#') != std::string_view::npos) return wrong("a fragment (#) is never sent");
  if (authority.find('@') != std::string_view::npos)
    return wrong("no user or password in it: the signature says who sends");
  if (!take_authority(authority, address)) return wrong("has no host and port that can be read");
  if (end < text.size())
    address.target = (text[end] == '/' ? "" : "/") + std::string(text.substr(end));
  return address;
}

std::string host_field(const WebAddress& address) {
  const bool v6 = address.host.find(':') != std::string::npos;
  const std::string host = v6 ? "[" + address.host + "]" : address.host;
  return address.port == (address.tls ? "443" : "80") ? host : host + ":" + address.port;
}

std::string origin_of(const WebAddress& address) {
  return (address.tls ? "https://" : "http://") + host_field(address);
}

}  // namespace guard::policy
