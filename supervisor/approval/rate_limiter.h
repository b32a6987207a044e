// SPDX-License-Identifier: Apache-2.0
// RateLimiter: how many questions a person is given: at most 10 new ones a second and 100 at once.
// Time comes in as a value. Not thread-safe: its owner locks.
#ifndef GUARD_SUPERVISOR_APPROVAL_RATE_LIMITER_H_
#define GUARD_SUPERVISOR_APPROVAL_RATE_LIMITER_H_

#include <chrono>
#include <cstddef>
#include <deque>

#include "base/error.h"
#include "base/limits.h"

namespace guard::supervisor {

inline constexpr std::size_t kQuestionsPerSecond = size_limit("questions.per_second");
inline constexpr std::size_t kQuestionsAtOnce = size_limit("questions.at_once");

struct QuestionLimits {
  std::size_t per_second = kQuestionsPerSecond;
  std::size_t at_once = kQuestionsAtOnce;
};

class RateLimiter {
 public:
  explicit RateLimiter(QuestionLimits limits = {}) : limits_(limits) {}
  // Counts one new question, or fails with the reason.
  Result<void> admit(std::chrono::system_clock::time_point now, std::size_t waiting);

 private:
  QuestionLimits limits_;
  std::deque<std::chrono::system_clock::time_point> recent_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_APPROVAL_RATE_LIMITER_H_
