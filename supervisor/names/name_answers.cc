// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/name_answers.h"

#include <algorithm>
#include <array>

namespace guard::supervisor {
namespace {

// RFC 6761, 6.3: a name server never sends these elsewhere.
bool is_this_machine(std::string_view name) {
  return name == "localhost" || name.ends_with(".localhost");
}

std::string with_address(const DnsQuestion& question, const std::optional<std::string>& bytes) {
  return bytes ? dns_answer_with(question, *bytes) : dns_answer(question, DnsCode::kServerFailure);
}

}  // namespace

std::optional<std::string> NameAnswers::to(std::string_view message) const {
  using Reply = std::string (NameAnswers::*)(const DnsQuestion&) const;
  struct Row {
    DnsType type;
    Reply answer;
  };
  // HTTPS records would hold addresses and keys; a client without them asks for A and AAAA.
  constexpr std::array kRows = {
      Row{DnsType::kA, &NameAnswers::v4}, Row{DnsType::kAaaa, &NameAnswers::v6},
      Row{DnsType::kPointer, &NameAnswers::pointer}, Row{DnsType::kHttps, &NameAnswers::nothing}};
  const auto question = parse_dns_question(message);
  if (!question) return std::nullopt;
  if (question->fault != DnsCode::kDone) return dns_answer(*question, question->fault);
  const auto row = std::ranges::find_if(kRows, [&](const Row& each) {
    return static_cast<std::uint16_t>(each.type) == question->type;
  });
  if (row == kRows.end() || question->name.empty()) return dns_answer(*question, DnsCode::kRefused);
  return (this->*row->answer)(*question);
}

std::string NameAnswers::v4(const DnsQuestion& question) const {
  constexpr char kLoopback[] = {127, 0, 0, 1};
  if (is_this_machine(question.name))
    return dns_answer_with(question, {kLoopback, sizeof(kLoopback)});
  return with_address(question, names_.v4_of(question.name));
}

std::string NameAnswers::v6(const DnsQuestion& question) const {
  constexpr std::size_t kBytes = 16;
  if (is_this_machine(question.name))
    return dns_answer_with(question, std::string(kBytes - 1, '\0') + '\1');
  return with_address(question, names_.v6_of(question.name));
}

std::string NameAnswers::pointer(const DnsQuestion& question) const {
  const auto name = names_.name_at(address_in_pointer_name(question.name));
  return name ? dns_answer_naming(question, *name) : dns_answer(question, DnsCode::kNoSuchName);
}

std::string NameAnswers::nothing(const DnsQuestion& question) const {
  return dns_answer(question, DnsCode::kDone);
}

}  // namespace guard::supervisor
