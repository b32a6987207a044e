// SPDX-License-Identifier: Apache-2.0
// DnsQuery: the name that a message to a name server asks for (RFC 1035, 4.1), and the one reader
// of names in such messages. The bytes are a program's: what is no query for addresses of a host's
// name is nothing. Pure; any thread.
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

constexpr std::size_t kDnsHeader = 12;

[[nodiscard]] std::uint16_t dns_number_at(std::string_view message, std::size_t at);
// The name that REST begins with, in lower case, without the last dot ("" is the root); REST then
// begins behind it. nullopt: it is none, or one that a question has not: compressed, or with a dot
// inside of a label.
[[nodiscard]] std::optional<std::string> take_dns_name(std::string_view& rest);
// Each of its bytes may stand in the name of a host. Others no rule could name.
[[nodiscard]] bool may_be_a_host(std::string_view name);

// In lower case, without the last dot. MESSAGE may be cut off behind its first question.
[[nodiscard]] std::optional<std::string> name_in_query(std::string_view message);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NETWORK_DNS_QUERY_H_
