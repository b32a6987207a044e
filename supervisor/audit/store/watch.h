// SPDX-License-Identifier: Apache-2.0
// Watch: looks on while something long is done with the record. Gets how much is done and of how
// much (0: not known); false ends the work, which then fails with EINTR. Called often, so it must
// be quick; on the thread that works.
#ifndef GUARD_SUPERVISOR_AUDIT_STORE_WATCH_H_
#define GUARD_SUPERVISOR_AUDIT_STORE_WATCH_H_

#include <cerrno>
#include <cstdint>
#include <functional>

#include "base/error.h"

namespace guard::supervisor {

using Watch = std::function<bool(std::uint64_t done, std::uint64_t total)>;

// An error when WATCH ends the work.
[[nodiscard]] inline Result<void> look(const Watch& watch, std::uint64_t done,
                                       std::uint64_t total) {
  if (watch && !watch(done, total)) return fail_with(EINTR, "audit");
  return {};
}

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_STORE_WATCH_H_
