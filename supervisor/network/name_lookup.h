// SPDX-License-Identifier: Apache-2.0
// NameLookup: the addresses of a host name, as this machine's own resolver tells them. Blocks; any
// thread.
#ifndef GUARD_SUPERVISOR_NETWORK_NAME_LOOKUP_H_
#define GUARD_SUPERVISOR_NETWORK_NAME_LOOKUP_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace guard::supervisor {

// Numeric, as policy::canonical_address writes them. None: there is no such name; nullopt: it
// cannot be told now.
using Addresses = std::optional<std::vector<std::string>>;
using NameLookup = std::function<Addresses(const std::string& name)>;

// The host that a name leads to.
struct Host {
  std::vector<std::string> addresses;  // as in Addresses
  std::string final_name;  // what a chain of CNAME records ends in, in lower case; empty: no chain
};
using HostLookup = std::function<std::optional<Host>(const std::string& name)>;

[[nodiscard]] Addresses look_up_by_system(const std::string& name);
// NAME, in lower case, as it stands: no search list of resolv.conf(5) is applied to it. A program
// that asked a name server for it had applied its own.
[[nodiscard]] std::optional<Host> look_up_in_full(const std::string& name);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NETWORK_NAME_LOOKUP_H_
