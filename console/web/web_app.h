// SPDX-License-Identifier: Apache-2.0
// WebApp: what the page's server answers: checks first (web_checks.h, tcp_peer.h), then one row of
// its table (web_routes.h). Sessions are asked by the client that guard watch, approve and deny
// use. Any thread.
#ifndef GUARD_CONSOLE_WEB_WEB_APP_H_
#define GUARD_CONSOLE_WEB_WEB_APP_H_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "console/places/locations.h"
#include "console/web/export_orders.h"
#include "console/web/login.h"
#include "console/web/page_place.h"
#include "console/web/review/held_review.h"
#include "console/web/tcp_peer.h"
#include "console/web/web_channel.h"
#include "console/web/web_hub.h"

namespace guard::console {

inline constexpr const char* kWebProgram = "guard web";  // how answers are signed

struct WebSettings {
  Locations locations;
  PagePlace place;
  std::function<TcpPeer(int fd)> peer_of = peer_of_tcp;
  std::function<void(const std::string& line)> tell;  // of what was refused: one safe line
};

class WebApp {
 public:
  // HUB must outlive this.
  WebApp(WebSettings settings, WebHub& hub) : settings_(std::move(settings)), hub_(hub) {}

  void serve(WebChannel& channel);
  // Why nothing that comes over FD is answered, which is told too (WHAT it was); nullopt: it is.
  [[nodiscard]] std::optional<std::string> place_refusal(int fd, const std::string& what);
  // While many are open: other hosts take no place from the browsers of this one.
  [[nodiscard]] bool admits(int fd);
  [[nodiscard]] Login& login() { return login_; }
  [[nodiscard]] ExportOrders& orders() { return orders_; }
  [[nodiscard]] HeldReviews& reviews() { return reviews_; }
  [[nodiscard]] WebHub& hub() { return hub_; }
  [[nodiscard]] const WebSettings& settings() const { return settings_; }
  [[nodiscard]] std::atomic<int>& undoing() { return undoing_; }  // how many are at it

 private:
  [[nodiscard]] std::optional<std::string> refusal_of(const TcpPeer& peer, const std::string& what);
  void tell(const std::string& line);

  const WebSettings settings_;
  WebHub& hub_;
  Login login_;
  ExportOrders orders_;
  HeldReviews reviews_;
  std::atomic<int> undoing_ = 0;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point minute_;  // that told_ is of
  std::size_t told_ = 0;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WEB_WEB_APP_H_
