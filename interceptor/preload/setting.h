// SPDX-License-Identifier: Apache-2.0
// The settings that guard gives the preloaded library, in one variable of the environment:
//   GUARD_PRELOAD=FLAGS:LIBRARY:SOCKET
// FLAGS: "r" guard runs as root, "k" calls that reach other processes are asked (no Landlock
// scopes), "o" opens that only read are asked; "-" for none. LIBRARY lies beside its helper,
// guard_spawn. Neither name has a colon or a blank: LD_PRELOAD could not say them either
// (ld.so(8)).
#ifndef GUARD_INTERCEPTOR_PRELOAD_SETTING_H_
#define GUARD_INTERCEPTOR_PRELOAD_SETTING_H_

#include <cstddef>
#include <string_view>

#include "interceptor/syscalls/syscall_table.h"

namespace guard::interceptor::preload {

inline constexpr std::string_view kVariable = "GUARD_PRELOAD=";
inline constexpr std::string_view kLoaderVariable = "LD_PRELOAD=";
inline constexpr std::string_view kLibraryName = "libguard_preload.so";
inline constexpr std::string_view kHelperName = "guard_spawn";

// TEXT without its first bytes, of which it has as many. Not substr(): that may throw, and the
// library is without the C++ runtime.
[[nodiscard]] constexpr std::string_view behind(std::string_view text, std::size_t bytes) {
  text.remove_prefix(bytes);
  return text;
}

struct Setting {
  ForGuard guard = ForGuard::kUser;
  bool asks_reaching = false;
  bool asks_reading = false;
  std::string_view library;
  std::string_view socket;
  [[nodiscard]] bool valid() const { return !library.empty() && !socket.empty(); }
};

// Reads the variable's value, which the result points into. Not valid: nothing can be asked, so
// nothing may happen.
[[nodiscard]] constexpr Setting read_setting(std::string_view value) {
  Setting setting;
  const std::size_t first = value.find(':');
  const std::size_t second = value.find(':', first == std::string_view::npos ? first : first + 1);
  if (first == std::string_view::npos || second == std::string_view::npos) return {};
  for (const char flag : std::string_view(value.data(), first)) {
    if (flag == 'r') {
      setting.guard = ForGuard::kRoot;
    } else if (flag == 'k') {
      setting.asks_reaching = true;
    } else if (flag == 'o') {
      setting.asks_reading = true;
    } else if (flag != '-') {
      return {};
    }
  }
  setting.library = std::string_view(value.data() + first + 1, second - first - 1);
  setting.socket = behind(value, second + 1);
  return setting;
}

}  // namespace guard::interceptor::preload

#endif  // GUARD_INTERCEPTOR_PRELOAD_SETTING_H_
