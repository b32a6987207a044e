// SPDX-License-Identifier: Apache-2.0
// Login: who may use the page. A token is printed on guard's own terminal and opens one browser,
// once; the browser then has a cookie, which other servers of this host see too (cookies know no
// ports), and a key, which only scripts of this very origin can read: a request takes both. All of
// it is from the kernel's generator, lives in memory alone, and is compared in constant time. Any
// thread.
#ifndef GUARD_CONSOLE_WEB_LOGIN_H_
#define GUARD_CONSOLE_WEB_LOGIN_H_

#include <chrono>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>

#include "base/error.h"

namespace guard::console {

struct BrowserKeys {
  std::string cookie;
  std::string key;
};

class Login {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kMostTries = 5;  // that were wrong, in kTryTime
  static constexpr std::chrono::minutes kTryTime{1};
  static constexpr std::size_t kMostBrowsers = 16;  // the one that came first goes first

  // The token before it, if nobody used it, is worth nothing any more.
  [[nodiscard]] std::string new_token();
  // kRefused: not the token, or used already; kBusy: too many were wrong, whatever this one is.
  [[nodiscard]] Result<BrowserKeys> open(std::string_view token, Clock::time_point now);
  [[nodiscard]] bool knows(std::string_view cookie, std::string_view key) const;
  void close(std::string_view cookie);

 private:
  mutable std::mutex mutex_;
  std::string token_;  // empty: none is open
  std::deque<BrowserKeys> browsers_;
  std::deque<Clock::time_point> wrong_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WEB_LOGIN_H_
