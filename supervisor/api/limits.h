// SPDX-License-Identifier: Apache-2.0
// The limits that one session's API grants its clients. Values only; tests make them small.
#ifndef GUARD_SUPERVISOR_API_LIMITS_H_
#define GUARD_SUPERVISOR_API_LIMITS_H_

#include <chrono>
#include <cstddef>

namespace guard::supervisor {

struct ApiLimits {
  std::size_t connections = 64;
  // Among these, for peers that are not outside: the tree cannot take the places of those who
  // answer.
  std::size_t guest_connections = 16;
  std::size_t header_bytes = 16 * 1024;
  std::size_t body_bytes = 1024 * 1024;
  std::size_t stream_bytes = 4 * 1024 * 1024;  // unsent events of one connection
  std::chrono::milliseconds patience{10'000};  // for one whole request, or for taking one answer
  std::chrono::milliseconds heartbeat{15'000};
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_API_LIMITS_H_
