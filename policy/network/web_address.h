// SPDX-License-Identifier: Apache-2.0
// WebAddress: an http or https address in its parts. Pure, any thread.
#ifndef GUARD_POLICY_NETWORK_WEB_ADDRESS_H_
#define GUARD_POLICY_NETWORK_WEB_ADDRESS_H_

#include <string>
#include <string_view>

#include "base/error.h"

namespace guard::policy {

struct WebAddress {
  bool tls = false;
  std::string host;  // of an IPv6 address without its brackets
  std::string port;
  std::string target = "/";  // path and query
  bool operator==(const WebAddress&) const = default;
};

// No user or password in it (a header of its own would carry them), no fragment.
[[nodiscard]] Result<WebAddress> parse_web_address(std::string_view text);
// "https://hooks.example.org": without the path, which may be a secret itself.
[[nodiscard]] std::string origin_of(const WebAddress& address);
// The value of a Host header.
[[nodiscard]] std::string host_field(const WebAddress& address);

}  // namespace guard::policy

#endif  // GUARD_POLICY_NETWORK_WEB_ADDRESS_H_
