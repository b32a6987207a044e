// SPDX-License-Identifier: Apache-2.0
// DnsQuery: the name that a message to a name server asks for (RFC 1035, 4.1). The bytes are a
// program's: what is no query for addresses of a host's name is nothing. Pure; any thread.
#ifndef GUARD_SUPERVISOR_NETWORK_DNS_QUERY_H_
#define GUARD_SUPERVISOR_NETWORK_DNS_QUERY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace guard::supervisor {

constexpr std::uint16_t kDnsPort = 53;
// More than any single question takes: header, 255 bytes of name, type, class.
constexpr std::size_t kLongestDnsQuestion = 12 + 255 + 4;

// In lower case, without the last dot. MESSAGE may be cut off behind its first question.
[[nodiscard]] std::optional<std::string> name_in_query(std::string_view message);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NETWORK_DNS_QUERY_H_
