// SPDX-License-Identifier: Apache-2.0
// PagePlace: where guard web listens, and what browsers call it. Unless told otherwise that is an
// address of this host alone that no server had before (127.0.0.0/8 has 16 million): what another
// server once left in a browser, a service worker or a cached file, is of another origin. Pure but
// for random_loopback.
#ifndef GUARD_CONSOLE_WEB_PAGE_PLACE_H_
#define GUARD_CONSOLE_WEB_PAGE_PLACE_H_

#include <cstdint>
#include <string>

#include "base/error.h"

namespace guard::console {

struct PagePlace {
  std::string address = "127.0.0.1";  // to listen on, IPv4
  std::string name = "127.0.0.1";     // in the browser's address bar
  std::uint16_t port = 0;             // 0: one that is free
  bool secure = false;                // over TLS

  [[nodiscard]] std::string host() const;    // "127.83.2.9:43117", as browsers name it
  [[nodiscard]] std::string origin() const;  // "http://127.83.2.9:43117"
};

// The place that was asked for; empty: not given.
struct PlaceWish {
  std::string address = {};
  std::string name = {};
  std::string port = {};
  std::string certificate = {};
  std::string key = {};
};

// kInvalid: not an address, or one that other hosts reach without TLS.
[[nodiscard]] Result<PagePlace> page_place(const PlaceWish& wish);
[[nodiscard]] std::string random_loopback();
[[nodiscard]] bool is_loopback(const std::string& address);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WEB_PAGE_PLACE_H_
