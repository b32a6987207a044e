// SPDX-License-Identifier: Apache-2.0
// NameAnswers: what guard's name server says. With NameUse::kFake an address of its own for each
// host (fake_names.h), so that no question has to leave this machine; with kReal, for a host that
// may be reached unasked, the addresses that guard's own lookup leads to, and the others as with
// kFake. The name for such an address; this machine for "localhost". Everything else is refused: a
// program that wants more of a name than to connect to it asks another program.
//
// Where a resolver tries names below its search list first, a name that may come from there is
// looked up by guard, and answered only if it exists (resolver_options.h). Any thread; what it
// refers to outlives it, and it outlives its servers.
#ifndef GUARD_SUPERVISOR_NAMES_NAME_ANSWERS_H_
#define GUARD_SUPERVISOR_NAMES_NAME_ANSWERS_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "policy/network/name_use.h"
#include "policy/vocabulary/decision.h"
#include "supervisor/names/dns_message.h"
#include "supervisor/names/fake_names.h"
#include "supervisor/names/given_names.h"
#include "supervisor/names/name_server.h"
#include "supervisor/names/real_addresses.h"
#include "supervisor/names/resolver_options.h"

namespace guard::supervisor {

// The verdict on a connection to that host, at whatever port is let go most.
using HostVerdict = std::function<policy::Verdict(const std::string& name)>;

struct NameAnswersParts {
  FakeNames& fakes;
  GivenNames& given;
  RealAddresses& addresses;
  const HostVerdict& verdict;  // empty: every host is asked about
  ResolverOptions options = {};
};

class NameAnswers {
 public:
  NameAnswers(NameAnswersParts parts, policy::NameUse use) : parts_(std::move(parts)), use_(use) {}
  void to(std::string_view message, const NameServer::Reply& reply) const;

 private:
  using Direct = std::string (NameAnswers::*)(const DnsQuestion&) const;

  [[nodiscard]] std::optional<std::string> at_once(const DnsQuestion& question) const;
  [[nodiscard]] policy::Verdict verdict_of(const std::string& name) const;
  [[nodiscard]] bool wants_lookup(const DnsQuestion& question) const;
  [[nodiscard]] std::string once_found(const DnsQuestion& question,
                                       const RealAddresses::Found& found) const;
  [[nodiscard]] std::string real(const DnsQuestion& question, const Host& host) const;
  [[nodiscard]] std::string fake(const DnsQuestion& question) const;
  [[nodiscard]] std::string pointer(const DnsQuestion& question) const;
  [[nodiscard]] std::string nothing(const DnsQuestion& question) const;

  const NameAnswersParts parts_;
  const policy::NameUse use_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NAMES_NAME_ANSWERS_H_
