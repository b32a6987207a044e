// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/dns_message.h"

#include <algorithm>
#include <array>
#include <vector>

#include "policy/network/internal_address.h"
#include "supervisor/network/dns_query.h"

namespace guard::supervisor {
namespace {

constexpr std::uint16_t kIsAnswer = 0x8000;
constexpr std::uint16_t kOpcode = 0x7800;
constexpr std::uint16_t kRecursionDesired = 0x0100;
constexpr std::uint16_t kRecursionAvailable = 0x0080;
constexpr std::uint16_t kInternetClass = 1;
// Short: whoever asks again is told the same, from memory.
constexpr std::uint32_t kSecondsToKeep = 60;

void put(std::string& out, std::uint16_t number) {
  out += static_cast<char>(number >> 8U);
  out += static_cast<char>(number & 0xFFU);
}

void put_long(std::string& out, std::uint32_t number) {
  put(out, static_cast<std::uint16_t>(number >> 16U));
  put(out, static_cast<std::uint16_t>(number & 0xFFFFU));
}

bool has_opt_record(std::string_view rest) {
  constexpr std::size_t kFixedPart = 11;  // root, type, class, ttl, length
  return rest.size() >= kFixedPart && rest[0] == '\0' &&
         dns_number_at(rest, 1) == static_cast<std::uint16_t>(DnsType::kOpt);
}

void read_question(std::string_view message, DnsQuestion& question) {
  question.fault = DnsCode::kFormatError;
  if (dns_number_at(message, 4) != 1) return;
  std::string_view rest = message.substr(kDnsHeader);
  auto name = take_dns_name(rest);
  if (!name || rest.size() < 4) return;
  const std::size_t end = message.size() - rest.size();
  question.type = dns_number_at(rest, 0);
  question.bytes = std::string(message.substr(kDnsHeader, end + 4 - kDnsHeader));
  question.extended = dns_number_at(message, 10) != 0 && has_opt_record(rest.substr(4));
  const bool shown = may_be_a_host(*name);
  question.name = std::move(*name);
  const bool of_internet = dns_number_at(rest, 2) == kInternetClass;
  question.fault = !of_internet ? DnsCode::kNotImplemented
                   : shown      ? DnsCode::kDone
                                : DnsCode::kNoSuchName;
}

std::string header(const DnsQuestion& question, DnsCode code, std::uint16_t answers) {
  std::string out;
  put(out, question.id);
  put(out, static_cast<std::uint16_t>(kIsAnswer | (question.flags & (kOpcode | kRecursionDesired)) |
                                      kRecursionAvailable | static_cast<std::uint16_t>(code)));
  put(out, question.bytes.empty() ? 0 : 1);
  put(out, answers);
  put(out, 0);
  put(out, question.extended ? 1 : 0);
  return out + question.bytes;
}

void put_opt_record(std::string& out, const DnsQuestion& question) {
  constexpr std::uint16_t kLargestMessage = 1232;
  if (!question.extended) return;
  out += '\0';
  put(out, static_cast<std::uint16_t>(DnsType::kOpt));
  put(out, kLargestMessage);
  put_long(out, 0);
  put(out, 0);
}

void put_record(std::string& out, const DnsQuestion& question, std::string_view data) {
  constexpr std::uint16_t kNameOfQuestion =
      0xC000 | kDnsHeader;  // a pointer to it (RFC 1035, 4.1.4)
  put(out, kNameOfQuestion);
  put(out, question.type);
  put(out, kInternetClass);
  put_long(out, kSecondsToKeep);
  put(out, static_cast<std::uint16_t>(data.size()));
  out += data;
}

// More than a datagram of 512 bytes holds would be cut: those addresses are left out.
std::string with_records(const DnsQuestion& question, const std::vector<std::string>& data) {
  constexpr std::size_t kMost = 8;
  const std::size_t count = std::min(data.size(), kMost);
  std::string out = header(question, DnsCode::kDone, static_cast<std::uint16_t>(count));
  for (std::size_t i = 0; i < count; ++i) put_record(out, question, data[i]);
  put_opt_record(out, question);
  return out;
}

std::string encoded_name(std::string_view name) {
  std::string out;
  while (!name.empty()) {
    const std::size_t dot = std::min(name.find('.'), name.size());
    out += static_cast<char>(dot);
    out += name.substr(0, dot);
    name.remove_prefix(std::min(dot + 1, name.size()));
  }
  return out + '\0';
}

// The labels before SUFFIX, last one first.
std::vector<std::string_view> labels_before(std::string_view name, std::string_view suffix) {
  std::vector<std::string_view> labels;
  if (!name.ends_with(suffix)) return labels;
  name.remove_suffix(suffix.size());
  while (!name.empty()) {
    const std::size_t dot = name.rfind('.');
    const std::size_t start = dot == std::string_view::npos ? 0 : dot + 1;
    labels.push_back(name.substr(start));
    name = name.substr(0, start == 0 ? 0 : dot);
  }
  return labels;
}

}  // namespace

std::optional<DnsQuestion> parse_dns_question(std::string_view message) {
  if (message.size() < kDnsHeader || (dns_number_at(message, 2) & kIsAnswer) != 0)
    return std::nullopt;
  DnsQuestion question;
  question.id = dns_number_at(message, 0);
  question.flags = dns_number_at(message, 2);
  read_question(message, question);
  if ((question.flags & kOpcode) != 0) question.fault = DnsCode::kNotImplemented;
  return question;
}

std::string dns_answer(const DnsQuestion& question, DnsCode code) {
  std::string out = header(question, code, 0);
  put_opt_record(out, question);
  return out;
}

std::string dns_answer_with(const DnsQuestion& question,
                            const std::vector<std::string>& addresses) {
  return with_records(question, addresses);
}

std::string dns_answer_naming(const DnsQuestion& question, std::string_view name) {
  return with_records(question, {encoded_name(name)});
}

std::string address_in_pointer_name(std::string_view name) {
  constexpr std::size_t kBytes = 4;
  constexpr std::size_t kNibbles = 32;
  std::string text;
  const auto bytes = labels_before(name, ".in-addr.arpa");
  if (bytes.size() == kBytes) {
    for (const auto label : bytes) (text += text.empty() ? "" : ".") += label;
    return policy::canonical_address(text);
  }
  const auto nibbles = labels_before(name, ".ip6.arpa");
  if (nibbles.size() != kNibbles) return {};
  for (std::size_t i = 0; i < nibbles.size(); ++i) {
    if (i > 0 && i % 4 == 0) text += ':';
    text += nibbles[i];
  }
  return policy::canonical_address(text);
}

}  // namespace guard::supervisor
