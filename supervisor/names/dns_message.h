// SPDX-License-Identifier: Apache-2.0
// The messages of the domain name system (RFC 1035, 4) as far as guard answers them: one question,
// and answers that name it again. The bytes of a question are a program's: whatever is not one
// plain question is answered with a format error, or not at all. Pure; any thread.
#ifndef GUARD_SUPERVISOR_NAMES_DNS_MESSAGE_H_
#define GUARD_SUPERVISOR_NAMES_DNS_MESSAGE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace guard::supervisor {

// Numbers of RFC 1035, 3.2.2 and of the registry of record types.
enum class DnsType : std::uint16_t {
  kA = 1,
  kPointer = 12,
  kAaaa = 28,
  kOpt = 41,
  kHttps = 65,
};

enum class DnsCode : std::uint8_t {
  kDone = 0,
  kFormatError = 1,
  kServerFailure = 2,
  kNoSuchName = 3,
  kNotImplemented = 4,
  kRefused = 5,
};

struct DnsQuestion {
  std::uint16_t id = 0;
  std::uint16_t flags = 0;
  DnsCode fault = DnsCode::kDone;  // what the question itself is answered with, where it is bad
  std::string name;                // lower case, without the last dot; "" is the root
  std::uint16_t type = 0;
  std::string bytes;      // the question as it came: its letters may be mixed to mark it (0x20)
  bool extended = false;  // it has an OPT record (RFC 6891), and so has the answer
};

// nullopt: nothing that could be answered (no header, or itself an answer).
[[nodiscard]] std::optional<DnsQuestion> parse_dns_question(std::string_view message);

// Without records: the name exists and has none of that type, or why there is no answer.
[[nodiscard]] std::string dns_answer(const DnsQuestion& question, DnsCode code);
// ADDRESSES: the bytes of each (4 for A, 16 for AAAA).
[[nodiscard]] std::string dns_answer_with(const DnsQuestion& question,
                                          const std::vector<std::string>& addresses);
// For a PTR question.
[[nodiscard]] std::string dns_answer_naming(const DnsQuestion& question, std::string_view name);

// "5.0.18.198.in-addr.arpa" -> "198.18.0.5", and the nibbles of ip6.arpa; empty: no such name.
[[nodiscard]] std::string address_in_pointer_name(std::string_view name);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NAMES_DNS_MESSAGE_H_
