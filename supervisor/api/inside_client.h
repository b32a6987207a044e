// SPDX-License-Identifier: Apache-2.0
// InsideClient: the process of the tree behind a connection that came by the
// session's address inside (session_address.h). A value.
#ifndef GUARD_SUPERVISOR_API_INSIDE_CLIENT_H_
#define GUARD_SUPERVISOR_API_INSIDE_CLIENT_H_

#include <sys/types.h>

#include <cstdint>

namespace guard::supervisor {

struct InsideClient {
  pid_t pid = 0;               // 0: nobody is known
  std::uint64_t identity = 0;  // tells it from others that had or will have its number
  int filters = 0;             // seccomp filters that it and all it starts are under
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_API_INSIDE_CLIENT_H_
