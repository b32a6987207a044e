// SPDX-License-Identifier: Apache-2.0
// How a run answers lookups of host names, and why it does no better: for `guard doctor`, and for
// the start of a run whose policy has rules that hold less for it. Values; any thread.
#ifndef GUARD_SUPERVISOR_NAMES_NAMES_HELD_H_
#define GUARD_SUPERVISOR_NAMES_NAMES_HELD_H_

#include <functional>
#include <string>
#include <vector>

#include "interceptor/launch/backend.h"
#include "policy/model/policy.h"

namespace guard::supervisor {

// kExchanged: guard puts a socket of its own network in the place of the one that asks a name
// server. kLed: it leads that socket to a port of loopback, which not every client takes. kOff:
// the name servers answer.
enum class NamesBy { kExchanged, kLed, kOff };

struct NamesHeld {
  NamesBy by = NamesBy::kOff;
  std::string why;  // for people; empty: nothing better is to be had
};

// HAS_NETWORK: guard can make a network namespace here; asked where it matters alone.
[[nodiscard]] NamesHeld names_held(const policy::Policy& policy,
                                   const interceptor::Backend& backend,
                                   const std::function<bool()>& has_network);
// By trying it, in a child that ends at once.
[[nodiscard]] bool can_make_network();

// "exchanged", "led", "off".
[[nodiscard]] const char* name_of(NamesBy by);
// A clause for people.
[[nodiscard]] std::string text_of(const NamesHeld& held);
// The names that POLICY denies or asks about, as written; empty: there are none.
[[nodiscard]] std::vector<std::string> restricted_names(const policy::Policy& policy);
// One line for the start of a run; empty: all rules hold as they are written.
[[nodiscard]] std::string names_notice(const policy::Policy& policy,
                                       const interceptor::Backend& backend,
                                       const std::function<bool()>& has_network);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NAMES_NAMES_HELD_H_
