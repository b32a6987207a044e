// SPDX-License-Identifier: Apache-2.0
// weakened(): test-only switches that turn one protection off, so that every attack case can be
// shown to fail without the mechanism it tests (./dev proofs). They exist only in a build
// configured with -DGUARD_WEAKEN=ON, which says so at every start; in every other build weakened()
// is the constant false and the names are not in the binary. Any thread.
//
// The environment variable GUARD_WEAKEN holds the names, with commas. "call:NAME" makes the filter
// allow that system call unseen. The names are listed with their cases in
// integration/attacks/proofs.txt. base/older_kernel.h pretends older kernels in the same build.
#ifndef GUARD_BASE_WEAKEN_H_
#define GUARD_BASE_WEAKEN_H_

#include <cstddef>
#include <string_view>

#include "base/weaken_config.h"

#ifdef GUARD_WEAKEN
#include <cstdlib>
#endif

namespace guard {

#ifdef GUARD_WEAKEN
constexpr bool kCanBeWeakened = true;

inline std::string_view weakened_names() {
  static const char* const names = std::getenv("GUARD_WEAKEN");
  return names == nullptr ? std::string_view() : std::string_view(names);
}

inline bool weakened(std::string_view mechanism) {
  std::string_view names = weakened_names();
  while (!names.empty()) {
    const std::size_t comma = names.find(',');
    if (names.substr(0, comma) == mechanism) return true;
    names.remove_prefix(comma == std::string_view::npos ? names.size() : comma + 1);
  }
  return false;
}
#else
constexpr bool kCanBeWeakened = false;

constexpr std::string_view weakened_names() {
  return {};
}

// Evaluated by the compiler: an ordinary call would leave the name in the binary, for the debugger.
template <std::size_t kSize>
consteval bool weakened(const char (&/*mechanism*/)[kSize]) {
  return false;
}
constexpr bool weakened(std::string_view /*mechanism*/) {
  return false;
}
#endif

}  // namespace guard

#endif  // GUARD_BASE_WEAKEN_H_
