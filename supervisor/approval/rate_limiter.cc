// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/rate_limiter.h"

#include <string>

#include "base/weaken.h"

namespace guard::supervisor {

Result<void> RateLimiter::admit(std::chrono::system_clock::time_point now, std::size_t waiting) {
  if (weakened("rate-limit")) return {};
  if (waiting >= limits_.at_once)
    return fail(Code::kRefused, std::to_string(waiting) + " questions wait already");
  // A clock that was set back must not silence questions until it has caught up.
  while (!recent_.empty() &&
         (now - recent_.front() >= std::chrono::seconds(1) || recent_.front() > now))
    recent_.pop_front();
  if (recent_.size() >= limits_.per_second)
    return fail(Code::kRefused,
                "more than " + std::to_string(limits_.per_second) + " questions within one second");
  recent_.push_back(now);
  return {};
}

}  // namespace guard::supervisor
