// SPDX-License-Identifier: Apache-2.0
// Options of resolv.conf(5) that change how names are looked up. Any thread.
#ifndef GUARD_SUPERVISOR_NAMES_RESOLVER_OPTIONS_H_
#define GUARD_SUPERVISOR_NAMES_RESOLVER_OPTIONS_H_

#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace guard::supervisor {

struct ResolverOptions {
  // A name with fewer dots is tried below the search list first (`options ndots:5`, usual under
  // Kubernetes): programs then need to be told that a name does not exist.
  int ndots = 1;
  std::vector<std::string> search = {};  // lower case, without the last dot
};

[[nodiscard]] ResolverOptions resolver_options_in(std::istream& text);
[[nodiscard]] ResolverOptions resolver_options_of(const std::string& path);

// A resolver that reads these options asks for NAME before the name that its program wants: NAME
// may be one that nobody means. Only where ndots is above 1; else a name with a dot is asked for
// as it stands first, and one without a dot means a host of the search list.
[[nodiscard]] bool may_come_from_search(const ResolverOptions& options, std::string_view name);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NAMES_RESOLVER_OPTIONS_H_
