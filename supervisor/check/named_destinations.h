// SPDX-License-Identifier: Apache-2.0
// Where a program would connect to for a host that its words name: by that name, or, where the
// hosts file has it, by the addresses there: the program then asks no name server, and guard sees
// the address alone. Any thread.
#ifndef GUARD_SUPERVISOR_CHECK_NAMED_DESTINATIONS_H_
#define GUARD_SUPERVISOR_CHECK_NAMED_DESTINATIONS_H_

#include <vector>

#include "policy/network/named_place.h"

namespace guard::supervisor {

[[nodiscard]] std::vector<policy::Destination> destinations_of(const policy::NamedPlace& place);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CHECK_NAMED_DESTINATIONS_H_
