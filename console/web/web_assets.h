// SPDX-License-Identifier: Apache-2.0
// The page's own files, compiled in (compile_assets.cc). Any thread.
#ifndef GUARD_CONSOLE_WEB_WEB_ASSETS_H_
#define GUARD_CONSOLE_WEB_WEB_ASSETS_H_

#include <span>
#include <string_view>

namespace guard::console {

struct WebAsset {
  std::string_view name;  // "app.js"
  std::string_view bytes;
};

[[nodiscard]] std::span<const WebAsset> web_assets();

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WEB_WEB_ASSETS_H_
