// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/name_answers.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace guard::supervisor {
namespace {

// RFC 6761, 6.3: a name server never sends these elsewhere.
bool is_this_machine(std::string_view name) {
  return name == "localhost" || name.ends_with(".localhost");
}

bool is_of(const DnsQuestion& question, DnsType type) {
  return question.type == static_cast<std::uint16_t>(type);
}

bool wants_address(const DnsQuestion& question) {
  return is_of(question, DnsType::kA) || is_of(question, DnsType::kAaaa);
}

std::string this_machine(const DnsQuestion& question) {
  constexpr char kLoopback4[] = {127, 0, 0, 1};
  constexpr std::size_t kBytes6 = 16;
  if (is_of(question, DnsType::kA))
    return dns_answer_with(question, {std::string(kLoopback4, sizeof(kLoopback4))});
  return dns_answer_with(question, {std::string(kBytes6 - 1, '\0') + '\1'});
}

// Those of the family that QUESTION is about.
std::vector<std::string> bytes_of(const DnsQuestion& question,
                                  const std::vector<std::string>& addresses) {
  const bool v4 = is_of(question, DnsType::kA);
  std::vector<std::string> all;
  for (const std::string& address : addresses) {
    std::string bytes(v4 ? sizeof(in_addr) : sizeof(in6_addr), '\0');
    if (::inet_pton(v4 ? AF_INET : AF_INET6, address.c_str(), bytes.data()) == 1)
      all.push_back(std::move(bytes));
  }
  return all;
}

}  // namespace

void NameAnswers::to(std::string_view message, const NameServer::Reply& reply) const {
  auto question = parse_dns_question(message);
  if (!question) return reply([] { return std::nullopt; });
  if (auto answer = at_once(*question)) return reply([answer] { return answer; });
  // The answer is made on the server's thread, where this object is still there.
  parts_.addresses.tell(
      question->name, [this, reply, asked = *question](const RealAddresses::Found& found) {
        reply([this, asked, found] { return std::optional(once_found(asked, found)); });
      });
}

// nullopt: a lookup says.
std::optional<std::string> NameAnswers::at_once(const DnsQuestion& question) const {
  struct Row {
    DnsType type;
    Direct answer;
  };
  // HTTPS records would hold addresses and keys; a client without them asks for A and AAAA.
  constexpr std::array kRows = {
      Row{DnsType::kA, &NameAnswers::fake}, Row{DnsType::kAaaa, &NameAnswers::fake},
      Row{DnsType::kPointer, &NameAnswers::pointer}, Row{DnsType::kHttps, &NameAnswers::nothing}};
  if (question.fault != DnsCode::kDone) return dns_answer(question, question.fault);
  const auto row =
      std::ranges::find_if(kRows, [&](const Row& each) { return is_of(question, each.type); });
  if (row == kRows.end() || question.name.empty()) return dns_answer(question, DnsCode::kRefused);
  if (wants_address(question)) {
    if (is_this_machine(question.name)) return this_machine(question);
    if (wants_lookup(question)) return std::nullopt;
    // Nobody may reach it: then the resolver shall try the next domain, and nothing leaves.
    if (may_come_from_search(parts_.options, question.name) &&
        verdict_of(question.name) == policy::Verdict::kDeny)
      return dns_answer(question, DnsCode::kNoSuchName);
  }
  return (this->*row->answer)(question);
}

policy::Verdict NameAnswers::verdict_of(const std::string& name) const {
  return parts_.verdict ? parts_.verdict(name) : policy::Verdict::kAsk;
}

// A name that nobody let go leaves this machine by no lookup, but for one below a domain of the
// search list: the servers of that domain are the only ones to see it.
bool NameAnswers::wants_lookup(const DnsQuestion& question) const {
  const bool searched = may_come_from_search(parts_.options, question.name);
  if (use_ != policy::NameUse::kReal && !searched) return false;
  const policy::Verdict verdict = verdict_of(question.name);
  return verdict == policy::Verdict::kAllow || (searched && verdict == policy::Verdict::kAsk);
}

std::string NameAnswers::once_found(const DnsQuestion& question,
                                    const RealAddresses::Found& found) const {
  if (!found.host) return dns_answer(question, DnsCode::kServerFailure);
  if (found.host->addresses.empty()) return dns_answer(question, DnsCode::kNoSuchName);
  const bool gives_real =
      use_ == policy::NameUse::kReal && verdict_of(question.name) == policy::Verdict::kAllow;
  return gives_real ? real(question, *found.host) : fake(question);
}

std::string NameAnswers::real(const DnsQuestion& question, const Host& host) const {
  if (!parts_.given.note(question.name, host.addresses, host.final_name))
    return dns_answer(question, DnsCode::kServerFailure);
  return dns_answer_with(question, bytes_of(question, host.addresses));
}

std::string NameAnswers::fake(const DnsQuestion& question) const {
  const auto bytes = is_of(question, DnsType::kA) ? parts_.fakes.v4_of(question.name)
                                                  : parts_.fakes.v6_of(question.name);
  return bytes ? dns_answer_with(question, {*bytes})
               : dns_answer(question, DnsCode::kServerFailure);
}

std::string NameAnswers::pointer(const DnsQuestion& question) const {
  const std::string address = address_in_pointer_name(question.name);
  if (const auto name = parts_.fakes.name_at(address)) return dns_answer_naming(question, *name);
  const auto given = parts_.given.names_at(address);
  return given.empty() ? dns_answer(question, DnsCode::kNoSuchName)
                       : dns_answer_naming(question, given.front());
}

std::string NameAnswers::nothing(const DnsQuestion& question) const {
  return dns_answer(question, DnsCode::kDone);
}

}  // namespace guard::supervisor
