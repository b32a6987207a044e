// SPDX-License-Identifier: Apache-2.0
// Options of resolv.conf(5) that change how names are looked up. Any thread.
#ifndef GUARD_SUPERVISOR_NAMES_RESOLVER_OPTIONS_H_
#define GUARD_SUPERVISOR_NAMES_RESOLVER_OPTIONS_H_

#include <istream>
#include <string>

namespace guard::supervisor {

// A name with fewer dots is tried below the search list first (`options ndots:5`, usual under
// Kubernetes): programs then need to be told that a name does not exist. 1 where nothing is said.
[[nodiscard]] int ndots_in(std::istream& text);
[[nodiscard]] int ndots_of(const std::string& path);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NAMES_RESOLVER_OPTIONS_H_
