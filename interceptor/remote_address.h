// SPDX-License-Identifier: Apache-2.0
// RemoteAddress: a socket address as copied from the tracee, once; judged and used in this form. A
// v4-mapped v6 address reads as v4. Values only.
#ifndef GUARD_INTERCEPTOR_REMOTE_ADDRESS_H_
#define GUARD_INTERCEPTOR_REMOTE_ADDRESS_H_

#include <sys/socket.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "policy/action.h"

namespace guard::interceptor {

struct RemoteAddress {
  std::vector<char> bytes;
  sa_family_t family = AF_UNSPEC;
  std::string unix_path;  // a path name; empty for an abstract or unnamed socket
  bool abstract = false;
  policy::Destination destination;  // INET only
};

Result<RemoteAddress> parse_address(std::vector<char> bytes, int socket_type);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_REMOTE_ADDRESS_H_
