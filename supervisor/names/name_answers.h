// SPDX-License-Identifier: Apache-2.0
// NameAnswers: what guard's name server says. An address of its own for each host (fake_names.h),
// so that no question has to leave this machine; the name for such an address; this machine for
// "localhost". Everything else is refused: who wants more of a name than to connect to it asks
// another program. Any thread; FakeNames outlives it.
#ifndef GUARD_SUPERVISOR_NAMES_NAME_ANSWERS_H_
#define GUARD_SUPERVISOR_NAMES_NAME_ANSWERS_H_

#include <optional>
#include <string>
#include <string_view>

#include "supervisor/names/dns_message.h"
#include "supervisor/names/fake_names.h"

namespace guard::supervisor {

class NameAnswers {
 public:
  explicit NameAnswers(FakeNames& names) : names_(names) {}
  // nullopt: to that nothing is answered.
  [[nodiscard]] std::optional<std::string> to(std::string_view message) const;

 private:
  [[nodiscard]] std::string v4(const DnsQuestion& question) const;
  [[nodiscard]] std::string v6(const DnsQuestion& question) const;
  [[nodiscard]] std::string pointer(const DnsQuestion& question) const;
  [[nodiscard]] std::string nothing(const DnsQuestion& question) const;

  FakeNames& names_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NAMES_NAME_ANSWERS_H_
