// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/dns_message.h"

#include <algorithm>
#include <array>
#include <vector>

#include "policy/network/internal_address.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kHeader = 12;
constexpr std::size_t kLongestLabel = 63;
constexpr std::size_t kLongestName = 253;
constexpr std::uint16_t kIsAnswer = 0x8000;
constexpr std::uint16_t kOpcode = 0x7800;
constexpr std::uint16_t kRecursionDesired = 0x0100;
constexpr std::uint16_t kRecursionAvailable = 0x0080;
constexpr std::uint16_t kInternetClass = 1;
// Short: whoever asks again is told the same, from memory.
constexpr std::uint32_t kSecondsToKeep = 60;

std::uint16_t number_at(std::string_view message, std::size_t at) {
  const auto high = static_cast<unsigned char>(message[at]);
  const auto low = static_cast<unsigned char>(message[at + 1]);
  return static_cast<std::uint16_t>(high << 8U | low);
}

void put(std::string& out, std::uint16_t number) {
  out += static_cast<char>(number >> 8U);
  out += static_cast<char>(number & 0xFFU);
}

void put_long(std::string& out, std::uint32_t number) {
  put(out, static_cast<std::uint16_t>(number >> 16U));
  put(out, static_cast<std::uint16_t>(number & 0xFFFFU));
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Others are no host's, and no rule could name them.
bool is_of_host(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

// The end of the name that begins at AT; nullopt: it is none. A question has no compressed name.
std::optional<std::size_t> read_name(std::string_view message, std::size_t at, std::string& name) {
  for (;;) {
    if (at >= message.size()) return std::nullopt;
    const std::size_t length = static_cast<unsigned char>(message[at++]);
    if (length == 0) return at;
    if (length > kLongestLabel || message.size() - at < length) return std::nullopt;
    if (!name.empty()) name += '.';
    for (const char c : message.substr(at, length)) name += lower(c);
    if (name.size() > kLongestName) return std::nullopt;
    at += length;
  }
}

bool has_opt_record(std::string_view rest) {
  constexpr std::size_t kFixedPart = 11;  // root, type, class, ttl, length
  return rest.size() >= kFixedPart && rest[0] == '\0' &&
         number_at(rest, 1) == static_cast<std::uint16_t>(DnsType::kOpt);
}

void read_question(std::string_view message, DnsQuestion& question) {
  question.fault = DnsCode::kFormatError;
  if (number_at(message, 4) != 1) return;
  std::string name;
  const auto end = read_name(message, kHeader, name);
  if (!end || message.size() - *end < 4) return;
  question.type = number_at(message, *end);
  question.bytes = std::string(message.substr(kHeader, *end + 4 - kHeader));
  question.extended = number_at(message, 10) != 0 && has_opt_record(message.substr(*end + 4));
  const bool shown = std::ranges::all_of(name, [](char c) { return c == '.' || is_of_host(c); });
  question.name = std::move(name);
  const bool of_internet = number_at(message, *end + 2) == kInternetClass;
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

std::string with_record(const DnsQuestion& question, std::string_view data) {
  constexpr std::uint16_t kNameOfQuestion = 0xC000 | kHeader;  // a pointer to it (RFC 1035, 4.1.4)
  std::string out = header(question, DnsCode::kDone, 1);
  put(out, kNameOfQuestion);
  put(out, question.type);
  put(out, kInternetClass);
  put_long(out, kSecondsToKeep);
  put(out, static_cast<std::uint16_t>(data.size()));
  out += data;
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
  if (message.size() < kHeader || (number_at(message, 2) & kIsAnswer) != 0) return std::nullopt;
  DnsQuestion question;
  question.id = number_at(message, 0);
  question.flags = number_at(message, 2);
  read_question(message, question);
  if ((question.flags & kOpcode) != 0) question.fault = DnsCode::kNotImplemented;
  return question;
}

std::string dns_answer(const DnsQuestion& question, DnsCode code) {
  std::string out = header(question, code, 0);
  put_opt_record(out, question);
  return out;
}

std::string dns_answer_with(const DnsQuestion& question, std::string_view data) {
  return with_record(question, data);
}

std::string dns_answer_naming(const DnsQuestion& question, std::string_view name) {
  return with_record(question, encoded_name(name));
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
