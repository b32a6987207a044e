// SPDX-License-Identifier: Apache-2.0
#include "interceptor/kernel/missing_calls.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace guard::interceptor {
namespace {

// Newer than the headers of the build.
constexpr long kFchmodat2 = 452;
constexpr long kRemovexattrat = 466;
constexpr long kFileSetattr = 469;
constexpr std::array kNewCalls = {kFchmodat2, kSetxattrat, kRemovexattrat, kFileSetattr};

// No descriptor and null pointers: whoever has the call refuses that.
std::array<bool, kNewCalls.size()> missing_calls() {
  std::array<bool, kNewCalls.size()> missing{};
  std::transform(kNewCalls.begin(), kNewCalls.end(), missing.begin(), [](long number) {
    return ::syscall(number, -1, nullptr, 0, nullptr, nullptr, 0) == -1 && errno == ENOSYS;
  });
  return missing;
}

}  // namespace

bool kernel_misses(int number) {
  static const auto missing = missing_calls();
  const auto found = std::find(kNewCalls.begin(), kNewCalls.end(), number);
  return found != kNewCalls.end() && missing[static_cast<std::size_t>(found - kNewCalls.begin())];
}

}  // namespace guard::interceptor
