// SPDX-License-Identifier: Apache-2.0
// The checks that every request of the page's server has to pass before anything looks at what it
// wants: it names this server (no other name leads here: DNS rebinding), comes from a page of this
// server or from no page at all, and, but for the page itself, from a browser that is logged in.
// Pure.
#ifndef GUARD_CONSOLE_WEB_WEB_CHECKS_H_
#define GUARD_CONSOLE_WEB_WEB_CHECKS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "console/web/login.h"
#include "console/web/page_place.h"
#include "console/web/web_message.h"

namespace guard::console {

enum class Access {
  kPage,   // the page's own files, which hold no secret
  kLogin,  // the token for a cookie and a key
  kOrder,  // what a browser that is logged in has ordered: its handler looks who fetches it
  kApi,    // all else
};

// The answer that refuses REQUEST; nullopt: it may go on.
[[nodiscard]] std::optional<WebAnswer> refusal(const WebRequest& request, Access access,
                                               const Login& login, const PagePlace& place);
// Those of this server's name among the cookies of REQUEST: other servers of this host can set
// one of the same name, which browsers may send first.
[[nodiscard]] std::vector<std::string> own_cookies(const WebRequest& request, std::uint16_t port);
[[nodiscard]] bool is_logged_in(const WebRequest& request, const Login& login, std::uint16_t port);
[[nodiscard]] std::string cookie_name(std::uint16_t port);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WEB_WEB_CHECKS_H_
